import { describe, expect, test } from "vitest";
import { layoutHexes } from "../board/hexes";
import { layoutSquares } from "../board/layout";
import { planeOf } from "../free/plane";
import { actView, chosenView, cuts, gathered, levelsOf, pannedView, pixelsOf, rests, shows } from "./framing";
import type { Point } from "./points";
import { centred, fit, frameOf, pixelOf } from "./view";

const LARGE = layoutSquares({ columns: 32, rows: 24 }, 0);
const WINDOW = frameOf(1092, 732, false);
const CELLS = { unit: 52, levels: levelsOf(false, false) };
const at = (column: number, row: number): Point => LARGE.centre(row * 32 + column);
const ALL = fit(WINDOW, LARGE);

describe("the camera rests", () => {
  test("where the whole table gives 38 pixels a cell, or 28 a model", () => {
    expect(rests(WINDOW, layoutSquares({ columns: 24, rows: 18 }, 0), CELLS)).toBe(true);
    expect(rests(WINDOW, layoutHexes({ columns: 20, rows: 14 }, 0), { ...CELLS, unit: 60 })).toBe(true);
    expect(rests(WINDOW, LARGE, CELLS)).toBe(false);
    expect(rests(frameOf(732, 558, false), layoutSquares({ columns: 24, rows: 18 }, 0), CELLS)).toBe(false);
    const table = planeOf({ columns: 120_000, rows: 90_000 }, 0);
    const models = levelsOf(true, false);
    expect(rests(WINDOW, table, { unit: 20, levels: models })).toBe(false);
    expect(rests(WINDOW, table, { unit: 60, levels: models })).toBe(true);
  });
});

describe("what is chosen", () => {
  test("comes at work zoom, on a desk and on a phone", () => {
    const [desk, phone] = [false, true].map((phone) => {
      const frame = phone ? frameOf(390, 542, true) : WINDOW;
      return chosenView(fit(frame, LARGE), [at(16, 12)], frame, LARGE, { unit: 52, levels: levelsOf(false, phone) });
    });
    expect(desk!.cell).toBe(44);
    expect(phone!.cell).toBe(48);
    expect(pixelOf(desk!, at(16, 12)).map(Math.round)).toEqual([558, 376]);
  });
  test("is joined by as much as fits at 40 pixels, in its order; what comes first is never given up", () => {
    const [piece, near, far] = [at(10, 12), at(20, 12), at(31, 2)];
    const box = gathered([piece, near, far], 40, WINDOW, LARGE, CELLS);
    const view = chosenView(ALL, [piece, near, far], WINDOW, LARGE, CELLS);
    expect(shows(view, box, WINDOW)).toBe(true);
    expect([piece, near].every(([x]) => x >= box.left && x <= box.right)).toBe(true);
    const [too] = [at(31, 12)];
    const tight = chosenView(ALL, [at(0, 12), too, at(5, 12)], WINDOW, LARGE, CELLS);
    const [x] = pixelOf(tight, at(0, 12));
    expect(x).toBeGreaterThan(24);
    expect(pixelOf(tight, too)[0]).toBeGreaterThan(WINDOW.width);
    expect(pixelOf(tight, at(5, 12))[0]).toBeLessThan(WINDOW.width);
  });
  test("is whole at the edge of the view, its barrel with it, where it is longer than the shortest model", () => {
    const table = planeOf({ columns: 120_000, rows: 90_000 }, 0);
    const frame = frameOf(390, 542, true);
    const long = { unit: 40, around: 70, levels: levelsOf(true, true) };
    const points: Point[] = [
      [500, 400],
      [700, 500],
    ];
    const view = chosenView(fit(frame, table), points, frame, table, long);
    for (const point of points) {
      const [[left, top], [right, bottom]] = [-70, 70].map((by) => pixelOf(view, [point[0] + by, point[1] + by])) as [
        Point,
        Point,
      ];
      expect(Math.min(left - frame.left, top - frame.top)).toBeGreaterThanOrEqual(-0.01);
      expect([right <= frame.width + 0.01, bottom <= frame.height + 0.01]).toEqual([true, true]);
    }
  });
  test("is never smaller than 40 pixels, and smaller than usual where that shows more", () => {
    const view = chosenView(ALL, [at(4, 12), at(27, 12)], WINDOW, LARGE, CELLS);
    expect(view.cell).toBeGreaterThanOrEqual(40);
    expect(view.cell).toBeLessThan(44);
  });
  test("leaves the view where it shows all of it already", () => {
    const now = centred(at(16, 12), 50, WINDOW, LARGE);
    expect(chosenView(now, [at(14, 12), at(18, 13)], WINDOW, LARGE, CELLS)).toBe(now);
    expect(chosenView(ALL, [at(14, 12)], WINDOW, LARGE, CELLS)).not.toBe(ALL);
  });
  test("keeps a size that is one to work at, and is only panned to where a hand has the view", () => {
    const now = centred(at(6, 6), 52, WINDOW, LARGE);
    expect(chosenView(now, [at(28, 20)], WINDOW, LARGE, CELLS).cell).toBe(52);
    const far = centred(at(6, 6), 90, WINDOW, LARGE);
    const panned = pannedView(far, [at(28, 20)], WINDOW, LARGE, CELLS);
    expect(panned.cell).toBe(90);
    expect(panned.x).not.toBe(far.x);
  });
});

