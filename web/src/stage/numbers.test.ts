import { expect, test } from "vitest";
import { halfOf, platesAbove, plateOf, standsAbove } from "./numbers";

test("a number stands on the side away from the beak", () => {
  for (const bearing of [0, 45, 60, 90, 270, 300, 315, 360, -45]) expect(standsAbove(bearing)).toBe(false);
  for (const bearing of [120, 135, 180, 225, 240, -180, 540]) expect(standsAbove(bearing)).toBe(true);
});

test("at the lower edge of the sheet it stands above", () => {
  expect(standsAbove(0, 30, 31)).toBe(true);
  expect(standsAbove(0, 31, 31)).toBe(false);
});

test("a plate is as wide as its word, and differs by side in shape", () => {
  expect(halfOf("M1")).toBeLessThan(halfOf("LT2"));
  expect(halfOf("Medium 1")).toBeGreaterThan(halfOf("LT2"));
  expect(plateOf("M1", 0)).not.toContain("A");
  expect(plateOf("M1", 1)).toContain("A");
});

test("two numbers never lie on each other where one can stand on its other side", () => {
  const plate = { half: 14, above: false, turns: true };
  const over = (x: number) => ({ ...plate, id: 1, at: [x, 100] as const });
  const atTheEdge = { ...plate, id: 2, at: [100, 160] as const, above: true, turns: false };
  expect([...platesAbove([over(100), atTheEdge], 30, 16)].sort()).toEqual([1, 2]);
  expect([...platesAbove([over(140), atTheEdge], 30, 16)]).toEqual([2]);
  // Where it could not stand above either, it stays.
  const higher = { ...plate, id: 3, at: [100, 40] as const, turns: false };
  expect([...platesAbove([over(100), atTheEdge, higher], 30, 16)]).toEqual([2]);
});
