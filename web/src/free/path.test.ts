import { expect, test } from "vitest";
import { follow, pathIn, pathWords, stretchTo, tidy, type Path } from "./path";

const START = { x: 10_000, y: 10_000, bearing: 90 };

test("a hand ahead, beside and behind gives a turn in whole degrees and a length in 1/100 mm", () => {
  expect(stretchTo(START, { x: 15_000, y: 10_000 })).toEqual([0, 5000]);
  expect(stretchTo(START, { x: 10_000, y: 7_000 })).toEqual([-90, 3000]);
  expect(stretchTo(START, { x: 10_000, y: 14_000 })).toEqual([90, 4000]);
  expect(Math.abs(stretchTo(START, { x: 5_000, y: 10_000 })[0])).toBe(180);
  expect(stretchTo(START, { x: 10_020, y: 10_000 })).toEqual([0, 0]);
});

test("a path leads from corner to corner", () => {
  expect(
    follow(START, [
      [0, 3000],
      [90, 2000],
    ]),
  ).toEqual([START, { x: 13_000, y: 10_000, bearing: 90 }, { x: 13_000, y: 12_000, bearing: 180 }]);
  expect(follow({ ...START, bearing: 350 }, [[20, 0]]).at(-1)?.bearing).toBe(10);
});

test("nothing is sent of what is neither turned nor gone, and pivots on one spot are one", () => {
  expect(
    tidy([
      [0, 0],
      [30, 0],
      [15, 1200],
      [0, 0],
    ]),
  ).toEqual([[45, 1200]]);
  expect(
    tidy([
      [0, 1200],
      [10, 0],
      [-10, 0],
    ]),
  ).toEqual([[0, 1200]]);
});

test("words and paths say the same", () => {
  const path: Path = [
    [-30, 11_400],
    [15, 0],
  ];
  expect(pathWords(path)).toBe("left 30, go 11.4, right 15");
  expect(pathIn(pathWords(path))).toEqual(path);
  expect(pathIn("Left 30 then FORWARD 11,40 cm and right 15°")).toEqual(path);
  expect(pathIn("back 2")).toEqual([[0, -2000]]);
});

test("what is no path is refused in a sentence that shows one", () => {
  for (const words of ["lft 30", "go", "left 30.5", "go 1e9", "", "go 99999"]) {
    const told = pathIn(words);
    expect(typeof told).toBe("string");
    expect(told).toMatch(/^\S.*\.$/);
  }
  expect(pathIn("left 7.5")).toContain("whole degrees");
});