describe("an act", () => {
  const act = (points: Point[], over: { shot?: boolean; own?: boolean } = {}) => ({
    points,
    shot: false,
    own: false,
    ...over,
  });
  test("well inside moves nothing; near the edge it does, unless it is one's own", () => {
    const now = centred(at(16, 12), 44, WINDOW, LARGE);
    const edge = at(26, 12);
    expect(actView(now, act([at(17, 12)]), WINDOW, LARGE, CELLS)).toBe(now);
    expect(actView(now, act([edge]), WINDOW, LARGE, CELLS)).not.toBe(now);
    expect(actView(now, act([edge], { own: true }), WINDOW, LARGE, CELLS)).toBe(now);
    expect(actView(now, act([at(31, 12)], { own: true }), WINDOW, LARGE, CELLS)).not.toBe(now);
  });
  test("is not watched from where pieces are ants", () => {
    expect(actView(ALL, act([at(17, 12)]), WINDOW, LARGE, CELLS).cell).toBe(44);
  });
  test("a long shot is watched down to 28 pixels, with gun and target", () => {
    const [gun, target] = [at(1, 12), at(30, 12)];
    const view = actView(ALL, act([target, gun], { shot: true }), WINDOW, LARGE, CELLS);
    expect(pixelsOf(view.cell, 52)).toBeGreaterThanOrEqual(28);
    for (const point of [gun, target]) {
      const [x] = pixelOf(view, point);
      expect(x).toBeGreaterThan(24);
      expect(x).toBeLessThan(1092);
    }
  });
  test("one that is too long for that shows its target in full size", () => {
    const wide = layoutSquares({ columns: 60, rows: 24 }, 0);
    const [gun, target] = [wide.centre(12 * 60 + 1), wide.centre(12 * 60 + 58)];
    const view = actView(fit(WINDOW, wide), act([target, gun], { shot: true }), WINDOW, wide, CELLS);
    expect(view.cell).toBe(44);
    expect(pixelOf(view, target)[0]).toBeLessThan(1092);
    expect(pixelOf(view, gun)[0]).toBeLessThan(0);
    const second = wide.centre(12 * 60 + 25);
    const two = actView(fit(WINDOW, wide), act([target, second, gun], { shot: true }), WINDOW, wide, CELLS);
    expect(pixelOf(two, target)[0]).toBeLessThan(1092);
  });
});

test("farther than a window and a half the camera cuts", () => {
  const from = centred(at(8, 12), 110, WINDOW, LARGE);
  expect(cuts(from, centred(at(14, 12), 110, WINDOW, LARGE), WINDOW)).toBe(false);
  expect(cuts(from, centred(at(31, 12), 110, WINDOW, LARGE), WINDOW)).toBe(true);
  expect(cuts(ALL, from, WINDOW)).toBe(false);
});
