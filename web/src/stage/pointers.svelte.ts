/** Pointers on a stage: presses that pull or go nowhere, two that pinch, and a pointer that only rests. */
import type { Camera } from "./camera.svelte";
import type { Point } from "./points";

/** A pointer, where it is on the stage. */
export interface Pointer {
  readonly id: number;
  readonly type: string;
  readonly at: Point;
}
export interface Press {
  readonly type: string;
  readonly from: Point;
  at: Point;
  pulled: boolean;
}

/** Two taps so near to each other, in milliseconds and pixels, are one sign. */
const TWICE = { time: 320, pixels: 24 } as const;
const far = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export abstract class Pointers<P extends Press> {
  /** The board moves under the hand. */
  panning = $state(false);
  readonly camera: Camera;
  readonly #presses = new Map<number, P>();
  /** Where the pointer was last: a browser tells of moves that were none when something moves under it. */
  #rested: Point = [-1, -1];
  #tapped: { readonly at: Point; readonly when: number } = { at: [0, 0], when: -TWICE.time };

  constructor(camera: Camera) {
    this.camera = camera;
  }

  /** What a press begins; none where it was done with at once. */
  protected abstract begin(pointer: Pointer): P | undefined;
  protected abstract rest(at: Point): void;
  protected abstract pull(press: P, at: Point): void;
  protected abstract release(press: P): void;
  protected abstract abandon(): void;

  down(pointer: Pointer): void {
    const press = this.begin(pointer);
    if (press) this.#presses.set(pointer.id, press);
  }
  move({ id, type, at }: Pointer): void {
    const press = this.#presses.get(id);
    if (!press) {
      if (type === "touch" || (at[0] === this.#rested[0] && at[1] === this.#rested[1])) return;
      this.#rested = at;
      return this.rest(at);
    }
    if (this.#presses.size === 2) this.#pinch(press, at);
    else this.pull(press, at);
    press.at = at;
  }
  /** What lies under a pointer that rests has moved. */
  again(): void {
    if (this.#presses.size === 0 && this.#rested[0] >= 0) this.rest(this.#rested);
  }
  /** The pointer has left. */
  away(): void {
    this.#rested = [-1, -1];
  }
  up({ id }: Pointer): void {
    const press = this.#presses.get(id);
    if (!press) return;
    this.#presses.delete(id);
    this.panning = false;
    this.release(press);
  }
  cancel({ id }: Pointer): void {
    this.#presses.delete(id);
    this.panning = false;
    this.abandon();
  }

  /** Whether a tap is the second of two on the same spot. */
  protected twice(at: Point): boolean {
    const now = performance.now();
    const again = now - this.#tapped.when < TWICE.time && far(at, this.#tapped.at) < TWICE.pixels;
    this.#tapped = { at, when: again ? -TWICE.time : now };
    return again;
  }
  /** How far a press was pulled, in pixels. */
  protected far({ from }: Press, at: Point): number {
    return far(at, from);
  }
  protected pan(press: P, at: Point): void {
    press.pulled = this.panning = true;
    this.camera.panBy(at[0] - press.at[0], at[1] - press.at[1]);
  }
  #pinch(press: P, at: Point): void {
    const other = [...this.#presses.values()].find((one) => one !== press);
    if (!other) return;
    this.camera.pinch(press.at, at, other.at);
    press.pulled = other.pulled = true;
  }
}
