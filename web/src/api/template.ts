/** Orders with blanks: what is open in an order has a name, and is filled in by it. The fields are the book's own. */
import type { Order } from "./types";

/** What a hand can say: a pose on a grid and where what is towed ends, a unit, a place on a free table, a path, a length of one. */
export interface Blanks {
  readonly cell?: number;
  readonly facing?: number;
  readonly trail?: number;
  readonly unit?: number;
  readonly x?: number;
  readonly y?: number;
  readonly heading?: number;
  readonly path?: unknown;
  readonly along?: number;
}

const blankOf = (value: unknown): keyof Blanks | undefined =>
  typeof value === "object" && value !== null && "blank" in value ? (value.blank as keyof Blanks) : undefined;

/** The order with these blanks filled in; what it has no blank for is left out. */
export function filled(template: Order, blanks: Blanks): Order {
  const order: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(template)) {
    const name = blankOf(value);
    order[field] = name === undefined ? value : (blanks[name] ?? value);
  }
  return order as Order;
}
