/** Hexes with a corner at the top of the map, every second row half a hex to the right, as a layout of the board. */
import { columnLetters } from "./cells";
import { SIX } from "./facings";
import { pointText, polygon, type Named, type Point } from "../stage/points";
import { type Layout } from "./layout";
import type { Terrain } from "./picture";

/** A hex in board units: its width, and its side, which is also the way from its middle to a corner. */
export const WIDE = 60;
export const SIDE = WIDE / Math.sqrt(3);
/** All corners lie on a lattice of half widths and half sides; these are those of a hex, clockwise from the top. */
const CORNERS = [
  [0, -2],
  [1, -1],
  [1, 1],
  [0, 2],
  [-1, 1],
  [-1, -1],
] as const;

export interface HexLayout extends Layout {
  /** A point as traces tell it: in half widths and half sides from the middle of A1. */
  lattice(x: number, y: number): Point;
}

/** Turned clockwise by quarters. After one or three of them the rows of the map run up and down, and its columns across. */
export function layoutHexes({ columns, rows }: Pick<Terrain, "columns" | "rows">, flip: number): HexLayout {
  const turns = ((flip % 4) + 4) % 4;
  const odd = turns % 2 === 1;
  const [w, h] = [(columns + (rows > 1 ? 0.5 : 0)) * WIDE, (1.5 * rows + 0.5) * SIDE];
  const turn = ([x, y]: Point): Point =>
    turns === 0 ? [x, y] : turns === 1 ? [h - y, x] : turns === 2 ? [w - x, h - y] : [y, w - x];
  const unturn = ([x, y]: Point): Point =>
    turns === 0 ? [x, y] : turns === 1 ? [y, h - x] : turns === 2 ? [w - x, h - y] : [w - y, x];
  /** A step on the drawing, to the right and down, as one on the map. */
  const unstep = (dx: number, dy: number): Point =>
    turns === 0 ? [dx, dy] : turns === 1 ? [dy, -dx] : turns === 2 ? [-dx, -dy] : [-dy, dx];
  /** How far a row is moved to the right, in hexes; between two rows it is in between. */
  const shift = (row: number): number => Math.abs(row - 2 * Math.round(row / 2)) / 2;
  const middle = (column: number, row: number): Point => [(column + shift(row) + 0.5) * WIDE, (1.5 * row + 1) * SIDE];
  const place = (column: number, row: number): Point => turn(middle(column, row));
  const within = (at: number, count: number): number => Math.min(Math.max(at, 0), count - 1);
  const columnOf = (square: number): number => square % columns;
  const rowOf = (square: number): number => Math.floor(square / columns);
  const number = (column: number, row: number): number | undefined =>
    column < 0 || row < 0 || column >= columns || row >= rows ? undefined : row * columns + column;
  /** The names of the map's columns and rows, where they stand along an edge. */
  const letters = (axis: 0 | 1): Named[] =>
    Array.from({ length: columns }, (_, column) => ({ name: columnLetters(column), at: place(column, 0)[axis] }));
  const figures = (axis: 0 | 1): Named[] =>
    Array.from({ length: rows }, (_, row) => ({ name: String(row + 1), at: place(0, row)[axis] }));

  const layout: HexLayout = {
    facings: SIX,
    unit: WIDE,
    tilt: turns === 1 ? 30 : turns === 3 ? -30 : 0,
    columns: odd ? rows : columns,
    rows: odd ? columns : rows,
    width: odd ? h : w,
    height: odd ? w : h,
    flip: turns,
    point: (x, y) => place(x - 0.5, y - 0.5),
    centre: (square) => place(columnOf(square), rowOf(square)),
    at(point) {
      // The nearest middle is that of the hex; it lies in one of the two nearest rows.
      const [x, y] = unturn(point);
      const near = Math.floor((y / SIDE - 1) / 1.5);
      const [best] = [near, near + 1]
        .map((row) => ({ row, column: Math.round(x / WIDE - shift(row) - 0.5) }))
        .map(({ row, column }) => {
          const [u, v] = middle(column, row);
          return { row, column, far: Math.hypot(u - x, v - y) };
        })
        .sort((a, b) => a.far - b.far);
      return best && best.far <= SIDE ? number(best.column, best.row) : undefined;
    },
    square(column, row) {
      const [x, y] =
        turns === 0
          ? [column, row]
          : turns === 1
            ? [row, rows - 1 - column]
            : turns === 2
              ? [columns - 1 - column, rows - 1 - row]
              : [columns - 1 - row, column];
      return number(x, y);
    },
    drawn(square) {
      const [x, y] = [columnOf(square), rowOf(square)];
      if (turns === 0) return [x, y];
      if (turns === 1) return [rows - 1 - y, x];
      return turns === 2 ? [columns - 1 - x, rows - 1 - y] : [y, columns - 1 - x];
    },
    turned: (bearing) => (bearing + 90 * turns) % 360,
    unturned: (bearing) => (bearing + 360 - 90 * turns) % 360,
    // From row to row it zigzags: from one that is moved to the right to the left, and back.
    step(square, dx, dy) {
      const [x, y] = unstep(dx, dy);
      return number(within(columnOf(square) + x, columns), within(rowOf(square) + y, rows)) ?? square;
    },
    outline: (cells, by = 0) =>
      loopsRound(cells, columns)
        .map((loop) => polygon(inwards(loop, by).map(turn)))
        .join(""),
    across: odd ? figures(0) : letters(0),
    down: odd ? letters(1) : figures(1),
    price: odd ? [0, 21] : [0, 25],
    name: odd ? [-8, 14 - WIDE / 2] : [-8, 14 - SIDE],
    brackets: cornersOf(SIDE - 1.5, odd ? 90 : 0),
    lattice: (x, y) => turn([((x + 1) * WIDE) / 2, ((y + 2) * SIDE) / 2]),
  };
  return layout;
}

