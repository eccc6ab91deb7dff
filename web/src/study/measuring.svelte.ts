/** One decision at a time that is measured by battles beside the server: how far they are, and what they say. */
import type { Table } from "../api/client";
import type { BattlesView, Fought } from "../api/types";
import { battlesOf, fight } from "./calls";
import { Following } from "./following.svelte";

export class Measuring extends Following<BattlesView> {
  /** The first order of the decision that was asked about last; 0 before that. */
  first = $state(0);
  readonly #table: Table;
  readonly #onend: (first: number, fought: Fought) => void;

  constructor(table: Table, onend: (first: number, fought: Fought) => void) {
    super();
    [this.#table, this.#onend] = [table, onend];
  }
  async ask(first: number): Promise<void> {
    if (this.busy) return;
    [this.first, this.view] = [first, null];
    await this.follow(() => this.begin());
  }
  protected begin(): Promise<BattlesView> {
    return fight(this.#table, this.first);
  }
  protected see(): Promise<BattlesView> {
    return battlesOf(this.#table, this.first);
  }
  protected heard({ state, fought }: BattlesView): void {
    if (state === "done" && fought) this.#onend(this.first, fought);
  }
}
