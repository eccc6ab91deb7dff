/** Strokes as a pencil draws them: ways dashed from an open ring to a small tip, shots thin and unbroken to a sign of their end. */
import type { Drive, Gist, Pose, Shot, Stroke } from "../api/types";
import type { Point } from "./points";

type End = Gist["end"];
export interface PencilAct {
  readonly number: number;
  readonly strokes: readonly Stroke[];
  readonly end: End;
}
/** What lies on a table in pencil, which act of it is solid, if one is, and how strong it is. */
export interface Pencilled {
  readonly acts: readonly PencilAct[];
  readonly solid: number | null;
  readonly strength: number;
}

/** Where things lie on a drawing: a table with cells has their middles, one of hexes a lattice of their corners too. */
export interface Ground {
  point(x: number, y: number): Point;
  centre?(square: number): Point;
  lattice?(x: number, y: number): Point;
}
const TENTHS = 10;

/** Where a pose stands on the drawing. */
export const poseAt = ({ x, y }: Pick<Pose, "x" | "y">, ground: Ground): Point =>
  ground.centre ? ground.point(x + 0.5, y + 0.5) : ground.point(x, y);

/** The line along which a shot was fired, as the referee drew it. What has none is drawn from piece to target. */
export function lineOf(
  { piece, target, cell, falls, line }: Shot,
  ground: Ground,
  where: (unit: number) => Point | undefined,
): Point[] {
  const points = (line ?? []).map(({ x, y }) =>
    ground.lattice
      ? ground.lattice(x, y)
      : ground.centre
        ? ground.point(x / TENTHS + 0.5, y / TENTHS + 0.5)
        : ground.point(x, y),
  );
  if (points.length > 1) return points;
  const fall = falls[0];
  const to =
    points[0] ??
    (fall
      ? ground.point(fall.x, fall.y)
      : target !== null
        ? where(target)
        : cell === null
          ? undefined
          : ground.centre?.(cell));
  // What nobody on the table fires comes from beyond its edge.
  const from = where(piece) ?? (to && falls.length > 0 ? ([to[0], -40] as const) : undefined);
  return from && to ? [from, to] : [];
}

export interface PencilMark {
  readonly kind: "way" | "tick" | "shot";
  readonly number: number;
  readonly points: readonly Point[];
  readonly end: End;
  readonly high: boolean;
  /** Where the sign of its end stands, and the number. */
  readonly sign: Point;
  readonly middle: Point;
  readonly falls: readonly Point[];
  readonly solid: boolean;
  readonly pale: boolean;
}
/** From so many ways on, a single step is a tick at the piece. */
const MANY = 12;
/** How far beside the target a miss ends, in board units. */
const ASIDE = 26;

export function pencilMarks(
  { acts, solid }: Pencilled,
  ground: Ground,
  where: (unit: number) => Point | undefined,
): PencilMark[] {
  const many = acts.flatMap(({ strokes }) => strokes).filter(({ type }) => type === "drive").length > MANY;
  return acts.flatMap((act, at) =>
    act.strokes.flatMap((stroke) => {
      const shown = { number: act.number, solid: solid === at, pale: solid !== null && solid !== at };
      if (stroke.type === "drive") return wayMark(stroke, ground, many && solid !== at, shown);
      return stroke.type === "shot" ? shotMark(stroke, ground, where, shown) : [];
    }),
  );
}

type Shown = Pick<PencilMark, "number" | "solid" | "pale">;

function wayMark({ poses }: Drive, ground: Ground, short: boolean, shown: Shown): PencilMark[] {
  const points = poses
    .map((pose) => poseAt(pose, ground))
    .filter((point, at, all) => at === 0 || !same(point, all[at - 1]!));
  const [last] = points.slice(-1);
  if (!last || points.length < 2) return [];
  const tick = short && points.length === 2;
  const [sign, middle] = [last, halfway(points)];
  return [{ ...shown, kind: tick ? "tick" : "way", points, end: "moved", high: false, sign, middle, falls: [] }];
}

function shotMark(shot: Shot, ground: Ground, where: (unit: number) => Point | undefined, shown: Shown): PencilMark[] {
  const line = lineOf(shot, ground, where);
  const [from, to] = [line[0], line.at(-1)];
  if (!from || !to) return [];
  const end = shot.end ?? "nothing";
  const points = end === "missed" && shot.falls.length === 0 ? [from, beside(from, to)] : line;
  const falls = shot.falls.map(({ x, y }) => ground.point(x, y));
  const kind = "shot" as const;
  return [{ ...shown, kind, points, end, high: shot.high, sign: points.at(-1)!, middle: halfway(points), falls }];
}

const same = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

/** A point to the right of where a line ends, seen along it: a miss passes by. */
export function beside([ax, ay]: Point, [bx, by]: Point, far = ASIDE): Point {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  return [bx - ((by - ay) / long) * far, by + ((bx - ax) / long) * far];
}

/** The point halfway along a line. */
export function halfway(points: readonly Point[]): Point {
  const long = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);
  let left = points.slice(1).reduce((sum, point, at) => sum + long(points[at]!, point), 0) / 2;
  for (let at = 1; at < points.length; at++) {
    const [a, b] = [points[at - 1]!, points[at]!];
    const far = long(a, b);
    if (far > 0 && left <= far) return [a[0] + ((b[0] - a[0]) * left) / far, a[1] + ((b[1] - a[1]) * left) / far];
    left -= far;
  }
  return points[0] ?? [0, 0];
}
