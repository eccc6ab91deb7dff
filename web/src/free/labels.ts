/** Labels give way to models and to each other: each stands on the side away from the beak, else on the other, else over another model, else it is left out. */
import type { Point } from "../stage/points";

export interface Labelled {
  readonly id: number;
  /** The middle of the model on the drawing, and how far its turned base goes up and down, and to the sides. */
  readonly at: Point;
  readonly tall: number;
  readonly across: number;
  /** Half of the label's width, and its height. */
  readonly half: number;
  readonly height: number;
  /** Those that matter more are placed first. */
  readonly weight: number;
  /** Where it stands if it can: away from the beak. */
  readonly first?: "below" | "above";
}
export type Stand = "below" | "above" | "none";
type Box = readonly [left: number, top: number, right: number, bottom: number];
/** How far a label covers the rim of its model, as a part of its height. */
const OVER = 0.25;

const boxOf = ({ at: [x, y], tall, half, height }: Labelled, stand: Stand): Box => {
  const top = stand === "below" ? y + tall - OVER * height : y - tall - (1 - OVER) * height;
  return [x - half, top, x + half, top + height];
};
/** The middle of a label. */
export const middleOf = (model: Labelled, stand: Stand): Point => {
  const [left, top, right, bottom] = boxOf(model, stand);
  return [(left + right) / 2, (top + bottom) / 2];
};
const meet = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

export function labelsOf(models: readonly Labelled[]): Map<number, Stand> {
  const taken: Box[] = [];
  const found = new Map<number, Stand>();
  for (const model of [...models].sort((a, b) => b.weight - a.weight)) {
    const sides = model.first === "above" ? (["above", "below"] as const) : (["below", "above"] as const);
    const free = sides.filter((one) => !taken.some((box) => meet(box, boxOf(model, one))));
    const bases = models
      .filter((other) => other !== model)
      .map(({ at: [x, y], tall, across }): Box => [x - across, y - tall, x + across, y + tall]);
    const stand = free.find((one) => !bases.some((box) => meet(box, boxOf(model, one)))) ?? free[0] ?? "none";
    found.set(model.id, stand);
    if (stand !== "none") taken.push(boxOf(model, stand));
  }
  return found;
}
