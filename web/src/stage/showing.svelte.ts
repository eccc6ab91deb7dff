/** The parts of a ground that are on the page: a few are drawn in each frame, those that have changed first. */
import { framed, type Cut, type Place } from "./parts";

/** Milliseconds of a frame that drawing may take. */
const BUDGET = 8;
/** The same for parts that stand there already and have changed: whoever paints waits for them. */
const PATIENCE = 32;
/** So many parts are kept when they are out of sight. */
const MOST = 160;

interface Kept {
  readonly key: string;
  readonly markup: string;
}
export interface Shown {
  readonly id: string;
  readonly markup: string;
}

export class DrawnParts {
  shown: readonly Shown[] = $state.raw([]);
  readonly #kept = new Map<string, Kept>();
  readonly #plain: boolean;
  #frame = 0;

  constructor(plain: boolean) {
    this.#plain = plain;
  }
  /** Shows the parts at these places. What is not drawn yet comes in the next frames; what has changed comes at once. */
  show(cut: Cut, places: readonly Place[]): void {
    cancelAnimationFrame(this.#frame);
    const began = performance.now();
    const left: Place[] = [];
    for (const place of places) {
      const kept = this.#kept.get(place.id);
      const key = this.#plain ? cut.parts.plainKey(place.room) : cut.parts.key(place.room);
      if (kept?.key === key) continue;
      if (performance.now() - began < (kept ? PATIENCE : BUDGET)) this.#draw(cut, place, key);
      else left.push(place);
    }
    this.shown = places.flatMap(({ id }) => {
      const kept = this.#kept.get(id);
      return kept ? [{ id, markup: kept.markup }] : [];
    });
    this.#forget(places);
    if (left.length > 0) this.#frame = requestAnimationFrame(() => this.show(cut, places));
  }
  hide(): void {
    cancelAnimationFrame(this.#frame);
    if (this.shown.length > 0) this.shown = [];
  }
  #draw({ parts }: Cut, { id, room }: Place, key: string): void {
    const markup = framed(room, this.#plain ? parts.plain(room) : parts.draw(room));
    this.#kept.delete(id);
    this.#kept.set(id, { key, markup });
  }
  #forget(places: readonly Place[]): void {
    const here = new Set(places.map(({ id }) => id));
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= MOST) return;
      if (!here.has(id)) this.#kept.delete(id);
    }
  }
}
