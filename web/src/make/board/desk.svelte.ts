/** The board in the hand of who makes it: what a tool is about to do, and what the referee says of the ground. */
import { untrack } from "svelte";
import type { Api } from "../../api/client";
import type { GroundReply } from "../../api/types";
import { squareName } from "../../board/cells";
import { cutOf } from "../../board/cut";
import type { Mark, Terrain } from "../../board/picture";
import { layoutOf } from "../../board/table";
import { Camera } from "../../stage/camera.svelte";
import type { Editing } from "../editing.svelte";
import type { Mirror } from "../mirror";
import { NOTHING, Prospecting } from "../prospecting.svelte";
import type { Flaw } from "../verdict";
import { BUILDINGS, HEXES, legendOf, SQUARES, STANDING, type KindRow } from "./kinds";
import {
  alike,
  cellAt,
  cellIn,
  groundOf,
  groundSigns,
  MOST,
  northed,
  NORTHS,
  painted,
  placeOf,
  readSheet,
  signOf,
  sized,
  type Cell,
  type North,
  type Sheet,
  type Side,
} from "./sheet";
import { boxCells, boxSize, fieldOf, lineCells, twinCell } from "./strokes";
import { PAINTS, type Tool } from "./tools";

/** The books that play on squares, in which the same board may be played. */
export const FAMILY: readonly string[] = ["france1944", "dynamic", "core"];
const REST_MS = 140;
const LONG_REST_MS = 700;
const MARKS: Readonly<Record<string, string>> = {
  wall: "wall",
  "low barricade": "barricade-low",
  "high barricade": "barricade-high",
};
type Strokes = ReadonlyMap<number, Cell>;
const NONE: Strokes = new Map();

export class BoardDesk {
  readonly editing: Editing;
  readonly #asking: Prospecting;
  tool: Tool = $state("brush");
  kind = $state("");
  /** How high a building is that the hand puts down. */
  height = $state(1);
  mirror: Mirror = $state("none");
  cursor: number | null = $state(null);
  keyed = $state(false);
  /** Nothing is put down: what is there is taken into the hand. */
  picking = $state(false);
  /** Where a rectangle or a line began. */
  pen: number | null = $state(null);
  /** What is being painted and is not in the text yet. */
  live: Strokes = $state.raw(NONE);
  tape: readonly [number, number] | null = $state.raw(null);
  trouble = $state("");
  #told = $state("");

  // What is shown of the ground
  ranks = $state("");
  seeing = $state(false);
  heights = $state(true);
  /** The cell that sight is asked from; without it from the one under the hand. */
  pinned: number | null = $state(null);
  ground: GroundReply = $state.raw(NOTHING);
  sight: GroundReply | null = $state.raw(null);
  /** The same, as it would be with what the hand is about to put down. */
  then: GroundReply | null = $state.raw(null);
  longest: GroundReply | null = $state.raw(null);
  line: GroundReply | null = $state.raw(null);
  /** What each book of the family says of the board. */
  plays: Readonly<Record<string, GroundReply>> = $state.raw({});

