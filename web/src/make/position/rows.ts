/** A position's text by its rows: units and wrecks, whatever else lies there, and how each is changed by the shortest run. */
import { adding, applied, removing, setting, type Plain } from "../edits";
import { readToml, type Path, type Toml } from "../toml";

/** `unit[2]`, `wreck[0]`, `flag[1]`: a list of the text, and a place in it. */
export type RowName = string;
export type Values = Readonly<Record<string, Plain | undefined>>;

export function pathOf(row: RowName): Path {
  const found = /^([\w-]+)\[(\d+)\]$/.exec(row);
  return found ? [found[1]!, Number(found[2])] : [];
}
export const listOf = (row: RowName): string => String(pathOf(row)[0] ?? "");

/** The text with keys of a table set, or taken out where they have no value. */
export function withValues(text: string, path: Path, values: Values): string {
  return Object.entries(values).reduce((now, [key, value]) => {
    const where = [...path, key];
    if (value === undefined) return applied(now, removing(now, where));
    return applied(now, setting(now, where, value));
  }, text);
}
/** The text with a row more, and the name of that row. */
export function withRow(text: string, list: string, values: Values): { readonly text: string; readonly row: RowName } {
  const told = Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, Plain] => pair[1] !== undefined),
  );
  const after = applied(text, adding(text, [list], told));
  const rows = readToml(after).at([list]);
  const many = rows?.type === "tables" || rows?.type === "list" ? rows.items.length : 1;
  return { text: after, row: `${list}[${many - 1}]` };
}
export const withoutRow = (text: string, row: RowName): string => applied(text, removing(text, pathOf(row)));

/** A row as plain data. */
export function rowAt(toml: Toml, row: RowName): Record<string, unknown> {
  const found = toml.get(pathOf(row));
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : {};
}
/** A unit becomes a wreck, or one again: its table changes its header, and stays where it is. */
export function withHeader(text: string, row: RowName, list: string): { readonly text: string; readonly row: RowName } {
  const node = readToml(text).at(pathOf(row));
  if (!node) return { text, row };
  const line = text.slice(node.from, text.indexOf("\n", node.from) < 0 ? undefined : text.indexOf("\n", node.from));
  const at = line.indexOf(listOf(row));
  const from = node.from + at;
  const after = applied(text, { from, to: from + listOf(row).length, text: list });
  const rows = readToml(after).at([list]);
  const found = rows?.type === "tables" ? rows.items.findIndex((one) => one.from === node.from) : -1;
  return { text: after, row: found >= 0 ? `${list}[${found}]` : row };
}

/** A list of places, such as barricades: one more, or one less. */
export function toggled(text: string, key: string, place: string): string {
  const was = readToml(text).get([key]);
  const places = Array.isArray(was) ? was.map(String) : [];
  const next = places.includes(place) ? places.filter((one) => one !== place) : [...places, place];
  if (next.length === 0) return applied(text, removing(text, [key]));
  if (was === undefined) return applied(text, setting(text, [key], next));
  const at = places.indexOf(place);
  return applied(text, at >= 0 ? removing(text, [key, at]) : adding(text, [key], place));
}
/** What lies on a place in a list of tables, such as flags. */
export function rowOn(toml: Toml, list: string, place: string): RowName | null {
  const rows = toml.get([list]);
  if (!Array.isArray(rows)) return null;
  const at = rows.findIndex((row: unknown) => (row as { at?: unknown }).at === place);
  return at >= 0 ? `${list}[${at}]` : null;
}

/** 1/100 mm as centimetres, as a text has them: with at most one decimal, which is the finest that a hand puts. */
export const inCentimetres = (length: number): number => Math.round(length / 100) / 10;
