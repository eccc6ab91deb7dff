/** Large grounds, cut into parts. */
import { PLAIN_BELOW, type Cut, type Room } from "../stage/parts";
import { CELL } from "../stage/points";
import { groundInParts } from "./ground";
import type { Layout } from "./layout";
import { matInParts, meadowOf } from "./mat";
import type { Terrain } from "./picture";

/** Up to so many cells a ground is one drawing. */
const WHOLE = 1000;
/** Cells along a part, and along one that is drawn plainly. */
const SIDE = 12;
const PLAIN_SIDE = 48;

export const isLarge = ({ columns, rows }: Pick<Terrain, "columns" | "rows">): boolean => columns * rows > WHOLE;

/** The meadow of a mat, which stays while its tiles change. */
const meadows = new WeakMap<Layout, ReturnType<typeof meadowOf>>();
export function cutOf(terrain: Terrain, layout: Layout): Cut {
  const sizes = { room: SIDE * CELL, plainRoom: PLAIN_SIDE * CELL };
  if (terrain.table !== "hexes") return { ...sizes, parts: groundInParts(terrain, layout) };
  const meadow = meadows.get(layout) ?? meadowOf(terrain, layout);
  meadows.set(layout, meadow);
  return { ...sizes, parts: matInParts(terrain, layout, meadow) };
}

/** What a picture shows of a large ground: its window as it is drawn, or all of it in plain colours. */
export function stillOf({ parts }: Cut, window: Room, cell: number, { width, height }: Layout): string {
  if (cell < PLAIN_BELOW) return parts.plain({ left: 0, top: 0, right: width, bottom: height });
  const low = (at: number): number => Math.max(0, Math.floor(at / CELL) * CELL);
  const high = (at: number, end: number): number => Math.min(end, Math.ceil(at / CELL) * CELL);
  return parts.draw({
    ...{ left: low(window.left), top: low(window.top) },
    ...{ right: high(window.right, width), bottom: high(window.bottom, height) },
  });
}
