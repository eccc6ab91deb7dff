/** A chart as a sheet: its cells with what stands in them and whose it is, and the changes of its text that a hand makes. */
import type { ChartColumn, ChartFigure, ChartForm } from "../../api/types";
import { adding, applied, removing, setting, type Plain } from "../edits";
import { say } from "../../language/language";
import type { Charts } from "../../pages/wish";
import { readToml, type Path, type Toml } from "../toml";

/** In our text of the book, typed by the owner, a stand-in of the house, or nothing that can be typed here. */
export type Look = "book" | "typed" | "house" | "none";
export type Value = boolean | number | string | null | readonly Value[];

/** A column of the sheet: a figure of a unit, or of one of its weapons. */
export interface Cell {
  readonly row: number;
  readonly column: ChartColumn;
  readonly path: Path;
  readonly value: Value;
  /** What stands in the house's chart. */
  readonly house: Value;
  readonly look: Look;
  /** The name by which the chart says whose it is, and the house's word for it. */
  readonly source: string;
  readonly houseSource: string;
}
export interface Line {
  readonly at: number;
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly silhouette: string;
  /** A weapon of a unit stands in a line of its own. */
  readonly weapon: number | null;
  readonly weaponName: string;
  readonly added: boolean;
  readonly cells: readonly Cell[];
}
type Data = Readonly<Record<string, unknown>>;
const asData = (value: unknown): Data => (typeof value === "object" && value !== null ? (value as Data) : {});

/** Figures that are words of the house and stand on no printed chart. */
const HIDDEN = new Set(["category", "nation", "type"]);
const SHOWN = new Set(["number", "choice", "switch"]);
/** What is a column of the sheet; a length says in its head what it is typed in. */
export const columnsOf = (columns: readonly ChartColumn[]): ChartColumn[] =>
  columns
    .filter(({ figure, kind }) => SHOWN.has(kind) && !HIDDEN.has(figure))
    .map((column) =>
      column.measure
        ? { ...column, label: `${column.label}, ${column.measure}`, full: `${column.full} in ${column.measure}` }
        : column,
    );

const ORDER = ["price", "movement", "armour", "gun", "high arc", "base", "more"];
/** The columns in groups, as the book speaks of them. */
export function groupsOf(
  columns: readonly ChartColumn[],
): { readonly name: string; readonly columns: ChartColumn[] }[] {
  return ORDER.map((name) => ({ name, columns: columns.filter(({ group }) => group === name) })).filter(
    (group) => group.columns.length > 0,
  );
}

const below = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (found, part) => (found as Record<string | number, unknown> | undefined)?.[part],
    data ?? undefined,
  );

