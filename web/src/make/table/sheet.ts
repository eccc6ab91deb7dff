/**
 * A table as its text says it, and the changes of that text: each the shortest run that says it, so that remarks, the order of the
 * features and what a person wrote round them stay. Measures are whole hundredths of a centimetre.
 */
import { adding, applied, removing, setting, type Edit, type Plain } from "../edits";
import type { Mirror } from "../mirror";
import { readToml, type List, type Toml } from "../toml";
import { alike, boxOf, CM, cm, isBox, same, twin, type Corner, type Shape, type Size } from "./shapes";

export const MOST_PIECES = 200;
export const MOST_CORNERS = 2000;
export const MOST_CM = 240;

export interface Piece {
  readonly kind: string;
  readonly name: string;
  readonly movement: string;
  readonly sight: string;
  /** None where the text does not say them. */
  readonly corners: Shape;
  readonly form: "polygon" | "rectangle" | "";
}
export interface Sheet extends Size {
  readonly pieces: readonly Piece[];
  /** How many corners there are in all. */
  readonly corners: number;
}
export const called = ({ name, kind }: Piece): string => name || kind || "piece";

const LIST = "feature";
const hundredths = (value: unknown): number => (typeof value === "number" ? Math.round(value * CM) : NaN);
const word = (value: unknown): string => (typeof value === "string" ? value : "");

export function readSheet(toml: Toml): Sheet {
  const data = toml.get([LIST]);
  const pieces = (Array.isArray(data) ? data : []).map(pieceOf);
  const side = (key: string): number => {
    const found = hundredths(toml.get([key]));
    return found > 0 && found <= MOST_CM * CM ? found : 0;
  };
  const drawn = pieces.flatMap(({ corners }) => corners);
  return {
    // A text that does not say how large it is shows what lies on it.
    width: side("width") || Math.max(CM, ...drawn.map(([x]) => x)),
    height: side("height") || Math.max(CM, ...drawn.map(([, y]) => y)),
    pieces,
    corners: drawn.length,
  };
}
function pieceOf(row: unknown): Piece {
  const { kind, name, movement, sight, polygon, rectangle } = (
    typeof row === "object" && row !== null ? row : {}
  ) as Record<string, unknown>;
  const plain = { kind: word(kind), name: word(name), movement: word(movement), sight: word(sight) };
  if (Array.isArray(rectangle) && rectangle.length === 4) {
    const [left, top, wide, high] = rectangle.map(hundredths) as [number, number, number, number];
    const corners: Shape = [
      [left, top],
      [left + wide, top],
      [left + wide, top + high],
      [left, top + high],
    ];
    return { ...plain, corners: sound(corners), form: "rectangle" };
  }
  if (!Array.isArray(polygon)) return { ...plain, corners: [], form: "" };
  const corners = polygon.map((at): Corner =>
    Array.isArray(at) ? [hundredths(at[0]), hundredths(at[1])] : [NaN, NaN],
  );
  return { ...plain, corners: sound(corners), form: "polygon" };
}
const sound = (corners: Shape): Shape => (corners.flat().some(Number.isNaN) ? [] : corners);

// Changes of the text

const number = (hundredth: number): number => hundredth / CM;
const written = (shape: Shape): number[][] => shape.map((at) => at.map(number));

