/** The spread of a roll in words and places: what the histogram draws, and what is read aloud for it. */
import type { Spread } from "../api/types";

export const outcomeWord = (outcome: string): string => (outcome === "nothing" ? "no effect" : outcome);

export interface Bar {
  readonly figure: number;
  readonly ways: number;
  /** What the figure leads to; nothing where it cannot fall, or is only one of those that a throw can make. */
  readonly outcome: string | undefined;
}

/** A bar for each figure, as far as the needed one where that lies outside. */
export function barsOf({ first, ways, needed, stretches }: Spread): Bar[] {
  const from = Math.min(first, needed);
  const to = Math.max(first + ways.length - 1, needed);
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const figure = from + at;
    return {
      figure,
      ways: ways[figure - first] ?? 0,
      outcome: stretches.find((one) => one.first <= figure && figure <= one.last)?.outcome,
    };
  });
}

export function waysTo(spread: Spread, outcome: string): number {
  return barsOf(spread).reduce((sum, bar) => sum + (bar.outcome === outcome ? bar.ways : 0), 0);
}

/** What the dice must do with the needed sum for an outcome. */
export function reaching({ needed, stretches }: Spread, outcome: string): string {
  const stretch = stretches.find((one) => one.outcome === outcome);
  if (stretch?.first === needed && stretch.last === needed) return "exactly";
  return stretch?.first === needed + 1 ? "to be exceeded" : "or more";
}

/** "3 dice, 10 needed. 3 to 9: no effect, 81 of 216. 10 to 18: destroyed, 135 of 216." */
export function speakSpread(spread: Spread): string {
  const parts = spread.stretches.map(({ outcome, first, last }) => {
    const many = spread.ways.slice(first - spread.first, last - spread.first + 1).reduce((sum, one) => sum + one, 0);
    return `${first === last ? `Exactly ${first}` : `${first} to ${last}`}: ${outcomeWord(outcome)}, ${many} of ${spread.of}.`;
  });
  return [`${spread.dice}, ${spread.needed} needed.`, ...parts].join(" ");
}
