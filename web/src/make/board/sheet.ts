/**
 * A drawn board as its text says it, and the changes of that text: each the shortest run that says it, so that remarks, the legend and
 * whatever else a person wrote stay. Cells are numbered row by row from the top left.
 */
import type { Edit } from "../edits";
import { beneath, HEXES, SQUARES } from "./kinds";

export const MOST = 200;
export type North = "up" | "right" | "down" | "left";
export const NORTHS: readonly North[] = ["up", "right", "down", "left"];

/** What is on a cell; only buildings are higher than one. */
export interface Cell {
  readonly kind: string;
  readonly height: number;
}
interface Row {
  /** Its line in the text, counted from 1. */
  readonly line: number;
  /** Where each of its signs stands, and where the last one ends. */
  readonly spots: readonly number[];
  readonly from: number;
  readonly end: number;
}
export interface Sheet {
  readonly hexes: boolean;
  readonly columns: number;
  readonly rows: readonly Row[];
  readonly north: North;
  /** The signs of the file, cell by cell; a space where a row is too short. */
  readonly signs: string;
  /** The same in our own signs. */
  readonly own: string;
  /** What the signs of this file mean. */
  readonly meaning: ReadonlyMap<string, Cell>;
  /** Where the head ends, its legend, and its line about the north. */
  readonly head: Head;
}
interface Head {
  readonly end: number;
  readonly legendEnd: number | null;
  readonly north: { readonly from: number; readonly to: number } | null;
  readonly nameEnd: number;
}
const GROUND = { kind: "street", height: 1 } as const;
const OPEN = { kind: "open ground", height: 1 } as const;
export const groundOf = ({ hexes }: Pick<Sheet, "hexes">): Cell => (hexes ? OPEN : GROUND);

export function readSheet(text: string, hexes: boolean): Sheet {
  const kinds = hexes ? HEXES : SQUARES;
  // What the legend says comes first: then it is also what is drawn with.
  const meaning = new Map<string, Cell>();
  const known = new Map(kinds.map(({ kind, sign }) => [kind, sign]));
  const rows: Row[] = [];
  let head: Head | null = null;
  let [north, northAt, legendEnd, nameEnd]: [North, Head["north"], number | null, number] = ["up", null, null, 0];
  let [at, number] = [0, 0];
  for (const line of text.split("\n")) {
    const from = at;
    at += line.length + 1;
    number++;
    if (line.startsWith(";")) continue;
    if (!head) {
      if (line.trim() === "") head = { end: from, legendEnd, north: northAt, nameEnd };
      else if (/^legend:/.test(line)) legendEnd = from + line.length;
      else if (/^\s/.test(line)) {
        legendEnd = from + line.length;
        const [, sign, kind = "", height] = /^\s+(\S+)\s+(.*?)(?:\s+([1-9]))?\s*$/.exec(line) ?? [];
        if (sign && known.has(kind)) meaning.set(sign, { kind, height: Number(height ?? 1) });
      } else {
        nameEnd = from + line.length;
        const found = /^(north:\s*)(\S*)/.exec(line);
        if (!found) continue;
        northAt = { from: from + found[1]!.length, to: from + found[0].length };
        north = NORTHS.find((one) => one === found[2]) ?? "up";
      }
    } else if (line.trim() !== "") rows.push(rowOf(line, from, number, hexes));
  }
  for (const { sign, kind } of kinds) if (!meaning.has(sign)) meaning.set(sign, { kind, height: 1 });
  const columns = Math.min(MOST, rows[0]?.spots.length ?? 0);
  const signs = rows
    .slice(0, MOST)
    .map(({ spots }) => Array.from({ length: columns }, (_, i) => signAt(text, spots[i])).join(""))
    .join("");
  const ours = new Map([...meaning].map(([sign, { kind }]) => [sign, known.get(kind) ?? "."]));
  let own = "";
  for (let i = 0; i < signs.length; i++) own += ours.get(signs.charAt(i)) ?? ".";
  head ??= { end: text.length, legendEnd, north: northAt, nameEnd };
  return { hexes, columns, rows: rows.slice(0, MOST), north, signs, own, meaning, head };
}
const signAt = (text: string, spot: number | undefined): string => (spot === undefined ? " " : text.charAt(spot));
function rowOf(line: string, from: number, number: number, hexes: boolean): Row {
  const kept = line.trimEnd();
  const spots: number[] = [];
  for (let i = 0; i < kept.length; i++) if (!hexes || !/\s/.test(kept.charAt(i))) spots.push(from + i);
  return { line: number, spots, from, end: from + kept.length };
}

