/** How a table lies in its window: by how many quarters it is turned. Pure, but for what this browser keeps. */
import { browserKeep } from "../api/tokens";
import type { Terrain } from "../api/types";
import { turnsHome, type Edge } from "../board/layout";
import { layoutOf } from "../board/table";
import type { Point } from "../stage/points";
import { fit, frameOf, type Sheet } from "../stage/view";

/** The table's place on a wide page, by which a phone's is measured. */
const USUAL: Point = [1092, 732];
/** Turned on its side it must be so much larger: on a phone by a quarter, elsewhere by more than a hair. */
const LARGER = { phone: 1.25, wide: 1.03 } as const;

function sheetOf(terrain: Terrain, odd: boolean): Sheet {
  if (terrain.table !== "free") return layoutOf(terrain, odd ? 1 : 0);
  const [width, height] = [terrain.columns / 100, terrain.rows / 100];
  return odd ? { width: height, height: width } : { width, height };
}
const cellIn = (terrain: Terrain, odd: boolean, [width, height]: Point, phone: boolean): number =>
  fit(frameOf(width, height, phone), sheetOf(terrain, odd)).cell;

/** Whether a table lies on its side: as its cells are larger; on a phone upright if all of it is larger by a quarter. */
export function onItsSide(terrain: Terrain, box: Point, phone: boolean): boolean {
  const usual = cellIn(terrain, true, USUAL, false) > LARGER.wide * cellIn(terrain, false, USUAL, false);
  if (!phone) return cellIn(terrain, true, box, false) > LARGER.wide * cellIn(terrain, false, box, false);
  const other = cellIn(terrain, !usual, box, true) > LARGER.phone * cellIn(terrain, usual, box, true);
  return other ? !usual : usual;
}

/** The quarter turns that bring a player's edge to the left or the bottom, as large as it goes. */
export const turnsFor = (terrain: Terrain, edge: Edge, box: Point, phone: boolean): number =>
  turnsHome(edge, onItsSide(terrain, box, phone));

const KEY = "hulldown.turned";
const MOST = 60;
/** What a hand has added, match by match, the newest first. */
function kept(): [match: string, turns: number][] {
  try {
    const data: unknown = JSON.parse(browserKeep().getItem(KEY) ?? "[]");
    return Array.isArray(data) ? (data as [string, number][]) : [];
  } catch {
    return [];
  }
}
export const turnedIn = (match: string): number => kept().find(([one]) => one === match)?.[1] ?? 0;
export function keepTurned(match: string, turns: number): void {
  const rest = kept().filter(([one]) => one !== match);
  try {
    browserKeep().setItem(KEY, JSON.stringify([...(turns ? [[match, turns]] : []), ...rest].slice(0, MOST)));
  } catch {
    // Full or forbidden: it is forgotten with the page.
  }
}
