import { describe, expect, test } from "vitest";
import { CELL } from "../stage/points";
import { edgeOf, EDGES, inset, layoutSquares, outlineOf, outlines, ringArrow, turnsHome } from "./layout";

const size = { columns: 4, rows: 3 };

describe("a turned board", () => {
  test.each([0, 1, 2, 3])("by %i quarters finds each square where it draws it", (flip) => {
    const layout = layoutSquares(size, flip);
    for (let square = 0; square < 12; square++) {
      expect(layout.at(layout.centre(square))).toBe(square);
      expect(layout.square(...layout.drawn(square))).toBe(square);
    }
  });

  test("by one quarter has its top left corner at the top right", () => {
    const layout = layoutSquares(size, 1);
    expect([layout.columns, layout.rows]).toEqual([3, 4]);
    expect(layout.drawn(0)).toEqual([2, 0]);
    expect(layout.turned(0)).toBe(90);
    expect(layout.unturned(90)).toBe(0);
  });

  test("has nothing beyond its edge", () => {
    const layout = layoutSquares(size, 0);
    expect(layout.at([-1, 5])).toBeUndefined();
    expect(layout.square(4, 0)).toBeUndefined();
  });
});

describe("an outline", () => {
  test("of one square is its four corners, clockwise", () => {
    expect(outlines((x, y) => x === 1 && y === 0, 4, 3)).toEqual([
      [
        [CELL, 0],
        [2 * CELL, 0],
        [2 * CELL, CELL],
        [CELL, CELL],
      ],
    ]);
  });

  test("goes round a hole as well", () => {
    const ring = outlines((x, y) => x >= 0 && y >= 0 && x < 3 && y < 3 && !(x === 1 && y === 1), 3, 3);
    expect(ring.map((loop) => loop.length)).toEqual([4, 4]);
  });

  test("keeps squares apart that touch at a corner", () => {
    expect(outlines((x, y) => (x === 0 && y === 0) || (x === 1 && y === 1), 2, 2)).toHaveLength(2);
  });

  test("can be drawn a little inside", () => {
    expect(
      inset(
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        1,
      ),
    ).toEqual([
      [1, 1],
      [9, 1],
      [9, 9],
      [1, 9],
    ]);
    expect(outlineOf(layoutSquares(size, 0), new Set([0]), 2)).toBe("M2 2L50 2L50 50L2 50Z");
  });
});

test.each(EDGES)(
  "a board is turned so that its %s edge comes to the left when it lies, or to the bottom when it stands",
  (edge) => {
    for (const odd of [false, true]) {
      const turns = turnsHome(edge, odd);
      expect(turns % 2 === 1).toBe(odd);
      expect(["left", "bottom"]).toContain(EDGES[(EDGES.indexOf(edge) + turns) % 4]);
    }
  },
);

test("a zone tells which edge it lies along", () => {
  const row = (y: number) => Array.from({ length: 24 }, (_, x) => ({ x, y }));
  const column = (x: number) => Array.from({ length: 18 }, (_, y) => ({ x, y }));
  expect([row(0), row(17), column(1), column(22)].map((zone) => edgeOf(zone, 24, 18))).toEqual([
    "top",
    "bottom",
    "left",
    "right",
  ]);
});

test("the arrows of a ring keep to the board", () => {
  const board = { width: 520, height: 520 };
  expect(ringArrow([260, 260], 90, 60, 13, board)).toEqual([320, 260]);
  expect(ringArrow([26, 494], 180, 60, 13, board)[1]).toBe(507);
  expect(ringArrow([26, 494], 225, 60, 13, board)).toEqual([13, 507]);
});
