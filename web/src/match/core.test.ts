import { render } from "svelte/server";
import { describe, expect, test } from "vitest";
import type { Band, Survey, Throw } from "../api/types";
import Fallen from "./Fallen.svelte";
import { POSE, piece, SURVEY, TERRAIN } from "./fake";
import { commitWords, intentOf } from "./intent";
import { poseOrder } from "../api/orders";
import { towsIn, withTow } from "./reach";
import Slots from "./Slots.svelte";
import { strayedTo } from "./stray";

const band = (over: Partial<Band>): Band => ({
  name: "ahead",
  rule: "r",
  token: 1,
  order: { type: "Move", unit: 0, ...POSE },
  poses: [8, 16],
  steps: [2, 3],
  before: [0, 8],
  ...over,
});
const tow = band({
  name: "in tow",
  token: 2,
  order: { type: "Move", unit: 0, tow: 7, trail: { blank: "trail" }, ...POSE },
  tow: 7,
  poses: [16, 8],
  trails: [1, 0],
});
const elsewhere = band({
  name: "ending elsewhere",
  token: 3,
  order: { type: "Move", unit: 0, tow: 7, trail: { blank: "trail" }, ...POSE },
  tow: 7,
  poses: [8],
  steps: [2],
  before: [0],
  trails: [2],
});
const back = band({
  name: "back",
  token: 1,
  reverse: true,
  order: { type: "Move", unit: 0, gear: "reverse", ...POSE },
  poses: [8],
  steps: [1],
  before: [0],
});
const turret = {
  label: "Turret to the east",
  order: { type: "TurnTurret", unit: 0, turret: 2 },
  rule: "r",
  ghosts: [],
  outline: [],
  lays: 90,
};
const survey: Survey = { ...SURVEY, bands: [band({}), back, tow, elsewhere], deeds: [turret] };

describe("a hand that drives", () => {
  test("sees what is in tow or what is not, and names where that ends", () => {
    expect(towsIn(survey)).toEqual([7]);
    expect(withTow(survey, null).bands.map(({ name }) => name)).toEqual(["ahead", "back"]);
    expect(withTow(survey, 7).bands).toEqual([tow, elsewhere]);
    expect(poseOrder(tow, 8)).toMatchObject({ tow: 7, square: 1, facing: 0, trail: 0 });
    expect(poseOrder(band({}), 8)).not.toHaveProperty("trail");
  });
  test("takes the other gear, or another end of what is towed", () => {
    const ahead = withTow(survey, null);
    expect(intentOf({ kind: "pose", pose: 8 }, ahead, null)).toMatchObject({
      band: { name: "ahead" },
      other: { name: "back" },
    });
    expect(intentOf({ kind: "pose", pose: 8, way: 1 }, ahead, null)).toMatchObject({
      orders: [{ gear: "reverse" }],
      other: { name: "ahead" },
    });
    expect(intentOf({ kind: "pose", pose: 16 }, ahead, null)).toMatchObject({ other: undefined });
    expect(
      [0, 1].map((way) => intentOf({ kind: "pose", pose: 8, way }, withTow(survey, 7), null)?.orders[0]),
    ).toMatchObject([{ trail: 0 }, { trail: 2 }]);
  });
  test("sends hull and turret together", () => {
    expect(intentOf({ kind: "pose", pose: 8, deed: 0 }, survey, null)?.orders.map(({ type }) => type)).toEqual([
      "Move",
      "TurnTurret",
    ]);
  });
  test("announces while a plan is open", () => {
    const aim = { unit: 1, order: { type: "Announce" }, preview: { odds: { destroyed: "1/2" } }, word: "50 %" };
    const hand = intentOf({ kind: "target", unit: 1 }, { ...SURVEY, aims: [aim] }, null)!;
    expect([commitWords(hand, TERRAIN, undefined, true).verb, commitWords(hand, TERRAIN, undefined).verb]).toEqual([
      "Announce",
      "Fire",
    ]);
  });
});

test("who may be struck instead is told with the whole chance of it", () => {
  const pieces = [
    piece(0, 0, 0, 0, { name: "Red Sherman 1" }),
    piece(1, 0, 1, 0, { name: "Red Sherman 2" }),
    piece(2, 1, 2, 0, { name: "Blue Tiger 1" }),
  ];
  const odds = {
    destroyed: "1/2",
    "Sherman 2: destroyed": "1/8",
    "Sherman 2: immobilised": "1/8",
    "Blue Tiger 1: destroyed": "1/16",
    "the wall at K7: wall removed": "1/16",
  };
  expect(strayedTo(odds, pieces, 0)).toEqual([
    { unit: 1, word: "25 %" },
    { unit: 2, word: "6.3 %" },
  ]);
  expect(strayedTo(null, pieces, 0)).toEqual([]);
});

describe("dice", () => {
  const dice = (name: string, over: Partial<Throw>): Throw => ({
    type: "throw",
    dice: [],
    needed: null,
    half: [],
    left_out: [],
    words: [],
    modifiers: [],
    passed: null,
    name,
    ...over,
  });
  const thrown = {
    throws: [
      dice("aims", { dice: [3, 4], needed: 4 }),
      dice("hit area", { words: ["body side"] }),
      dice("gun", { dice: [-1], needed: -2 }),
    ],
    position: 0,
    falling: false,
    pace: 1,
    outcome: "",
    exact: false,
  };
  test("that fall in stages are told stage by stage, words as words", () => {
    const { body } = render(Fallen, { props: { thrown } });
    expect(body).toContain("aims: 3, 4, needed 4. hit area: body side. gun: -1, needed −2.");
  });
  test("that are tested one by one say how many passed, and no sum", () => {
    const hit = { ...thrown, throws: [dice("to hit", { dice: [6, 1], needed: 6, passed: 1 })] };
    const { body } = render(Fallen, { props: { thrown: hit } });
    expect(body).toContain("to hit: 6, 1, 6+ each, 1 passed.");
    expect(body).toContain("1 of 2");
    expect(body).not.toContain(">7 ");
  });
  test("slots say how many are taken, and by whom", () => {
    const { body } = render(Slots, {
      props: {
        slots: { name: "long moves", rule: "r", total: 3, units: [0, 1], keep: 0, keep_for: "", duty: "" },
        pieces: [piece(0, 0, 0), piece(1, 0, 1)],
        side: 0,
        many: 10,
      },
      context: new Map([["rule", () => undefined]]),
    });
    expect(body).toContain("2 of 3 used");
    expect(body).toContain("long moves, by L0, L1");
  });
});