  readonly camera: Camera;
  readonly hexes: boolean = $derived.by(() => this.editing.page.book === "squadron");
  readonly sheet: Sheet = $derived.by(() => readSheet(this.editing.text, this.hexes));
  readonly #size = $derived.by(() => `${this.sheet.columns} ${this.sheet.rows.length} ${this.hexes}`);
  readonly layout = $derived.by(() => {
    void this.#size;
    return untrack(() =>
      layoutOf({ table: this.hexes ? "hexes" : "squares", columns: this.sheet.columns, rows: this.rows }, 0),
    );
  });
  /** Our signs as they are drawn now: those of the text, and what is being painted. */
  readonly drawn = $derived.by((): string => {
    const { own } = this.sheet;
    if (this.live.size === 0) return own;
    let [found, done] = ["", 0];
    for (const [at, { kind }] of [...this.live].sort(([a], [b]) => a - b)) {
      found += own.slice(done, at) + signOf(this.hexes, kind);
      done = at + 1;
    }
    return found + own.slice(done);
  });
  readonly #grounded = $derived.by(() => groundSigns(this.drawn, this.hexes));
  readonly terrain = $derived.by((): Terrain => ({
    ...{ id: "draft", name: "", table: this.hexes ? "hexes" : "squares", columns: this.sheet.columns },
    ...{ rows: this.rows, north: NORTHS.indexOf(this.sheet.north) * 90, legend: legendOf(this.kinds) },
    cells: [this.#grounded],
  }));
  readonly cut = $derived.by(() => cutOf(this.terrain, this.layout));
  /** Walls and barricades, and how high buildings are. */
  readonly marks = $derived.by((): Mark[] => {
    if (this.hexes) return [];
    const found = STANDING.map((kind) => this.#mark(MARKS[kind]!, kind, signOf(false, kind)));
    return [...found.filter(({ at }) => at.length > 0), ...(this.heights ? this.#heights() : [])];
  });

  constructor(editing: Editing, api: Pick<Api, "prospect">) {
    this.editing = editing;
    this.#asking = new Prospecting(editing, api);
    this.kind = this.hexes ? "small house" : "house";
    this.camera = new Camera(() => ({ sheet: this.layout, unit: this.layout.unit, models: false }));
  }

  // ---- what is there ----
  get rows(): number {
    return this.sheet.rows.length;
  }
  get kinds(): readonly KindRow[] {
    return this.hexes ? HEXES : SQUARES;
  }
  /** What the hand can put down in this book. */
  get offered(): readonly KindRow[] {
    return this.editing.page.book === "france1944"
      ? SQUARES.filter(({ kind }) => !STANDING.includes(kind))
      : this.kinds;
  }
  get tall(): boolean {
    return BUILDINGS.includes(this.kind) && this.editing.page.book !== "france1944";
  }
  /** What the hand puts down. */
  get cell(): Cell {
    return { kind: this.kind, height: this.tall ? this.height : 1 };
  }
  /** What is on a cell now, painted or not. */
  at(at: number): Cell {
    return this.live.get(at) ?? cellAt(this.sheet, at);
  }
  word(kind: string): string {
    return this.kinds.find((row) => row.kind === kind)?.word ?? kind;
  }
  name(at: number): string {
    return squareName(at, this.sheet.columns);
  }
  get unasked(): string {
    return this.#asking.unasked;
  }
  #mark(mark: string, kind: string, sign: string): Mark {
    const at: { x: number; y: number }[] = [];
    const { columns } = this.sheet;
    for (let i = this.drawn.indexOf(sign); i >= 0; i = this.drawn.indexOf(sign, i + 1))
      at.push({ x: i % columns, y: Math.floor(i / columns) });
    return { kind: mark, at, side: null, sentence: kind, rule: "" };
  }
  #heights(): Mark[] {
    const { signs, columns, meaning } = this.sheet;
    const tall = [...meaning].filter(([, { height }]) => height > 1);
    const found = new Map<string, { x: number; y: number }[]>();
    if (tall.length === 0 && ![...this.live.values()].some(({ height }) => height > 1)) return [];
    for (let i = 0; i < signs.length; i++) {
      const { height, kind } = this.at(i);
      if (height < 2) continue;
      const key = `${kind} ${height}`;
      found.set(key, [...(found.get(key) ?? []), { x: i % columns, y: Math.floor(i / columns) }]);
    }
    return [...found].map(([sentence, at]) => ({ kind: "height", at, side: null, sentence, rule: "" }));
  }

  // ---- tools ----
  use(tool: Tool): void {
    this.leave();
    this.tool = tool;
    if (tool === "sight") this.seeing = true;
    else if (tool !== "measure") this.tape = null;
  }
  take(kind: string): void {
    this.kind = kind;
    if (!PAINTS.includes(this.tool)) this.use("brush");
  }
  get paints(): boolean {
    return PAINTS.includes(this.tool);
  }
  /** Takes into the hand what is on a cell. */
  pick(at: number): void {
    const { kind, height } = this.at(at);
    [this.kind, this.height] = [kind, height];
    if (this.tool === "pick") this.use("brush");
    this.#told = `${this.word(kind)} is in your hand.`;
  }
  leave(): void {
    [this.live, this.pen, this.trouble] = [NONE, null, ""];
  }
  /** One step back of what is half done; tells whether something was. */
  back(): boolean {
    if (this.live.size > 0 || this.pen !== null) this.leave();
    else if (this.tape) this.tape = null;
    else if (this.pinned !== null) this.pinned = null;
    else if (this.seeing) this.seeing = false;
    else return false;
    return true;
  }

  // ---- painting ----
  #twin = (at: number): number => twinCell(at, this.mirror, this.sheet);
  /** Cells as strokes, with their twins. */
  #strokes(cells: readonly number[], cell = this.cell): Strokes {
    const all = this.mirror === "none" ? cells : [...cells, ...cells.map(this.#twin)];
    return new Map(all.map((at) => [at, cell]));
  }
  /** The cells that the hand would change if it were pressed or let go here. */
  readonly meant = $derived.by((): readonly number[] => {
    const { cursor, pen, tool } = this;
    if (cursor === null || !this.paints) return [];
    if (pen !== null && tool === "line") return lineCells(pen, cursor, this.sheet);
    if (pen !== null) return boxCells(pen, cursor, this.sheet.columns);
    return [cursor];
  });
  readonly twins = $derived.by((): readonly number[] =>
    this.mirror === "none" ? [] : this.meant.map(this.#twin).filter((at) => !this.meant.includes(at)),
  );
  hover(at: number | null): void {
    this.keyed = false;
    if (this.cursor === at) return;
    this.cursor = at;
    this.#told = "";
    this.#draws();
  }
  away(): void {
    if (!this.keyed && this.pen === null && this.live.size === 0) this.cursor = null;
  }
  /** What is drawn from where the pen was set down. */
  #draws(): void {
    if (this.pen !== null) this.live = this.#strokes(this.meant);
  }
  /** The brush goes on to a cell. */
  brush(from: number, to: number): void {
    this.cursor = to;
    this.live = new Map([...this.live, ...this.#strokes(lineCells(from, to, this.sheet))]);
  }
  set(at: number): void {
    [this.pen, this.cursor] = [at, at];
    this.#draws();
  }
  /** What was painted goes into the text, as one step. */
  drop(): void {
    const { live, pen, cursor } = this;
    const own = pen !== null && cursor !== null ? [pen, cursor] : [...live.keys()];
    [this.live, this.pen] = [NONE, null];
    this.#paint(live, this.#area(own));
  }
  fill(at: number): void {
    this.#paint(this.#strokes(fieldOf(at, this.sheet)), this.name(at));
  }
  clear(): void {
    const { cursor, pen } = this;
    if (cursor === null) return;
    const cells = pen === null ? [cursor] : boxCells(pen, cursor, this.sheet.columns);
    this.leave();
    this.#paint(this.#strokes(cells, groundOf(this.sheet)), this.#area(pen === null ? [cursor] : [pen, cursor]));
  }
  putOn(at: number, kind: string): void {
    this.#paint(new Map([[at, { kind, height: 1 }]]), this.name(at));
  }
  #paint(strokes: Strokes, where: string): void {
    const text = painted(this.editing.text, this.sheet, strokes);
    if (text === this.editing.text) return;
    const [{ kind }] = [...strokes.values()] as [Cell];
    this.editing.change(text, `${this.word(kind)} at ${where}`);
    const twin = this.mirror === "none" ? "" : ", and its twin";
    this.#told = `${capital(this.word(kind))}, ${where}${twin}.`;
  }
  /** "O15:P16", "K7". */
  #area(cells: readonly number[]): string {
    const { columns } = this.sheet;
    const xs = cells.map((at) => at % columns);
    const ys = cells.map((at) => Math.floor(at / columns));
    if (cells.length === 0) return "";
    const [first, last] = [
      this.name(Math.min(...ys) * columns + Math.min(...xs)),
      this.name(Math.max(...ys) * columns + Math.max(...xs)),
    ];
    return first === last ? first : `${first}:${last}`;
  }

  // ---- the whole ----
  resize(side: Side, by: 1 | -1): void {
    this.trouble = "";
    const across = side === "left" || side === "right";
    const now = across ? this.sheet.columns : this.rows;
    const step = this.hexes && side === "top" ? 2 : 1;
    const least = this.hexes && !across ? 2 : 1;
    if (now + by * step > MOST || now + by * step < least)
      return void (this.trouble =
        by > 0
          ? `A board has ${MOST} ${across ? "columns" : "rows"} at most.`
          : `${least === 1 ? "One is" : "Two rows are"} the least.`);
    const what = `${step === 1 ? (across ? "column" : "row") : "two rows"} ${by > 0 ? "more" : "less"}, ${side}`;
    this.leave();
    this.pinned = this.cursor = null;
    this.editing.change(sized(this.editing.text, this.sheet, side, by), what);
  }
  turnNorth(north: North): void {
    this.editing.change(northed(this.editing.text, this.sheet, north), `north is ${north}`);
  }

  // ---- the text ----
  /** What the cursor in the text, or a fault, stands at. */
  chooseAt(place: number): void {
    const found = cellIn(this.sheet, place);
    if (found !== null) [this.cursor, this.keyed] = [found, true];
  }
  point({ place }: Flaw): void {
    const at = this.cellOf(place);
    if (at === null) return;
    [this.cursor, this.keyed] = [at, true];
    this.camera.reveal(this.layout.centre(at));
  }
  cellOf(place: Flaw["place"]): number | null {
    if (place?.row === undefined) return null;
    return place.row * this.sheet.columns + Math.min(place.column ?? 0, this.sheet.columns - 1);
  }
  /** Lights the line of the text in which the hand is. */
  light(): void {
    const { cursor, sheet } = this;
    const row = cursor === null ? undefined : sheet.rows[Math.floor(cursor / sheet.columns)];
    this.editing.lit = row ? [row.line, row.line] : null;
  }
  settle(): void {
    const all = this.sheet.columns * this.rows;
    if (this.cursor !== null && this.cursor >= all) this.cursor = null;
    if (this.pinned !== null && this.pinned >= all) this.pinned = null;
    if (!this.offered.some(({ kind }) => kind === this.kind)) this.kind = this.offered[0]!.kind;
  }
  goTo(at: number): void {
    [this.cursor, this.keyed] = [at, true];
    this.camera.reveal(this.layout.centre(at));
    if (this.pen !== null) this.#draws();
    this.editing.goal = { place: placeOf(this.sheet, at) };
  }

  // ---- the referee ----
  #rest: ReturnType<typeof setTimeout> | undefined;
  #long: ReturnType<typeof setTimeout> | undefined;
  #look: ReturnType<typeof setTimeout> | undefined;
  /** The ground has changed. */
  refresh(): void {
    clearTimeout(this.#rest);
    clearTimeout(this.#long);
    this.#rest = setTimeout(() => void this.#refreshed(), REST_MS);
    this.longest = null;
    if (this.seeing && (this.hexes || this.sheet.columns * this.rows <= 1024))
      this.#long = setTimeout(() => {
        void this.#asking
          .ask({ ask: "longest" }, this.editing.text)
          .then((found) => found && !found.refusal && (this.longest = found));
      }, LONG_REST_MS);
  }
  async #refreshed(): Promise<void> {
    const { text, page } = this.editing;
    const books = this.hexes ? [page.book] : FAMILY;
    await Promise.all(
      books.map(async (book) => {
        const found = await this.#asking.ask({ ask: "zones" }, text, book, book);
        if (!found) return;
        this.plays = { ...this.plays, [book]: found };
        if (book === this.editing.page.book) this.ground = found;
      }),
    );
  }
  get eye(): number | null {
    return this.pinned ?? (this.paints ? null : this.cursor);
  }
  /** Where one looks from has changed, or what the hand would put there. */
  look(): void {
    clearTimeout(this.#look);
    const { eye, seeing, editing, tape } = this;
    if (!seeing || eye === null) this.sight = this.then = null;
    if (!tape) this.line = null;
    const about = this.pinned !== null && this.meant.length > 0 ? this.#strokes(this.meant) : NONE;
    const changes = [...about].some(([at, cell]) => !alike(cellAt(this.sheet, at), cell));
    this.#look = setTimeout(() => {
      if (seeing && eye !== null) {
        const query = { ask: "sight", square: eye } as const;
        void this.#asking.ask(query, editing.text).then((found) => found && (this.sight = found));
        if (!changes) this.then = null;
        else
          void this.#asking
            .ask(query, painted(editing.text, this.sheet, about), editing.page.book, "then")
            .then((found) => found && (this.then = found));
      }
      if (tape)
        void this.#asking
          .ask({ ask: "line", square: tape[0], to: tape[1] }, editing.text)
          .then((found) => found && (this.line = found));
    }, REST_MS);
  }
  close(): void {
    for (const clock of [this.#rest, this.#long, this.#look]) clearTimeout(clock);
    this.camera.close();
  }

  // ---- words ----
  /** "2 × 2", while a rectangle is pulled open. */
  get size(): string {
    const { pen, cursor, tool } = this;
    if (pen === null || cursor === null) return "";
    if (tool === "line") return String(this.meant.length);
    return boxSize(pen, cursor, this.sheet.columns).join(" × ");
  }
  get #seen(): string {
    const { sight, then } = this;
    if (!this.seeing || !sight?.told) return "";
    const many = then?.cells?.cells.length;
    return many === undefined ? sight.told : `${sight.told.replace(/\.$/, "")}, then ${many}.`;
  }
  get sentence(): string {
    if (this.trouble) return this.trouble;
    const { cursor, pen, tool, mirror } = this;
    const what = capital(this.word(this.kind)) + (this.cell.height > 1 ? `, ${this.height} high` : "");
    const far = this.seeing && (!this.paints || cursor === null) ? (this.longest?.told ?? "") : "";
    const seen = [this.#seen, far].filter(Boolean).join(" ");
    if (tool === "sight") return seen || "Press a place: the referee tells what is in sight.";
    if (tool === "measure") return this.line?.told || "Pull from one place to another.";
    if (tool === "hand") return seen || "Pull the board.";
    if (tool === "pick") return "Press what you want in your hand.";
    if (cursor === null)
      return `${what}, ${tool}. ${tool === "rectangle" || tool === "line" ? "Pull over the board." : "Press, or pull."} ${seen}`;
    const where = this.#area(pen === null ? [cursor] : [pen, cursor]);
    const twins = mirror === "none" ? "" : `, and its twin, ${this.#area(this.twins.length ? this.twins : [cursor])}`;
    const does = pen === null ? "" : " Release to build it.";
    return `${what}, ${where}${twins}.${does} ${seen}`;
  }
  /** What is read out. */
  get spoken(): string {
    if (this.trouble) return this.trouble;
    if (this.#told) return this.#told;
    const { cursor } = this;
    if (cursor === null || !this.keyed) return "";
    const { kind, height } = this.at(cursor);
    const there = `${this.name(cursor)}, ${this.word(kind)}${height > 1 ? `, ${height} high` : ""}`;
    const hand = this.paints ? ` ${this.word(this.kind)} is in your hand.` : "";
    const open = this.size ? ` ${this.size.replace("×", "by")}.` : "";
    return `${there}.${open}${hand} ${this.#seen}`.trim();
  }
}
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
