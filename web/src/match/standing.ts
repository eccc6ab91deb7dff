/** Standing orders: when a player wants to be asked in a window. They are changed for all tanks or for one. */
import type { Asking, Standing, StandingBody } from "../api/types";

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
  return ask === "always" ? "ask me always" : ask === "never" ? "not this turn" : `only from ${chance ?? USUAL} %`;
}
/** "only from 30 %, 1 tank otherwise" */
export function standingWords(standing: Standing | null): string {
  const many = Object.keys(standing?.units ?? {}).length;
  return `${askingWords(standing?.all ?? ALWAYS)}${many > 0 ? `, ${many} ${many === 1 ? "tank" : "tanks"} otherwise` : ""}`;
}
