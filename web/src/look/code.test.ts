import { describe, expect, it } from "vitest";
import { codePath, MARGIN, squaresOf, versionFor } from "./code";
// Made by the Python package qrcode 8.2, with the mask that the penalties of the standard choose.
import codes from "./codes.json";

const rowsOf = (text: string, mask?: number): string[] =>
  squaresOf(text, mask).map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(16));

describe("a code to scan", () => {
  for (const { text, version, level, mask, rows } of codes)
    it(`of ${text.length} signs is the one that another program makes, version ${version}`, () => {
      expect(versionFor(new TextEncoder().encode(text).length)).toEqual({ version, level });
      expect(rowsOf(text, mask)).toEqual(rows.split(" "));
      expect(rowsOf(text)).toEqual(rows.split(" "));
    });

  it("grows with its text, is the sturdier one while it is small, and has an end", () => {
    expect([1, 14, 15, 213, 214, 300, 1273].map(versionFor)).toEqual([
      { version: 1, level: "M" },
      { version: 1, level: "M" },
      { version: 2, level: "M" },
      { version: 10, level: "M" },
      { version: 10, level: "L" },
      { version: 11, level: "L" },
      { version: 25, level: "L" },
    ]);
    expect(squaresOf("x".repeat(1273))).toHaveLength(117);
    expect(() => versionFor(1274)).toThrow("1274 bytes");
  });

  it("is drawn as runs with a margin around it", () => {
    const { path, width } = codePath("HULLDOWN");
    expect(width).toBe(21 + 2 * MARGIN);
    expect(path.startsWith(`M${MARGIN} ${MARGIN}h7v1h-7z`)).toBe(true);
    let dark = 0;
    for (const [, length] of path.matchAll(/h(\d+)v/g)) dark += Number(length);
    expect(dark).toBe(squaresOf("HULLDOWN").flat().filter(Boolean).length);
  });
});
