import { expect, test } from "vitest";
import {
  alike,
  areaOf,
  band,
  boxShape,
  cm,
  isBox,
  measured,
  moved,
  snapped,
  snappedBy,
  turned,
  twin,
  type Shape,
} from "./shapes";

const TABLE = { width: 12000, height: 8000 };
const WOOD: Shape = [
  [7000, 4000],
  [8400, 3800],
  [8800, 5000],
  [7400, 5500],
];

test("measures are typed and told in centimetres with two decimals at most", () => {
  expect(["98.4", "45", " 0,25 cm", "-3", "1.234", "wide", ""].map(measured)).toEqual([
    9840,
    4500,
    25,
    -300,
    undefined,
    undefined,
    undefined,
  ]);
  expect([9840, 4500, 1, 29].map(cm)).toEqual(["98.4", "45", "0.01", "0.29"]);
});
test("a hand goes by steps, and is drawn to corners and then to edges within 0.3 cm, unless it is free", () => {
  expect(snapped([1234, 5677], [WOOD], TABLE)).toEqual({ at: [1230, 5680], to: "step" });
  expect(snapped([7021, 3990], [WOOD], TABLE)).toEqual({ at: [7000, 4000], to: "corner" });
  expect(snapped([7031, 3980], [], TABLE)).toEqual({ at: [7030, 3980], to: "step" });
  expect(snapped([11985, 4444], [WOOD], TABLE)).toEqual({ at: [12000, 4440], to: "edge" });
  expect(snapped([7021, 3990], [WOOD], TABLE, true)).toEqual({ at: [7021, 3990], to: "free" });
  expect(snapped([-50, 9999], [], TABLE, true).at).toEqual([0, 8000]);
});
test("a shape that is pulled lands with a corner on another's, or goes by steps", () => {
  const box = boxShape([1000, 1000], [2000, 2000]);
  expect(snappedBy(box, [5015, 2013], [WOOD], TABLE)).toEqual([5000, 2000]);
  expect(snappedBy(box, [4900, 1812], [WOOD], TABLE)).toEqual([4900, 1810]);
  expect(
    snappedBy(
      box,
      [5010, 1990],
      [
        [
          [7000, 4000],
          [9000, 4000],
          [9000, 4500],
        ],
      ],
      TABLE,
    ),
  ).toEqual([5000, 2000]);
  expect(snappedBy(box, [5015, 2013], [WOOD], TABLE, true)).toEqual([5015, 2013]);
});
test("nothing is moved off the table", () => {
  expect(moved(WOOD, [9000, 0], TABLE)).toEqual(WOOD.map(([x, y]) => [x + 3200, y]));
  expect(moved(WOOD, [-9000, -9000], TABLE)).toEqual(WOOD.map(([x, y]) => [x - 7000, y - 3800]));
});
test("four quarter turns are none, and a turn keeps its area", () => {
  const once = turned(WOOD, 90, TABLE);
  expect(once).not.toEqual(WOOD);
  expect([90, 90, 90].reduce((shape, by) => turned(shape, by, TABLE), once)).toEqual(WOOD);
  expect(Math.abs(areaOf(turned(WOOD, 37, TABLE)) - areaOf(WOOD))).toBeLessThan(0.2);
});
test("a twin's twin is the shape itself", () => {
  for (const mirror of ["across", "down", "turn"] as const) {
    expect(alike(WOOD, twin(WOOD, mirror, TABLE))).toBe(false);
    expect(alike(WOOD, twin(twin(WOOD, mirror, TABLE), mirror, TABLE))).toBe(true);
  }
  expect(alike(WOOD, [...WOOD.slice(2), ...WOOD.slice(0, 2)])).toBe(true);
  expect(alike(WOOD, [...WOOD].reverse())).toBe(true);
});
test("a path is a band of its width, mitred in its bends and cut along the edges of the table", () => {
  expect(
    band(
      [
        [1000, 1000],
        [3000, 1000],
        [3000, 3000],
      ],
      400,
      TABLE,
    ),
  ).toEqual([
    [1000, 800],
    [3200, 800],
    [3200, 3000],
    [2800, 3000],
    [2800, 1200],
    [1000, 1200],
  ]);
  const road = band(
    [
      [0, 4000],
      [12000, 5000],
    ],
    400,
    TABLE,
  );
  expect(road.map(([x]) => x)).toEqual([0, 12000, 12000, 0]);
  expect(
    isBox(
      band(
        [
          [0, 4000],
          [12000, 4000],
        ],
        400,
        TABLE,
      ),
    ),
  ).toBe(true);
  expect(
    band(
      [
        [5, 5],
        [5, 5],
      ],
      100,
      TABLE,
    ),
  ).toEqual([]);
});
