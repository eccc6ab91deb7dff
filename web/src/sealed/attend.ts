/**
 * A keeper at a table: it overhears the stream that the match is shown from, asks for the lines that it lacks, and notes the
 * orders that are sent. The match itself need not know of it.
 */

import type { Table } from "../api/client";
import type { DiceView, LineMessage, MatchView, Notice, Offer, Side, StreamMessage } from "../api/types";
import { type Outgoing, Outward } from "./ear";
import { said, type Said, tally } from "./words";
import { browserShelf, EMPTY, isSame, Keeper, type Kept, newKey, type Shelf } from "./keeper";

type Store = Pick<Storage, "getItem" | "setItem">;

export { browserShelf, newKey };

/** Keeps the key that was brought to a new match or seat. */
export function keepKey(store: Store, match: string, side: Side, kept: Kept): void {
  browserShelf(store, match, side).write(kept);
}

/** What became of the games with sealed dice in which this browser has a side. */
export function gamesOf(
  store: Store,
  seats: readonly { readonly match: string; readonly side: Side | null }[],
): string {
  const kept = seats.map(({ match, side }) => (side === null ? null : browserShelf(store, match, side).read()));
  return tally(kept.filter((one) => one !== null && one.seen !== null) as Kept[]);
}

export class Attendant {
  keeper: Keeper | null = null;
  dice: DiceView | undefined;
  offers: readonly Offer[] = [];
  bots: MatchView["bots"] = [null, null];
  readonly #table: Table;
  readonly #shelf: (side: Side | null) => Shelf;
  readonly #changed: () => void;
  readonly #outward: Outward;
  readonly #queue: LineMessage[] = [];
  #pumping: Promise<void> | null = null;
  #again = false;
  #isSealed = true;
  #over = false;
  /** The message whose orders were noted last: sent again, it is the same. */
  #noted = "";
  /** The order that passes in the window that is open. */
  #pass: unknown = null;

  constructor(
    table: Table,
    shelf: (side: Side | null) => Shelf,
    changed: () => void = () => undefined,
    outward = new Outward(table),
  ) {
    this.#table = table;
    this.#shelf = shelf;
    this.#changed = changed;
    this.#outward = outward;
  }

  /** Whether the host has the key of this seat. */
  get deposited(): boolean {
    return this.keeper?.holder === "deposited";
  }

  /** Every order is noted before it is sent, and so is consent to new keys. */
  #note(keeper: Keeper, sent: Outgoing): void {
    if (sent === "standing") keeper.standing();
    else if ("act" in sent) {
      const theirs = this.offers.filter((offer) => offer.side !== keeper.side);
      const { act } = sent.act;
      if (act === "offer-keys" || (act === "accept" && theirs.at(-1)?.kind === "keys")) this.#agree(keeper);
    } else if (sent.orders.id !== this.#noted) {
      this.#noted = sent.orders.id;
      keeper.sending(sent.orders.orders, sent.orders.position);
    }
  }

  /** After an alarm whoever agrees to new keys begins again, with the lines as the host has them now. */
  #agree(keeper: Keeper): void {
    if (!keeper.alarm) {
      keeper.agree();
      return;
    }
    keeper.goOn();
    this.keeper = null;
    this.#queue.length = 0;
    void this.pump();
  }

  /** In a rematch sides are swapped; where the key is to lie is not asked again. */
  follow(store: Store, rematch: string): void {
    const side = this.keeper?.side ?? null;
    if (!this.keeper || side === null) return;
    keepKey(store, rematch, side === 0 ? 1 : 0, { ...EMPTY, deposit: this.keeper.kept.deposit });
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
    this.bots = notice.bots;
    this.keeper?.notice(notice.dice);
    this.keeper?.offered(notice.offers);
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
        keeper.caughtUp(this.#over);
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
    this.#pass = tray.window ? (tray.buttons[0]?.order ?? null) : null;
    this.#over = line.result !== null;
  }

  /** The keeper of this seat, or who only checks, with all lines up to now; none where dice are not sealed. */
  async #begin(): Promise<Keeper | null> {
    const view = await this.#table.view();
    const typed = view.typed === true;
    if (view.dice === undefined && !typed) {
      this.#isSealed = false;
      return null;
    }
    const keeper = new Keeper({
      // Where people roll there are no keys; lines are checked all the same.
      side: typed ? null : view.side,
      both: view.both && !typed,
      shelf: this.#shelf(view.side),
      post: (body) => this.#table.keys(body),
      passes: (order) => this.#pass !== null && isSame(this.#pass, order),
      changed: this.#changed,
    });
    this.dice = view.dice;
    this.offers = view.offers;
    this.bots = view.bots;
    if (view.standing !== null) keeper.standing();
    this.#outward.listen((sent) => this.#note(keeper, sent));
    keeper.begin(await this.#table.first());
    await this.#fetch(keeper, view.head);
    keeper.offered(this.offers);
    this.keeper = keeper;
    return keeper;
  }
}

/** All that the shield says; nothing before there is a keeper. */
export function sentencesOf({ keeper, dice, offers, bots }: Attendant): readonly Said[] {
  return keeper ? said(keeper, { dice, offers, bots }) : [];
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
