/** Why the chosen unit cannot go where the pointer rests. The referee is asked once the hand rests, and once for each place. */
import type { Refusal } from "../api/types";
import type { Seen } from "./seen.svelte";

/** Milliseconds for which a pointer rests before somebody wonders. */
const REST = 160;

export class Wondering {
  #found: { readonly square: number; readonly at: string; readonly refusal: Refusal } | null = $state.raw(null);
  #square: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #seen: Seen;

  constructor(seen: Seen) {
    this.#seen = seen;
  }
  /** The pointer is over a square that means nothing to the chosen unit; or over none. */
  over(square: number | null): void {
    clearTimeout(this.#timer);
    this.#square = square;
    const { mine, playing, surveyed } = this.#seen;
    if (square === null || !mine || playing || !surveyed) return void (this.#found = null);
    const at = this.#at;
    if (this.#found?.square === square && this.#found.at === at) return;
    this.#found = null;
    this.#timer = setTimeout(async () => {
      const refusal = await this.#seen.store.barTo(square);
      if (refusal && this.#square === square && this.#at === at) this.#found = { square, at, refusal };
    }, REST);
  }
  get #at(): string {
    const { selected, now } = this.#seen;
    return `${selected} ${now.position}`;
  }
  /** The place, and why not. */
  get shown(): { readonly square: number; readonly refusal: Refusal } | null {
    return this.#found?.at === this.#at ? this.#found : null;
  }
}
