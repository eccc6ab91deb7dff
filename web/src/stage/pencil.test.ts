import { expect, test } from "vitest";
import type { Drive, Shot, Stroke } from "../api/types";
import { layoutHexes } from "../board/hexes";
import { layoutSquares } from "../board/layout";
import { planeOf } from "../free/plane";
import { beside, halfway, lineOf, pencilMarks, type Pencilled } from "./pencil";

const nobody = (): undefined => undefined;
const drive = (piece: number, ...columns: number[]): Drive => ({
  type: "drive",
  piece,
  poses: columns.map((x) => ({ x, y: 1, bearing: 90 })),
  together: false,
});
const shot = (over: Partial<Shot> = {}): Shot => ({
  type: "shot",
  piece: 0,
  target: 1,
  outcome: "",
  odds: null,
  cell: null,
  high: false,
  falls: [],
  end: "held",
  ...over,
});
const pencil = (...strokes: Stroke[]): Pencilled => ({
  acts: strokes.map((stroke, at) => ({ number: at + 1, strokes: [stroke], end: "moved" })),
  solid: null,
  strength: 1,
});

test.each([0, 1, 2, 3])("a line on squares runs from middle to middle, on a board turned by %i quarters", (flip) => {
  const layout = layoutSquares({ columns: 10, rows: 6 }, flip);
  const line = [
    { x: 20, y: 10 },
    { x: 70, y: 32 },
  ];
  const [from, to] = lineOf(shot({ line }), layout, nobody);
  expect(from).toEqual(layout.centre(1 * 10 + 2));
  expect(to).toEqual(layout.point(7.5, 3.7));
});
test("a line on hexes runs from corner to corner", () => {
  const layout = layoutHexes({ columns: 8, rows: 6 }, 0);
  const line = [
    { x: 0, y: -2 },
    { x: 3, y: 1 },
  ];
  expect(lineOf(shot({ line }), layout, nobody)).toEqual([layout.lattice(0, -2), layout.lattice(3, 1)]);
});
test("a line on a free table runs from place to place, and a barrage comes from beyond its edge", () => {
  const plane = planeOf({ columns: 120_000, rows: 80_000 }, 0);
  const line = [
    { x: 1000, y: 2000 },
    { x: 9000, y: 4000 },
  ];
  expect(lineOf(shot({ line }), plane, nobody)).toEqual([plane.point(1000, 2000), plane.point(9000, 4000)]);
  const fall = { x: 9000, y: 4000 };
  const [from, to] = lineOf(shot({ piece: -1, target: null, line: [fall], falls: [fall] }), plane, nobody);
  expect(to).toEqual(plane.point(9000, 4000));
  expect(from![1]).toBeLessThan(0);
});
test("a shot without a line is drawn from piece to target", () => {
  const layout = layoutSquares({ columns: 10, rows: 6 }, 0);
  expect(lineOf(shot(), layout, (unit) => [unit * 100, 0])).toEqual([
    [0, 0],
    [100, 0],
  ]);
});

test("a way begins in a ring and ends in a tip, and a turn on the spot is none", () => {
  const layout = layoutSquares({ columns: 10, rows: 6 }, 0);
  const marks = pencilMarks(pencil(drive(0, 1, 2, 3), drive(1, 4, 4)), layout, nobody);
  expect(marks.map(({ kind, number }) => [kind, number])).toEqual([["way", 1]]);
  expect(marks[0]!.points).toEqual([layout.point(1.5, 1.5), layout.point(2.5, 1.5), layout.point(3.5, 1.5)]);
});
test("with more than twelve ways single steps are ticks, but for the act that is stepped to", () => {
  const layout = layoutSquares({ columns: 20, rows: 6 }, 0);
  const many = Array.from({ length: 13 }, (_, at) => drive(at, at, at + 1));
  const kinds = (solid: number | null): string[] =>
    pencilMarks({ ...pencil(...many), solid }, layout, nobody).map(({ kind }) => kind);
  expect(new Set(kinds(null))).toEqual(new Set(["tick"]));
  expect(kinds(4)[4]).toBe("way");
  expect(pencilMarks(pencil(...many.slice(1)), layout, nobody)[0]!.kind).toBe("way");
});
test("stepping makes one act solid and the others pale", () => {
  const layout = layoutSquares({ columns: 10, rows: 6 }, 0);
  const marks = pencilMarks({ ...pencil(drive(0, 1, 2), drive(1, 4, 6)), solid: 1 }, layout, nobody);
  expect(marks.map(({ solid, pale }) => [solid, pale])).toEqual([
    [false, true],
    [true, false],
  ]);
});
test("a miss ends beside its target, what hit ends on it", () => {
  const layout = layoutSquares({ columns: 10, rows: 6 }, 0);
  const line = [
    { x: 0, y: 0 },
    { x: 50, y: 0 },
  ];
  const [missed] = pencilMarks(pencil(shot({ line, end: "missed" })), layout, nobody);
  const [held] = pencilMarks(pencil(shot({ line })), layout, nobody);
  const target = layout.point(5.5, 0.5);
  expect(held!.sign).toEqual(target);
  expect(Math.hypot(missed!.sign[0] - target[0], missed!.sign[1] - target[1])).toBeCloseTo(26);
});
test("the middle of a line lies on it", () => {
  expect(
    halfway([
      [0, 0],
      [10, 0],
      [10, 10],
    ]),
  ).toEqual([10, 0]);
  expect(beside([0, 0], [10, 0], 4)).toEqual([10, 4]);
});
