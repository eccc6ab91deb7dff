import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Stroke } from "../../api/types";
import { line } from "../../match/fake";
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

test("it opens at its first line or at a moment, and the ends are not passed", () => {
  expect([reel.at, reel.shown?.position, reel.stopped]).toEqual([1, 0, true]);
  const opened = (at: number): number => {
    reel.open(reel.lines, at);
    return reel.at;
  };
  expect([3, 0, 99].map(opened)).toEqual([3, 1, 4]);
  reel.go(7);
  expect(reel.at).toBe(4);
});

test("a line is shown once its film is over, and the next follows by itself only while it runs", () => {
  reel.step();
  expect([reel.at, reel.strokes, reel.stopped]).toEqual([1, [drive], false]);
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

test("what runs to its end says so; what a hand stopped, or stepped through, does not", () => {
  const onend = vi.fn();
  reel.onend = onend;
  reel.go(3);
  reel.step();
  vi.runAllTimers();
  expect([reel.at, onend.mock.calls.length]).toEqual([4, 0]);
  reel.go(2);
  reel.toggle();
  reel.toggle();
  vi.runAllTimers();
  expect(onend).not.toHaveBeenCalled();
  reel.toggle();
  reel.done();
  vi.runAllTimers();
  expect([reel.at, reel.playing, onend.mock.calls.length]).toEqual([4, false, 1]);
});

test("lines that have not come are waited for: it plays on, or goes where it was to go, once they are there", () => {
  const lines = reel.lines;
  reel.open(lines.slice(0, 2), null, 4);
  reel.toggle();
  reel.done();
  vi.runAllTimers();
  expect([reel.at, reel.playing, reel.waits, reel.atEnd]).toEqual([2, true, true, false]);
  reel.more(lines.slice(2));
  reel.done();
  vi.runAllTimers();
  expect([reel.at, reel.playing, reel.waits, reel.atEnd]).toEqual([4, false, false, true]);
  reel.open(lines.slice(0, 2), null, 4);
  reel.go(4);
  expect([reel.at, reel.waits]).toEqual([2, true]);
  reel.more(lines.slice(2, 3));
  expect([reel.at, reel.waits]).toEqual([3, true]);
  reel.more(lines.slice(3));
  expect([reel.at, reel.waits]).toEqual([4, false]);
  reel.open(lines.slice(0, 2), null, 4);
  reel.go(4);
  reel.go(1);
  reel.more(lines.slice(2));
  expect([reel.at, reel.waits]).toEqual([1, false]);
});
