import { describe, expect, it } from "vitest";
import type { Analysis, Decision, Moment } from "../api/types";
import { numberAt, placeIn, stepsOf, toldOf } from "./ended";

const moment = (number: number, side: 0 | 1, before: number, after: number, luck = 0): Moment =>
  ({
    number,
    side,
    round: number,
    before,
    after,
    expected: before,
    luck,
    rolled: luck !== 0,
    sentence: `${number}`,
  }) as Moment;
const decision = (first: number, side: 0 | 1, error: number): Decision =>
  ({
    first,
    last: first,
    side,
    round: first,
    error,
    others: [{ words: "to wait", orders: [], value: 0.5 }],
  }) as unknown as Decision;
const analysis = {
  sum: { result: 1 },
  moments: [moment(1, 0, 0.5, 0.4), moment(2, 1, 0.4, 0.3, 0.1), moment(4, 0, 0.3, 0.7, 0.4), moment(5, 1, 0.7, 1)],
  decisions: [decision(1, 0, 0.15), decision(5, 1, 0.3)],
} as unknown as Analysis;

describe("what decided a battle", () => {
  it("is told from the reader's side, in the order of the battle", () => {
    const red = toldOf(analysis, 0, 0);
    expect(red.map(({ number, kind }) => [number, kind])).toEqual([
      [1, "error"],
      [2, "luck"],
      [4, "luck"],
    ]);
    expect(red.map(({ moved }) => Math.round(100 * moved))).toEqual([-15, -10, 40]);
    const blue = toldOf(analysis, 1, 1);
    expect(blue.map(({ number, moved }) => [number, Math.round(100 * moved)])).toEqual([
      [2, 10],
      [4, -40],
      [5, -30],
    ]);
  });
  it("names the order after which the winner was ahead for good", () => {
    const moments = analysis.moments.map((one) => ({ ...one, luck: 0 }));
    expect(toldOf({ ...analysis, moments, decisions: [] }, 0, 0)).toMatchObject([{ number: 4, kind: "turn" }]);
    expect(toldOf({ ...analysis, moments, decisions: [], sum: { ...analysis.sum, result: 0.5 } }, 0, 0)).toEqual([]);
  });
});

it("the curve goes by steps, and is the other one for the other side", () => {
  const red = stepsOf(analysis, 0);
  expect(red.slice(0, 3)).toEqual([
    { x: 0, y: 0.5 },
    { x: 0.25, y: 0.5 },
    { x: 0.25, y: 0.4 },
  ]);
  expect(stepsOf(analysis, 1).map(({ y }) => 1 - y)).toEqual(red.map(({ y }) => expect.closeTo(y)));
  expect([placeIn(analysis, 4), numberAt(analysis, 0.6), numberAt(analysis, 1)]).toEqual([0.75, 4, 5]);
});
