import { describe, expect, test } from "vitest";
import type { Aim, Deed, Order, Survey } from "../api/types";
import { ghostsOf } from "../stage/aims";
import { meant, readReach, turretDeed, type Situation } from "../board/state";
import { picture, piece, SURVEY, TERRAIN, tray } from "./fake";
import { cellsShown, choicesOf, hasCells, modeOf, withFiring, withToken, type Firing } from "./reach";
import { type Ears } from "./naming";
import { obey } from "./obey";

const USUAL: Firing = { mode: "", choice: "", cells: null };
const REFUSAL = { rule: "r", sentence: "no" };
const at = (unit: number | null, mode: string, chance: string | null, more: Partial<Aim> = {}): Aim => ({
  unit,
  order: { type: mode, unit: 0, ...more },
  preview: chance === null ? { refusal: REFUSAL } : { odds: { destroyed: chance, nothing: "1/2" } },
  word: "",
  mode,
  ...more,
});
const howitzer: Survey = {
  ...SURVEY,
  unit: 0,
  modes: [
    { name: "direct", refusal: null },
    { name: "parabolic", refusal: null },
  ],
  aims: [
    at(1, "direct", null),
    at(2, "direct", "1/10"),
    at(null, "direct", "3/4", { cell: 9 }),
    at(1, "parabolic", "2/5", { choice: "5 dice and the half-die" }),
    at(1, "parabolic", "1/5", { choice: "6 dice" }),
    at(2, "parabolic", null),
  ],
  outlines: [{ name: "range", rule: "r", cells: [3], mode: "parabolic" }],
  veil: [4],
};

describe("a unit with two ways to fire", () => {
  test("takes the one with the best shot at a unit, and its better dice", () => {
    expect(modeOf(howitzer, "")).toBe("parabolic");
    const { aims, outlines, veil } = withFiring(howitzer, USUAL);
    expect(aims.map(({ unit, choice }) => [unit, choice])).toEqual([
      [1, "5 dice and the half-die"],
      [2, undefined],
    ]);
    expect([outlines.length, veil.length]).toEqual([1, 0]);
  });
  test("fires directly when it is told to, at units alone until walls are asked for", () => {
    const direct = { ...USUAL, mode: "direct" };
    expect(withFiring(howitzer, direct).aims.map(({ unit }) => unit)).toEqual([1, 2]);
    expect(withFiring(howitzer, direct).outlines).toEqual([]);
    expect(withFiring(howitzer, { ...direct, cells: true }).aims.map(({ unit }) => unit)).toEqual([1, 2, null]);
    expect([hasCells(howitzer, direct), hasCells(howitzer, USUAL)]).toEqual([true, false]);
  });
  test("keeps to a way that is open", () => {
    const closed = {
      ...howitzer,
      modes: [howitzer.modes[0]!, { name: "parabolic", refusal: REFUSAL }],
      aims: howitzer.aims.slice(0, 3),
    };
    expect(modeOf(closed, "parabolic")).toBe("direct");
  });
  test("takes the other dice where they are chosen", () => {
    const [first] = withFiring(howitzer, { ...USUAL, choice: "6 dice" }).aims;
    expect(first?.choice).toBe("6 dice");
    expect(choicesOf(howitzer, first!).map(({ choice }) => choice)).toEqual(["5 dice and the half-die", "6 dice"]);
  });
  test("is offered walls where it has nothing better", () => {
    const only = { ...SURVEY, aims: [at(1, "direct", null), at(null, "direct", "3/4", { cell: 9 })] };
    expect(cellsShown(only, USUAL)).toBe(true);
    expect(withFiring(only, USUAL).aims).toHaveLength(2);
  });
});

test("what needs no die stays free when a die is chosen", () => {
  const band = (token: number, pose: number) => ({
    name: String(token),
    rule: "r",
    token,
    order: { type: "Move", die: token },
    poses: [pose],
    steps: [1],
    before: [0],
  });
  const { bands } = withToken({ ...SURVEY, bands: [band(0, 8), band(3, 16), band(5, 24)] }, 5);
  expect(bands.map(({ token, poses }) => [token, poses])).toEqual([
    [5, [16, 24]],
    [0, [8]],
  ]);
});

