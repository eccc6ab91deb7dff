/** Pointers on a free table: a press pulls a model, turns it by its grip, carries what is put, or moves the table. */
import type { Piece } from "../api/types";
import { aimAt, sameAim, type Aimed } from "../stage/aims";
import type { Camera } from "../stage/camera.svelte";
import type { Point } from "../stage/points";
import { Pointers, type Pointer, type Press } from "../stage/pointers.svelte";
import type { TableHand } from "./hand.svelte";

interface TablePress extends Press {
  readonly does: "pan" | "drag" | "grip" | "ghost" | "put" | "slide";
  readonly piece: Piece | undefined;
}
/** Milliseconds of holding still after which a pulled way has a corner. */
const STILL = 300;

export class TablePointers extends Pointers<TablePress> {
  readonly #hand: TableHand;
  #still: ReturnType<typeof setTimeout> | undefined;

  constructor(camera: Camera, hand: TableHand) {
    super(camera);
    this.#hand = hand;
  }

  #far(point: Point | null, at: Point): number {
    if (!point) return Infinity;
    const [x, y] = this.camera.pixelOf(point);
    return Math.hypot(x - at[0], y - at[1]);
  }
  #near(point: Point | null, at: Point, by: number): boolean {
    return this.#far(point, at) < by;
  }

  // ---- pressed ----
  protected begin({ type, at }: Pointer): TablePress {
    const hand = this.#hand;
    const { scenery, leading } = hand;
    if (scenery.film.running) hand.skip();
    hand.touching = type === "touch";
    hand.keyed = false;
    const place = hand.placeAt(at);
    const piece = hand.pieceAt(place);
    const does = this.#does(at, piece);
    hand.place = place;
    if (does === "drag" && leading.sliding) {
      leading.enterAt(place);
      leading.fixed = true;
    } else if (does === "drag" && piece && piece.id !== scenery.selected) hand.pick(piece.id);
    if (does === "put") hand.laying.carryTo(place);
    if (does === "slide") hand.laying.slideTo(place);
    return { type, from: at, at, does, piece, pulled: false };
  }
  #does(at: Point, piece: Piece | undefined): TablePress["does"] {
    const { scenery, touching, laying, leading, pinned, ghost, bow } = this.#hand;
    const { put, slide, survey, lit, pointOf } = scenery;
    const finger = touching ? 26 : 10;
    if (piece && lit.includes(piece.id)) return "pan";
    if (put) return !touching || this.#near(laying.spot && pointOf(laying.spot), at, 34) ? "put" : "pan";
    if (slide) return !touching || this.#near(laying.dropped && pointOf(laying.dropped), at, 34) ? "slide" : "pan";
    if (leading.sliding) return "drag";
    const middle = ghost ?? leading.start; // of a small model, which lies nearer to the hand than its grip
    if (this.#near(bow, at, Math.min(finger, this.#far(middle && pointOf(middle), at)))) return "grip";
    if (pinned && ghost && this.#near(pointOf(ghost), at, Math.max(finger, 14 * this.camera.scale))) return "ghost";
    return piece && scenery.scene.movable?.(piece) && !aimAt(survey, piece.id) ? "drag" : "pan";
  }

  // ---- moved ----
  override move(pointer: Pointer): void {
    this.#hand.over = true;
    super.move(pointer);
  }
  protected rest(at: Point): void {
    const hand = this.#hand;
    hand.keyed = hand.touching = false;
    hand.hover(hand.placeAt(at));
  }
  protected pull(press: TablePress, at: Point): void {
    if (!press.pulled && this.far(press, at) <= 5) return;
    if (press.does === "pan") this.pan(press, at);
    else if (press.does === "put") this.#pullPut(press, at);
    else if (press.does === "slide") this.#pullSlide(press, at);
    else if (press.does === "grip") this.#pullGrip(press, at);
    else this.#pullModel(press, at);
  }
  /** By mouse a pull turns what can be turned; a finger carries it. */
  #pullPut(press: TablePress, at: Point): void {
    const { laying, scenery } = this.#hand;
    const place = this.#hand.placeAt(at);
    press.pulled = true;
    if (!scenery.put?.turns || !laying.spot || press.type === "touch") return laying.carryTo(place);
    if (this.far(press, at) >= 14) laying.turnTowards(place);
  }
  #pullSlide(press: TablePress, at: Point): void {
    press.pulled = true;
    this.#hand.laying.slideTo(this.#hand.placeAt(at));
  }
  #pullGrip(press: TablePress, at: Point): void {
    const hand = this.#hand;
    const middle = hand.ghost ?? hand.leading.start;
    if (!middle || !hand.leading.from) return;
    press.pulled = hand.pinned = true;
    hand.leading.turnTowards(middle, hand.placeAt(at));
  }
  #pullModel(press: TablePress, at: Point): void {
    const hand = this.#hand;
    if (!press.pulled && press.does === "drag" && !hand.pinned && !hand.scenery.entry) hand.clear();
    press.pulled = hand.drag = true;
    hand.pull(hand.placeAt(at));
    clearTimeout(this.#still);
    this.#still = setTimeout(() => hand.drag && void hand.corner(), STILL);
  }

  // ---- let go ----
  protected release(press: TablePress): void {
    const hand = this.#hand;
    clearTimeout(this.#still);
    const touch = press.type === "touch";
    if (press.does === "drag" || press.does === "ghost") return this.#letGo(press, touch);
    if (press.does === "put" || press.does === "slide") {
      // The first touch lays it down, a second on it commits; with the mouse a click does.
      if (touch ? !press.pulled : press.does === "put" || !press.pulled) void hand.commit();
      return;
    }
    if (!press.pulled) this.#click(press);
  }
  #letGo(press: TablePress, touch: boolean): void {
    const hand = this.#hand;
    if (!press.pulled) {
      if (press.does === "ghost") void hand.commit();
      else if (!hand.scenery.entry) this.#click(press);
      return;
    }
    hand.drag = false;
    hand.pinned = true;
    // By touch the ghost stays, so that a corner can follow; Commit takes it.
    const laid = (): void => void (touch || hand.commit());
    const late = hand.soon(() => {
      hand.pinned = true;
      if (hand.place) hand.pull(hand.place);
      laid();
    });
    if (!late) laid();
  }
  #click({ piece, at, type }: TablePress): void {
    const hand = this.#hand;
    const { put, slide, lit, survey, selected, template } = hand.scenery;
    const place = hand.placeAt(at);
    if (piece && lit.includes(piece.id)) return hand.ears.lit?.(piece.id);
    if (put) return hand.laying.carryTo(place);
    if (slide) return hand.laying.slideTo(place);
    if (piece && aimAt(survey, piece.id)) return this.#aimAt(piece.id, at, type);
    if (piece) return piece.id === selected ? undefined : hand.pick(piece.id);
    if (type === "touch" && this.twice(at)) return this.camera.allOrNear(at);
    if (template) {
      hand.pull(place);
      hand.pinned = true;
    } else if (hand.aim) hand.takeAim(null);
    else hand.ears.pick?.(null);
  }
  /** The first press on a target aims, a second fires. */
  #aimAt(unit: number, at: Point, type: string): void {
    const hand = this.#hand;
    const next: Aimed = { kind: "target", unit };
    const again = sameAim(hand.aim, next);
    hand.takeAim(next);
    const refusal = aimAt(hand.scenery.survey, unit)?.preview.refusal;
    if (again && (type !== "touch" || hand.seen)) void hand.commit();
    else if (!again && type !== "touch" && !hand.manner.fireTwice && refusal) hand.ears.refuse?.(refusal, at);
  }
  protected abandon(): void {
    clearTimeout(this.#still);
    this.#hand.drag = false;
  }

  // ---- carried over from elsewhere ----
  /** A chip is over the table: what it stands for follows. */
  carry({ type, at }: Pointer): void {
    const hand = this.#hand;
    hand.touching = type === "touch";
    [hand.keyed, hand.carried] = [false, true];
    hand.place = hand.placeAt(at);
    hand.hovered = hand.pieceAt(hand.place)?.id ?? null;
    if (hand.scenery.put && this.camera.holds(at)) hand.laying.carryTo(hand.place);
  }
  setDown({ at }: Pointer): void {
    const hand = this.#hand;
    hand.carried = false;
    if (!this.camera.holds(at)) return hand.clear();
    hand.place = hand.placeAt(at);
    if (!hand.scenery.put) return;
    hand.laying.carryTo(hand.place);
    void hand.commit();
  }
  /** The unit under a pointer. */
  unitUnder({ at }: Pointer): number | null {
    return this.camera.holds(at) ? (this.#hand.pieceAt(this.#hand.placeAt(at))?.id ?? null) : null;
  }
}
