/** A direction as a sign in a text that has no room for a drawing: as it points on this screen. */
import type { Span } from "../api/types";
import { turnedBy } from "../stage/words";
import { partsOf } from "./bearings";

const SIGNS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
const signOf = (turned: number): string => SIGNS[Math.round(turned / 45) % 8]!;
export const arrowOf = (bearing: number, quarters: number): string => signOf(turnedBy(bearing, quarters));
/** A few words with the bearings in them as signs. */
export const inSigns = (words: string, bearings: readonly Span[] | undefined, quarters: number): string =>
  partsOf(words, bearings, quarters)
    .map((part) => (typeof part === "string" ? part : signOf(part.turned)))
    .join("");
