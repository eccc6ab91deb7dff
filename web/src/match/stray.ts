/** Who may be struck instead of the target: chances under "Sherman 2: destroyed" belong to that unit. */
import type { Fraction, Piece } from "../api/types";
import { fullName, numberOf, percent, shortName } from "./words";

export function strayedTo(
  odds: Readonly<Record<string, Fraction>> | null | undefined,
  pieces: readonly Piece[],
  side: Piece["side"] | undefined,
): { unit: number; word: string }[] {
  const chances = new Map<number, number>();
  for (const [outcome, chance] of Object.entries(odds ?? {})) {
    const [, name] = /^(.+): /.exec(outcome) ?? [];
    const struck =
      name === undefined
        ? undefined
        : pieces.find((piece) => !piece.wreck && name === (piece.side === side ? shortName(piece) : fullName(piece)));
    if (struck) chances.set(struck.id, (chances.get(struck.id) ?? 0) + numberOf(chance));
  }
  return [...chances].map(([unit, chance]) => ({ unit, word: percent(chance) }));
}
