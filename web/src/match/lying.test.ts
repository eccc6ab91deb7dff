import { expect, test } from "vitest";
import type { Terrain } from "../api/types";
import { TERRAIN } from "./fake";
import { onItsSide, turnsFor } from "./lying";

const terrain = (table: Terrain["table"], columns: number, rows: number): Terrain => ({
  ...TERRAIN,
  table,
  columns,
  rows,
});
const DESK = [1092, 732] as const;
const PHONE = [390, 542] as const;

test("on a desk a table lies as its cells are larger", () => {
  expect(onItsSide(terrain("squares", 24, 32), DESK, false)).toBe(true);
  expect(onItsSide(terrain("squares", 24, 18), DESK, false)).toBe(false);
  expect(onItsSide(terrain("hexes", 20, 14), DESK, false)).toBe(false);
  expect(onItsSide(terrain("free", 90_000, 120_000), DESK, false)).toBe(true);
});

test("on a phone it stands upright where all of it is larger by a quarter", () => {
  expect(onItsSide(terrain("hexes", 20, 14), PHONE, true)).toBe(true);
  expect(onItsSide(terrain("squares", 24, 32), PHONE, true)).toBe(false);
  expect(onItsSide(terrain("squares", 18, 18), PHONE, true)).toBe(false);
  expect(onItsSide(terrain("free", 120_000, 90_000), PHONE, true)).toBe(true);
});

test("a player's edge is at the left or the bottom", () => {
  const hexes = terrain("hexes", 20, 14);
  expect(turnsFor(hexes, "left", DESK, false)).toBe(0);
  expect(turnsFor(hexes, "right", DESK, false)).toBe(2);
  expect(turnsFor(hexes, "top", PHONE, true)).toBe(3);
  expect(turnsFor(hexes, "left", PHONE, true)).toBe(3);
  expect(turnsFor(hexes, "bottom", PHONE, true)).toBe(1);
});
