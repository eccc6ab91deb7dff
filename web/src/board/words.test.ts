import { expect, test } from "vitest";
import type { Aim, Piece, Terrain } from "./picture";
import { poseOf, readReach, type Situation } from "./state";
import { compass, speakPiece } from "../stage/words";
import { speakAimed, speakSquare } from "./words";

const terrain: Terrain = {
  id: "t",
  name: "Test",
  table: "squares",
  columns: 3,
  rows: 2,
  north: 270,
  legend: { ".": "street", "#": "house" },
  cells: ["..#", "..."],
};
const medium: Piece = {
  id: 4,
  silhouette: "medium",
  side: 0,
  label: "M2",
  name: "Medium 2",
  pose: { x: 0, y: 0, bearing: 90 },
  wreck: false,
  parts: [],
  footing: null,
  badges: [{ name: "moved", sentence: "Moved 2 steps.", rule: "FR-34", value: "" }],
};
const shot: Aim = { unit: 4, order: { type: "Fire" }, preview: { odds: { destroyed: "5/8" } }, word: "62.5 %" };
const survey = {
  unit: 9,
  aims: [shot],
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
  bands: [
    {
      name: "with the 3",
      rule: "FR-22",
      token: 3,
      order: { type: "Move" },
      poses: [poseOf(3, 2)],
      steps: [1],
      before: [0],
    },
  ],
};
const situation: Situation = { pieces: [medium], columns: 3, survey, reach: readReach(survey), spots: new Set() };

test("directions are spoken from where north lies on the map", () => {
  expect([compass(270, 270), compass(0, 270), compass(90, 270), compass(315, 0)]).toEqual([
    "north",
    "east",
    "south",
    "north-west",
  ]);
});

test("a piece says side, facing and state, a wreck only what it was", () => {
  expect(speakPiece(medium, terrain, 0)).toBe("Medium 2, red, facing right, south on the map, Moved 2 steps");
  expect(speakPiece({ ...medium, wreck: true, side: 1 }, terrain, 0)).toBe("wreck of Medium 2, blue");
  expect(speakPiece({ ...medium, name: "Red Medium 2", badges: [] }, terrain, 1)).toBe(
    "Red Medium 2, facing down, south on the map",
  );
});

test("a square says what stands there, what can be done there, and the ground", () => {
  expect(speakSquare(0, terrain, [], situation, 0)).toBe(
    "A1: Medium 2, red, facing right, south on the map, Moved 2 steps; 62.5 per cent; street.",
  );
  expect(speakSquare(3, terrain, [], situation, 0)).toBe("A2: 1 step with the 3; street.");
  expect(speakSquare(2, terrain, [], situation, 0)).toBe("C1: house.");
  const flag = { kind: "flag", at: [{ x: 1, y: 0 }], sentence: "Blue's flag.", rule: "FR-52", side: 1 as const };
  expect(speakSquare(1, terrain, [flag], situation, 0)).toBe("B1: Blue's flag; street.");
});

test("an aim says where, which way and what it costs", () => {
  expect(speakAimed({ kind: "pose", pose: poseOf(3, 2) }, terrain, situation, 0)).toBe(
    "A2, facing right, south on the map: 1 step with the 3.",
  );
  expect(speakAimed({ kind: "target", unit: 4 }, terrain, situation, 0)).toContain("62.5 per cent");
});
