import { expect, test } from "vitest";
import { behind, lensAt } from "./behind";

const FRAME = { width: 390, height: 540 };
const far = (a: readonly [number, number], b: readonly [number, number]): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1]);

test("bars stand behind the ghost as seen from the pull", () => {
  expect(behind([200, 200], [100, 200], 40, FRAME)).toEqual([160, 200]);
  expect(behind([200, 200], [200, 300], 40, FRAME)).toEqual([200, 240]);
});

test("what turns on the spot has them below, and they never leave the window", () => {
  expect(behind([200, 200], [201, 200], 40, FRAME)).toEqual([200, 240]);
  expect(behind([20, 200], [0, 200], 40, FRAME)).toEqual([34, 200]);
});

test("a lens stands above the finger", () => {
  expect(lensAt([200, 300], 60, [], FRAME)).toEqual([200, 194]);
});

test("it covers no model that is aimed at, and never the finger", () => {
  const aimed = [200, 200] as const;
  const at = lensAt([200, 300], 60, [aimed], FRAME);
  expect(far(at, aimed)).toBeGreaterThan(60);
  expect(far(at, [200, 300])).toBeGreaterThan(60);
  expect(at[1]).toBeLessThan(300);
});

test("at the upper edge it gives way to the side", () => {
  const at = lensAt([200, 40], 60, [], FRAME);
  expect(far(at, [200, 40])).toBeGreaterThan(60);
  expect(at[1]).toBeGreaterThanOrEqual(60);
});
