/** A lesson as it goes: which step is open, whether it is done, and what is said about what the hand did. */
import { Trouble, type Table } from "../api/client";
import { facingIn, laidIn, sameOrder, squareIn, targetIn, unitIn } from "../api/orders";
import type { ActBody, Answer, LessonStep, LessonView, Order, OrdersBody } from "../api/types";
import { apart } from "../board/state";
import type { Aimed } from "../stage/aims";
import type { Desk } from "../match/desk.svelte";
import type { MatchStore } from "../match/store";
import type { Kept } from "./progress";
import { destinationOf, otherwise, readingTime, underWay } from "./wording";
import { say } from "../language/language";

/** The ask is open; it is answered by a refusal that it wanted, or well done; or something else was done. */
export type Mood = "ask" | "met" | "well" | "other";

/** A right angle, in the eight facings of a square. */
const QUARTER = 2;
/** How long the hand shows what it is about to do, in milliseconds. */
const SHOWN = 700;
const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export class Teaching {
  readonly lesson: LessonView;
  at = $state(0);
  mood: Mood = $state("ask");
  /** How often something else was done in this step. */
  strays = $state(0);
  over = $state(false);
  /** How many orders of the step were given. */
  given = $state(0);
  /** Somebody is shown how it is done. */
  showing = $state(false);
  trouble = $state("");
  desk: Desk | null = null;
  /** By which rule a ghost was stopped when it was let go, on a free table. */
  stopped = "";
  readonly #kept: Kept;
  readonly #onstep: (step: number) => void;
  #store: MatchStore | null = null;
  #seat: { readonly match: string; readonly token: string } | null = null;
  #goal = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: unknown = null;
  #held: number | null = null;

  constructor(lesson: LessonView, kept: Kept, at: number, onstep: (step: number) => void) {
    this.lesson = lesson;
    this.#kept = kept;
    this.#onstep = onstep;
    this.at = Math.min(Math.max(0, at), lesson.steps.length - 1);
  }

  get step(): LessonStep {
    return this.lesson.steps[this.at]!;
  }
  get tells(): boolean {
    return this.mood === "met";
  }
  get title(): string {
    return this.lesson.row.title;
  }
  get first(): boolean {
    return this.lesson.row.chapter === "";
  }
  /** What stands in the place of the ask. */
  get sentence(): string {
    const { say: ask, well, other, sentence, refused } = this.step;
    if (this.mood === "met")
      return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/[.]?$/, ".")} ${well}`;
    if (this.mood === "well") return well || say("Done.");
    if (this.mood === "other") return other || otherwise(ask);
    return ask + (refused && !ask ? refused : "");
  }

  // ---- the table ----
  /** The table of a match, by which orders and acts say which step they are meant for. */
  through(table: Table): Table {
    const tell = (answer: Answer, orders: readonly Order[]): Answer => this.#answered(answer, orders);
    return Object.assign(Object.create(table) as Table, {
      orders: async (body: OrdersBody): Promise<Answer> =>
        tell(await table.orders({ ...body, step: this.at }), body.orders),
      act: (body: ActBody): Promise<Answer> => table.act({ ...body, step: this.#goal }),
    });
  }
  follow(store: MatchStore, seat: { readonly match: string; readonly token: string }): () => void {
    this.#store = store;
    this.#seat = seat;
    this.#keep();
    return store.subscribe((now) => {
      if (now.refused && now.refused !== this.#seen) {
        this.#seen = now.refused;
        this.#refused(now.refused.refusal.rule);
      }
      if (this.mood === "ask" && this.#chosen && now.selected === this.step.unit) this.#done("well");
      const held = this.#held;
      this.#held = now.selected;
      if (held !== now.selected) this.#tryAt(held, now.selected);
    });
  }
  /** A press on what is to be tried at, where the hand is offered no such shot: it is tried all the same. */
  #tryAt(unit: number | null, pressed: number | null): void {
    const order = this.step.attempt?.order;
    const store = this.#store;
    if (!order || !store || pressed === null || this.waits || targetIn(order) !== pressed || unitIn(order) !== unit)
      return;
    store.select(unit);
    void store.order(order);
  }
  close(): void {
    clearTimeout(this.#timer);
  }
  /** Whether all that the step wants is that a unit is chosen. */
  get #chosen(): boolean {
    return this.step.do.length === 0 && !this.step.attempt;
  }
  #answered(answer: Answer, orders: readonly Order[]): Answer {
    const { lesson } = answer;
    if (answer.status === "other") {
      const short = { ...answer, status: "refused", refusal: null } as const;
      // So has who pulled a turret to where it stops on the way.
      if (orders.some((order) => this.#pulledTo(order)) && this.tries(this.step.refused)) return short;
      // Who lets go of a ghost that was stopped has tried, though the way up to there is allowed.
      if (this.stopped && this.step.attempt && this.tries(this.stopped)) return short;
      this.strays++;
      this.mood = "other";
      // Who is under way stays in the hand, though no order of a step names it.
      const { picture = null, selected = null } = this.#store?.state ?? {};
      this.#store?.select(this.step.unit ?? underWay(picture) ?? selected);
      return short;
    }
    if (answer.status === "accepted") {
      this.given += lesson?.played ?? 0;
      if (this.mood === "other") this.mood = "ask";
    }
    if (lesson?.done) void this.#played(answer.head);
    if (lesson?.taught) this.#done("met");
    return answer;
  }
  /** Whether a turret was turned towards what is to be tried, as far as it goes: the hand takes it no farther. */
  #pulledTo(order: Order): boolean {
    const wanted = this.step.attempt?.order;
    const [to, at] = [wanted && laidIn(wanted), laidIn(order)];
    const same = wanted !== undefined && unitIn(wanted) === unitIn(order);
    return same && to !== undefined && at !== undefined && apart(to, at) <= QUARTER;
  }
  /** What is played is seen to its end before anything is said of it. */
  async #played(head: number): Promise<void> {
    const store = this.#store;
    if (!store) return;
    await new Promise<void>((done) => {
      const stop = store.subscribe(({ position, playing, waiting }) => {
        if (position < head || playing || waiting > 0) return;
        setTimeout(() => stop());
        done();
      });
    });
    this.#done("well");
  }
  /** A refusal, wherever it was met: the one that the step wants, or any other. */
  #refused(rule: string): void {
    if (this.mood === "ask" || this.mood === "other") this.tries(rule);
  }
  /** Something was tried, and refused by a rule; on a free table the ghost stops there. */
  tries(rule: string): boolean {
    const { attempt, refused, unit } = this.step;
    const held = this.#store?.state.selected ?? null;
    const own = unit === null || held === null || held === unit;
    const met = attempt !== undefined && refused === rule && own;
    if (met) this.#done("met");
    return met;
  }
  #done(mood: "met" | "well"): void {
    if (this.mood === "met" || this.mood === "well") return;
    this.showing = false;
    this.mood = mood;
    if (mood === "well" && !this.step.well && !this.#last) return this.goOn();
    if (this.#last) return this.#finish();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.goOn(), readingTime(this.sentence));
    this.#keep(this.at + 1);
  }
  get #last(): boolean {
    return this.at === this.lesson.steps.length - 1;
  }
  #finish(): void {
    this.over = true;
    this.#keep(this.at, true);
  }
  /** Whether there is something to go on from. */
  get waits(): boolean {
    return !this.over && (this.mood === "met" || this.mood === "well");
  }
  goOn(): void {
    clearTimeout(this.#timer);
    if (this.#last || this.mood === "ask") return;
    this.#open(this.at + 1);
  }
  #open(step: number): void {
    this.at = step;
    this.mood = "ask";
    this.stopped = "";
    this.strays = 0;
    this.given = 0;
    this.over = false;
    this.showing = false;
    this.#keep();
    this.#onstep(step);
    this.#seen = this.#store?.state.refused ?? null;
    this.#store?.dismiss();
    // A unit that is in the hand already is chosen again by whoever learns to choose; and no ghost is left lying.
    if (this.#chosen || this.desk?.hand.led) this.#store?.select(null);
  }
  #keep(step = this.at, done = false): void {
    const before = this.#kept.of(this.lesson.row.id);
    const { hash } = this.lesson.row;
    this.#kept.set(this.lesson.row.id, { hash, step, done: done || (before?.done ?? false), ...this.#seat });
  }

  // ---- back, and shown ----
  /** To the beginning of a step, with its dice. */
  async go(step: number): Promise<void> {
    const store = this.#store;
    if (!store || step < 0 || step >= this.lesson.steps.length) return;
    clearTimeout(this.#timer);
    store.skipAll();
    this.#goal = step;
    this.trouble = "";
    store.select(null);
    const answer = await store.act("step");
    if (answer?.status === "accepted") {
      store.skipAll();
      this.#open(step);
    } else this.trouble = store.state.note || say("The table did not go back; try again.");
  }
  back(): Promise<void> {
    return this.go(this.mood === "ask" || this.mood === "other" ? this.at - 1 : this.at);
  }
  /** Shows how the step is done, as a hand would do it. */
  async show(): Promise<void> {
    const store = this.#store;
    if (!store || this.showing || this.waits || this.over) return;
    const at = this.at;
    this.showing = true;
    this.mood = "ask";
    if (this.#chosen) return store.select(this.step.unit);
    const orders = this.step.attempt ? [this.step.attempt] : this.step.do.slice(this.given);
    for (const { order } of orders) {
      await this.#aim(order);
      if (this.at !== at || !this.showing) return;
      await store.order(order);
      if (this.at !== at || this.mood !== "ask") return;
    }
    this.showing = false;
  }
  /** The order that is wanted next. */
  get wanted(): Order | undefined {
    const { attempt, do: orders } = this.step;
    return attempt?.order ?? orders[Math.min(this.given, orders.length - 1)]?.order;
  }
  /** Where the steps that are wanted next lead in one go, though the hand goes there step by step. */
  get destination(): Order | undefined {
    const row = this.step.do.map(({ order }) => order);
    return this.step.attempt ? undefined : destinationOf(row, this.given);
  }
  async #aim(order: Order): Promise<void> {
    const store = this.#store!;
    const unit = unitIn(order);
    if (unit !== undefined && store.state.selected !== unit) {
      store.select(unit);
      await wait(SHOWN);
    }
    this.lay(order);
    await wait(SHOWN);
  }
  /** Aims at what an order means, so that the board shows it before it is done. */
  lay(order: Order): void {
    const aim = this.aimOf(order);
    if (aim && this.desk) this.desk.hand.aim = aim;
  }
  aimOf(order: Order): Aimed | null {
    const [target, facing] = [targetIn(order), facingIn(order)];
    if (target !== undefined) return { kind: "target", unit: target, cell: null };
    const { picture, terrain, selected } = this.#store?.state ?? {};
    const pose = picture?.pieces.find(({ id }) => id === selected)?.pose;
    if (facing === undefined || !terrain || terrain.table === "free") return null;
    const square = squareIn(order) ?? (pose ? pose.y * terrain.columns + pose.x : undefined);
    return square === undefined ? null : { kind: "pose", pose: (square << 3) | facing };
  }

  // ---- in words ----
  /** What the text board is told when it asks for a hint. */
  get hint(): string {
    const { attempt, do: orders } = this.step;
    const said = attempt ? [attempt.said] : orders.map(({ said }) => said);
    const label = this.#store?.state.picture?.pieces.find(({ id }) => id === this.step.unit)?.label ?? "";
    return say("Say: {orders}.", {
      orders: said.length > 0 ? said.join(say(", then ")) : say("choose {label}", { label }),
    });
  }
  /** "choose L1": takes a unit into the hand, which may be all that a step wants. */
  choose(hull: string): string {
    const { picture, view } = this.#store?.state ?? {};
    const piece = picture?.pieces.find(({ label, side }) => label === hull.toUpperCase() && side === view?.side);
    if (!piece) return say("There is no unit {hull} of yours here.", { hull });
    this.#store?.select(piece.id);
    return say("{name} is chosen.", { name: piece.name });
  }
  /** The order that is said in the lesson's own words: also one that is to be refused. */
  orderOf(text: string): Order | undefined {
    const plain = (one: string): string => one.trim().replace(/\s+/g, " ").toLowerCase();
    const { attempt, do: orders } = this.step;
    return [...(attempt ? [attempt] : []), ...orders].find(({ said }) => plain(said) === plain(text))?.order;
  }
  /** Whether an order is one that the step wants. */
  wants(order: Order): boolean {
    return this.step.do.some((one) => sameOrder(one.order, order));
  }
}

export const isGone = (error: unknown): boolean => error instanceof Trouble && [401, 404, 409].includes(error.status);
