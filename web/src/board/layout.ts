import { CELL, polygon, type Named, type Point } from "../stage/points";
import { columnLetters } from "./cells";
import { EIGHT, type Facings } from "./facings";
import type { Terrain } from "./picture";

/**
 * Where things lie on the drawing. The board is turned by turning this, never the drawing, so that light, text and badges stay upright.
 * Another kind of table is another `Layout`.
 */
export interface Layout {
  readonly facings: Facings;
  /** How wide a cell is on the drawing: the side of a square, the width of a hex. */
  readonly unit: number;
  /** By how many degrees a tile is turned, so that it lies in its cell while the light falls on it as before. */
  readonly tilt: number;
  /** As drawn, after turning. */
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly flip: number;
  /** A place on the map, in cells from its top left corner, on the drawing. */
  point(x: number, y: number): Point;
  centre(square: number): Point;
  /** The square under a point of the drawing. */
  at(point: Point): number | undefined;
  /** The square in a column and row of the drawing. */
  square(column: number, row: number): number | undefined;
  /** The column and row of the drawing that a square lies in. */
  drawn(square: number): Point;
  /** A bearing of the map as it looks on the drawing, and the other way round. */
  turned(bearing: number): number;
  unturned(bearing: number): number;
  /** The cell that an arrow key leads to, by so many steps to the right and down; at the edge it stays. */
  step(square: number, dx: number, dy: number): number;
  /** A path round a set of cells, moved inwards. */
  outline(cells: ReadonlySet<number>, by?: number): string;
  /** The names along the upper and the left edge, and where they stand. */
  readonly across: readonly Named[];
  readonly down: readonly Named[];
  /** Where in a cell, from its middle, a price and a name are written. */
  readonly price: Point;
  readonly name: Point;
  /** The corners round a piece that is chosen. */
  readonly brackets: string;
}
/** Squares, turned clockwise by quarters. */
export function layoutSquares({ columns, rows }: Pick<Terrain, "columns" | "rows">, flip: number): Layout {
  const turns = ((flip % 4) + 4) % 4;
  const [wide, high] = turns % 2 ? [rows, columns] : [columns, rows];

  const turn = (x: number, y: number, w: number, h: number): Point =>
    turns === 0 ? [x, y] : turns === 1 ? [h - y, x] : turns === 2 ? [w - x, h - y] : [y, w - x];
  const unturn = (x: number, y: number, w: number, h: number): Point =>
    turns === 0 ? [x, y] : turns === 1 ? [y, h - x] : turns === 2 ? [w - x, h - y] : [w - y, x];

  /** Letters belong to the map's columns and figures to its rows, and turn with them. */
  const names = (count: number, figures: boolean, backwards: boolean): Named[] =>
    Array.from({ length: count }, (_, i) => {
      const at = backwards ? count - 1 - i : i;
      return { name: figures ? String(at + 1) : columnLetters(at), at: (i + 0.5) * CELL };
    });
  const within = (at: number, count: number): number => Math.min(Math.max(at, 0), count - 1);

  const layout: Layout = {
    facings: EIGHT,
    unit: CELL,
    tilt: 0,
    columns: wide,
    rows: high,
    width: wide * CELL,
    height: high * CELL,
    flip: turns,
    point(x, y) {
      const [u, v] = turn(x, y, columns, rows);
      return [u * CELL, v * CELL];
    },
    centre: (square) => layout.point((square % columns) + 0.5, Math.floor(square / columns) + 0.5),
    at: ([x, y]) => layout.square(Math.floor(x / CELL), Math.floor(y / CELL)),
    square(column, row) {
      if (column < 0 || row < 0 || column >= wide || row >= high) return undefined;
      const [x, y] = unturn(column, row, columns - 1, rows - 1);
      return y * columns + x;
    },
    drawn: (square) => turn(square % columns, Math.floor(square / columns), columns - 1, rows - 1),
    turned: (bearing) => (bearing + 90 * turns) % 360,
    unturned: (bearing) => (bearing + 360 - 90 * turns) % 360,
    step(square, dx, dy) {
      const [x, y] = layout.drawn(square);
      return layout.square(within(x + dx, wide), within(y + dy, high)) ?? square;
    },
    outline(cells, by = 0) {
      const has = (x: number, y: number): boolean => cells.has(layout.square(x, y) ?? -1);
      return outlinesIn(has, boxRound([...cells].map(layout.drawn)))
        .map((loop) => polygon(inset(loop, by)))
        .join("");
    },
    across: names(wide, turns % 2 === 1, turns === 1 || turns === 2),
    down: names(high, turns % 2 === 0, turns === 2 || turns === 3),
    price: [16, 20],
    name: [4 - CELL / 2, 12 - CELL / 2],
    brackets: "M-29-17V-29H-17M17-29H29V-17M29 17V29H17M-17 29H-29V17",
  };
  return layout;
}

/** The edges of a map in the order in which a quarter turn brings one to the next. */
export const EDGES = ["left", "top", "right", "bottom"] as const;
export type Edge = (typeof EDGES)[number];

