/**
 * The fields of an order. The table sends orders with blanks for what a hand adds (a pose, a path, a place), and this is the one
 * place where they are filled in, and where a field of an order is read again. Nothing else in the client knows a field's name.
 */
import { filled } from "./template";
import type { Band, CommandDie, Deed, Mode, Order, Place, Pose, Put, Spots } from "./types";

/** A turn in whole degrees, to the right above 0, and then a straight piece in 1/100 mm; a piece backwards is below 0. */
export type Stretch = readonly [turn: number, length: number];
export type Path = readonly Stretch[];

const numberIn = (order: Order | null | undefined, field: string): number | undefined => {
  const value = order?.[field];
  return typeof value === "number" ? value : undefined;
};

// ---- filled in ----

/** The order to go to a pose; what is pulled along ends where the band says. */
export function poseOrder(band: Band, pose: number): Order {
  const trail = band.trails?.[band.poses?.indexOf(pose) ?? -1];
  return filled(band.order, { cell: pose >> 3, facing: pose & 7, ...(trail === undefined ? {} : { trail }) });
}
/** One step of a way that is a batch of orders, to another square; none where no step of it leads to one. */
export function stepOrder({ strides }: Band, square: number): Order | undefined {
  const step = strides?.find((stride) => squareIn(stride) !== undefined);
  return step && { ...step, square };
}
export const spotOrder = (spots: Spots, square: number): Order => filled(spots.order, { cell: square });
/** The order to drive a path, from where a unit stands or comes back to the table. */
export const wayOrder = (template: Order, path: Path, entered?: Pose | null): Order =>
  filled(template, { ...(entered ? { x: entered.x, y: entered.y, heading: entered.bearing } : {}), path });
/** The order to put something at a place, and turned where it can be. */
export const putOrder = (put: Put, { x, y }: Place, heading: number): Order => filled(put.order, { x, y, heading });
/** The order to drop something so far along the path that was flown. */
export const dropOrder = ({ order }: Mode, along: number): Order | undefined =>
  order ? filled(order, { along }) : undefined;
/** The order to use a command die on a unit. */
export const dieOrder = ({ order }: CommandDie, unit: number): Order | undefined =>
  order ? filled(order, { unit }) : undefined;

// ---- read again ----

export const unitIn = (order: Order): number | undefined => numberIn(order, "unit");
export const squareIn = (order: Order): number | undefined => numberIn(order, "square");
export const targetIn = (order: Order): number | undefined => numberIn(order, "target");
/** The die that pays for it. */
export const dieIn = (order: Order): number | undefined => numberIn(order, "die") || undefined;
/** Where a deed lays the turret, in eighths off the bow. */
export const turretIn = (deed: Deed | undefined): number | undefined =>
  typeof deed?.lays === "number" ? deed.lays / 45 : undefined;
/** Where an order lays a turret, in eighths off the bow. */
export const laidIn = (order: Order): number | undefined => numberIn(order, "turret");
/** Which way something is to face on a grid. */
export const facingIn = (order: Order): number | undefined => numberIn(order, "facing");
export const headingIn = (order: Order): number | undefined => numberIn(order, "heading");
export const alongIn = (order: Order): number | undefined => numberIn(order, "along");
export function placeIn(order: Order | null): Place | undefined {
  const [x, y] = [numberIn(order, "x"), numberIn(order, "y")];
  return x === undefined || y === undefined ? undefined : { x, y };
}
export function wayIn(order: Order | null): Path {
  const path = order?.["path"];
  return Array.isArray(path) ? (path as Path) : [];
}
/** What is pulled along. */
export const towIn = ({ tow }: Band): number | null => tow ?? null;

export function sameOrder(one: Order, other: Order): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
