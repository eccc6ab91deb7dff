import { expect, test } from "vitest";
import type { Point } from "../stage/points";
import { layoutHexes } from "./hexes";
import { layoutSquares, type Layout } from "./layout";
import type { Survey } from "./picture";
import { ARROW, choicesAt, LARGE, type Choice } from "./ring";
import { poseOf, readReach, type Reach } from "./state";

const SIZE = { columns: 9, rows: 7 };
const SQUARE = 3 * 9 + 4;
const ROUND = { radius: 60, arrow: 13, inner: 40 };
/** A band with all these facings on one square, at these prices. */
function reachOf(
  paid: boolean,
  ...bands: (readonly [name: string, facings: Readonly<Record<number, number>>])[]
): Reach {
  const survey = {
    bands: bands.map(([name, facings], token) => ({
      name,
      rule: "r",
      token,
      order: { type: "move" },
      poses: Object.keys(facings).map((facing) => poseOf(SQUARE, Number(facing))),
      steps: Object.values(facings),
      before: Object.keys(facings).map(() => -1),
      strides: paid ? Object.keys(facings).map(() => ({ type: "turn" })) : undefined,
    })),
  };
  return readReach(survey as unknown as Survey);
}
const choices = (layout: Layout, reach: Reach): Choice[] =>
  choicesAt(reach, SQUARE, layout, { ...ROUND, middle: layout.centre(SQUARE) });
const points = (path: string): Point[] => {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([MLHV])?\s*(-?[\d.]+)(?:\s*(-?[\d.]+))?/g)].map(([, sign, a, b]) => {
    if (sign === "H") x = Number(a);
    else if (sign === "V") y = Number(a);
    else [x, y] = [Number(a), Number(b)];
    return [x, y];
  });
};
const place = ({ at, bearing }: Choice, [x, y]: Point): Point => {
  const angle = (bearing * Math.PI) / 180;
  return [at[0] + x * Math.cos(angle) - y * Math.sin(angle), at[1] + x * Math.sin(angle) + y * Math.cos(angle)];
};
const far = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const BOARDS: readonly (readonly [string, (flip: number) => Layout, number])[] = [
  ["squares", (flip) => layoutSquares(SIZE, flip), 8],
  ["hexes", (flip) => layoutHexes(SIZE, flip), 6],
];

test.each(BOARDS)("on %s the tip of every arrow points away from the piece, at all turns", (_, layoutOf, many) => {
  for (const flip of [0, 1, 2, 3]) {
    const layout = layoutOf(flip);
    const all = choices(
      layout,
      reachOf(true, ["ahead", Object.fromEntries(Array.from({ length: many }, (_, i) => [i, 1]))]),
    );
    expect(all).toHaveLength(many);
    const middle = layout.centre(SQUARE);
    for (const choice of all) {
      const ends = points(ARROW);
      const [tip] = ends;
      const shaft = ends.filter(([, y]) => y === 12);
      expect(shaft).toHaveLength(2);
      expect(far(place(choice, tip!), middle)).toBeCloseTo(ROUND.radius + 12);
      for (const end of shaft) expect(far(place(choice, end), middle)).toBeLessThan(ROUND.radius - 10);
    }
  }
});

test("an arrow on squares points to the square that the piece would face, at all turns", () => {
  for (const flip of [0, 1, 2, 3]) {
    const layout = layoutSquares(SIZE, flip);
    const [east] = choices(layout, reachOf(true, ["ahead", { 2: 1 }]));
    const [[ax, ay], [bx, by]] = [layout.centre(SQUARE), layout.centre(SQUARE + 1)];
    expect([Math.sign(Math.round(east!.at[0] - ax)), Math.sign(Math.round(east!.at[1] - ay))]).toEqual([
      Math.sign(bx - ax),
      Math.sign(by - ay),
    ]);
  }
});

test("only what is possible has an arrow, and what costs more has its price between arrow and piece", () => {
  const layout = layoutSquares(SIZE, 0);
  const all = choices(layout, reachOf(true, ["ahead", { 0: 4, 2: 5, 4: 6 }]));
  expect(all.map(({ facing, price }) => [facing, price])).toEqual([
    [0, null],
    [2, 5],
    [4, 6],
  ]);
  const middle = layout.centre(SQUARE);
  for (const { priceAt } of all) expect(far(priceAt, middle)).toBeCloseTo(ROUND.inner);
  expect(choices(layout, reachOf(false, ["with the 3", { 0: 2, 2: 3 }])).map(({ price }) => price)).toEqual([
    null,
    null,
  ]);
});

test("a facing that loses the shot is marked only where another keeps it", () => {
  const layout = layoutHexes(SIZE, 0);
  const some = choices(layout, reachOf(true, ["can still fire", { 0: 3 }], ["cannot fire any more", { 1: 4, 2: 5 }]));
  expect(some.map(({ facing, loses }) => [facing, loses])).toEqual([
    [0, false],
    [1, true],
    [2, true],
  ]);
  const none = choices(layout, reachOf(true, ["cannot fire any more", { 1: 4, 2: 5 }]));
  expect(none.some(({ loses }) => loses)).toBe(false);
});

test("the large arrow has a shaft too, and is larger", () => {
  const [small, large] = [points(ARROW), points(LARGE)];
  expect(Math.min(...large.map(([, y]) => y))).toBeLessThan(Math.min(...small.map(([, y]) => y)));
  expect(large.filter(([, y]) => y === 17)).toHaveLength(2);
});
