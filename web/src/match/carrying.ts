/** Something beside the table that is pressed and pulled there, a chip, a row or a die: a press that ended there is no click. */
interface Pressed {
  readonly clientX: number;
  readonly clientY: number;
}
interface Down extends Pressed {
  readonly button: number;
  readonly pointerId: number;
  readonly currentTarget: { setPointerCapture(id: number): void };
}
/** Pixels that a press is pulled before it carries something away. */
const AWAY = 8;

export class Carrying<T, E extends Pressed = PointerEvent> {
  readonly #lifted: (what: T) => void;
  readonly #carried: (event: E, what: T, down: boolean) => void;
  #held: { readonly what: T; readonly from: readonly [number, number]; away: boolean } | null = null;
  #dropped = false;

  constructor(lifted: (what: T) => void, carried: (event: E, what: T, down: boolean) => void) {
    this.#lifted = lifted;
    this.#carried = carried;
  }

  down(event: Down, what: T, can = true): void {
    this.#dropped = false;
    if (event.button !== 0 || !can) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    this.#held = { what, from: [event.clientX, event.clientY], away: false };
  }
  move(event: E): void {
    const held = this.#held;
    if (!held) return;
    if (!held.away && Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > AWAY) {
      held.away = true;
      this.#lifted(held.what);
    }
    if (held.away) this.#carried(event, held.what, false);
  }
  up(event: E): void {
    const held = this.#held;
    this.#held = null;
    this.#dropped = held?.away ?? false;
    if (held?.away) this.#carried(event, held.what, true);
  }
  /** Whether a click is one: a key, which has no detail, always is. */
  isClick({ detail }: { readonly detail: number }): boolean {
    const was = this.#dropped;
    this.#dropped = false;
    return !was || detail === 0;
  }
}
