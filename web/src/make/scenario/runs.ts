/** Which scenarios this browser has asked to be played, so that any page can tell how far they are, and stop them. */
import { browserKeep, type Keep } from "../../api/tokens";
import type { Bot } from "./fairness.svelte";

export interface Run {
  /** The scenario as it was played. */
  readonly id: string;
  readonly bot: Bot;
  readonly title: string;
  readonly draft: string;
}
const KEY = "hulldown.fairness";
const MOST = 12;

export function runs(keep: Keep = browserKeep()): Run[] {
  try {
    const found = JSON.parse(keep.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(found)
      ? (found as Partial<Run>[]).filter((run): run is Run => typeof run.id === "string" && typeof run.bot === "string")
      : [];
  } catch {
    return [];
  }
}
const same = (one: Run, { id, bot }: Pick<Run, "id" | "bot">): boolean => one.id === id && one.bot === bot;

export function remember(run: Run, keep: Keep = browserKeep()): void {
  write([run, ...runs(keep).filter((one) => !same(one, run))].slice(0, MOST), keep);
}
export function forget(run: Pick<Run, "id" | "bot">, keep: Keep = browserKeep()): void {
  write(
    runs(keep).filter((one) => !same(one, run)),
    keep,
  );
}
function write(all: readonly Run[], keep: Keep): void {
  try {
    if (all.length > 0) keep.setItem(KEY, JSON.stringify(all));
    else keep.removeItem(KEY);
  } catch {
    // Full or forbidden: then only the editor tells of them.
  }
}
