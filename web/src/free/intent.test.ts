import { expect, test } from "vitest";
import type { Order, Way } from "../api/types";
import { commitWords } from "../match/intent";
import { TERRAIN } from "../match/fake";
import { putIntent, wayIntent } from "./intent";

const way: Way = {
  poses: [
    { x: 0, y: 0, bearing: 0 },
    { x: 0, y: -9000, bearing: 0 },
  ],
  swept: [],
  slow: [],
  cost: 9000,
  move: 18_000,
  turned: 0,
  turn: 120,
};
const order = { type: "Move", unit: 1, path: [[0, 30_000]] };

test("a way that goes too far is committed as far as it is allowed", () => {
  const nearest = { type: "Move", unit: 1, path: [[0, 9000]] };
  const intent = wayIntent({
    order,
    preview: { way, refusal: { rule: "PK-07", sentence: "a house stands there", nearest } },
  });
  expect(intent.orders).toEqual([nearest]);
  expect(commitWords(intent, TERRAIN, undefined)).toMatchObject({ verb: "Move", figure: "9 of 18 cm", can: true });
});

test("a way of which nothing is allowed cannot be committed", () => {
  const refusal = { rule: "PK-02", sentence: "it has moved" };
  expect(wayIntent({ order, preview: { refusal } })).toMatchObject({ can: false, orders: [] });
  expect(wayIntent({ order, preview: { way, refusal: { ...refusal, nearest: { ...order, path: [] } } } }).can).toBe(
    false,
  );
});

test("who leaves the table is told so on the button", () => {
  expect(wayIntent({ order, preview: { way: { ...way, leaves: true } } }).figure).toBe("off the table");
});

test("an aim fires, a thing is placed, and where it may not lie nothing is sent", () => {
  const aim = {
    order: { type: "Shell", x: 40_000, y: 12_500 },
    preview: { fall: { dots: [], struck: [], sentence: "" } },
  };
  expect(putIntent(aim, { label: "howitzer: aim", rule: "PK-41" }, "put")).toMatchObject({
    verb: "Fire",
    figure: "40.0, 12.5",
    can: true,
    orders: [aim.order],
  });
  const put = {
    order: { type: "Deploy", x: 1000, y: 2000, heading: 0 },
    preview: { refusal: { rule: "PK-84", sentence: "not in the zone", nearest: aim.order } },
  };
  expect(putIntent(put, { label: "Medium tank", rule: "PK-84", turns: true }, "put")).toMatchObject({
    verb: "Place",
    can: false,
    orders: [],
  });
  expect(
    putIntent({ order: { type: "Bomb", along: 25_000 }, preview: {} }, { label: "Drop bombs", rule: "" }, "drop"),
  ).toMatchObject({ verb: "Drop bombs", figure: "after 25 cm" });
});

test("a unit that is put where it may not stand goes to the nearest place, a mine field stays in the hand", () => {
  const there = { type: "Deploy", x: 1000, y: 3000, heading: 0 };
  const refused = (nearest: object): { refusal: { rule: string; sentence: string; nearest: Order } } => ({
    refusal: { rule: "PK-94", sentence: "not at the edge", nearest: nearest as Order },
  });
  expect(
    putIntent(
      { order: { ...there, y: 9000 }, preview: refused(there) },
      { label: "Light tank", rule: "PK-94", turns: true },
      "put",
    ),
  ).toMatchObject({ figure: "1.0, 3.0", can: true, orders: [there] });
  const field = { type: "Plant", x: 1000, y: 3000 };
  expect(
    putIntent(
      { order: { ...field, y: 9000 }, preview: refused(field) },
      { label: "Mines: plant a field", rule: "PK-64" },
      "put",
    ),
  ).toMatchObject({ figure: "not there", can: false, orders: [] });
});
