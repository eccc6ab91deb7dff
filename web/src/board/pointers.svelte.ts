/** Pointers on a board of cells: a press aims, a pull turns the ghost, lays the turret, leads an arrow or moves the board. */
import type { Camera } from "../stage/camera.svelte";
import { CELL, type Point } from "../stage/points";
import { Pointers, type Pointer, type Press } from "../stage/pointers.svelte";
import { markAt } from "./arrows";
import type { BoardHand } from "./hand.svelte";
import { nearestOf, ringArrow } from "./layout";
import type { Mark } from "./picture";
import { facingsAt, meaningful } from "./state";
import type { Turret } from "./turret.svelte";

interface BoardPress extends Press {
  readonly square: number | null;
  readonly pull: "face" | "turret" | "arrow" | "pan";
  readonly mark?: Mark;
  /** The ghost was there before, so that a second tap commits. */
  readonly again: boolean;
  readonly onRing: boolean;
}
/** Pixels within which a finger means the nearest thing that it could mean. */
const FINGER = 22;

export class BoardPointers extends Pointers<BoardPress> {
  /** An arrow on its way to another target. */
  pulled: { readonly mark: Mark; readonly to: Point } | null = $state.raw(null);
  readonly #hand: BoardHand;
  readonly #turret: Turret;

  constructor(camera: Camera, hand: BoardHand, turret: Turret) {
    super(camera);
    this.#hand = hand;
    this.#turret = turret;
  }

