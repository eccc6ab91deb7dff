import { describe, expect, test } from "vitest";
import { facingAt, SIX } from "./facings";
import { layoutHexes, SIDE, WIDE } from "./hexes";
import type { Mark } from "./picture";
import type { Point } from "../stage/points";
import { linesOf } from "./sight";
import { hash } from "./pencil";
import { hedgeAmong, hedgeRuns } from "./tiles";

const MAT = { columns: 5, rows: 4 };
const ALL = Array.from({ length: 20 }, (_, square) => square);

describe.each([0, 1, 2, 3])("hexes, turned by %d quarters", (flip) => {
  const layout = layoutHexes(MAT, flip);

  test("every hex is found under its middle and short of its corners", () => {
    for (const square of ALL) {
      const [x, y] = layout.centre(square);
      expect(layout.at([x, y])).toBe(square);
      for (let corner = 0; corner < 6; corner++) {
        const angle = ((layout.turned(60 * corner) % 360) * Math.PI) / 180;
        expect(layout.at([x + 0.97 * SIDE * Math.sin(angle), y - 0.97 * SIDE * Math.cos(angle)])).toBe(square);
      }
    }
  });

  test("columns and rows of the drawing lead there and back", () => {
    for (const square of ALL) expect(layout.square(...layout.drawn(square))).toBe(square);
  });

  test("bearings lead there and back, and a facing points at its corner", () => {
    for (let facing = 0; facing < 6; facing++) {
      expect(facingAt(SIX, SIX.bearing(facing))).toBe(facing);
      expect(layout.unturned(layout.turned(SIX.bearing(facing)))).toBe(SIX.bearing(facing));
    }
  });

  test("the outline of two neighbours has ten corners and goes round once", () => {
    expect(layout.outline(new Set([6, 7])).match(/[\d.]+ [\d.]+/g)).toHaveLength(10);
    expect(layout.outline(new Set([6, 7])).match(/M/g)).toHaveLength(1);
    expect(layout.outline(new Set([5, 9])).match(/M/g)).toHaveLength(2);
  });

  test("an outline that is moved inwards stays in its hex, all round", () => {
    const [x, y] = layout.centre(7);
    const points = layout
      .outline(new Set([7]), 6)
      .match(/[\d.]+ [\d.]+/g)!
      .map((text) => text.split(" ").map(Number) as [number, number]);
    for (const [u, v] of points) expect(Math.hypot(u - x, v - y)).toBeCloseTo(SIDE - 6 / Math.cos(Math.PI / 6), 0);
  });

  test("keys follow the screen; from row to row they zigzag, and come back; at the edge the cursor stays", () => {
    const [along, across]: [Point, Point] =
      flip % 2
        ? [
            [0, 1],
            [1, 0],
          ]
        : [
            [1, 0],
            [0, 1],
          ];
    const [x, y] = layout.centre(7);
    const straight = layout.centre(layout.step(7, ...along));
    expect([straight[0] - x, straight[1] - y].map(Math.round)).toEqual([along[0] * WIDE, along[1] * WIDE]);
    const next = layout.step(7, ...across);
    const [u, v] = layout.centre(next);
    expect(across[0] ? u - x : v - y).toBeCloseTo(1.5 * SIDE);
    expect(layout.step(next, -across[0], -across[1])).toBe(7);
    for (const square of ALL) expect(layout.step(layout.step(square, 9, 9), 1, 1)).toBe(layout.step(square, 9, 9));
  });

  test("letters belong to the map's columns and figures to its rows, on whichever edge they are", () => {
    const [letters, figures] = flip % 2 ? [layout.down, layout.across] : [layout.across, layout.down];
    const axis = flip % 2 ? 1 : 0;
    expect(letters.map(({ name }) => name)).toEqual(["A", "B", "C", "D", "E"]);
    expect(figures.map(({ name }) => name)).toEqual(["1", "2", "3", "4"]);
    for (const [column, { at }] of letters.entries()) expect(at).toBeCloseTo(layout.centre(column)[axis]!);
    for (const [row, { at }] of figures.entries()) expect(at).toBeCloseTo(layout.centre(5 * row)[1 - axis]!);
  });

  test("a piece on its way from row to row goes straight", () => {
    const [a, b] = [layout.point(2.5, 0.5), layout.point(2.5, 1.5)];
    const half = layout.point(2.5, 1);
    expect(half[0]).toBeCloseTo((a[0] + b[0]) / 2);
    expect(half[1]).toBeCloseTo((a[1] + b[1]) / 2);
  });

  test("a trace's points lie on corners: A1's middle, and the corner to its right", () => {
    expect(layout.lattice(0, 0)).toEqual(layout.centre(0));
    const [x, y] = layout.lattice(1, 1);
    expect(Math.hypot(x - layout.centre(0)[0], y - layout.centre(0)[1])).toBeCloseTo(SIDE);
  });

  test("a cut line ends where it comes into what cuts it", () => {
    const [clear, cut] = linesOf(
      {
        start: 0,
        end: 4,
        gun_corner: 0,
        x: 1,
        y: -1,
        lines: [
          { corner: 4, x: 7, y: -1, passed: [], cut_by: [] },
          { corner: 3, x: 7, y: 1, passed: [[2]], cut_by: [2] },
        ],
      },
      layout,
    );
    expect(clear!.stop).toBeUndefined();
    expect(layout.at(cut!.stop!)).toBe(2);
    expect(cut!.blockers).toEqual([2]);
  });

  test("a hedge runs on to the hedge beside it", () => {
    const runs = (square: number, ...hedges: number[]): number =>
      hedgeRuns(layout, square, (one) => hedges.includes(one), 0.5);
    expect(runs(6, 7)).toBe(layout.turned(90) % 180);
    expect(runs(6, 1)).not.toBe(layout.turned(90) % 180);
    expect(runs(6)).toBe(layout.turned(30) % 180);
  });

  test("a hedge that is to be placed lies as it will lie", () => {
    const mark = (square: number): Mark => ({
      kind: "hedge",
      at: [{ x: square % MAT.columns, y: Math.floor(square / MAT.columns) }],
      sentence: "",
      rule: "",
      side: null,
    });
    for (const square of ALL)
      for (const other of [1, 7, 12].filter((one) => one !== square)) {
        const carried = hedgeAmong([mark(other)], layout, MAT.columns)(square);
        expect(hedgeAmong([mark(other), mark(square)], layout, MAT.columns)(square)).toBe(carried);
      }
    const luck = hash(1, 1, 8);
    expect(hedgeAmong([], layout, MAT.columns)(6)).toBe(hedgeRuns(layout, 6, () => false, luck));
  });
});
