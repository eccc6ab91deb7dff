import { expect, test } from "vitest";
import { layoutSquares } from "./layout";
import { clearOf, halfTag, within } from "./tags";

const LAYOUT = layoutSquares({ columns: 12, rows: 9 }, 0);
const NAME = "sees and bears on";

test("a name lies on none of the cells where a piece would cover part of it", () => {
  const row = Array.from({ length: 12 }, (_, column) => 4 * 12 + column);
  const clear = clearOf(row, new Set([4 * 12 + 10]), LAYOUT, halfTag(NAME, 1));
  expect(clear).toEqual(row.slice(0, 9));
  // On a phone it is drawn larger, and keeps farther away.
  expect(clearOf(row, new Set([4 * 12 + 10]), LAYOUT, halfTag(NAME, 1.9)).length).toBeLessThan(clear.length);
});

test("where every cell has a piece by it, it lies on any of them", () => {
  const all = new Set(Array.from({ length: 108 }, (_, cell) => cell));
  expect(clearOf([3, 4], all, LAYOUT, halfTag(NAME, 1))).toEqual([3, 4]);
});

test("a name is whole on the board", () => {
  const half = halfTag(NAME, 1);
  expect(within([0, 0], half, LAYOUT)).toEqual(half);
  expect(within([LAYOUT.width, 200], half, LAYOUT)).toEqual([LAYOUT.width - half[0], 200]);
});
