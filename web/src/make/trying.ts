/** How a work is played at once: as a match against Greedy, with the work itself in the wish. */
import type { Book, NewMatch, Work } from "../api/types";
import { middleBattle } from "../pages/wish";
import { evenBattle } from "./army/army";
import { idOf } from "./works";

/** The wish for a match with a work and all that it uses; what has no battle of its own is played in the book's usual one. */
export function wishWith(works: readonly Work[], book: Book | null, name: string): NewMatch {
  const [work] = works as [Work, ...Work[]];
  const id = idOf(work);
  const plain: NewMatch = { rulebook: work.book, works, opponent: "bot", bot: "greedy", side: 0, name: name || "You" };
  if (work.kind === "scenario") return { ...plain, scenario: id };
  if (work.kind === "position") return { ...plain, position: id };
  if (work.kind === "army") return { ...plain, scenario: book ? evenBattle(book) : "", red: id };
  const scenario = book ? middleBattle(book) : "";
  return { ...plain, scenario, [work.kind]: id };
}
