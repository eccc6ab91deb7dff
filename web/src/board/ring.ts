/** The facings that a ghost can have, as arrows round it: tip away from the piece, the price between arrow and piece. */
import type { Point } from "../stage/points";
import { ringArrow, type Layout } from "./layout";
import type { Band } from "./picture";
import { facingOf, type Reach, type Stop } from "./state";

/** A small arrow and a large one, pointing up, round the place where they stand; in 1/12 of the small one's half length. */
export const ARROW = "M0-12 12 4H4.500V12H-4.500V4H-12Z";
export const LARGE = "M0-21 17 5H7.500V17H-7.500V5H-17Z";

export interface Choice {
  readonly facing: number;
  readonly at: Point;
  /** As it looks on the drawing. */
  readonly bearing: number;
  /** What it costs to end like this, where turns are paid for and another facing costs less. */
  readonly price: number | null;
  readonly priceAt: Point;
  /** It takes something away that another facing leaves: the shot. */
  readonly loses: boolean;
}

/** A band that takes something away says so first. */
export const isLess = ({ name }: Pick<Band, "name">): boolean => name.startsWith("cannot");

export interface Round {
  readonly middle: Point;
  /** How far from the middle the arrows stand, and how far they are kept from the edge of the board. */
  readonly radius: number;
  readonly arrow: number;
  /** How far from the middle prices stand. */
  readonly inner: number;
}

export function choicesAt(reach: Reach, square: number, layout: Layout, round: Round): Choice[] {
  const stops: readonly Stop[] = reach.squares.get(square) ?? [];
  const least = Math.min(...stops.filter(({ stride }) => stride).map(({ steps }) => steps));
  const keeps = stops.some(({ band }) => !isLess(band));
  const { middle, radius, arrow, inner } = round;
  return stops.map(({ pose, steps, band, stride }) => {
    const facing = facingOf(pose);
    const bearing = layout.turned(layout.facings.bearing(facing));
    const at = ringArrow(middle, bearing, radius, arrow, layout);
    const far = Math.hypot(at[0] - middle[0], at[1] - middle[1]) || 1;
    const part = Math.min(inner / far, 1);
    return {
      facing,
      at,
      bearing,
      price: stride && steps > least ? steps : null,
      priceAt: [middle[0] + (at[0] - middle[0]) * part, middle[1] + (at[1] - middle[1]) * part],
      loses: keeps && isLess(band),
    };
  });
}
