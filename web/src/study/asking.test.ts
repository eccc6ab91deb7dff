import { expect, it } from "vitest";
import type { OddsAnswer } from "../api/types";
import { addressOf, caseOf, csvOf, outOf, percent, questionIn, stacksOf, worstOf, soonOf } from "./asking";

const answer = {
  units: [
    { id: "a", name: "Panther", points: 5, house: false },
    { id: "b", name: "Sherman", points: 4, house: true },
  ],
  attacker: "a",
  target: "b",
  range: 1,
  ruler: "squares",
  zone: "side",
  conditions: { turret: "on", ruin: "none" },
  harm: "destroyed",
  shots: ["front", "side"],
  rows: [
    { range: 1, shots: [null, { destroyed: "5/8", damaged: "1/8", nothing: "1/4" }] },
    {
      range: 2,
      shots: [
        { destroyed: "1/3", nothing: "2/3" },
        { destroyed: "1", nothing: "0" },
      ],
    },
  ],
} as unknown as OddsAnswer;

it("every setting is in the address and comes back from it", () => {
  const body = {
    rulebook: "core",
    attacker: "a b",
    target: "c/d",
    range: 0,
    zone: "rear",
    beside: "e",
    conditions: { cover: "on" },
  };
  const address = addressOf(body);
  expect(questionIn("core", address.split("?")[1]!)).toEqual(body);
  expect(questionIn("core", "range=-3&range=x").range).toBeUndefined();
});

it("chances are told in percent and as what they are", () => {
  expect([percent("5/9"), percent("1"), percent("0"), percent(null)]).toEqual(["55.6", "100", "0", "–"]);
  expect([outOf("31/54"), outOf("1"), outOf("1/12345678901")]).toEqual(["31 of 54", "", ""]);
  expect(worstOf({ falls: "1/2" }, "destroyed")).toBe("1/2");
});

it("the case is a sentence and the table is text", () => {
  expect(caseOf(answer)).toBe("Panther fires at Sherman, side, 1 square away, turret.");
  expect(csvOf(answer)).toBe("squares,front,side\n1,,62.5\n2,33.3,100");
});

it("outcomes are stacked to the whole, and what is impossible is left out", () => {
  expect(stacksOf(answer, 0).map(({ range }) => range)).toEqual([2]);
  for (const { parts } of stacksOf(answer, 1)) expect(parts.at(-1)!.to).toBeCloseTo(1, 12);
});

it("tells how many shots it takes to be fairly sure", () => {
  expect(soonOf("1/2")).toBe("It takes 1 for one chance in two, 2 for three in four, 4 for nine in ten.");
  expect(soonOf("1/4")).toBe("It takes 3 for one chance in two, 5 for three in four, 9 for nine in ten.");
  expect([soonOf("0/1"), soonOf("1/1")]).toEqual(["No number of such shots does it.", "One shot does it."]);
});
