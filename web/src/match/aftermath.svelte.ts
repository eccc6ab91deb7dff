/** A battle that is over: all of its lines, what it came to, and which moment of it the table shows. */
import type { Ending, LineMessage } from "../api/types";
import { logLine } from "./lines";
import { lookAt } from "./look";
import type { Looking } from "./looking.svelte";
import type { Seen } from "./seen.svelte";
import { ticksOf } from "./ticks";

export class Aftermath {
  lines: readonly LineMessage[] = $state.raw([]);
  ending: Ending | null = $state.raw(null);
  /** Why they are not there yet. */
  trouble = $state("");
  /** The moment that is looked at; none is the last. */
  #at: number | null = $state(null);
  #asked = false;
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

  /** Fetches all of it, once; asked again, what failed before. */
  async open(): Promise<void> {
    if (this.#asked && !this.trouble) return;
    this.#asked = true;
    this.trouble = "";
    const { store } = this.#seen;
    try {
      [this.lines, this.ending] = await Promise.all([store.lines(), store.ending()]);
      if (!this.#looking.look) this.go(this.lines.length);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
  /** Shows a moment. The last one has the shot that decided it, if the last turn had one. */
  go(to: number): void {
    const { terrain } = this.#seen;
    const at = Math.min(this.lines.length, Math.max(1, to));
    const line = this.log[at - 1];
    if (!terrain || !line) return;
    const last = at === this.lines.length;
    const shown = last ? (this.#lastShot ?? line) : line;
    const look = lookAt(this.log, shown.position, terrain);
    // All of the last position is shown, and nobody in it is chosen.
    const piece = last ? null : (look?.piece ?? null);
    this.#looking.rest(look && { ...look, piece, line: { ...look.line, picture: line.picture } });
    this.#at = last ? null : at;
  }
  get #lastShot() {
    const turn = this.log.at(-1)?.turn;
    return this.log.findLast(
      (line) => line.turn === turn && line.told.some(({ strokes }) => strokes.some(({ type }) => type === "shot")),
    );
  }
}
