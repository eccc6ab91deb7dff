/** What is ordered, planned and taken back: orders go out at once, or into a draft where a plan is made. */
import { sameOrder, unitIn } from "../api/orders";
import type { ActName, Answer, Order, Row } from "../api/types";
import { Drafting, movedTo, withoutUnit, type Draft } from "./draft";
import type { Arrivals } from "./arrivals";
import { isOpen } from "./onward";
import type { Outbox } from "./outbox";
import type { Keep, StoreOptions, TableCalls } from "./state";

interface Seat {
  /** Whether the choice is this seat's. */
  mine(): boolean;
  refuse: ConstructorParameters<typeof Drafting>[3];
}

export class Ordering {
  readonly #keep: Keep;
  readonly #atOnce: boolean;
  readonly #outbox: Outbox;
  readonly #arrivals: Arrivals;
  readonly #seat: Seat;
  readonly #drafting: Drafting;
  #undone: Order[] = [];
  /** The plan that was sent last, with how many orders, and where the log then ended. */
  #committed: { readonly draft: Draft; readonly many: number; readonly head: number } | null = null;
  /** What is due follows one after the other by itself, until a hand does something else. */
  running = false;

  constructor(keep: Keep, outbox: Outbox, arrivals: Arrivals, seat: Seat, table: TableCalls, options: StoreOptions) {
    this.#keep = keep;
    this.#atOnce = options.atOnce ?? false;
    this.#outbox = outbox;
    this.#arrivals = arrivals;
    this.#seat = seat;
    this.#drafting = new Drafting(
      table,
      options.shelf,
      (now) => keep.set({ ...now, redo: this.#drafting.again + this.#undone.length }),
      seat.refuse,
    );
  }

  // ---- orders ----
  /** Sends orders. Where a plan is open, those of units only go into the draft, and any other takes the draft along. */
  async order(orders: readonly Order[]): Promise<Answer | null> {
    if (orders.length === 0) return null;
    const { picture, selected } = this.#keep.state;
    // Who is under way is in the hand, or the only one that can do anything.
    const unit = selected ?? (picture?.tray.todo.length === 1 ? picture.tray.todo[0]!.unit : null);
    if (!picture?.tray.window) this.leave();
    if (this.#arrivals.last?.picture.tray.plan) this.#arrivals.skipAll();
    const planning = this.#planned() !== null;
    if (planning && orders.every((order) => unitIn(order) !== undefined)) return this.#draw(orders);
    if (planning && this.#keep.state.draft.length > 0 && !(await this.#stillMeant(orders[0]!))) return null;
    const draft = this.#keep.state.draft;
    const answer = await this.#outbox.send({ orders: [...draft, ...orders] });
    if (answer && unit !== null && typeof picture?.tray.side === "number")
      this.#stopped(answer, orders, { unit, side: picture.tray.side });
    if (answer?.status === "accepted") {
      this.#undone = [];
      if (draft.length > 0) this.#committed = { draft, many: draft.length + orders.length, head: answer.head };
    }
    this.#keep.set({ redo: this.#undone.length });
    return answer;
  }
  /** What was pressed may have meant the table before the last change of the draft. */
  async #stillMeant(pressed: Order): Promise<boolean> {
    await this.#drafting.settled;
    return this.#keep.state.rehearsed?.tray.buttons.some(({ order }) => sameOrder(order, pressed)) ?? false;
  }
  async act(act: ActName): Promise<Answer | null> {
    this.running = false;
    this.leave();
    const answer = await this.#outbox.send({ act });
    if (answer?.status === "accepted" && act === "undo") {
      const back = this.#outbox.accepted.pop();
      if (back) this.#undone.push(back);
      this.#keep.set({ redo: this.#undone.length });
    }
    return answer;
  }
  /** Takes back the last change of a draft, else the last order; a plan that was sent as a whole comes back as a whole. */
  async undo(): Promise<Answer | null> {
    if (this.#keep.state.draft.length > 0) return this.#drawn(this.#drafting.back());
    const sent = this.#committed;
    if (sent?.head !== this.#keep.state.head) return this.act("undo");
    for (let left = sent.many; left > 0; left--) {
      const answer = await this.act("undo");
      if (answer?.status !== "accepted") return answer;
    }
    this.#arrivals.skipAll();
    this.#undone = [];
    return this.#drawn(this.#drafting.change(sent.draft));
  }
  /** Plays again what was taken back last. */
  async redo(): Promise<Answer | null> {
    if (this.#drafting.again > 0) return this.#drawn(this.#drafting.forth());
    const order = this.#undone.pop();
    if (!order) return null;
    const answer = await this.#outbox.send({ orders: [order] });
    this.#keep.set({ redo: this.#undone.length });
    return answer;
  }

  // ---- a way that stops ----
  #stopped(answer: Answer, orders: readonly Order[], who: { unit: number; side: 0 | 1 }): void {
    const { status, refusal, played } = answer;
    if (status !== "accepted" || refusal || played >= orders.length || this.#outbox.busy) return;
    this.#keep.set({ rest: { ...who, orders: orders.slice(played), from: this.#outbox.sentAt + played } });
    this.goOn();
  }
  /** Goes on with a way that stopped, once the choice is its side's again; it ends where anything but a pass came between. */
  goOn(): void {
    const { rest, log, picture, position, head, result } = this.#keep.state;
    if (!rest || !picture || position < head || this.#outbox.busy) return;
    if (result || !isOpen(rest, log)) return void this.leave();
    if (picture.tray.side === rest.side && !picture.tray.window) void this.order(rest.orders);
  }
  /** Gives up what is left of a way, and tells whether there was something. */
  leave(): boolean {
    const { rest } = this.#keep.state;
    if (rest) this.#keep.set({ rest: null });
    return rest !== null;
  }

  // ---- a plan ----
  /** The position at which this seat can keep a draft, if it can. */
  #planned(): number | null {
    if (this.#atOnce) return null;
    const { picture, position, head } = this.#keep.state;
    const plan = picture?.tray.plan;
    return plan && !plan.fixed && this.#seat.mine() && position === head ? position : null;
  }
  /** The table has moved on; where `same` is told, the draft is about nothing that has changed. */
  moved(same = false): void {
    this.#drafting.at(this.#planned(), same);
  }
  async #draw(orders: readonly Order[]): Promise<Answer> {
    this.#keep.set({ refused: null, note: "" });
    for (const order of orders) void this.#drafting.put(order);
    return this.#drawn(this.#drafting.settled);
  }
  /** The answer to a change of the draft, once the table has told what comes of it. */
  async #drawn(change: Promise<void>): Promise<Answer> {
    await change;
    const { refused, head } = this.#keep.state;
    const refusal = refused?.refusal ?? null;
    return { status: refusal ? "refused" : "accepted", head, played: 0, refusal };
  }
  /** Takes a unit's order out of the draft, and tells at last whether there was one. */
  async strike(unit: number): Promise<boolean> {
    const { draft } = this.#keep.state;
    const next = withoutUnit(draft, unit);
    if (next.length === draft.length) return false;
    await this.#drafting.change(next);
    return true;
  }
  /** Puts a unit's order where that of another stands. */
  rearrange(unit: number, other: number): void {
    void this.#drafting.change(movedTo(this.#keep.state.draft, unit, other));
  }
  /** What is fixed and still to be done, in its order. */
  get due(): readonly Row[] {
    const plan = this.#keep.state.picture?.tray.plan;
    return plan?.fixed && this.#seat.mine() ? plan.rows.filter(({ order }) => order) : [];
  }
  /** Does what is due, one after the other, until all is done, the game is over or a hand does something else. */
  async doAll(): Promise<void> {
    this.running = true;
    for (let [row] = this.due; row?.order && this.running && !this.#keep.closed; [row] = this.due) {
      if ((await this.order([row.order]))?.status !== "accepted") break;
      await this.#keep.until(({ position, head }) => position >= head);
    }
    this.running = false;
  }
}
