/** A path in the hand: turns and straight pieces, as an order has them and as people say them. */
import type { Path, Stretch } from "../api/orders";
import type { Place, Pose } from "../api/types";
import { bearingTo, CM, cm, distance, onward } from "./plane";
import { say } from "../language/language";

export type { Path, Stretch };

/** Between −180 and 180. */
export const swing = (degrees: number): number => (((degrees % 360) + 540) % 360) - 180;

/** Where a path leads, corner by corner, from a pose, which is the first. */
export function follow(start: Pose, path: Path): Pose[] {
  const poses = [start];
  for (const [turn, length] of path) {
    const last = poses.at(-1)!;
    const bearing = (last.bearing + turn + 3600) % 360;
    poses.push({ ...onward(last, bearing, length), bearing });
  }
  return poses;
}

/** The stretch that leads a unit from a pose to the hand. What is nearer than half a millimetre is not gone. */
export function stretchTo(from: Pose, hand: Place): Stretch {
  const far = Math.round(distance(from, hand));
  return far < 50 ? [0, 0] : [swing(bearingTo(from, hand) - from.bearing), far];
}

/** Without what is neither turned nor gone; pivots on one spot are one. */
export function tidy(path: Path): Path {
  const kept: Stretch[] = [];
  for (const [turn, length] of path) {
    const last = kept.at(-1);
    if (last && last[1] === 0) kept.splice(-1, 1, [last[0] + turn, length]);
    else if (turn !== 0 || length !== 0) kept.push([turn, length]);
  }
  return kept.filter(([turn, length]) => turn !== 0 || length !== 0);
}

/** How far a path goes, and how many degrees it turns. */
export const goneIn = (path: Path): number => path.reduce((sum, [, length]) => sum + Math.abs(length), 0);
export const turnedIn = (path: Path): number => path.reduce((sum, [turn]) => sum + Math.abs(turn), 0);

/** Degrees within which two legs lead the same way. */
const ALIKE = 4;
/** A path cut where its length is used up, and where a path that was allowed ended on nearly the same leg. */
export function within(path: Path, allowed: Path | null, most: number): Path {
  const kept: Stretch[] = [];
  let left = most;
  for (const [i, [turn, length]] of path.entries()) {
    const same = allowed?.[i];
    const alike = same !== undefined && i === allowed!.length - 1 && Math.abs(swing(same[0] - turn)) <= ALIKE;
    const far = Math.min(Math.abs(length), left, alike ? Math.abs(same[1]) : Infinity);
    kept.push([turn, Math.round(Math.sign(length) * far)]);
    left -= far;
    if (far < Math.abs(length)) break;
  }
  return kept;
}

/** "left 30, go 11.4, right 15" */
export function pathWords(path: Path): string {
  const words = tidy(path).flatMap(([turn, length]) => [
    ...(turn ? [`${turn < 0 ? "left" : "right"} ${Math.abs(turn)}`] : []),
    ...(length ? [`${length < 0 ? "back" : "go"} ${cm(Math.abs(length))}`] : []),
  ]);
  return words.join(", ");
}

/** The path that words tell, or a sentence that says what is wrong with them. */
export function pathIn(words: string): Path | string {
  const path: Stretch[] = [];
  // A decimal comma is not parted from its figure.
  for (const part of words
    .replace(/(\d),(\d)/g, "$1.$2")
    .split(/[,;]|\band\b|\bthen\b/)
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, verb = "", figure = ""] = /^([a-z]+)\s*(\d+(?:\.\d+)?)\s*(?:cm|°|degrees?)?$/i.exec(part) ?? [];
    const value = Number(figure);
    const lower = verb.toLowerCase();
    if (/^(left|right|l|r)$/.test(lower)) {
      if (!Number.isInteger(value) || value > 3600)
        return say('Turns are whole degrees, such as "left 30"; "{part}" is none.', { part });
      path.push([lower.startsWith("l") ? -value : value, 0]);
    } else if (/^(go|forward|forwards|back|backwards?|g|b)$/.test(lower)) {
      const length = Math.round(value * CM);
      if (length > 1_000_000) return say('"{part}" is longer than any table.', { part });
      path.push([0, lower.startsWith("b") ? -length : length]);
    } else return say('"{part}" is no part of a path; say for example "left 30, go 11.4, right 15".', { part });
  }
  return path.length === 0 ? say('Say a path, for example "left 30, go 11.4".') : tidy(path);
}
