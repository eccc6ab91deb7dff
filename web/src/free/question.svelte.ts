/** What the referee was asked about the hand, and his answer, as long as it is about what the hand holds. */
import type { Order, Preview } from "../api/types";
import { Asking, type Answered } from "./asking";
import { say } from "../language/language";

export class Question {
  answer: Answered | null = $state.raw(null);
  /** What was asked last. */
  #asked: Order | null = $state.raw(null);
  /** Since when it has been looked at. */
  since = 0;
  readonly #asking: Asking;

  constructor(ask: ((order: Order) => Promise<Preview>) | undefined) {
    this.#asking = new Asking(
      (order) => (ask ? ask(order) : Promise.reject(new Error(say("Nobody is asked.")))),
      (heard) => {
        this.answer = heard;
        this.since = performance.now();
      },
    );
  }

  /** Whether the answer is about what the hand holds now, and not about what it held a moment ago. */
  get fresh(): boolean {
    return this.answer !== null && this.answer.order === this.#asked;
  }
  want(order: Order): void {
    // What has been answered is not asked again.
    if (this.fresh && JSON.stringify(order) === JSON.stringify(this.#asked)) return;
    this.#asked = order;
    this.#asking.want(order);
  }
  settled(): Promise<void> {
    return this.#asking.settled();
  }
  /** What the hand held is laid down: neither the answer nor what is on its way means anything. */
  forget(): void {
    this.#asking.drop();
    this.answer = this.#asked = null;
  }
}
