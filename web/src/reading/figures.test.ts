import { describe, expect, it } from "vitest";
import type { FigureView } from "../api/types";
import { aroundOf, aspectOf, stepAfter } from "./figures";

const figure = (table: string, columns: number, rows: number, ...at: [number, number][]): FigureView =>
  ({
    terrain: { table, columns, rows },
    picture: { pieces: at.map(([x, y]) => ({ pose: { x, y } })), marks: [] },
  }) as unknown as FigureView;

describe("a diagram", () => {
  it("shows a whole board, and of a mat what it is about", () => {
    expect(aspectOf(figure("squares", 12, 6))).toBe(2);
    expect(aroundOf(figure("hexes", 14, 11, [4, 5], [8, 3]))).toEqual([2, 1, 10, 7]);
    expect(aroundOf(figure("hexes", 14, 11, [0, 0], [13, 10]))).toEqual([0, 0, 13, 10]);
    expect(aspectOf(figure("hexes", 14, 11, [4, 5], [8, 3]))).toBeGreaterThan(1);
  });
  it("goes through its orders and begins anew", () => {
    expect([-1, 0, 1, 2].map((at) => stepAfter(at, 3))).toEqual([0, 1, 2, -1]);
  });
});
