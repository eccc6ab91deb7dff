/** Which cells a hand means: boxes, lines, fields of one kind, and the twin of each. Pure. */
import type { Mirror } from "../mirror";
import { alike, cellAt, type Sheet } from "./sheet";

type Size = Pick<Sheet, "columns" | "hexes"> & { readonly rows: { readonly length: number } };
const xy = (at: number, columns: number): readonly [number, number] => [at % columns, Math.floor(at / columns)];

export function boxCells(a: number, b: number, columns: number): number[] {
  const [[ax, ay], [bx, by]] = [xy(a, columns), xy(b, columns)];
  const found: number[] = [];
  for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++)
    for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++) found.push(y * columns + x);
  return found;
}
/** How many columns and rows lie between two corners. */
export function boxSize(a: number, b: number, columns: number): readonly [number, number] {
  const [[ax, ay], [bx, by]] = [xy(a, columns), xy(b, columns)];
  return [Math.abs(ax - bx) + 1, Math.abs(ay - by) + 1];
}

/** The cells on the way from one to another, each beside the one before. */
export function lineCells(a: number, b: number, { columns, hexes }: Size): number[] {
  const [[ax, ay], [bx, by]] = [xy(a, columns), xy(b, columns)];
  if (hexes) return hexLine(a, b, columns);
  const many = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
  return Array.from({ length: many + 1 }, (_, i) => {
    const part = many ? i / many : 0;
    return Math.round(ay + (by - ay) * part) * columns + Math.round(ax + (bx - ax) * part);
  });
}
/** In three coordinates whose sum is nothing, as hexes have them. */
function hexLine(a: number, b: number, columns: number): number[] {
  const cube = (at: number): readonly [number, number, number] => {
    const [x, y] = xy(at, columns);
    const q = x - (y >> 1);
    return [q, y, -q - y];
  };
  const [from, to] = [cube(a), cube(b)];
  const many = Math.max(...from.map((one, i) => Math.abs(one - to[i]!)));
  return Array.from({ length: many + 1 }, (_, i) => {
    const part = many ? i / many : 0;
    // A little to one side, so that a line between two hexes keeps to one of them.
    const exact = from.map((one, k) => one + (to[k]! - one) * part + [1e-6, 2e-6, -3e-6][k]!);
    const near = exact.map(Math.round);
    const off = exact.map((one, k) => Math.abs(one - near[k]!));
    const worst = off.indexOf(Math.max(...off));
    if (worst === 0) near[0] = -near[1]! - near[2]!;
    else if (worst === 1) near[1] = -near[0]! - near[2]!;
    return near[1]! * columns + near[0]! + (near[1]! >> 1);
  });
}

const BESIDE = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
function beside(at: number, { columns, rows, hexes }: Size): number[] {
  const [x, y] = xy(at, columns);
  const odd = y % 2;
  const ways = hexes ? [...BESIDE, ...[-1, 1].map((dy) => [odd ? 1 : -1, dy] as const)] : BESIDE;
  return ways
    .map(([dx, dy]) => [x + dx, y + dy] as const)
    .filter(([u, v]) => u >= 0 && v >= 0 && u < columns && v < rows.length)
    .map(([u, v]) => v * columns + u);
}
/** All cells of a kind that hang together with one. */
export function fieldOf(at: number, sheet: Sheet): number[] {
  const kind = cellAt(sheet, at);
  const [found, seen] = [[at], new Set([at])];
  for (const here of found)
    for (const next of beside(here, sheet))
      if (!seen.has(next) && alike(cellAt(sheet, next), kind)) {
        seen.add(next);
        found.push(next);
      }
  return found;
}

/** The cell across the middle; on hexes each row is mirrored for itself. */
export function twinCell(at: number, mirror: Mirror, { columns, rows }: Size): number {
  const [x, y] = xy(at, columns);
  const u = mirror === "across" || mirror === "turn" ? columns - 1 - x : x;
  const v = mirror === "down" || mirror === "turn" ? rows.length - 1 - y : y;
  return v * columns + u;
}
/** Whether twins lie to each other as what they are twins of: every second row of hexes lies half a hex aside. */
export function isExact(mirror: Mirror, { rows, hexes }: Size): boolean {
  if (!hexes || mirror === "none") return true;
  if (mirror === "across") return false;
  return rows.length % 2 === (mirror === "turn" ? 0 : 1);
}
