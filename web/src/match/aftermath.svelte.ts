/** A battle that is over: all of its lines, what it came to, and which moment of it the table shows. */
import type { Ending, LineMessage, Stroke } from "../api/types";
import { logLine } from "./lines";
import { lookAt } from "./look";
import type { Looking } from "./looking.svelte";
import type { Seen } from "./seen.svelte";
import { ticksOf } from "./ticks";

const NONE: readonly Stroke[] = [];

export class Aftermath {
  lines: readonly LineMessage[] = $state.raw([]);
  ending: Ending | null = $state.raw(null);
  /** Why they are not there yet. */
  trouble = $state("");
  /** The moment that is looked at; none is the last. */
  #at: number | null = $state(null);
  #asked = false;
  #closed = false;
  readonly #seen: Seen;
  readonly #looking: Looking;

  constructor(seen: Seen, looking: Looking) {
    this.#seen = seen;
    this.#looking = looking;
  }

  readonly log = $derived.by(() => this.lines.map((line, k) => logLine(line, this.lines[k - 1]?.picture)));
  readonly ticks = $derived.by(() => ticksOf(this.lines));
  /** How many lines have been played of what the table shows. */
  get at(): number {
    return (this.#looking.look ? this.#at : null) ?? this.lines.length;
  }
  /** Whether the table shows the last moment. */
  get rests(): boolean {
    return this.at === this.lines.length;
  }
  get said(): string {
    return this.lines[this.at - 1]?.told.map(({ sentence }) => sentence).join(" ") ?? "";
  }

  /** The shot that decided it, if the last turn had one: it lies on the last position. */
  get shot(): readonly Stroke[] {
    return this.#seen.now.result && this.rests ? this.#lastShot : NONE;
  }
  readonly #lastShot = $derived.by(() => {
    const turn = this.log.at(-1)?.turn;
    const shots = this.log
      .filter((line) => line.turn === turn)
      .map(({ told }) => told.flatMap(({ strokes }) => strokes.filter(({ type }) => type === "shot")));
    return shots.findLast(({ length }) => length > 0) ?? NONE;
  });

  /** Fetches all of it, once; asked again, what failed before. */
  async open(): Promise<void> {
    if (this.#asked && !this.trouble) return;
    this.#asked = true;
    this.trouble = "";
    const { store } = this.#seen;
    try {
      const found = await Promise.all([store.lines(), store.ending()]);
      if (!this.#closed) [this.lines, this.ending] = found;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
  close(): void {
    this.#closed = true;
  }
  /** Shows a moment; the last one is the present. */
  go(to: number): void {
    const { terrain } = this.#seen;
    const line = this.log[Math.max(1, to) - 1];
    const look = line && terrain && to < this.lines.length ? lookAt(this.log, line.position, terrain) : undefined;
    this.#looking.rest(look);
    this.#at = look ? Math.max(1, to) : null;
  }
}
