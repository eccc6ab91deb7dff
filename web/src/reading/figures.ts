/** How a diagram lies on a page, and how it is gone through. Pure. */
import type { FigureView } from "../api/types";

/** The cells that a diagram on a mat is about: all that stands there, with air around, column and row of two corners. */
export function aroundOf({
  terrain,
  picture,
}: Pick<FigureView, "terrain" | "picture">): [number, number, number, number] {
  const AIR = 2;
  const places = [...picture.pieces.flatMap(({ pose }) => pose ?? []), ...picture.marks.flatMap(({ at }) => at)];
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  return [
    Math.max(0, Math.min(...xs) - AIR),
    Math.max(0, Math.min(...ys) - AIR),
    Math.min(terrain.columns - 1, Math.max(...xs) + AIR),
    Math.min(terrain.rows - 1, Math.max(...ys) + AIR),
  ];
}

/** How many hexes a row is high beside the one above it, and a hex beyond that, in widths of a hex. */
const [ROW, REST] = [Math.sqrt(3) / 2, Math.sqrt(3) / 6];

/** Width by height. */
export function aspectOf(figure: Pick<FigureView, "terrain" | "picture">): number {
  const { table, columns, rows } = figure.terrain;
  if (table !== "hexes") return columns / rows;
  const [left, top, right, bottom] = aroundOf(figure);
  return (right - left + 1.5) / ((bottom - top + 1) * ROW + REST);
}

/** The step after one; after the last one all is shown at once again. */
export const stepAfter = (at: number, many: number): number => (at + 1 < many ? at + 1 : -1);
