/** Asks the referee about what the hand holds: one question at a time, and after the answer only the newest. */
import type { Order, Preview } from "../api/types";

export interface Answered {
  readonly order: Order;
  readonly preview: Preview;
}

export class Asking {
  readonly #ask: (order: Order) => Promise<Preview>;
  readonly #heard: (answer: Answered) => void;
  #next: Order | null = null;
  #asking = false;
  #waiting: (() => void)[] = [];
  /** Counts what was dropped: answers to it are not heard. */
  #age = 0;

  constructor(ask: (order: Order) => Promise<Preview>, heard: (answer: Answered) => void) {
    this.#ask = ask;
    this.#heard = heard;
  }

  want(order: Order): void {
    this.#next = order;
    if (!this.#asking) void this.#run();
  }

  /** Forgets what was asked. */
  drop(): void {
    this.#next = null;
    this.#age++;
    this.#settle();
  }

  /** When the newest question has its answer. */
  settled(): Promise<void> {
    return this.#asking || this.#next ? new Promise((done) => this.#waiting.push(done)) : Promise.resolve();
  }

  async #run(): Promise<void> {
    this.#asking = true;
    for (let order = this.#next; order; order = this.#next) {
      this.#next = null;
      const age = this.#age;
      try {
        const preview = await this.#ask(order);
        if (age === this.#age) this.#heard({ order, preview });
      } catch {
        // Nothing is known of it, then; the next change asks again.
      }
    }
    this.#asking = false;
    this.#settle();
  }

  #settle(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}
