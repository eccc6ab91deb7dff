/** The hand on a board of cells: what it rests on, what it aims at, and what it does. It knows no rules and no pointers. */
import { aimAt, sameAim, type Aimed } from "../stage/aims";
import type { Camera } from "../stage/camera.svelte";
import type { Ears, Manner } from "../stage/ears";
import { momentOf, OVERLAYS } from "../stage/overlay";
import type { Point } from "../stage/points";
import type { Mark, Survey } from "./picture";
import type { Scenery } from "./scenery.svelte";
import {
  aimAfter,
  canDo,
  cursorFrom,
  facingOf,
  facingsAt,
  meant,
  nearestFacing,
  pieceOn,
  poseAt,
  poseOf,
  squareAimed,
  squareOf,
  stopAt,
  turnedPose,
} from "./state";
import { isSeen } from "./veil";

export interface BoardEars extends Ears {
  /** Something was pressed that cannot be done; tells whether the reason will be given. */
  why?(what: Aimed, at: Point): boolean;
  /** The pointer is over a square that means nothing to the chosen unit, and on which nothing stands; or over none. */
  over?(square: number | null): void;
  /** A mark was pressed: a hook, an arrow. An arrow can also be pulled to another square, where that is asked for. */
  mark?(mark: Mark): void;
  readonly redirect?: ((mark: Mark, square: number) => void) | undefined;
}
/** What the hand aims at; it can be set from outside too. */
export interface Aim {
  get(): Aimed | null;
  set(aim: Aimed | null): void;
}

/** Milliseconds that a shot must have been looked at before a click fires it. */
const LOOKED_AT = 250;

export class BoardHand {
  /** The square under the pointer, and the one under the cursor of the keys; which of the two leads. */
  hovered: number | null = $state(null);
  cursor: number | null = $state(null);
  keyed = $state(false);
  touching = $state(false);
  /** The full names of all units are shown. */
  alt = $state(false);
  /** What the unit that is held down sees. */
  held: Survey | null = $state.raw(null);
  /** A ghost stays where it was put, with its ring, until it is taken or left. */
  pinned = $state(false);
  readonly scenery: Scenery;
  readonly camera: Camera;
  readonly ears: BoardEars;
  readonly manner: Manner;
  readonly #aim: Aim;
  /** The unit that a press on the board chose last. */
  pressedOn: number | null = null;
  #aimedAt = 0;
  #hoveredUnit: number | null = null;
  #followed: number | null = null;

  constructor(scenery: Scenery, camera: Camera, aim: Aim, ears: BoardEars, manner: Manner) {
    this.scenery = scenery;
    this.camera = camera;
    this.ears = ears;
    this.manner = manner;
    this.#aim = aim;
  }

