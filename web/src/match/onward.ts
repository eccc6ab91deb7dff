/** A way that was cut short: the enemy may answer on it, and afterwards it goes on where it stopped. */
import { squareIn } from "../api/orders";
import type { Order, Side } from "../api/types";
import type { LogLine } from "./lines";

export interface Rest {
  readonly unit: number;
  readonly side: Side;
  /** What is left of it. */
  readonly orders: readonly Order[];
  /** The position at which it stopped. */
  readonly from: number;
}

/** The cells that it still leads through. */
export const cellsOf = ({ orders }: Rest): number[] => orders.flatMap((order) => squareIn(order) ?? []);

/** Whether nothing but passes came since: whoever passes tells it and does nothing on the board. */
export const isOpen = (
  { from, side }: Rest,
  log: readonly Pick<LogLine, "position" | "kind" | "side" | "told">[],
): boolean =>
  log
    .filter(({ position }) => position >= from)
    .every(
      (line) => line.kind === "order" && line.side !== side && line.told.every(({ strokes }) => strokes.length === 0),
    );
