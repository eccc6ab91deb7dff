/** Every outcome that an attack may have, as parts of one bar: nothing first, then harm, then what destroys. */
import type { Fraction } from "../api/types";
import { fraction } from "../stage/odds";
import { outcomeWord } from "./spread";
import { many, say } from "../language/language";

export interface OddsPart {
  readonly word: string;
  readonly chance: number;
  readonly kind: "none" | "harm-1" | "harm-2" | "harm-3" | "harm-4" | "kill" | "other";
}

const NONE = /^(nothing|no effect|missed|not fired|lost|ricochet|dud)$/;
const KILL = /^(destroyed|explodes|wreck|wall removed)$/;
const GRADES = ["harm-1", "harm-2", "harm-3", "harm-4"] as const;

const ORDER: readonly OddsPart["kind"][] = ["none", ...GRADES, "kill", "other"];

/** House words for the outcomes that have a book's. */
function called(outcome: string): string {
  const points = /^(\d+) lost$/.exec(outcome);
  if (points) return many("{n} point", "{n} points", Number(points[1]));
  return outcome === "wreck" ? say("a wreck") : outcomeWord(outcome);
}

/** The parts of a bar; what an outcome does to somebody else than the target is named with him. */
export function partsOfOdds(odds: Readonly<Record<string, Fraction>>): OddsPart[] {
  const all = Object.entries(odds)
    .map(([outcome, chance]) => ({ outcome, chance: fraction(chance) }))
    .filter(({ chance }) => chance > 0)
    .reverse();
  const harms = all.filter(({ outcome }) => !NONE.test(outcome) && !KILL.test(outcome) && !outcome.includes(":"));
  const kindOf = (outcome: string): OddsPart["kind"] => {
    if (NONE.test(outcome)) return "none";
    if (KILL.test(outcome)) return "kill";
    const at = harms.findIndex((one) => one.outcome === outcome);
    return at < 0 ? "other" : (GRADES[Math.min(at, 3)] ?? "harm-4");
  };
  const found = all.map(({ outcome, chance }) => ({ word: called(outcome), chance, kind: kindOf(outcome) }));
  return found.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