/** A piece gets these corners: only what differs is written. */
export function shaped(text: string, at: number, corners: Shape): string {
  const toml = readToml(text);
  const before = readSheet(toml).pieces[at];
  if (!before) return text;
  const path = [LIST, at] as const;
  if (before.form === "rectangle") {
    if (isBox(corners)) {
      const [left, top, right, bottom] = boxOf(corners);
      return renumbered(text, toml.at([...path, "rectangle"]) as List, [left, top, right - left, bottom - top]);
    }
    const { from, to } = toml.entryAt([...path, "rectangle"])!;
    return applied(text, { from, to, text: polygonText(corners) });
  }
  const list = toml.at([...path, "polygon"]);
  if (list?.type !== "list" || before.corners.length === 0)
    return applied(text, setting(text, [...path, "polygon"], written(corners)));
  return cornered(text, at, before.corners, corners);
}
/** What both begin and end with alike stays; of the rest as many as can are given other numbers. */
function cornered(text: string, at: number, before: Shape, after: Shape): string {
  const most = Math.min(before.length, after.length);
  let [first, last] = [0, 0];
  while (first < most && same(before[first]!, after[first]!)) first++;
  while (last < most - first && same(before.at(-1 - last)!, after.at(-1 - last)!)) last++;
  const [old, now] = [before.length - first - last, after.length - first - last];
  const both = Math.min(old, now);
  let found = text;
  // From the end on, so that what stands before keeps its place.
  for (let i = old - 1; i >= both; i--) found = applied(found, removing(found, [LIST, at, "polygon", first + i]));
  for (let i = both; i < now; i++) found = applied(found, inserting(found, at, first + i, after[first + i]!));
  const list = readToml(found).at([LIST, at, "polygon"]) as List;
  for (let i = both - 1; i >= 0; i--) found = renumbered(found, list.items[first + i] as List, after[first + i]!);
  return found;
}
/** A corner comes after the one before it, on the same line. */
function inserting(text: string, at: number, place: number, corner: Corner): Edit {
  const list = readToml(text).at([LIST, at, "polygon"]) as List;
  const before = list.items[place - 1];
  const made = `[${corner.map(cm).join(", ")}]`;
  return before
    ? { from: before.to, to: before.to, text: `, ${made}` }
    : adding(text, [LIST, at, "polygon"], corner.map(number), place);
}
function renumbered(text: string, list: List, numbers: readonly number[]): string {
  return numbers.reduceRight((found, wanted, i) => {
    const item = list.items[i];
    if (item?.type !== "value" || hundredths(item.value) === wanted) return found;
    return applied(found, { from: item.from, to: item.to, text: cm(wanted) });
  }, text);
}

const WIDE = 110;
/** A polygon as a person writes one: on one line, or on several. */
function polygonText(corners: Shape): string {
  const all = corners.map((at) => `[${at.map(cm).join(", ")}]`);
  const line = `polygon = [${all.join(", ")}]`;
  if (line.length <= WIDE) return line;
  const rows: string[] = [];
  for (const one of all) {
    const last = rows.at(-1);
    if (last === undefined || last.length + one.length + 7 > WIDE) rows.push(one);
    else rows[rows.length - 1] = `${last}, ${one}`;
  }
  return `polygon = [\n${rows.map((row) => `    ${row},\n`).join("")}]`;
}

/** A piece more, after all others. */
export function added(text: string, piece: Omit<Piece, "form">): string {
  const { kind, name, movement, sight, corners } = piece;
  const [left, top, right, bottom] = boxOf(corners);
  const straight = isBox(corners);
  const form: Record<string, Plain> = straight
    ? { rectangle: [left, top, right - left, bottom - top].map(number) }
    : { polygon: written(corners) };
  const edit = adding(text, [LIST], { kind, ...(name ? { name } : {}), movement, sight, ...form });
  const wrapped = straight ? edit.text : edit.text.replace(/^polygon = .*$/m, polygonText(corners));
  return applied(text, { ...edit, text: wrapped });
}
export const removed = (text: string, at: number): string => applied(text, removing(text, [LIST, at]));

/** A piece is another kind, or does something else; what is the same already is left alone. */
export function described(
  text: string,
  at: number,
  values: Partial<Pick<Piece, "kind" | "name" | "movement" | "sight">>,
): string {
  let [found, toml] = [text, readToml(text)];
  for (const [key, value] of Object.entries(values)) {
    if (word(toml.get([LIST, at, key])) === value) continue;
    found =
      key === "name" && !value
        ? applied(found, removing(found, [LIST, at, key]))
        : key === "name" && !toml.at([LIST, at, key])
          ? named(found, toml, at, value)
          : applied(found, setting(found, [LIST, at, key], value));
    toml = readToml(found);
  }
  return found;
}
/** A first name stands below the kind. */
function named(text: string, toml: Toml, at: number, name: string): string {
  const kind = toml.entryAt([LIST, at, "kind"]);
  const table = toml.at([LIST, at]);
  const edit = setting(text, [LIST, at, "name"], name);
  if (!kind || table?.type !== "table" || table.form !== "header") return applied(text, edit);
  const end = text.indexOf("\n", kind.to);
  const place = end < 0 ? text.length : end;
  return applied(text, { from: place, to: place, text: `\n${edit.text.trim()}` });
}

