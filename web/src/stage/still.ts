/** The window of a still picture: which part of a table it shows, and how large. Pure. */
import { boxRound, cellOf, framing, gathered } from "./framing";
import { CELL, type Point } from "./points";
import { bare, fit, type Box, type Frame, type Sheet, type View } from "./view";

/** Two cells, "F3:L8", or on a free table left, top, width and height in centimetres. */
export type Window = string | readonly number[];

/** What is to be seen. */
export interface Shown {
  /** The window that was asked for. */
  readonly box: Box | null;
  /** What stands there, and to whom it belongs. */
  readonly stands: readonly { readonly id: number; readonly side: 0 | 1; readonly at: Point }[];
  /** Who matters most, in that order. */
  readonly round: readonly number[];
}
export interface Size {
  readonly width: number;
  readonly height: number;
  /** The least pixels of a piece. */
  readonly least: number;
}
/** From this width on a table without pieces is shown whole. */
const WHOLE = 360;
/** By how much a piece may be larger than it must be, in a window that nobody asked for. */
const MOST = 1.6;

/** The view for a picture: the window that was asked for, or round those who matter, or where most of both sides stand. */
export function stillView({ box, stands, round }: Shown, size: Size, sheet: Sheet, piece: number): View {
  const frame = bare(size.width, size.height);
  const least = cellOf(size.least, piece);
  if (box) return framing(box, least, Infinity, frame, sheet);
  if (stands.length === 0) {
    const whole = fit(frame, sheet);
    const middle = boxRound([sheet.width / 2, sheet.height / 2], 1);
    return size.width < WHOLE && whole.cell < least ? framing(middle, least, least, frame, sheet) : whole;
  }
  const first = round.flatMap((unit) => stands.filter(({ id }) => id === unit));
  const middle = first[0] ?? thickest(stands, frame, least);
  const near = [...stands].sort((a, b) => apart(a, middle) - apart(b, middle));
  const points = [...first, ...near].map(({ at }) => at);
  return framing(gathered(points, least, frame, sheet, { unit: piece }), least, MOST * least, frame, sheet);
}

type Stand = Shown["stands"][number];
/** How far apart two stand; an enemy counts as nearer. */
const apart = (a: Stand, b: Stand): number =>
  Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) * (a.side === b.side ? 1 : 0.8);

/** The one round whom most stand in a window of these cells, of both sides where that is possible. */
function thickest(stands: readonly Stand[], { width, height }: Frame, cell: number): Stand {
  const [wide, high] = [width, height].map((pixels) => ((pixels / cell) * CELL) / 2) as [number, number];
  const worth = (one: Stand): number => {
    const seen = stands.filter(({ at: [x, y] }) => Math.abs(x - one.at[0]) < wide && Math.abs(y - one.at[1]) < high);
    const red = seen.filter(({ side }) => side === 0).length;
    return 4 * Math.min(red, seen.length - red) + seen.length;
  };
  return stands.reduce((best, one) => (worth(one) > worth(best) ? one : best));
}
