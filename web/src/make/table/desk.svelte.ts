/** The table in the hand of who makes it: what is chosen, what a tool is about to do, and what the referee says of the ground. */
import { untrack } from "svelte";
import type { Api } from "../../api/client";
import type { Feature, GroundOverlap, GroundReply, Terrain } from "../../api/types";
import { drawFeature, drawTable } from "../../free/ground";
import { planeOf } from "../../free/plane";
import { Camera } from "../../stage/camera.svelte";
import { framing } from "../../stage/framing";
import type { Point } from "../../stage/points";
import type { Editing } from "../editing.svelte";
import type { Mirror } from "../mirror";
import { Prospecting } from "../prospecting.svelte";
import type { Tool as ToolRow } from "../tools";
import type { Flaw } from "../verdict";
import { kindRow, KINDS, type KindRow } from "./kinds";
import {
  added,
  called,
  described,
  linesOf,
  MOST_CM,
  MOST_CORNERS,
  MOST_PIECES,
  pieceAt,
  placeOf,
  readSheet,
  removed,
  reordered,
  shaped,
  sized,
  twinned,
  twinOf,
  type Piece,
  type Sheet,
} from "./sheet";
import {
  alike,
  areaOf,
  band,
  boxOf,
  boxShape,
  CM,
  cm,
  far,
  gapTo,
  holds,
  middleOf,
  moved,
  same,
  sidesOf,
  snapped,
  snappedBy,
  STEP,
  turned,
  twin,
  within,
  type Corner,
  type Shape,
} from "./shapes";

export type Tool = "move" | "corners" | "polygon" | "rectangle" | "path" | "turn" | "sight" | "measure";
export const TOOLS: readonly ToolRow<Tool>[] = [
  {
    id: "move",
    word: "Move",
    key: "V",
    d: "M10 3V17M3 10H17M10 3 8 5M10 3 12 5M10 17 8 15M10 17 12 15M3 10 5 8M3 10 5 12M17 10 15 8M17 10 15 12",
  },
  {
    id: "corners",
    word: "Corners",
    key: "N",
    d: "M4 15 9 6 16 13M2.500 13.500H5.500V16.500H2.500ZM7.500 4.500H10.500V7.500H7.500ZM14.500 11.500H17.500V14.500H14.500Z",
  },
  { id: "polygon", word: "Polygon", key: "P", d: "M4 8 11 3 17 9 14 16H6Z" },
  { id: "rectangle", word: "Rectangle", key: "R", d: "M3 5H17V15H3Z" },
  { id: "path", word: "Path", key: "L", d: "M3 17C6 8 13 13 17 3" },
  { id: "turn", word: "Turn", key: "O", d: "M15.500 6A7 7 0 1 0 17 11M16 2V6.500H11.500" },
  {
    id: "sight",
    word: "Sight",
    key: "E",
    d: "M2 10C5 5 15 5 18 10C15 15 5 15 2 10ZM10 7.500A2.500 2.500 0 1 1 9.990 7.500Z",
  },
  { id: "measure", word: "Measure", key: "M", d: "M3 13 13 3 17 7 7 17ZM6 10 8 12M9 7 11 9M12 4.500 13.500 6" },
];
const DRAWS: readonly Tool[] = ["polygon", "rectangle", "path"];
/** A kind that is drawn in a way of its own. */
const ROUND = new Set(["wood", "orchard", "field", "hill", "marsh", "rocks", "beach", "quay"]);
const toolFor = (row: KindRow): Tool =>
  row.wide && row.kind !== "bridge" && row.kind !== "runway" && row.kind !== "ford"
    ? "path"
    : ROUND.has(row.kind)
      ? "polygon"
      : "rectangle";

/** A shape that is not in the text yet: of a piece by its number, or of a new one. */
export interface Live {
  readonly at: number;
  readonly corners: Shape;
}
export type Campaign = "" | "standard" | "escort" | "encircled";
export interface BaseSize {
  readonly name: string;
  readonly length: number;
  readonly width: number;
}
const REST_MS = 140;
/** Steps of a turn by hand, in degrees. */
const TURN = 5;