export const cellAt = (sheet: Sheet, at: number): Cell => sheet.meaning.get(sheet.signs.charAt(at)) ?? groundOf(sheet);
export const alike = (a: Cell, b: Cell): boolean => a.kind === b.kind && a.height === b.height;
/** Our own sign for a kind. */
export const signOf = (hexes: boolean, kind: string): string =>
  (hexes ? HEXES : SQUARES).find((one) => one.kind === kind)?.sign ?? ".";
/** The ground of a drawing in our own signs, without what stands on it. */
export const groundSigns = (own: string, hexes: boolean): string =>
  hexes ? own : own.replace(/[WX-]/g, (sign) => beneath(sign));

// Changes of the text

/** A text with several runs replaced, given in any order. */
function replaced(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text: put } of [...edits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    parts.push(text.slice(at, from), put);
    at = to;
  }
  return parts.join("") + text.slice(at);
}

/** Cells become something else. What the file has no sign for gets one in its legend. */
export function painted(text: string, sheet: Sheet, strokes: ReadonlyMap<number, Cell>): string {
  const signs = new Map<string, string>();
  const lines: string[] = [];
  for (const cell of new Set(strokes.values())) {
    const key = `${cell.kind} ${cell.height}`;
    if (signs.has(key)) continue;
    const found = [...sheet.meaning].find(([, other]) => alike(other, cell))?.[0];
    const sign = found ?? freeSign(sheet, [...signs.values()]);
    signs.set(key, sign);
    if (!found) lines.push(`  ${sign} ${cell.kind}${cell.height > 1 ? ` ${cell.height}` : ""}`);
  }
  const edits: Edit[] = [];
  for (const [at, cell] of strokes) {
    const row = sheet.rows[Math.floor(at / sheet.columns)];
    const spot = row?.spots[at % sheet.columns];
    const put = signs.get(`${cell.kind} ${cell.height}`)!;
    const old = sheet.meaning.get(sheet.signs.charAt(at));
    if (!row || (old && alike(old, cell))) continue;
    if (spot !== undefined) edits.push({ from: spot, to: spot + 1, text: put });
    else if (row.spots.length === at % sheet.columns)
      edits.push({ from: row.end, to: row.end, text: sheet.hexes ? ` ${put}` : put });
  }
  if (edits.length > 0 && lines.length > 0) edits.push(legendEdit(sheet, lines));
  return replaced(text, edits);
}
const LETTERS = [..."ABDEGHIJKLMNOPQRSUVYZabcdefghijklmnopqrstuvwxyz0123456789"];
const freeSign = ({ meaning, signs }: Sheet, taken: readonly string[]): string =>
  LETTERS.find((sign) => !meaning.has(sign) && !signs.includes(sign) && !taken.includes(sign)) ?? "?";
function legendEdit({ head: { end, legendEnd, nameEnd } }: Sheet, lines: readonly string[]): Edit {
  if (legendEnd !== null) return { from: legendEnd, to: legendEnd, text: `\n${lines.join("\n")}` };
  const text = ["legend:", ...lines].join("\n");
  return nameEnd > 0 ? { from: nameEnd, to: nameEnd, text: `\n${text}` } : { from: end, to: end, text: `${text}\n` };
}

