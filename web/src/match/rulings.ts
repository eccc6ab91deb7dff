import type { Book, Rule, Ruling } from "../api/types";
import { later } from "../language/language";

/** Whether it was decided by us, and is not printed. */
export function isRuling(rule: Rule | Ruling): rule is Ruling {
  return rule.kind === "ruling";
}

/** Why we had to rule. */
export const GROUNDS: Readonly<Record<Ruling["ground"], string>> = {
  silent: later("the book is silent"),
  ambiguous: later("the book can be read otherwise"),
  lost: later("that part of the book is lost"),
  house: later("the house’s addition"),
};

/** What a rule is, where it is none that always binds. */
const KINDS: Readonly<Record<NonNullable<Rule["kind"] | Ruling["kind"]>, string>> = {
  base: "",
  optional: later("optional"),
  scenario: later("scenario"),
  advice: later("advice"),
  announced: later("announced, not played"),
  ruling: later("ruling"),
};

/** What a rule is in a word; none for one that always binds. */
export const kindOf = ({ kind = "ruling" }: Rule | Ruling): string => KINDS[kind];

/** Names of options and files stand between backticks in the catalogue; the page says options as it labels them. */
export const plainWords = (text: string): string =>
  text.replace(/`([^`]+)`/g, (_, name: string) => `“${name.replaceAll("_", " ")}”`);

/** The id of a rule or a ruling as it stands in a sentence: FR-37, DYN-G13, CORE-Q45a. */
export const RULE_ID = /\b[A-Z]{2,5}-[A-Z]?\d+[a-z]?\b/g;

type Rules = Pick<Book, "rules" | "rulings">;

/** A rule or a ruling of a book. */
export function ruleOf(book: Rules | null, id: string): Rule | Ruling | undefined {
  return book?.rules.find((one) => one.id === id) ?? book?.rulings.find((one) => one.id === id);
}

/** What stands beside a rule: the rulings on it; beside a ruling the printed rules that it explains. */
export function besideOf({ rules, rulings }: Rules, entry: Rule | Ruling): readonly (Rule | Ruling)[] {
  if (isRuling(entry)) return rules.filter(({ id }) => entry.rules.includes(id));
  return rulings.filter((one) => one.rules.includes(entry.id));
}
