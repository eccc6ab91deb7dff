import { describe, expect, test } from "vitest";
import type { Survey } from "../api/types";
import { POSE, piece, SURVEY, TERRAIN } from "./fake";
import { byChance, squaresIn, withToken } from "./reach";
import { intentOf } from "./intent";
import { facingNamed } from "./naming";
import { compass, leftWords, mainOdds, outOf, percent, spoken } from "./words";

describe("words", () => {
  test.each([
    [0.625, "62.5 %"],
    [0.5, "50 %"],
    [0, "0 %"],
    [1, "100 %"],
    [0.0001, "< 0.1 %"],
    [0.9999, "> 99.9 %"],
  ])("%d is written %s", (chance, written) => expect(percent(chance)).toBe(written));

  test("compass points follow north", () => {
    expect(compass(90, { north: 0 })).toBe("east");
    expect(compass(90, { north: 270 })).toBe("south");
    for (const north of [0, 90, 180, 270])
      for (let facing = 0; facing < 8; facing++)
        expect(facingNamed(compass(facing * 45, { north }), { north, table: "squares" })).toBe(facing);
    expect(facingNamed("NE", { north: 0, table: "squares" })).toBe(1);
    expect(facingNamed("up", { north: 0, table: "squares" })).toBeUndefined();
  });

  test("odds and what they are out of", () => {
    expect(mainOdds({ nothing: "3/8", destroyed: "5/8" })).toEqual({ outcome: "destroyed", chance: "5/8" });
    expect(mainOdds({ nothing: "1" })).toEqual({ outcome: "destroyed", chance: "0" });
    expect(outOf("135/216")).toBe("135 of 216");
    expect(outOf("1")).toBe("");
  });

  test("what is left is short", () => {
    expect(leftWords(["Heavy 1 can still fire", "Light 2 can still fire"])).toBe("2 can still fire");
    expect(leftWords(["Heavy 1 can still fire", "Medium 1 can still fire"])).toBe("2 can still fire");
    expect(leftWords(["2 dice unused"])).toBe("2 dice unused");
    expect(leftWords(["one", "two"])).toBe("2 things left");
  });

  test("a piece is spoken", () => {
    expect(spoken(piece(1, 1, 5, 0), TERRAIN)).toBe("Light 1, blue, F1, facing west; street.");
    expect(spoken(piece(1, 0, null), TERRAIN)).toBe("Light 1, red, not on the board.");
  });
});

describe("reach", () => {
  const order = (die: number) => ({ type: "Move", unit: 0, die, ...POSE });
  const survey: Survey = {
    ...SURVEY,
    bands: [
      { name: "with the 3", rule: "r", token: 3, order: order(3), poses: [8, 9], steps: [1, 2], before: [0, 8] },
      { name: "with the 5", rule: "r", token: 5, order: order(5), poses: [16], steps: [3], before: [8] },
      { name: "back", rule: "r", token: 3, order: order(3), poses: [24], steps: [1], before: [0], reverse: true },
    ],
    aims: [
      { unit: 7, order: { type: "Fire" }, preview: { refusal: { rule: "r", sentence: "s" } }, word: "" },
      { unit: 8, order: { type: "Fire" }, preview: { odds: { destroyed: "1/4" } }, word: "" },
      { unit: 9, order: { type: "Fire" }, preview: { odds: { destroyed: "3/4" } }, word: "" },
    ],
    veil: [],
  };

  test("a larger die buys what a smaller one does; backwards stays apart", () => {
    const five = withToken(survey, 5);
    expect(five.bands.map(({ name, poses }) => [name, poses])).toEqual([
      ["with the 5", [8, 9, 16]],
      ["back", [24]],
    ]);
    expect(five.bands.every((band) => band.order["die"] === 5)).toBe(true);
    expect(withToken(survey, 3).bands[0]?.poses).toEqual([8, 9]);
    expect(withToken(survey, 6)).toBe(survey);
    expect(withToken(survey, null)).toBe(survey);
  });

  test("squares, bands, chances", () => {
    expect(squaresIn(survey)).toBe(3);
    expect(intentOf({ kind: "pose", pose: 16 }, survey, null)).toMatchObject({
      steps: 3,
      orders: [{ square: 2, facing: 0 }],
    });
    expect(byChance(survey).map((aim) => aim.unit)).toEqual([9, 8, 7]);
  });
});
