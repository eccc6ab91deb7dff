/** Points of a drawing, and lines through them as text. */

/** A point of the drawing, in board units. */
export type Point = readonly [x: number, y: number];

/** The side of a square in board units; a hex is a little wider. All line weights are meant for it. */
export const CELL = 52;

/** A drawing with names along its edges. */
export interface Ruled {
  readonly width: number;
  readonly height: number;
  /** The names along the upper and the left edge, and where they stand. */
  readonly across: readonly Named[];
  readonly down: readonly Named[];
}
export interface Named {
  readonly name: string;
  readonly at: number;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);
export const pointText = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
export const polygon = (points: readonly Point[]): string => `M${points.map(pointText).join("L")}Z`;
export const polyline = (points: readonly Point[]): string => `M${points.map(pointText).join("L")}`;

/** A chip with a tail, so many units to either side of its middle. */
export const chip = (half: number): string =>
  `M${-half + 8}-11H${half - 8}a8 8 0 0 1 8 8V3a8 8 0 0 1-8 8H5L0 17-5 11H${-half + 8}a8 8 0 0 1-8-8V-3a8 8 0 0 1 8-8Z`;