/** The units of a chart beside those of the house, line by line. */
export function linesOf(form: ChartForm, text: string): Line[] {
  const columns = groupsOf(columnsOf(form.columns)).flatMap((group) => group.columns);
  return rowsOf(form, readToml(text)).flatMap((row, at) => linesOfUnit(form, columns, row, at));
}
const CHARTS = new WeakMap<ChartForm, Charts>();
/** The units of the charts of the house. */
export function chartsIn(form: ChartForm): Charts {
  const unitsOf = (text: string): Set<string> => new Set(rowsOf(form, readToml(text)).map(({ id }) => String(id)));
  const found = CHARTS.get(form) ?? new Map(form.charts.map(({ id, text }) => [id, unitsOf(text)]));
  CHARTS.set(form, found);
  return found;
}
const HOUSES = new WeakMap<ChartForm, ReadonlyMap<unknown, Data>>();
/** The units of the house, which are read once. */
function houseOf(form: ChartForm): ReadonlyMap<unknown, Data> {
  const rows = (): Data[] => form.charts.flatMap((chart) => rowsOf(form, readToml(chart.text)));
  const found = HOUSES.get(form) ?? new Map(rows().map((row) => [row["id"], row]));
  HOUSES.set(form, found);
  return found;
}
/** The line of a unit, and those of its weapons where it has a list of them. */
function linesOfUnit(form: ChartForm, columns: readonly ChartColumn[], row: Data, at: number): Line[] {
  const own = asData(houseOf(form).get(row["id"]));
  const known = houseOf(form).has(row["id"]);
  const line = {
    at,
    id: String(row["id"] ?? ""),
    name: String(row["name"] ?? "No name yet"),
    group: groupOf(row),
    silhouette: String(row["silhouette"] ?? row["id"] ?? ""),
    added: !known,
  };
  const cells = columns.map((column) => cellOf(form, row, own, at, column, pathOf(column), known));
  const weapons = form.weapon.length > 0 ? ((row["weapon"] ?? []) as readonly Data[]) : [];
  const cellsOf = (number: number): Cell[] =>
    columnsOf(form.weapon).map((column) => {
      const path = ["weapon", number, column.figure.replace("weapon.", "")];
      return cellOf(form, row, own, at, column, path, known);
    });
  return [
    { ...line, weapon: null, weaponName: "", cells },
    ...weapons.map((weapon, number) => ({
      ...{ ...line, weapon: number, weaponName: String(weapon["name"] ?? "Weapon"), cells: cellsOf(number) },
    })),
  ];
}
const pathOf = ({ figure }: ChartColumn): Path => figure.split(".");
function rowsOf(form: ChartForm, toml: Toml): Data[] {
  const rows = toml.get([form.table]);
  return Array.isArray(rows) ? rows.map(asData) : [];
}
/** The nation of a unit, or what it is. */
function groupOf(row: Data): string {
  const history = asData(row["history"]);
  const word = row["nation"] || history["nation"] || row["category"] || row["type"] || "units";
  const text = String(word);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
function cellOf(
  form: ChartForm,
  row: Data,
  own: Data,
  at: number,
  column: ChartColumn,
  path: Path,
  known: boolean,
): Cell {
  const usual = column.usual ?? null;
  const home = path.slice(0, -1);
  const there = home.length === 0 || asData(below(row, home)) === below(row, home);
  const value = (below(row, path) ?? usual) as Value;
  const house = (known ? (below(own, path) ?? usual) : null) as Value;
  const name = column.source || "";
  const source = String(asData(row["source"])[name] ?? "house");
  const houseSource = String(asData(own["source"])[name] ?? "house");
  const look: Look = !there || (value === null && house === null && !column.optional) ? "none" : lookOf(source);
  return { row: at, column, path: [form.table, at, ...path], value, house, look, source: name, houseSource };
}
export const lookOf = (source: string): Look => (source === "print" ? "typed" : source === "house" ? "house" : "book");

// What is typed

export type Read = { readonly value: Value } | { readonly wrong: string };
/** What was typed into a cell, within the bounds of the format; else what is needed. */
export function readTyped(
  text: string,
  column: Pick<ChartColumn, "kind" | "least" | "most" | "step" | "choices" | "optional" | "measure" | "parts">,
): Read {
  const typed = text.trim().replace("−", "-").replace(",", ".");
  const { measure = "", parts = 1 } = column;
  const word = measure && typed.endsWith(measure) ? typed.slice(0, -measure.length).trim() : typed;
  if (column.optional && /^(|none|–|—)$/i.test(word)) return { value: null };
  if (column.kind === "switch") {
    if (/^(yes|true|x|1|✓)$/i.test(word)) return { value: true };
    return /^(no|false|0|–|)$/i.test(word) ? { value: false } : { wrong: "yes or no is needed" };
  }
  if (column.kind === "choice") {
    const found = (column.choices ?? []).filter((one) => one.toLowerCase() === word.toLowerCase());
    const begun = (column.choices ?? []).filter((one) => word && one.toLowerCase().startsWith(word.toLowerCase()));
    const one = found[0] ?? (begun.length === 1 ? begun[0] : undefined);
    return one === undefined ? { wrong: `one of ${(column.choices ?? []).join(", ")} is needed` } : { value: one };
  }
  if (column.kind !== "number") return { value: text.trim() };
  const whole = word.replace("½", ".5").replace(/^\./, "0.");
  const given = Number(whole) * parts;
  // 25.15 × 100 is not quite 2515.
  const value = Math.abs(given - Math.round(given)) < 1e-6 ? Math.round(given) : given;
  const { least = -Infinity, most = Infinity, step = 1 } = column;
  const fits = whole !== "" && Number.isFinite(value) && value >= least && value <= most && value % step === 0;
  return fits ? { value } : { wrong: `${rangeWords(column)} is needed` };
}
/** "a whole number from 0 to 40". */
export function rangeWords(column: Pick<ChartColumn, "least" | "most" | "step" | "measure" | "parts">): string {
  const { least, most, step = 1, measure, parts = 1 } = column;
  if (measure && least !== undefined && most !== undefined)
    return say("a number from {least} to {most} {measure} (two decimals at most)", {
      measure,
      least: least / parts,
      most: most / parts,
    });
  const what = step < 1 ? "a number in halves" : "a whole number";
  if (least !== undefined && most !== undefined) return `${what} from ${shown(least)} to ${shown(most)}`;
  return least !== undefined ? `${what} of ${shown(least)} or more` : what;
}

/** A figure as it is shown: a minus of the right length, halves as a sign. */
export function shown(value: Value): string {
  if (value === null || value === undefined) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value !== "number") return Array.isArray(value) ? value.map(shown).join(" ") : String(value);
  const sign = value < 0 ? "−" : "";
  const whole = Math.trunc(Math.abs(value));
  return `${sign}${Math.abs(value) % 1 === 0.5 ? `${whole || ""}½` : Math.abs(value)}`;
}