/** The edge of the map that squares lie nearest to. */
export function edgeOf(
  squares: readonly { readonly x: number; readonly y: number }[],
  columns: number,
  rows: number,
): Edge {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [x, y] = [mean(squares.map((one) => one.x + 0.5)) / columns, mean(squares.map((one) => one.y + 0.5)) / rows];
  const far = { left: x, top: y, right: 1 - x, bottom: 1 - y };
  return EDGES.reduce((best, edge) => (far[edge] < far[best] ? edge : best));
}

/** The quarter turns, even or odd, that bring an edge to the left or the bottom of the drawing. */
export function turnsHome(edge: Edge, odd: boolean): number {
  const turns = (odd ? [1, 3] : [0, 2]) as readonly number[];
  return turns.find((one) => ["left", "bottom"].includes(EDGES[(EDGES.indexOf(edge) + one) % 4]!)) ?? 0;
}

/** Where the arrow of a ring stands for a bearing of the drawing: on the ring, or at the edge of the board where that is nearer. */
export function ringArrow(
  [x, y]: Point,
  bearing: number,
  radius: number,
  arrow: number,
  { width, height }: Pick<Layout, "width" | "height">,
): Point {
  const within = (at: number, most: number): number => Math.min(Math.max(at, arrow), most - arrow);
  const angle = (bearing * Math.PI) / 180;
  return [within(x + radius * Math.sin(angle), width), within(y - radius * Math.cos(angle), height)];
}

/** The square whose centre lies nearest to a point, within so many board units. */
export function nearestOf(
  squares: readonly number[],
  [x, y]: Point,
  within: number,
  layout: Layout,
): number | undefined {
  let [best, near]: [number | undefined, number] = [undefined, within];
  for (const square of squares) {
    const [cx, cy] = layout.centre(square);
    const far = Math.hypot(cx - x, cy - y);
    if (far < near) [best, near] = [square, far];
  }
  return best;
}

/** Columns and rows of a drawing, the last ones not included. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
function boxRound(cells: readonly Point[]): Part {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const [x, y] of cells)
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  return cells.length > 0 ? { left, top, right, bottom } : { left: 0, top: 0, right: 0, bottom: 0 };
}
/** The outlines of a set of cells in a part of the drawing, beyond which there are none of it. */
export function outlinesIn(has: (x: number, y: number) => boolean, { left, top, right, bottom }: Part): Point[][] {
  const within = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < right - left && y < bottom - top && has(x + left, y + top);
  const found = outlines(within, right - left, bottom - top);
  return found.map((loop) => loop.map(([x, y]): Point => [x + left * CELL, y + top * CELL]));
}

/** The outlines of a set of cells of the drawing, clockwise, corners only. Cells that touch at a corner stay apart. */
export function outlines(has: (x: number, y: number) => boolean, columns: number, rows: number): Point[][] {
  const next = new Map<number, Point[]>();
  const key = (x: number, y: number): number => y * (columns + 1) + x;
  const put = (x: number, y: number, to: Point): void => {
    const there = next.get(key(x, y));
    if (there) there.push(to);
    else next.set(key(x, y), [to]);
  };
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      if (!has(x, y)) continue;
      if (!has(x, y - 1)) put(x, y, [x + 1, y]);
      if (!has(x + 1, y)) put(x + 1, y, [x + 1, y + 1]);
      if (!has(x, y + 1)) put(x + 1, y + 1, [x, y + 1]);
      if (!has(x - 1, y)) put(x, y + 1, [x, y]);
    }
  const loops: Point[][] = [];
  for (const [start, out] of next) while (out.length) loops.push(follow(next, start, columns + 1));
  return loops;
}

/** Walks the edges from a corner until it is back, keeping to the right where there is a choice. */
function follow(next: Map<number, Point[]>, start: number, stride: number): Point[] {
  const loop: Point[] = [];
  let [x, y, dx, dy] = [start % stride, Math.floor(start / stride), 0, 0];
  do {
    const out = next.get(y * stride + x) ?? [];
    const towards = (ux: number, uy: number): number => out.findIndex(([u, v]) => u - x === ux && v - y === uy);
    const right = towards(-dy, dx);
    const [[u, v] = [x, y]] = out.splice(Math.max(right < 0 ? towards(dx, dy) : right, 0), 1);
    if (u - x !== dx || v - y !== dy) loop.push([x * CELL, y * CELL]);
    [dx, dy, x, y] = [u - x, v - y, u, v];
  } while (y * stride + x !== start);
  return loop;
}

/** Moves an outline inwards. */
export function inset(loop: readonly Point[], by: number): Point[] {
  return loop.map(([x, y], i) => {
    const [ax, ay] = loop[(i + loop.length - 1) % loop.length]!;
    const [bx, by_] = loop[(i + 1) % loop.length]!;
    const [ux, uy, wx, wy] = [Math.sign(x - ax), Math.sign(y - ay), Math.sign(bx - x), Math.sign(by_ - y)];
    return [x + by * (-uy - wy), y + by * (ux + wx)];
  });
}

/** A path round a set of cells. */
export const outlineOf = (layout: Layout, cells: ReadonlySet<number>, by = 0): string => layout.outline(cells, by);
