/** What goes out: one sending after the other, each until it is answered, so that no press is lost and none is made twice. */
import { Trouble } from "../api/client";
import { sameOrder } from "../api/orders";
import { newId } from "../api/tokens";
import type { ActName, Answer, DiceWanted, Order, OrdersBody, Side } from "../api/types";
import type { Rolled } from "./typed/asking";
import type { Given } from "./typed/laying";
import { wordsOf, type Keep, type StoreOptions, type TableCalls } from "./state";
import { later, say } from "../language/language";

/** What the players ruled: the table from here on, and why. */
export interface Ruling {
  readonly table: string;
  readonly why: string;
}
/**
 * What a press sends: orders, an act, or what "Place for me" finds to place for a side when its turn comes. Orders of the table itself
 * are those of a bot, for which people roll.
 */
export type Sent =
  | { readonly orders: readonly Order[]; readonly forTable?: boolean }
  | { readonly act: ActName; readonly ruling?: Ruling }
  | { readonly place: Side };
interface Sending {
  readonly what: Sent;
  readonly answer: Promise<Answer | null>;
  readonly end: (answer: Answer | null) => void;
}

/** Two undos are two; two equal orders are one press. */
export function sameSent(one: Sent, other: Sent): boolean {
  if ("act" in one) return "act" in other && one.act === other.act && one.act !== "undo";
  if ("place" in one) return "place" in other && one.place === other.place;
  return (
    "orders" in other &&
    one.orders.length === other.orders.length &&
    one.orders.every((order, at) => sameOrder(order, other.orders[at]!))
  );
}

/** After how many milliseconds an order is sent again that nobody answered. */
const TRY_AGAIN = 1500;

const FAILED = later("That order failed on our side and nothing has changed.");

interface Post {
  /** All that plays is shown to its end before something goes out. */
  ready(): void;
  /** Orders that place what a side has left, as the table stands now. */
  placing(side: Side): Promise<Order[]>;
  reconnect(): void;
  /** Dice that people roll for the order on its way; null, where it was taken back. */
  roll(wanted: DiceWanted, sent: Given, forTable: boolean): Promise<Rolled | null>;
  /** Nobody is asked for dice any more. */
  leave(): void;
  /** Nothing is on its way any more. */
  empty(): void;
}

export class Outbox {
  /** Orders that were accepted, in their order. */
  readonly accepted: Order[] = [];
  /** What failed at the table's side and changed nothing. */
  failed: Sent | null = null;
  /** The position at which the last orders were made. */
  sentAt = 0;
  readonly #keep: Keep;
  readonly #table: TableCalls;
  readonly #options: StoreOptions;
  readonly #post: Post;
  /** One after the other; the first is on its way. */
  #sendings: Sending[] = [];

  constructor(keep: Keep, table: TableCalls, options: StoreOptions, post: Post) {
    this.#keep = keep;
    this.#table = table;
    this.#options = options;
    this.#post = post;
  }

  /** Whether something is on its way. */
  get busy(): boolean {
    return this.#sendings.length > 0;
  }
  /** Waits its turn, so that no press is lost. What equals the press before it, still on its way, is the same press. */
  send(what: Sent): Promise<Answer | null> {
    const last = this.#sendings.at(-1);
    if (last && sameSent(last.what, what)) return last.answer;
    // Whoever does something else does not roll.
    this.#post.leave();
    let end: Sending["end"] = () => undefined;
    const answer = new Promise<Answer | null>((done) => (end = done));
    this.#sendings.push({ what, answer, end });
    if (this.#sendings.length === 1) void this.#run();
    return answer;
  }

  /** Sends one after the other, each once the lines of the one before are known. Nothing follows what was not accepted. */
  async #run(): Promise<void> {
    this.#keep.set({ sending: true });
    for (let sending = this.#sendings[0]; sending && !this.#keep.closed; sending = this.#sendings[0]) {
      const answer = await this.#deliver(sending.what);
      if (answer?.status === "accepted") await this.#keep.until(({ head }) => head >= answer.head);
      // What was taken back before its dice fell hinders nothing.
      const goesOn = answer?.status === "accepted" || answer?.status === "dice";
      const dropped = goesOn ? [] : this.#sendings.splice(1);
      this.#sendings.shift();
      this.#keep.set({ sending: this.busy });
      sending.end(answer);
      for (const { end } of dropped) end(null);
    }
    this.#post.empty();
  }

  /** What nobody answered goes out again under the same id. */
  async #deliver(what: Sent): Promise<Answer | null> {
    this.#post.ready();
    const orders = "orders" in what ? what.orders : "place" in what ? await this.#post.placing(what.place) : [];
    // Where there is nothing left to place, nothing is refused either, and what was pressed meanwhile goes on.
    const { head } = this.#keep.state;
    if (orders.length === 0 && !("act" in what)) return { status: "accepted", head, played: 0, refusal: null };
    this.sentAt = head;
    const body = { id: this.#options.makeId?.() ?? newId(), position: this.sentAt };
    let rolled: Rolled = { faces: [], rest: false };
    const dice = (): Partial<OrdersBody> => ({
      ...(rolled.faces.length > 0 ? { faces: rolled.faces } : {}),
      ...(rolled.rest ? { roll_here: true } : {}),
    });
    const ask = (): Promise<Answer> =>
      "act" in what
        ? this.#table.act({ ...body, act: what.act, ...what.ruling })
        : this.#table.orders({ ...body, orders, ...dice() });
    for (;;) {
      this.failed = null;
      this.#keep.set({ refused: null, note: "" });
      try {
        const answer = await ask();
        if (answer.status !== "dice" || !answer.wanted) return this.#answered(answer, orders);
        const forTable = "orders" in what && what.forTable === true;
        const next = await this.#post.roll(answer.wanted, rolled.faces, forTable);
        if (!next) return answer;
        rolled = next;
      } catch (error) {
        if (error instanceof Trouble && error.status === 0) await this.#untilReached();
        else {
          if (error instanceof Trouble && error.status >= 500) this.failed = what;
          this.#keep.set({ note: this.failed ? say(FAILED) : wordsOf(error) });
          return null;
        }
      }
    }
  }
  #answered(answer: Answer, orders: readonly Order[]): Answer {
    this.accepted.push(...orders.slice(0, answer.played));
    const { refusal } = answer;
    if (refusal) this.#keep.refuse(refusal, this.#options.now?.() ?? Date.now());
    else if (answer.status === "stale")
      this.#keep.set({ note: say("The table had moved on; look again before you order.") });
    return answer;
  }
  async #untilReached(): Promise<void> {
    this.#keep.set({ note: say("Not sent yet: it goes out again when the table answers.") });
    this.#post.reconnect();
    if (this.#keep.state.connection === "open") await new Promise((over) => setTimeout(over, TRY_AGAIN));
    await this.#keep.until(({ connection }) => connection === "open");
  }
}