const deed = (label: string, order: Partial<Order> = {}, ghosts: Deed["ghosts"] = []): Deed => ({
  label,
  order: { type: "Do", ...order },
  rule: "r",
  ghosts,
  outline: [],
  lays: typeof order["turret"] === "number" ? 45 * order["turret"] : null,
});
const PUSH = deed("Push Light 2, 2 steps", {}, [
  { piece: 0, pose: { x: 1, y: 0, bearing: 90 } },
  { piece: 2, pose: { x: 2, y: 0, bearing: 90 } },
]);

describe("a deed", () => {
  const pieces = [piece(0, 0, 0), piece(2, 1, 1, 0, { wreck: true })];
  const situation = (survey: Survey): Situation => ({
    pieces,
    columns: 6,
    survey,
    reach: readReach(survey),
    spots: new Set(),
  });
  test("has what it moves as its handle", () => {
    const dozer = { ...SURVEY, unit: 0, deeds: [deed("Other"), PUSH] };
    expect(meant(situation(dozer), 1)).toEqual({ kind: "deed", at: 1 });
    expect(meant(situation(dozer), 0)).toBeNull();
    expect(ghostsOf(PUSH, pieces, 0).map((one) => [one.piece.id, one.pose.x])).toEqual([
      [0, 1],
      [2, 2],
    ]);
  });
  test("lays a turret to the left or right of where it points", () => {
    const deeds = [
      deed("a", { turret: 6 }),
      deed("b", { turret: 7 }),
      deed("c", { turret: 1 }),
      deed("d", { turret: 2 }),
    ];
    expect([turretDeed(deeds, 0, -1), turretDeed(deeds, 0, 1), turretDeed(deeds, 45, 1)]).toEqual([1, 2, 3]);
    expect(turretDeed([deed("push")], 0, 1)).toBeUndefined();
    expect(ghostsOf(deeds[2]!, pieces, 0)[0]?.piece.parts).toEqual([{ name: "turret", bearing: 45 }]);
  });
  test("a wall is a target by its square", () => {
    expect(meant(situation({ ...SURVEY, aims: [at(null, "direct", "3/4", { cell: 9 })] }), 9)).toEqual({
      kind: "target",
      unit: null,
      cell: 9,
    });
  });
});

describe("the text board", () => {
  const sent: Order[] = [];
  const ears: Ears = {
    picture: picture({
      pieces: [
        piece(0, 0, 0, 0, { label: "HSP1", parts: [{ name: "turret", bearing: 0 }] }),
        piece(1, 1, 5, 0),
        piece(2, 1, 4, 0),
      ],
      tray: tray(),
    }),
    terrain: TERRAIN,
    own: 0,
    survey: () => Promise.resolve({ ...howitzer, deeds: [PUSH, deed("Turret to the east", { turret: 1 })] }),
    order: (order) => (sent.push(order), Promise.resolve("Done.")),
    strike: () => Promise.resolve(false),
    undo: () => Promise.resolve(""),
  };
  test.each([
    ["fire HSP1 F1 high half", { choice: "5 dice and the half-die" }],
    ["fire HSP1 E1 direct", { type: "direct" }],
    ["fire HSP1 wall D2", { type: "direct", cell: 9 }],
    ["push HSP1", { type: "Do" }],
    ["turret HSP1 right", { type: "Do", turret: 1 }],
    ["do HSP1 2", { type: "Do", turret: 1 }],
  ])("%s is the order", async (text, order) => {
    expect(await obey(text, ears)).toBe("Done.");
    expect(sent.at(-1)).toMatchObject(order);
  });
  test.each([
    ["fire HSP1 E1 high", "Blue Light 2 at E1, parabolic: no (r)."],
    ["turret HSP1 left", "Light 0 can: 1 Push Light 2, 2 steps, 2 Turret to the east."],
    ["fire HSP1 wall A1", "Light 0 cannot aim at a wall on A1 now."],
  ])("%s is answered", async (text, answer) => expect(await obey(text, ears)).toBe(answer));
});
