import { expect, test } from "vitest";
import { CELL } from "../stage/points";
import { layoutSquares } from "./layout";
import type { Trace } from "./picture";
import { entry, foot, lineOf } from "./sight";

const layout = layoutSquares({ columns: 6, rows: 6 }, 0);
const trace = (blockers: Trace["blockers"], corners: Trace["corners"] = []): Trace => ({
  start: 0,
  end: 4,
  crossed: [],
  discs: [],
  corners,
  blockers,
});

test("a clear line stops nowhere", () => {
  expect(lineOf(trace([]), layout)).toMatchObject({ stop: undefined, blockers: [] });
});

test("a house stops a line at its wall, a tank beside its middle", () => {
  expect(lineOf(trace([{ square: 2, why: "terrain" }]), layout).stop).toEqual([2 * CELL, CELL / 2]);
  expect(lineOf(trace([{ square: 2, why: "unit" }]), layout).stop).toEqual([2.5 * CELL, CELL / 2]);
});

test("a closed corner frames both houses", () => {
  const line = lineOf(
    trace(
      [
        { square: 1, why: "corner" },
        { square: 6, why: "corner" },
      ],
      [{ x2: 1, y2: 1, left: 1, right: 6 }],
    ),
    layout,
  );
  expect(line.stop).toEqual([CELL, CELL]);
  expect(line.blockers).toEqual([1, 6]);
});

test("geometry of a slanting line", () => {
  expect(entry([0, 0], [4 * CELL, 2 * CELL], [2 * CELL, CELL])).toEqual([1.5 * CELL, 0.75 * CELL]);
  expect(foot([0, 0], [10, 0], [4, 3])).toEqual([4, 0]);
});
