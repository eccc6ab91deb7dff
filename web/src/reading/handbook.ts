/** Finding one's way in a book that is read: chapters, neighbours, and what a few words lead to. Pure. */
import type { ChapterLine, Handbook, Meaning, Rule, Ruling } from "../api/types";
import { isRuling } from "../match/rulings";
import { say } from "../language/language";

export type Entry = Rule | Ruling;

/** What an address within a book names. */
export type Place =
  | { readonly kind: "contents" }
  | { readonly kind: "figures" }
  | { readonly kind: "chapter"; readonly chapter: ChapterLine }
  | { readonly kind: "rule"; readonly entry: Entry }
  | { readonly kind: "words" }
  | { readonly kind: "word"; readonly word: Meaning }
  | { readonly kind: "unknown"; readonly sentence: string };

export function placeOf(book: Handbook, place: string, words: boolean): Place {
  if (words) {
    if (!place) return { kind: "words" };
    // By its own name, or by the one under which the referee sends it.
    const word = book.words.find(({ id, stands_for = [] }) => id === place || stands_for.includes(place));
    return word
      ? { kind: "word", word }
      : {
          kind: "unknown",
          sentence: say("{book} has no word “{word}”; all it has are listed here.", { book: book.name, word: place }),
        };
  }
  if (!place) return { kind: "contents" };
  if (place === "figures") return { kind: "figures" };
  const chapter = book.chapters.find((one) => one.place === place);
  if (chapter) return { kind: "chapter", chapter };
  const entry = entryOf(book, place);
  return entry ? { kind: "rule", entry } : { kind: "unknown", sentence: unknownRule(book, place) };
}

export const entryOf = (book: Handbook, id: string): Entry | undefined =>
  [...book.rules, ...book.rulings].find((one) => one.id.toLowerCase() === id.toLowerCase());

const unknownRule = ({ name, rules }: Handbook, id: string): string =>
  say("There is no rule {id}; {book} has {first} to {last}.", {
    id,
    book: name,
    first: rules[0]?.id ?? "",
    last: rules.at(-1)?.id ?? "",
  });

/** The chapter that a rule stands in; a ruling stands where the first rule does that it explains. */
export function chapterOf(book: Handbook, entry: Entry): ChapterLine | undefined {
  const id = isRuling(entry) ? (entry.rules[0] ?? "") : entry.id;
  return book.chapters.find(({ rules }) => rules.includes(id));
}

/** The rules before and after one in the book's order; of a ruling the rulings. */
export function neighbours(book: Handbook, entry: Entry): { readonly before?: Entry; readonly after?: Entry } {
  const row: readonly Entry[] = isRuling(entry) ? book.rulings : book.rules;
  const at = row.findIndex(({ id }) => id === entry.id);
  const [before, after] = [row[at - 1], row[at + 1]];
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) };
}

// ---- searching ----

export interface Find {
  readonly book: string;
  /** Where it is: the part of the address after #. */
  readonly path: string;
  readonly sign: string;
  readonly title: string;
  readonly sort: "rule" | "ruling" | "word" | "lesson";
}

/** Ids, titles, summaries, rulings, words, lessons: what is found by the first of them comes first. */
export function search(book: Handbook, text: string): Find[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (told: string): boolean => words.every((word) => told.toLowerCase().includes(word));
  const found: { readonly rank: number; readonly find: Find }[] = [];
  for (const rule of book.rules) {
    const about = `${rule.id} ${rule.title} ${rule.summary} ${rule.section} ${chapterOf(book, rule)?.title ?? ""}`;
    const rank = has(rule.id) ? 0 : has(rule.title) ? 1 : has(about) ? 2 : -1;
    if (rank >= 0) found.push({ rank, find: ruleFind(book, rule) });
  }
  for (const ruling of book.rulings) {
    const rank = has(ruling.id) ? 0 : has(`${ruling.id} ${ruling.title} ${ruling.summary} ${ruling.why}`) ? 3 : -1;
    if (rank >= 0) found.push({ rank, find: ruleFind(book, ruling) });
  }
  for (const word of book.words) {
    const rank =
      word.sign?.toLowerCase() === text.trim().toLowerCase()
        ? 0
        : has(`${word.sign ?? ""} ${word.name}`)
          ? 1
          : has(word.says)
            ? 4
            : -1;
    if (rank >= 0) found.push({ rank, find: wordFind(book, word) });
  }
  for (const { id, title, minutes } of book.lessons)
    if (has(title))
      found.push({
        rank: 5,
        find: { book: book.id, path: `learn/${id}`, sign: say("{minutes} min", { minutes }), title, sort: "lesson" },
      });
  return found.sort((a, b) => a.rank - b.rank).map(({ find }) => find);
}

const ruleFind = (book: Handbook, entry: Entry): Find => ({
  book: book.id,
  path: `rules/${book.id}/${entry.id}`,
  sign: entry.id,
  title: entry.title,
  sort: isRuling(entry) ? "ruling" : "rule",
});
const wordFind = (book: Handbook, word: Meaning): Find => ({
  book: book.id,
  path: `words/${book.id}/${word.id}`,
  sign: word.sign ?? "",
  title: word.name,
  sort: "word",
});
