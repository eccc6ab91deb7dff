/** In which corner of the window something may lie. Pure. */
import { CELL, type Point } from "./points";
import { pixelOf, type Frame, type View } from "./view";

export interface Corner {
  readonly right: boolean;
  readonly bottom: boolean;
}
/** What counts against a corner: what is aimed at most, then the chosen one and its targets, pieces, what the chosen one can reach. */
const WEIGHT = { aimed: 400, vital: 40, piece: 4, reach: 1 } as const;
/** Pixels round the middle of what is aimed at: its drawing, and the widest badge above it. */
const BADGED = { side: 104, above: 64, below: 28 } as const;
/** Pixels from the middle of the smallest drawing to its edge. */
const LEAST = 14;
export interface Under {
  readonly aimed?: Point | undefined;
  readonly vital: readonly Point[];
  readonly pieces: readonly Point[];
  readonly reach: readonly Point[];
}
const MARGIN = 8;

/** Places on the line between two, which must be seen too: at most half a cell apart. */
export function between(from: Point | null | undefined, to: Point | null | undefined): Point[] {
  if (!from || !to) return [];
  const many = Math.floor((2 * Math.hypot(to[0] - from[0], to[1] - from[1])) / CELL);
  return Array.from({ length: many }, (_, at): Point => {
    const part = (at + 1) / (many + 1);
    return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
  });
}

/** The corner with the fewest pieces and least reach under something so wide and high; the one it has, where no other is better. */
export function cornerFor(now: Corner, [wide, high]: Point, under: Under, view: View, frame: Frame): Corner {
  const half = Math.max(view.cell / 2, LEAST);
  const worth = ({ right, bottom }: Corner): number => {
    const x0 = right ? frame.width - wide - MARGIN : frame.left + MARGIN;
    const y0 = bottom ? frame.height - high - MARGIN : frame.top + MARGIN;
    const covered = (at: Point): boolean => {
      const [x, y] = pixelOf(view, at);
      return x > x0 - half && x < x0 + wide + half && y > y0 - half && y < y0 + high + half;
    };
    const hidden = (at: Point | undefined): boolean => {
      if (!at) return false;
      const [x, y] = pixelOf(view, at);
      const { side, above, below } = BADGED;
      return x > x0 - side && x < x0 + wide + side && y > y0 - below && y < y0 + high + above;
    };
    const count = (points: readonly Point[]): number => points.filter(covered).length;
    const aimed = hidden(under.aimed) ? WEIGHT.aimed : 0;
    return (
      aimed + WEIGHT.vital * count(under.vital) + WEIGHT.piece * count(under.pieces) + WEIGHT.reach * count(under.reach)
    );
  };
  const corners = [now, ...[true, false].flatMap((bottom) => [true, false].map((right) => ({ right, bottom })))];
  return corners.reduce((best, corner) => (worth(corner) < worth(best) ? corner : best));
}
