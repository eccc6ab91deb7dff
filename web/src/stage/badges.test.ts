import { expect, test } from "vitest";
import { placeBadges, type Badged, type Room } from "./badges";

const ROOM: Room = { left: 0, top: 0, right: 1000, bottom: 1000, tall: 11, tail: 6 };
const badge = (key: number, x: number, y: number, chance: number, more: Partial<Badged> = {}): Badged => ({
  key,
  at: [x, y],
  radius: 20,
  above: 0,
  half: 30,
  chance,
  lit: false,
  ...more,
});
const stands = (...all: Badged[]): Record<number, string> =>
  Object.fromEntries([...placeBadges(all, ROOM)].map(([key, { stand }]) => [key, stand]));

test("a badge stands above its piece, higher by what stands there", () => {
  expect(placeBadges([badge(1, 500, 500, 0.5)], ROOM).get(1)).toEqual({ stand: "above", at: [500, 463] });
  expect(placeBadges([badge(1, 500, 500, 0.5, { above: 9 })], ROOM).get(1)!.at).toEqual([500, 454]);
});

test("where two would touch, the lower chance gives way to the right", () => {
  expect(stands(badge(1, 500, 500, 0.2), badge(2, 455, 500, 0.7))).toEqual({ 1: "right", 2: "above" });
  expect(stands(badge(1, 500, 500, 0.9), badge(2, 455, 500, 0.7))).toEqual({ 1: "above", 2: "below" });
});

test("what is aimed at keeps its place, whatever its chance", () => {
  expect(stands(badge(1, 500, 500, 0.2, { lit: true }), badge(2, 455, 500, 0.7))[1]).toBe("above");
});

test("a badge never lies on a piece that has a chance itself", () => {
  expect(stands(badge(1, 500, 500, 0.9), badge(2, 500, 463, 0.5))[1]).toBe("right");
});

test("a badge covers no other piece where it can stand beside one", () => {
  const beside = (...pieces: [number, number][]): string =>
    placeBadges([badge(1, 500, 500, 0.5)], { ...ROOM, pieces: [[500, 500], ...pieces] }).get(1)!.stand;
  expect(beside([500, 460])).toBe("right");
  expect(beside([500, 460], [560, 500])).toBe("below");
  expect(beside([500, 460], [560, 500], [500, 540])).toBe("above");
});

test("where there is no room on any side it becomes a dot at its piece", () => {
  const around = [badge(2, 500, 455, 0.9), badge(3, 560, 500, 0.8), badge(4, 500, 545, 0.7)];
  const found = placeBadges([badge(1, 500, 500, 0.1), ...around], ROOM).get(1)!;
  expect(found.stand).toBe("dot");
  expect(Math.hypot(found.at[0] - 500, found.at[1] - 500)).toBeLessThan(30);
});

test("at the edge of the window it stays whole", () => {
  expect(placeBadges([badge(1, 10, 500, 0.5)], ROOM).get(1)!.at[0]).toBe(30);
  expect(stands(badge(1, 500, 20, 0.5))).toEqual({ 1: "right" });
  expect(stands(badge(1, 980, 20, 0.5))).toEqual({ 1: "below" });
});

test("no two badges touch, however many there are", () => {
  const all = Array.from({ length: 40 }, (_, i) => badge(i, 300 + (i % 8) * 41, 300 + Math.floor(i / 8) * 41, i / 50));
  const whole = [...placeBadges(all, ROOM).values()].filter(({ stand }) => stand !== "dot");
  for (const [i, one] of whole.entries())
    for (const other of whole.slice(i + 1))
      expect(Math.abs(one.at[0] - other.at[0]) >= 60 || Math.abs(one.at[1] - other.at[1]) >= 22).toBe(true);
});

test("a piece outside the window has no badge, and takes no room", () => {
  expect(stands(badge(1, -20, 500, 0.9), badge(2, 500, 1010, 0.5), badge(3, 500, 500, 0.1))).toEqual({ 3: "above" });
});
