import { expect, test } from "vitest";
import { layoutSquares } from "../board/layout";
import { fit, focus, pan, reveal, unitsAt, zoom } from "./view";

const layout = layoutSquares({ columns: 24, rows: 18 }, 0);
const frame = { width: 1000, height: 600, rim: 20 };

test("fit shows the whole board in the middle", () => {
  const view = fit(frame, layout);
  expect(view.cell).toBeCloseTo(560 / 18);
  expect(view.y).toBe(20);
  expect(view.x).toBeCloseTo((1000 - 24 * view.cell) / 2);
});

test("zoom keeps what lies under the hand", () => {
  const before = fit(frame, layout);
  const after = zoom(before, 2, [500, 300], frame, layout);
  expect(after.cell).toBeCloseTo(2 * before.cell);
  const [[ax, ay], [bx, by]] = [unitsAt(before, [500, 300]), unitsAt(after, [500, 300])];
  expect([bx, by].map(Math.round)).toEqual([ax, ay].map(Math.round));
});

test("nothing is smaller than the fit, and no pan leaves the board", () => {
  const whole = fit(frame, layout);
  expect(zoom(whole, 0.2, [0, 0], frame, layout)).toEqual(whole);
  const far = pan(zoom(whole, 3, [500, 300], frame, layout), 9999, -9999, frame, layout);
  expect(far.x).toBe(20);
  expect(far.y + 18 * far.cell).toBeCloseTo(580);
});

test("focus puts a place in the middle, in cells that can be handled; several are all seen", () => {
  const narrow = { width: 390, height: 500, rim: 18 };
  const near = focus([layout.centre(9 * 24 + 12)], 40, narrow, layout);
  expect(near.cell).toBe(40);
  expect(near.x + 12.5 * near.cell).toBe(195);
  const both = focus([9 * 24 + 4, 9 * 24 + 17].map(layout.centre), 40, narrow, layout);
  expect(both.cell).toBeCloseTo(354 / 16);
  expect(both.x + 4 * both.cell).toBeGreaterThan(18);
  expect(both.x + 18 * both.cell).toBeLessThan(372);
});

test("reveal moves no more than it must", () => {
  const near = zoom(fit(frame, layout), 3, [500, 300], frame, layout);
  const seen = reveal(near, layout.centre(0), frame, layout);
  expect([seen.x, seen.y]).toEqual([20, 20]);
  expect(reveal(near, layout.centre(9 * 24 + 12), frame, layout)).toEqual(near);
});
