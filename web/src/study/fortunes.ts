/** The fortunes of a game as they are drawn and told: chances in points, marks, and the account that adds up. */
import type { Analysis, Decision, Fought, LineMessage, Moment, Side, Sum, Sure } from "../api/types";
import { say } from "../language/language";

/** From so many points on an error at a glance is asked about, and from so many it is marked twice. */
export const ASKED = 0.1;
export const GRAVE = 0.2;
/** Battles of a look at the whole game; what was measured by so many can be measured better. */
export const LOOK = 100;
export const FEW = 6;
export const SHOWN = 5;

/** A chance or a change of one in points, to a tenth: "38.4". */
export const points = (chance: number): string => (100 * chance).toFixed(1).replace(/^-(?=0\.0$)/, "");
/** The same with its sign, and a true minus: "+ 37.8". */
export function signed(chance: number): string {
  const told = points(Math.abs(chance));
  return told === "0.0" ? "0.0" : `${chance < 0 ? "−" : "+"} ${told}`;
}
/** The same to the whole point, where there is little room. */
export const whole = (chance: number): string => String(Math.round(100 * chance));
export const signedWhole = (chance: number): string =>
  Math.round(100 * chance) === 0 ? "0" : `${chance < 0 ? "−" : "+"} ${whole(Math.abs(chance))}`;
/** What a chance of Red's is to a side. */
export const forSide = (chance: number, side: Side): number => (side === 0 ? chance : 1 - chance);

/** Where each order stands in the log: the first order has number 1. */
export function placesOf(lines: readonly LineMessage[]): readonly number[] {
  return lines.flatMap((line, at) => (line.kind === "order" ? [at] : []));
}
/** The moment with a number, or the nearest before it; the first one where there is none. */
export function momentOf(moments: readonly Moment[], number: number): Moment {
  let found = moments[0]!;
  for (const moment of moments) if (moment.number <= number) found = moment;
  return found;
}
/** The order at which the next turn begins, or the one before; none at the ends. */
export function turnFrom(moments: readonly Moment[], number: number, by: number): number | undefined {
  const begins = moments
    .filter(({ round, side }, k) => round !== moments[k - 1]?.round || side !== moments[k - 1]?.side)
    .map((one) => one.number);
  return by > 0 ? begins.find((one) => one > number) : begins.findLast((one) => one < number);
}
export function decisionOf(decisions: readonly Decision[], number: number): Decision | undefined {
  return decisions.find(({ first, last }) => first <= number && number <= last);
}

export interface Mark {
  readonly number: number;
  readonly side: Side;
  readonly sign: "?" | "??";
  readonly error: number;
  readonly decision: Decision;
}
/** A measured difference is an error only where it is larger than its doubt. */
export const sure = ({ error }: Fought): boolean => error.value > error.doubt;
/** What a decision cost: by battles where they were fought, else at a glance. */
export const errorOf = ({ fought, error }: Pick<Decision, "fought" | "error">): number =>
  fought ? (sure(fought) ? fought.error.value : 0) : error;
/** A decision as battles have measured it. */
export const measured = (analysis: Analysis, first: number, fought: Fought): Analysis => ({
  ...analysis,
  decisions: analysis.decisions.map((one) => (one.first === first ? { ...one, fought } : one)),
});
/** " ± 4.1" of luck that battles measured. */
export const sureOf = ({ battles, doubt }: Pick<Moment, "battles" | "doubt">): string =>
  battles > 0 ? ` ± ${points(doubt)}` : "";
/** "62.5 ± 4.1" */
export const doubted = ({ value, doubt }: Sure): string => `${points(value)} ± ${points(doubt)}`;

/** The errors that are worth a question, in the order of the game. */
export function marksOf({ decisions }: Analysis): readonly Mark[] {
  return decisions
    .map((decision) => ({ decision, error: errorOf(decision) }))
    .filter(({ error }) => error >= ASKED)
    .map(({ decision, error }) => ({
      number: decision.first,
      side: decision.side,
      sign: error >= GRAVE ? "??" : "?",
      error,
      decision,
    }));
}
/** The largest errors of both sides, the largest first. */
export function worstOf(analysis: Analysis): readonly Mark[] {
  const all = [...marksOf(analysis)].sort((one, other) => other.error - one.error);
  return ([0, 1] as const)
    .flatMap((side) => all.filter((mark) => mark.side === side).slice(0, SHOWN))
    .sort((one, other) => other.error - one.error);
}

export const luckOf = ({ red_luck, blue_luck }: Sum): number => red_luck - blue_luck;
export const adjustedOf = (sum: Sum): number => sum.result - luckOf(sum);

/** What decided it, in a sentence from a fixed set. */
export function verdictOf(sum: Sum): string {
  const [luck, adjusted] = [luckOf(sum), adjustedOf(sum)];
  if (adjusted < 0 || adjusted > 1) return say("Luck was worth more than the whole game.");
  const who = luck >= 0 ? say("Red") : say("Blue");
  if (Math.abs(luck) < 0.05) return say("Luck was about even.");
  const stands = say("Without luck on either side Red would stand at {points} of 100", {
    points: points(adjusted),
  });
  const won = sum.result > 0.5 ? say("Red") : sum.result < 0.5 ? say("Blue") : "";
  if (!won) return say("{stands}: {who} was the luckier one.", { stands, who });
  const ahead = sum.result > 0.5 ? adjusted > 0.5 : adjusted < 0.5;
  if (who !== won) return say("{stands}: {won} won against the dice.", { stands, won });
  return ahead
    ? say("{stands}: the better play, and the better dice.", { stands })
    : say("{stands}: the dice decided it.", { stands });
}

/** The parts of the account as a bar, from 0 to 100: each with where it begins and ends, whichever way it goes. */
export function partsOf(sum: Sum): readonly { readonly name: string; readonly from: number; readonly to: number }[] {
  const [luck, start] = [luckOf(sum), sum.start];
  const spans: [string, number, number][] = [
    ["start", 0, start],
    ["luck", start, start + luck],
    ["play", start + luck, start + luck + sum.play],
  ];
  const inside = (at: number): number => Math.max(0, Math.min(1, at));
  return spans.map(([name, from, to]) => ({ name, from: inside(Math.min(from, to)), to: inside(Math.max(from, to)) }));
}

export interface Dot {
  readonly number: number;
  readonly x: number;
  readonly chance: number;
}
/** The line of the chart: Red's chance before each order and after the last one, each at its place from 0 to 1. */
export function curveOf(moments: readonly Moment[]): readonly Dot[] {
  const many = Math.max(1, moments.length);
  const dots = moments.map(({ number, before }, at) => ({ number, x: at / many, chance: before }));
  const last = moments.at(-1);
  return last ? [...dots, { number: last.number, x: 1, chance: last.after }] : dots;
}
/** Where rounds begin on the chart, those that have a name. */
export function roundsOf(moments: readonly Moment[]): readonly { readonly round: number; readonly x: number }[] {
  return moments.flatMap(({ round }, at) =>
    round > 0 && round !== moments[at - 1]?.round ? [{ round, x: at / moments.length }] : [],
  );
}
/** The options of a decision in an order that tells nothing: what was played, and what else was possible. */
export function optionsOf({ first, last, played, others }: Decision): readonly Option[] {
  const all = [
    { words: "", value: played, played: true },
    ...others.slice(0, SHOWN).map(({ words, value }) => ({ words, value, played: false })),
  ];
  const turn = (first * 7 + last) % all.length;
  return [...all.slice(turn), ...all.slice(0, turn)];
}
export interface Option {
  readonly words: string;
  readonly value: number;
  readonly played: boolean;
}
