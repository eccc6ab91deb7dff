/** Shapes on a free table in whole hundredths of a centimetre: what a hand does to them. Nothing here judges them. */
import type { Mirror } from "../mirror";

export type Corner = readonly [x: number, y: number];
export type Shape = readonly Corner[];
export interface Size {
  readonly width: number;
  readonly height: number;
}
/** Hundredths in a centimetre, and in the step that a hand goes by. */
export const CM = 100;
export const STEP = 10;
/** How near a hand is drawn to corners and edges. */
export const NEAR = 30;

export const same = (a: Corner, b: Corner): boolean => a[0] === b[0] && a[1] === b[1];
export const far = (a: Corner, b: Corner): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const whole = ([x, y]: Corner): Corner => [Math.round(x), Math.round(y)];
const stepped = (at: number): number => Math.round(at / STEP) * STEP;
const between = (at: number, most: number): number => Math.min(Math.max(at, 0), most);
/** The place on the table that is nearest. */
export const within = ([x, y]: Corner, { width, height }: Size): Corner => [between(x, width), between(y, height)];

/** Centimetres as people write them: 98.4. */
export const cm = (hundredths: number): string => String(Math.round(hundredths) / CM);
/** A measure that was typed, in hundredths; nothing where it is none, or has more than two decimals. */
export function measured(typed: string): number | undefined {
  const found = /^\s*(-?)(\d{1,4})(?:[.,](\d{1,2}))?\s*(?:cm)?\s*$/.exec(typed);
  if (!found) return undefined;
  const [, sign, full = "0", part = ""] = found;
  const size = Number(full) * CM + Number(part.padEnd(2, "0"));
  return sign ? -size : size;
}

// What a shape is

export const sidesOf = (shape: Shape): (readonly [Corner, Corner])[] =>
  shape.map((a, at) => [a, shape[(at + 1) % shape.length]!]);
export function boxOf(shape: Shape): readonly [left: number, top: number, right: number, bottom: number] {
  const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
export const boxShape = (a: Corner, b: Corner): Shape => {
  const [left, top, right, bottom] = boxOf([a, b]);
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
};
/** Whether a shape is a rectangle that lies straight. */
export function isBox(shape: Shape): boolean {
  if (shape.length !== 4) return false;
  const [left, top, right, bottom] = boxOf(shape);
  const wanted = boxShape([left, top], [right, bottom]);
  return left < right && top < bottom && wanted.every((corner) => shape.some((one) => same(one, corner)));
}
/** Square centimetres. */
export const areaOf = (shape: Shape): number =>
  Math.abs(sidesOf(shape).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0)) / 2 / CM ** 2;
/** The middle of its box, on whole hundredths, so that quarter turns lose nothing. */
export function middleOf(shape: Shape): Corner {
  const [left, top, right, bottom] = boxOf(shape);
  return whole([(left + right) / 2, (top + bottom) / 2]);
}
export function holds(shape: Shape, [x, y]: Corner): boolean {
  return sidesOf(shape).reduce(
    (is, [[ax, ay], [bx, by]]) => (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !is : is),
    false,
  );
}
/** The nearest place on a side. */
export function onSide([a, b]: readonly [Corner, Corner], [x, y]: Corner): Corner {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const long = dx * dx + dy * dy;
  const part = long === 0 ? 0 : Math.min(Math.max(((x - a[0]) * dx + (y - a[1]) * dy) / long, 0), 1);
  return [a[0] + dx * part, a[1] + dy * part];
}
/** How far a place is from the edge of a shape. */
export const gapTo = (shape: Shape, at: Corner): number =>
  Math.min(...sidesOf(shape).map((side) => far(onSide(side, at), at)));

// What is done to it

/** Moved as a whole, no further than the table goes. */
export function moved(shape: Shape, [dx, dy]: Corner, size: Size): Shape {
  const [left, top, right, bottom] = boxOf(shape);
  const keep = (by: number, low: number, high: number, most: number): number =>
    Math.round(Math.min(Math.max(by, Math.min(0, -low)), Math.max(0, most - high)));
  const [x, y] = [keep(dx, left, right, size.width), keep(dy, top, bottom, size.height)];
  return shape.map(([a, b]): Corner => [a + x, b + y]);
}
/** Turned clockwise about its middle, each corner on whole hundredths; it stays on the table where it fits. */
export function turned(shape: Shape, degrees: number, size: Size): Shape {
  const [cx, cy] = middleOf(shape);
  const quarters = (((degrees / 90) % 4) + 4) % 4;
  const angle = (degrees * Math.PI) / 180;
  const [s, c] = Number.isInteger(quarters)
    ? [[0, 1, 0, -1][quarters]!, [1, 0, -1, 0][quarters]!]
    : [Math.sin(angle), Math.cos(angle)];
  const found = shape.map(([x, y]) => whole([cx + (x - cx) * c - (y - cy) * s, cy + (x - cx) * s + (y - cy) * c]));
  const [left, top, right, bottom] = boxOf(found);
  const back = (low: number, high: number, most: number): number => (low < 0 ? -low : high > most ? most - high : 0);
  return moved(found, [back(left, right, size.width), back(top, bottom, size.height)], {
    width: Math.max(size.width, right),
    height: Math.max(size.height, bottom),
  });
}

