import { describe, expect, test } from "vitest";
import type { LessonRow, LessonStep, Order, Picture, Terrain } from "../api/types";
import { Kept, nextOf, stateOf, type Progress } from "./progress";
import { destinationOf, emphasised, kindOf, readingTime, underWay } from "./wording";

const row = (id: string, book: string, chapter = ""): LessonRow => ({
  id,
  book,
  title: id,
  chapter,
  minutes: 2,
  you: 0,
  goal: "",
  steps: 9,
  hash: "a",
});
const ROWS = [row("f1", "france"), row("f2", "france", "Fire"), row("c1", "core"), row("c2", "core", "Cover")];
const at = (step: number, done = false, hash = "a"): Progress => ({ hash, step, done });

describe("what comes next", () => {
  test.each([
    ["nothing was played", {}, "", "f1"],
    ["the book that was played last comes first", {}, "core", "c1"],
    ["what is done is behind", { f1: at(8, true) }, "", "f2"],
    ["what was begun goes on", { c2: at(3) }, "", "c2"],
    ["a book that is through leads to another", { f1: at(8, true), f2: at(8, true) }, "", "c1"],
  ])("%s", (_, kept, book, id) => expect(nextOf(ROWS, kept, book)?.id).toBe(id));
  test("there is an end", () => {
    expect(nextOf(ROWS, Object.fromEntries(ROWS.map(({ id }) => [id, at(8, true)])))).toBeUndefined();
  });
});

describe("how far a lesson is", () => {
  test.each([
    [undefined, "f1", "next"],
    [undefined, "c1", "open"],
    [at(3), "f1", "begun"],
    [at(3, false, "old"), "c1", "open"],
    [at(0), "f1", "next"],
    [at(8, true), "f1", "done"],
  ])("%o", (progress, next, state) => {
    expect(stateOf(ROWS[0]!, progress ? { f1: progress } : {}, next)).toBe(state);
  });
});

describe("what a browser keeps", () => {
  test("is kept by lesson, and what makes no sense is nothing", () => {
    const shelf = new Map<string, string>();
    const kept = new Kept({
      getItem: (key) => shelf.get(key) ?? null,
      setItem: (key, value) => void shelf.set(key, value),
    });
    expect(kept.of("f1")).toBeUndefined();
    kept.set("f1", at(2));
    kept.set("c1", at(1, true));
    expect([kept.of("f1"), kept.of("c1")?.done]).toEqual([at(2), true]);
    shelf.set("hulldown.lessons", "{");
    expect(kept.all()).toEqual({});
  });
});

describe("words", () => {
  test("figures and squares stand out", () => {
    const bold = emphasised("Drive to G6: 58.3 % to destroy it, from B12.").filter((part) => part.bold);
    expect(bold.map(({ text }) => text)).toEqual(["G6", "58.3 %", "B12"]);
    expect(
      emphasised("G6")
        .map(({ text }) => text)
        .join(""),
    ).toBe("G6");
  });
  test("what is longer takes longer to read", () => {
    expect([readingTime("Done."), readingTime("word ".repeat(20).trim())]).toEqual([2500, 6000]);
  });
});

test("steps from cell to cell are one drive, up to what is no step", () => {
  const row: Order[] = [
    { type: "Step", square: 7 },
    { type: "Step", square: 8 },
    { type: "Turn", facing: 1 },
  ];
  expect(destinationOf(row, 0)).toBe(row[1]);
  expect(destinationOf(row, 1)).toBe(row[1]);
  expect(destinationOf(row, 2)).toBeUndefined();
  expect(destinationOf([{ type: "Move", unit: 1, square: 7 }], 0)).toBeUndefined();
});

test("who has begun to move is under way, and nobody where there is a choice", () => {
  const picture = (slots: object | null, ...units: number[]): Picture =>
    ({ tray: { slots, todo: units.map((unit) => ({ unit })) } }) as unknown as Picture;
  expect(underWay(picture({}, 4))).toBe(4);
  expect(underWay(picture({}, 4, 5))).toBeNull();
  expect(underWay(picture(null, 4))).toBeNull();
  expect(underWay(null)).toBeNull();
});

test("over an ask stands what comes next, and whom it is done with only where it is done with somebody", () => {
  const step = {
    unit: 3,
    attempt: null,
    do: [{ order: { type: "Move", unit: 3, square: 7 } }, { order: { type: "EndMovement" } }],
  } as unknown as LessonStep;
  const picture = { pieces: [{ id: 3, name: "Sherman 1", side: 0 }] } as unknown as Picture;
  const terrain = { table: "squares", columns: 5 } as unknown as Terrain;
  expect(kindOf(step, picture, terrain)).toBe("Drive · choose Sherman 1, then C2");
  expect(kindOf(step, picture, terrain, 1)).toBe("End movement");
});
