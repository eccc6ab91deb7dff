/**
 * The figures that a book is played with in this browser: charts of one's own, one for each chart of the house, and whether
 * new games use them.
 */
import { browserKeep, type Keep } from "../../api/tokens";
import type { Work } from "../../api/types";
import { FIGURES as KEY } from "../../pages/here";
import { workshop } from "../here";
import { readToml } from "../toml";

export interface Chosen {
  readonly id: string;
  readonly on: boolean;
}
/** By book, or by book and chart: "squadron", "core/types". An older page wrote "core" for either chart of that book. */
export type AllChosen = Readonly<Record<string, Chosen>>;
const keyOf = (book: string, chart: string): string => (chart ? `${book}/${chart}` : book);
const bookIn = (key: string): string => key.replace(/\/.*/s, "");

export function allChosen(keep: Keep = browserKeep()): AllChosen {
  try {
    const found = JSON.parse(keep.getItem(KEY) ?? "{}") as unknown;
    return typeof found === "object" && found !== null ? (found as AllChosen) : {};
  } catch {
    return {};
  }
}
/** What counts on a chart: what was chosen for it, or for the book by an older page, if those figures stand on that chart. */
export function chosenOf(
  book: string,
  chart: string,
  stands: (id: string) => boolean,
  keep: Keep = browserKeep(),
): Chosen | undefined {
  const found = allChosen(keep);
  const old = found[book];
  return found[keyOf(book, chart)] ?? (old && stands(old.id) ? old : undefined);
}

/** New games on a chart of a book use these figures from now on, or the house's again. */
export function useFigures(book: string, chart: string, id: string, on: boolean, keep: Keep = browserKeep()): void {
  put({ ...allChosen(keep), [keyOf(book, chart)]: { id, on } }, keep);
}
function put(chosen: AllChosen, keep: Keep): void {
  try {
    keep.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Full or forbidden: then they are for this page alone.
  }
}
/** What counts on another device counts here too, where nothing was chosen for that chart. */
export function adoptFigures(
  came: AllChosen,
  textOf: (id: string) => string | undefined,
  keep: Keep = browserKeep(),
): void {
  const here = allChosen(keep);
  const alike = (one: string, other: string): boolean => {
    const units = new Set(unitsIn(textOf(one) ?? ""));
    return unitsIn(textOf(other) ?? "").some((unit) => units.has(unit));
  };
  const fresh = Object.entries(came).filter(([key, { id }]) => {
    const old = here[bookIn(key)];
    return !here[key] && !(old && alike(old.id, id));
  });
  if (fresh.length > 0) put({ ...here, ...Object.fromEntries(fresh) }, keep);
}

/** The units of a chart's text. */
export function unitsIn(text: string): string[] {
  const data = readToml(text).data();
  const rows = (data["unit"] ?? data["card"] ?? []) as readonly { readonly id?: unknown }[];
  return rows.map(({ id }) => String(id));
}

/** One's own figures of a book, as a set-up needs them. */
export interface Mine {
  /** The chart of the house that they stand on; nothing where the book has one, or an older page did not say. */
  readonly chart: string;
  readonly id: string;
  readonly version: number;
  readonly on: boolean;
  /** The units that they have. */
  readonly units: readonly string[];
  readonly works: readonly Work[];
}
/** All of a book; what an older page chose, unless something was chosen for its chart since. */
export async function mineOf(book: string): Promise<readonly Mine[]> {
  const all = Object.entries(allChosen()).filter(([key]) => bookIn(key) === book);
  if (all.length === 0) return [];
  const { shelf } = await workshop();
  const found = all.flatMap(([key, { id, on }]): Mine[] => {
    const kept = shelf.of(id);
    if (!kept || kept.off) return [];
    const chart = key.slice(book.length + 1);
    const units = unitsIn(kept.work.text);
    return [{ chart, id, version: shelf.version(id), on, units, works: shelf.bundle(kept.work) }];
  });
  const since = new Set(found.filter(({ chart }) => chart).flatMap(({ units }) => units));
  return found.filter(({ chart, units }) => chart || !units.some((unit) => since.has(unit)));
}
