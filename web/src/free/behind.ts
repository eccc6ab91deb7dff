/** Where things stand that go with the hand: bars behind a ghost, a lens above a finger. Pixels. */
import type { Point } from "../stage/points";

export interface Frame {
  readonly width: number;
  readonly height: number;
}
const keep = (at: number, half: number, most: number): number =>
  Math.min(Math.max(at, half), Math.max(half, most - half));

/** Behind a ghost as seen from the pull: so far from it, away from where it is pulled to. */
export function behind([x, y]: Point, pulledFrom: Point, far: number, frame: Frame): Point {
  const [dx, dy] = [pulledFrom[0] - x, pulledFrom[1] - y];
  const long = Math.hypot(dx, dy);
  // What only turns on the spot has them below.
  const [ux, uy] = long < 4 ? [0, 1] : [dx / long, dy / long];
  return [keep(x + ux * far, 34, frame.width), keep(y + uy * far, 12, frame.height)];
}

/** Above a finger, or beside that, so that it covers none of these places; the first of all where it has to. */
export function lensAt([x, y]: Point, radius: number, avoid: readonly Point[], frame: Frame): Point {
  const [up, aside] = [radius + 46, radius * 1.3];
  const places = [
    [0, -up],
    [-aside, -up],
    [aside, -up],
    [-up, -radius * 0.4],
    [up, -radius * 0.4],
    [0, up],
  ].map(([dx, dy]): Point => [keep(x + dx!, radius, frame.width), keep(y + dy!, radius, frame.height)]);
  const clear = ([px, py]: Point): boolean =>
    [...avoid, [x, y] as const].every(([ax, ay]) => Math.hypot(px - ax, py - ay) > radius + 14);
  return places.find(clear) ?? places[0]!;
}
