import { describe, expect, test } from "vitest";
import { cellAt, cellIn, northed, painted, placeOf, readSheet, sized, type Cell } from "./sheet";
import { boxCells, fieldOf, isExact, lineCells, twinCell } from "./strokes";

const HOUSE: Cell = { kind: "house", height: 1 };
const TEXT =
  "; A remark.\nname: Two farms\nnorth: left\nlegend:\n  . street\n  X house\n\n...,\n; in between\n.XX.\n....\n";
const MAT = "name: Lane\n\n. . . .\n . % . h\n. . O .\n";

/** Draws on a text and takes it back sign by sign. */
function drawn(text: string, cells: readonly number[], cell: Cell, hexes = false): string {
  const sheet = readSheet(text, hexes);
  return painted(text, sheet, new Map(cells.map((at) => [at, cell])));
}

test("a stroke changes signs alone, by the legend of the file", () => {
  expect(drawn(TEXT, [0, 5], HOUSE)).toBe(TEXT.replace("...,", "X..,"));
  expect(drawn(TEXT, [1], { kind: "garden", height: 1 })).toBe(TEXT.replace("...,", ".,.,"));
});

test("what has no sign gets a line in the legend: a high house, or a high barricade where X is a house", () => {
  const tall = drawn(TEXT, [5], { kind: "house", height: 3 });
  expect(tall).toBe(TEXT.replace("  X house", "  X house\n  A house 3").replace(".XX.", ".AX."));
  expect(cellAt(readSheet(tall, false), 5)).toEqual({ kind: "house", height: 3 });
  expect(drawn(TEXT, [0], { kind: "high barricade", height: 1 })).toContain("  A high barricade\n\nA..,");
  const plain = "name: P\n\n...\n";
  expect(drawn(plain, [1], { kind: "works", height: 2 })).toBe("name: P\nlegend:\n  A works 2\n\n.A.\n");
});

test("a row that is too short is filled by painting its missing square", () => {
  const short = TEXT.replace("....\n", "...\n");
  expect(drawn(short, [11], HOUSE)).toBe(short.replace("...\n", "...X\n").replace("...X,", "...,"));
});

test("rows and columns come and go at each side", () => {
  const size = (text: string, side: Parameters<typeof sized>[2], by: 1 | -1, hexes = false): string =>
    sized(text, readSheet(text, hexes), side, by);
  for (const side of ["left", "right", "top", "bottom"] as const) {
    expect(size(size(TEXT, side, 1), side, -1)).toBe(TEXT);
    expect(size(size(MAT, side, 1, true), side, -1, true)).toBe(MAT);
  }
  expect(size(TEXT, "left", 1)).toContain("\n....,\n; in between\n..XX.\n.....\n");
  expect(size(MAT, "right", 1, true)).toBe("name: Lane\n\n. . . . .\n . % . h .\n. . O . .\n");
  expect(size(MAT, "bottom", 1, true)).toBe(`${MAT} . . . .\n`);
});

test("north is written where it stands, or below the name", () => {
  expect(northed(TEXT, readSheet(TEXT, false), "down")).toBe(TEXT.replace("left", "down"));
  expect(northed("name: P\n\n..\n", readSheet("name: P\n\n..\n", false), "right")).toBe(
    "name: P\nnorth: right\n\n..\n",
  );
});

test("a cell is found in the text, and a place of the text on the board", () => {
  const sheet = readSheet(TEXT, false);
  expect(TEXT.charAt(placeOf(sheet, 5))).toBe("X");
  expect(cellIn(sheet, placeOf(sheet, 6))).toBe(6);
  expect(cellIn(sheet, 3)).toBeNull();
});

test("lines go from cell to cell, and a field is what hangs together", () => {
  expect(lineCells(0, 11, readSheet(TEXT, false))).toEqual([0, 5, 6, 11]);
  const mat = readSheet(MAT, true);
  expect(lineCells(0, 11, mat)).toHaveLength(5);
  expect(fieldOf(5, readSheet(TEXT, false))).toEqual([5, 6]);
  expect(fieldOf(0, mat)).toHaveLength(9);
  expect(boxCells(5, 10, 4)).toEqual([5, 6, 9, 10]);
});

test("turned by half a mat of an even number of rows is the same to both sides", () => {
  const even = readSheet("name: E\n\n. .\n . .\n", true);
  expect(twinCell(0, "turn", even)).toBe(3);
  expect([isExact("turn", even), isExact("down", even), isExact("across", even)]).toEqual([true, false, false]);
});

describe("every shipped board", () => {
  const files = Object.entries(
    import.meta.glob<string>("../../../../src/hulldown/rulebooks/**/maps/*.txt", {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).filter(([file]) => !file.includes("france1944"));
  test.each(files)("%s is the same bytes when it is drawn on and that is taken back", (file, text) => {
    const hexes = file.includes("squadron");
    const sheet = readSheet(text, hexes);
    expect(sheet.rows.length * sheet.columns).toBeGreaterThan(50);
    const same = new Map(Array.from({ length: sheet.signs.length }, (_, at) => [at, cellAt(sheet, at)]));
    expect(painted(text, sheet, same)).toBe(text);
    const kind = hexes ? "hedge" : "garden";
    const changed = drawn(text, [3, 7, sheet.columns + 2], { kind, height: 1 }, hexes);
    expect(changed).not.toBe(text);
    const back = readSheet(changed, hexes);
    const before = new Map([3, 7, sheet.columns + 2].map((at) => [at, cellAt(sheet, at)]));
    expect(painted(changed, back, before)).toBe(text);
  });
});
