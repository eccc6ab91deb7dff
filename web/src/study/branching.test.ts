import { expect, test } from "vitest";
import { ordersIn } from "./branching";

const order = (position: number, unit: number): string =>
  JSON.stringify({ line: "order", position, side: 0, order: { type: "Move", unit }, rolls: [], events: [] });

test("the orders that a variation began with are those that stand after it left the game", () => {
  const lines = [
    '{"line":"setup","rulebook":"france1944"}',
    order(0, 1),
    order(1, 2),
    '{"line":"act","position":2,"act":"rename"}',
    order(3, 3),
    order(4, 4),
    '{"line":"act","position":5,"act":"undo","side":0,"to":4}',
    order(6, 5),
  ];
  const record = lines.join("\n") + "\n";
  expect(ordersIn(record, 1).map(({ unit }) => unit)).toEqual([2, 3, 5]);
  expect(ordersIn(record, 7)).toEqual([]);
});
