import type { Book, Rule, Ruling } from "../api/types";

/** Whether it was decided by us, and is not printed. */
export function isRuling(rule: Rule | Ruling): rule is Ruling {
  return rule.kind === "ruling";
}

/** The id of a rule or a ruling as it stands in a sentence: FR-37, DYN-G13, CORE-Q45a. */
export const RULE_ID = /\b[A-Z]{2,5}-[A-Z]?\d+[a-z]?\b/g;

/** A rule or a ruling of a book. */
export function ruleOf(book: Book | null, id: string): Rule | Ruling | undefined {
  return book?.rules.find((one) => one.id === id) ?? book?.rulings.find((one) => one.id === id);
}
