import { describe, expect, it } from "vitest";
import type { MapRow } from "../../api/types";
import { alone, countryIn, nearest } from "./country";

const map = (id: string, column?: number): MapRow => ({
  ...{ id, name: id, columns: 24, rows: 18, buildings: 0, north: "left", legend: {}, text: [] },
  ...(column === undefined ? {} : { excerpt: { of: "whole", column, row: 0 } }),
});
const [south, north, whole, own] = [map("south", 24), map("north", 0), map("whole"), map("own")];

describe("boards that are stretches of a larger one", () => {
  it("are found with it, in the order in which they lie", () => {
    expect(countryIn([south, north, whole, own])).toEqual({ whole, stretches: [north, south] });
    expect(countryIn([own, whole])).toBeNull();
  });
  it("leave the boards that stand alone", () => {
    const maps = [south, north, whole, own];
    expect(alone(maps, countryIn(maps))).toEqual([own]);
    expect(alone([own], null)).toEqual([own]);
  });
  it("let the frame stand only where one of them begins", () => {
    expect(nearest([north, south], -3)).toBe(north);
    expect(nearest([north, south], 11)).toBe(north);
    expect(nearest([north, south], 13)).toBe(south);
    expect(nearest([north, south], 40)).toBe(south);
  });
});
