/** Bearings in sentences: on a screen an arrow as drawn, for voice its word, and where it points on the screen. */
import type { Span } from "../api/types";

export interface Arrow {
  /** The words that it stands for, and where it points on the screen, in degrees from the top. */
  readonly word: string;
  readonly turned: number;
}
export type Part = string | Arrow;

/** A sentence in parts, on a table that is turned clockwise by so many quarters. */
export function partsOf(sentence: string, bearings: readonly Span[] = [], quarters = 0): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end, bearing } of bearings) {
    if (start > at) parts.push(sentence.slice(at, start));
    parts.push({ word: sentence.slice(start, end), turned: turnedBy(bearing, quarters) });
    at = end;
  }
  if (at < sentence.length) parts.push(sentence.slice(at));
  return parts;
}
/** A bearing of the map as it looks on the screen. */
export const turnedBy = (bearing: number, quarters: number): number => (((bearing + 90 * quarters) % 360) + 360) % 360;

const EIGHT = ["up", "up and right", "right", "down and right", "down", "down and left", "left", "up and left"];
/** For voice: "right, south on the map". Figures and hours keep theirs. */
export function spokenBearing({ word, turned }: Arrow): string {
  return `${EIGHT[Math.round(turned / 45) % 8]}, ${word} on the map`;
}
