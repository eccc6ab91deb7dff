/** Hexes with a corner at the top, every second row half a hex to the right, as a layout of the board. */
import { columnLetters } from "./cells";
import { SIX } from "./facings";
import { pointText, polygon, type Point } from "../stage/points";
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

/** Turned by halves only: after a quarter turn no row would run straight across, and keys and names go by rows. */
export function layoutHexes({ columns, rows }: Pick<Terrain, "columns" | "rows">, flip: number): HexLayout {
  const over = flip % 4 === 2;
  const width = (columns + (rows > 1 ? 0.5 : 0)) * WIDE;
  const height = (1.5 * rows + 0.5) * SIDE;
  const turn = ([x, y]: Point): Point => (over ? [width - x, height - y] : [x, y]);
  /** How far a row is moved to the right, in hexes; between two rows it is in between. */
  const shift = (row: number): number => Math.abs(row - 2 * Math.round(row / 2)) / 2;
  const place = (column: number, row: number): Point =>
    turn([(column + shift(row) + 0.5) * WIDE, (1.5 * row + 1) * SIDE]);
  const within = (at: number, count: number): number => Math.min(Math.max(at, 0), count - 1);
  const columnOf = (square: number): number => square % columns;
  const rowOf = (square: number): number => Math.floor(square / columns);
  const number = (column: number, row: number): number | undefined =>
    column < 0 || row < 0 || column >= columns || row >= rows ? undefined : row * columns + column;
  const way = over ? -1 : 1;

  const layout: HexLayout = {
    facings: SIX,
    quarters: 2,
    columns,
    rows,
    width,
    height,
    flip: over ? 2 : 0,
    point: (x, y) => place(x - 0.5, y - 0.5),
    centre: (square) => place(columnOf(square), rowOf(square)),
    at(point) {
      // The nearest middle is that of the hex; it lies in one of the two nearest rows.
      const [x, y] = turn(point);
      const near = Math.floor((y / SIDE - 1) / 1.5);
      const [best] = [near, near + 1]
        .map((row) => ({ row, column: Math.round(x / WIDE - shift(row) - 0.5) }))
        .map(({ row, column }) => ({
          row,
          column,
          far: Math.hypot((column + shift(row) + 0.5) * WIDE - x, (1.5 * row + 1) * SIDE - y),
        }))
        .sort((a, b) => a.far - b.far);
      return best && best.far <= SIDE ? number(best.column, best.row) : undefined;
    },
    square: (column, row) => (over ? number(columns - 1 - column, rows - 1 - row) : number(column, row)),
    drawn: (square) =>
      over ? [columns - 1 - columnOf(square), rows - 1 - rowOf(square)] : [columnOf(square), rowOf(square)],
    turned: (bearing) => (bearing + (over ? 180 : 0)) % 360,
    unturned: (bearing) => (bearing + (over ? 180 : 0)) % 360,
    // Up and down zigzag: from a row that is moved to the right to the left, and back.
    step: (square, dx, dy) =>
      number(within(columnOf(square) + way * dx, columns), within(rowOf(square) + way * dy, rows)) ?? square,
    outline: (cells, by = 0) =>
      loopsRound(cells, columns)
        .map((loop) => polygon(inwards(loop, by).map(turn)))
        .join(""),
    across: Array.from({ length: columns }, (_, column) => ({ name: columnLetters(column), at: place(column, 0)[0] })),
    down: Array.from({ length: rows }, (_, row) => ({ name: String(row + 1), at: place(0, row)[1] })),
    ladder: 0,
    price: [0, 25],
    name: [-8, 14 - SIDE],
    brackets: cornersOf(SIDE - 1.5),
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

/** The six corners of a hex round (0, 0), each with a third of its sides. */
function cornersOf(radius: number): string {
  const corner = (i: number): Point => [radius * Math.sin((i * Math.PI) / 3), -radius * Math.cos((i * Math.PI) / 3)];
  const part = ([ax, ay]: Point, [bx, by]: Point): Point => [ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3];
  return [0, 1, 2, 3, 4, 5]
    .map(
      (i) => `M${[part(corner(i), corner(i + 5)), corner(i), part(corner(i), corner(i + 1))].map(pointText).join("L")}`,
    )
    .join("");
}
