import { describe, expect, test } from "vitest";
import { howMany, whichFit } from "./fitting";

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

describe("the chosen chip", () => {
  test("keeps its place among those that fit, and is first where it is none of them", () => {
    expect(whichFit([60, 60, 60, 60], 1, 200, 1, 5, 40)).toEqual({ shown: [0, 1], brief: false });
    expect(whichFit([60, 60, 60, 60], 3, 200, 1, 5, 40)).toEqual({ shown: [3, 0], brief: false });
    expect(whichFit([60, 60, 60, 60], -1, 200, 1, 5, 40)).toEqual({ shown: [0, 1], brief: false });
  });
  test("takes the place of as many as it is wide", () => {
    expect(whichFit([60, 60, 60, 130], 3, 200, 1, 5, 40)).toEqual({ shown: [3], brief: false });
  });
  test("is named where nothing else is, and then shorter", () => {
    expect(whichFit([90, 60, 60], 2, 80, 1, 5, 40)).toEqual({ shown: [2], brief: true });
    expect(whichFit([90, 60, 60], -1, 80, 1, 5, 40)).toEqual({ shown: [], brief: false });
  });
});
