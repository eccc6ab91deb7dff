/** Changes of a TOML text: each is the shortest run that says it, so that remarks and the order of lines stay. */
import { readToml, type List, type Node, type Path, type Span, type Table, type Toml } from "./toml";

/** In the place of what stands between two places comes another text. */
export interface Edit extends Span {
  readonly text: string;
}
/** What can be written. */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

export function applied(text: string, edit: Edit): string {
  return text.slice(0, edit.from) + edit.text + text.slice(edit.to);
}
/** What is between two texts, without what they begin and end with alike. */
export function between(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, to: before.length - same, text: after.slice(from, after.length - same) };
}

const BARE = /^[A-Za-z0-9_-]+$/;
export const keyText = (key: string): string => (BARE.test(key) ? key : stringText(key));
function stringText(text: string): string {
  // A text of several lines is a drawing or a letter and stays one.
  // eslint-disable-next-line no-control-regex
  if (text.includes("\n") && !/"""|\\|[\u0000-\u0009\u000b-\u001f]/.test(text) && !text.endsWith('"'))
    return `"""\n${text}"""`;
  const short: Record<string, string> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
  return `"${text.replace(/["\\\p{Cc}]/gu, (sign) => short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
}
/** A value as it is written. */
export function valueText(value: Plain): string {
  if (typeof value === "string") return stringText(value);
  if (typeof value === "number")
    return Number.isFinite(value) ? String(value) : Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, inner]) => `${keyText(key)} = ${valueText(inner as Plain)}`);
  return pairs.length > 0 ? `{ ${pairs.join(", ")} }` : "{}";
}

/** A key gets a value: the one it has is replaced, a new one comes after the last of its table. */
export function setting(text: string, path: Path, value: Plain): Edit {
  const read = readToml(text);
  const found = read.at(path);
  if (found && (found.type === "value" || found.type === "list" || (found.type === "table" && found.form === "braces")))
    return trimmed(text, { from: found.from, to: found.to, text: valueText(value) });
  if (found) throw new Error(`${path.join(".")} is a table of several lines; set what is in it`);
  const key = path.at(-1);
  if (typeof key !== "string") throw new Error("a new element is added, not set");
  const parentPath = path.slice(0, -1);
  const parent = read.at(parentPath);
  const line = `${keyText(key)} = ${valueText(value)}`;
  if (!parent) return newHeader(text, read, parentPath, line);
  if (parent.type !== "table") throw new Error(`${parentPath.join(".")} is no table`);
  if (parent.form === "braces") return intoBraces(parent, line);
  if (parent.form === "implied") return newHeader(text, read, parentPath, line, parent);
  return newLine(text, parent, line);
}
/** An edit without what it leaves as it is. */
function trimmed(text: string, edit: Edit): Edit {
  const inner = between(text.slice(edit.from, edit.to), edit.text);
  return { from: edit.from + inner.from, to: edit.from + inner.to, text: inner.text };
}
/** The end of the line that a place is on, before its LF. */
function lineEnd(text: string, place: number): number {
  const end = text.indexOf("\n", place);
  return end < 0 ? text.length : end;
}
const lineStart = (text: string, place: number): number => text.lastIndexOf("\n", place - 1) + 1;

function intoBraces(table: Table, line: string): Edit {
  const last = [...table.entries.values()].at(-1);
  if (!last) return { from: table.from, to: table.to, text: `{ ${line} }` };
  return { from: last.to, to: last.to, text: `, ${line}` };
}
/** A line after the last one of a table's own. */
function newLine(text: string, table: Table, line: string): Edit {
  const own = [...table.entries.values()].filter(({ node }) => !isHeaded(node));
  const last = own.at(-1);
  if (last) {
    const end = lineEnd(text, last.to);
    const indent = /^[ \t]*/.exec(text.slice(lineStart(text, last.from)))![0];
    return { from: end, to: end, text: `\n${indent}${line}` };
  }
  if (table.form === "header") {
    const end = lineEnd(text, table.from);
    return { from: end, to: end, text: `\n${line}` };
  }
  // The first key of a text stands after its opening remarks.
  const opening = /^(?:[ \t]*#[^\n]*\n)*/.exec(text)![0].length;
  const headed = [...table.entries.values()].map(({ from }) => lineStart(text, from));
  const at = Math.min(opening, ...headed);
  return { from: at, to: at, text: `${line}\n` };
}
const isHeaded = (node: Node): boolean =>
  node.type === "tables" ||
  (node.type === "table" &&
    (node.form === "header" ||
      (node.form === "implied" &&
        node.entries.size > 0 &&
        [...node.entries.values()].every(({ node: inner }) => isHeaded(inner)))));

/** A table that nothing had yet, with its first line. */
function newHeader(text: string, read: Toml, path: Path, line: string, implied?: Table): Edit {
  if (path.some((part) => typeof part === "number")) {
    const upto = path.findLastIndex((part) => typeof part === "number") + 1;
    const holder = read.at(path.slice(0, upto));
    const dotted = path
      .slice(upto)
      .map((part) => keyText(String(part)))
      .join(".");
    if (holder?.type !== "table") throw new Error(`there is no ${path.slice(0, upto).join(".")}`);
    const whole = dotted ? `${dotted}.${line}` : line;
    return holder.form === "braces" ? intoBraces(holder, whole) : newLine(text, holder, whole);
  }
  const dots = implied && [...implied.entries.values()].findLast(({ node }) => !isHeaded(node));
  if (dots) {
    const names = path.map((part) => keyText(String(part))).join(".");
    const end = lineEnd(text, dots.to);
    return { from: end, to: end, text: `\n${names}.${line}` };
  }
  return block(text, `[${path.map((part) => keyText(String(part))).join(".")}]\n${line}\n`, text.length);
}
/** Lines of their own with a free line before them. */
function block(text: string, lines: string, at: number): Edit {
  const before = text.slice(0, at);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const after = at < text.length && !text.slice(at).startsWith("\n") ? "\n" : "";
  return { from: at, to: at, text: gap + lines + after };
}

/** A key, or an element of a list or of tables, goes. */
export function removing(text: string, path: Path): Edit {
  const read = readToml(text);
  const last = path.at(-1);
  const parent = read.at(path.slice(0, -1));
  if (parent?.type === "tables" && typeof last === "number") return withoutTable(text, read, parent.items[last]);
  if (parent?.type === "list" && typeof last === "number") return withoutPart(parent.items, parent, parent.items[last]);
  const entry = read.entryAt(path);
  if (!entry) return { from: 0, to: 0, text: "" };
  if (entry.node.type === "tables") {
    const spans = entry.node.items.map((item) => withoutTable(text, read, item));
    return { from: spans[0]!.from, to: spans.at(-1)!.to, text: "" };
  }
  if (entry.node.type === "table" && entry.node.form === "header") return withoutTable(text, read, entry.node);
  if (parent?.type === "table" && parent.form === "braces")
    return withoutPart([...parent.entries.values()], parent, entry);
  return withLineEnd(text, lineStart(text, entry.from), lineEnd(text, entry.to));
}
function withLineEnd(text: string, from: number, to: number): Edit {
  return text[to] === "\n" ? { from, to: to + 1, text: "" } : { from: Math.max(0, from - 1), to, text: "" };
}
function withoutPart(parts: readonly Span[], whole: Span, part: Span | undefined): Edit {
  const at = part ? parts.indexOf(part) : -1;
  if (!part || at < 0) return { from: 0, to: 0, text: "" };
  const [before, after] = [parts[at - 1], parts[at + 1]];
  if (after) return { from: part.from, to: after.from, text: "" };
  if (before) return { from: before.to, to: part.to, text: "" };
  return { from: whole.from + 1, to: whole.to - 1, text: "" };
}
/** A table with its remarks and the free line before it. */
function withoutTable(text: string, read: Toml, table: Table | undefined): Edit {
  if (!table) return { from: 0, to: 0, text: "" };
  let from = lineStart(text, table.from);
  while (from > 0 && /^[ \t]*#/.test(text.slice(lineStart(text, from - 1), from))) from = lineStart(text, from - 1);
  const to = Math.min(text.length, lineEnd(text, endOf(read, table)) + 1);
  if (from > 1 && text.slice(from - 2, from) === "\n\n") return { from: from - 1, to, text: "" };
  if (text[to] === "\n") return { from, to: to + 1, text: "" };
  return { from, to, text: "" };
}
function endOf(read: Toml, table: Table): number {
  const ends = [...table.entries.values()].map(({ node, to }) =>
    node.type === "tables"
      ? Math.max(...node.items.map((item) => endOf(read, item)))
      : node.type === "table"
        ? Math.max(to, endOf(read, node))
        : to,
  );
  return Math.max(table.form === "header" ? lineEnd(read.text, table.from) : table.from, ...ends);
}

/** An element comes into a list, or a table under a header in double brackets; at the end, or before another one. */
export function adding(text: string, path: Path, value: Plain, before?: number): Edit {
  const read = readToml(text);
  const found = read.at(path);
  if (found?.type === "list") return intoList(found, valueText(value), before);
  if (found && found.type !== "tables") throw new Error(`${path.join(".")} is no list`);
  if (!found && (typeof value !== "object" || Array.isArray(value))) return setting(text, path, [value]);
  const name = path.map((part) => keyText(String(part))).join(".");
  const lines = Object.entries(value as Record<string, Plain>).map(
    ([key, inner]) => `${keyText(key)} = ${valueText(inner)}`,
  );
  const made = [`[[${name}]]`, ...lines, ""].join("\n");
  const next = before === undefined ? undefined : found?.items[before];
  if (next) return block(text, made, lineStart(text, next.from));
  const last = found?.items.at(-1);
  return block(text, made, last ? Math.min(text.length, lineEnd(text, endOf(read, last)) + 1) : text.length);
}
function intoList(list: List, made: string, before?: number): Edit {
  const next = before === undefined ? undefined : list.items[before];
  if (next) return { from: next.from, to: next.from, text: `${made}, ` };
  const last = list.items.at(-1);
  if (last) return { from: last.to, to: last.to, text: `, ${made}` };
  return { from: list.from, to: list.to, text: `[${made}]` };
}
