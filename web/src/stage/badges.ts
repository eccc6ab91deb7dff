/** Where the badges of targets stand: above, else to the right, else below; where there is no room at all a dot stands for one. */
import type { Point } from "./points";

/** Pixels: half the height of a badge, and its tail. */
export const BADGE = { tall: 12, tail: 6 };
/** Half the width of a badge in pixels. */
export const halfOf = (word: string): number => 8 + word.length * 4.2;

/** A badge with its tail towards the piece that it belongs to. */
export function badgePath(half: number, stand: Stand): string {
  const [w, h, tail] = [half - 8, BADGE.tall, BADGE.tail];
  const below = stand === "above" ? `H5L0 ${h + tail}-5 ${h}H${-w}` : `H${-w}`;
  const above = stand === "below" ? `H-5L0 ${-h - tail} 5 ${-h}H${w}` : `H${w}`;
  const left = stand === "right" ? `V5L${-half - tail} 0 ${-half}-5V${8 - h}` : `V${8 - h}`;
  return `M${-w} ${-h}${above}a8 8 0 0 1 8 8V${h - 8}a8 8 0 0 1-8 8${below}a8 8 0 0 1-8-8${left}a8 8 0 0 1 8-8Z`;
}

export interface Badged {
  readonly key: number;
  /** The middle of the piece, and how far it goes to each side of it. */
  readonly at: Point;
  readonly radius: number;
  /** How much its top is raised by what stands there: its name, its beak. */
  readonly above: number;
  /** Half the width of the badge. */
  readonly half: number;
  readonly chance: number;
  /** It is aimed at: it is placed first, whatever its chance. */
  readonly lit: boolean;
}
export type Stand = "above" | "right" | "below" | "dot";
export interface Standing {
  readonly stand: Stand;
  /** The middle of the badge, or of the dot. */
  readonly at: Point;
}
/** What is on screen, and how large a badge is: half its height, and how long its tail. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly tall: number;
  readonly tail: number;
  /** Where all pieces stand: where there is a choice, none of them is covered. */
  readonly pieces?: readonly Point[];
}

interface Window {
  readonly width: number;
  readonly height: number;
  readonly gliding: boolean;
  readonly frame: { readonly left: number; readonly top: number };
  unitsAt(pixel: Point): Point;
}
/** What of a drawing is on screen, in board units; all of it while the view moves, or where there is no window. */
export function windowOf(
  camera: Window,
  sheet: { readonly width: number; readonly height: number },
): Pick<Room, "left" | "top" | "right" | "bottom"> {
  if (camera.gliding || camera.width === 0) return { left: 0, top: 0, right: sheet.width, bottom: sheet.height };
  const [left, top] = camera.unitsAt([camera.frame.left, camera.frame.top]);
  const [right, bottom] = camera.unitsAt([camera.width, camera.height]);
  return { left, top, right, bottom };
}

type Box = readonly [left: number, top: number, right: number, bottom: number];
const meet = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const boxOf = ([x, y]: Point, half: number, tall: number): Box => [x - half, y - tall, x + half, y + tall];

function placesOf({ at: [x, y], radius, above, half }: Badged, room: Room): [Stand, Point][] {
  const { left, right, tall, tail } = room;
  // At the edge of the window a badge stays whole.
  const within = Math.min(Math.max(x, left + half), Math.max(left + half, right - half));
  return [
    ["above", [within, y - radius - above - tail - tall]],
    ["right", [x + radius + tail + half, y]],
    ["below", [within, y + radius + tail + tall]],
  ];
}

/**
 * The better chance keeps its place, the lower one gives way; none lies on a piece that has a chance itself. What is out of sight
 * has none: a pin at the edge stands for it.
 */
export function placeBadges(given: readonly Badged[], room: Room): Map<number, Standing> {
  const { tall, tail } = room;
  const all = given.filter(({ at: [x, y] }) => x >= room.left && x <= room.right && y >= room.top && y <= room.bottom);
  const within = (at: Point, radius: number): Box => boxOf(at, radius * 0.9, radius * 0.9);
  const targets = all.map(({ key, at, radius }) => ({ key, box: within(at, radius) }));
  const taken: Box[] = [];
  const found = new Map<number, Standing>();
  for (const one of [...all].sort((a, b) => Number(b.lit) - Number(a.lit) || b.chance - a.chance || a.key - b.key)) {
    const free = (at: Point): boolean => {
      const box = boxOf(at, one.half, tall);
      const inside = box[0] >= room.left && box[1] >= room.top && box[2] <= room.right && box[3] <= room.bottom;
      const covers = targets.some(({ key, box: other }) => key !== one.key && meet(box, other));
      return inside && !covers && !taken.some((other) => meet(box, other));
    };
    const places = placesOf(one, room).filter(([, at]) => free(at));
    const others = (room.pieces ?? []).filter(([x, y]) => x !== one.at[0] || y !== one.at[1]);
    const bare = (at: Point): boolean =>
      others.every((other) => !meet(boxOf(at, one.half, tall), within(other, one.radius)));
    const place = places.find(([, at]) => bare(at)) ?? places[0];
    if (place) taken.push(boxOf(place[1], one.half, tall));
    const [x, y] = one.at;
    found.set(
      one.key,
      place
        ? { stand: place[0], at: place[1] }
        : { stand: "dot", at: [x + one.radius * 0.7, y - one.radius * 0.7 - tail / 2] },
    );
  }
  return found;
}
