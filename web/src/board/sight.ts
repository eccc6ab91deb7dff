/** Lines of sight for drawing. The referee says what closes a line; here is only where on the drawing that is. */
import { CELL, type Layout, type Point } from "./layout";
import type { CoverTrace, Trace } from "./picture";

export interface Line {
  readonly from: Point;
  readonly to: Point;
  /** Where the first thing in the way meets the line. */
  readonly stop: Point | undefined;
  /** The squares of what comes first in the way: two at a closed corner. */
  readonly blockers: readonly number[];
}

export function lineOf(trace: Trace | CoverTrace, layout: Layout): Line {
  const [from, to] = [layout.centre(trace.start), layout.centre(trace.end)];
  if ("stops" in trace) {
    const blockers = [...new Set(trace.stops.flatMap(({ squares }) => squares))];
    const stop = maskOf(trace) === ALL && blockers[0] !== undefined ? foot(from, to, layout.centre(blockers[0])) : undefined;
    return { from, to, stop, blockers };
  }
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

/** The lines of a cover trace end at five by five points of the target, two tenths of a square apart, row by row. */
const ACROSS = 5;
const ALL = 2 ** (ACROSS * ACROSS) - 1;
const maskOf = ({ stops }: CoverTrace): number => stops.reduce((sum, { lines }) => sum | lines, 0);

/** The part of a target that is hidden: a patch for each line that is stopped. */
export function hiddenPart(trace: CoverTrace, layout: Layout): string {
  const mask = maskOf(trace);
  const [cx, cy] = layout.centre(trace.end);
  const step = CELL / ACROSS;
  let path = "";
  for (let at = 0; at < ACROSS * ACROSS; at++) {
    if (!((mask >> at) & 1)) continue;
    // The map's offset, turned as the drawing is.
    const bearing = (layout.turned(0) * Math.PI) / 180;
    const [dx, dy] = [((at % ACROSS) - 2) * step, (Math.floor(at / ACROSS) - 2) * step];
    const [x, y] = [cx + dx * Math.cos(bearing) - dy * Math.sin(bearing), cy + dx * Math.sin(bearing) + dy * Math.cos(bearing)];
    path += `M${Math.round(10 * (x - step / 2)) / 10} ${Math.round(10 * (y - step / 2)) / 10}h${step}v${step}h${-step}Z`;
  }
  return path;
}
