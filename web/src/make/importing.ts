/** What comes in from files or as text: of what kind, for which book, and which file names which other one. */
import { Trouble, type Api } from "../api/client";
import type { Work, WorkVerdict } from "../api/types";
import { say } from "../language/language";
import { readToml } from "./toml";
import { canonical, fileName, idOf, isDrawn, kindOf, MOST_BYTES, namedFiles, titleOf } from "./works";

export interface Incoming {
  readonly name: string;
  readonly text: string;
}
/** A file as a work, with what it uses and what the books say of it. */
export interface Arrival {
  readonly name: string;
  readonly works: readonly Work[];
  /** Files that it names and nobody brought. */
  readonly missing: readonly string[];
  /** The books that take it; the work is for the first of them, or for the one that it seems meant for. */
  readonly books: readonly string[];
  readonly sound: boolean;
}
export interface Arranged {
  readonly records: readonly Incoming[];
  readonly arrivals: readonly Arrival[];
}
export const MOST_FILES = 60;
const RECORD_BYTES = 4 << 20;

/** Why a file is not read, before it is; nothing if it is. */
export function tooLarge({ name, size }: { readonly name: string; readonly size: number }): string {
  const most = /\.jsonl$/i.test(name) ? RECORD_BYTES : MOST_BYTES;
  if (size <= most) return "";
  return `${name} has ${(size / (1 << 20)).toFixed(1)} MiB; a ${most === MOST_BYTES ? "work" : "record"} has at most ${most >> 20}. It was not read.`;
}
/** Why a pasted text is not read: it is a link, and leads to no work. Nothing if it is none. */
export function strayLink(text: string): string {
  if (!/^([a-z]+:\/\/|#\/)\S*$/i.test(text)) return "";
  return /#\/(open|work)(\/|$)/.test(text)
    ? say("This link was cut short before its work begins. Copy all of it, or ask for it again.")
    : say("This link leads to no work; those that do have #/open/ or #/work/ in them.");
}
const isRecord = ({ name, text }: Incoming): boolean => /\.jsonl$/i.test(name) || /^\s*\{"/.test(text);

/** Sorts what came in: records, and works that are linked by the names of their files. */
export async function arrange(
  files: readonly Incoming[],
  api: Pick<Api, "check">,
  books: readonly string[],
): Promise<Arranged> {
  const plain = files.map(({ name, text }) => ({ name, text: canonical(text) }));
  const texts = plain.filter((file) => !isRecord(file));
  const byName = new Map(texts.map((file) => [file.name, file]));
  const named = new Set(
    texts.flatMap(({ name, text }) => Object.values(namedFiles(text)).filter((one) => one !== name && byName.has(one))),
  );
  // Files that name each other in a ring have no first one; then all of them are looked at.
  const roots = texts.filter(({ name }) => !named.has(name));
  const arrivals = [];
  for (const root of roots.length > 0 ? roots : texts) arrivals.push(await arrived(root, byName, api, books));
  return { records: plain.filter(isRecord), arrivals };
}

async function arrived(
  root: Incoming,
  byName: ReadonlyMap<string, Incoming>,
  api: Pick<Api, "check">,
  books: readonly string[],
): Promise<Arrival> {
  const meant = bookIn(root.text);
  const tried: { book: string; works: Work[]; missing: string[]; verdict: WorkVerdict | null }[] = [];
  for (const book of meant && books.includes(meant) ? [meant] : books) {
    const { works, missing } = linked(root, byName, book);
    tried.push({ book, works, missing, verdict: missing.length > 0 ? null : await judged(api, works) });
  }
  const taken = tried.filter(({ verdict }) => verdict?.ok);
  const best = taken[0] ?? tried.reduce((one, other) => (wrongs(other.verdict) < wrongs(one.verdict) ? other : one));
  return {
    name: root.name,
    works: best.works,
    missing: best.missing,
    books: taken.map(({ book }) => book),
    sound: taken.length > 0,
  };
}
/** The book that a text names. */
function bookIn(text: string): string {
  if (isDrawn(text)) return "";
  const read = readToml(text);
  const found = read.get(["book"]) ?? read.get(["rulebook"]);
  return typeof found === "string" ? found : "";
}
async function judged(api: Pick<Api, "check">, works: readonly Work[]): Promise<WorkVerdict | null> {
  try {
    return await api.check(works);
  } catch (error) {
    // Nobody answers: it comes in all the same, and is judged later.
    if (error instanceof Trouble && error.passing) return null;
    throw error;
  }
}
/** How much a book finds wrong: the one that finds least is the one meant. What has no line is wrong with all of a file. */
const ALL_OF_IT = 100;
const wrongs = (verdict: WorkVerdict | null): number =>
  verdict?.faults.reduce((sum, { line }) => sum + (line ? 1 : ALL_OF_IT), 0) ?? Infinity;

/** A file as a work of a book, with those that it names. */
function linked(
  root: Incoming,
  byName: ReadonlyMap<string, Incoming>,
  book: string,
  within: readonly string[] = [],
): { works: Work[]; missing: string[] } {
  const uses: Record<string, string> = {};
  const below: Work[] = [];
  const missing: string[] = [];
  for (const name of Object.values(namedFiles(root.text))) {
    const file = byName.get(name);
    if (!file || within.includes(name) || name === root.name) {
      missing.push(name);
      continue;
    }
    const found = linked(file, byName, book, [...within, root.name]);
    uses[name] = idOf(found.works[0]!);
    below.push(...found.works);
    missing.push(...found.missing);
  }
  const used = Object.keys(uses).length > 0 ? { uses } : {};
  const work: Work = { kind: kindOf(root.text), book, text: root.text, ...used };
  return { works: [work, ...below], missing };
}

/** What an arrival is called. */
export const nameOf = ({ works, name }: Pick<Arrival, "works" | "name">): string =>
  titleOf(works[0]!.text) || name || fileName(works[0]!);
