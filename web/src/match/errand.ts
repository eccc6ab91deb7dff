/** What is on its way to the table, or waits for its turn. */
import type { ActName, Answer, Order, Side } from "../api/types";
import { sameOrder } from "../api/orders";

/** What a press sends: orders, an act, or what "Place for me" finds to place for a side when its turn comes. */
export type Wish = { readonly orders: readonly Order[] } | { readonly act: ActName } | { readonly place: Side };
export interface Errand {
  readonly wish: Wish;
  readonly answer: Promise<Answer | null>;
  readonly end: (answer: Answer | null) => void;
}

/** Two undos are two; two equal orders are one press. */
export function sameWish(one: Wish, other: Wish): boolean {
  if ("act" in one) return "act" in other && one.act === other.act && one.act !== "undo";
  if ("place" in one) return "place" in other && one.place === other.place;
  return (
    "orders" in other &&
    one.orders.length === other.orders.length &&
    one.orders.every((order, at) => sameOrder(order, other.orders[at]!))
  );
}
