/** A table from a spreadsheet, or from a page: which of its columns are which figures, and what of it cannot be read. */
import type { ChartColumn } from "../../api/types";
import { readTyped, typedIn, type Line, type Value } from "./chart";

export interface PastedCell {
  readonly text: string;
  readonly value: Value | undefined;
  /** Why it could not be read. */
  readonly wrong: string;
}
export interface PastedRow {
  readonly name: string;
  /** The unit that it is taken for; nothing if none is called so. */
  readonly line: Line | null;
  readonly cells: readonly PastedCell[];
}
export interface Pasted {
  /** What each column is taken for; nothing if it is passed over. */
  readonly columns: readonly (ChartColumn | null)[];
  readonly rows: readonly PastedRow[];
}
const word = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Whether a text is a table and not a single figure. */
export const isTable = (text: string): boolean => /\t|\n.*\S/.test(text.trim());

export function splitTable(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const rows = lines.filter((line) => line.trim() !== "");
  const tabs = rows.some((row) => row.includes("\t"));
  const sign = tabs ? /\t/ : rows.every((row) => row.includes(";")) ? /;/ : /\s{2,}|,(?!\d)|\|/;
  return rows.map((row) => row.split(sign).map((cell) => cell.trim()));
}

/**
 * Reads a table: the first column names the units unless it is a number; a first row of words names the columns, else
 * they are those of the sheet from the column on that was pasted at.
 */
export function readTable(
  text: string,
  lines: readonly Line[],
  columns: readonly ChartColumn[],
  at: { readonly line: number; readonly column: number },
): Pasted {
  const rows = splitTable(text);
  const named = (cell: string | undefined): boolean =>
    cell !== undefined && cell !== "" && Number.isNaN(Number(cell.replace("−", "-")));
  const heads = rows[0]?.slice(1).every((cell) => named(cell) && columnCalled(cell, columns) !== undefined) ?? false;
  const body = heads ? rows.slice(1) : rows;
  const withNames = body.length > 0 && body.every(([first]) => named(first) && !/^(none|–|-)$/i.test(first!));
  const widths = Math.max(0, ...body.map((row) => row.length)) - Number(withNames);
  const taken = Array.from({ length: widths }, (_, number) =>
    heads ? (columnCalled(rows[0]![number + 1]!, columns) ?? null) : (columns[at.column + number] ?? null),
  );
  return {
    columns: taken,
    rows: body.map((row, number) => {
      const name = withNames ? row[0]! : "";
      const line = withNames ? (lineCalled(name, lines) ?? null) : (lines[at.line + number] ?? null);
      const cells = row.slice(Number(withNames)).map((cell, column) => cellIn(cell, taken[column] ?? null, line));
      return { name: name || line?.name || "", line, cells };
    }),
  };
}
function cellIn(text: string, column: ChartColumn | null, line: Line | null): PastedCell {
  if (!column || !line || text === "") return { text, value: undefined, wrong: "" };
  if (line.cells.find((cell) => cell.column.figure === column.figure)?.look === "none")
    return { text, value: undefined, wrong: `${line.name} has no ${column.full}` };
  const read = readTyped(text, column);
  return "value" in read ? { text, value: read.value, wrong: "" } : { text, value: undefined, wrong: read.wrong };
}
function columnCalled(cell: string, columns: readonly ChartColumn[]): ChartColumn | undefined {
  const called = word(cell);
  const names = (column: ChartColumn): string[] => [column.label, column.full, column.figure].map(word);
  return (
    columns.find((column) => names(column).includes(called)) ??
    columns.find((column) => called.length > 2 && names(column).some((name) => name.startsWith(called)))
  );
}
function lineCalled(name: string, lines: readonly Line[]): Line | undefined {
  const called = word(name);
  const units = lines.filter(({ weapon }) => weapon === null);
  return (
    units.find((line) => [line.name, line.id].map(word).includes(called)) ??
    units.find((line) => called.length > 2 && word(line.name).startsWith(called))
  );
}

/** How many rows of it can be used, and how many cells could not be read. */
export function counted({ rows }: Pasted): { readonly rows: number; readonly unread: number } {
  return {
    rows: rows.filter(({ line, cells }) => line && cells.some(({ value }) => value !== undefined)).length,
    unread: rows.reduce((sum, { cells }) => sum + cells.filter(({ wrong }) => wrong).length, 0),
  };
}
/** The text with all cells of the table that could be read. */
export function taken(text: string, { columns, rows }: Pasted): string {
  return rows.reduce(
    (whole, { line, cells }) =>
      cells.reduce((now, { value }, at) => {
        const cell = line?.cells.find(({ column }) => column.figure === columns[at]?.figure);
        return value === undefined || !cell ? now : typedIn(now, cell, value);
      }, whole),
    text,
  );
}
