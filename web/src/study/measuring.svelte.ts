/** One decision at a time that is measured by battles beside the server: how far they are, and what they say. */
import type { Table } from "../api/client";
import type { BattlesView, Fought } from "../api/types";
import { told } from "../pages/here";
import { fight, battlesOf } from "./calls";

const AGAIN = 700; // milliseconds between two looks at how far they are

export class Measuring {
  /** The first order of the decision that was asked about last; 0 before that. */
  first = $state(0);
  view: BattlesView | null = $state.raw(null);
  trouble = $state("");
  /** It waits for an answer, or for battles. */
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  readonly #table: Table;
  readonly #onend: (first: number, fought: Fought) => void;

  constructor(table: Table, onend: (first: number, fought: Fought) => void) {
    [this.#table, this.#onend] = [table, onend];
  }

  async ask(first: number): Promise<void> {
    if (this.busy) return;
    [this.first, this.view, this.trouble, this.busy] = [first, null, "", true];
    await this.#look(fight);
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #look(call: typeof fight): Promise<void> {
    try {
      const view = await call(this.#table, this.first);
      if (this.#closed) return;
      this.view = view;
      if (view.fought) this.#onend(this.first, view.fought);
      // What waits for another of the same visitor is asked for again.
      const next = { running: battlesOf, waiting: battlesOf, busy: fight }[view.state as string];
      if (next) this.#timer = setTimeout(() => void this.#look(next), AGAIN);
      else this.busy = false;
    } catch (error) {
      [this.trouble, this.busy] = [told(error), false];
    }
  }
}
