/** Which part of a table is on screen: where its top left corner lies, and how many pixels a cell is wide. */
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

/** The window, and the strips along its left and upper edge that hold the names of columns and rows. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** A window of a size, on a phone or not. */
export const frameOf = (width: number, height: number, phone: boolean): Frame => ({
  width,
  height,
  left: phone ? 20 : 24,
  top: 20,
});

/** A window without strips: that of a picture. */
export const bare = (width: number, height: number): Frame => ({ width, height, left: 0, top: 0 });

/** Places of the drawing from corner to corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const LARGEST = 130;

/** How many pixels wide and high the table itself may be. */
export const roomIn = ({ width, height, left, top }: Frame): Point => [
  Math.max(1, width - left),
  Math.max(1, height - top),
];
/** The pixel in the middle of it. */
export const middleOf = ({ width, height, left, top }: Frame): Point => [(left + width) / 2, (top + height) / 2];

const fitting = (frame: Frame, sheet: Sheet): number => {
  const [wide, high] = roomIn(frame);
  return Math.max(4, Math.min(wide / (sheet.width / CELL), high / (sheet.height / CELL)));
};

/** The whole table, as large as it goes. */
export function fit(frame: Frame, sheet: Sheet): View {
  return settle({ x: 0, y: 0, cell: fitting(frame, sheet) }, frame, sheet);
}

/** Keeps the table in the window: what is smaller than it is centred, what is larger covers it. */
export function settle({ x, y, cell }: View, frame: Frame, sheet: Sheet): View {
  const least = fitting(frame, sheet);
  const size = Math.min(Math.max(cell, least), Math.max(sheet.largest ?? LARGEST, least));
  const along = (at: number, first: number, room: number, length: number): number => {
    const free = room - first;
    if (length <= free + 0.5) return first + (free - length) / 2;
    return Math.min(Math.max(at, room - length), first);
  };
  return {
    x: along(x, frame.left, frame.width, (sheet.width / CELL) * size),
    y: along(y, frame.top, frame.height, (sheet.height / CELL) * size),
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

/** A place of the drawing in the middle, in cells of a size. */
export function centred([x, y]: Point, cell: number, frame: Frame, sheet: Sheet): View {
  const { cell: size } = settle({ x: 0, y: 0, cell }, frame, sheet);
  const [middle, centre] = middleOf(frame);
  return settle({ x: middle - (x / CELL) * size, y: centre - (y / CELL) * size, cell: size }, frame, sheet);
}
/** The place of the drawing in the middle of the window. */
export const centreOf = (view: View, frame: Frame): Point => unitsAt(view, middleOf(frame));

/** The least move that brings a point on screen, with a cell around it. */
export function reveal(view: View, [x, y]: Point, frame: Frame, sheet: Sheet): View {
  const by = (at: number, first: number, length: number): number => {
    const [low, high] = [first + 1.5 * view.cell, length - 1.5 * view.cell];
    return at < low ? low - at : at > high ? high - at : 0;
  };
  return pan(
    view,
    by(view.x + (x / CELL) * view.cell, frame.left, frame.width),
    by(view.y + (y / CELL) * view.cell, frame.top, frame.height),
    frame,
    sheet,
  );
}

/** A pixel of the window in board units, and the other way round. */
export const unitsAt = ({ x, y, cell }: View, [px, py]: Point): Point => [
  ((px - x) / cell) * CELL,
  ((py - y) / cell) * CELL,
];
export const pixelOf = ({ x, y, cell }: View, [ux, uy]: Point): Point => [
  x + (ux / CELL) * cell,
  y + (uy / CELL) * cell,
];

/** A view on its way from one to another, 0 to 1: the middle goes straight, and the scale by equal factors. */
export function between(from: View, to: View, part: number, frame: Frame): View {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  const [[ax, ay], [bx, by]] = [centreOf(from, frame), centreOf(to, frame)];
  const cell = from.cell * (to.cell / from.cell) ** part;
  const [middle, centre] = middleOf(frame);
  return { x: middle - (mix(ax, bx) / CELL) * cell, y: centre - (mix(ay, by) / CELL) * cell, cell };
}