/** A figure of a column as it is shown there: a length in what it is measured in. */
export function shownIn(value: Value, { parts = 1 }: Pick<ChartColumn, "parts">): string {
  return parts === 1 || typeof value !== "number" ? shown(value) : String(value / parts);
}

// Changes of the text

const put = (text: string, path: Path, value: Value): string =>
  value === null
    ? readToml(text).at(path)
      ? applied(text, removing(text, path))
      : text
    : applied(text, setting(text, path, value as Plain));
function vouched(text: string, cell: Cell, source: string): string {
  if (!cell.source) return text;
  return applied(text, setting(text, [cell.path[0]!, cell.row, "source", cell.source], source));
}
/** A figure as it is printed. */
export const typedIn = (text: string, cell: Cell, value: Value): string =>
  vouched(put(text, cell.path, value), cell, "print");
/** The house is right: then it counts as typed. */
export const sameAsHouse = (text: string, cell: Cell): string => typedIn(text, cell, cell.house);
/** The figure is the house's again. */
export const backToHouse = (text: string, cell: Cell): string =>
  vouched(put(text, cell.path, cell.house), cell, cell.houseSource);

/** A unit that no chart of the house has, with the figures of another one to begin with. */
export function withUnit(form: ChartForm, text: string, name: string, silhouette: string, like: number): string {
  const row = asData(readToml(text).get([form.table, like]));
  const rows = rowsOf(form, readToml(text));
  const taken = (field: string): Set<unknown> => new Set(rows.map((one) => one[field]));
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const id = free(plain || "unit", taken("id"), (word, at) => `${word}-${at}`);
  const letter = letterFor(name, taken("letter"));
  const source = Object.fromEntries(Object.keys(asData(row["source"])).map((key) => [key, "house"]));
  const drawn = row["silhouette"] === undefined ? {} : { silhouette };
  const { history: _, weapon, ...rest } = row;
  const made = { ...rest, id, name: name.trim().slice(0, 80), letter, ...drawn, ...(weapon ? { weapon } : {}), source };
  return applied(text, adding(text, [form.table], made as unknown as Plain));
}
/** A letter that nobody has: of the words of the name, else of its signs. */
export function letterFor(name: string, taken: ReadonlySet<unknown>): string {
  const words = name.toUpperCase().match(/[A-Z0-9]+/g) ?? ["U"];
  const firsts = words.map((word) => word[0]!).join("");
  const signs = words.join("");
  const offers = [
    firsts.slice(0, 2),
    signs.slice(0, 1),
    signs.slice(0, 2),
    ...[...signs].map((sign) => signs[0]! + sign),
  ];
  const spare = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].flatMap((one) => [one, `${signs[0]!}${one}`]);
  return [...offers, ...spare].find((one) => one && !taken.has(one)) ?? "?";
}
function free(word: string, taken: ReadonlySet<unknown>, next: (word: string, at: number) => string): string {
  if (!taken.has(word)) return word;
  for (let at = 2; ; at++) if (!taken.has(next(word, at))) return next(word, at);
}
export const withoutUnit = (form: ChartForm, text: string, at: number): string =>
  applied(text, removing(text, [form.table, at]));
