/**
 * Works: what people make, named by its content and carried whole in a link, as `hulldown link` writes and reads them.
 * The text of a work is a file; the referee judges it, and nothing here does.
 */
import type { Work } from "../api/types";
import { sha256 } from "../sealed/sha256";
import { readToml } from "./toml";

export type Kind = Work["kind"];
export const KINDS: readonly Kind[] = ["chart", "army", "board", "scenario", "position"];
export const ID_SIGNS = 22;
export const MOST_BYTES = 1 << 20;
const MOST_WORKS = 8;
const MOST_USES = 4;
const MOST_UNPACKED = 2 << 20;
const MOST_LINK = 3 << 20;
const VERSION = "1";
const REFERENCES = ["map", "table", "chart", "scenario"];
const FILES = [".toml", ".txt", ".map"];
/** By which key a TOML file is what it is; without any of them it is a scenario. */
const KEYS: readonly (readonly [string, Kind])[] = [
  ["book", "position"],
  ["card", "chart"],
  ["unit", "chart"],
  ["tanks", "army"],
  ["units", "army"],
  ["feature", "board"],
  ["width", "board"],
];
const LINK = /^(?:.*#\/open\/|\/?open\/)?(\d+)\.(\d{1,9})\.([A-Za-z0-9_-]*)$/s;
const FILE_NAME = /^[\p{L}\p{N}_-][\p{L}\p{N}_ .-]{0,79}$/u;

/** What is wrong with a link or a bundle, in one sentence. */
export class Broken extends Error {}

/** A text as it is hashed: as written, every line ended by one LF. */
export function canonical(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replace(/^\ufeff/, "");
}

/** The first 22 signs of SHA-256 over what a work is. */
export function idOf({ kind, book, text, uses = {} }: Work): string {
  const named = Object.entries(uses).sort(([one], [other]) => (one < other ? -1 : 1));
  const content = `${kind}\n${book}\n${named.map(([name, used]) => `${name}\t${used}\n`).join("")}\n${text}`;
  return base64(sha256(new TextEncoder().encode(content))).slice(0, ID_SIGNS);
}
export const isId = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text);

