/** Which part of a board is on screen: where its top left corner lies, and how many pixels a cell is wide. */
import { CELL, type Point } from "./points";

/** What is looked at: how large it is on the drawing, and how many pixels a cell may become. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly largest?: number;
}

export interface View {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
}

/** The window, and the strip along its edges that holds the names of columns and rows. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly rim: number;
}

const LARGEST = 130;

const fitting = ({ width, height, rim }: Frame, sheet: Sheet): number =>
  Math.max(4, Math.min((width - 2 * rim) / (sheet.width / CELL), (height - 2 * rim) / (sheet.height / CELL)));

/** The whole board, as large as it goes. */
export function fit(frame: Frame, sheet: Sheet): View {
  return settle({ x: 0, y: 0, cell: fitting(frame, sheet) }, frame, sheet);
}

/** Keeps the board in the window: what is smaller than it is centred, what is larger covers it. */
export function settle({ x, y, cell }: View, frame: Frame, sheet: Sheet): View {
  const size = Math.min(
    Math.max(cell, fitting(frame, sheet)),
    Math.max(sheet.largest ?? LARGEST, fitting(frame, sheet)),
  );
  const along = (at: number, room: number, length: number): number => {
    const free = room - 2 * frame.rim;
    if (length <= free + 0.5) return frame.rim + (free - length) / 2;
    return Math.min(Math.max(at, room - frame.rim - length), frame.rim);
  };
  return {
    x: along(x, frame.width, (sheet.width / CELL) * size),
    y: along(y, frame.height, (sheet.height / CELL) * size),
    cell: size,
  };
}

export const pan = (view: View, dx: number, dy: number, frame: Frame, sheet: Sheet): View =>
  settle({ ...view, x: view.x + dx, y: view.y + dy }, frame, sheet);

/** Zooms so that what lies under a pixel stays there. */
export function zoom(view: View, factor: number, [px, py]: Point, frame: Frame, sheet: Sheet): View {
  const { cell } = settle({ ...view, cell: view.cell * factor }, frame, sheet);
  const by = cell / view.cell;
  return settle({ x: px - (px - view.x) * by, y: py - (py - view.y) * by, cell }, frame, sheet);
}

/** Shows points in the middle, in cells of a size, or smaller where they would not all be seen with a cell around them. */
export function focus(points: readonly Point[], size: number, frame: Frame, sheet: Sheet): View {
  const span = (values: number[]): readonly [middle: number, length: number] => {
    const [low, high] = [Math.min(...values) / CELL - 0.5, Math.max(...values) / CELL + 0.5];
    return [(low + high) / 2, high - low + 2];
  };
  const [[x, wide], [y, high]] = [span(points.map(([column]) => column)), span(points.map(([, row]) => row))];
  const cell = Math.min(
    size,
    Math.max((frame.width - 2 * frame.rim) / wide, 1),
    Math.max((frame.height - 2 * frame.rim) / high, 1),
  );
  return settle({ x: frame.width / 2 - x * cell, y: frame.height / 2 - y * cell, cell }, frame, sheet);
}

/** The least move that brings a point on screen, with a cell around it. */
export function reveal(view: View, [x, y]: Point, frame: Frame, sheet: Sheet): View {
  const by = (at: number, length: number): number => {
    const [low, high] = [frame.rim + 1.5 * view.cell, length - frame.rim - 1.5 * view.cell];
    return at < low ? low - at : at > high ? high - at : 0;
  };
  return pan(
    view,
    by(view.x + (x / CELL) * view.cell, frame.width),
    by(view.y + (y / CELL) * view.cell, frame.height),
    frame,
    sheet,
  );
}

/** A pixel of the window in board units. */
export const unitsAt = ({ x, y, cell }: View, [px, py]: Point): Point => [
  ((px - x) / cell) * CELL,
  ((py - y) / cell) * CELL,
];
