/** An army as it is bought: what is left, what that still buys, and how the classes are laid out. */
import type { Label, UnitRow } from "../../api/types";
import { count } from "../../match/words";
import type { Army } from "../wish";
import { later, say } from "../../language/language";

/** "1½": prices are in halves at most. */
export function halves(points: number): string {
  const whole = Math.trunc(points);
  return points === whole ? String(points) : `${whole || ""}½`;
}
export function pointsWords(points: number): string {
  return points > 0 && points <= 1
    ? say("{points} point", { points: halves(points) })
    : say("{points} points", { points: halves(points) });
}

/** "a Medium Tank, or 2 Light Tanks …": the dearest that the rest of the points buys. */
export function stillBuys(left: number, chart: readonly UnitRow[]): string {
  const cheap = chart.filter((unit) => unit.points > 0 && unit.points <= left);
  const prices = [...new Set(cheap.map((unit) => unit.points))].sort((one, other) => other - one);
  const first = (price: number): UnitRow | undefined => cheap.find((unit) => unit.points === price);
  const words = prices.slice(0, 2).map((price) => {
    const many = Math.floor(left / price);
    return many === 1 ? `a ${first(price)?.name}` : count(many, first(price)?.name ?? "");
  });
  return words.length > 0 ? `${words.join(say(", or "))}${cheap.length > 2 ? " …" : ""}` : say("nothing");
}

/** One stretch of the bar for each class that is there, in hundredths of the agreed total or of what was spent. */
export function stretches(army: Army, chart: readonly UnitRow[], total: number): { id: string; share: number }[] {
  const spent = chart.reduce((sum, unit) => sum + unit.points * (army[unit.id] ?? 0), 0);
  const whole = Math.max(total, spent) || 1;
  return chart
    .filter((unit) => (army[unit.id] ?? 0) > 0)
    .map((unit) => ({ id: unit.id, share: (100 * unit.points * (army[unit.id] ?? 0)) / whole }));
}

/** "Light Tank, 3, 1 point each; 23 of 25 points." */
export function spokenClass(unit: UnitRow, many: number, points: number, total: number): string {
  const of =
    total > 0 ? say("{part} of {all}", { part: halves(points), all: pointsWords(total) }) : pointsWords(points);
  return say("{name}, {n}, {points} each; {spent}.", {
    name: unit.name,
    n: many,
    points: pointsWords(unit.points),
    spent: of,
  });
}

/** Where classes move: on land, in the air, at sea; those that build and mend stand by themselves. */
const KINDS: Readonly<Record<string, string>> = {
  plane: later("In the air"),
  helicopter: later("In the air"),
  ship: later("At sea"),
  submarine: later("At sea"),
};
const ORDER = [later("On land"), later("In the air"), later("At sea")];
export function groupsOf(chart: readonly UnitRow[]): (readonly [string, readonly UnitRow[]])[] {
  const kind = (unit: UnitRow): string =>
    typeof unit["type"] === "string" ? say(KINDS[unit["type"]] ?? "On land") : "";
  const order = ORDER.map((one) => say(one));
  const names = [...new Set(chart.map(kind))].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return names.map((name) => [name, chart.filter((unit) => kind(unit) === name)] as const);
}
/** The nations of a chart, where it has several. */
export function nationsOf(chart: readonly UnitRow[]): string[] {
  const nations = [...new Set(chart.map(nationOf).filter(Boolean))];
  return nations.length > 1 ? nations : [];
}
export function nationOf(unit: UnitRow): string {
  const history = unit["history"] as { readonly nation?: string } | undefined;
  return String(unit["nation"] || history?.nation || "");
}

/** The card that an arrow leads to: the next in the row, or the nearest one in the row above or below. */
export interface Spot {
  readonly left: number;
  readonly top: number;
}
export function neighbour(spots: readonly Spot[], at: number, key: string): number {
  const here = spots[at];
  if (!here) return 0;
  if (key === "ArrowRight") return Math.min(spots.length - 1, at + 1);
  if (key === "ArrowLeft") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  if (key === "End") return spots.length - 1;
  const down = key === "ArrowDown";
  const beyond = spots.map(({ top }) => top).filter((top) => (down ? top > here.top + 8 : top < here.top - 8));
  if (beyond.length === 0) return at;
  const row = down ? Math.min(...beyond) : Math.max(...beyond);
  const inRow = spots.map((spot, index) => ({ ...spot, index })).filter((spot) => Math.abs(spot.top - row) <= 8);
  const away = (left: number): number => Math.abs(left - here.left);
  return inRow.reduce((best, one) => (away(one.left) < away(best.left) ? one : best)).index;
}

/** What a class looks like: where its row does not say, it is drawn by its id. */
export function silhouetteOf(unit: UnitRow): string {
  return typeof unit["silhouette"] === "string" ? unit["silhouette"] : unit.id;
}

export interface CardFigure {
  readonly key: string;
  readonly label: string;
  readonly full: string;
  readonly value: string;
  readonly house: boolean;
  /** From print, typed by whoever made the chart. */
  readonly typed: boolean;
}
const ON_CARD = 5;
/** The five figures of a class that weigh most; those of weapons are its first weapon's. */
export function cardFigures(unit: UnitRow, labels: Readonly<Record<string, Label>>): CardFigure[] {
  const [weapon] = (unit["weapon"] ?? []) as readonly Readonly<Record<string, unknown>>[];
  return Object.entries(labels)
    .flatMap(([key, { short, full }]): CardFigure[] => {
      const [first, second] = key.split(".") as [string, string?];
      const value = second === undefined ? unit[key] : weapon?.[second];
      if (typeof value !== "number" && typeof value !== "string") return [];
      const sign = key === "speed" && Number(value) > 0 ? "+" : "";
      const half = key === "dice" && unit["half"] === true ? "½" : "";
      const source = unit.source?.[first];
      const text = `${sign}${value}${half}`.replace("-", "−");
      return [{ key, label: short, full, value: text, house: source === "house", typed: source === "print" }];
    })
    .slice(0, ON_CARD);
}