export class TableDesk {
  readonly editing: Editing;
  readonly #asking: Prospecting;
  tool: Tool = $state("move");
  kind = $state("wood");
  /** How wide a path is, in 0.01 cm. */
  wide = $state(400);
  mirror: Mirror = $state("none");
  chosen: number | null = $state(null);
  corner: number | null = $state(null);
  /** The corners of what is being drawn. */
  pen: Shape = $state.raw([]);
  live: readonly Live[] = $state.raw([]);
  /** Where the hand is, and what drew it there. */
  cursor: Corner | null = $state.raw(null);
  drawnTo: "step" | "corner" | "edge" | "free" = $state("step");
  /** Nothing draws the hand to it. */
  free = $state(false);
  keyed = $state(false);
  turning = $state(0);
  tape: readonly [Corner, Corner] | null = $state.raw(null);
  /** One sentence on what cannot be done. */
  trouble = $state("");

  // What is shown of the ground
  campaign: Campaign = $state("");
  base: BaseSize | null = $state.raw(null);
  eye: Corner | null = $state.raw(null);
  zones: GroundReply["zones"] = $state.raw([]);
  room: GroundReply | null = $state.raw(null);
  sight: GroundReply | null = $state.raw(null);
  overlaps: readonly GroundOverlap[] = $state.raw([]);

