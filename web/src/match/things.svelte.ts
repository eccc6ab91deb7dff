/** What a free table is played with beside its units: command dice, and things that are put somewhere. */
import { dieOrder } from "../api/orders";
import type { Put } from "../api/types";
import type { MatchHand } from "./hand.svelte";
import type { Looking } from "./looking.svelte";
import type { Seen } from "./seen.svelte";
import { say } from "../language/language";

export class Things {
  /** The command die in the hand. */
  commanding: number | null = $state(null);
  /** Of several things to put, the one that was chosen. */
  #chosen: number | null = $state(null);
  readonly #seen: Seen;
  readonly #hand: MatchHand;
  readonly #looking: Looking;

  constructor(seen: Seen, hand: MatchHand, looking: Looking) {
    this.#seen = seen;
    this.#hand = hand;
    this.#looking = looking;
  }

  get die() {
    return this.#seen.mine && this.commanding !== null ? this.#seen.tray?.commands[this.commanding] : undefined;
  }
  get puts(): readonly Put[] {
    const own = this.#seen.surveyed?.puts;
    return own?.length ? own : (this.#seen.tray?.puts ?? []);
  }
  /** Which of them is in the hand; what a unit itself can be put as is there at once. */
  get putting() {
    return this.#chosen ?? (this.puts === this.#seen.surveyed?.puts ? 0 : -1);
  }
  /** What the hand carries to a place. */
  readonly put = $derived.by((): Put | null => {
    const { mine, playing } = this.#seen;
    const { mode } = this.#hand;
    if (!mine || playing || this.#looking.look) return null;
    if (this.die) return this.die.put;
    return this.puts[this.putting] ?? (mode && !mode.refusal ? (mode.put ?? null) : null);
  });

  choose(at: number): void {
    this.#chosen = at;
  }
  begin(): void {
    this.commanding = this.#chosen = null;
  }
  /** Uses the die in the hand on a unit. */
  use(unit: number): void {
    const order = this.die && dieOrder(this.die, unit);
    this.commanding = null;
    if (order && !this.#seen.barred()) void this.#seen.store.order(order);
  }
  /** The die is put down on a unit: it is used on it, or the reason is given. */
  dropOn(unit: number | null): void {
    if (unit === null) return;
    if (this.die?.units.includes(unit)) return this.use(unit);
    const sentence = say("{name} cannot be used on {unit} now", {
      name: this.die?.name ?? say("This die"),
      unit: this.#seen.nameOf(unit),
    });
    this.#seen.store.refuse({ rule: this.die?.rule ?? "", sentence, nearest: null });
  }
}
