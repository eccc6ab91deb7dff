/** The cardboard tiles of a mat: which drawing each has, and how hedges run on from one to the next. */
import { SIDE } from "./hexes";
import type { Layout } from "./layout";
import { hash } from "./pencil";
import type { Mark } from "./picture";
import type { Point } from "../stage/points";

/** By the kinds of marks, and by the names in the legend of a map. */
const DRAWINGS: Readonly<Record<string, string>> = {
  crater: "hex-crater",
  "house-large": "hex-house-large",
  "house-small": "hex-house-small",
  "house-ruined": "hex-house-ruined",
  hedge: "hex-tile",
  "bomb crater": "hex-crater",
  "large house": "hex-house-large",
  "small house": "hex-house-small",
  "ruined house": "hex-house-ruined",
};
export const isTile = (kind: string): boolean => kind in DRAWINGS;
export const isHouse = (kind: string): boolean => /house-(large|small)/.test(DRAWINGS[kind] ?? "");

/** The bearings along which a hedge may run on the map. */
const RUNS = [90, 30, 150];
/** The bearing along which a hedge runs on the drawing: to a hedge beside it, else as luck (0 to 1) has it. */
export function hedgeRuns(layout: Layout, square: number, hedged: (square: number) => boolean, luck: number): number {
  const [x, y] = layout.centre(square);
  const joined = (bearing: number): boolean =>
    [layout.turned(bearing), layout.turned(bearing + 180)].some((way) => {
      const angle = (way * Math.PI) / 180;
      const there = layout.at([x + 1.7 * SIDE * Math.sin(angle), y - 1.7 * SIDE * Math.cos(angle)]);
      return there !== undefined && hedged(there);
    });
  return layout.turned(RUNS.find(joined) ?? RUNS[Math.floor(luck * 3)] ?? 90) % 180;
}

/** Along which bearing the hedge on a square runs, or would run if it were placed there. */
export function hedgeAmong(marks: readonly Mark[], layout: Layout, columns: number): (square: number) => number {
  const hedges = marks.filter(({ kind }) => kind === "hedge").flatMap(({ at }) => at);
  const hedged = new Set(hedges.map(({ x, y }) => y * columns + x));
  return (square) =>
    hedgeRuns(layout, square, (other) => hedged.has(other), hash(square % columns, Math.floor(square / columns), 8));
}

const f = (value: number): string => String(Math.round(value * 10) / 10);
const SIZE = SIDE * 1.8;
const BUSHES = [-26, -17.3, -8.7, 0, 8.7, 17.3, 26];

/** A tile as SVG text, turned by so many degrees; a hedge runs along a bearing. */
export function drawTile(kind: string, [x, y]: Point, runs = 90, tilt = 0): string {
  const drawing = DRAWINGS[kind];
  if (!drawing) return "";
  const turned = tilt ? ` transform="rotate(${tilt} ${f(x)} ${f(y)})"` : "";
  const tile = `<use href="#hd-${drawing}"${turned} x="${f(x - SIZE / 2)}" y="${f(y - SIZE / 2)}" width="${f(SIZE)}" height="${f(SIZE)}"/>`;
  if (kind !== "hedge") return tile;
  const angle = (runs * Math.PI) / 180;
  const at = BUSHES.map((far): Point => [x + far * Math.sin(angle), y - far * Math.cos(angle)]);
  const shade = at.map(([u, v]) => `<circle cx="${f(u + 4)}" cy="${f(v + 5)}" r="7.5"/>`).join("");
  const bushes = at
    .map(([u, v]) => `<use href="#hd-bush" x="${f(u - 8.5)}" y="${f(v - 8.5)}" width="17" height="17"/>`)
    .join("");
  return `${tile}<g class="d-shadow">${shade}</g>${bushes}`;
}
