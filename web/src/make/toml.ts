/**
 * A reader of TOML that knows where everything stands, for editors that change a text and leave the rest of it alone.
 * It reads on after a fault, so that half a text is still shown; the referee alone judges.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}
export type Scalar = string | number | bigint | boolean | Moment;
/** A date or a time, as it is written. */
export class Moment {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export interface Value extends Span {
  readonly type: "value";
  readonly value: Scalar;
}
export interface List extends Span {
  readonly type: "list";
  readonly items: Node[];
}
/** A table: of the whole text, below a header, in braces, or made by a dotted key or a header further down. */
export interface Table extends Span {
  readonly type: "table";
  form: "root" | "header" | "braces" | "implied";
  readonly entries: Map<string, Entry>;
  /** From the first sign of the header's line to the end of what belongs to it. */
  from: number;
  to: number;
}
/** Tables under one header in double brackets. */
export interface Tables extends Span {
  readonly type: "tables";
  readonly items: Table[];
  from: number;
  to: number;
}
export type Node = Value | List | Table | Tables;
/** A key with what it has; `from` to `to` is the statement that says so, if one says nothing else. */
export interface Entry extends Span {
  readonly key: Span;
  readonly node: Node;
}
export interface Unread {
  readonly message: string;
  readonly at: number;
}
export type Path = readonly (string | number)[];

/** A text that was read. */
export class Toml {
  readonly text: string;
  readonly root: Table;
  /** What could not be read, one fault a line. */
  readonly unread: readonly Unread[];
  constructor(text: string, root: Table, unread: readonly Unread[]) {
    this.text = text;
    this.root = root;
    this.unread = unread;
  }
  /** What stands there; nothing if there is none. */
  at(path: Path): Node | undefined {
    return this.entryAt(path)?.node ?? this.#walk(path);
  }
  #walk(path: Path): Node | undefined {
    let found: Node | undefined = this.root;
    for (const part of path) found = found && below(found, part);
    return found;
  }
  /** The key that has it, if one has. */
  entryAt(path: Path): Entry | undefined {
    const last = path.at(-1);
    const parent = this.#walk(path.slice(0, -1));
    return parent?.type === "table" && typeof last === "string" ? parent.entries.get(last) : undefined;
  }
  /** What stands there as plain data. */
  get(path: Path): unknown {
    const found = this.at(path);
    return found && plain(found);
  }
  /** All of it as plain data. */
  data(): Record<string, unknown> {
    return plain(this.root) as Record<string, unknown>;
  }
  /** The way to what stands under a place in the text, as far as it goes. */
  pathAt(place: number): Path {
    const path: (string | number)[] = [];
    let here: Node | undefined = this.root;
    while (here) {
      const next: readonly [string | number, Node, readonly Span[]] | undefined = partsOf(here).find(([, , span]) =>
        span.some(({ from, to }) => from <= place && place <= to),
      );
      if (!next) break;
      path.push(next[0]);
      here = next[1];
    }
    return path;
  }
  /** The lines, counted from 1, on which something stands; a key's whole statement. */
  linesOf(path: Path): readonly [number, number] | undefined {
    const span = this.entryAt(path) ?? this.at(path);
    return span && [lineOf(this.text, span.from), lineOf(this.text, Math.max(span.from, span.to - 1))];
  }
}