/** What lies on the other half for fairness. */
/** The twin of a shape. A mirrored one runs the other way, so that its long sides still answer each other. */
export function twin(shape: Shape, mirror: Mirror, { width, height }: Size): Shape {
  const other = shape.map(([x, y]): Corner => [
    mirror === "across" || mirror === "turn" ? width - x : x,
    mirror === "down" || mirror === "turn" ? height - y : y,
  ]);
  return mirror === "across" || mirror === "down" ? other.reverse() : other;
}
/** Whether two shapes have the same corners, wherever they begin and whichever way they run. */
export function alike(one: Shape, other: Shape): boolean {
  if (one.length !== other.length) return false;
  const runs = (way: Shape): boolean =>
    way.some((_, from) => one.every((corner, at) => same(corner, way[(from + at) % way.length]!)));
  return runs(other) || runs([...other].reverse());
}

/**
 * A path as the polygon of its width: along one side and back along the other, with mitred bends. An end on the table's edge is cut
 * along that edge.
 */
export function band(path: readonly Corner[], wide: number, size: Size): Shape {
  const line = path.filter((at, i) => i === 0 || !same(at, path[i - 1]!));
  if (line.length < 2) return [];
  const ways = line.slice(1).map(([x, y], i): Corner => {
    const [ax, ay] = line[i]!;
    const long = Math.hypot(x - ax, y - ay);
    return [(x - ax) / long, (y - ay) / long];
  });
  const side = (hand: 1 | -1): Corner[] =>
    line.map(([x, y], i): Corner => {
      const [one, other] = [ways[Math.max(0, i - 1)]!, ways[Math.min(ways.length - 1, i)]!];
      const [nx, ny] = [-(one[1] + other[1]), one[0] + other[0]];
      const long = Math.hypot(nx, ny) || 1;
      // A bend so sharp that its mitre would run away is cut at twice the half width.
      const lean = Math.max(0.5, (nx * -other[1] + ny * other[0]) / long);
      const out = (hand * wide) / 2 / lean;
      const at: Corner = [x + (nx / long) * out, y + (ny / long) * out];
      const end = i === 0 || i === line.length - 1;
      return end ? toEdge(at, i === 0 ? one : other, [x, y], size) : at;
    });
  const found = [...side(-1), ...side(1).reverse()].map((corner) => within(whole(corner), size));
  return found.filter((corner, i) => !same(corner, found.at(i - 1)!));
}
/** Along its way to the edge of the table on which the path ends, if it ends there. */
function toEdge(at: Corner, [dx, dy]: Corner, [x, y]: Corner, { width, height }: Size): Corner {
  const across = (x === 0 || x === width) && Math.abs(dx) > 0.3;
  const down = (y === 0 || y === height) && Math.abs(dy) > 0.3;
  if (across) return [x, at[1] + ((x - at[0]) / dx) * dy];
  if (down) return [at[0] + ((y - at[1]) / dy) * dx, y];
  return at;
}

// Where a hand is drawn to

export interface Pull {
  readonly at: Corner;
  /** What drew it there. */
  readonly to: "step" | "corner" | "edge" | "free";
}
/** A place under the hand: drawn to a corner, to an edge, or to the step of 0.1 cm; with `free` to none of them. */
export function snapped(at: Corner, shapes: readonly Shape[], size: Size, free = false): Pull {
  if (free) return { at: within(whole(at), size), to: "free" };
  const table = boxShape([0, 0], [size.width, size.height]);
  const all = [...shapes.filter((shape) => shape.length > 0), table];
  const corner = nearest(all.flat(), (one) => far(one, at));
  if (corner && far(corner, at) <= NEAR) return { at: corner, to: "corner" };
  const side = nearest(all.flatMap(sidesOf), (one) => far(onSide(one, at), at));
  if (side && far(onSide(side, at), at) <= NEAR) return { at: within(alongSide(side, at), size), to: "edge" };
  return { at: within([stepped(at[0]), stepped(at[1])], size), to: "step" };
}
/** On a side that lies straight the step counts along it; on another it is the nearest hundredth. */
function alongSide(side: readonly [Corner, Corner], at: Corner): Corner {
  const [[ax, ay], [bx, by]] = side;
  const [x, y] = onSide(side, at);
  const keep = (value: number, one: number, other: number): number =>
    Math.min(Math.max(stepped(value), Math.min(one, other)), Math.max(one, other));
  if (ax === bx) return [ax, keep(y, ay, by)];
  if (ay === by) return [keep(x, ax, bx), ay];
  return whole([x, y]);
}
/** By how far a shape goes that is pulled so far: as whole steps, or so that one of its corners lies on something. */
export function snappedBy(shape: Shape, by: Corner, shapes: readonly Shape[], size: Size, free = false): Corner {
  if (free) return whole(by);
  const table = boxShape([0, 0], [size.width, size.height]);
  const targets = [...shapes.filter((one) => one.length > 0), table];
  const [corners, sides] = [targets.flat(), targets.flatMap(sidesOf)];
  const there = shape.map(([x, y]): Corner => [x + by[0], y + by[1]]);
  const drawn = (to: (at: Corner) => Corner | undefined): Corner | undefined =>
    nearest(
      there.flatMap((at): Corner[] => {
        const goal = to(at);
        return goal && far(goal, at) <= NEAR ? [[goal[0] - at[0], goal[1] - at[1]]] : [];
      }),
      ([x, y]) => Math.hypot(x, y),
    );
  const more =
    drawn((at) => nearest(corners, (one) => far(one, at))) ??
    drawn((at) => {
      const side = nearest(sides, (one) => far(onSide(one, at), at));
      return side && whole(onSide(side, at));
    });
  return more ? whole([by[0] + more[0], by[1] + more[1]]) : [stepped(by[0]), stepped(by[1])];
}
function nearest<T>(all: readonly T[], gap: (one: T) => number): T | undefined {
  let [best, least]: [T | undefined, number] = [undefined, Infinity];
  for (const one of all) {
    const now = gap(one);
    if (now < least) [best, least] = [one, now];
  }
  return best;
}