/** The unit of the house comes back, as the house has it. */
export function withHouseUnit(form: ChartForm, text: string, id: string): string {
  const row = form.charts.flatMap((chart) => rowsOf(form, readToml(chart.text))).find((one) => one["id"] === id);
  return row ? applied(text, adding(text, [form.table], row as unknown as Plain)) : text;
}

// Dice and tables

/** A die, a table or a number that is no unit's, with what stands in the text. */
export interface Extra {
  readonly figure: ChartFigure;
  readonly value: Value;
  readonly look: Look;
}
export const isDie = ({ kind, figure }: ChartFigure): boolean =>
  kind === "die" || kind === "faces" || /(^|_)die$/.test(figure);
const steps = (figure: string): (string | number)[] =>
  figure.split(/\.|(?=\[)/).map((part) => (part.startsWith("[") ? Number(part.slice(1, -1)) : part));

export function extrasOf(form: ChartForm, text: string): Extra[] {
  const toml = readToml(text);
  const figures = toml.get(["figures"]);
  const sources = asData(toml.get(["source"]));
  return form.figures.map((figure) => {
    const value = below(figures, steps(figure.figure)) as Value | undefined;
    const source = value === undefined ? figure.source : String(sources[figure.figure] ?? "print");
    return { figure, value: value ?? (figure.value as Value), look: lookOf(source) };
  });
}
/** A die or a number of a table as it is printed; of a list of dice the whole list is written. */
export function typedExtra(form: ChartForm, text: string, { figure }: Extra, value: Value): string {
  const path = steps(figure.figure);
  const upto = path.findIndex((part) => typeof part === "number");
  let whole: Value = value;
  if (upto >= 0) {
    const base = figure.figure.replace(/\[.*/, "");
    const now = readToml(text).get(["figures", ...path.slice(0, upto)]) ?? listOf(form, base);
    whole = replaced(now as Value, path.slice(upto), value);
  }
  const set = applied(text, setting(text, ["figures", ...(upto < 0 ? path : path.slice(0, upto))], whole as Plain));
  return applied(set, setting(set, ["source", figure.figure], "print"));
}
/** The figure is the house's again: its line goes. */
export function extraBack(form: ChartForm, text: string, { figure }: Extra): string {
  const path = steps(figure.figure);
  const upto = path.findIndex((part) => typeof part === "number");
  if (upto >= 0) {
    const typed = typedExtra(form, text, { figure, value: null, look: "house" }, figure.value as Value);
    return applied(typed, removing(typed, ["source", figure.figure]));
  }
  const without = applied(text, removing(text, ["figures", ...path]));
  return applied(without, removing(without, ["source", figure.figure]));
}
/** The house's dice of a list, from the entries that the form tells of. */
function listOf(form: ChartForm, base: string): Value {
  const found: Value[] = [];
  for (const { figure, value } of form.figures.filter((one) => one.figure.startsWith(`${base}[`))) {
    const [first, second] = steps(figure).filter((part): part is number => typeof part === "number");
    if (second === undefined) found[first!] = value as Value;
    else ((found[first!] ??= []) as Value[])[second] = value as Value;
  }
  return found;
}
function replaced(list: Value, [first, ...rest]: readonly (string | number)[], value: Value): Value {
  const items = [...(list as readonly Value[])];
  items[first as number] = rest.length > 0 ? replaced(items[first as number]!, rest, value) : value;
  return items;
}
/** The mean of a die of numbers. */
export const meanOf = (faces: readonly Value[]): number =>
  faces.reduce<number>((sum, face) => sum + Number(face), 0) / Math.max(1, faces.length);

// Counting

export interface Tally {
  readonly typed: number;
  readonly book: number;
  readonly all: number;
}
export function tally(looks: readonly Look[]): Tally {
  const count = (look: Look): number => looks.filter((one) => one === look).length;
  const typed = count("typed");
  const book = count("book");
  return { typed, book, all: typed + book + count("house") };
}
