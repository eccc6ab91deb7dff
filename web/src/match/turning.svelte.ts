/** How a table is turned for whoever looks at it: their own edge at the left or the bottom, and what a hand has added to that. */
import { edgeOf } from "../board/layout";
import type { Picture, Side, Terrain } from "../api/types";
import type { Point } from "../stage/points";
import { keepTurned, turnedIn, turnsFor } from "./lying";

export interface Turned {
  readonly match: string;
  /** Whose edge is near. */
  readonly side: Side;
  readonly terrain: Terrain | null;
  /** Where the zones may be drawn: they are while armies are set up. */
  readonly pictures: readonly (Picture | null | undefined)[];
  /** How wide and high the table's place is, and whether that is a phone's. */
  readonly box: Point;
  readonly phone: boolean;
}

export class Turning {
  /** What a hand has added to how the table lies; none until it did. */
  #turned: number | null = $state(null);
  readonly #of: Turned;

  constructor(of: Turned) {
    this.#of = of;
  }
  readonly #zone = $derived.by(() => {
    for (const one of this.#of.pictures) {
      const found = one?.marks.find((mark) => mark.kind === "zone" && mark.side === this.#of.side);
      if (found) return found.at;
    }
    return undefined;
  });
  /** Your edge at the left or the bottom, and the table as large as it goes. */
  readonly #home = $derived.by(() => {
    const { terrain, side, box, phone } = this.#of;
    if (!terrain) return 0;
    const usual = side ? "right" : "left";
    return turnsFor(terrain, this.#zone ? edgeOf(this.#zone, terrain.columns, terrain.rows) : usual, box, phone);
  });
  readonly #kept = $derived.by(() => turnedIn(this.#of.match));
  /** Quarter turns, clockwise. */
  readonly flip = $derived.by(() => (this.#home + (this.#turned ?? this.#kept)) % 4);
  turnTo(flip: number): void {
    this.#turned = (flip - this.#home + 4) % 4;
    keepTurned(this.#of.match, this.#turned);
  }
  turn(): void {
    this.turnTo((this.flip + 1) % 4);
  }
}
