import { describe, expect, test } from "vitest";
import type { Order } from "../api/types";
import { button, POSE, picture, piece, SURVEY, TERRAIN, tray } from "./fake";
import { commandOf, stepIn, type Pressed } from "./commands";
import { readSettings } from "./settings";
import { type Ears } from "./naming";
import { obey } from "./obey";
import { textBoard } from "./textboard";

const key = (name: string, over: Partial<Pressed> = {}): Pressed => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...over,
});

describe("keys", () => {
  test("letters act unless switched off; Enter and Escape always do", () => {
    expect(commandOf(key("z"))).toEqual({ name: "undo", by: 1 });
    expect(commandOf(key("3"))).toEqual({ name: "die", by: 3 });
    expect(commandOf(key("."))).toEqual({ name: "unit", by: 1 });
    expect(commandOf(key("z"), false)).toBeUndefined();
    expect(commandOf(key("Enter"), false)).toEqual({ name: "commit", by: 1 });
    expect(commandOf(key("z", { ctrlKey: true }), false)).toEqual({ name: "undo", by: 1 });
    expect(commandOf(key("z", { metaKey: true }))).toBeUndefined();
    expect(commandOf(key("F5"))).toBeUndefined();
  });
  test("walking goes round", () => {
    expect(stepIn([1, 2, 3], 3, 1)).toBe(1);
    expect(stepIn([1, 2, 3], null, -1)).toBe(3);
    expect(stepIn([], 1, 1)).toBeUndefined();
  });
  test("settings that make no sense are the defaults", () => {
    expect(readSettings("{").speed).toBe("normal");
    expect(readSettings('{"speed":"warp","theme":"dark","x":1}')).toMatchObject({ speed: "normal", theme: "dark" });
  });
});

describe("the text board", () => {
  const sent: Order[] = [];
  const table = picture({
    pieces: [
      piece(0, 0, 0, 0, { label: "L1" }),
      piece(1, 1, 5, 0, { label: "L1" }),
      piece(2, 1, 3, 3, { label: "M1", wreck: true }),
    ],
    tray: tray({ buttons: [button("End movement", { order: { type: "EndMovement" } })] }),
  });
  const ears: Ears = {
    picture: table,
    terrain: TERRAIN,
    own: 0,
    survey: (unit) =>
      Promise.resolve({
        ...SURVEY,
        unit,
        bands: [
          {
            name: "with the 3",
            rule: "r",
            token: 3,
            order: { type: "Move", unit, die: 3, ...POSE },
            poses: [8, 10],
            steps: [1, 1],
            before: [2, 2],
          },
          {
            name: "with the 5",
            rule: "r",
            token: 5,
            order: { type: "Move", unit, die: 5, ...POSE },
            poses: [18],
            steps: [2],
            before: [10],
          },
        ],
        aims: [
          {
            unit: 1,
            order: { type: "Fire", unit, target: 1 },
            preview: { odds: { destroyed: "1/4" }, modifiers: [{ rule: "r", amount: 5, reason: "range" }] },
            word: "25 %",
          },
        ],
        veil: [],
      }),
    order: (order) => {
      sent.push(order);
      return Promise.resolve("Done.");
    },
    strike: () => Promise.resolve(false),
    undo: () => Promise.resolve("Taken back."),
  };

  test("end is the button that ends, wherever it stands", async () => {
    sent.length = 0;
    const buttons = ["Roll 3 dice", "End movement"].map((label) => button(label));
    await obey("end", { ...ears, picture: { ...table, tray: tray({ buttons }) } });
    await obey("End movement", { ...ears, picture: { ...table, tray: tray({ buttons }) } });
    await obey("1", { ...ears, picture: { ...table, tray: tray({ buttons }) } });
    expect(sent.map(({ type }) => type)).toEqual(["End movement", "End movement", "Roll 3 dice"]);
  });
  test("tells where everything stands", () => {
    const sections = textBoard(table, TERRAIN, 0);
    expect(sections.map(({ title }) => title)).toEqual([
      "State",
      "Your units",
      "Enemy units",
      "On the ground",
      "Board by rows",
    ]);
    expect(sections[1]?.lines).toEqual(["Light 0, red, A1, facing east; street."]);
    expect(sections[4]?.lines[1]).toBe("Row 2: A to B street, C to D house, E to F street.");
    expect(sections[4]?.lines[0]).toBe("Row 1: A to F street; Light 0 on A, Light 1 on F.");
  });

  test.each([
    ["C2", "C2: house, empty."],
    ["a1", "Light 0, red, A1, facing east; street."],
    ["zz9", "zz9 is no square, no unit and no command; ? tells the grammar."],
    ["targets L1", "Blue Light 1 at F1: 25 % (range 5)."],
    ["reach L1", "Light 0 reaches 2 squares. with the 3: B1. with the 5: C1."],
    ["odds L1 F1", "Blue Light 1 at F1: 25 % (range 5)."],
    ["undo", "Taken back."],
    ["move L1 D1", "Light 0 does not reach D1 now."],
    ["move L1 C1 east 3", "The 3 does not reach C1."],
    ["move L1 C1 up", "up is no compass point."],
    ["fly L1 C1", '"fly" is no command.'],
    ["move X9 C1", "There is no unit X9 here; units have their hull number, such as L2."],
  ])("%s is answered", async (text, answer) => {
    expect(await obey(text, ears)).toContain(answer);
  });

  test.each([
    ["move L1 B1", { type: "Move", unit: 0, die: 3, square: 1, facing: 0 }],
    ["move L1 B1 east", { type: "Move", unit: 0, die: 3, square: 1, facing: 2 }],
    ["move l1 b1 east 5", { type: "Move", unit: 0, die: 5, square: 1, facing: 2 }],
    ["fire L1 F1", { type: "Fire", unit: 0, target: 1 }],
    ["fire A1 L1", { type: "Fire", unit: 0, target: 1 }],
    ["end", { type: "EndMovement" }],
    ["1", { type: "EndMovement" }],
  ])("%s is the order", async (text, order) => {
    expect(await obey(text, ears)).toBe("Done.");
    expect(sent.at(-1)).toEqual(order);
  });
});
