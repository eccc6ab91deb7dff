import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Film, scenesOf } from "./film.svelte";
import type { Stroke } from "../api/types";

const drive: Stroke = {
  type: "drive",
  piece: 1,
  together: false,
  poses: [
    { x: 0, y: 0, bearing: 0 },
    { x: 1, y: 0, bearing: 0 },
    { x: 2, y: 0, bearing: 0 },
  ],
};
const shot: Stroke = {
  type: "shot",
  piece: 1,
  target: 2,
  outcome: "Destroyed",
  odds: null,
  cell: null,
  high: false,
  falls: [],
};
const normal = { speed: "normal", still: false } as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (frame: (now: number) => void) => setTimeout(() => frame(Date.now()), 16));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a piece drives from its first pose to its last", async () => {
  const film = new Film();
  const ended = film.play([drive], normal);
  expect(film.moved.get(1)).toEqual({ x: 0, y: 0, bearing: 0 });
  await vi.advanceTimersByTimeAsync(220);
  expect(film.moved.get(1)!.x).toBeGreaterThan(0);
  expect(film.moved.get(1)!.x).toBeLessThan(2);
  await vi.advanceTimersByTimeAsync(400);
  expect(await ended).toBe(true);
  expect(film.moved.get(1)).toEqual({ x: 2, y: 0, bearing: 0 });
  expect(film.running).toBe(false);
});

test("what goes together is driven at the same time", async () => {
  const film = new Film();
  const pushed: Stroke = {
    type: "drive",
    piece: 2,
    together: true,
    poses: [
      { x: 1, y: 0, bearing: 0 },
      { x: 2, y: 0, bearing: 0 },
    ],
  };
  const begun: number[] = [];
  const ended = film.play([drive, pushed], {
    ...normal,
    onstroke: (stroke) => void (stroke.type === "drive" && begun.push(stroke.piece)),
  });
  await vi.advanceTimersByTimeAsync(120);
  expect(film.moved.get(1)!.x).toBeGreaterThan(0);
  expect(film.moved.get(2)!.x).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(await ended).toBe(true);
  expect([film.moved.get(1)!.x, film.moved.get(2)!.x]).toEqual([2, 2]);
  expect(begun).toEqual([1]); // one stroke as far as others are told
});

test("skipping goes to the end at once", async () => {
  const film = new Film();
  const ended = film.play([drive, shot], normal);
  film.skip();
  await vi.advanceTimersByTimeAsync(50);
  expect(await ended).toBe(true);
  expect(film.moved.get(1)?.x).toBe(2);
  expect(film.tracer).toBeNull();
});

test("a later film cuts the earlier one off", async () => {
  const film = new Film();
  const first = film.play([drive], normal);
  const second = film.play([shot], normal);
  await vi.advanceTimersByTimeAsync(2000);
  expect([await first, await second]).toEqual([false, true]);
});

test("where nothing may move a piece jumps, and its way stays for a while", async () => {
  const film = new Film();
  expect(await film.play([drive], { speed: "normal", still: true })).toBe(true);
  expect(film.moved.get(1)?.x).toBe(2);
  expect(film.trail).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1600);
  expect(film.trail).toHaveLength(0);
});

test("dice that fall elsewhere are waited for, unless they are skipped", async () => {
  const film = new Film();
  const seen: string[] = [];
  const onstroke = (stroke: Stroke): Promise<void> | void => {
    seen.push(stroke.type);
    return stroke.type === "throw" ? new Promise((fell) => setTimeout(fell, 500)) : undefined;
  };
  const dice: Stroke = {
    type: "throw",
    dice: [3, 4],
    needed: null,
    half: [],
    left_out: [],
    name: "",
    words: [],
    modifiers: [],
    passed: null,
  };
  const ended = film.play([dice, shot], { ...normal, onstroke });
  await vi.advanceTimersByTimeAsync(100);
  expect([seen, film.card]).toEqual([["shot"], null]); // the tracer flies first,
  await vi.advanceTimersByTimeAsync(400);
  expect(seen).toEqual(["shot", "throw"]); // then the dice fall beside the target,
  expect(film.card).toMatchObject({ throws: [dice], ended: false });
  await vi.advanceTimersByTimeAsync(400);
  expect(film.card?.ended).toBe(true); // and then it is seen how it ended.
  await vi.advanceTimersByTimeAsync(1200);
  expect(await ended).toBe(true);
  expect(film.card).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1800);
  expect(film.card).toBeNull();

  const skipped = film.play([{ ...dice }], { ...normal, onstroke: () => new Promise(() => undefined) });
  film.skip();
  expect(await skipped).toBe(true);
});

test("instantly means without a frame", async () => {
  const film = new Film();
  expect(await film.play([drive, shot], { speed: "instant", still: false })).toBe(true);
});

test("dice belong to the shot that they decide, before it and after it", () => {
  const dice = (name: string): Stroke => ({
    type: "throw",
    dice: [3],
    needed: 3,
    half: [],
    left_out: [],
    name,
    words: [],
    modifiers: [],
    passed: null,
  });
  const names = (strokes: readonly Stroke[]): unknown[] =>
    scenesOf(strokes).map((scene) =>
      scene.kind === "shot" ? [scene.before.map(({ name }) => name), scene.after.map(({ name }) => name)] : scene.kind,
    );
  expect(names([dice("hit"), shot, dice("pierce")])).toEqual([[["hit"], ["pierce"]]]);
  expect(names([dice("speed"), drive, dice("hit"), shot])).toEqual(["throw", "drive", [["hit"], []]]);
  expect(names([dice("a"), shot, dice("b"), shot])).toEqual([
    [["a"], []],
    [["b"], []],
  ]);
});

test("where shells may stray, the dice fall before they fly", async () => {
  const film = new Film();
  const seen: string[] = [];
  const dice: Stroke = {
    ...(shot as object),
    type: "throw",
    dice: [9],
    needed: null,
    half: [],
    left_out: [],
    name: "deviation",
    words: [],
    modifiers: [],
    passed: null,
  } as Stroke;
  const high: Stroke = { ...shot, high: true, target: null, falls: [{ x: 1, y: 1 }] } as Stroke;
  const ended = film.play([dice, high], { ...normal, onstroke: (stroke) => void seen.push(stroke.type) });
  await vi.advanceTimersByTimeAsync(4000);
  expect([seen, await ended]).toEqual([["throw", "shot"], true]);
});
