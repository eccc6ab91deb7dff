/** Standing orders: when a player wants to be asked in a window. They are changed for all tanks or for one. */
import type { Asking, Standing, StandingBody } from "../api/types";
import { many, say } from "../language/language";

export const ALWAYS: Asking = { ask: "always" };
/** The chance, in hundredths, from which one is asked until one says otherwise. */
export const USUAL = 30;

/** What holds for a unit, or (null) for all. */
export const askingOf = (standing: Standing | null, unit: number | null): Asking =>
  (unit === null ? standing?.all : (standing?.units[unit] ?? standing?.all)) ?? ALWAYS;

/** The orders with another wish for a unit or, which then holds for every one, for all. */
export function withAsking(standing: Standing | null, unit: number | null, asking: Asking): StandingBody {
  if (unit === null) return { all: asking, units: {} };
  return { all: standing?.all ?? ALWAYS, units: { ...standing?.units, [unit]: asking } };
}

export function askingWords({ ask, chance }: Asking): string {
  return ask === "always"
    ? say("ask me always")
    : ask === "never"
      ? say("not this turn")
      : say("only from {percent} %", { percent: chance ?? USUAL });
}
/** "only from 30 %, 1 tank otherwise" */
export function standingWords(standing: Standing | null): string {
  const others = Object.keys(standing?.units ?? {}).length;
  return `${askingWords(standing?.all ?? ALWAYS)}${others > 0 ? many(", {n} tank otherwise", ", {n} tanks otherwise", others) : ""}`;
}
