import { expect, test } from "vitest";
import { crowded, grownBy, LEAST, spanOf, type Stood } from "./size";

const tank = (id: number, x: number, y = 0, bearing = 0): Stood => ({ id, at: [x, y], long: 40, wide: 25, bearing });

test("a drawing is to scale, and never shorter than 28 pixels", () => {
  for (const scale of [0.2, 0.5, 0.69]) expect(40 * scale * grownBy(40, scale)).toBeCloseTo(LEAST);
  expect(grownBy(40, 0.7)).toBe(1);
  expect(grownBy(40, 3)).toBe(1);
});

test("where drawings larger than their bases would overlap, marks stand for them", () => {
  expect([...crowded([tank(1, 0), tank(2, 40), tank(3, 200)], 0.3)]).toEqual([1, 2]);
});

test("those that have room stay drawn, and so do those whose true bases touch", () => {
  expect(crowded([tank(1, 0), tank(2, 40)], 0.6).size).toBe(0);
  expect(crowded([tank(1, 0), tank(2, 20)], 0.8).size).toBe(0);
});

test("a base that is turned takes other room", () => {
  expect(spanOf(40, 20, 0)).toEqual({ tall: 20, across: 10 });
  const { tall, across } = spanOf(40, 20, 90);
  expect([Math.round(tall), Math.round(across)]).toEqual([10, 20]);
});
