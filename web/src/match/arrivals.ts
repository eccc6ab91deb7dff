/** What arrives: lines wait here until the one before has been watched, each for as long as its strokes take. */
import type { LineMessage, Side } from "../api/types";
import { PACE, type Speed } from "../stage/motion";
import { throwIn, timeOf, Watching } from "./lines";
import type { Keep } from "./state";

/** Between two acts of the enemy. */
const GAP = 250;

interface Watcher {
  speed(): Speed;
  acts(side: Side | null): boolean;
  /** Somebody draws the strokes, and calls `skip` when they are over. */
  filmed(): boolean;
  /** A line has been watched. */
  watched(line: LineMessage): void;
}

export class Arrivals {
  readonly #keep: Keep;
  readonly #watcher: Watcher;
  #queue: LineMessage[] = [];
  #skip: (() => void) | null = null;
  #running = false;
  readonly #watching = new Watching();

  constructor(keep: Keep, watcher: Watcher) {
    this.#keep = keep;
    this.#watcher = watcher;
  }

  get waiting(): number {
    return this.#queue.length;
  }
  get last(): LineMessage | undefined {
    return this.#queue.at(-1);
  }

  add(line: LineMessage): void {
    this.#queue.push(line);
    this.#keep.set({ head: line.position + 1, waiting: this.#queue.length });
    void this.#play();
  }
  /** Shows the end of what is being played. */
  skip(): void {
    this.#skip?.();
  }
  /** Shows the end of everything that waits, at once. */
  skipAll(): void {
    for (const line of this.#queue.splice(0)) this.#watcher.watched(line);
    this.#skip?.();
  }

  async #play(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    while (this.#queue.length > 0 && !this.#keep.closed) await this.#watch(this.#queue[0]!);
    this.#running = false;
    if (this.#queue.length > 0 && !this.#keep.closed) void this.#play();
  }
  async #watch(line: LineMessage): Promise<void> {
    const { state } = this.#keep;
    const strokes = line.told.flatMap((told) => [...told.strokes]);
    const speed = this.#watcher.speed();
    const usual = timeOf(strokes, state.terrain?.table === "free");
    const own = this.#watcher.acts(line.side);
    const pace = this.#watching.pace(line, usual + GAP, PACE[speed], this.#queue.length, own);
    const thrown = throwIn(line, pace);
    const time = pace * usual;
    if (time > 0) {
      const falling = thrown ? { ...thrown, falling: true } : state.thrown;
      this.#keep.set({ playing: { line, strokes, speed, pace }, thrown: falling, refused: null });
      // Who films it tells when it is over; the time is only the longest to wait.
      await this.#wait(this.#watcher.filmed() ? time + 1500 : time);
      if (this.#queue[0] !== line) return; // skipped
    }
    this.#queue.shift();
    this.#watcher.watched(line);
    if (time > 0 && this.#queue.length > 0 && !own) await this.#wait(GAP * pace);
  }
  #wait(time: number): Promise<void> {
    return new Promise((done) => {
      const end = (): void => {
        clearTimeout(timer);
        done();
      };
      const timer = setTimeout(end, time);
      this.#skip = end;
    });
  }
}
