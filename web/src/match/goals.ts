/** The goal of the battle in two short lines: how it stands, and what about. Losses alone are told by the pips beside it. */
import { say } from "../language/language";
export interface GoalWords {
  readonly score: string;
  readonly words: string;
}
const FLAGS = /^took (\d+) of .* flags?$/;
const POINTS = /, (\d+) points$/;
const KIND = /^destroyed (\d+) of (?:Red|Blue)'s (\D.*)$/;

export function goalWords(goals: readonly [string, string]): GoalWords | null {
  const both = (pattern: RegExp): readonly (RegExpExecArray | null)[] => goals.map((goal) => pattern.exec(goal));
  const score = (found: readonly (RegExpExecArray | null)[]): string => found.map((one) => one?.[1] ?? "–").join(" : ");
  const [flags, points, kinds] = [both(FLAGS), both(POINTS), both(KIND)];
  if (flags.some(Boolean)) return { score: `⚑ ${score(flags)}`, words: say("take their flags") };
  if (points.every(Boolean)) return { score: score(points), words: "points" };
  return kinds.every(Boolean) ? { score: score(kinds), words: kinds[0]![2]! } : null;
}
