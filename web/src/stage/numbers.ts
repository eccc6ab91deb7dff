/** Hull numbers: their plates in pixels, round for Blue and pointed for Red, and on which side of a piece they stand. */

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

/** A number stands below its piece, and above it where the beak points down, or where below there is no room on the sheet. */
export function standsAbove(bearing: number, room = Infinity, needed = 0): boolean {
  const turned = ((bearing % 360) + 360) % 360;
  return (turned > 95 && turned < 265) || room < needed;
}