/** The outlines of a set of hexes, clockwise, on the lattice. Three hexes meet at a corner, so none is passed twice. */
function loopsRound(cells: ReadonlySet<number>, columns: number): Point[][] {
  const next = new Map<string, { readonly from: Point; readonly to: Point }>();
  const key = ([x, y]: Point): string => `${x},${y}`;
  const edges = new Map<string, { readonly from: Point; readonly to: Point }>();
  for (const cell of cells) {
    const row = Math.floor(cell / columns);
    const [cx, cy] = [2 * (cell % columns) + (row & 1) + 1, 3 * row + 2];
    CORNERS.forEach(([x, y], i) => {
      const [u, v] = CORNERS[(i + 1) % 6]!;
      const edge = { from: [cx + x, cy + y] as const, to: [cx + u, cy + v] as const };
      // A side between two of them is no edge.
      if (!edges.delete(`${key(edge.to)} ${key(edge.from)}`)) edges.set(`${key(edge.from)} ${key(edge.to)}`, edge);
    });
  }
  for (const edge of edges.values()) next.set(key(edge.from), edge);
  const loops: Point[][] = [];
  for (let [first] = next.values(); first; [first] = next.values()) {
    const loop: Point[] = [];
    for (let edge: typeof first | undefined = first; edge; edge = next.get(key(edge.to))) {
      next.delete(key(edge.from));
      loop.push(edge.from);
    }
    loops.push(loop);
  }
  return loops;
}

/** An outline in board units, moved inwards. At each corner it bends by 60°, one way or the other. */
function inwards(loop: readonly Point[], by: number): Point[] {
  const points = loop.map(([x, y]): Point => [(x * WIDE) / 2, (y * SIDE) / 2]);
  const normal = ([ax, ay]: Point, [bx, by_]: Point): Point => [(ay - by_) / SIDE, (bx - ax) / SIDE];
  return points.map((point, i) => {
    const [before, after] = [points.at(i - 1)!, points[(i + 1) % points.length]!];
    const [[ux, uy], [vx, vy]] = [normal(before, point), normal(point, after)];
    return [point[0] + (by * (ux + vx)) / 1.5, point[1] + (by * (uy + vy)) / 1.5];
  });
}

/** The six corners of a hex round (0, 0), the first at a bearing, each with a third of its sides. */
function cornersOf(radius: number, bearing: number): string {
  const corner = (i: number): Point => {
    const angle = ((bearing + 60 * i) * Math.PI) / 180;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  };
  const part = ([ax, ay]: Point, [bx, by]: Point): Point => [ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3];
  return [0, 1, 2, 3, 4, 5]
    .map(
      (i) => `M${[part(corner(i), corner(i + 5)), corner(i), part(corner(i), corner(i + 1))].map(pointText).join("L")}`,
    )
    .join("");
}
