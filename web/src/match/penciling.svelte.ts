/** The enemy's last turn, as it lies on the table in pencil: its acts, which of them is looked at, and how strong it is. */
import type { Side, Stroke } from "../api/types";
import type { Pencilled } from "../stage/pencil";
import { turnsOf, type ActRow } from "./fold";
import { takesBack, type LogLine } from "./lines";
import type { Looking } from "./looking.svelte";
import type { Seen } from "./seen.svelte";
import { say } from "../language/language";

/** The lines that stand: what was taken back leaves no trace. */
export function standing(log: readonly LogLine[]): LogLine[] {
  const lines: LogLine[] = [];
  for (const line of log) {
    if (line.kind === "order") lines.push(line);
    else if (takesBack(line)) lines.pop();
  }
  return lines;
}

export interface LastTurn {
  readonly acts: readonly ActRow[];
  /** Whether this side has acted since. */
  readonly committed: boolean;
}
/** What the other side has done since this one's own last act; for who has no side, the last turn of all. */
export function lastTurn(log: readonly LogLine[], me: Side | null): LastTurn {
  const turns = turnsOf(standing(log)).map(({ rows }) => rows.filter((row) => row.kind === "act" && row.number > 0));
  if (me === null)
    return { acts: (turns.filter(({ length }) => length > 0).at(-1) ?? []) as ActRow[], committed: false };
  const acts = turns.flat() as ActRow[];
  let end = acts.length;
  while (end > 0 && acts[end - 1]!.side === me) end--;
  let start = end;
  while (start > 0 && acts[start - 1]!.side !== me) start--;
  return { acts: acts.slice(start, end), committed: end < acts.length };
}

const strokesOf = ({ lines }: ActRow): readonly Stroke[] =>
  lines.flatMap(({ told }) => told.flatMap(({ strokes }) => strokes)).filter(({ type }) => type !== "throw");

export class Penciling {
  /** Whether it was put away. */
  away = $state(false);
  #at = $state<number | null>(null);
  readonly #seen: Seen;
  readonly #looking: Looking;

  constructor(seen: Seen, looking: Looking) {
    this.#seen = seen;
    this.#looking = looking;
  }
  readonly #last = $derived.by((): LastTurn => {
    const { now, tray } = this.#seen;
    const { view } = now;
    if (!view) return { acts: [], committed: false };
    return lastTurn(now.log, view.watching ? null : view.both ? (tray?.side ?? null) : view.side);
  });
  get acts(): readonly ActRow[] {
    return this.#last.acts;
  }
  /** The act that is looked at, by its place among them. */
  get at(): number | null {
    return this.#at !== null && this.#at < this.acts.length ? this.#at : null;
  }
  get act(): ActRow | null {
    return this.at === null ? null : this.acts[this.at]!;
  }
  /** One act on or back; beyond the last they all lie there again. */
  step(by: 1 | -1): void {
    const many = this.acts.length;
    if (many === 0) return;
    this.away = false;
    const next = this.at === null ? (by > 0 ? 0 : many - 1) : this.at + by;
    this.#at = next < 0 || next >= many ? null : next;
    this.#looking.back();
  }
  all(): void {
    this.#at = null;
  }
  toggle(): void {
    this.away = !this.away;
    this.#at = null;
  }
  /** "5 / 18", or "all 18". */
  get counted(): string {
    const many = this.acts.length;
    return this.at === null
      ? say("all {n}", { n: many })
      : `${this.acts[this.at]!.number} / ${this.acts.at(-1)!.number}`;
  }

  /** How strong it is: whole until this side acts, paler while something is chosen, and gone when it is not its turn. */
  get strength(): number {
    const { mine, now, playing, selected } = this.#seen;
    if (this.away || playing || this.#looking.look || !(mine || now.view?.watching || now.result)) return 0;
    if (this.at !== null) return 1;
    if (this.#last.committed) return selected === null ? 0.6 : 0;
    return selected === null ? 1 : 0.6;
  }
  readonly shown = $derived.by((): Pencilled | null => {
    const strength = this.strength;
    if (strength === 0 || this.acts.length === 0) return null;
    const acts = this.acts.map((act) => ({ number: act.number, strokes: strokesOf(act), end: act.end }));
    return { acts, solid: this.at, strength };
  });
}
