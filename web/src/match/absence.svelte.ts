/** Coming back to a match after a while: what has happened since is told in a sentence and lies there in pencil; it is no film. */
import { browserKeep, type Keep } from "../api/tokens";
import { turnsOf } from "./fold";
import { standing } from "./penciling.svelte";
import type { Seen } from "./seen.svelte";
import { many } from "../language/language";

/** Milliseconds after which somebody who did not look was away. */
export const AWAY = 600_000;
const KEY = "hulldown.left";
const MOST = 60;
/** A match, the position that was last looked at, and when; the newest first. */
type Left = [match: string, position: number, time: number];

export class Absence {
  /** The position at which the table was left, until the hand goes on. */
  #from: number | null = $state(null);
  #last: { readonly position: number; readonly time: number } | null = null;
  readonly #seen: Seen;
  readonly #keep: Keep;

  constructor(seen: Seen, keep: Keep = browserKeep()) {
    this.#seen = seen;
    this.#keep = keep;
  }

  /** Somebody looks at the table as it stands. */
  look(): void {
    const { view, position } = this.#seen.now;
    if (!view) return;
    const [time, all] = [Date.now(), this.#all];
    const kept = all.find(([match]) => match === view.match);
    this.#last ??= kept ? { position: kept[1], time: kept[2] } : null;
    if (this.#last && time - this.#last.time > AWAY) this.#from ??= this.#last.position;
    this.#last = { position, time };
    const rest = all.filter((one) => one !== kept);
    try {
      this.#keep.setItem(KEY, JSON.stringify([[view.match, position, time], ...rest].slice(0, MOST)));
    } catch {
      // Full or forbidden: it is forgotten with the page.
    }
  }
  get #all(): Left[] {
    try {
      const data: unknown = JSON.parse(this.#keep.getItem(KEY) ?? "[]");
      return Array.isArray(data) ? (data as Left[]) : [];
    } catch {
      return [];
    }
  }
  /** The hand goes on. */
  over(): void {
    this.#from = null;
  }
  /** Somebody has come back, and has done nothing yet: nothing is played. */
  get back(): boolean {
    return this.#from !== null;
  }
  /** "18 acts since you left." */
  readonly sentence = $derived.by(() => {
    const from = this.#from;
    const { log } = this.#seen.now;
    if (from === null) return "";
    const acts = turnsOf(standing(log))
      .flatMap(({ rows }) => rows)
      .filter((row) => row.kind === "act" && row.number > 0 && row.key >= from).length;
    if (acts === 0) return "";
    return (log[0]?.position ?? 0) > from
      ? many("more than {n} act since you left.", "more than {n} acts since you left.", acts)
      : many("{n} act since you left.", "{n} acts since you left.", acts);
  });
}