/** The line on which a place is, counted from 1. */
export function lineOf(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

function below(node: Node, part: string | number): Node | undefined {
  if (node.type === "table") return typeof part === "string" ? node.entries.get(part)?.node : undefined;
  if (node.type === "value" || typeof part !== "number") return undefined;
  return node.items[part];
}
function partsOf(node: Node): (readonly [string | number, Node, readonly Span[]])[] {
  if (node.type === "value") return [];
  if (node.type !== "table") return node.items.map((item, at) => [at, item, [item]]);
  return [...node.entries].map(([key, entry]) => {
    const spread = entry.node.type === "tables" ? entry.node.items : [entry];
    return [key, entry.node, entry.node.type === "table" ? [entry, entry.node] : spread];
  });
}
export function plain(node: Node): unknown {
  if (node.type === "value") return node.value;
  if (node.type !== "table") return node.items.map(plain);
  return Object.fromEntries([...node.entries].map(([key, { node: inner }]) => [key, plain(inner)]));
}

// Reading

class Stop extends Error {
  readonly at: number;
  /** Whether all that was read since is to be read again: what should have been closed was not. */
  readonly open: boolean;
  constructor(message: string, at: number, open = false) {
    super(message);
    this.at = at;
    this.open = open;
  }
}
const MOST_NESTING = 32;
const MOST_KEY_PARTS = 4;
/** What has more is no TOML, and would take long to read to its end. */
const MOST_UNREAD = 1_000;

/** Reads a text; what cannot be read is passed over to the next line and told, up to a number of faults. */
export function readToml(text: string): Toml {
  return new Reader(text).read();
}

const newTable = (form: Table["form"], from: number, to = from): Table => ({
  type: "table",
  form,
  entries: new Map(),
  from,
  to,
});

class Reader {
  readonly text: string;
  at = 0;
  readonly root: Table;
  #here: Table;
  #depth = 0;
  readonly #unread: Unread[] = [];
  /** Tables that a header has opened once, and lists that are closed. */
  readonly #headed = new Set<Table>();

  constructor(text: string) {
    this.text = text;
    this.root = newTable("root", 0, text.length);
    this.#here = this.root;
  }

  read(): Toml {
    while (this.at < this.text.length && this.#unread.length < MOST_UNREAD) {
      try {
        this.#line();
      } catch (error) {
        if (!(error instanceof Stop)) throw error;
        this.#unread.push({ message: error.message, at: error.at });
        this.#depth = 0;
        this.at = error.open ? error.at : Math.max(this.at, error.at);
        this.#toLineEnd();
      }
      if (this.text[this.at] === "\n") this.at++;
    }
    return new Toml(this.text, this.root, this.#unread);
  }

  #line(): void {
    this.#blanks();
    const sign = this.text[this.at];
    if (sign === undefined || sign === "\n") return;
    if (sign !== "#") {
      const end = sign === "[" ? this.#header() : this.#statement();
      this.#reach(end);
    }
    this.#rest();
  }
  /** What a statement says belongs to the table it stands in. */
  #reach(end: number): void {
    for (const table of this.#open) table.to = Math.max(table.to, end);
  }
  #open: (Table | Tables)[] = [];
  /** After a statement comes nothing but a remark. */
  #rest(): void {
    this.#blanks();
    if (this.text[this.at] === "#") this.#toLineEnd();
    if (this.at < this.text.length && this.text[this.at] !== "\n")
      throw new Stop(`${this.#sign()} stands after the end of what this line says`, this.at);
  }
  #toLineEnd(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end;
  }
  #blanks(): void {
    while (" \t\r".includes(this.text[this.at] ?? "x")) this.at++;
  }
  #sign(): string {
    const sign = this.text[this.at];
    return sign === undefined || sign === "\n" ? "the line's end" : `'${sign}'`;
  }
  #expect(sign: string, told: string): void {
    if (!this.text.startsWith(sign, this.at)) throw new Stop(`${this.#sign()} stands where ${told} is needed`, this.at);
    this.at += sign.length;
  }

  #header(): number {
    const from = this.at;
    const many = this.text.startsWith("[[", this.at);
    this.at += many ? 2 : 1;
    this.#blanks();
    const keys = this.#keys();
    this.#expect(many ? "]]" : "]", many ? "]]" : "]");
    let table = this.root;
    this.#open = [];
    keys.slice(0, -1).forEach(({ name, span }) => (table = this.#into(table, name, span)));
    const { name, span } = keys.at(-1)!;
    const known = table.entries.get(name)?.node;
    const made = newTable("header", from, this.at);
    if (many) {
      if (known && known.type !== "tables")
        throw new Stop(`'${name}' is there already and is no list of tables`, span.from);
      const tables: Tables = known ?? { type: "tables", items: [], from, to: this.at };
      tables.items.push(made);
      if (!known) table.entries.set(name, { key: span, node: tables, from, to: this.at });
      this.#open.push(tables, made);
      this.#here = made;
    } else if (!known) {
      table.entries.set(name, { key: span, node: made, from, to: this.at });
      this.#headed.add(made);
      this.#open.push(made);
      this.#here = made;
    } else if (known.type === "table" && known.form === "implied" && !this.#headed.has(known)) {
      [known.form, known.from, known.to] = ["header", from, this.at];
      this.#headed.add(known);
      this.#open.push(known);
      this.#here = known;
    } else {
      this.#here = newTable("implied", from);
      throw new Stop(`[${name}] is there already`, span.from);
    }
    return this.at;
  }
  /** The table below a key of a header; of several the last one. */
  #into(table: Table, name: string, span: Span): Table {
    const known = table.entries.get(name)?.node;
    if (!known) {
      const made = newTable("implied", span.from, span.to);
      table.entries.set(name, { key: span, node: made, from: span.from, to: span.to });
      return made;
    }
    const found = known.type === "tables" ? known.items.at(-1)! : known;
    if (found.type !== "table" || found.form === "braces") throw new Stop(`'${name}' is no table`, span.from);
    if (known.type === "tables") this.#open.push(known);
    this.#open.push(found);
    return found;
  }

  #statement(): number {
    const from = this.at;
    const keys = this.#keys();
    this.#expect("=", "=");
    this.#blanks();
    const node = this.#value();
    this.#put(this.#here, keys, node, from);
    return this.at;
  }
  #put(table: Table, keys: readonly { readonly name: string; readonly span: Span }[], node: Node, from: number): void {
    let here = table;
    for (const { name, span } of keys.slice(0, -1)) {
      const known = here.entries.get(name)?.node;
      if (known && (known.type !== "table" || known.form !== "implied"))
        throw new Stop(`'${name}' is there already`, span.from);
      const next = known?.type === "table" ? known : newTable("implied", from, this.at);
      if (!known) here.entries.set(name, { key: span, node: next, from, to: this.at });
      next.to = this.at;
      here = next;
    }
    const { name, span } = keys.at(-1)!;
    if (here.entries.has(name)) throw new Stop(`'${name}' is there already`, span.from);
    here.entries.set(name, { key: span, node, from, to: this.at });
  }
  #keys(): { name: string; span: Span }[] {
    const keys = [this.#key()];
    while (this.text[this.at] === ".") {
      this.at++;
      this.#blanks();
      keys.push(this.#key());
    }
    if (keys.length > MOST_KEY_PARTS) throw new Stop(`a key has at most ${MOST_KEY_PARTS} parts`, keys[0]!.span.from);
    return keys;
  }
  #key(): { name: string; span: Span } {
    const from = this.at;
    const sign = this.text[this.at];
    let name: string;
    if (sign === '"' || sign === "'") name = this.#string(sign);
    else {
      const bare = /[A-Za-z0-9_-]+/y;
      bare.lastIndex = from;
      const found = bare.exec(this.text);
      if (!found) throw new Stop(`${this.#sign()} stands where a key is needed`, from);
      [name] = found;
      this.at += name.length;
    }
    const span = { from, to: this.at };
    this.#blanks();
    return { name, span };
  }

  #value(): Node {
    const from = this.at;
    const sign = this.text[from];
    if (sign === "[" || sign === "{") {
      if (++this.#depth > MOST_NESTING) throw new Stop(`lists are ${MOST_NESTING} deep at most`, from);
      const node = sign === "[" ? this.#list() : this.#braces();
      this.#depth--;
      return node;
    }
    const value = this.#scalar(sign);
    return { type: "value", value, from, to: this.at };
  }
  #scalar(sign: string | undefined): Scalar {
    if (sign === '"' || sign === "'")
      return this.text.startsWith(sign.repeat(3), this.at) ? this.#long(sign) : this.#string(sign);
    const from = this.at;
    const bare = /[A-Za-z0-9_+.:-]+(?: [0-9]{2}:[0-9:.+Z-]+)?/y;
    bare.lastIndex = from;
    const [word = ""] = bare.exec(this.text) ?? [];
    this.at += word.length;
    const value = scalarOf(word);
    if (value !== undefined) return value;
    this.at = from;
    throw new Stop(
      word ? `'${word.slice(0, 40)}' is no value; text needs quotes` : `${this.#sign()} stands where a value is needed`,
      from,
    );
  }
  #string(quote: string): string {
    const from = this.at++;
    let found = "";
    for (;;) {
      const sign = this.text[this.at];
      if (sign === undefined || sign === "\n") throw new Stop("a text in quotes is not closed", from);
      this.at++;
      if (sign === quote) return found;
      found += sign === "\\" && quote === '"' ? this.#escape() : sign;
    }
  }
  #long(quote: string): string {
    const from = this.at;
    this.at += 3;
    if (this.text[this.at] === "\r") this.at++;
    if (this.text[this.at] === "\n") this.at++;
    let found = "";
    for (;;) {
      const sign = this.text[this.at];
      if (sign === undefined) throw new Stop("a text in three quotes is not closed", from, true);
      if (this.text.startsWith(quote.repeat(3), this.at)) {
        this.at += 3;
        // Up to two quotes before the last three belong to the text.
        for (let more = 0; more < 2 && this.text[this.at] === quote; more++, this.at++) found += quote;
        return found;
      }
      this.at++;
      if (sign !== "\\" || quote !== '"') found += sign;
      else if (/^[ \t\r]*\n/.test(this.text.slice(this.at, this.at + 200))) {
        while (" \t\r\n".includes(this.text[this.at] ?? "x")) this.at++;
      } else found += this.#escape();
    }
  }
  #escape(): string {
    const at = this.at - 1;
    const sign = this.text[this.at++] ?? "";
    const short = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" }[sign];
    if (short !== undefined) return short;
    const long = { u: 4, U: 8 }[sign];
    const digits = long ? this.text.slice(this.at, this.at + long) : "";
    if (!long || digits.length < long || !/^[0-9a-fA-F]+$/.test(digits) || parseInt(digits, 16) > 0x10ffff)
      throw new Stop(`\\${sign} means nothing in a text`, at);
    this.at += long;
    return String.fromCodePoint(parseInt(digits, 16));
  }
  #gaps(): void {
    for (;;) {
      this.#blanks();
      if (this.text[this.at] === "#") this.#toLineEnd();
      if (this.text[this.at] !== "\n") return;
      this.at++;
    }
  }
  #list(): List {
    const from = this.at++;
    const items: Node[] = [];
    for (;;) {
      this.#gaps();
      if (this.text[this.at] === "]") break;
      if (this.at >= this.text.length) throw new Stop("a list is not closed", from, true);
      items.push(this.#value());
      this.#gaps();
      if (this.text[this.at] === ",") this.at++;
      else if (this.at >= this.text.length) throw new Stop("a list is not closed", from, true);
      else if (this.text[this.at] !== "]") throw new Stop(`${this.#sign()} stands where , or ] is needed`, this.at);
    }
    this.at++;
    return { type: "list", items, from, to: this.at };
  }
  #braces(): Table {
    const from = this.at++;
    const table = newTable("braces", from);
    this.#blanks();
    while (this.text[this.at] !== "}") {
      const start = this.at;
      const keys = this.#keys();
      this.#expect("=", "=");
      this.#blanks();
      const node = this.#value();
      this.#put(table, keys, node, start);
      this.#blanks();
      if (this.text[this.at] === "}") break;
      this.#expect(",", ", or }");
      this.#blanks();
    }
    this.at++;
    table.to = this.at;
    // What a dotted key made in braces is as closed as they are.
    for (const { node } of table.entries.values()) if (node.type === "table") node.form = "braces";
    return table;
  }
}

function scalarOf(word: string): Scalar | undefined {
  if (word === "true" || word === "false") return word === "true";
  if (/^[+-]?(inf|nan)$/.test(word)) return word.endsWith("nan") ? NaN : word.startsWith("-") ? -Infinity : Infinity;
  const figures = word.replace(/(?<=[0-9a-fA-F])_(?=[0-9a-fA-F])/g, "");
  if (/^[+-]?(0|[1-9]\d*)$/.test(figures) || /^0(x[0-9a-fA-F]+|o[0-7]+|b[01]+)$/.test(figures)) {
    const number = Number(figures);
    return Number.isSafeInteger(number) ? number : BigInt(figures.replace(/^\+/, ""));
  }
  if (/^[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(figures)) return Number(figures);
  if (/^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})?)?$/.test(word))
    return new Moment(word);
  if (/^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(word)) return new Moment(word);
  return undefined;
}
