/** What of a board stays bright while the rest of its ground is veiled. */
import type { Veil } from "../stage/overlay";
import type { Outline, Survey } from "./picture";
import type { Reach } from "./state";

/** The arc of a gun, among other outlines. */
export const isWedge = ({ name }: Pick<Outline, "name">): boolean => name.startsWith("gun");

/** What an enemy sees and bears on. */
export const isSeen = ({ mode }: Pick<Outline, "mode">): boolean => mode === "sees";

export interface Lit {
  readonly reach: Reach;
  readonly survey: Survey | null | undefined;
  /** What the unit that is held down sees. */
  readonly held: Survey | null;
  /** Where the chosen unit stands. */
  readonly home: number | null;
  /** How many cells the board has. */
  readonly many: number;
}

/** The cells that stay bright; nothing where the whole board does. */
export function brightCells(veil: Veil, { reach, survey, held, home, many }: Lit): ReadonlySet<number> | null {
  const own = home === null ? [] : [home];
  // What can only turn where it stands reaches nothing, and darkens nothing.
  if (veil === "reach") return reach.squares.size > 1 ? new Set([...reach.squares.keys(), ...own]) : null;
  if (veil === "none") return null;
  if (veil === "sees") return new Set((held?.outlines ?? []).filter(isSeen).flatMap(({ cells }) => cells));
  const wedges = (survey?.outlines ?? []).filter(isWedge);
  if (wedges.length > 0) return new Set([...wedges.flatMap(({ cells }) => cells), ...own]);
  const dark = new Set(survey?.veil ?? []);
  return dark.size > 0
    ? new Set(Array.from({ length: many }, (_, cell) => cell).filter((cell) => !dark.has(cell)))
    : null;
}
