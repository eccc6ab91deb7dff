/** Lines of sight for drawing. The referee says what closes a line; here is only where on the drawing that is. */
import { CELL, type Point } from "../stage/points";
import { type Layout } from "./layout";
import type { HexLayout } from "./hexes";
import type { Aim, CoverTrace, LinesTrace, Trace } from "./picture";

export interface Line {
  readonly from: Point;
  readonly to: Point;
  /** Where the first thing in the way meets the line. */
  readonly stop: Point | undefined;
  /** The squares of what comes first in the way: two at a closed corner. */
  readonly blockers: readonly number[];
}

/** A line from cell to cell; that of a free table is drawn by its own table. */
export type CellTrace = Trace | CoverTrace | LinesTrace;
export const traceOf = ({ preview: { trace } }: Aim): CellTrace | undefined =>
  trace && !("closed" in trace) ? trace : undefined;

/** All lines of a trace: one from middle to middle, or those from the corner before a gun to the corners of a hex. */
export const linesOf = (trace: CellTrace, layout: Layout): Line[] =>
  "lines" in trace ? cornerLines(trace, layout as HexLayout) : [lineOf(trace, layout)];

function cornerLines({ x, y, lines }: LinesTrace, layout: HexLayout): Line[] {
  const from = layout.lattice(x, y);
  return lines.map(({ x, y, cut_by }) => {
    const to = layout.lattice(x, y);
    return {
      from,
      to,
      stop: cut_by.length > 0 ? firstIn(from, to, new Set(cut_by), layout) : undefined,
      blockers: cut_by,
    };
  });
}

/** Where a line comes to one of these cells, or nearest to the first of them where it only runs along its side. */
function firstIn(from: Point, to: Point, cells: ReadonlySet<number>, layout: Layout): Point {
  const parts = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 3);
  for (let k = 1; k < parts; k++) {
    const at: Point = [from[0] + ((to[0] - from[0]) * k) / parts, from[1] + ((to[1] - from[1]) * k) / parts];
    if (cells.has(layout.at(at) ?? -1)) return at;
  }
  const [first = 0] = cells;
  return foot(from, to, layout.centre(first));
}

export function lineOf(trace: Trace | CoverTrace, layout: Layout): Line {
  const [from, to] = [layout.centre(trace.start), layout.centre(trace.end)];
  if ("stops" in trace) return coverLine(trace, layout);
  const first = trace.blockers[0];
  if (!first) return { from, to, stop: undefined, blockers: [] };
  if (first.why === "corner") {
    const corner = trace.corners.find(({ left, right }) => left === first.square || right === first.square);
    if (corner)
      return {
        from,
        to,
        stop: layout.point((corner.x2 + 1) / 2, (corner.y2 + 1) / 2),
        blockers: [corner.left, corner.right],
      };
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
const STEP = CELL / ACROSS;
const POINTS = Array.from({ length: ACROSS * ACROSS }, (_, at) => at);
const maskOf = ({ stops }: CoverTrace): number => stops.reduce((sum, { lines }) => sum | lines, 0);

/** Where on the drawing the line to one of the points ends. */
function pointOn({ end }: CoverTrace, at: number, layout: Layout): Point {
  const [cx, cy] = layout.centre(end);
  // The map's offset, turned as the drawing is.
  const bearing = (layout.turned(0) * Math.PI) / 180;
  const [dx, dy] = [((at % ACROSS) - 2) * STEP, (Math.floor(at / ACROSS) - 2) * STEP];
  return [cx + dx * Math.cos(bearing) - dy * Math.sin(bearing), cy + dx * Math.sin(bearing) + dy * Math.cos(bearing)];
}

/** A line to the middle of the target, or to what of it is seen and nearest to the middle: never through what hides the rest. */
function coverLine(trace: CoverTrace, layout: Layout): Line {
  const [from, middle] = [layout.centre(trace.start), layout.centre(trace.end)];
  const mask = maskOf(trace);
  const blockers = [...new Set(trace.stops.flatMap(({ squares }) => squares))];
  const off = (at: number): number => Math.hypot((at % ACROSS) - 2, Math.floor(at / ACROSS) - 2);
  const [seen] = POINTS.filter((at) => !((mask >> at) & 1)).sort((a, b) => off(a) - off(b));
  if (seen !== undefined) return { from, to: pointOn(trace, seen, layout), stop: undefined, blockers };
  const [first] = blockers;
  return {
    from,
    to: middle,
    stop: first === undefined ? undefined : foot(from, middle, layout.centre(first)),
    blockers,
  };
}

/** The part of a target that is hidden: a patch for each line that is stopped. */
export function hiddenPart(trace: CoverTrace, layout: Layout): string {
  const mask = maskOf(trace);
  const tenth = (value: number): number => Math.round(10 * value) / 10;
  return POINTS.filter((at) => (mask >> at) & 1)
    .map((at) => pointOn(trace, at, layout))
    .map(([x, y]) => `M${tenth(x - STEP / 2)} ${tenth(y - STEP / 2)}h${STEP}v${STEP}h${-STEP}Z`)
    .join("");
}
