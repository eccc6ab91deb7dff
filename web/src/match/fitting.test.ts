import { describe, expect, test } from "vitest";
import { howMany } from "./fitting";

describe("chips in a box", () => {
  test("all stand there where all fit", () => {
    expect(howMany([60, 60, 60], 200, 1, 5, 40)).toBe(3);
    expect(howMany([], 200, 1, 5, 40)).toBe(0);
  });
  test("the count of the rest has its room too", () => {
    expect(howMany([60, 60, 60, 60], 200, 1, 5, 40)).toBe(2);
    expect(howMany([60, 60, 60, 60], 200, 2, 5, 40)).toBe(4);
    expect(howMany(Array(34).fill(70) as number[], 228, 2, 5, 40)).toBe(5);
  });
  test("what is wider than the box is counted and never cut", () => {
    expect(howMany([300, 60], 200, 2, 5, 40)).toBe(0);
  });
});
