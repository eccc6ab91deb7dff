/** How large a model is drawn: to scale, but never so small that it cannot be told; and where even that would not fit, as a mark. */
import type { Piece } from "../api/types";
import type { Point } from "../stage/points";

/** Pixels: the least length of a drawing, and the size of the mark that stands for one. */
export const LEAST = 28;
export const MARK = 12;

/** How far a drawing with its beak goes round its middle, in lengths of its base. */
export const OVERHANG = 0.7;

/** The base of a model in board units. */
export const baseOf = ({ footing }: Pick<Piece, "footing">): { readonly long: number; readonly wide: number } => ({
  long: (footing?.length ?? 3000) / 100,
  wide: (footing?.width ?? 2000) / 100,
});

/** By how much its drawing is larger than its base, at so many pixels a board unit. */
export const grownBy = (long: number, scale: number): number => Math.max(1, LEAST / (long * scale));

/** How far a turned base goes up and down, and to the sides. */
export function spanOf(
  long: number,
  wide: number,
  bearing: number,
): { readonly tall: number; readonly across: number } {
  const [s, c] = [Math.abs(Math.sin((bearing * Math.PI) / 180)), Math.abs(Math.cos((bearing * Math.PI) / 180))];
  return { tall: (c * long + s * wide) / 2, across: (s * long + c * wide) / 2 };
}

export interface Stood {
  readonly id: number;
  readonly at: Point;
  readonly long: number;
  readonly wide: number;
  /** As it looks on the drawing. */
  readonly bearing: number;
}

/** Models whose drawings, larger than their bases, would lie over others: marks stand there instead. */
export function crowded(models: readonly Stood[], scale: number): ReadonlySet<number> {
  const drawn = models.map(({ id, at, long, wide, bearing }) => {
    const grown = grownBy(long, scale);
    return { id, at, grown, ...spanOf(long * grown, wide * grown, bearing) };
  });
  const meet = (a: (typeof drawn)[number], b: (typeof drawn)[number]): boolean =>
    Math.abs(a.at[0] - b.at[0]) < a.across + b.across && Math.abs(a.at[1] - b.at[1]) < a.tall + b.tall;
  return new Set(
    drawn
      .filter((one) => one.grown > 1 && drawn.some((other) => other.id !== one.id && meet(one, other)))
      .map(({ id }) => id),
  );
}