  readonly camera: Camera;
  readonly sheet: Sheet = $derived.by(() => readSheet(this.editing.toml));
  readonly plane = $derived.by(() => planeOf({ columns: this.sheet.width * 10, rows: this.sheet.height * 10 }, 0));
  readonly features = $derived.by((): Feature[] => this.sheet.pieces.map((piece) => featureOf(piece)));
  readonly terrain = $derived.by((): Pick<Terrain, "columns" | "rows" | "features"> => ({
    columns: this.sheet.width * 10,
    rows: this.sheet.height * 10,
    features: this.features,
  }));
  /** Pieces that the hand has changed since it took them: they stay over the ground, which is not drawn anew for them. */
  #held: readonly number[] = $state.raw([]);
  /** What is drawn over the ground, in the text or not yet. */
  readonly #over = $derived.by((): readonly Live[] => {
    const live = this.live.map(({ at }) => at);
    const held = this.#held.filter((at) => !live.includes(at) && at < this.sheet.pieces.length);
    return [...held.map((at) => ({ at, corners: this.sheet.pieces[at]!.corners })), ...this.live];
  });
  /** All else in a word: the ground is drawn where that is another one, and not at each move of a hand. */
  readonly #still = $derived.by(() => {
    const over = this.#over.map(({ at }) => at);
    const { width, height, pieces } = this.sheet;
    const told = pieces.map(({ kind, name, corners }, at) =>
      over.includes(at) ? "" : `${kind} ${name} ${corners.join()}`,
    );
    return `${width} ${height}\n${told.join("\n")}`;
  });
  readonly ground = $derived.by(() => {
    void this.#still;
    return untrack(() =>
      drawTable(
        this.terrain,
        this.plane,
        this.#over.map(({ at }) => at),
      ),
    );
  });
  readonly drawn = $derived.by(() =>
    this.#over
      .map(({ at, corners }, i) => {
        const piece = this.sheet.pieces[at] ?? this.made(corners);
        const number = at < 0 ? this.sheet.pieces.length + i : at;
        return drawFeature(featureOf({ ...piece, corners }), number, this.terrain, this.plane);
      })
      .join(""),
  );

  constructor(editing: Editing, api: Pick<Api, "prospect">) {
    this.editing = editing;
    this.#asking = new Prospecting(editing, api);
    this.camera = new Camera(() => ({ sheet: this.plane, unit: 40, models: true }));
  }

  // ---- what is there ----
  get piece(): Piece | null {
    return this.chosen === null ? null : (this.sheet.pieces[this.chosen] ?? null);
  }
  /** The corners of a piece as it lies now, in the hand or in the text. */
  shapeOf(at: number): Shape {
    return this.live.find((one) => one.at === at)?.corners ?? this.sheet.pieces[at]?.corners ?? [];
  }
  get shape(): Shape {
    return this.chosen === null ? [] : this.shapeOf(this.chosen);
  }
  get partner(): number {
    if (this.chosen === null) return -1;
    const found = twinOf(this.sheet, this.chosen, this.mirror);
    return found === this.chosen ? -1 : found;
  }
  /** Everything that may draw a hand to it. */
  #others(): Shape[] {
    const own =
      DRAWS.includes(this.tool) || this.tool === "measure" || this.tool === "sight" ? [] : [this.chosen, this.partner];
    return this.sheet.pieces.filter((_, at) => !own.includes(at)).map(({ corners }) => corners);
  }
  made(corners: Shape): Piece {
    const { kind, movement, sight } = kindRow(this.kind) ?? KINDS[0]!;
    return { kind, movement, sight, name: "", corners, form: "polygon" };
  }
  /** Pieces at a place, the smallest first; thin ones can be pressed beside. */
  under(at: Corner, slack: number): number[] {
    return this.sheet.pieces
      .map(({ corners }, i) => ({ i, corners }))
      .filter(({ corners }) => corners.length > 2 && (holds(corners, at) || gapTo(corners, at) <= slack))
      .sort((a, b) => areaOf(a.corners) - areaOf(b.corners))
      .map(({ i }) => i);
  }
  pointOf = ([x, y]: Corner): Point => this.plane.point(x * 10, y * 10);
  /** A pixel of the stage in hundredths of a centimetre. */
  placeAt(pixel: Point): Corner {
    const [x, y] = this.camera.unitsAt(pixel);
    return [x * 10, y * 10];
  }
  /** So many pixels in hundredths. */
  reach(pixels: number): number {
    const [[x0], [x1]] = [this.camera.unitsAt([0, 0]), this.camera.unitsAt([pixels, 0])];
    return (x1 - x0) * 10;
  }

  // ---- choosing ----
  choose(at: number | null, corner: number | null = null): void {
    if (at !== this.chosen) this.#held = [];
    [this.chosen, this.corner, this.trouble] = [at, corner, ""];
    if (at === null) this.editing.lit = null;
    else {
      this.editing.lit = linesOf(this.editing.toml, at);
      this.editing.goal = { place: placeOf(this.editing.toml, at, corner) };
      const { corners } = this.sheet.pieces[at]!;
      const spot = corner === null ? corners[0] && middleOf(corners) : corners[corner];
      if (spot && this.keyed) this.camera.reveal(this.pointOf(spot));
      this.#closer();
    }
  }
  /** On a phone the corners of a small piece lie under one finger: the board comes closer. */
  #closer(): void {
    const { camera, shape, tool } = this;
    if (!camera.phone || (tool !== "corners" && tool !== "turn") || shape.length < 3 || camera.pressed) return;
    const [left, top, right, bottom] = boxOf(shape);
    const long = Math.max(right - left, bottom - top);
    const room = Math.min(camera.frame.width - camera.frame.left, camera.frame.height - camera.frame.top);
    if ((long / 10) * camera.scale > room * 0.4) return;
    const [x, y] = this.pointOf(middleOf(shape));
    const half = (long / 10) * 0.9;
    const box = { left: x - half, top: y - half, right: x + half, bottom: y + half };
    void camera.goTo(framing(box, 1, Infinity, camera.frame, camera.sheet));
  }
  /** What the cursor in the text, or a fault, stands at. */
  chooseAt(place: number): void {
    const found = pieceAt(this.editing.toml, place);
    if (!found || (found.at === this.chosen && found.corner === this.corner)) return;
    [this.chosen, this.corner, this.#held] = [found.at, found.corner, []];
    this.editing.lit = linesOf(this.editing.toml, found.at);
  }
  point({ place }: Flaw): void {
    const at = place?.feature;
    if (at === undefined || !this.sheet.pieces[at]) return;
    this.keyed = true;
    if (place?.corner !== undefined) this.use("corners");
    this.choose(at, place?.corner ?? null);
  }
  /** After a change of the text from elsewhere. */
  settle(): void {
    const { pieces } = this.sheet;
    if (this.chosen !== null && this.chosen >= pieces.length) this.choose(null);
    if (this.corner !== null && this.corner >= this.shape.length) this.corner = null;
    if (this.chosen !== null) this.editing.lit = linesOf(this.editing.toml, this.chosen);
  }

  // ---- tools ----
  use(tool: Tool): void {
    this.leave();
    this.tool = tool;
    if (DRAWS.includes(tool)) this.choose(null);
    else this.#closer();
    if (tool === "path") this.wide = kindRow(this.kind)?.wide ?? this.wide;
  }
  take(kind: string): void {
    const row = kindRow(kind);
    if (!row) return;
    this.kind = kind;
    this.use(toolFor(row));
    if (row.wide) this.wide = row.wide;
  }
  get draws(): boolean {
    return DRAWS.includes(this.tool);
  }
  /** Lays down whatever is half done. */
  leave(): void {
    [this.pen, this.live, this.trouble, this.turning] = [[], [], "", 0];
  }
  /** One step back of what is half done; tells whether something was. */
  back(): boolean {
    if (this.live.length > 0 && this.pen.length === 0) this.leave();
    else if (this.pen.length > 0) this.#draws(this.pen.slice(0, -1));
    else if (this.tape) this.tape = null;
    else if (this.corner !== null) this.corner = null;
    else if (this.chosen !== null) this.choose(null);
    else if (this.tool === "sight" && this.eye) this.eye = this.sight = null;
    else return false;
    return true;
  }

  // ---- the hand ----
  /** The place that the hand means. */
  aim(at: Corner): Corner {
    // An eye is where one stands, and not at what stands there.
    if (this.tool === "sight")
      return within([Math.round(at[0] / STEP) * STEP, Math.round(at[1] / STEP) * STEP], this.sheet);
    const found = snapped(at, this.#others(), this.sheet, this.free);
    this.drawnTo = found.to;
    return found.at;
  }
  hover(at: Corner): void {
    this.keyed = false;
    const [x, y] = at;
    const on = x > -60 && y > -60 && x < this.sheet.width + 60 && y < this.sheet.height + 60;
    if (!on) return this.away();
    const handy = this.draws || this.tool === "measure" || this.tool === "sight";
    this.cursor = handy ? this.aim(at) : [Math.round(x / STEP) * STEP, Math.round(y / STEP) * STEP];
    if (this.pen.length > 0) this.#draws(this.pen);
  }
  /** The hand was moved by a key. */
  moved(): void {
    if (this.pen.length > 0) this.#draws(this.pen);
    if (this.tool === "measure" && this.tape && this.cursor) this.tape = [this.tape[0], this.cursor];
  }
  away(): void {
    if (!this.keyed) this.cursor = null;
    if (this.pen.length > 0 && !this.keyed) this.#draws(this.pen);
  }
  /** Shows what the pen has drawn, up to the hand. */
  #draws(pen: Shape): void {
    this.pen = pen;
    const line =
      this.cursor && pen.length > 0 && !pen.some((one) => same(one, this.cursor!)) ? [...pen, this.cursor] : pen;
    const corners = this.#penned(line);
    this.live = corners.length > 2 ? this.#withTwin(-1, corners) : [];
  }
  #penned(line: Shape): Shape {
    if (this.tool === "path") return band(line, this.wide, this.sheet);
    if (this.tool === "rectangle") return line.length < 2 ? [] : boxShape(line[0]!, line[1]!);
    return line;
  }
  #withTwin(at: number, corners: Shape): Live[] {
    const other = this.mirror === "none" ? [] : twin(corners, this.mirror, this.sheet);
    if (at >= 0)
      return this.partner >= 0
        ? [
            { at, corners },
            { at: this.partner, corners: other },
          ]
        : [{ at, corners }];
    return other.length > 0 && !alike(other, corners)
      ? [
          { at, corners },
          { at: at - 1, corners: other },
        ]
      : [{ at, corners }];
  }
  /** A corner more for what is drawn; the first one closes a polygon, the last one ends a path. */
  put(at: Corner, slack: number): void {
    const { pen } = this;
    this.trouble = "";
    if (this.tool === "rectangle") {
      if (pen.length === 0) this.#draws([at]);
      else if (pen[0]![0] === at[0] || pen[0]![1] === at[1])
        this.trouble = "A rectangle needs two corners that lie apart.";
      else this.#finish(boxShape(pen[0]!, at));
      return;
    }
    const ends = pen.length > 0 && far(at, pen.at(-1)!) <= slack;
    const closes = this.tool === "polygon" && pen.length > 2 && far(at, pen[0]!) <= slack;
    if (closes || ends) return this.finish();
    this.#draws([...pen, at]);
  }
  /** What is drawn is done. */
  finish(): void {
    const corners = this.#penned(this.pen);
    const needed = this.tool === "path" ? 2 : 3;
    if (this.pen.length < needed || corners.length < 3) {
      this.trouble = `A ${this.tool} needs ${needed} corners at least; this one has ${this.pen.length}.`;
      return;
    }
    this.#finish(corners);
  }
  #finish(corners: Shape): void {
    this.leave();
    this.add(this.made(corners));
  }
  add(piece: Piece, name = `${called(piece)} added`): void {
    const other = this.mirror === "none" ? [] : twin(piece.corners, this.mirror, this.sheet);
    const two = other.length > 0 && !alike(other, piece.corners);
    const many = (two ? 2 : 1) * piece.corners.length;
    const { pieces, corners } = this.sheet;
    if (pieces.length + (two ? 2 : 1) > MOST_PIECES)
      return void (this.trouble = `A table has ${MOST_PIECES} pieces at most; take one away first.`);
    if (corners + many > MOST_CORNERS || piece.corners.length > 200)
      return void (this.trouble =
        piece.corners.length > 200
          ? `A piece has 200 corners at most; this one has ${piece.corners.length}.`
          : `A table has ${MOST_CORNERS.toLocaleString("en")} corners at most; ${MOST_CORNERS - corners} are left, and this needs ${many}.`);
    let text = added(this.editing.text, piece);
    if (two) text = added(text, { ...piece, corners: other });
    this.editing.change(text, name);
    this.choose(pieces.length);
  }

  // ---- what is pulled ----
  liftCorner(corner: number, origin: Shape, to: Corner): void {
    this.cursor = this.aim(to);
    this.corner = corner;
    this.live = this.#withTwin(this.chosen!, origin.with(corner, this.cursor));
  }
  liftPiece(origin: Shape, by: Corner): void {
    const step = snappedBy(origin, by, this.#others(), this.sheet, this.free);
    const corners = moved(origin, step, this.sheet);
    this.cursor = corners[this.corner ?? 0] ?? null;
    this.live = this.#withTwin(this.chosen!, corners);
  }
  liftTurn(origin: Shape, degrees: number): void {
    const step = this.free ? 1 : TURN;
    this.turning = Math.round(degrees / step) * step;
    this.live = this.#withTwin(this.chosen!, turned(origin, this.turning, this.sheet));
  }
  /** What was pulled lies where it is. */
  drop(what: string): void {
    const [own] = this.live;
    if (own && own.at >= 0) this.reshape(own.corners, what);
    [this.live, this.turning] = [[], 0];
  }
  /** The chosen piece has other corners, and so has its twin. */
  reshape(corners: Shape, what: string, run = ""): void {
    const { chosen, piece, partner } = this;
    if (chosen === null || !piece) return;
    let text = shaped(this.editing.text, chosen, corners);
    if (partner >= 0) text = shaped(text, partner, twin(corners, this.mirror, this.sheet));
    this.#held = [chosen, ...(partner >= 0 ? [partner] : [])];
    if (text !== this.editing.text)
      this.editing.change(text, what.startsWith("corner") ? what : `${called(piece)} ${what}`, run);
  }
  nudge([dx, dy]: Corner): void {
    const { shape, corner, chosen } = this;
    if (chosen === null) return;
    const free = (at: Corner): Corner => [
      Math.min(Math.max(at[0] + dx, 0), this.sheet.width),
      Math.min(Math.max(at[1] + dy, 0), this.sheet.height),
    ];
    if (corner !== null && this.tool === "corners") {
      const at = free(shape[corner]!);
      this.cursor = at;
      this.reshape(shape.with(corner, at), "corner moved", `nudge ${chosen} ${corner}`);
    } else this.reshape(moved(shape, [dx, dy], this.sheet), "moved", `nudge ${chosen}`);
  }
  turnBy(degrees: number): void {
    this.reshape(turned(this.shape, degrees, this.sheet), `turned by ${degrees}°`);
  }
  /** A typed measure of the corner, or what is wrong with it. */
  setCorner(corner: number, axis: 0 | 1, at: number): void {
    const before = this.shape[corner];
    if (!before) return;
    this.reshape(this.shape.with(corner, axis === 0 ? [at, before[1]] : [before[0], at]), "corner typed");
  }
  addCorner(after: number): void {
    const { shape } = this;
    const [a, b] = sidesOf(shape)[after]!;
    this.reshape(
      shape.toSpliced(after + 1, 0, [Math.round((a[0] + b[0]) / 2), Math.round((a[1] + b[1]) / 2)]),
      "corner added",
    );
    this.corner = after + 1;
  }
  remove(): void {
    const { chosen, corner, piece, shape, partner } = this;
    if (chosen === null || !piece) return;
    if (this.tool === "corners" && corner !== null) {
      if (shape.length < 4)
        return void (this.trouble = "Three corners are the least; take the whole piece away instead.");
      this.corner = null;
      return this.reshape(shape.toSpliced(corner, 1), "corner taken out");
    }
    const gone = [chosen, ...(partner >= 0 ? [partner] : [])].sort((a, b) => b - a);
    this.choose(null);
    this.editing.change(gone.reduce(removed, this.editing.text), `${called(piece)} taken away`);
  }
  describe(values: Parameters<typeof described>[2], what: string): void {
    const { chosen, piece, partner } = this;
    if (chosen === null || !piece) return;
    let text = described(this.editing.text, chosen, values);
    if (partner >= 0) {
      const { name: _, ...rest } = values;
      text = described(text, partner, rest);
    }
    if (text !== this.editing.text) this.editing.change(text, `${called(piece)}: ${what}`);
  }
  /** Another kind brings what it usually does. */
  turnInto(kind: string): void {
    const row = kindRow(kind);
    if (row) this.describe({ kind, movement: row.movement, sight: row.sight }, `now a ${kind}`);
  }
  copy(mirrored = false): void {
    const { piece, shape } = this;
    if (!piece) return;
    if (mirrored) {
      const corners = twin(shape, this.mirror, this.sheet);
      const mirror = this.mirror;
      this.mirror = "none";
      this.add({ ...piece, corners }, `twin of ${called(piece)}`);
      this.mirror = mirror;
    } else this.add({ ...piece, corners: moved(shape, [2 * CM, 2 * CM], this.sheet) }, `${called(piece)} copied`);
  }
  reorder(from: number, to: number): void {
    const text = reordered(this.editing.text, from, to);
    if (text === this.editing.text) return;
    this.#held = [];
    this.editing.change(text, `${called(this.sheet.pieces[from]!)}: place ${to + 1} of the list`);
    this.choose(to);
  }
  twins(): void {
    const { text, many } = twinned(this.editing.text, this.mirror);
    const { pieces } = readSheet(this.editing.toml);
    if (many === 0) return void this.editing.say("Every piece has its twin");
    if (pieces.length + many > MOST_PIECES)
      return void (this.trouble = `${many} twins are missing, and a table has ${MOST_PIECES} pieces at most.`);
    this.editing.change(text, many === 1 ? "1 twin added" : `${many} twins added`);
  }
  /** The table has another side; a sentence if that cannot be. */
  resize(side: "width" | "height", at: number): void {
    this.trouble = "";
    if (at % CM !== 0 || at < CM || at > MOST_CM * CM)
      return void (this.trouble = `A table has whole centimetres, 1 to ${MOST_CM}; ${cm(at)} is none of them.`);
    this.editing.change(
      sized(this.editing.text, { [side]: at }),
      `table ${cm(at)} cm ${side === "width" ? "wide" : "high"}`,
    );
  }

  // ---- the referee ----
  #rest: ReturnType<typeof setTimeout> | undefined;
  #about: ReturnType<typeof setTimeout> | undefined;
  /** The text as it would be, if the hand let go now. */
  #meant(): string {
    const [own] = this.live;
    return own && own.at >= 0 ? shaped(this.editing.text, own.at, own.corners) : this.editing.text;
  }
  get unasked(): string {
    return this.#asking.unasked;
  }
  /** The ground has changed, or something else of it is to be shown. */
  refresh(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.#refreshed(), REST_MS);
  }
  async #refreshed(): Promise<void> {
    const { text } = this.editing;
    const { base, eye } = this;
    if (!base) this.room = null;
    if (!eye) this.sight = null;
    await Promise.all([
      this.campaign && this.#asking.ask({ ask: "zones" }, text).then((found) => found && (this.zones = found.zones)),
      base &&
        this.#asking
          .ask({ ask: "room", length: base.length, width: base.width }, text)
          .then((found) => found && (this.room = found)),
      eye &&
        this.#asking
          .ask({ ask: "sight", x: eye[0] * 10, y: eye[1] * 10 }, text)
          .then((found) => found && (this.sight = found)),
    ]);
  }
  /** What lies on the chosen piece, or on the one in the hand. */
  consider(): void {
    clearTimeout(this.#about);
    const { chosen, shape } = this;
    if (chosen === null || shape.length < 3) return void (this.overlaps = []);
    this.#about = setTimeout(() => {
      void this.#asking.ask({ ask: "overlaps", feature: chosen }, this.#meant()).then((found) => {
        if (found && this.chosen === chosen) this.overlaps = found.overlaps;
      });
    }, REST_MS);
  }
  close(): void {
    clearTimeout(this.#rest);
    clearTimeout(this.#about);
    this.camera.close();
  }

  // ---- words ----
  /** What the hand is about to do, in one sentence. */
  get sentence(): string {
    if (this.trouble) return this.trouble;
    const { piece, corner, shape, tool, pen } = this;
    const [own] = this.live;
    if (own && own.at >= 0 && this.turning) return `Turned by ${this.turning}°. With Ctrl by one.`;
    if (this.draws) {
      const a = `${/^[aeiou]/.test(this.kind) ? "An" : "A"} ${this.kind}`;
      if (tool === "rectangle")
        return pen.length === 0 ? `${a}: pull it open, or press two corners.` : `${a}: press the corner across.`;
      if (pen.length === 0)
        return tool === "path"
          ? `${a}, ${cm(this.wide)} cm wide: press where it begins.`
          : `${a}: press corner after corner.`;
      const needed = tool === "path" ? 2 : 3;
      return pen.length < needed
        ? `${a}: the next corner; Backspace takes one back.`
        : `${pen.length} corners. Enter or the yellow one ends it.`;
    }
    if (tool === "sight") return this.sight?.told || "Press a place: the referee tells what is in sight.";
    if (tool === "measure")
      return this.tape
        ? `${cm(far(...this.tape))} cm from ${told(this.tape[0])} to ${told(this.tape[1])}.`
        : "Pull from one place to another.";
    if (!piece) return tool === "move" ? "Choose a piece, or take a kind from the tray." : "Choose a piece first.";
    const name = capital(called(piece));
    if (tool === "corners")
      return corner === null
        ? `${name}: pull a corner, or a round middle.`
        : `Corner ${corner + 1} at ${told(shape[corner] ?? [0, 0])}. Arrows: 0.1 cm, Shift 1.`;
    if (tool === "turn") return `${name}: pull round it; Q and E: ${TURN}°.`;
    return `${name}: pull it. Arrows: 0.1 cm, Shift 1.`;
  }
  /** What is read out. */
  get spoken(): string {
    const { cursor, corner, piece, shape } = this;
    if (this.trouble) return this.trouble;
    if (piece && corner !== null && this.tool === "corners" && shape[corner])
      return `Corner ${corner + 1} of the ${called(piece)}, ${told(shape[corner])}.${this.#lies}`;
    if (piece && !this.draws)
      return `${called(piece)}, piece ${this.chosen! + 1} of ${this.sheet.pieces.length}: ${piece.movement}, view ${piece.sight}.${this.#lies}`;
    if (!cursor || !this.keyed) return "";
    const there = this.under(cursor, 0).map((at) => called(this.sheet.pieces[at]!));
    const hand = this.draws
      ? ` ${this.kind} is in your hand${this.pen.length > 0 ? `, ${this.pen.length} corners so far` : ""}.`
      : "";
    return `${told(cursor)}: ${there.join(", ") || "open ground"}.${hand}`;
  }
  get #lies(): string {
    return this.overlaps.map(({ name, told }) => ` It lies on the ${name}: ${told}.`).join("");
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const told = ([x, y]: Corner): string => `${cm(x)}, ${cm(y)}`;
const featureOf = (piece: Piece): Feature => ({
  kind: piece.kind,
  name: called(piece),
  sentence: "",
  rule: "",
  at: piece.corners.map(([x, y]) => ({ x: x * 10, y: y * 10 })),
});
