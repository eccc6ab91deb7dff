/** Hull numbers: their plates in pixels, round for Blue and pointed for Red, and on which side of a piece they stand. */

import type { Point } from "./points";

/**
 * Pixels: how tall the plate is, where the type stands in it, and of a cell from which on all pieces have one. `inner` is how far from
 * its middle, in board units, a number begins to cover a piece.
 */
export const NUMBER = { tall: 15.5, base: 4.5, from: 34, inner: 15.5 };

/** Half the width of a plate in pixels. Full names are in small letters, which are narrower. */
export const halfOf = (word: string): number => 4.5 + word.length * (/^[A-Z0-9]+$/.test(word) ? 4.5 : 3.8);

export function plateOf(word: string, side: 0 | 1): string {
  const [half, tall] = [halfOf(word), NUMBER.tall / 2];
  if (!side) return `M${-half - 2} 0L${-half + 4} ${-tall}H${half - 4}L${half + 2} 0L${half - 4} ${tall}H${-half + 4}Z`;
  const flat = half - tall;
  return `M${-flat} ${-tall}H${flat}A${tall} ${tall} 0 0 1 ${flat} ${tall}H${-flat}A${tall} ${tall} 0 0 1 ${-flat} ${-tall}Z`;
}

/** A plate on its piece, in board units: where the piece is, half its width, and where it is to stand. */
export interface Standing {
  readonly id: number;
  readonly at: Point;
  readonly half: number;
  readonly above: boolean;
  /** Whether it could stand on the other side as well: there is room for it on the sheet. */
  readonly turns: boolean;
}
/**
 * Whose plates stand above. Two plates never lie on each other where one of them can stand on its other side; `off` is how far the middle
 * of a plate is from its piece, and `tall` its height.
 */
export function platesAbove(plates: readonly Standing[], off: number, tall: number): ReadonlySet<number> {
  const [placed, above]: [(readonly [x: number, y: number, half: number])[], Set<number>] = [[], new Set()];
  const heightOf = ({ at: [, y] }: Standing, up: boolean): number => y + (up ? -off : off);
  const meets = (plate: Standing, up: boolean): boolean =>
    placed.some(
      ([x, y, half]) => Math.abs(x - plate.at[0]) < half + plate.half && Math.abs(y - heightOf(plate, up)) < tall,
    );
  // Those that cannot stand elsewhere come first.
  for (const plate of [...plates].sort((a, b) => Number(a.turns) - Number(b.turns))) {
    const other = plate.turns && meets(plate, plate.above) && !meets(plate, !plate.above);
    const up = plate.above !== other;
    placed.push([plate.at[0], heightOf(plate, up), plate.half]);
    if (up) above.add(plate.id);
  }
  return above;
}

/** A number stands below its piece, and above it where the beak points down, or where below there is no room on the sheet. */
export function standsAbove(bearing: number, room = Infinity, needed = 0): boolean {
  const turned = ((bearing % 360) + 360) % 360;
  return (turned > 95 && turned < 265) || room < needed;
}
