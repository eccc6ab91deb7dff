import { expect, test } from "vitest";
import { headline, lengthOf } from "./ended";

test("each reader is told the end from their own side", () => {
  const red = { winner: 0 as const };
  expect(headline(red, { side: 0, both: false })).toBe("You win");
  expect(headline(red, { side: 1, both: false })).toBe("You lost");
  expect(headline(red, { side: null, both: true })).toBe("Red wins");
  expect(headline(red, { side: null, both: false })).toBe("Red wins");
  expect(headline({ winner: null }, { side: 1, both: false })).toBe("A draw");
});

test("its length is told in rounds, orders and, where that is known, time", () => {
  expect(lengthOf({ rounds: 9, orders: 186, minutes: 44 })).toBe("9 rounds · 186 orders · 44 minutes");
  expect(lengthOf({ rounds: 1, orders: 1 })).toBe("1 round · 1 order");
  expect(lengthOf({ rounds: 0, orders: 3, minutes: 1 })).toBe("before the first round · 3 orders · 1 minute");
  expect(lengthOf({ rounds: 5, orders: 80, minutes: 200 })).toBe("5 rounds · 80 orders · 3 hours");
  expect(lengthOf({ rounds: 5, orders: 80, minutes: 6000 })).toBe("5 rounds · 80 orders · 4 days");
});
