/** What the camera decides: how large things are to be, what it brings into view, when it moves and when it cuts. Pure. */
import { CELL, type Point } from "./points";
import { centred, centreOf, fit, middleOf, pixelOf, roomIn, type Box, type Frame, type Sheet, type View } from "./view";

/** Pixels of a cell, or on a free table of the shortest model. */
export interface Levels {
  /** Where the whole table gives so many, the camera rests. */
  readonly rest: number;
  /** While something is done: the least, what it goes to by itself, and the most. */
  readonly low: number;
  readonly work: number;
  readonly high: number;
  readonly near: number;
  /** The least at which a long shot is watched. */
  readonly shot: number;
}
export interface Measure {
  /** What is measured, in board units: the side of a square, the width of a hex, the length of the shortest model. */
  readonly unit: number;
  /** How far the largest of what stands there is drawn round its middle, in board units, where that is more than the usual. */
  readonly around?: number;
  readonly levels: Levels;
}

export function levelsOf(models: boolean, phone: boolean): Levels {
  const low = models ? 28 : phone ? 44 : 40;
  const work = models ? 36 : phone ? 48 : 44;
  return { rest: models ? 28 : 38, low, work, high: phone ? 52 : models ? 60 : 56, near: 64, shot: 28 };
}

/** A size in pixels as pixels of a cell, by which views count, and the other way round. */
export const cellOf = (pixels: number, unit: number): number => (pixels * CELL) / unit;
export const pixelsOf = (cell: number, unit: number): number => (cell * unit) / CELL;

/** Whether the whole table is large enough to play on, so that the camera need not move. */
export const rests = (frame: Frame, sheet: Sheet, { unit, levels }: Measure): boolean =>
  pixelsOf(fit(frame, sheet).cell, unit) >= levels.rest - 0.01;

/** How far round a place what stands there is drawn, in measured units, and its badge. */
const AROUND = 1.1;
type Drawn = Pick<Measure, "unit" | "around">;
const aroundOf = ({ unit, around = 0 }: Drawn): number => Math.max(AROUND * unit, around);

export const boxRound = ([x, y]: Point, by: number): Box => ({
  left: x - by,
  top: y - by,
  right: x + by,
  bottom: y + by,
});
const joined = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});
/** What lies beyond the table's edge needs no room. */
const trimmed = ({ left, top, right, bottom }: Box, { width, height }: Sheet): Box => ({
  left: Math.max(0, left),
  top: Math.max(0, top),
  right: Math.min(width, right),
  bottom: Math.min(height, bottom),
});

/** The first place and as many of the others, in their order, as fit together in cells of a size. */
export function gathered(points: readonly Point[], cell: number, frame: Frame, sheet: Sheet, drawn: Drawn): Box {
  const [wide, high] = roomIn(frame).map((pixels) => (pixels / cell) * CELL) as [number, number];
  const boxes = points.map((point) => trimmed(boxRound(point, aroundOf(drawn)), sheet));
  return boxes.reduce((box, next) => {
    const grown = joined(box, next);
    return grown.right - grown.left <= wide + 0.01 && grown.bottom - grown.top <= high + 0.01 ? grown : box;
  });
}

/** Whether a box is on screen, within a part of the window round its middle. */
export function shows(view: View, { left, top, right, bottom }: Box, frame: Frame, part = 1): boolean {
  const [[x0, y0], [x1, y1]] = [pixelOf(view, [left, top]), pixelOf(view, [right, bottom])];
  const [[wide, high], [x, y]] = [roomIn(frame), middleOf(frame)];
  const [dx, dy] = [(wide * part) / 2 + 1, (high * part) / 2 + 1];
  return x0 >= x - dx && x1 <= x + dx && y0 >= y - dy && y1 <= y + dy;
}

/** A box in the middle, as large as it goes between two sizes. */
export function framing(box: Box, low: number, high: number, frame: Frame, sheet: Sheet): View {
  const [wide, tall] = roomIn(frame);
  const cell = Math.min(
    (wide / Math.max(1, box.right - box.left)) * CELL,
    (tall / Math.max(1, box.bottom - box.top)) * CELL,
  );
  const size = Math.min(Math.max(cell, low), high);
  return centred([(box.left + box.right) / 2, (box.top + box.bottom) / 2], size, frame, sheet);
}

/** The size that it goes to: as it is, where that is one to work at. */
function workCell({ cell }: View, { unit, levels }: Measure): number {
  const [low, high] = [cellOf(levels.low, unit), cellOf(levels.high, unit)];
  return cell >= low - 0.01 && cell <= high + 0.01 ? cell : cellOf(levels.work, unit);
}

/**
 * The view for what is chosen: the piece, what is aimed at, its reach, its targets, in that order, as many as fit at work zoom. A view
 * that shows all of them as large already stays.
 */
export function chosenView(now: View, points: readonly Point[], frame: Frame, sheet: Sheet, measure: Measure): View {
  const { unit, levels } = measure;
  const low = cellOf(levels.low, unit);
  const box = gathered(points, low, frame, sheet, measure);
  const large = now.cell >= low - 0.01 && now.cell <= cellOf(levels.near, unit) + 0.01;
  if (large && shows(now, box, frame)) return now;
  return framing(box, low, workCell(now, measure), frame, sheet);
}

/** The same places in cells as they are: the view only moves, and no farther than it must where it shows them. */
export function pannedView(now: View, points: readonly Point[], frame: Frame, sheet: Sheet, drawn: Drawn): View {
  const box = gathered(points, now.cell, frame, sheet, drawn);
  return shows(now, box, frame) ? now : framing(box, now.cell, now.cell, frame, sheet);
}

/** What happens in an act: where it ends comes first, and a shot may be watched from farther away. */
export interface Act {
  readonly points: readonly Point[];
  readonly shot: boolean;
  /** One's own act was aimed at on screen, and need only be there; another's must be well inside. */
  readonly own: boolean;
}

/** The part of the window in which an act of another is well seen. */
const INNER = 0.8;
/** The view before an act: as it is where the act is well inside, else one that holds its end and as much of it as can be seen. */
export function actView(now: View, act: Act, frame: Frame, sheet: Sheet, measure: Measure): View {
  const { unit, levels, around = 0 } = measure;
  const [rest, low] = [cellOf(levels[act.shot ? "shot" : "rest"], unit), cellOf(levels.low, unit)];
  const least = act.shot ? rest : low;
  const box = gathered(act.points, least, frame, sheet, measure);
  const seen = act.points.every((point) =>
    shows(now, trimmed(boxRound(point, Math.max(unit / 2, around)), sheet), frame),
  );
  if (now.cell >= rest - 0.01 && (act.own ? seen : shows(now, box, frame, INNER))) return now;
  // What does not fit together is not shown from far away: its end is, in full size.
  const whole = act.points.every(([x, y]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  const as = workCell(now, measure);
  return framing(whole ? box : gathered(act.points, low, frame, sheet, measure), whole ? least : low, as, frame, sheet);
}

/** Farther than this many windows the camera does not glide. */
const SCREENS = 1.5;
export function cuts(from: View, to: View, frame: Frame): boolean {
  const [[ax, ay], [bx, by]] = [centreOf(from, frame), centreOf(to, frame)];
  const [wide, high] = roomIn(frame);
  const scale = Math.min(from.cell, to.cell) / CELL;
  return Math.abs(bx - ax) * scale > SCREENS * wide || Math.abs(by - ay) * scale > SCREENS * high;
}
