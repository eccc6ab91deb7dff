/** How a battle ended, in the words of whoever reads it. */
import type { Snippet } from "svelte";
import type { Ending, LineMessage, MatchView, Result, Side } from "../api/types";
import { sideName } from "./words";
import { many, say } from "../language/language";

/** "You win", to the winner; by the name of the side, to whoever watches or plays both. */
export function headline({ winner }: Pick<Result, "winner">, { side, both }: Pick<MatchView, "side" | "both">): string {
  if (winner === null) return say("A draw");
  if (side === null || both) return say("{side} wins", { side: sideName(winner) });
  return winner === side ? say("You win") : say("You lost");
}

/** "9 rounds · 186 orders · 44 minutes": what took days is told in days. */
export function lengthOf({ rounds, orders, minutes }: Pick<Ending, "rounds" | "orders" | "minutes">): string {
  const parts = [
    rounds > 0 ? many("{n} round", "{n} rounds", rounds) : say("before the first round"),
    many("{n} order", "{n} orders", orders),
  ];
  if (minutes !== undefined) parts.push(timeOf(minutes));
  return parts.join(" · ");
}
export function timeOf(minutes: number): string {
  if (minutes < 120) return many("{n} minute", "{n} minutes", minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? many("{n} hour", "{n} hours", hours) : many("{n} day", "{n} days", Math.round(hours / 24));
}

/** What is handed to whoever tells how the chances of a finished battle went. */
export interface Fortunes {
  readonly lines: readonly LineMessage[];
  readonly side: Side | null;
  readonly names: readonly [string, string];
  /** What the shots alone say. */
  readonly luck: Snippet;
  readonly ongo: (at: number) => void;
}