/** A piece goes to another place in the list, with the remarks that stand above it. */
export function reordered(text: string, from: number, to: number): string {
  const many = readSheet(readToml(text)).pieces.length;
  if (from === to || from < 0 || to < 0 || from >= many || to >= many) return text;
  const cut = removing(text, [LIST, from]);
  const node = readToml(text).at([LIST]);
  if (node?.type !== "tables") return inList(text, node as List, from, to);
  const lines = text.slice(cut.from, cut.to).replace(/^\n+|\n+$/g, "");
  const rest = applied(text, cut);
  if (to >= many - 1) return `${rest.replace(/\n*$/, "\n\n")}${lines}\n`;
  const next = removing(rest, [LIST, to]).from;
  const place = next + /^\n*/.exec(rest.slice(next))![0].length;
  return applied(rest, { from: place, to: place, text: `${lines}\n\n` });
}
function inList(text: string, list: List, from: number, to: number): string {
  const all = list.items.map((item) => text.slice(item.from, item.to));
  const [taken] = all.splice(from, 1);
  all.splice(to, 0, taken!);
  return list.items.reduceRight((found, item, i) => applied(found, { ...spanOf(item), text: all[i]! }), text);
}
const spanOf = ({ from, to }: { from: number; to: number }): Omit<Edit, "text"> => ({ from, to });

/** The table has other sides, in whole centimetres. */
export function sized(text: string, { width, height }: Partial<Size>): string {
  let found = text;
  if (width !== undefined) found = applied(found, setting(found, ["width"], number(width)));
  if (height !== undefined) found = applied(found, setting(found, ["height"], number(height)));
  return found;
}

// Fairness

/** The piece that is the twin of another; itself, where it lies on the middle; −1 if there is none. */
export function twinOf(sheet: Sheet, at: number, mirror: Mirror): number {
  const piece = sheet.pieces[at];
  if (mirror === "none" || !piece || piece.corners.length === 0) return -1;
  const wanted = twin(piece.corners, mirror, sheet);
  if (alike(wanted, piece.corners)) return at;
  return sheet.pieces.findIndex(
    (other) =>
      other.kind === piece.kind &&
      other.movement === piece.movement &&
      other.sight === piece.sight &&
      alike(wanted, other.corners),
  );
}
/** Every piece without a twin gets one; how many came. */
export function twinned(text: string, mirror: Mirror): { readonly text: string; readonly many: number } {
  const sheet = readSheet(readToml(text));
  const lone = sheet.pieces.filter((piece, at) => piece.corners.length > 0 && twinOf(sheet, at, mirror) < 0);
  const found = mirror === "none" ? [] : lone;
  return {
    text: found.reduce((now, piece) => added(now, { ...piece, corners: twin(piece.corners, mirror, sheet) }), text),
    many: found.length,
  };
}

/** Where a piece stands in the text. */
export function placeOf(toml: Toml, at: number, corner: number | null = null): number {
  const found = (corner === null ? undefined : toml.at([LIST, at, "polygon", corner])) ?? toml.at([LIST, at]);
  return found?.from ?? 0;
}
export const linesOf = (toml: Toml, at: number): readonly [number, number] | null => toml.linesOf([LIST, at]) ?? null;
/** The piece, and the corner, that a place in the text belongs to. */
export function pieceAt(toml: Toml, place: number): { readonly at: number; readonly corner: number | null } | null {
  const [list, at, key, corner] = toml.pathAt(place);
  if (list !== LIST || typeof at !== "number") return null;
  return { at, corner: key === "polygon" && typeof corner === "number" ? corner : null };
}
