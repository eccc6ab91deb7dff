import { describe, expect, it } from "vitest";
import type { Analysis, Decision, Fought, LineMessage, Moment, Sum } from "../api/types";
import german from "../language/de.json";
import { speak } from "../language/language";
import {
  adjustedOf,
  curveOf,
  decisionOf,
  doubted,
  errorOf,
  luckOf,
  marksOf,
  measured,
  momentOf,
  optionsOf,
  partsOf,
  placesOf,
  points,
  roundsOf,
  signed,
  signedWhole,
  turnFrom,
  verdictOf,
  whole,
  worstOf,
} from "./fortunes";

const sum = (start: number, red: number, blue: number, result: number): Sum => ({
  start,
  red_luck: red,
  blue_luck: blue,
  play: result - start - red + blue,
  result,
  size: 0.2,
  reach: 0,
});
const moment = (number: number, round: number, before: number, after: number): Moment =>
  ({ number, round, before, after, expected: before, luck: 0, side: 0, rolled: false }) as Moment;
const decision = (first: number, side: 0 | 1, error: number): Decision => ({
  first,
  last: first + 1,
  side,
  round: 1,
  phase: "movement",
  played: 0.5,
  error,
  others: [{ words: "to stay", orders: [], value: 0.5 + error }],
  doubt: 0,
  fought: null,
});

describe("figures", () => {
  it("are points with a tenth and a true minus, and nothing has no sign", () => {
    expect(points(0.3841)).toBe("38.4");
    expect(points(-0.00001)).toBe("0.0");
    expect([signed(0.378), signed(-0.166), signed(0.0001)]).toEqual(["+ 37.8", "− 16.6", "0.0"]);
  });
});

describe("the account", () => {
  it("adds up, and its bar goes on where the last part ended", () => {
    const account = sum(0.522, 0.25, 0.02, 1);
    expect(account.start + luckOf(account) + account.play).toBeCloseTo(1, 12);
    const [start, luck, play] = partsOf(account);
    expect(luck!.from).toBeCloseTo(start!.to, 12);
    expect(play!.from).toBeCloseTo(luck!.to, 12);
    expect(play!.to).toBe(1);
    expect(adjustedOf(account)).toBeCloseTo(0.77, 12);
  });
  it("says who was luckier, who won against the dice, and when luck was worth more than the game", () => {
    expect(verdictOf(sum(0.5, 0.2, 0, 1))).toContain("the better play, and the better dice");
    expect(verdictOf(sum(0.5, 0.7, 0, 1))).toContain("the dice decided it");
    expect(verdictOf(sum(0.5, 0, -0.7, 1))).toContain("the dice decided it");
    expect(verdictOf(sum(0.5, 0.3, 0, 0))).toBe("Luck was worth more than the whole game.");
    expect(verdictOf(sum(0.5, 0.2, 0.25, 0.4))).toContain("Luck was about even");
    expect(verdictOf(sum(0.5, 0.3, 0, 0.45))).toContain("Blue won against the dice");
  });
  it("says the same in another language", () => {
    speak("de", german);
    expect(verdictOf(sum(0.5, 0.2, 0, 1))).toBe(
      "Ohne Glück auf beiden Seiten stünde Rot bei 80.0 von 100: das bessere Spiel und die besseren Würfel.",
    );
    speak("en", {});
  });
});

it("where there is little room, chances are told to the whole point", () => {
  expect([whole(0.876), signedWhole(0.098), signedWhole(-0.086), signedWhole(-0.002)]).toEqual([
    "88",
    "+ 10",
    "− 9",
    "0",
  ]);
});

describe("orders", () => {
  it("are named by their number, whatever stands between them in the log", () => {
    const lines = ["order", "key", "order", "act", "order"].map((kind) => ({ kind }) as LineMessage);
    expect(placesOf(lines)).toEqual([0, 2, 4]);
  });
  it("that were taken back lead to the one before", () => {
    const moments = [moment(1, 0, 0.5, 0.5), moment(2, 1, 0.5, 0.6), moment(5, 1, 0.6, 0.4)];
    expect([0, 1, 2, 4, 9].map((number) => momentOf(moments, number).number)).toEqual([1, 1, 2, 2, 5]);
    expect(curveOf(moments).map(({ chance }) => chance)).toEqual([0.5, 0.5, 0.6, 0.4]);
    expect(roundsOf(moments)).toEqual([{ round: 1, x: 1 / 3 }]);
  });
});

it("turns begin where the round or the side is another one", () => {
  const side = (one: Moment, side: 0 | 1): Moment => ({ ...one, side });
  const moments = [
    ...[moment(1, 1, 0.5, 0.5), moment(2, 1, 0.5, 0.5), side(moment(4, 1, 0.5, 0.5), 1), moment(5, 2, 0.5, 0.5)],
  ];
  expect([1, 2, 4, 5].map((number) => turnFrom(moments, number, 1))).toEqual([4, 4, 5, undefined]);
  expect([1, 2, 4, 5].map((number) => turnFrom(moments, number, -1))).toEqual([undefined, 1, 1, 4]);
});

describe("errors", () => {
  const analysis = {
    decisions: [decision(1, 0, 0.05), decision(4, 1, 0.3), decision(8, 0, 0.12)],
  } as unknown as Analysis;
  it("are marked from ten points on, and twice from twenty on", () => {
    expect(marksOf(analysis).map(({ number, sign }) => [number, sign])).toEqual([
      [4, "??"],
      [8, "?"],
    ]);
    expect(worstOf(analysis)[0]!.number).toBe(4);
    expect(decisionOf(analysis.decisions, 5)?.first).toBe(4);
    expect(decisionOf(analysis.decisions, 3)).toBeUndefined();
  });
  it("that battles have measured count as measured, and only where they are larger than their doubt", () => {
    const fought = (value: number): Fought => ({
      ...{ battles: 400, judge: "greedy", error: { value, doubt: 0.05 } },
      ...{ played: { value: 0.5, doubt: 0.04 }, best: { value: 0.5 - value, doubt: 0.04 } },
    });
    const graver = measured(analysis, 8, fought(0.25));
    expect(marksOf(graver).map(({ number, sign, error }) => [number, sign, error])).toEqual([
      [4, "??", 0.3],
      [8, "??", 0.25],
    ]);
    expect(marksOf(measured(graver, 4, fought(0.04))).map(({ number }) => number)).toEqual([8]);
    expect(errorOf({ error: 0.3, fought: fought(-0.2) })).toBe(0);
    expect(doubted(fought(0.166).error)).toBe("16.6 ± 5.0");
    expect(analysis.decisions.every((one) => one.fought === null)).toBe(true);
  });
  it("are asked about with what was played among the options", () => {
    const options = optionsOf(analysis.decisions[1]!);
    expect(options).toHaveLength(2);
    expect(options.filter(({ played }) => played)).toHaveLength(1);
  });
});
