/** Lines of sight for drawing. The referee says what closes a line; here is only where on the drawing that is. */
import { CELL, type Layout, type Point } from "./layout";
import type { Trace } from "./picture";

export interface Line {
  readonly from: Point;
  readonly to: Point;
  /** Where the first thing in the way meets the line. */
  readonly stop: Point | undefined;
  /** The squares of what comes first in the way: two at a closed corner. */
  readonly blockers: readonly number[];
}

export function lineOf(trace: Trace, layout: Layout): Line {
  const [from, to] = [layout.centre(trace.start), layout.centre(trace.end)];
  const first = trace.blockers[0];
  if (!first) return { from, to, stop: undefined, blockers: [] };
  if (first.why === "corner") {
    const corner = trace.corners.find(({ left, right }) => left === first.square || right === first.square);
    if (corner) return { from, to, stop: layout.point((corner.x2 + 1) / 2, (corner.y2 + 1) / 2), blockers: [corner.left, corner.right] };
  }
  const centre = layout.centre(first.square);
  const stop = first.why === "terrain" ? entry(from, to, centre) : foot(from, to, centre);
  return { from, to, stop, blockers: [first.square] };
}

/** Where a line from one point to another comes into the square round a centre. */
export function entry([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): Point {
  const enters = (a: number, d: number, c: number): number => (d === 0 ? 0 : (c - Math.sign(d) * (CELL / 2) - a) / d);
  const t = Math.min(Math.max(enters(ax, bx - ax, cx), enters(ay, by - ay, cy), 0), 1);
  return [ax + (bx - ax) * t, ay + (by - ay) * t];
}

/** The point of a line that is nearest to a centre. */
export function foot([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const t = (dx * (cx - ax) + dy * (cy - ay)) / (dx * dx + dy * dy || 1);
  return [ax + dx * t, ay + dy * t];
}
