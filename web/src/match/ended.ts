/** How a battle ended, in the words of whoever reads it. */
import type { Ending, MatchView, Result } from "../api/types";
import { count, sideName } from "./words";

/** "You win", to the winner; by the name of the side, to whoever watches or plays both. */
export function headline({ winner }: Pick<Result, "winner">, { side, both }: Pick<MatchView, "side" | "both">): string {
  if (winner === null) return "A draw";
  if (side === null || both) return `${sideName(winner)} wins`;
  return winner === side ? "You win" : "You lost";
}

/** "9 rounds · 186 orders · 44 minutes": what took days is told in days. */
export function lengthOf({ rounds, orders, minutes }: Pick<Ending, "rounds" | "orders" | "minutes">): string {
  const parts = [rounds > 0 ? count(rounds, "round") : "before the first round", count(orders, "order")];
  if (minutes !== undefined) parts.push(timeOf(minutes));
  return parts.join(" · ");
}
export function timeOf(minutes: number): string {
  if (minutes < 120) return count(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
