/** How the dice of a whole battle fell against what they had to give, exactly: chances stay whole numbers over whole numbers. */
import type { Fraction, LineMessage, Side } from "../api/types";
import { takesBack } from "./lines";
import { mainOdds, numberOf } from "./words";

/** A shot that stands in the log: the outcome it was fired for, the chance it had, and whether it came. */
export interface FiredShot {
  readonly side: Side;
  readonly outcome: string;
  readonly chance: Fraction;
  readonly came: boolean;
}
export interface Luck {
  readonly outcome: string;
  readonly shots: number;
  readonly expected: number;
  readonly actual: number;
  /** In how many of 100 battles with these same shots fewer came, and in how many more, rounded down. */
  readonly fewer: number;
  readonly more: number;
  /** The place among them, of 100: battles that came out the same stand half on each side. */
  readonly place: number;
}

/** The shots of both sides since the first line, but for those that were taken back. */
export function shotsOf(lines: readonly LineMessage[]): FiredShot[] {
  const standing: FiredShot[][] = [];
  for (const line of lines) {
    if (line.kind === "order") standing.push(firedIn(line));
    else if (takesBack(line)) standing.pop();
  }
  return standing.flat();
}

function firedIn({ told, picture }: LineMessage): FiredShot[] {
  return told
    .flatMap(({ strokes }) => strokes)
    .flatMap((stroke) => {
      if (stroke.type !== "shot" || !stroke.odds) return [];
      const side = picture.pieces.find(({ id }) => id === stroke.piece)?.side;
      if (side === undefined) return [];
      const { outcome, chance } = mainOdds(stroke.odds);
      return [{ side, outcome, chance, came: stroke.outcome === outcome }];
    });
}

/** The luck of a side, outcome by outcome. */
export function luckOf(shots: readonly FiredShot[], side: Side): Luck[] {
  const own = shots.filter((shot) => shot.side === side);
  return [...new Set(own.map(({ outcome }) => outcome))].map((outcome) => {
    const alike = own.filter((shot) => shot.outcome === outcome);
    const actual = alike.filter(({ came }) => came).length;
    const ways = waysOf(alike.map(({ chance }) => chance));
    const all = sum(ways);
    const of100 = (some: readonly bigint[]): number => Number((sum(some) * 100n) / all);
    return {
      outcome,
      shots: alike.length,
      expected: alike.reduce((total, { chance }) => total + numberOf(chance), 0),
      actual,
      fewer: of100(ways.slice(0, actual)),
      more: of100(ways.slice(actual + 1)),
      place: Number((sum(ways.slice(0, actual)) * 200n + (ways[actual] ?? 0n) * 100n) / all) / 2,
    };
  });
}

const sum = (parts: readonly bigint[]): bigint => parts.reduce((total, part) => total + part, 0n);

/** In how many ways each number of tries comes off when each has its own chance: their exact convolution. */
export function waysOf(chances: readonly Fraction[]): bigint[] {
  let ways = [1n];
  for (const chance of chances) {
    const [over = "0", under = "1"] = chance.split("/");
    const [yes, all] = [BigInt(over), BigInt(under)];
    ways = [...ways, 0n].map((many, came) => many * (all - yes) + (ways[came - 1] ?? 0n) * yes);
  }
  return ways;
}

export function luckSentence({ fewer, more, place }: Luck, name: string): string {
  if (place > 80) return `${name}'s dice were better than in ${fewer} of 100 battles with these same shots.`;
  if (place < 20) return `${name}'s dice were worse than in ${more} of 100 battles with these same shots.`;
  return `${name}'s dice were about as usual.`;
}
