import { expect, test } from "vitest";
import { goalWords } from "./goals";

test("the goal is a score and what it is about, and losses alone are none", () => {
  expect(goalWords(["took 1 of Blue's 3 flags", "took 0 of Red's 1 flag"])).toEqual({
    score: "⚑ 1 : 0",
    words: "take their flags",
  });
  expect(goalWords(["took 0 of Blue's 3 flags", "hold a flag for 25 rounds"])?.score).toBe("⚑ 0 : –");
  expect(goalWords(["destroyed 1 of Blue's 4, 100 points", "destroyed 0 of Red's 3, 0 points"])).toEqual({
    score: "100 : 0",
    words: "points",
  });
  expect(goalWords(["destroyed 0 of Blue's SPAA; 2 win", "destroyed 1 of Red's SPAA; 2 win"])).toEqual({
    score: "0 : 1",
    words: "SPAA; 2 win",
  });
  expect(goalWords(["destroyed 0 of Blue's 10", "destroyed 0 of Red's 10"])).toBeNull();
});
