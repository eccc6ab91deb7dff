/** Pins at the edge of the window, for what lies outside it. Pure. */
import type { Point } from "./points";
import { middleOf, pixelOf, type Frame, type View } from "./view";
import { say } from "../language/language";

/** What may lie outside: a unit with its name, and its chance or how far it is. */
export interface Pinned {
  readonly id: number;
  readonly name: string;
  readonly word: string;
  readonly at: Point;
}
export type Edge = "left" | "right" | "top" | "bottom";
export interface Pin {
  readonly edge: Edge;
  /** Where its tip is, in pixels. */
  readonly tip: Point;
  /** Those behind it: one, or all for whom there was no room. */
  readonly things: readonly Pinned[];
}

/** So many on an edge, and the rest counted. */
export const MOST = 4;
/** Pixels that a pin takes along the edge it stands on. */
const APART = { left: 34, right: 34, top: 128, bottom: 128 } as const;

export const outside = (view: View, at: Point, { width, height, left, top }: Frame): boolean => {
  const [x, y] = pixelOf(view, at);
  return x < left || y < top || x > width || y > height;
};

/** The edge over which something lies, as seen from the middle, and where on it. */
export function towards(view: View, at: Point, frame: Frame): { readonly edge: Edge; readonly tip: Point } {
  const [[x, y], [mx, my]] = [pixelOf(view, at), middleOf(frame)];
  const [dx, dy] = [x - mx, y - my];
  const [wide, high] = [(frame.width - frame.left) / 2, (frame.height - frame.top) / 2];
  const sideways = Math.abs(dx) * high >= Math.abs(dy) * wide;
  const by = sideways ? wide / Math.max(1, Math.abs(dx)) : high / Math.max(1, Math.abs(dy));
  const edge = sideways ? (dx < 0 ? "left" : "right") : dy < 0 ? "top" : "bottom";
  return { edge, tip: [mx + dx * by, my + dy * by] };
}

/** What lies in a corner of the window, so wide and high: no pin stands there. */
export interface Taken {
  readonly right: boolean;
  readonly bottom: boolean;
  readonly wide: number;
  readonly high: number;
}

/** The pins of all that lies outside, the most important first. */
export function pinsOf(things: readonly Pinned[], view: View, frame: Frame, taken: Taken | null = null): Pin[] {
  const placed = things
    .filter(({ at }) => outside(view, at, frame))
    .map((thing) => ({ thing, ...towards(view, thing.at, frame) }));
  return (["left", "right", "top", "bottom"] as const).flatMap((edge) => {
    const here = placed.filter((one) => one.edge === edge);
    const shown = here.length > MOST ? here.slice(0, MOST) : here;
    const rest = here.slice(shown.length).map(({ thing }) => thing);
    const pins = shown.map(({ thing, tip }): Pin => ({ edge, tip, things: [thing] }));
    const last = shown.at(-1);
    return spread(rest.length && last ? [...pins, { edge, tip: last.tip, things: rest }] : pins, edge, frame, taken);
  });
}

/** From where to where an edge is free. */
function freeOn(edge: Edge, { width, height, left, top }: Frame, taken: Taken | null): Point {
  const sideways = edge === "left" || edge === "right";
  const [first, length] = sideways ? [top, height] : [left, width];
  if (!taken || (sideways ? taken.right !== (edge === "right") : taken.bottom !== (edge === "bottom")))
    return [first, length];
  const size = sideways ? taken.high : taken.wide;
  return (sideways ? taken.bottom : taken.right) ? [first, length - size] : [first + size, length];
}

/** Moves pins along their edge until none lies on another. */
function spread(pins: readonly Pin[], edge: Edge, frame: Frame, taken: Taken | null): Pin[] {
  const along = edge === "left" || edge === "right" ? 1 : 0;
  const [first, length] = freeOn(edge, frame, taken);
  const apart = Math.min(APART[edge], (length - first) / Math.max(1, pins.length));
  const sorted = [...pins].sort((a, b) => a.tip[along] - b.tip[along]);
  let free = first + apart / 2;
  const ahead = sorted.map((pin) => {
    const at = Math.max(pin.tip[along], free);
    free = at + apart;
    return at;
  });
  let most = length - apart / 2;
  for (let i = ahead.length - 1; i >= 0; i--) {
    ahead[i] = Math.min(ahead[i]!, most);
    most = ahead[i]! - apart;
  }
  return sorted.map((pin, i) => ({ ...pin, tip: along ? [pin.tip[0], ahead[i]!] : [ahead[i]!, pin.tip[1]] }));
}

/** An edge in words. */
export const whereIs = (edge: Pin["edge"]): string =>
  ({ left: say("at the left"), right: say("at the right"), top: say("above"), bottom: say("below") })[edge];

/** "at the right, out of view" */
export const outOfView = (view: View, at: Point, frame: Frame): string =>
  outside(view, at, frame) ? say(", {where}, out of view", { where: whereIs(towards(view, at, frame).edge) }) : "";