/** Whether it is a board of squares or hexes, which is drawn by signs. */
export function isDrawn(text: string): boolean {
  const first = canonical(text)
    .split("\n")
    .find((line) => line.trim() !== "" && !/^[;#]/.test(line));
  return /^\s*[\p{L}\p{N}_]+\s*:/u.test(first ?? "");
}
/** What kind of work a text is. */
export function kindOf(text: string): Kind {
  if (isDrawn(text)) return "board";
  const { entries } = readToml(canonical(text)).root;
  return KEYS.find(([key]) => entries.has(key))?.[1] ?? "scenario";
}
/** The name that a file gives itself, if it has one; what stands below a header is the name of something else. */
export function titleOf(text: string): string {
  const head = canonical(text).split(/^[ \t]*\[/m, 1)[0]!;
  const found = /^name\s*(?::\s*(.*?)|=\s*"(.*?)")\s*$/m.exec(head);
  return [...(found?.[1] || found?.[2] || "")].slice(0, 80).join("");
}
/** The files that a text names, by the keys that it does so with. */
export function namedFiles(text: string): Record<string, string> {
  if (isDrawn(text)) return {};
  const data = readToml(text);
  const named = REFERENCES.map((key) => [key, data.get([key])] as const);
  return Object.fromEntries(
    named.filter((pair): pair is [string, string] => typeof pair[1] === "string" && isFile(pair[1])),
  );
}
const isFile = (name: string): boolean =>
  !name.includes("\n") && (FILES.some((end) => name.endsWith(end)) || name.includes("/") || name.includes("\\"));

/** A plain name for the file of a work, from its title. */
export function fileName(work: Work): string {
  const plain = titleOf(work.text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return (plain || work.kind) + (isDrawn(work.text) ? ".txt" : ".toml");
}
/** A bundle as files by the names that it uses, the one that is meant first. */
export function filesOf(works: readonly Work[]): readonly (readonly [name: string, text: string])[] {
  const byId = new Map(works.map((work) => [idOf(work), work]));
  const used = works
    .flatMap(({ uses = {} }) => Object.entries(uses))
    .map(([name, id]) => [name, byId.get(id)] as const);
  const meant = works[0]!;
  let first = fileName(meant);
  if (used.some(([name, work]) => name === first && work !== meant)) first = `${meant.kind}-${first}`;
  const named = new Map([[first, meant.text]]);
  for (const [name, work] of used) if (work) named.set(name, work.text);
  return [...named];
}

// Bundles

const toldOf = (work: Work): string => `${work.kind} ${titleOf(work.text) || idOf(work)}`;

/** Works that belong together: the first is meant, the others are what it uses, each once and none missing. */
export function bundled(works: readonly Work[]): Work[] {
  if (works.length < 1 || works.length > MOST_WORKS)
    throw new Broken(`bundle: it has ${works.length} works; one is needed and at most ${MOST_WORKS} are read`);
  const byId = new Map(works.map((work) => [idOf(work), work]));
  const wanted = new Map([[idOf(works[0]!), works[0]!]]);
  for (const work of wanted.values()) {
    checkNames(work);
    for (const [name, used] of Object.entries(work.uses ?? {})) {
      const found = byId.get(used);
      if (!found) throw new Broken(`${toldOf(work)}: it uses ${name}, which is missing (${used})`);
      if (!wanted.has(used)) wanted.set(used, found);
    }
  }
  const idle = [...byId].find(([id]) => !wanted.has(id));
  if (idle) throw new Broken(`bundle: nothing in it uses the ${toldOf(idle[1])}`);
  return [...wanted.values()];
}
/** A work with those of others that it uses, as far as they are there. */
export function gathered(work: Work, others: (id: string) => Work | undefined): Work[] {
  const found = new Map([[idOf(work), work]]);
  for (const one of found.values())
    for (const used of Object.values(one.uses ?? {})) {
      const other = others(used);
      if (other && !found.has(used)) found.set(used, other);
    }
  return [...found.values()];
}
/** Files that works name and that are not among these works, each once. */
export function lacking(works: readonly Work[]): string[] {
  const there = new Set(works.map(idOf));
  return [
    ...new Set(
      works.flatMap(({ text, uses = {} }) =>
        Object.values(namedFiles(text)).filter((name) => !there.has(uses[name] ?? "")),
      ),
    ),
  ];
}
/** A work names files only by plain names, and each of them is one of those that it uses. */
function checkNames(work: Work): void {
  if (work.text !== canonical(work.text)) throw new Broken(`${toldOf(work)}: its lines must end with LF alone`);
  const named = namedFiles(work.text);
  const uses = work.uses ?? {};
  for (const [key, name] of Object.entries(named))
    if (!(name in uses))
      throw new Broken(
        `${toldOf(work)}: ${key} names the file '${name.slice(0, 60)}', which is not among what it uses`,
      );
  const idle = Object.keys(uses).filter((name) => !Object.values(named).includes(name));
  if (idle.length > 0) throw new Broken(`${toldOf(work)}: it does not name ${idle.sort().join(", ")}`);
}

// Links

/** A bundle as a link carries it: version, length, and deflated JSON in base64url. */
export const pack = (works: readonly Work[]): Promise<string> => packText(JSON.stringify(works.map(bare)));
/** Any text in the same signs. */
export async function packText(text: string): Promise<string> {
  const payload = base64(await deflated(new TextEncoder().encode(text)));
  return `${VERSION}.${payload.length}.${payload}`;
}
/** A work without what it has none of. */
function bare({ kind, book, text, uses, parent, source }: Work): Work {
  const used = uses && Object.keys(uses).length > 0 ? { uses } : {};
  return { kind, book, text, ...used, ...(parent ? { parent } : {}), ...(source ? { source } : {}) };
}

/** The bundle in a link; whatever the link claims, no more is unpacked than may be in one. */
export const unpack = async (link: string): Promise<Work[]> => bundled(worksIn(await unpackText(link)));
/** The text in such signs, of so many bytes at most. */
export async function unpackText(link: string, most = MOST_UNPACKED): Promise<string> {
  if (link.length > MOST_LINK)
    throw new Broken(`link: it has ${counted(link.length)} signs; at most ${counted(MOST_LINK)} are read`);
  const found = LINK.exec(link.replace(/\s+/g, ""));
  if (!found)
    throw new Broken(`link: this is not a link that carries a work; such a link has #/open/${VERSION}. in it`);
  const [, version = "", length = "", payload = ""] = found;
  const wanted = Number(length);
  if (version !== VERSION)
    throw new Broken(`link: it is of version ${version}, and this program reads version ${VERSION}`);
  if (payload.length < wanted)
    throw new Broken(`link: it was cut short: ${counted(payload.length)} of ${counted(wanted)} signs are here`);
  if (payload.length > wanted)
    throw new Broken(`link: ${counted(payload.length - wanted)} signs too many stand at its end`);
  return inflated(payload, most);
}
const counted = (number: number): string => number.toLocaleString("en");
/** Whether a pasted text is, or ends in, a link that carries works. */
export const isLink = (text: string): boolean =>
  text.length <= MOST_LINK && /(^|\/open\/)\d+\.\d{1,9}\./.test(text.trim());

const DAMAGED = "link: it is damaged: some of its signs are not those that it was made with";

async function inflated(payload: string, most: number): Promise<string> {
  if (typeof DecompressionStream !== "function")
    throw new Broken("link: this browser cannot unpack links; use a newer one, or ask for the file");
  let data: Uint8Array;
  try {
    data = await drawn(new DecompressionStream("deflate-raw"), unbase64(payload), most);
  } catch (error) {
    throw error instanceof Broken ? error : new Broken(DAMAGED);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    throw new Broken("link: what is in it is not text");
  }
}
async function deflated(data: Uint8Array): Promise<Uint8Array> {
  if (typeof CompressionStream === "function")
    try {
      return await drawn(new CompressionStream("deflate-raw"), data, Infinity);
    } catch {
      // An older one knows no raw deflate.
    }
  return stored(data);
}
/** What comes out of a stream, up to so many bytes. */
async function drawn(
  through: { readonly readable: ReadableStream; readonly writable: WritableStream },
  data: Uint8Array,
  most: number,
): Promise<Uint8Array> {
  const writer = through.writable.getWriter();
  const written = writer.write(data).then(() => writer.close());
  written.catch(() => undefined);
  const reader = through.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => undefined);
      throw new Broken(`link: it unpacks to more than ${counted(most)} bytes, which no work has`);
    }
    parts.push(value);
  }
  await written;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
const MOST_STORED = 0xffff;
/** Deflate that squeezes nothing, for a browser that cannot. */
export function stored(data: Uint8Array): Uint8Array {
  const found: number[] = [];
  for (let at = 0; at === 0 || at < data.length; at += MOST_STORED) {
    const part = data.subarray(at, at + MOST_STORED);
    const size = part.length;
    found.push(at + MOST_STORED >= data.length ? 1 : 0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255);
    for (const byte of part) found.push(byte);
  }
  return Uint8Array.from(found);
}

/** The works that a JSON says, and nothing that they may not have. */
function worksIn(text: string): Work[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Broken(DAMAGED);
  }
  if (!Array.isArray(data)) throw new Broken("link: a list of works is needed in it");
  return data.map(workIn);
}
const FIELDS = new Set(["kind", "book", "text", "uses", "parent", "source"]);
/** A work as it came from outside; says what is wrong with it. */
export function workIn(data: unknown): Work {
  const wrong = (what: string): Broken => new Broken(`link: ${what}`);
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw wrong("a work is an object with kind, book and text");
  const { kind, book, text, uses = {}, parent = "", source = "" } = data as Record<string, unknown>;
  const unknown = Object.keys(data).find((field) => !FIELDS.has(field));
  if (unknown) throw wrong(`a work has no field '${unknown.slice(0, 40)}'`);
  if (!KINDS.includes(kind as Kind)) throw wrong(`'${String(kind).slice(0, 40)}' is no kind of work`);
  if (typeof book !== "string" || book === "" || book.length > 40) throw wrong("a work names its book");
  if (typeof text !== "string" || text.length > MOST_BYTES) throw wrong("a work has a text of at most 1 MiB");
  if (typeof uses !== "object" || uses === null || Object.keys(uses).length > MOST_USES)
    throw wrong(`a work uses at most ${MOST_USES} others`);
  for (const [name, used] of Object.entries(uses))
    if (!FILE_NAME.test(name) || typeof used !== "string" || !isId(used))
      throw wrong(`'${name.slice(0, 40)}' is no plain name of a file`);
  for (const id of [parent, source])
    if (typeof id !== "string" || (id !== "" && !isId(id)))
      throw wrong("where a work came from is told by an id of 22 signs");
  return bare({
    kind: kind as Kind,
    book,
    text,
    uses: uses as Record<string, string>,
    parent: parent as string,
    source: source as string,
  });
}

// Signs

function base64(data: Uint8Array): string {
  let text = "";
  for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
function unbase64(text: string): Uint8Array {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
