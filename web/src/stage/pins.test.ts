import { expect, test } from "vitest";
import { layoutSquares } from "../board/layout";
import { cornerFor } from "./corner";
import { MOST, outOfView, pinsOf, type Pinned } from "./pins";
import type { Point } from "./points";
import { centred, frameOf } from "./view";

const BOARD = layoutSquares({ columns: 32, rows: 24 }, 0);
const WINDOW = frameOf(800, 600, false);
const VIEW = centred(BOARD.centre(12 * 32 + 16), 60, WINDOW, BOARD);
const at = (column: number, row: number): Point => BOARD.centre(row * 32 + column);
const thing = (id: number, where: Point, word = "50 %"): Pinned => ({ id, name: `T${id}`, word, at: where });

test("what is seen has no pin, and what is not has one at the edge where it lies", () => {
  const pins = pinsOf(
    [thing(1, at(16, 12)), thing(2, at(31, 12)), thing(3, at(16, 1)), thing(4, at(1, 13))],
    VIEW,
    WINDOW,
  );
  expect(pins.map(({ edge, things }) => [edge, things[0]!.name])).toEqual([
    ["left", "T4"],
    ["right", "T2"],
    ["top", "T3"],
  ]);
  const right = pins[1]!;
  expect(right.tip[0]).toBeCloseTo(WINDOW.width);
  expect(right.tip[1]).toBeGreaterThan(20);
  expect(right.tip[1]).toBeLessThan(600);
});

test("four on an edge, the most important, and the rest are counted", () => {
  const pins = pinsOf(
    Array.from({ length: 7 }, (_, i) => thing(i, at(30, 9 + i))),
    VIEW,
    WINDOW,
  );
  expect(pins).toHaveLength(MOST + 1);
  expect(pins.flatMap(({ things }) => (things.length === 1 ? things[0]!.id : [])).sort()).toEqual([0, 1, 2, 3]);
  expect(pins.find(({ things }) => things.length === 3)!.things.map(({ id }) => id)).toEqual([4, 5, 6]);
});

test.each([
  ["low", 20],
  ["high", 4],
])("no pin lies on another, and none beyond its edge, %s on it", (_, row) => {
  const things = Array.from({ length: 4 }, (_, i) => thing(i, at(31, row + (i % 2))));
  const along = pinsOf(things, VIEW, WINDOW).map(({ tip }) => tip[1]);
  expect(along).toHaveLength(4);
  const sorted = [...along].sort((a, b) => a - b);
  for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(33.9);
  expect(sorted[0]).toBeGreaterThanOrEqual(20 + 16.9);
  expect(sorted[3]).toBeLessThanOrEqual(600 - 16.9);
});

test("no pin stands where something lies in the corner", () => {
  const low = [thing(1, at(30, 16))];
  const [free] = pinsOf(low, VIEW, WINDOW);
  const [pin] = pinsOf(low, VIEW, WINDOW, { right: true, bottom: true, wide: 100, high: 200 });
  expect(free!.tip[1]).toBeGreaterThan(400);
  expect(pin!.tip[1]).toBeLessThanOrEqual(600 - 200 - 16.9);
});

test("it is said where something lies that cannot be seen", () => {
  expect(outOfView(VIEW, at(31, 12), WINDOW)).toBe(", at the right, out of view");
  expect(outOfView(VIEW, at(16, 0), WINDOW)).toBe(", above, out of view");
  expect(outOfView(VIEW, at(16, 12), WINDOW)).toBe("");
});

test("the map block goes to the corner with the fewest pieces and no reach, and stays where none is better", () => {
  const corner = (x: number, y: number): Point => [((x - VIEW.x) / VIEW.cell) * 52, ((y - VIEW.y) / VIEW.cell) * 52];
  const here = { right: true, bottom: true };
  const size: Point = [92, 150];
  const none = { vital: [], pieces: [], reach: [] };
  expect(cornerFor(here, size, none, VIEW, WINDOW)).toBe(here);
  const pieces = [corner(760, 560), corner(60, 560)];
  const reach = [corner(740, 60)];
  expect(cornerFor(here, size, { vital: [], pieces, reach }, VIEW, WINDOW)).toEqual({ right: false, bottom: false });
  const vital = [corner(60, 60)];
  expect(cornerFor(here, size, { vital, pieces, reach }, VIEW, WINDOW)).toEqual({ right: true, bottom: false });

  // The badge of what is aimed at stands above it, and is not covered either.
  const aimed = corner(WINDOW.width - 60, WINDOW.height - size[1] - 8 - 30);
  expect(cornerFor(here, size, none, VIEW, WINDOW)).toBe(here);
  expect(
    cornerFor(here, size, { ...none, aimed: corner(WINDOW.width - 60, WINDOW.height + 40) }, VIEW, WINDOW),
  ).not.toBe(here);
  expect(cornerFor(here, size, { ...none, aimed }, VIEW, WINDOW)).toBe(here);
  // It may be wide: as wide as "immobilised 4.6 %".
  const beside = (by: number) => corner(WINDOW.width - 8 - size[0] - by, WINDOW.height - 80);
  expect(cornerFor(here, size, { ...none, aimed: beside(80) }, VIEW, WINDOW)).not.toBe(here);
  expect(cornerFor(here, size, { ...none, aimed: beside(120) }, VIEW, WINDOW)).toBe(here);
});
