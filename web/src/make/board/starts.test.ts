import { expect, test } from "vitest";
import { readToml } from "../toml";
import { readSheet } from "./sheet";
import { boardByLot, emptyBoard } from "./starts";
import { twinCell } from "./strokes";

/** Dice that always fall alike. */
function dice(seed: number): () => number {
  let now = seed;
  return () => (now = (now * 16807) % 2147483647) / 2147483647;
}

test.each(["france1944", "dynamic", "core", "squadron"])("a board of %s by lot is the same to both sides", (book) => {
  for (let seed = 1; seed < 6; seed++) {
    const text = boardByLot(book, dice(seed * 7919));
    const sheet = readSheet(text, book === "squadron");
    expect(sheet.signs.length).toBe(readSheet(emptyBoard(book), book === "squadron").signs.length);
    const other = [...sheet.own].map((_, at) => sheet.own.charAt(twinCell(at, "turn", sheet))).join("");
    expect(other).toBe(sheet.own);
    expect(new Set(sheet.own).size).toBeGreaterThan(3);
  }
  expect(boardByLot(book, dice(1))).not.toBe(boardByLot(book, dice(2)));
});

test("a table by lot has twins, and all of them lie on it", () => {
  const rows = readToml(boardByLot("panzerkampf", dice(11))).get(["feature"]) as { rectangle: number[] }[];
  expect(rows.length % 2).toBe(0);
  for (const { rectangle } of rows) {
    const [x, y, w, h] = rectangle as [number, number, number, number];
    expect(x >= 0 && y >= 0 && x + w <= 120 && y + h <= 80).toBe(true);
    expect(rows.some(({ rectangle: other }) => other[0] === 120 - x - w && other[1] === 80 - y - h)).toBe(true);
  }
});
