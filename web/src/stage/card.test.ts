import { describe, expect, test } from "vitest";
import type { Shot, Throw } from "../api/types";
import { crosses, neededOf, placeCard, totalOf, wordOf, type Box } from "./card";
import type { Point } from "./points";

const thrown = (over: Partial<Throw>): Throw => ({
  type: "throw",
  dice: [],
  needed: null,
  half: [],
  left_out: [],
  name: "",
  words: [],
  modifiers: [],
  passed: null,
  ...over,
});
const shot = (outcome: string, end: Shot["end"]): Shot => ({
  type: "shot",
  piece: 0,
  target: 1,
  outcome,
  odds: null,
  cell: null,
  high: false,
  falls: [],
  ...(end ? { end } : {}),
});

describe("a card", () => {
  const window = { x: 0, y: 0, width: 1000, height: 700 };
  const size = { width: 168, height: 92 };
  const nearest = ({ x, y, width, height }: Box, [tx, ty]: Point): number =>
    Math.hypot(Math.max(x - tx, 0, tx - x - width), Math.max(y - ty, 0, ty - y - height));

  test("stands on the side away from the gun", () => {
    const box = placeCard([500, 350], [200, 350], size, 38, window);
    expect(box.x).toBeGreaterThan(500);
    expect(box.y).toBeLessThan(350);
    expect(box.y + box.height).toBeGreaterThan(350);
  });
  test.each(
    Array.from({ length: 16 }, (_, k) => (k * Math.PI) / 8).flatMap((angle) =>
      [
        [500, 350],
        [60, 60],
        [940, 60],
        [940, 640],
        [60, 640],
        [500, 30],
        [970, 350],
      ].map(([x, y]) => [angle, x!, y!] as const),
    ),
  )("at %f, %i, %i is inside the window, off the target and off the line", (angle, x, y) => {
    const gun: Point = [x - 400 * Math.cos(angle), y - 400 * Math.sin(angle)];
    const box = placeCard([x, y], gun, size, 38, window);
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= 1000, box.y + box.height <= 700]).not.toContain(false);
    expect(nearest(box, [x, y])).toBeGreaterThanOrEqual(37.4);
    expect(crosses(box, gun, [x, y])).toBe(false);
  });
});

describe("what a card says", () => {
  test("a near thing is said", () => {
    const of = (sum: number): string => neededOf(thrown({ dice: [sum - 2, 2], needed: 8 }), false);
    expect([of(8), of(7), of(9), of(4)]).toEqual([
      "needed 8: just enough",
      "needed 8: one short",
      "needed 8",
      "needed 8",
    ]);
    expect(neededOf(thrown({ dice: [1, 2], needed: 12 }), true)).toBe("needed exactly 12");
    expect(neededOf(thrown({ dice: [1], needed: -2 }), false)).toBe("needed −2");
    expect(neededOf(thrown({ dice: [1], needed: 5, passed: 0 }), false)).toBe("5 or more each");
  });
  test("modifiers are in the needed figure, and are never left beside a raw sum", () => {
    const modifiers = [1, -1, -1].map((amount) => ({ rule: "SQ-70", amount, reason: "" }));
    const hit = thrown({ dice: [2], needed: 7, modifiers });
    expect([totalOf(hit, false), neededOf(hit, false)]).toEqual(["", "needed 7"]);
  });
  test("several dice have a sum, dice that are tested one by one a count", () => {
    expect(totalOf(thrown({ dice: [4, 3, 1], needed: 8 }), false)).toBe("= 8");
    expect(totalOf(thrown({ dice: [4, 3, 1], needed: 4, passed: 1 }), false)).toBe("1 of 3");
    expect(totalOf(thrown({ dice: [4, 3, 1], left_out: [2], needed: 7 }), true)).toBe("= 7");
    expect(totalOf(thrown({ dice: [4, 3, 1], needed: 9 }), true)).toBe("");
  });
  test("its word is the book's, where the book has one", () => {
    expect(wordOf(shot("ricochet", "held"))).toBe("Ricochet");
    expect(wordOf(shot("nothing", "missed"))).toBe("Missed");
    expect(wordOf(shot("nothing", "held"))).toBe("Held");
    expect(wordOf(shot("2 hits", "destroyed"))).toBe("Destroyed");
    expect(wordOf(shot("Light Tank 1: crew injured", "harmed"))).toBe("Crew injured");
  });
});
