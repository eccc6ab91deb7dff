/** Where the name of some cells lies: on one of them, and under no piece. Pure. */
import { CELL, type Point } from "../stage/points";
import type { Layout } from "./layout";

/** Half the size of a name, drawn so many times as large. */
export const halfTag = (name: string, size: number): Point => [(name.length * 3.3 + 6) * size, 9 * size];

/** A place for the middle of a name that is whole on the board. */
export const within = ([x, y]: Point, [wide, high]: Point, { width, height }: Layout): Point => [
  Math.min(Math.max(x, wide), width - wide),
  Math.min(Math.max(y, high), height - high),
];

/** The cells on which a name meets no piece; all of them, where there is none. */
export function clearOf(
  cells: readonly number[],
  occupied: ReadonlySet<number>,
  layout: Layout,
  half: Point,
): readonly number[] {
  const pieces = [...occupied].map(layout.centre);
  const clear = cells.filter((cell) => {
    const [x, y] = within(layout.centre(cell), half, layout);
    return pieces.every(([px, py]) => Math.abs(px - x) >= half[0] + CELL / 2 || Math.abs(py - y) >= half[1] + CELL / 2);
  });
  return clear.length > 0 ? clear : cells;
}
