/** What stands on the shelf, as cards: drafts, and works that no draft goes on from. */
import type { Page } from "./drafts";
import type { Kept, Shelf } from "./shelf";
import { KINDS, titleOf, type Kind } from "./works";

export interface Card {
  readonly id: string;
  readonly kind: Kind;
  readonly book: string;
  readonly title: string;
  readonly text: string;
  readonly when: number;
  /** The draft, where one goes on from the work. */
  readonly draft: Page | null;
  /** The version that is saved. */
  readonly kept: Kept | null;
  readonly version: number;
}

export function cardsOf(shelf: Shelf, drafts: readonly Page[]): Card[] {
  const going = new Set(drafts.map(({ parent }) => parent));
  const fromDrafts = drafts.map((draft): Card => {
    const kept = shelf.of(draft.parent) ?? null;
    const { id, kind, book, text, when } = draft;
    const title = titleOf(text);
    return { id, kind, book, text, when, title, draft, kept, version: shelf.version(draft.parent) };
  });
  const others = shelf.works().filter(({ id }) => !going.has(id));
  const fromWorks = others.map((kept): Card => {
    const { kind, book, text } = kept.work;
    const { id, title, when } = kept;
    return { id, kind, book, text, title, when, draft: null, kept, version: shelf.version(id) };
  });
  return [...fromDrafts, ...fromWorks].sort((one, other) => other.when - one.when);
}
/** Whether there is something in the draft that no version has. */
export const isDraft = ({ draft, kept }: Card): boolean => !!draft && (!kept || draft.text !== draft.began);

/** "draft", "v2", "draft after v3", "from elsewhere". */
export function stateOf(card: Card): string {
  if (isDraft(card)) return card.version > 0 ? `draft after v${card.version}` : "draft";
  if (card.kept && !card.kept.own) return "from elsewhere";
  return `v${card.version}`;
}

const WORDS: Readonly<Record<Kind, string>> = {
  chart: "Figures",
  army: "Armies",
  board: "Boards",
  scenario: "Scenarios",
  position: "Positions",
};
export interface Filter {
  readonly kind: Kind | "";
  readonly word: string;
  readonly many: number;
}
/** Everything, then the kinds that there are, with how many. */
export function filtersOf(cards: readonly Card[]): Filter[] {
  const kinds = KINDS.map((kind) => ({
    kind,
    word: WORDS[kind],
    many: cards.filter((card) => card.kind === kind).length,
  }));
  return [{ kind: "", word: "All", many: cards.length }, ...kinds.filter(({ many }) => many > 0)];
}
/** From so many on they can be searched. */
export const SEARCHED = 12;
export function found(cards: readonly Card[], kind: Kind | "", book: string, words: string): Card[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return cards.filter(
    (card) =>
      (!kind || card.kind === kind) &&
      (!book || card.book === book) &&
      wanted.every((word) => `${card.title} ${card.book}`.toLowerCase().includes(word)),
  );
}
