import { expect, test } from "vitest";
import { layoutSquares } from "../board/layout";
import { between, centred, centreOf, fit, pan, reveal, unitsAt, zoom } from "./view";

const layout = layoutSquares({ columns: 24, rows: 18 }, 0);
const frame = { width: 1000, height: 600, left: 24, top: 20 };

test("fit shows the whole board in the middle of what the names leave", () => {
  const view = fit(frame, layout);
  expect(view.cell).toBeCloseTo(580 / 18);
  expect(view.y).toBeCloseTo(20);
  expect(view.x).toBeCloseTo(24 + (976 - 24 * view.cell) / 2);
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
  expect(far.x).toBe(24);
  expect(far.y + 18 * far.cell).toBeCloseTo(600);
});

test("a place is brought to the middle in cells of a size, and found there again", () => {
  const at = layout.centre(9 * 24 + 12);
  const view = centred(at, 60, frame, layout);
  expect(view.cell).toBe(60);
  expect(centreOf(view, frame).map(Math.round)).toEqual(at.map(Math.round));
});

test("on its way from one view to another the middle goes straight, and it ends there", () => {
  const [from, to] = [fit(frame, layout), centred(layout.centre(30), 60, frame, layout)];
  expect(between(from, to, 0, frame).cell).toBeCloseTo(from.cell);
  const end = between(from, to, 1, frame);
  expect([end.x, end.y, end.cell].map(Math.round)).toEqual([to.x, to.y, to.cell].map(Math.round));
  const [ax, bx, mx] = [from, to, between(from, to, 0.5, frame)].map((view) => centreOf(view, frame)[0]);
  expect(mx).toBeCloseTo((ax! + bx!) / 2);
});

test("reveal moves no more than it must", () => {
  const near = zoom(fit(frame, layout), 3, [500, 300], frame, layout);
  const seen = reveal(near, layout.centre(0), frame, layout);
  expect([seen.x, seen.y]).toEqual([24, 20]);
  expect(reveal(near, layout.centre(9 * 24 + 12), frame, layout)).toEqual(near);
});
