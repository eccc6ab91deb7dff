/** Bearings in sentences: on a screen an arrow as drawn, for voice its word, and where it points on the screen. */
import type { Span } from "../api/types";
import { speakWay, turnedBy } from "../stage/words";

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
/** For voice: "right, south on the map". */
export const spokenBearing = ({ word, turned }: Arrow): string => speakWay(turned, word);

/** Something that is told, with the bearings in it. */
export interface Said {
  readonly sentence: string;
  readonly bearings?: readonly Span[];
}
/** Sentences for voice, on a table that is turned by so many quarters. */
export const spokenAll = (told: readonly Said[], quarters: number): string =>
  told
    .map(({ sentence, bearings }) =>
      partsOf(sentence, bearings, quarters)
        .map((part) => (typeof part === "string" ? part : spokenBearing(part)))
        .join(""),
    )
    .join(" ");
/** How many signs sentences take on a screen, where each bearing is an arrow. */
export const signsIn = (told: readonly Said[]): number =>
  told.reduce(
    (sum, { sentence, bearings = [] }) =>
      sum + sentence.length + 1 - bearings.reduce((cut, { start, end }) => cut + end - start - 1, 0),
    -1,
  );
