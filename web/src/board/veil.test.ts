import { expect, test } from "vitest";
import type { Survey } from "./picture";
import { readReach } from "./state";
import { brightCells, type Lit } from "./veil";

const SURVEY: Survey = {
  unit: 1,
  bands: [],
  aims: [],
  veil: [],
  modes: [],
  deeds: [],
  outlines: [],
  refusal: null,
  move: null,
  puts: [],
  entry: null,
  done: "",
  stays: null,
};
const band = (...squares: number[]): Survey => ({
  ...SURVEY,
  bands: [
    {
      name: "with the 3",
      rule: "r",
      token: 3,
      order: { type: "move" },
      poses: squares.map((square) => square * 8),
      steps: squares.map(() => 1),
      before: squares.map(() => 8),
    },
  ],
});
const lit = (survey: Survey, home: number | null = 1): Lit => ({
  reach: readReach(survey),
  survey,
  held: null,
  home,
  many: 6,
});
const cells = (of: ReadonlySet<number> | null): number[] | null => of && [...of].sort((a, b) => a - b);

test("outside the reach the ground is veiled, and where the unit stands it is not", () => {
  expect(cells(brightCells("reach", lit(band(2, 3))))).toEqual([1, 2, 3]);
  expect(cells(brightCells("reach", lit(band(2, 3), null)))).toEqual([2, 3]);
});

test("what can only turn on the spot darkens nothing", () => {
  expect(brightCells("reach", lit(band(1)))).toBeNull();
});

test("outside the arc of the gun the ground is veiled", () => {
  const gun = { name: "gun as it points", rule: "r", cells: [4, 5], mode: "" };
  expect(cells(brightCells("arc", lit({ ...SURVEY, outlines: [gun], veil: [0, 1, 2, 3, 4] })))).toEqual([1, 4, 5]);
});

test("a range is no arc: there the referee says what is dark", () => {
  const range = { name: "parabolic range 8–16", rule: "r", cells: [4], mode: "" };
  expect(cells(brightCells("arc", lit({ ...SURVEY, outlines: [range], veil: [0, 2] })))).toEqual([1, 3, 4, 5]);
});

test("a gun that bears all round, and a table at rest, have no veil", () => {
  expect(brightCells("arc", lit(SURVEY))).toBeNull();
  expect(brightCells("none", lit({ ...band(2, 3), veil: [4] }))).toBeNull();
});

test("while an enemy is held down, only what it sees stays bright", () => {
  const seen = { name: "sees and bears on", rule: "r", cells: [0, 4], mode: "sees" };
  const held = { ...SURVEY, outlines: [{ ...seen, mode: "", cells: [5] }, seen] };
  expect(cells(brightCells("sees", { ...lit(band(2, 3)), held }))).toEqual([0, 4]);
});
