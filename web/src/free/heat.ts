/** Where shells may fall, as discs in five grades, and rings with the share inside. */
import { fraction, percent } from "../stage/odds";
import type { Dot, Fall } from "../api/types";
import { CM, cm } from "./plane";
import { say } from "../language/language";

/** From which chance on a disc has which radius on the screen, in pixels. */
const GRADES: readonly (readonly [from: number, radius: number])[] = [
  [0.2, 22],
  [0.08, 15],
  [0.03, 10],
  [0.01, 7],
  [0, 5],
];

export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly chance: number;
  /** From 1 to 5, and its radius in pixels. */
  readonly grade: number;
  readonly radius: number;
  /** Dark on an enemy, hatched on a friend, pale on nobody. */
  readonly on: "enemy" | "friend" | "none";
}

const onWhom = ({ enemies = [], friends = [] }: Dot): Disc["on"] =>
  friends.length > 0 ? "friend" : enemies.length > 0 ? "enemy" : "none";

/** The discs, the small ones last, so that none hides under a large one; those that strike somebody over the others. */
export function discsOf(fall: Pick<Fall, "dots">): Disc[] {
  return fall.dots
    .map((dot) => {
      const chance = fraction(dot.chance);
      const at = GRADES.findIndex(([from]) => chance >= from);
      const [, radius] = GRADES[at] ?? GRADES[4]!;
      return { x: dot.x, y: dot.y, chance, grade: 5 - at, radius, on: onWhom(dot) };
    })
    .sort((a, b) => Number(a.on !== "none") - Number(b.on !== "none") || b.grade - a.grade);
}

/** The part of all that strikes an enemy: the sum of the dark discs. */
export const darkSum = (discs: readonly Disc[]): number =>
  discs.reduce((sum, { on, chance }) => sum + (on === "enemy" ? chance : 0), 0);

export interface Ring {
  /** In 1/100 mm. */
  readonly reach: number;
  readonly label: string;
}

/** Two rings round what was aimed at: one that most land in, in whole centimetres, and one that all do. */
export function ringsOf({ dots, aim, shots = 1 }: Pick<Fall, "dots" | "aim" | "shots">): Ring[] {
  if (!aim || dots.length === 0 || shots > 1) return [];
  const far = dots.map(({ x, y, chance }) => ({ away: Math.hypot(x - aim.x, y - aim.y), chance: fraction(chance) }));
  // Places lie on whole 1/100 mm, a little off the circle; what falls off the table is nowhere.
  const within = (reach: number): number =>
    far.reduce((sum, { away, chance }) => sum + (away <= reach + 2 ? chance : 0), 0);
  const most = Math.ceil((Math.max(...far.map(({ away }) => away)) - 2) / CM) * CM;
  const all: Ring = { reach: most, label: say("all within {most} cm", { most: cm(most) }) };
  for (let reach = CM; reach < most; reach += CM)
    if (within(reach) >= 2 / 3)
      return [
        { reach, label: say("{chance} within {reach} cm", { chance: percent(within(reach)), reach: cm(reach) }) },
        all,
      ];
  return most > 0 ? [all] : [];
}