/** North lies elsewhere on the drawing. */
export function northed(text: string, { head, north }: Sheet, wanted: North): string {
  if (wanted === north) return text;
  if (head.north) return replaced(text, [{ ...head.north, text: wanted }]);
  const line = `north: ${wanted}`;
  if (head.nameEnd > 0) return replaced(text, [{ from: head.nameEnd, to: head.nameEnd, text: `\n${line}` }]);
  return replaced(text, [{ from: head.end, to: head.end, text: `${line}\n` }]);
}

export type Side = "left" | "right" | "top" | "bottom";
/** A row or column of open ground more at a side, or one less. On hexes rows at the top come and go by two, so that all others stay. */
export function sized(text: string, sheet: Sheet, side: Side, by: 1 | -1): string {
  const open = openSign(sheet);
  const { rows, columns, hexes } = sheet;
  if (side === "left" || side === "right")
    return replaced(
      text,
      rows.flatMap((row) => widened(row, side, by, open, hexes)),
    );
  const many = hexes && side === "top" ? 2 : 1;
  if (by < 0) {
    const gone = side === "top" ? rows.slice(0, many) : rows.slice(-many);
    return replaced(
      text,
      gone.map(({ from, end }) => lineEdit(text, from, end)),
    );
  }
  const made = Array.from({ length: many }, (_, i) => {
    const number = side === "top" ? i : rows.length + i;
    return hexes ? (number % 2 ? " " : "") + Array(columns).fill(open).join(" ") : open.repeat(columns);
  });
  const first = rows[0]!;
  const last = rows.at(-1)!;
  if (side === "top") return replaced(text, [{ from: first.from, to: first.from, text: `${made.join("\n")}\n` }]);
  return replaced(text, [{ from: last.end, to: last.end, text: `\n${made.join("\n")}` }]);
}
/** The whole of a line goes, with its end. */
function lineEdit(text: string, from: number, end: number): Edit {
  const stop = text.indexOf("\n", end);
  if (stop >= 0) return { from, to: stop + 1, text: "" };
  return { from: Math.max(0, from - 1), to: text.length, text: "" };
}
function widened({ spots, end }: Row, side: Side, by: 1 | -1, open: string, hexes: boolean): Edit[] {
  const apart = hexes ? " " : "";
  const [first, second] = spots;
  if (first === undefined) return [];
  if (by > 0)
    return [
      side === "left" ? { from: first, to: first, text: open + apart } : { from: end, to: end, text: apart + open },
    ];
  if (side === "left") return [{ from: first, to: second ?? end, text: "" }];
  return [{ from: (spots.at(-2) ?? first - 1) + 1, to: end, text: "" }];
}
function openSign(sheet: Sheet): string {
  const ground = groundOf(sheet);
  return [...sheet.meaning].find(([, cell]) => alike(cell, ground))?.[0] ?? ".";
}

/** The cell at a place of the text, and the place of a cell. */
export function cellIn({ rows, columns }: Sheet, place: number): number | null {
  const row = rows.findIndex(({ from, end }) => place >= from && place <= end);
  if (row < 0) return null;
  const column = rows[row]!.spots.findIndex((spot) => spot >= place);
  return row * columns + Math.min(columns - 1, column < 0 ? columns - 1 : column);
}
export const placeOf = ({ rows, columns }: Sheet, at: number): number => {
  const row = rows[Math.floor(at / columns)];
  return row?.spots[at % columns] ?? row?.end ?? 0;
};

/** A new board without anything on it. */
export const emptyText = (name: string, columns: number, rows: number): string =>
  `name: ${name}\nnorth: up\n\n${`${".".repeat(columns)}\n`.repeat(rows)}`;
export const emptyMat = (name: string, columns: number, rows: number): string =>
  `name: ${name}\n\n${Array.from({ length: rows }, (_, y) => `${y % 2 ? " " : ""}${Array(columns).fill(".").join(" ")}\n`).join("")}`;
