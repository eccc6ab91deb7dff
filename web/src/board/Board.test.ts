import { render } from "svelte/server";
import { expect, test } from "vitest";
import drawings from "../look/pieces.svg?raw";
import Board from "./Board.svelte";
import type { Piece, Terrain } from "./picture";

const terrain: Terrain = {
  id: "t",
  name: "The green",
  table: "squares",
  columns: 4,
  rows: 3,
  north: 0,
  legend: { ".": "street" },
  cells: ["....", "....", "...."],
};
const tank = (id: number, side: 0 | 1, wreck = false): Piece => ({
  id,
  side,
  wreck,
  silhouette: "heavy",
  label: `H${id}`,
  name: `Heavy ${id}`,
  pose: { x: id, y: 0, bearing: 0 },
  parts: [],
  badges: [],
  footing: null,
});
const picture = {
  pieces: [tank(1, 0), tank(2, 1), tank(3, 1, true), { ...tank(0, 0), pose: null }],
  marks: [],
  tray: { todo: [] },
};
const NOTHING = { selected: null, survey: null };

test("a board tells its keys, and each piece on it has a name that can be read out", () => {
  const { body } = render(Board, { props: { scene: { ...NOTHING, terrain, picture } } });
  expect(body).toContain('role="application"');
  expect(body).toContain('aria-label="Heavy 1, red, facing up, north on the map"');
  expect(body).toContain('aria-label="Heavy 2, blue, facing up, north on the map"');
  expect(body).toContain('aria-label="wreck of Heavy 3, blue"');
  expect(body).not.toContain("Heavy 0");
});

test("sides differ in shape, not only in colour", () => {
  const { body } = render(Board, { props: { scene: { ...NOTHING, terrain, picture } } });
  expect(body).toContain("#hd-base-red");
  expect(body).toContain("#hd-base-blue");
  expect(drawings).toContain('id="hd-heavy-tank"');
});

test("the drawings carry no style of their own, which a strict content policy would refuse", () => {
  expect(drawings).not.toMatch(/style=|<style|<script/);
});

test("names from the table are only ever text", () => {
  const { body } = render(Board, {
    props: {
      scene: {
        ...NOTHING,
        terrain,
        picture: { ...picture, pieces: [{ ...tank(1, 0), name: "<img onerror=x>", label: "<b>" }] },
      },
    },
  });
  expect(body).not.toContain("<img");
  expect(body).not.toContain("<b>");
});

test("a piece shows through the dust over it", () => {
  const marks = [0, 2].map((x) => ({ kind: "dust", at: [{ x, y: 0 }], sentence: `Dust ${x}.`, rule: "r", side: null }));
  const drawn = (pieces: readonly Piece[]): number => {
    const { body } = render(Board, {
      props: { scene: { ...NOTHING, terrain, picture: { ...picture, pieces, marks } } },
    });
    return [...body.matchAll(/class="dust[^"]*thin/g)].length;
  };
  expect(drawn([tank(1, 0)])).toBe(0);
  expect(drawn([tank(2, 1)])).toBe(1);
});

test("whatever lies on the ground has a drawing of its own and a sentence", () => {
  const kinds = [
    "zone",
    "zone-b",
    "wall",
    "dust",
    "barricade",
    "barricade-low",
    "barricade-high",
    "flag",
    "height",
    "thread",
    "shot",
    "shot-high",
    "hook",
  ];
  const at = [
    { x: 0, y: 1 },
    { x: 1, y: 1 },
  ];
  const marks = kinds.map((kind) => ({ kind, at, sentence: `This is a ${kind} of 2.`, rule: "r", side: 0 as const }));
  const { body } = render(Board, { props: { scene: { ...NOTHING, terrain, picture: { ...picture, marks } } } });
  for (const kind of kinds) expect(body).toContain(`aria-label="This is a ${kind} of 2."`);
  expect(body).not.toContain('class="other');
});
