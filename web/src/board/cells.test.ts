import { describe, expect, test } from "vitest";
import { cellNamed, columnLetters, nameOfCell } from "./cells";

const PRINTED = [
  ["A1", { column: 0, row: 0 }],
  ["B1", { column: 1, row: 0 }],
  ["A2", { column: 0, row: 1 }],
  ["X18", { column: 23, row: 17 }],
  ["Z26", { column: 25, row: 25 }],
  ["AA1", { column: 26, row: 0 }],
  ["AZ1", { column: 51, row: 0 }],
  ["BA1", { column: 52, row: 0 }],
  ["GR200", { column: 199, row: 199 }],
  ["ZZ1", { column: 701, row: 0 }],
  ["AAA1", { column: 702, row: 0 }],
] as const;

describe("the name of a cell", () => {
  test.each(PRINTED)("%s is written for its cell", (name, cell) => {
    expect(nameOfCell(cell)).toBe(name);
  });

  test.each(PRINTED)("%s is read back as its cell", (name, cell) => {
    expect(cellNamed(name)).toEqual(cell);
  });

  test("is the only one in the largest board, and leads back to its cell", () => {
    const steps = Array.from({ length: 200 }, (_, step) => step);
    const cells = steps.flatMap((row) => steps.map((column) => ({ column, row })));
    const names = cells.map(nameOfCell);
    expect(new Set(names).size).toBe(200 * 200);
    expect(names.map(cellNamed)).toEqual(cells);
  });

  test.each(["", "A", "7", "A0", "A01", "a1", "1A", "A-1", "A1.5", " A1", "A1\n", "Ä1", "A١", "AAAA1", "A10000"])(
    "is not %j",
    (text) => {
      expect(cellNamed(text)).toBeUndefined();
    },
  );
});

test("the letters over neighbouring columns go on after Z with AA", () => {
  expect([24, 25, 26, 27].map(columnLetters)).toEqual(["Y", "Z", "AA", "AB"]);
});
