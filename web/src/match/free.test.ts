import { describe, expect, test } from "vitest";
import type { Order, Picture, Terrain } from "../api/types";
import { legTimes, poseAfter } from "../stage/motion";
import { mainOdds } from "../stage/odds";
import { drawTable } from "../free/ground";
import { planeOf } from "../free/plane";
import { terrainIn } from "../pages/terrain";
import { picture, piece, SURVEY, tray } from "./fake";
import { timeOf } from "./lines";
import { type Ears } from "./naming";
import { obey } from "./obey";
import { textBoard } from "./textboard";
import { placeName } from "./words";

const at = [
  { x: 3000, y: 3000 },
  { x: 27_000, y: 3000 },
  { x: 27_000, y: 17_000 },
];
const terrain: Terrain = {
  id: "t",
  name: "A field",
  table: "free",
  columns: 120_000,
  rows: 80_000,
  north: 0,
  legend: {},
  cells: [],
  features: [{ kind: "wood", name: "wood", sentence: "Wood: it blocks the view.", rule: "PK-09", at }],
};
const tank = piece(0, 0, 30_000, 45_000, { label: "MT1", name: "Red Medium tank 1" });

const PLACE = { x: { blank: "x" }, y: { blank: "y" } };

describe("the text board of a free table", () => {
  const sent: Order[] = [];
  const put = {
    label: "howitzer: aim",
    order: { type: "Shell", unit: 0, ...PLACE },
    rule: "PK-41",
    length: 0,
    width: 0,
    turns: false,
    heading: 0,
    zones: [],
    unit: 0,
    silhouette: "",
  };
  const die = {
    name: "Smoke",
    sentence: "Smoke: hides.",
    rule: "PK-111",
    state: "ready" as const,
    order: { type: "Command", command: "smoke", unit: { blank: "unit" } },
    units: [0],
    put: null,
    value: "",
  };
  const shown: Picture = picture({ pieces: [tank], tray: tray({ commands: [die], purse: "Blue's bank: 200 points" }) });
  const ears: Ears = {
    picture: shown,
    terrain,
    own: 0,
    survey: async () => ({
      ...SURVEY,
      move: { type: "Move", unit: 0, path: { blank: "path" } },
      modes: [{ name: "howitzer", put }],
      puts: [{ ...put, order: { type: "Deploy", ...PLACE, heading: { blank: "heading" } }, turns: true, heading: 180 }],
    }),
    order: async (order) => {
      sent.push(order!);
      return "Done.";
    },
    strike: async () => false,
    undo: async () => "",
  };
  const say = async (words: string): Promise<Order | string> => {
    sent.length = 0;
    const told = await obey(words, ears);
    return sent[0] ?? told;
  };

  test("tells places in centimetres, the terrain, the bank and the dice", () => {
    const told = textBoard(shown, terrain, 0)
      .flatMap(({ lines }) => lines)
      .join("\n");
    expect(told).toContain("Medium tank 1, red, 30.0, 45.0, facing east");
    expect(told).toContain("Wood: it blocks the view; from 3.0, 3.0 to 27.0, 17.0.");
    expect(told).toContain("Blue's bank: 200 points.");
    expect(told).toContain("Smoke: hides: ready.");
  });
  test("moves, aims, places and uses dice by words", async () => {
    expect(await say("go MT1 left 30 forward 11.4")).toEqual({ type: "Move", unit: 0, path: [[-30, 11_400]] });
    expect(await say("aim MT1 40 12.5")).toEqual({ type: "Shell", unit: 0, x: 40_000, y: 12_500 });
    expect(await say("place MT1 40 70 90")).toEqual({ type: "Deploy", x: 40_000, y: 70_000, heading: 90 });
    expect(await say("place MT1 40 70")).toMatchObject({ heading: 180 });
    expect(await say("use smoke MT1")).toEqual({ type: "Command", command: "smoke", unit: 0 });
  });
  test("says what is wrong, and how to say it", async () => {
    expect(await say("go MT1 sideways 3")).toContain("is no part of a path");
    expect(await say("aim MT1 there")).toContain("in centimetres");
    expect(await say("use smoke MT9")).toBe("Smoke can be used on MT1.");
    expect(await say("use mirrors MT1")).toContain("there is Smoke");
  });
});

test("a drive takes 25 milliseconds a centimetre, and no longer than a second and a half", () => {
  const drive = (length: number): readonly { x: number; y: number; bearing: number }[] => [
    { x: 0, y: 0, bearing: 90 },
    { x: length, y: 0, bearing: 90 },
  ];
  expect(legTimes(drive(12_000), true)).toEqual([300]);
  expect(legTimes(drive(100_000), true)).toEqual([1500]);
  expect(poseAfter(drive(12_000), 0.5, true).x).toBeCloseTo(6000);
});

test("shells that fall one after another take longer to show", () => {
  const shot = {
    type: "shot" as const,
    piece: 0,
    target: null,
    outcome: "",
    odds: null,
    cell: null,
    high: true,
    falls: [],
  };
  expect(
    timeOf([
      {
        ...shot,
        falls: [
          { x: 1, y: 1 },
          { x: 2, y: 2 },
        ],
      },
    ]),
  ).toBeGreaterThan(timeOf([{ ...shot, falls: [{ x: 1, y: 1 }] }]));
});

test("where targets lose point by point the chance is that of any effect, exactly", () => {
  expect(
    mainOdds({ explodes: "1/24", "1 lost": "1/2", nothing: "100000000000000000001/300000000000000000000" }),
  ).toEqual({ outcome: "some effect", chance: "199999999999999999999/300000000000000000000" });
  expect(mainOdds({ damaged: "1/2", destroyed: "1/4", nothing: "1/4" })).toEqual({
    outcome: "destroyed",
    chance: "1/4",
  });
});

test("a place has a name on every table", () => {
  expect(placeName({ x: 40_000, y: 12_540 }, terrain)).toBe("40.0, 12.5");
  expect(placeName({ x: 10, y: 12 })).toBe("K13");
});

test("a small picture is made from a row of the library or from the ground of a match alike", () => {
  const row = {
    id: "f",
    name: "A field",
    columns: 60,
    rows: 40,
    buildings: 0,
    north: "up",
    legend: {},
    text: [],
    size: "as large as a door",
    sides: [120_000, 80_000] as const,
    features: [{ kind: "wood", corners: at.map(({ x, y }) => [x, y] as const) }],
  };
  const made = terrainIn(row, "free");
  const drawn = (ground: Terrain): string => drawTable(ground, planeOf(ground, 0));
  expect(drawn(made)).toBe(drawn(terrain));
  const { id, name, buildings, north, legend } = row;
  const mat = { id, name, buildings, north, legend, text: ["..", ".."], columns: 2, rows: 2 };
  expect(terrainIn(mat, "hexes")).toMatchObject({ table: "hexes", columns: 2, rows: 2, cells: ["..", ".."] });
});
