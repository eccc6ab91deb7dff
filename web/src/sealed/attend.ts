/**
 * A keeper at a table: it overhears the stream that the match is shown from, asks for the lines that it lacks, and notes the
 * orders that are sent. The match itself need not know of it.
 */

import type { Table } from "../api/client";
import type { DiceView, LineMessage, Notice, Offer, Order, Side, StreamMessage } from "../api/types";
import { said, type Said } from "./words";
import { browserShelf, EMPTY, isSame, Keeper, type Kept, newKey, type Shelf } from "./keeper";

type Store = Pick<Storage, "getItem" | "setItem">;

export { browserShelf, newKey };

/** Keeps the key that was brought to a new match or seat. */
export function keepKey(store: Store, match: string, side: Side, kept: Kept): void {
  browserShelf(store, match, side).write(kept);
}

export class Attendant {
  keeper: Keeper | null = null;
  dice: DiceView | undefined;
  offers: readonly Offer[] = [];
  readonly #table: Table;
  readonly #shelf: (side: Side) => Shelf;
  readonly #changed: () => void;
  readonly #queue: LineMessage[] = [];
  readonly #early: Order[] = [];
  #pumping: Promise<void> | null = null;
  #again = false;
  #isSealed = true;
  #standing = false;
  /** The order that passes in the window that is open. */
  #pass: unknown = null;

  constructor(table: Table, shelf: (side: Side) => Shelf, changed: () => void = () => undefined) {
    this.#table = table;
    this.#shelf = shelf;
    this.#changed = changed;
    this.#noteOrders();
  }

  /** Whether the host has the key of this seat. */
  get deposited(): boolean {
    return this.keeper !== null && this.keeper.checker.states[1 + this.keeper.side] === "deposited";
  }

  /** Every order is noted before it is sent, and so is consent to new keys. */
  #noteOrders(): void {
    const { orders, act, standing } = this.#table;
    this.#table.orders = (body) => {
      if (this.keeper) this.keeper.sending(body.orders);
      else this.#early.push(...body.orders);
      return orders(body);
    };
    this.#table.act = (body) => {
      const theirs = this.offers.filter((offer) => offer.side !== this.keeper?.side);
      const isKeys = body.act === "offer-keys" || (body.act === "accept" && theirs.at(-1)?.kind === "keys");
      if (isKeys) this.keeper?.agree();
      return act(body);
    };
    this.#table.standing = (body) => {
      this.#standing = true;
      return standing(body);
    };
  }

  /** In a rematch sides are swapped; where the key is to lie is not asked again. */
  follow(store: Store, rematch: string): void {
    if (!this.keeper) return;
    keepKey(store, rematch, this.keeper.side === 0 ? 1 : 0, { ...EMPTY, deposit: this.keeper.kept.deposit });
  }

  /** A message of the stream. */
  hear(text: string): void {
    if (!this.#isSealed) return;
    let message: StreamMessage;
    try {
      message = JSON.parse(text) as StreamMessage;
    } catch {
      return;
    }
    if (message.type === "line") this.#queue.push(message);
    else if (message.type === "notice") this.#notice(message);
    else if (message.type === "error") return;
    void this.pump();
  }

  #notice(notice: Notice): void {
    this.dice = notice.dice;
    this.offers = notice.offers;
    this.keeper?.notice(notice.dice);
    this.#changed();
  }

  /** Takes all lines that there are, one after the other, and then does what is due. */
  pump(): Promise<void> {
    this.#again = true;
    this.#pumping ??= this.#run().finally(() => (this.#pumping = null));
    return this.#pumping;
  }

  async #run(): Promise<void> {
    while (this.#again && this.#isSealed) {
      this.#again = false;
      try {
        const keeper = this.keeper ?? (await this.#begin());
        if (!keeper) return;
        await this.#drain(keeper);
        keeper.caughtUp();
        await keeper.settle();
      } catch {
        return; // The table cannot be reached; the next word of it begins again.
      }
    }
  }

  async #drain(keeper: Keeper): Promise<void> {
    for (let line = this.#queue.shift(); line; line = this.#queue.shift()) {
      await this.#fetch(keeper, line.position);
      this.#take(keeper, line);
    }
  }

  async #fetch(keeper: Keeper, to: number): Promise<void> {
    if (keeper.alarm || to <= keeper.checker.lines) return;
    for (const line of await this.#table.allLines(keeper.checker.lines, to)) this.#take(keeper, line);
  }

  #take(keeper: Keeper, line: LineMessage): void {
    keeper.take(line);
    const { tray } = line.picture;
    if (line.kind === "order") this.#pass = tray.window ? (tray.buttons[0]?.order ?? null) : null;
  }

  /** The keeper of this seat, with all lines up to now; none where dice are not sealed, or nobody's key is kept. */
  async #begin(): Promise<Keeper | null> {
    const view = await this.#table.view();
    if (view.dice === undefined || view.side === null) {
      this.#isSealed = false;
      return null;
    }
    const keeper = new Keeper({
      side: view.side,
      shelf: this.#shelf(view.side),
      post: (body) => this.#table.keys(body),
      stands: (order) => this.#standing && this.#pass !== null && isSame(this.#pass, order),
      changed: this.#changed,
    });
    this.#standing ||= view.standing !== null;
    keeper.begin(await this.#table.first());
    await this.#fetch(keeper, view.head);
    this.dice = view.dice;
    this.offers = view.offers;
    this.keeper = keeper;
    keeper.sending(this.#early.splice(0));
    return keeper;
  }
}

/** All that the shield says; nothing before there is a keeper. */
export function sentencesOf({ keeper, dice, offers }: Attendant): readonly Said[] {
  return keeper ? said(keeper, dice, offers) : [];
}
/** What must be said aloud, if anything. */
export function loudest(attendant: Attendant): string {
  const first = sentencesOf(attendant)[0];
  return first?.tone === "alarm" ? first.text : "";
}

/** Whom dice that are called wait for, if they do. */
export function lateness(attendant: Attendant): string {
  if (!attendant.keeper?.checker.call) return "";
  return sentencesOf(attendant).find(({ tone }) => tone === "waits")?.text ?? "";
}
