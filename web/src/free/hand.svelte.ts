/** The hand on a free table: what it leads, carries or aims at, and what it does with it. It knows no rules and no pointers. */
import { tick } from "svelte";
import { placeIn, wayIn } from "../api/orders";
import type { Mode, Order, Place, Preview } from "../api/types";
import { aimAt, sameAim, type Aimed } from "../stage/aims";
import type { Camera } from "../stage/camera.svelte";
import type { Ears, Manner } from "../stage/ears";
import { momentOf, OVERLAYS } from "../stage/overlay";
import type { Point } from "../stage/points";
import { legalOf, putIntent, wayIntent, type FreeIntent } from "./intent";
import { Laying } from "./laying.svelte";
import { Leading } from "./leading.svelte";
import type { Path } from "./path";
import { CM } from "./plane";
import { Question } from "./question.svelte";
import type { TableScenery } from "./scenery.svelte";
import { say } from "../language/language";

export interface TableEars extends Ears {
  /** What an order would meet. */
  ask?(order: Order): Promise<Preview>;
  /** What was led, put or dropped is to be done. */
  take?(intent: FreeIntent, at: Point): void;
  /** A unit was chosen for the command die in the hand. */
  lit?(unit: number): void;
}
/** What the hand aims at; it can be set from outside too. */
export interface Aim {
  get(): Aimed | null;
  set(aim: Aimed | null): void;
}

/** Milliseconds that a shot must have been looked at before a click fires it. */
const LOOKED_AT = 250;
/** How far beyond the edge a key leads a way, in 1/100 mm. */
const BEYOND = 20 * CM;

export class TableHand {
  /** Where the hand is. */
  place: Place | null = $state.raw(null);
  keyed = $state(false);
  touching = $state(false);
  /** A model is being pulled. */
  drag = $state(false);
  /** A way stays where it was put until it is taken or left. */
  pinned = $state(false);
  /** The weapon that reaches farthest of the unit that is held down, and who that is. */
  held: { readonly unit: number; readonly mode: Mode } | null = $state.raw(null);
  /** The full names of all units are shown. */
  alt = $state(false);
  /** The path stands there as words. */
  spelling = $state(false);
  hovered: number | null = $state(null);
  /** The pointer is over the table; something is carried there from elsewhere. */
  over = false;
  carried = false;
  /** The unit that a press on the table chose last. */
  pressedOn: number | null = null;
  readonly scenery: TableScenery;
  readonly camera: Camera;
  readonly ears: TableEars;
  readonly manner: Manner;
  readonly question: Question;
  readonly leading: Leading;
  readonly laying: Laying;
  readonly #aim: Aim;
  readonly #refused: (unit: number) => void;

  constructor(
    scenery: TableScenery,
    camera: Camera,
    aim: Aim,
    ears: TableEars,
    manner: Manner,
    refused: (unit: number) => void,
  ) {
    this.scenery = scenery;
    this.camera = camera;
    this.ears = ears;
    this.manner = manner;
    this.#aim = aim;
    this.#refused = refused;
    this.question = new Question(ears.ask && ((order) => ears.ask!(order)));
    this.leading = new Leading(scenery, this.question);
    this.laying = new Laying(scenery, this.question, () => camera.scale);
  }

