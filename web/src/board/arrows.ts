/** Marks that can be pressed: the arrow of what is announced, the hook between two that are hitched. Where they lie, and which is meant. */
import { CELL, type Point } from "../stage/points";
import { type Layout } from "./layout";
import type { Mark } from "./picture";

const STEPS = 16;
const endsOf = ({ at }: Mark, layout: Layout, columns: number): [Point, Point] | undefined => {
  const [from, to] = at;
  return from && to ? [layout.centre(from.y * columns + from.x), layout.centre(to.y * columns + to.x)] : undefined;
};

/** An arrow from one point to another, short of both pieces; a high one rises and comes down again. */
export function arrowPoints([ax, ay]: Point, [bx, by]: Point, high: boolean): Point[] {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const short = Math.min(CELL * 0.46, long / 3) / long;
  const steps = high ? STEPS : 1;
  return Array.from({ length: steps + 1 }, (_, k) => {
    const part = short + (1 - 2 * short) * (k / steps);
    return [ax + (bx - ax) * part, ay + (by - ay) * part - (high ? long * 0.5 * part * (1 - part) : 0)];
  });
}
export function arrowOf(mark: Mark, layout: Layout, columns: number): Point[] {
  const ends = endsOf(mark, layout, columns);
  return ends ? arrowPoints(...ends, mark.kind === "shot-high") : [];
}
export function hookOf(mark: Mark, layout: Layout, columns: number): Point {
  const [[ax, ay], [bx, by]] = endsOf(mark, layout, columns) ?? [
    [0, 0],
    [0, 0],
  ];
  return [(ax + bx) / 2, (ay + by) / 2];
}

/** How far a point lies from a line of several points. */
function farFrom([x, y]: Point, points: readonly Point[]): number {
  let best = Infinity;
  for (let k = 1; k < points.length; k++) {
    const [[ax, ay], [bx, by]] = [points[k - 1]!, points[k]!];
    const [dx, dy] = [bx - ax, by - ay];
    const part = Math.min(Math.max((dx * (x - ax) + dy * (y - ay)) / (dx * dx + dy * dy || 1), 0), 1);
    best = Math.min(best, Math.hypot(x - ax - part * dx, y - ay - part * dy));
  }
  return best;
}

/** The mark that a press means, within so many board units. */
export function markAt(
  marks: readonly Mark[],
  point: Point,
  within: number,
  layout: Layout,
  columns: number,
): Mark | undefined {
  const far = (mark: Mark): number => {
    if (mark.kind.startsWith("shot")) return farFrom(point, arrowOf(mark, layout, columns));
    if (mark.kind !== "hook") return Infinity;
    const [x, y] = hookOf(mark, layout, columns);
    return Math.hypot(point[0] - x, point[1] - y) - 10;
  };
  const found = marks.map((mark) => ({ mark, far: far(mark) })).filter((one) => one.far <= within);
  return found.sort((a, b) => a.far - b.far)[0]?.mark;
}
