/** What decided a battle, as it is told when it ends: its curve from a reader's side, and the moments that mattered most. */
import type { Analysis, Moment, Side } from "../api/types";
import { later } from "../language/language";
import { curveOf, forSide, roundsOf, worstOf } from "./fortunes";

/** How much a roll must have moved to be worth a moment. */
const MOVED = 0.05;
export const MOST = 3;

export interface Told {
  readonly number: number;
  readonly kind: "luck" | "error" | "turn";
  readonly round: number;
  readonly side: Side;
  readonly words: string;
  /** By how much it moved the reader's chance. */
  readonly moved: number;
}

/** Points of the curve from a side's eyes: a step an order, from 0 to 1 both ways. */
export function stepsOf({ moments }: Analysis, side: Side): readonly { readonly x: number; readonly y: number }[] {
  const dots = curveOf(moments);
  return dots.flatMap(({ x, chance }, at) => {
    const y = forSide(chance, side);
    const before = dots[at - 1];
    return before
      ? [
          { x, y: forSide(before.chance, side) },
          { x, y },
        ]
      : [{ x, y }];
  });
}
export const roundsIn = ({ moments }: Analysis): ReturnType<typeof roundsOf> => roundsOf(moments);
/** How far along the curve an order stands. */
export function placeIn({ moments }: Analysis, number: number): number {
  const at = moments.findIndex((one) => one.number === number);
  return (at + 1) / Math.max(1, moments.length);
}
/** The moment that is nearest to a place of the curve. */
export const numberAt = ({ moments }: Analysis, part: number): number =>
  moments[Math.max(0, Math.min(moments.length - 1, Math.floor(part * moments.length)))]!.number;

/** The largest swing of luck, a side's dearest order, and where the battle turned for good; in the order of the battle. */
export function toldOf(analysis: Analysis, side: Side, own: Side | null): readonly Told[] {
  const found: Told[] = [];
  const add = (told: Told | null): void => {
    if (told && !found.some(({ number }) => number === told.number)) found.push(told);
  };
  const sign = (whose: Side): number => (whose === side ? 1 : -1);
  const swings = analysis.moments
    .filter(({ luck }) => Math.abs(luck) >= MOVED)
    .sort((one, other) => Math.abs(other.luck) - Math.abs(one.luck));
  const swung = (moment: Moment): Told => ({
    ...{ number: moment.number, kind: "luck", round: moment.round, side: moment.side, words: moment.sentence },
    moved: sign(moment.side) * moment.luck,
  });
  if (swings[0]) add(swung(swings[0]));
  const dearest = worstOf(analysis).find((mark) => own === null || mark.side === own);
  if (dearest)
    add({
      number: dearest.number,
      kind: "error",
      round: dearest.decision.round,
      side: dearest.side,
      words: dearest.decision.others[0]?.words ?? "",
      moved: -sign(dearest.side) * dearest.error,
    });
  const turn = turnOf(analysis);
  if (turn)
    add({
      ...{ number: turn.number, kind: "turn", round: turn.round, side: turn.side, words: turn.sentence },
      moved: forSide(turn.after, side) - forSide(turn.before, side),
    });
  for (const moment of swings.slice(1)) if (found.length < MOST) add(swung(moment));
  return found.slice(0, MOST).sort((one, other) => one.number - other.number);
}

/** The order after which the winner was ahead for good; none of a draw, or where one side was ahead all the time. */
function turnOf({ moments, sum }: Analysis): Moment | undefined {
  if (sum.result === 0.5) return undefined;
  const ahead = (chance: number): boolean => (sum.result > 0.5 ? chance > 0.5 : chance < 0.5);
  return moments.findLast(({ before, after }) => !ahead(before) && ahead(after));
}

/** What each kind of moment is called. */
export const TITLES: Readonly<Record<Told["kind"], string>> = {
  luck: later("a swing of the dice"),
  error: later("the dearest order"),
  turn: later("here it turned"),
};
