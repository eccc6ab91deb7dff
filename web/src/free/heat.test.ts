import { expect, test } from "vitest";
import type { Dot } from "../api/types";
import { darkSum, discsOf, ringsOf } from "./heat";

const dot = (x: number, chance: string, more: Partial<Dot> = {}): Dot => ({ x, y: 0, chance, ...more });

test("discs have five grades by their chance", () => {
  const dots = ["1/200", "1/100", "3/100", "8/100", "20/100"].map((chance, at) => dot(at, chance));
  expect(discsOf({ dots }).map(({ grade, radius }) => [grade, radius])).toEqual([
    [5, 22],
    [4, 15],
    [3, 10],
    [2, 7],
    [1, 5],
  ]);
});

test("a disc is dark on an enemy and hatched on a friend, even beside an enemy", () => {
  const dots = [
    dot(0, "1/4", { enemies: [3] }),
    dot(1, "1/4", { enemies: [3], friends: [1] }),
    dot(2, "1/8", { friends: [1] }),
    dot(3, "1/8"),
  ];
  const discs = discsOf({ dots });
  expect(discs.map(({ x, on }) => [x, on]).sort()).toEqual([
    [0, "enemy"],
    [1, "friend"],
    [2, "friend"],
    [3, "none"],
  ]);
  expect(discs[0]?.on).toBe("none"); // whoever strikes nobody lies lowest
  expect(darkSum(discs)).toBe(1 / 4);
});

test("rings say how many land within them, in whole centimetres", () => {
  const aim = { x: 0, y: 0 };
  const dots = [dot(0, "1/2"), dot(1001, "1/8"), dot(1999, "1/8"), dot(3000, "1/4")];
  expect(ringsOf({ dots, aim })).toEqual([
    { reach: 2000, label: "75 % within 2 cm" },
    { reach: 3000, label: "all within 3 cm" },
  ]);
  expect(ringsOf({ dots: [dot(0, "1")], aim })).toEqual([]);
  expect(ringsOf({ dots })).toEqual([]);
  expect(ringsOf({ dots, aim, shots: 8 })).toEqual([]);
});
