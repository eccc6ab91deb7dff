import { expect, test } from "vitest";
import { alongPath, bearingTo, cm, cornersOf, inside, lengthOf, onward, planeOf, pointAlong, placeText } from "./plane";

const TABLE = { columns: 120_000, rows: 80_000 };

test.each([0, 1, 2, 3])("a place is found again on a table turned by %i quarters, and a bearing too", (flip) => {
  const plane = planeOf(TABLE, flip);
  const place = { x: 31_415, y: 27_182 };
  expect(plane.place(plane.point(place.x, place.y))).toEqual(place);
  expect(plane.unturned(plane.turned(75))).toBe(75);
  expect([plane.width, plane.height]).toEqual(flip % 2 ? [800, 1200] : [1200, 800]);
  // What lies ahead on the table lies ahead on the drawing.
  const [ax, ay] = plane.point(place.x, place.y);
  const ahead = onward(place, 40, 10_000);
  const [bx, by] = plane.point(ahead.x, ahead.y);
  const drawn = (Math.round((Math.atan2(bx - ax, ay - by) * 180) / Math.PI) + 360) % 360;
  expect(drawn).toBe(plane.turned(40));
});

test("the figures of the rim count from where the table begins, whichever way it is turned", () => {
  expect(planeOf(TABLE, 0).across[3]).toEqual({ name: "30", at: 300 });
  expect(planeOf(TABLE, 2).across[3]).toEqual({ name: "30", at: 900 });
  expect(planeOf(TABLE, 1).across).toHaveLength(9);
});

test("a base covers what lies under it, as it is turned", () => {
  const base = cornersOf({ x: 0, y: 0, bearing: 90 }, 3000, 2000);
  expect(inside({ x: 1400, y: 0 }, base)).toBe(true);
  expect(inside({ x: 0, y: 1400 }, base)).toBe(false);
});

test("a point slides along a flown path and keeps to its ends", () => {
  const path = [
    { x: 0, y: 0, bearing: 90 },
    { x: 10_000, y: 0, bearing: 90 },
    { x: 10_000, y: 0, bearing: 180 },
    { x: 10_000, y: 5000, bearing: 180 },
  ];
  expect(lengthOf(path)).toBe(15_000);
  expect(alongPath(path, { x: 4000, y: -900 }).along).toBe(4000);
  expect(alongPath(path, { x: 12_000, y: 3000 }).along).toBe(13_000);
  expect(alongPath(path, { x: -500, y: 0 }).along).toBe(0);
  expect(pointAlong(path, 13_000)).toEqual({ x: 10_000, y: 3000, bearing: 180 });
});

test("measures read as on a ruler", () => {
  expect(cm(11_400)).toBe("11.4");
  expect(cm(25_941)).toBe("25.94");
  expect(placeText({ x: 40_000, y: 12_540 })).toBe("40.0, 12.5");
  expect(bearingTo({ x: 0, y: 0 }, { x: 0, y: 100 })).toBe(180);
});
