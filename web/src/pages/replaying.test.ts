import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Stroke } from "../api/types";
import { line } from "../match/fake";
import { Replaying } from "./replaying.svelte";

const drive: Stroke = { type: "drive", piece: 0, together: false, poses: [{ x: 0, y: 0, bearing: 0 }] };
const told = (strokes: Stroke[] = []) => ({ told: [{ sentence: "So it was.", rules: [], strokes }] });
let reel: Replaying;

beforeEach(() => {
  vi.useFakeTimers();
  reel = new Replaying();
  reel.open([line(0, told()), line(1, told([drive])), line(2, told([drive])), line(3, told())]);
});
afterEach(() => void vi.useRealTimers());

test("arrows go one line on and back, and Home and End to the ends, which are not passed", () => {
  expect([reel.at, reel.shown?.position]).toEqual([1, 0]);
  reel.key("ArrowRight");
  expect(reel.at).toBe(2);
  reel.key("End");
  reel.key("ArrowRight");
  expect(reel.at).toBe(4);
  reel.key("ArrowLeft");
  expect(reel.at).toBe(3);
  reel.key("Home");
  reel.key("ArrowLeft");
  expect(reel.at).toBe(1);
  expect(reel.key("x")).toBe(false);
});

test("a line is shown once its film is over, and the next follows by itself only while it runs", () => {
  reel.step();
  expect([reel.at, reel.strokes]).toEqual([1, [drive]]);
  reel.done();
  vi.runAllTimers();
  expect([reel.at, reel.strokes]).toEqual([2, []]);
  reel.toggle();
  reel.done();
  vi.runAllTimers();
  expect([reel.at, reel.playing]).toEqual([4, false]);
});

test("a hand on the timeline stops what runs and cuts off what plays", () => {
  reel.toggle();
  expect([reel.playing, reel.strokes.length]).toEqual([true, 1]);
  reel.go(3);
  vi.runAllTimers();
  expect([reel.playing, reel.strokes, reel.at]).toEqual([false, [], 3]);
});
