/** Words for outcomes. */

export const outcomeWord = (outcome: string): string => (outcome === "nothing" ? "no effect" : outcome);
