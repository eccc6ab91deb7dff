/** Labels give way to models and to each other: each stands below its model, else above it, else over another model, else it is left out. */
export interface Labelled {
  readonly id: number;
  /** The middle of the model on the drawing, and how far its turned base goes up and down, and to the sides. */
  readonly at: readonly [number, number];
  readonly tall: number;
  readonly across: number;
  /** Half of the label's width, and its height. */
  readonly half: number;
  readonly height: number;
  /** Those that matter more are placed first. */
  readonly weight: number;
}
/** Words keep their size on screen, within reason. */
export const sizeOf = (scale: number): number => Math.min(Math.max(1 / scale, 0.35), 1.4);
export type Stand = "below" | "above" | "none";
type Box = readonly [left: number, top: number, right: number, bottom: number];
const GAP = 3;

const boxOf = ({ at: [x, y], tall, half, height }: Labelled, stand: Stand): Box => {
  const top = stand === "below" ? y + tall + GAP : y - tall - GAP - height;
  return [x - half, top, x + half, top + height];
};
const meet = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

export function labelsOf(models: readonly Labelled[]): Map<number, Stand> {
  const taken: Box[] = [];
  const found = new Map<number, Stand>();
  for (const model of [...models].sort((a, b) => b.weight - a.weight)) {
    const free = (["below", "above"] as const).filter((one) => !taken.some((box) => meet(box, boxOf(model, one))));
    const bases = models
      .filter((other) => other !== model)
      .map(({ at: [x, y], tall, across }): Box => [x - across, y - tall, x + across, y + tall]);
    const stand = free.find((one) => !bases.some((box) => meet(box, boxOf(model, one)))) ?? free[0] ?? "none";
    found.set(model.id, stand);
    if (stand !== "none") taken.push(boxOf(model, stand));
  }
  return found;
}
