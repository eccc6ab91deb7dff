import { expect, test } from "vitest";
import { CELL } from "../stage/points";
import { layoutSquares } from "./layout";
import { layoutHexes } from "./hexes";
import type { CoverTrace, LinesTrace, Trace } from "./picture";
import { entry, foot, lineOf, linesOf } from "./sight";

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

test("where only a part of a target is seen, the line goes there, and not through what hides its middle", () => {
  // The middle of the target is hidden, and all that lies above it.
  const hidden = 0b0_00000_00000_11111_11111_11111;
  const cover = { start: 0, end: 4, stops: [{ squares: [2], lines: hidden }], obstacles: [] } as unknown as CoverTrace;
  const line = lineOf(cover, layout);
  expect(line.stop).toBeUndefined();
  expect(line.to).toEqual([4.5 * CELL, 0.5 * CELL + CELL / 5]);
  expect(line.blockers).toEqual([2]);
});

test("where nothing of it is seen, the line is cut at what comes first", () => {
  const cover = { start: 0, end: 4, stops: [{ squares: [2], lines: 2 ** 25 - 1 }], obstacles: [] };
  expect(lineOf(cover as unknown as CoverTrace, layout).stop).toEqual([2.5 * CELL, CELL / 2]);
});

test("on hexes the lines are the referee's: from the gun's corner to each corner, at all turns, and cut where he says", () => {
  for (const flip of [0, 2]) {
    const hexes = layoutHexes({ columns: 6, rows: 6 }, flip);
    const trace: LinesTrace = {
      start: 0,
      end: 24,
      gun_corner: 2,
      x: 1,
      y: 1,
      lines: [
        { x: 1, y: 11, cut_by: [] },
        { x: 0, y: 10, cut_by: [12] },
      ] as unknown as LinesTrace["lines"],
    };
    const [clear, cut] = linesOf(trace, hexes);
    expect(clear!.from).toEqual(hexes.lattice(1, 1));
    expect(clear).toMatchObject({ to: hexes.lattice(1, 11), stop: undefined });
    expect(cut!.to).toEqual(hexes.lattice(0, 10));
    expect(hexes.at(cut!.stop!)).toBe(12);
  }
});
