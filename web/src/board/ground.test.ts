import { expect, test } from "vitest";
import { drawGround } from "./ground";
import { hash } from "./pencil";
import { layoutSquares } from "./layout";
import type { Terrain } from "./picture";

const terrain: Terrain = {
  id: "t",
  name: "Test",
  table: "squares",
  columns: 6,
  rows: 4,
  north: 0,
  legend: { ".": "street", ":": "square", ",": "garden", "#": "house", C: "church", T: "town hall", F: "works" },
  cells: ["##.CC,", "##.CC,", "...::,", "FF.::T"],
};
const draw = (given: Terrain, flip = 0): string => drawGround(given, layoutSquares(given, flip));
const count = (text: string, what: string): number => text.split(what).length - 1;

test("the same map gives the same drawing", () => {
  expect(draw(terrain)).toBe(draw({ ...terrain }));
  expect(hash(3, 4, 5)).toBe(hash(3, 4, 5));
});

test("cells may come row by row or one by one", () => {
  expect(draw({ ...terrain, cells: [...terrain.cells.join("")] })).toBe(draw(terrain));
});

test("each kind of building has its own roof: a cross, a clock, a chimney", () => {
  const drawn = draw(terrain);
  expect(count(drawn, "<clipPath")).toBe(4);
  expect(count(drawn, '"d-cross"')).toBe(1);
  expect(count(drawn, "d-clock")).toBe(1);
  expect(count(drawn, "d-flue")).toBe(1);
});

test("a turned board has the same trees and no broken number", () => {
  expect(count(draw(terrain, 1), "hd-tree")).toBe(count(draw(terrain), "hd-tree"));
  for (const flip of [0, 1, 2, 3]) expect(draw(terrain, flip)).not.toMatch(/NaN|undefined/);
});

test("a strict content policy finds nothing to refuse", () => {
  expect(draw(terrain)).not.toMatch(/style=|<style|<script|\son\w+=/);
});

test("what the legend calls by an unknown name is drawn as street", () => {
  expect(draw({ ...terrain, legend: { ".": "lava" } })).not.toContain("<clipPath");
});
