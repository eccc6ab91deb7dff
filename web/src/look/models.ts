/** What stands on free tables only: men, aircraft, ships, and what is laid. */
import models from "./models.svg?raw";
import { addSheets } from "./drawings";
import "./table.css";

addSheets(models);

/** What the body of a drawing covers of its 100 × 100, without barrels and rotors: left, top, width, height. */
const BODIES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  "heavy-tank": [16, 9, 68, 84],
  "medium-tank": [21, 15, 58, 74],
  "light-tank": [26, 22, 48, 62],
  "tank-destroyer-heavy": [17, 13, 66, 80],
  superheavy: [6, 4, 88, 92],
  "armoured-car": [26, 10, 48, 81],
  spaa: [24, 15, 52, 75],
  "howitzer-sp-heavy": [21, 14, 58, 79],
  "rocket-artillery": [26, 8, 48, 82],
  "half-track": [22, 9, 56, 83],
  truck: [26, 8, 48, 84],
  recovery: [22, 4, 56, 87],
  minelayer: [25, 11, 50, 89],
  "bridge-layer": [22, 2, 56, 92],
  infantry: [9, 9, 80, 76],
  "at-team": [24, 6, 59, 79],
  walker: [7, 5, 86, 89],
  "hover-tank": [19, 8, 62, 85],
  fighter: [3, 4, 94, 93],
  bomber: [2, 5, 96, 88],
  "dive-bomber": [3, 4, 94, 92],
  helicopter: [30, 15, 40, 82],
  "patrol-ship": [34, 4, 32, 89],
  destroyer: [38, 0, 24, 99],
  submarine: [33, 2, 34, 95],
};
/** The middle of a body, and how large it is. */
export function bodyOf(silhouette: string): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly length: number;
} {
  const [left, top, width, length] = BODIES[silhouette] ?? BODIES[`${silhouette}-tank`] ?? BODIES["medium-tank"]!;
  return { x: left + width / 2, y: top + length / 2, width, length };
}