  // ---- what it aims at ----
  readonly aim = $derived.by((): Aimed | null => this.#aim.get());
  get ghost() {
    return this.aim?.kind === "pose" && this.scenery.reach.stops.has(this.aim.pose) ? this.aim.pose : null;
  }
  get stop() {
    return this.aim?.kind === "pose" ? stopAt(this.scenery.reach, this.aim.pose, this.aim.way) : undefined;
  }
  readonly target = $derived.by(() =>
    this.aim?.kind === "target" ? aimAt(this.scenery.survey, this.aim.unit, this.aim.cell) : undefined,
  );
  get deed() {
    return this.aim?.kind === "deed" ? this.scenery.survey?.deeds[this.aim.at] : undefined;
  }
  /** What is drawn over the ground now. */
  readonly moment = $derived.by(() => {
    const { film, survey, reach } = this.scenery;
    return momentOf({
      playing: film.running,
      held: this.held !== null,
      moves: reach.squares.size > 0,
      fires: (survey?.aims.length ?? 0) > 0,
      aim: this.aim?.kind ?? null,
      falls: Boolean(this.target?.preview.fall),
    });
  });
  get overlay() {
    return OVERLAYS[this.moment];
  }
  get named() {
    return this.alt || this.manner.named === true;
  }
  /** The unit that is aimed at, and the one under the hand. */
  get aimedUnit() {
    return this.aim?.kind === "target" ? this.aim.unit : null;
  }
  get hoveredUnit() {
    return (this.lookedAt === null ? undefined : this.pieceOn(this.lookedAt))?.id ?? null;
  }
  /** Where what is pulled along could end instead. */
  get trails() {
    if (!this.pinned || this.ghost === null) return [];
    const all = (this.scenery.reach.ways.get(this.ghost) ?? []).flatMap(({ trail }) => trail ?? []);
    return [...new Set(all)].filter((square) => square !== this.stop?.trail);
  }
  /** What can only turn where it stands has its ring at once. */
  get #turnsOnly() {
    const { home, reach } = this.scenery;
    return home !== null && reach.squares.size === 1 && reach.squares.has(home);
  }
  /** The square whose facings are chosen from, and whether they are shown. */
  get centre() {
    return this.ghost !== null ? squareOf(this.ghost) : this.#turnsOnly ? this.scenery.home : null;
  }
  get ringed() {
    return (
      ((this.pinned && this.ghost !== null) || this.#turnsOnly) &&
      this.centre !== null &&
      facingsAt(this.scenery.reach, this.centre).length > 1
    );
  }
  get lookedAt() {
    return this.keyed ? this.cursor : this.hovered;
  }

  takeAim(next: Aimed | null, pin = false): void {
    this.pinned = pin && next !== null;
    if (sameAim(this.aim, next)) return;
    this.#aim.set(next);
    this.#aimedAt = performance.now();
  }
  /** What no longer stands in the survey is no longer aimed at; what lies under the hand when a survey comes is. */
  reconsider(): void {
    const { situation, home } = this.scenery;
    // Where the unit stands is where a choice puts the cursor, and no wish to turn on the spot.
    const next = aimAfter(situation, this.aim, this.lookedAt === home ? null : this.lookedAt);
    this.takeAim(next, this.pinned && sameAim(next, this.aim));
    this.#wonder();
  }
  /** The cursor goes to the piece that is chosen, and along with it. */
  followChosen(): void {
    const { selected, home } = this.scenery;
    if (home !== null) this.cursor = home;
    if (home !== null && selected !== this.#followed) this.keyed = this.hovered !== home && !this.touching;
    this.#followed = selected;
  }
  aimedSquare(): number | null {
    const { aim, deed } = this;
    const { pieces, columns, survey, home } = this.scenery;
    if (!aim) return null;
    if (aim.kind === "square") return aim.square;
    if (aim.kind === "pose") return squareOf(aim.pose);
    if (aim.kind === "deed") {
      const moved = deed?.ghosts.find(({ piece }) => piece !== survey?.unit);
      return moved ? (squareAimed({ unit: moved.piece }, pieces, columns) ?? null) : home;
    }
    return squareAimed({ unit: aim.unit, cell: aim.cell ?? null }, pieces, columns) ?? null;
  }

  // ---- what it does ----
  /** Sends what is aimed at. A shot must have been looked at for a moment; a faster click only aims. */
  commit(): void {
    const { aim } = this;
    if (!aim || (aim.kind === "target" && !this.keyed && performance.now() - this.#aimedAt < LOOKED_AT)) return;
    const at = this.placeOf(this.aimedSquare());
    if (!canDo(this.scenery.situation, aim)) return void this.ears.why?.(aim, at);
    this.takeAim(null);
    this.ears.commit?.(aim, at);
  }
  /** One level back: aim, then selection. */
  back(): void {
    if (this.aim) this.takeAim(null);
    else if (this.scenery.selected !== null) this.ears.pick?.(null);
  }
  /** A press on a square that offers nothing: it chooses what stands there, or says why nothing can be done. */
  choose(square: number): void {
    const piece = this.pieceOn(square);
    if (piece) this.#pick(piece.id);
    else if (this.aim || !this.ears.why?.({ kind: "square", square }, this.placeOf(square))) this.back();
  }
  #pick(unit: number): void {
    this.pressedOn = this.keyed ? null : unit;
    this.ears.pick?.(unit);
  }
  /** Asks why what the cursor is on cannot be done. */
  why(): void {
    const square = this.cursorNow();
    this.ears.why?.(this.aim ?? { kind: "square", square }, this.placeOf(this.aim ? this.aimedSquare() : square));
  }
  /** A press on a square while the survey is on its way counts once it is there: a move is made by a key, all else only aimed at. */
  putOff(square: number, byKey: boolean): boolean {
    const piece = this.pieceOn(square);
    if (!this.ears.later || (piece && piece.side === this.scenery.chosen?.side)) return false;
    return this.ears.later(() => {
      const next = this.meant(square);
      if (!next) return this.choose(square);
      this.takeAim(next, true);
      if (byKey && next.kind === "pose") this.commit();
    });
  }
  hover(square: number | null): void {
    if (square === this.hovered) return;
    this.hovered = square;
    const unit = (square === null ? undefined : this.pieceOn(square))?.id ?? null;
    if (unit !== this.#hoveredUnit) this.ears.hover?.((this.#hoveredUnit = unit));
    if (!this.pinned || !this.aim) this.takeAim(square === null ? null : this.meant(square));
    this.#wonder();
  }
  /** Tells over which square the pointer is, where it means nothing and nothing stands. */
  #wonder(): void {
    const { hovered } = this;
    const idle = hovered !== null && !this.aim && !this.keyed && !this.pieceOn(hovered);
    this.ears.over?.(idle ? hovered : null);
  }
  /** Holds a unit down: shows what it sees, and tells whether there is something to show. */
  async hold(unit: number): Promise<boolean> {
    const found = (await this.ears.look?.(unit)) ?? null;
    this.held = found?.outlines.some(isSeen) ? found : null;
    return this.held !== null;
  }
  /** What plays is shown to its end. */
  skip(): void {
    if (this.ears.skip) this.ears.skip();
    else this.scenery.film.skip();
  }

  // ---- facing ----
  turnTo(facing: number): void {
    if (this.centre !== null) this.takeAim(this.#posed(poseOf(this.centre, facing)), true);
  }
  /** To the next facing that can be had, clockwise or against it. */
  turnBy(way: 1 | -1): void {
    const { reach, facings, chosen, columns } = this.scenery;
    const standing = chosen?.pose ? poseAt(chosen.pose, columns, facings) : 0;
    this.takeAim(this.#posed(turnedPose(reach, this.ghost ?? standing, way, facings.many)), true);
  }
  /** Towards a direction of the map, in notches that are not always whole. */
  faceTo(square: number, notches: number): void {
    const { reach, facings } = this.scenery;
    const facing = nearestFacing(reach, square, notches, facings.many);
    if (facing !== undefined) this.takeAim(this.#posed(poseOf(square, facing)), true);
  }
  /** A direction of the drawing as a facing on the map. */
  notches(dx: number, dy: number): number {
    const bearing = ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360;
    return this.scenery.facings.at(this.scenery.layout.unturned(bearing));
  }
  /** Takes another way to the same pose: the other gear, or another end of what is towed. */
  otherWay(): void {
    const many = this.ghost === null ? 0 : (this.scenery.reach.ways.get(this.ghost)?.length ?? 0);
    if (many > 1 && this.aim?.kind === "pose")
      this.takeAim({ ...this.aim, way: ((this.aim.way ?? 0) + 1) % many }, true);
  }
  /** The aim at a pose. In the same square the turret stays as it is laid. */
  #posed(pose: number): Aimed {
    const { aim } = this;
    return aim?.kind === "pose" && aim.deed !== undefined && squareOf(aim.pose) === squareOf(pose)
      ? { kind: "pose", pose, deed: aim.deed }
      : { kind: "pose", pose };
  }
  get facing(): number | null {
    return this.ghost === null ? null : facingOf(this.ghost);
  }

  // ---- keys ----
  cursorNow(): number {
    const { layout } = this.scenery;
    const middle = layout.square(layout.columns >> 1, layout.rows >> 1)!;
    return cursorFrom(this.keyed, this.cursor, this.hovered, middle);
  }
  moveCursor([dx, dy]: Point, by: number): void {
    const { film, layout } = this.scenery;
    if (film.running) this.skip();
    this.cursor = layout.step(this.cursorNow(), dx * by, dy * by);
    this.keyed = true;
    this.camera.reveal(layout.centre(this.cursor));
    this.takeAim(this.meant(this.cursor));
  }
  enter(): void {
    const square = this.cursorNow();
    if (this.aim) return this.commit();
    const next = this.meant(square);
    if (next) this.takeAim(next, true);
    else if (!this.putOff(square, true) && !this.ears.enter?.()) this.choose(square);
  }
  space(): void {
    if (!this.ears.space?.()) this.choose(this.cursorNow());
  }

  // ---- squares ----
  meant(square: number): Aimed | null {
    return meant(this.scenery.situation, square);
  }
  pieceOn(square: number): ReturnType<typeof pieceOn> {
    return pieceOn(this.scenery.pieces, square, this.scenery.columns);
  }
  squareAt(pixel: Point): number | null {
    return this.scenery.layout.at(this.camera.unitsAt(pixel)) ?? null;
  }
  /** The pixel in the middle of a square. */
  placeOf(square: number | null): Point {
    return this.camera.pixelOf(square === null ? [0, 0] : this.scenery.layout.centre(square));
  }
}