  // ---- what it is about to do ----
  readonly aim = $derived.by((): Aimed | null => this.#aim.get());
  get target() {
    return this.aim?.kind === "target" ? aimAt(this.scenery.survey, this.aim.unit, this.aim.cell) : undefined;
  }
  get deed() {
    return this.aim?.kind === "deed" ? this.scenery.survey?.deeds[this.aim.at] : undefined;
  }
  /** The way as the referee has it; while he is asked, as far as the hand can tell it by itself, so that nothing lags behind. */
  get way() {
    if (!this.scenery.template) return null;
    const { answer, fresh } = this.question;
    return fresh ? (answer?.preview.way ?? null) : this.leading.sketch;
  }
  get ghost() {
    return this.way?.poses.at(-1) ?? null;
  }
  get refusal() {
    return this.question.answer?.preview.refusal ?? null;
  }
  /** Where shells may fall; while the referee is asked, as they fell about the last aim, and on nobody yet. */
  get fall() {
    const { answer, fresh } = this.question;
    const fall = answer?.preview.fall ?? null;
    const [from, to] = [placeIn(answer?.order ?? null), this.laying.spot];
    if (!fall || fresh || !from || !to) return fall;
    const dots = fall.dots.map(({ x, y, chance }) => ({ x: x + to.x - from.x, y: y + to.y - from.y, chance }));
    return { ...fall, dots, struck: [] };
  }
  readonly intent = $derived.by((): FreeIntent | null => {
    const { answer } = this.question;
    const { template, put, slide } = this.scenery;
    if (!answer) return null;
    if (template) return wayIntent(answer);
    if (put) return putIntent(answer, put, "put");
    return slide ? putIntent(answer, { label: say("Drop bombs"), rule: "" }, "drop") : null;
  });
  /** The best shot from where the way ends. */
  get then() {
    return this.overlay.layers.has("then") ? (this.question.answer?.preview.forecast?.then ?? null) : null;
  }
  /** What is drawn over the ground now. */
  readonly moment = $derived.by(() => {
    const { film, survey, template, put, slide } = this.scenery;
    const led = template !== null && this.leading.path.length > 0;
    return momentOf({
      playing: film.running,
      held: this.held !== null,
      moves: template !== null,
      fires: (survey?.aims.length ?? 0) > 0,
      aim: led ? "pose" : (this.aim?.kind ?? null),
      falls: slide !== null || (put !== null && put.length === 0) || this.fall !== null,
    });
  });
  get overlay() {
    return OVERLAYS[this.moment];
  }
  get named() {
    return this.alt || this.manner.named === true;
  }
  /** Something is led, put or dropped. */
  get busy(): boolean {
    return this.leading.path.length > 0 || this.laying.spot !== null || this.laying.along !== null;
  }

  takeAim(next: Aimed | null): void {
    if (sameAim(this.aim, next)) return;
    this.#aim.set(next);
    this.question.since = performance.now();
  }
  /** What no longer stands in the survey is no longer aimed at. */
  reconsider(): void {
    const { aim } = this;
    const lost = aim !== null && (aim.kind === "target" ? !this.target : aim.kind !== "deed" || !this.deed);
    if (lost) this.takeAim(null);
  }
  clear(): void {
    this.question.forget();
    this.leading.clear();
    this.laying.clear();
    this.pinned = this.spelling = false;
  }
  /** Another unit, another thing, another weapon: what was held is laid down, and what lies under the hand is taken. */
  begin(): void {
    const { template, put, slide, entry, film } = this.scenery;
    this.clear();
    this.leading.entered = null;
    if (entry) this.leading.enterAt(this.scenery.middleOf(entry));
    else if (template && this.ears.ask) void this.leading.learn((order) => this.ears.ask!(order));
    this.laying.heading = put?.heading ?? 0;
    if (!this.place || film.running) return;
    if (template && this.drag) this.pull(this.place);
    else if (put && (this.carried || (!this.keyed && this.over))) this.laying.carryTo(this.place);
    else if (slide && !this.keyed && this.over) this.laying.slideTo(this.place);
  }
  /** A hand faster than the survey: what it does is done once the unit can be moved or put. Tells whether that is awaited. */
  soon(act: () => void): boolean {
    const { template, put, slide } = this.scenery;
    return !template && !put && !slide && (this.ears.later?.(() => void tick().then(act)) ?? false);
  }
  pull(place: Place): void {
    this.place = place;
    this.leading.pull(place);
  }
  /** A corner where the hand is; the next leg follows it from there. */
  async corner(): Promise<void> {
    await this.leading.corner();
    if (this.place && this.drag) this.pull(this.place);
  }
  /** Turns the ghost, or what is carried; tells whether there is something to turn. */
  turnBy(degrees: number): boolean {
    if (this.scenery.put?.turns) this.laying.turnBy(degrees);
    else if (!this.scenery.template) return false;
    else {
      if (!this.leading.sliding || !this.leading.entered) this.pinned = !this.drag;
      this.leading.turnBy(degrees);
    }
    return true;
  }

  // ---- what it does ----
  /** A shot must have been looked at for a moment; a faster click only aims. */
  get seen(): boolean {
    return this.keyed || performance.now() - this.question.since > LOOKED_AT;
  }
  async commit(): Promise<void> {
    if (this.aim) return this.#fire(this.aim);
    if (!this.question.answer && !this.busy) return;
    await this.question.settled();
    const { intent, refusal } = this;
    if (!intent) return;
    const { spot, dropped } = this.laying;
    const at = this.pixelOf(this.ghost ?? spot ?? dropped ?? this.leading.start ?? { x: 0, y: 0 });
    if (!intent.can) {
      if (this.scenery.selected !== null) this.#refused(this.scenery.selected);
      return refusal ? this.ears.refuse?.(refusal, at) : undefined;
    }
    if (this.fall && !this.seen) return;
    this.clear();
    this.ears.take?.(intent, at);
  }
  #fire(aim: Aimed): void {
    if (aim.kind === "target" && !this.seen) return;
    const unit = this.target?.unit ?? null;
    const at = this.camera.pixelOf((unit !== null && this.scenery.whereIs(unit)) || [0, 0]);
    if (this.target?.preview.refusal) return this.ears.refuse?.(this.target.preview.refusal, at);
    this.takeAim(null);
    this.ears.commit?.(aim, at);
  }
  /** Chooses what lies under the hand. */
  choose(): void {
    const piece = this.place && this.pieceAt(this.place);
    if (!piece) return;
    if (this.scenery.lit.includes(piece.id)) this.ears.lit?.(piece.id);
    else this.pick(piece.id);
  }
  pick(unit: number): void {
    this.pressedOn = this.keyed ? null : unit;
    this.ears.pick?.(unit);
  }
  hover(place: Place): void {
    const { put, slide, survey, template, entry, film } = this.scenery;
    this.place = place;
    const piece = this.pieceAt(place);
    this.#rest(piece?.id ?? null);
    if (film.running) return;
    if (put) return this.laying.carryTo(place);
    if (slide) return this.laying.slideTo(place);
    if (piece && aimAt(survey, piece.id)) return this.takeAim({ kind: "target", unit: piece.id });
    if (this.aim?.kind === "target") this.takeAim(null);
    if (!template || this.pinned) return;
    if (piece && !entry) {
      this.question.forget();
      this.leading.slacken();
    } else this.pull(place);
  }
  /** Holds an enemy down: shows on what it bears, and tells whether there is something to show. */
  async hold(unit: number): Promise<boolean> {
    const { tray } = this.scenery.scene.picture;
    const piece = this.scenery.pieces.find(({ id }) => id === unit);
    const found = piece && piece.side !== tray.side ? ((await this.ears.look?.(unit)) ?? null) : null;
    const [mode] = (found?.modes ?? []).filter(({ reach }) => reach).sort((a, b) => (b.reach ?? 0) - (a.reach ?? 0));
    this.held = mode ? { unit, mode } : null;
    return this.held !== null;
  }
  leave(): void {
    this.over = false;
    this.#rest(null);
    if (this.drag || this.keyed) return;
    if (this.scenery.template && !this.pinned && !this.spelling && !this.leading.fixed) this.clear();
    if (this.scenery.put && !this.touching) {
      this.question.forget();
      this.laying.spot = null;
    }
  }
  #rest(unit: number | null): void {
    if (unit !== this.hovered) this.ears.hover?.((this.hovered = unit));
  }
  skip(): void {
    if (this.ears.skip) this.ears.skip();
    else this.scenery.film.skip();
  }

  // ---- keys ----
  /** An arrow moves the hand as it looks on the drawing: by a centimetre, with Shift by a millimetre; an aim the other way round. */
  arrow([dx, dy]: Point, fine: boolean): void {
    const { put, slide, template, survey, plane, film } = this.scenery;
    if (film.running) this.skip();
    this.keyed = true;
    const by = (put && put.length === 0) || slide ? (fine ? CM : CM / 10) : fine ? CM / 10 : CM;
    if (slide) return this.laying.drop((this.laying.along ?? 0) + (dx - dy) * by);
    const [x, y] = this.scenery.pointOf(this.#keysBegin());
    const next = plane.place([x + (dx * by) / 100, y + (dy * by) / 100]);
    const place = this.scenery.within(next, put || !template ? 0 : BEYOND);
    this.camera.reveal(this.scenery.pointOf(place));
    if (template) {
      this.pinned = !this.leading.sliding;
      return this.pull(place);
    }
    this.place = place;
    if (put) return this.laying.carryTo(place, false);
    const piece = this.pieceAt(place);
    this.takeAim(piece && aimAt(survey, piece.id) ? { kind: "target", unit: piece.id } : null);
  }
  /** Where an arrow moves the hand from. */
  #keysBegin(): Place {
    const { put, template, chosen, terrain } = this.scenery;
    const { start, sliding, path } = this.leading;
    if (put) return this.laying.spot ?? chosen?.pose ?? this.scenery.middleOf(put);
    if (template) return sliding || path.length === 0 ? start! : (this.place ?? start!);
    return this.place ?? chosen?.pose ?? { x: terrain.columns / 2, y: terrain.rows / 2 };
  }
  enter(): void {
    if (this.leading.sliding) return void (this.leading.fixed = true);
    if (this.aim || this.busy) return void this.commit();
    const piece = this.place && this.pieceAt(this.place);
    if (piece && this.scenery.lit.includes(piece.id)) return this.ears.lit?.(piece.id);
    if (!this.ears.enter?.()) this.choose();
  }
  space(): void {
    if (!this.ears.space?.()) this.choose();
  }
  /** The path stands there as words, or is taken as it was spelt. */
  spell(): void {
    if (this.scenery.template) this.spelling = true;
  }
  spelt(path: Parameters<Leading["spelt"]>[0]): void {
    this.pinned = true;
    this.leading.spelt(path);
  }

  /** A way that stays where it was put: corners can be set and taken back. */
  get cornering(): boolean {
    return (
      this.scenery.template !== null && this.pinned && !this.drag && !this.spelling && this.leading.path.length > 0
    );
  }
  /** The path that words begin with, while it stands there as words. */
  get spells(): Path | null {
    if (!this.spelling || !this.scenery.template) return null;
    const { answer } = this.question;
    return answer ? wayIn(legalOf(answer)) : this.leading.path;
  }
  /** What comes first, where a unit slides along its line before it is led. */
  get coming(): string {
    const { entry } = this.scenery;
    return this.leading.sliding && entry ? say("{label}: where, and then pull the way.", { label: entry.label }) : "";
  }

  // ---- places ----
  /** How near a pointer must come, in 1/100 mm. */
  get #slack() {
    return ((this.touching ? 20 : 3) / this.camera.scale) * 100;
  }
  pieceAt(place: Place): ReturnType<TableScenery["pieceAt"]> {
    return this.scenery.pieceAt(place, this.#slack, this.camera.scale);
  }
  placeAt(pixel: Point): Place {
    return this.scenery.plane.place(this.camera.unitsAt(pixel));
  }
  pixelOf(place: Place): Point {
    return this.camera.pixelOf(this.scenery.pointOf(place));
  }
  /** The handle before the bow, of the ghost or of the unit. */
  get bow(): Point | null {
    const { template, chosen, film, pointOf } = this.scenery;
    const pose = this.ghost ?? (template && !film.running ? this.leading.start : null);
    if (!pose || !chosen) return null;
    const far = ((chosen.footing?.length ?? 3000) / 200 + Math.max(9, 17 / this.camera.scale)) * 100;
    const bearing = (pose.bearing * Math.PI) / 180;
    return pointOf({ x: pose.x + far * Math.sin(bearing), y: pose.y - far * Math.cos(bearing) });
  }
}
