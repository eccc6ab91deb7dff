import { expect, test } from "vitest";
import { arrowOf, hookOf, markAt } from "./arrows";
import { CELL } from "../stage/points";
import { layoutSquares } from "./layout";
import type { CoverTrace, Mark } from "./picture";
import { hiddenPart, lineOf } from "./sight";

const COLUMNS = 10;
const layout = layoutSquares({ columns: COLUMNS, rows: 10 }, 0);
const mark = (kind: string, from: [number, number], to: [number, number]): Mark => ({
  kind,
  at: [
    { x: from[0], y: from[1] },
    { x: to[0], y: to[1] },
  ],
  sentence: "",
  rule: "",
  side: 0,
});
const direct = mark("shot", [0, 0], [6, 0]);
const high = mark("shot-high", [0, 2], [6, 2]);
const hook = mark("hook", [0, 5], [0, 6]);

test("an arrow ends short of both pieces, and a high one rises between them", () => {
  const [start, end] = [arrowOf(direct, layout, COLUMNS)[0]!, arrowOf(direct, layout, COLUMNS).at(-1)!];
  expect([start[0] > CELL * 0.5, end[0] < CELL * 6.5, start[1], end[1]]).toEqual([true, true, CELL / 2, CELL / 2]);
  expect(Math.min(...arrowOf(high, layout, COLUMNS).map(([, y]) => y))).toBeLessThan(CELL * 2);
  expect(hookOf(hook, layout, COLUMNS)).toEqual([CELL / 2, CELL * 6]);
});

test("a press means the mark it is nearest to, if it is near enough", () => {
  const all = [direct, high, hook, mark("thread", [3, 3], [4, 3])];
  expect(markAt(all, [CELL * 3, CELL * 0.6], 8, layout, COLUMNS)).toBe(direct);
  expect(markAt(all, [CELL / 2 + 8, CELL * 6], 4, layout, COLUMNS)).toBe(hook);
  expect(markAt(all, [CELL * 3.5, CELL * 3.5], 8, layout, COLUMNS)).toBeUndefined();
});

test("cover hides patches of the target, and all that stops lines is framed; only what is wholly hidden ends the line", () => {
  const trace = (lines: number): CoverTrace => ({
    start: 0,
    end: 50,
    stops: [{ squares: [30], why: "unit", lines }],
    obstacles: [],
  });
  expect(lineOf(trace(0b11), layout)).toMatchObject({ blockers: [30], stop: undefined });
  expect(lineOf(trace(2 ** 25 - 1), layout).stop).toBeDefined();
  const [x, y] = layout.centre(50);
  expect(hiddenPart(trace(0b1), layout)).toBe(`M${x - CELL / 2} ${y - CELL / 2}h${CELL / 5}v${CELL / 5}h${-CELL / 5}Z`);
  // The first point is the upper left one of the map: turned by a quarter, the upper right one of the drawing.
  const turned = layoutSquares({ columns: COLUMNS, rows: 10 }, 1);
  const [tx, ty] = turned.centre(50);
  expect(
    hiddenPart(trace(0b1), turned).startsWith(`M${Math.round(10 * (tx + CELL * 0.3)) / 10} ${ty - CELL / 2}h`),
  ).toBe(true);
});
