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
/** What a side's dice gave, against what they had to give. */
export interface Given {
  readonly shots: number;
  readonly hits: number;
  readonly expected: number;
}
export interface Luck {
  readonly sides: readonly [Given, Given];
  /** In how many of 100 battles with these same shots the dice were worse for a side; those that came out the same stand half on each. */
  readonly worse: number;
  /** Whether that is nothing to speak of. */
  readonly usual: boolean;
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

/** How a battle's dice fell for a side: its own hits and the other's misses, of all shots that were fired. */
export function luckOf(shots: readonly FiredShot[], side: Side): Luck {
  const given = (whose: Side): Given => {
    const own = shots.filter((shot) => shot.side === whose);
    const expected = own.reduce((total, { chance }) => total + numberOf(chance), 0);
    return { shots: own.length, hits: own.filter(({ came }) => came).length, expected };
  };
  const ways = waysOf(shots.map((shot) => (shot.side === side ? shot.chance : complement(shot.chance))));
  const good = shots.filter((shot) => shot.came === (shot.side === side)).length;
  const place = Number((sum(ways.slice(0, good)) * 200n + (ways[good] ?? 0n) * 100n) / sum(ways)) / 2;
  return { sides: [given(0), given(1)], worse: Math.round(place), usual: place >= 40 && place <= 60 };
}

function complement(chance: Fraction): Fraction {
  const [over = "0", under = "1"] = chance.split("/");
  return `${BigInt(under) - BigInt(over)}/${under}`;
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
