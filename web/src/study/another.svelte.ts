/** Orders of one's own in the place of a decision, given in a variation that begins there: what they would have been worth. */
import type { Table } from "../api/client";
import type { AnotherView, Order } from "../api/types";
import { say } from "../language/language";
import { api, seats, told } from "../pages/here";
import type { Branch } from "./board";
import { ordersIn } from "./branching";
import { askAnother } from "./calls";
import { Following } from "./following.svelte";

export class Another extends Following<AnotherView> {
  /** The variation that was asked about last. */
  match = $state("");
  /** What is known of those that were asked about, by their matches. */
  found: Readonly<Record<string, AnotherView>> = $state.raw({});
  readonly #table: Table;
  #number = 0;
  #orders: readonly Order[] = [];

  constructor(table: Table) {
    super();
    this.#table = table;
  }
  /** Has the orders measured that a variation began with, in the place of the decision with this order. */
  async ask(number: number, { match, watch, from }: Branch): Promise<void> {
    if (this.busy) return;
    [this.match, this.#number, this.trouble, this.busy] = [match, number, "", true];
    try {
      const source = api.table(match, seats.of(match)?.token ?? watch);
      this.#orders = ordersIn(await source.record(), from);
    } catch (error) {
      [this.trouble, this.busy] = [told(error), false];
      return;
    }
    if (this.#orders.length > 0) return this.follow(() => this.begin());
    [this.trouble, this.busy] = [say("No order has been given in it yet."), false];
  }
  protected begin(): Promise<AnotherView> {
    return askAnother(this.#table, this.#number, this.#orders);
  }
  /** Asking again begins nothing. */
  protected see(): Promise<AnotherView> {
    return this.begin();
  }
  protected heard(view: AnotherView): void {
    this.found = { ...this.found, [this.match]: view };
  }
}
