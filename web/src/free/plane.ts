/** A table without cells: places in 1/100 mm, and where they lie on the drawing. */
import type { Place, Pose, Terrain } from "../api/types";
import type { Named, Point } from "../stage/points";

/** 1/100 mm in a centimetre, and board units in one. */
export const CM = 1000;
export const UNITS = 10;
const SCALE = UNITS / CM;

export interface Plane {
  readonly flip: number;
  /** As drawn, after turning. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a cell of another board, so that all zoom alike: a model then fills a thumb. */
  readonly largest: number;
  readonly across: readonly Named[];
  readonly down: readonly Named[];
  /** A place of the table on the drawing, and the other way round. */
  point(x: number, y: number): Point;
  place(point: Point): Place;
  turned(bearing: number): number;
  unturned(bearing: number): number;
}

/** Turned clockwise by quarters. */
export function planeOf({ columns, rows }: Pick<Terrain, "columns" | "rows">, flip: number): Plane {
  const turns = ((flip % 4) + 4) % 4;
  const [w, h] = [columns * SCALE, rows * SCALE];
  const [width, height] = turns % 2 ? [h, w] : [w, h];
  const turn = ([x, y]: Point): Point =>
    turns === 0 ? [x, y] : turns === 1 ? [h - y, x] : turns === 2 ? [w - x, h - y] : [y, w - x];
  const unturn = ([x, y]: Point): Point =>
    turns === 0 ? [x, y] : turns === 1 ? [y, h - x] : turns === 2 ? [w - x, h - y] : [w - y, x];
  /** A figure every ten centimetres, from the corner where the table begins. */
  const names = (length: number, backwards: boolean): Named[] =>
    Array.from({ length: Math.floor(length / (10 * UNITS)) + 1 }, (_, i) => ({
      name: String(10 * i),
      at: backwards ? length - 10 * UNITS * i : 10 * UNITS * i,
    }));
  return {
    flip: turns,
    width,
    height,
    largest: 320,
    across: names(width, turns === 1 || turns === 2),
    down: names(height, turns === 2 || turns === 3),
    point: (x, y) => turn([x * SCALE, y * SCALE]),
    place: (point) => {
      const [x, y] = unturn(point);
      return { x: Math.round(x / SCALE), y: Math.round(y / SCALE) };
    },
    turned: (bearing) => (bearing + 90 * turns) % 360,
    unturned: (bearing) => (bearing + 360 - 90 * turns) % 360,
  };
}

const RAD = Math.PI / 180;
/** From a place so far in a direction, to the nearest 1/100 mm. The referee's own place may differ by one; his is drawn. */
export const onward = ({ x, y }: Place, bearing: number, length: number): Place => ({
  x: Math.round(x + length * Math.sin(bearing * RAD)),
  y: Math.round(y - length * Math.cos(bearing * RAD)),
});

/** The whole degrees from one place to another, clockwise from the top. */
export const bearingTo = (from: Place, to: Place): number =>
  (Math.round(Math.atan2(to.x - from.x, from.y - to.y) / RAD) + 360) % 360;
export const distance = (a: Place, b: Place): number => Math.hypot(b.x - a.x, b.y - a.y);

/** The corners of a base. */
export function cornersOf({ x, y, bearing }: Pose, length: number, width: number): Place[] {
  const [s, c] = [Math.sin(bearing * RAD), Math.cos(bearing * RAD)];
  return (
    [
      [-1, 1],
      [1, 1],
      [1, -1],
      [-1, -1],
    ] as const
  ).map(([side, front]) => ({
    x: x + (side * width * c) / 2 + (front * length * s) / 2,
    y: y + (side * width * s) / 2 - (front * length * c) / 2,
  }));
}

/** Whether a place lies inside a shape. */
export function inside({ x, y }: Place, shape: readonly Place[]): boolean {
  return shape.reduce((is, a, i) => {
    const b = shape.at(i - 1)!;
    return a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x ? !is : is;
  }, false);
}

/** "11.4": 1/100 mm as centimetres, with no more places than it has. */
export const cm = (length: number): string => String(Math.round(length / 10) / 100);
/** "40, 12.5": a place in centimetres. */
export const placeText = ({ x, y }: Place): string => `${(x / CM).toFixed(1)}, ${(y / CM).toFixed(1)}`;

/** How far along a path of poses the nearest point to a place lies, and that point. */
export function alongPath(path: readonly Pose[], at: Place): { readonly along: number; readonly place: Place } {
  let [best, along, gone]: [Place, number, number] = [path[0] ?? at, 0, 0];
  let near = Infinity;
  path.slice(1).forEach((b, i) => {
    const a = path[i]!;
    const long = distance(a, b);
    const t =
      long === 0 ? 0 : Math.min(Math.max(((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / long ** 2, 0), 1);
    const place = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
    const far = distance(place, at);
    if (far < near) [best, along, near] = [place, gone + long * t, far];
    gone += long;
  });
  return { along: Math.round(along), place: best };
}
export const lengthOf = (path: readonly Pose[]): number =>
  path.slice(1).reduce((sum, b, i) => sum + distance(path[i]!, b), 0);
/** The point so far along a path, and which way it leads there. */
export function pointAlong(path: readonly Pose[], along: number): Pose {
  let left = along;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!];
    const long = distance(a, b);
    if (long > 0 && left <= long)
      return { x: a.x + ((b.x - a.x) * left) / long, y: a.y + ((b.y - a.y) * left) / long, bearing: bearingTo(a, b) };
    left -= long;
  }
  return path.at(-1) ?? { x: 0, y: 0, bearing: 0 };
}
