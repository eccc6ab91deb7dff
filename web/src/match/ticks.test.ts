import { expect, test } from "vitest";
import type { Told } from "../api/types";
import { keyOn, pressedAt, ticksOf } from "./ticks";

const told = (over: Partial<Told> = {}): Told => ({ sentence: "So it was.", rules: [], strokes: [], ...over });
const throwing = told({ strokes: [{ type: "throw", dice: [3] } as never] });
const killing = told({ act: { unit: 0, end: "destroyed", word: "destroyed", target: 1, where: "" } });
const ticks = ticksOf([
  { side: 0, told: [told()] },
  { side: 0, told: [throwing] },
  { side: 1, told: [throwing, killing] },
  { side: null, told: [told()] },
  { side: 1, told: [killing] },
  { side: 0, told: [] },
]);

test("a tick is as tall as what happened in its line, and has the colour of whoever did it", () => {
  expect(ticks.map(({ kind }) => kind)).toEqual(["plain", "dice", "kill", "plain", "kill", "plain"]);
  expect(ticks.map(({ side }) => side)).toEqual([0, 0, 1, null, 1, 0]);
});

test("keys go line by line, from loss to loss and to the ends", () => {
  expect([keyOn("ArrowRight", ticks, 2), keyOn("ArrowLeft", ticks, 2)]).toEqual([3, 1]);
  expect([keyOn("PageDown", ticks, 1), keyOn("PageDown", ticks, 3), keyOn("PageDown", ticks, 5)]).toEqual([3, 5, 6]);
  expect([keyOn("PageUp", ticks, 6), keyOn("PageUp", ticks, 5), keyOn("PageUp", ticks, 3)]).toEqual([5, 3, 1]);
  expect([keyOn("Home", ticks, 4), keyOn("End", ticks, 4), keyOn("x", ticks, 4)]).toEqual([1, 6, undefined]);
});

test("a press anywhere on a tick is a press on it, and beside the timeline on the nearest", () => {
  expect([0, 0.16, 0.17, 0.5, 0.99, 1, 1.2, -0.1].map((part) => pressedAt(part, 6))).toEqual([1, 1, 2, 4, 6, 6, 6, 1]);
});
