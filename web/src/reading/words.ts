/** The glossary of a book in its four groups. Pure. */
import type { Meaning } from "../api/types";
import { later } from "../language/language";

const GROUPS: readonly (readonly [Meaning["where"], string])[] = [
  ["card", later("On the unit card")],
  ["pieces", later("On the pieces")],
  ["dice", later("Dice")],
  ["table", later("At the table")],
];

export const placeWords = (where: Meaning["where"]): string => GROUPS.find(([name]) => name === where)![1];

/** The groups that have words, in their order. */
export function groupsOf(words: readonly Meaning[]): { readonly title: string; readonly words: readonly Meaning[] }[] {
  return GROUPS.map(([where, title]) => ({ title, words: words.filter((word) => word.where === where) })).filter(
    (group) => group.words.length > 0,
  );
}