  // ---- the ring ----
  get ring() {
    return Math.max(CELL * 1.15, (this.#hand.touching ? 58 : 46) / this.camera.scale);
  }
  get arrow() {
    return Math.max(CELL * 0.25, (this.#hand.touching ? 24 : 13) / this.camera.scale);
  }
  /** The facing that a place on the ring stands for. */
  #ringFacing(at: Point): number | undefined {
    const { ringed, centre } = this.#hand;
    if (!ringed || centre === null) return undefined;
    const { layout, facings, reach } = this.#hand.scenery;
    const [x, y] = this.camera.unitsAt(at);
    const middle = layout.centre(centre);
    const far = (facing: number): number => {
      const [ax, ay] = ringArrow(middle, layout.turned(facings.bearing(facing)), this.ring, this.arrow, layout);
      return Math.hypot(x - ax, y - ay);
    };
    const near = facingsAt(reach, centre).sort((a, b) => far(a) - far(b))[0];
    // At the edge of the board arrows come near the ghost, which is kept by a press on its middle.
    const inner = Math.hypot(x - middle[0], y - middle[1]);
    return near !== undefined && far(near) < Math.min(this.arrow * 1.5, inner) ? near : undefined;
  }

  // ---- pressed ----
  protected begin({ type, at }: Pointer): BoardPress | undefined {
    const hand = this.#hand;
    // What plays ends first: the press means what the picture after it says.
    if (hand.scenery.film.running) hand.skip();
    hand.touching = type === "touch";
    hand.keyed = false;
    const square = this.#under(at);
    const press = { type, from: at, at, pulled: false, again: false, onRing: false };
    if (this.#turret.under(at)) return { ...press, square: null, pull: "turret" };
    if (this.#otherTrail(square)) return undefined;
    const facing = this.#ringFacing(at);
    const mark = facing === undefined ? this.#pressable(at, square) : undefined;
    if (mark) return { ...press, square, pull: "arrow", mark };
    const onRing = facing !== undefined;
    const again = hand.pinned && (onRing ? facing === hand.facing : square !== null && square === hand.aimedSquare());
    const pose = square !== null && hand.meant(square)?.kind === "pose";
    // By touch the board moves under the finger, unless the finger lies on the ghost.
    const pull = onRing || (pose && (!hand.touching || again)) ? "face" : "pan";
    if (onRing) hand.turnTo(facing);
    else if (pull === "face" && !again) hand.takeAim(hand.meant(square!), true);
    return { ...press, square, pull, again, onRing };
  }
  #under(at: Point): number | null {
    return this.#hand.touching ? this.#touched(at) : this.#hand.squareAt(at);
  }
  #touched(at: Point): number | null {
    const { situation, layout } = this.#hand.scenery;
    const direct = this.#hand.squareAt(at);
    if (direct !== null && (this.#hand.meant(direct) || this.#hand.pieceOn(direct))) return direct;
    const within = FINGER / this.camera.scale + CELL / 2;
    return nearestOf(meaningful(situation), this.camera.unitsAt(at), within, layout) ?? direct;
  }
  /** What is towed can end on another square, which is pressed. */
  #otherTrail(square: number | null): boolean {
    const { aim, ghost, trails, scenery } = this.#hand;
    if (square === null || ghost === null || aim?.kind !== "pose" || !trails.includes(square)) return false;
    const other = (scenery.reach.ways.get(ghost) ?? []).findIndex(({ trail }) => trail === square);
    if (other >= 0) this.#hand.takeAim({ ...aim, way: other }, true);
    return other >= 0;
  }
  /** A mark under the hand, unless something there means more. */
  #pressable(at: Point, square: number | null): Mark | undefined {
    const { scenery, touching, ears } = this.#hand;
    if (!ears.mark || scenery.film.running) return undefined;
    const within = (touching ? 16 : 7) / this.camera.scale;
    const found = markAt(scenery.marks, this.camera.unitsAt(at), within, scenery.layout, scenery.columns);
    if (!found || found.kind === "hook") return found;
    return square !== null && (this.#hand.pieceOn(square) || this.#hand.meant(square)) ? undefined : found;
  }

  // ---- moved ----
  protected rest(at: Point): void {
    const hand = this.#hand;
    if (hand.keyed) hand.hovered = null;
    hand.keyed = false;
    const facing = this.#ringFacing(at);
    if (facing !== undefined) hand.turnTo(facing);
    hand.hover(hand.squareAt(at));
  }
  protected pull(press: BoardPress, at: Point): void {
    if (press.pull === "face") this.#pullFace(press, at);
    else if (press.pull === "turret") this.#pullTurret(press, at);
    else if (press.pull === "arrow") this.#pullArrow(press, at);
    else if (press.pulled || this.far(press, at) > 6) this.pan(press, at);
  }
  #pullFace(press: BoardPress, at: Point): void {
    if (press.onRing || press.square === null) return;
    if (!press.pulled && this.far(press, at) < Math.max(9, this.camera.view.cell * 0.3)) return;
    press.pulled = true;
    const [x, y] = this.camera.unitsAt(at);
    const [cx, cy] = this.#hand.scenery.layout.centre(press.square);
    this.#hand.faceTo(press.square, this.#hand.notches(x - cx, y - cy));
  }
  #pullTurret(press: BoardPress, at: Point): void {
    press.pulled = true;
    this.#turret.pull(at);
  }
  #pullArrow(press: BoardPress, at: Point): void {
    if (!press.pulled && this.far(press, at) < 8) return;
    press.pulled = true;
    if (press.mark && press.mark.kind !== "hook" && this.#hand.ears.redirect)
      this.pulled = { mark: press.mark, to: this.camera.unitsAt(at) };
  }

  // ---- let go ----
  protected release(press: BoardPress): void {
    // A finger may have meant the square under an arrow: as on a square, the first press aims.
    const { touching, manner } = this.#hand;
    if (press.onRing) return touching && !press.again && !manner.tapOnce ? undefined : this.#hand.commit();
    if (press.pull === "turret") return this.#hand.aim?.kind === "deed" ? this.#hand.commit() : undefined;
    if (press.pull === "arrow") return this.#dropArrow(press);
    if (press.pull === "face")
      return press.pulled || press.again || this.#oneFacing(press) ? this.#hand.commit() : undefined;
    if (!press.pulled) this.#click(press);
  }
  #oneFacing({ square }: BoardPress): boolean {
    return square !== null && !this.#hand.touching && facingsAt(this.#hand.scenery.reach, square).length === 1;
  }
  #dropArrow({ mark, pulled, at }: BoardPress): void {
    const square = this.#hand.squareAt(at);
    if (!pulled && mark) this.#hand.ears.mark?.(mark);
    else if (this.pulled && square !== null) this.#hand.ears.redirect?.(this.pulled.mark, square);
    this.pulled = null;
  }
  /** A press that went nowhere. By touch the first one aims and the second commits. */
  #click({ square, again, type, at }: BoardPress): void {
    const hand = this.#hand;
    const next = square === null ? null : hand.meant(square);
    const bare = !next && (square === null || !hand.pieceOn(square));
    if (bare && type === "touch" && this.twice(at)) return this.camera.allOrNear(at);
    if (square === null) return hand.back();
    if (!next) return hand.putOff(square, false) ? undefined : hand.choose(square);
    const { tapOnce, fireTwice } = hand.manner;
    const atOnce =
      type === "touch"
        ? tapOnce && next.kind === "pose"
        : next.kind === "square" || next.kind === "deed" || (next.kind === "target" && !fireTwice);
    if (!again && !atOnce) return hand.takeAim(next, true);
    hand.takeAim(again ? hand.aim : next, hand.pinned);
    hand.commit();
  }
  protected abandon(): void {
    this.pulled = null;
  }

  // ---- carried over from elsewhere ----
  /** The square under a pointer, if it is over the board. */
  squareUnder(event: PointerEvent): number | null {
    const at = this.camera.pixel(event);
    return this.camera.holds(at) ? this.#hand.squareAt(at) : null;
  }
  /** Something is carried over the board: what it is over is aimed at. */
  carry({ type, at }: Pointer): void {
    this.#hand.touching = type === "touch";
    this.#hand.keyed = false;
    this.#hand.hover(this.#hand.squareAt(at));
  }
  /** It is put down: the ghost stays, with its ring, or the reason is given. */
  drop({ at }: Pointer): void {
    const hand = this.#hand;
    const square = this.#under(at);
    hand.hovered = null;
    if (square === null || !this.camera.holds(at)) return hand.takeAim(null);
    const next = hand.meant(square);
    if (next) hand.takeAim(next, true);
    else if (!hand.putOff(square, false)) hand.ears.why?.({ kind: "square", square }, at);
  }
}
