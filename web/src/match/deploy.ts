/** "Place for me": spreads what is still beside the board over the poses that the surveys offer. */
import type { Order, Piece, Spots, Survey } from "../api/types";
import { poseOrder, spotOrder } from "./reach";

interface Board {
  readonly columns: number;
  readonly rows: number;
}
interface Cell {
  x: number;
  y: number;
}

/** The facing that looks from here to the middle of the board, along the axis that is farther from it. */
export function towardsMiddle(squares: readonly number[], board: Board): number {
  let x = 0;
  let y = 0;
  for (const square of squares) {
    x += (square % board.columns) + 0.5;
    y += Math.floor(square / board.columns) + 0.5;
  }
  const many = Math.max(1, squares.length);
  const dx = board.columns / 2 - x / many;
  const dy = board.rows / 2 - y / many;
  return Math.abs(dx) >= Math.abs(dy) ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
}

/** How far forward a square lies, seen along a facing of the four main ones. */
function forward(cell: Cell, facing: number): number {
  return facing === 2 ? cell.x : facing === 6 ? -cell.x : facing === 4 ? cell.y : -cell.y;
}

export function cellOf(square: number, board: Board): Cell {
  return { x: square % board.columns, y: Math.floor(square / board.columns) };
}

function apart(one: Cell, other: Cell): number {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
}

/**
 * An order for each piece: apart from each other first, up to three squares, then towards the enemy; never on a square
 * that something stands on. A piece without a survey, or without room, is left out.
 */
export function placeAll(
  pieces: readonly Piece[],
  surveyOf: (piece: Piece) => Survey | undefined,
  standing: readonly Cell[],
  board: Board,
): Order[] {
  const taken = [...standing];
  const orders: Order[] = [];
  for (const piece of pieces) {
    const band = surveyOf(piece)?.bands[0];
    if (!band?.poses?.length) continue;
    const squares = [...new Set(band.poses.map((pose) => pose >> 3))];
    const facing = towardsMiddle(squares, board);
    const poses = new Set(band.poses);
    let best: { pose: number; cell: Cell; worth: number } | undefined;
    for (const square of squares) {
      const pose = square * 8 + facing;
      const cell = cellOf(square, board);
      if (!poses.has(pose) || taken.some((other) => other.x === cell.x && other.y === cell.y)) continue;
      const room = Math.min(3, ...taken.map((other) => apart(cell, other)));
      const middle = Math.abs(facing % 4 === 2 ? cell.y - board.rows / 2 : cell.x - board.columns / 2);
      const worth = room * 1000 + forward(cell, facing) * 10 - middle / 10;
      if (!best || worth > best.worth) best = { pose, cell, worth };
    }
    if (!best) continue;
    taken.push(best.cell);
    orders.push(poseOrder(band, best.pose));
  }
  return orders;
}

/** One of the spots: the one farthest from the middle line, and near the middle of the edge (a flag well behind). */
export function placeSpot(spots: Spots, board: Board): Order | undefined {
  const facing = towardsMiddle(spots.cells, board);
  let best: { square: number; worth: number } | undefined;
  for (const square of spots.cells) {
    const cell = cellOf(square, board);
    const middle = Math.abs(facing % 4 === 2 ? cell.y - board.rows / 2 : cell.x - board.columns / 2);
    const worth = -forward(cell, facing) - middle;
    if (!best || worth > best.worth) best = { square, worth };
  }
  return best && spotOrder(spots, best.square);
}
