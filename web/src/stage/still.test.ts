import { expect, test } from "vitest";
import { CELL } from "./points";
import { stillView, type Shown } from "./still";
import { bare, pixelOf } from "./view";

const BOARD = { width: 24 * CELL, height: 20 * CELL };
const PLATE = 49.4;
const stand = (id: number, side: 0 | 1, x: number, y: number): Shown["stands"][number] => ({
  id,
  side,
  at: [(x + 0.5) * CELL, (y + 0.5) * CELL],
});
const box = (left: number, top: number, right: number, bottom: number) => ({
  left: left * CELL,
  top: top * CELL,
  right: right * CELL,
  bottom: bottom * CELL,
});
const size = (width: number, height: number, least: number) => ({ width, height, least });
const sees = (
  view: { x: number; y: number; cell: number },
  at: readonly [number, number],
  width: number,
  height: number,
) => {
  const [x, y] = pixelOf(view, at);
  return x >= 0 && y >= 0 && x <= width && y <= height;
};

test("the window that was asked for is wholly seen, and fills the picture", () => {
  const view = stillView({ box: box(4, 4, 10, 8), stands: [], round: [] }, size(300, 200, 24), BOARD, PLATE);
  expect(view.cell).toBeCloseTo(50);
  expect(pixelOf(view, [7 * CELL, 6 * CELL])).toEqual([150, 100]);
});

test("a piece never becomes smaller than it must be, whatever window was asked for", () => {
  const view = stillView({ box: box(0, 0, 24, 20), stands: [], round: [] }, size(240, 200, 40), BOARD, PLATE);
  expect((view.cell * PLATE) / CELL).toBeCloseTo(40);
});

test("without a window it is where most of both sides stand", () => {
  const lone = [stand(1, 0, 1, 1), stand(2, 0, 2, 1), stand(3, 0, 1, 2)];
  const fight = [stand(4, 0, 18, 15), stand(5, 1, 20, 15), stand(6, 1, 21, 17)];
  const view = stillView({ box: null, stands: [...lone, ...fight], round: [] }, size(240, 160, 24), BOARD, PLATE);
  expect(fight.every(({ at }) => sees(view, at, 240, 160))).toBe(true);
});

test("a game that runs is seen where something happened last", () => {
  const stands = [stand(1, 0, 1, 1), stand(2, 1, 4, 2), stand(3, 0, 18, 15), stand(4, 1, 20, 15), stand(5, 1, 21, 17)];
  const view = stillView({ box: null, stands, round: [1, 2] }, size(240, 160, 24), BOARD, PLATE);
  expect([stands[0]!, stands[1]!].every(({ at }) => sees(view, at, 240, 160))).toBe(true);
});

test("a bare board is whole where it is wide enough, and else a part of it", () => {
  const bareBoard = { box: null, stands: [], round: [] };
  const wide = stillView(bareBoard, size(480, 400, 24), BOARD, PLATE);
  expect(wide.cell * 24).toBeLessThanOrEqual(480);
  const small = stillView(bareBoard, size(240, 200, 24), BOARD, PLATE);
  expect((small.cell * PLATE) / CELL).toBeCloseTo(24);
  expect(bare(240, 200).left).toBe(0);
});
