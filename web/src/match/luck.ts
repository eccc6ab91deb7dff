import type { LineMessage, Side } from "../api/types";

/** A shot whose exact chance was on the screen when it was fired. */
export interface SeenShot {
  readonly position: number;
  readonly side: Side;
  readonly chance: number;
  readonly destroyed: boolean;
}
export interface Luck {
  readonly side: Side;
  readonly shots: number;
  readonly expected: number;
  readonly actual: number;
  /** In how many of 100 battles with these same shots fewer were destroyed (ties count half). */
  readonly percentile: number;
}

/** Whether a line's shot destroyed, or undefined when it tells of no shot. */
export function shotIn(line: LineMessage): { piece: number; target: number; destroyed: boolean } | undefined {
  for (const told of line.told)
    for (const stroke of told.strokes)
      if (stroke.type === "shot")
        return {
          piece: stroke.piece,
          target: stroke.target,
          destroyed: /destroy/i.test(stroke.outcome) || line.picture.pieces.some((p) => p.id === stroke.target && p.wreck),
        };
  return undefined;
}

export function luckOf(shots: readonly SeenShot[], side: Side): Luck | undefined {
  const own = shots.filter((shot) => shot.side === side);
  if (own.length === 0) return undefined;
  const actual = own.filter((shot) => shot.destroyed).length;
  const spread = distribution(own.map((shot) => shot.chance));
  const below = spread.slice(0, actual).reduce((sum, chance) => sum + chance, 0) + (spread[actual] ?? 0) / 2;
  return {
    side,
    shots: own.length,
    expected: own.reduce((sum, shot) => sum + shot.chance, 0),
    actual,
    percentile: Math.round(below * 100),
  };
}

/** The chance of each number of successes when each try has its own. */
export function distribution(chances: readonly number[]): number[] {
  let spread = [1];
  for (const chance of chances) {
    const next = new Array<number>(spread.length + 1).fill(0);
    spread.forEach((weight, hits) => {
      next[hits] = (next[hits] ?? 0) + weight * (1 - chance);
      next[hits + 1] = (next[hits + 1] ?? 0) + weight * chance;
    });
    spread = next;
  }
  return spread;
}

export function luckSentence(luck: Luck, name: string): string {
  if (luck.percentile >= 20 && luck.percentile <= 80) return `${name}'s dice were about as usual.`;
  return luck.percentile > 80
    ? `${name}'s dice were better than in ${luck.percentile} of 100 battles with these same shots.`
    : `${name}'s dice were worse than in ${100 - luck.percentile} of 100 battles with these same shots.`;
}
