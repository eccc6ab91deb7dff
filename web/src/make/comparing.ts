/** What changed between two versions: squares of boards, cells of charts, sentences for the rest, and lines of text. */
import type { Work } from "../api/types";
import { readToml } from "./toml";
import { isDrawn } from "./works";

/** A square that has another sign; rows and columns from 0. */
export interface Square {
  readonly row: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
}
export interface Line {
  readonly sign: " " | "+" | "-";
  readonly text: string;
}
export interface Difference {
  readonly sentences: readonly string[];
  /** Of a drawn board: the squares that differ, and the rows as they are after. */
  readonly squares: readonly Square[];
  readonly rows: readonly string[];
  readonly lines: readonly Line[];
}

export function difference(before: Work, after: Work): Difference {
  const lines = linesBetween(before.text, after.text);
  if (isDrawn(before.text) && isDrawn(after.text)) return { ...drawnBetween(before.text, after.text), lines };
  return { sentences: sentencesBetween(before.text, after.text), squares: [], rows: [], lines };
}

// Boards

function drawing(text: string): { readonly head: readonly string[]; readonly rows: readonly string[] } {
  const lines = text.split("\n").filter((line) => !line.startsWith(";"));
  // The drawing is what comes last: the lines after the last free one before it.
  let from = lines.length;
  while (from > 0 && lines[from - 1]!.trim() === "") from--;
  const end = from;
  while (from > 0 && lines[from - 1]!.trim() !== "") from--;
  return {
    head: lines.slice(0, from).filter((line) => line.trim() !== ""),
    rows: lines.slice(from, end).map((row) => row.replaceAll(" ", "")),
  };
}
function drawnBetween(before: string, after: string): Omit<Difference, "lines"> {
  const [one, other] = [drawing(before), drawing(after)];
  const sentences = headsBetween(one.head, other.head);
  const size = ({ rows }: typeof one): string => `${Math.max(0, ...rows.map((row) => row.length))} × ${rows.length}`;
  if (size(one) !== size(other)) sentences.push(`Its size was ${size(one)}, and is ${size(other)}.`);
  const squares: Square[] = [];
  other.rows.forEach((signs, row) => {
    [...signs].forEach((sign, column) => {
      const old = one.rows[row]?.[column] ?? " ";
      if (old !== sign) squares.push({ row, column, before: old, after: sign });
    });
  });
  return { sentences, squares, rows: other.rows };
}
function headsBetween(before: readonly string[], after: readonly string[]): string[] {
  const gone = before.filter((line) => !after.includes(line)).map((line) => `Gone: ${line.trim()}`);
  return [...gone, ...after.filter((line) => !before.includes(line)).map((line) => `New: ${line.trim()}`)];
}

// Tables of all kinds

type Cells = ReadonlyMap<string, { readonly words: string; readonly value: string }>;
/** Every value with the words that lead to it: "Panther, side"; rows are told by their id. */
function cellsOf(text: string): Cells {
  const found = new Map<string, { words: string; value: string }>();
  const walk = (data: unknown, path: readonly string[], words: readonly string[]): void => {
    if (Array.isArray(data) && data.some((one) => typeof one === "object" && one !== null)) {
      const seen = new Map<string, number>();
      data.forEach((row: unknown) => {
        const { id, name, side, kind } = (row ?? {}) as Record<string, unknown>;
        const plain = String(id ?? name ?? ([side, kind].filter(Boolean).join(" ") || "row"));
        const many = (seen.get(plain) ?? 0) + 1;
        seen.set(plain, many);
        const own = many > 1 ? `${plain} ${many}` : plain;
        walk(row, [...path, own], [...words.slice(0, -1), typeof name === "string" && id ? name : own]);
      });
    } else if (typeof data === "object" && data !== null && !Array.isArray(data) && !("text" in data)) {
      for (const [key, value] of Object.entries(data))
        if (key !== "source") walk(value, [...path, key], [...words, key.replaceAll("_", " ")]);
    } else {
      const value =
        typeof data === "string"
          ? short(data)
          : Array.isArray(data)
            ? data.map(String).join(", ") || "none"
            : String(data);
      found.set(path.join("\t"), { words: words.join(", "), value });
    }
  };
  walk(readToml(text).data(), [], []);
  return found;
}
const short = (text: string): string => (text.includes("\n") ? "a text of several lines" : text || "nothing");

function sentencesBetween(before: string, after: string): string[] {
  const [one, other] = [cellsOf(before), cellsOf(after)];
  const sentences: string[] = [];
  for (const [path, { words, value }] of other) {
    const old = one.get(path);
    if (!old) sentences.push(`${capital(words)}: ${value}, which was not there.`);
    else if (old.value !== value) sentences.push(`${capital(words)} ${old.value} → ${value}`);
  }
  for (const [path, { words, value }] of one)
    if (!other.has(path)) sentences.push(`${capital(words)}: ${value} is gone.`);
  return sentences;
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// Lines

const MOST_LINES = 1500;
/** How many lines around a change are shown. */
const AROUND = 2;

/** Lines that came and went, with some around them; what is left out between is an empty line with a stroke. */
export function linesBetween(before: string, after: string): Line[] {
  const [one, other] = [before.split("\n"), after.split("\n")];
  let from = 0;
  while (from < one.length && from < other.length && one[from] === other[from]) from++;
  let same = 0;
  while (same < one.length - from && same < other.length - from && one.at(-1 - same) === other.at(-1 - same)) same++;
  const middle = longest(one.slice(from, one.length - same), other.slice(from, other.length - same));
  const plain = (text: string): Line => ({ sign: " ", text });
  if (middle.length === 0) return [];
  const lead = one.slice(Math.max(0, from - AROUND), from).map(plain);
  const tail = one.slice(one.length - same, one.length - same + AROUND).map(plain);
  return folded([...lead, ...middle, ...tail]);
}
function longest(one: readonly string[], other: readonly string[]): Line[] {
  const gone = (text: string): Line => ({ sign: "-", text });
  const come = (text: string): Line => ({ sign: "+", text });
  if (one.length * other.length > MOST_LINES * MOST_LINES) return [...one.map(gone), ...other.map(come)];
  const width = other.length + 1;
  const best = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      best[i * width + j] =
        one[i] === other[j]
          ? best[(i + 1) * width + j + 1]! + 1
          : Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
  const found: Line[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      found.push({ sign: " ", text: one[i]! });
      i++;
      j++;
    } else if (i < one.length && (j >= other.length || best[(i + 1) * width + j]! >= best[i * width + j + 1]!))
      found.push(gone(one[i++]!));
    else found.push(come(other[j++]!));
  }
  return found;
}
function folded(lines: readonly Line[]): Line[] {
  const near = (at: number): boolean =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== " ");
  return lines.flatMap((line, at) => {
    if (near(at)) return [line];
    return near(at - 1) || at === 0 ? [{ sign: " ", text: "⋯" } as Line] : [];
  });
}
