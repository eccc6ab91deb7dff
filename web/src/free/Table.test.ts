import { render } from "svelte/server";
import { expect, test } from "vitest";
import type { Feature, Piece, Place, Terrain } from "../api/types";
import { picture, piece, SURVEY } from "../match/fake";
import type { Aimed } from "../stage/aims";
import { drawingOf } from "../look/drawings";
import "../look/models";
import { drawTable, nameAt } from "./ground";
import { inside, planeOf } from "./plane";
import Table from "./Table.svelte";

const box = (x: number, y: number, wide: number, high: number): Place[] => [
  { x, y },
  { x: x + wide, y },
  { x: x + wide, y: y + high },
  { x, y: y + high },
];
const KINDS = [
  "field",
  "road",
  "yard",
  "runway",
  "quay",
  "beach",
  "bridge",
  "wood",
  "orchard",
  "hedge",
  "marsh",
  "ford",
  "hill",
  "rocks",
  "ditch",
  "water",
  "house",
  "ruin",
  "wall",
];
const feature = (kind: string, at = 0): Feature => ({
  kind,
  name: kind,
  sentence: `${kind}: it is there.`,
  rule: "PK-07",
  at: box(2000 + at * 4000, 5000, 9000, 6000),
});
const terrain: Terrain = {
  id: "t",
  name: "The field",
  table: "free",
  columns: 120_000,
  rows: 80_000,
  north: 0,
  legend: {},
  cells: [],
  features: KINDS.map(feature),
};
const model = (id: number, side: 0 | 1, over: Partial<Piece> = {}): Piece =>
  piece(id, side, 20_000 + id * 8000, 60_000, {
    silhouette: "medium-tank",
    name: `Medium tank ${id}`,
    footing: { length: 3000, width: 2000, level: "ground" },
    ...over,
  });
const NOTHING = { selected: null, survey: null };
const draw = (more: object = {}, pieces: Piece[] = [model(1, 0), model(2, 1)], aim: Aimed | null = null): string =>
  render(Table, { props: { scene: { ...NOTHING, terrain, picture: picture({ pieces }), ...more }, aim } }).body;

test("a table tells its size and its keys, and each model its name, heading and place", () => {
  const body = draw();
  expect(body).toContain("The field, 120 by 80 centimetres.");
  expect(body).toContain('aria-label="Medium tank 1, red, facing right, east on the map, at 28.0, 60.0"');
  expect(body).toContain('aria-label="Medium tank 2, blue, facing left, west on the map, at 36.0, 60.0"');
});

test("every kind of terrain has a drawing of its own, and the same one each time", () => {
  for (const kind of KINDS) {
    const ground = drawTable(
      { columns: 40_000, rows: 30_000, features: [feature(kind)] },
      planeOf({ columns: 40_000, rows: 30_000 }, 0),
    );
    const bare = drawTable(
      { columns: 40_000, rows: 30_000, features: [] },
      planeOf({ columns: 40_000, rows: 30_000 }, 0),
    );
    expect(ground.length, kind).toBeGreaterThan(bare.length);
    expect(ground).not.toContain("d-unknown");
    expect(ground).not.toContain("NaN");
    expect(
      drawTable(
        { columns: 40_000, rows: 30_000, features: [feature(kind)] },
        planeOf({ columns: 40_000, rows: 30_000 }, 0),
      ),
    ).toBe(ground);
  }
});

test("a name stands on what it names, even where that goes round something", () => {
  const bay = [
    [0, 0],
    [20_000, 0],
    [20_000, 2000],
    [4000, 2000],
    [4000, 18_000],
    [20_000, 18_000],
    [20_000, 20_000],
    [0, 20_000],
  ].map(([x = 0, y = 0]) => ({ x, y }));
  expect(inside(nameAt({ ...feature("water"), at: bay }), bay)).toBe(true);
});

test("a turned table keeps its trees", () => {
  const trees = (flip: number): number =>
    drawTable({ ...terrain, features: [feature("wood")] }, planeOf(terrain, flip)).split("d-tree-lit").length;
  expect(trees(0)).toBeGreaterThan(5);
  expect(trees(1)).toBe(trees(0));
});

test("whatever lies on the table has a sentence and a drawing of its own", () => {
  const kinds = ["mine", "bridge", "crate", "smoke", "zone", "destination", "flown", "impact"];
  const marks = kinds.map((kind) => ({
    kind,
    at: box(50_000, 40_000, 4000, 4000),
    sentence: `This is a ${kind}.`,
    rule: "r",
    side: 0 as const,
  }));
  const { body } = render(Table, {
    props: { scene: { ...NOTHING, terrain, picture: picture({ pieces: [], marks }) } },
  });
  for (const kind of kinds) expect(body).toContain(`aria-label="This is a ${kind}."`);
  expect(body).not.toContain('class="other');
});

test("every silhouette of the book is drawn", () => {
  for (const name of [
    "infantry",
    "at-team",
    "walker",
    "hover-tank",
    "fighter",
    "bomber",
    "dive-bomber",
    "helicopter",
    "patrol-ship",
    "destroyer",
    "submarine",
    "truck",
    "minelayer",
    "bridge-layer",
    "recovery",
    "superheavy",
  ])
    expect(drawingOf(name)).toBe(`#hd-${name}`);
});

test("what flies has no plate under it, and what is dived is told so by its outline", () => {
  const levels = (level: "air" | "dived" | "ground"): string =>
    draw({}, [model(1, 0, { footing: { length: 3000, width: 3000, level } })]);
  expect(levels("ground")).toMatch(/class="plate/);
  for (const level of ["air", "dived"] as const) {
    expect(levels(level)).not.toMatch(/class="plate/);
    expect(levels(level)).toMatch(/class="foot/);
  }
});

test("the chosen weapon draws its arc, and a target wears its word", () => {
  const aim = {
    unit: 2,
    order: { type: "Fire" },
    preview: { odds: { "1 lost": "1/2", nothing: "1/2" } },
    word: "50 % · kills 1 %",
    mode: "Gun",
  };
  const survey = { ...SURVEY, unit: 1, aims: [aim], modes: [{ name: "Gun", reach: 30_000, spread: 45, bearing: 0 }] };
  const body = draw({ selected: 1, survey, mode: survey.modes[0] });
  expect(body).toMatch(/class="arc[^"]*" d="M280 600L/);
  expect(body).toContain("50 %");
  expect(body).not.toContain("kills");
  expect(draw({ selected: 1, survey, mode: survey.modes[0] }, undefined, { kind: "target", unit: 2 })).toContain(
    "50 % · kills 1 %",
  );
});

test("names from the table are only ever text", () => {
  expect(draw({}, [model(1, 0, { name: "<img onerror=x>", label: "<b>" })])).not.toMatch(/<img|<b>/);
});
