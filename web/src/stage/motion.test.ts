import { expect, test } from "vitest";
import { legTimes, poseAfter, swing } from "./motion";

const at = (x: number, y: number, bearing = 0) => ({ x, y, bearing });

test("a step takes 200 milliseconds and a turn less", () => {
  expect(legTimes([at(0, 0), at(1, 0), at(1, 0, 45)])).toEqual([200, 90]);
});

test("no drive takes longer than 900 milliseconds", () => {
  const far = Array.from({ length: 11 }, (_, x) => at(x, 0));
  expect(legTimes(far).reduce((sum, time) => sum + time, 0)).toBeCloseTo(900);
});

test("a piece begins and ends where it should and is in between in between", () => {
  const poses = [at(0, 0), at(1, 0), at(2, 0)];
  expect(poseAfter(poses, 0)).toEqual(at(0, 0));
  expect(poseAfter(poses, 0.5)).toEqual(at(1, 0));
  expect(poseAfter(poses, 1)).toEqual(at(2, 0));
  expect(poseAfter([at(3, 3)], 0.5)).toEqual(at(3, 3));
});

test("it turns the short way round", () => {
  expect([swing(315, 0), swing(0, 315), swing(90, 270)]).toEqual([45, -45, -180]);
  expect(poseAfter([at(0, 0, 315), at(0, 0, 0)], 0.5).bearing).toBe(337.5);
});
