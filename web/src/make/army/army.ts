/** An army's text: how many of each class, and what was agreed. */
import type { Book, Work } from "../../api/types";
import { middleBattle, type Army } from "../../pages/wish";
import { applied, removing, setting, valueText } from "../edits";
import { readToml } from "../toml";
import { workshop } from "../here";

/** What the book calls the points that were agreed, and the table of the units. */
export const totalKey = (book: string): "limit" | "total" => (book === "panzerkampf" ? "limit" : "total");
export const unitsKey = (book: string): "tanks" | "units" => (book === "france1944" ? "tanks" : "units");

export interface Listed {
  readonly units: Army;
  readonly total: number;
  readonly chart: string;
}
/** What an army's text says, as far as it can be read. */
export function listed(book: string, text: string): Listed {
  const data = readToml(text).data();
  const units = (data[unitsKey(book)] ?? {}) as Readonly<Record<string, unknown>>;
  const counts = Object.entries(units).filter((pair): pair is [string, number] => typeof pair[1] === "number");
  const total = data[totalKey(book)];
  return {
    units: Object.fromEntries(counts.filter(([, many]) => many > 0)),
    total: typeof total === "number" ? total : 0,
    chart: typeof data["chart"] === "string" ? data["chart"] : "",
  };
}
/** The text with another number of each class; lines that stay are left as they are. */
export function withUnits(book: string, text: string, units: Army): string {
  const key = unitsKey(book);
  const there = (readToml(text).get([key]) ?? {}) as Readonly<Record<string, unknown>>;
  const had = Object.keys(there);
  const set = Object.entries(units)
    .filter(([unit, many]) => many > 0 && many !== there[unit])
    .reduce((now, [unit, many]) => applied(now, setting(now, [key, unit], many)), text);
  return had.filter((unit) => !units[unit]).reduce((now, unit) => applied(now, removing(now, [key, unit])), set);
}
export const withTotal = (book: string, text: string, total: number): string =>
  applied(text, setting(text, [totalKey(book)], total));

/** The usual of the battles in which both sides buy about as much as was agreed: an attacker's half would be a small army. */
export function evenBattle(book: Book): string {
  const even = book.scenarios.filter(({ limit, red, blue }) =>
    [red, blue].every(({ points }) => !limit || points * 5 >= limit * 4),
  );
  return middleBattle(even.length > 0 ? { ...book, scenarios: even } : book);
}
/** A new army: that of such a battle, which can be played with at once. */
export function fresh(book: Book, name = "My army"): string {
  const battle = book.scenarios.find(({ id }) => id === evenBattle(book));
  const { units = {}, points = 0 } = battle?.blue ?? {};
  const total = (battle?.limit ?? Math.ceil(points)) || 1;
  return armyFile(book.id, name, units, total, battle?.chart);
}
export function armyFile(book: string, name: string, units: Army, total: number, chart = ""): string {
  const rows = Object.entries(units).filter(([, many]) => many > 0);
  const lines = [
    `name = ${valueText(name)}`,
    `${totalKey(book)} = ${total}`,
    ...(book === "core" && chart && chart !== "own" ? [`chart = ${valueText(chart)}`] : []),
    "",
    `[${unitsKey(book)}]`,
    ...rows.map(([unit, many]) => `${unit} = ${many}`),
  ];
  return `${lines.join("\n")}\n`;
}

// The shelf

export interface Shelved extends Listed {
  readonly id: string;
  readonly name: string;
}
/** The armies of a book that stand on the shelf. */
export async function shelved(book: string): Promise<Shelved[]> {
  const { shelf } = await workshop();
  return shelf.works("army", book).map(({ id, title, work }) => ({ id, name: title, ...listed(book, work.text) }));
}
/** Puts an army on the shelf. */
export async function keepArmy(book: string, name: string, units: Army, total: number, chart = ""): Promise<void> {
  const { shelf } = await workshop();
  const work: Work = { kind: "army", book, text: armyFile(book, name, units, total, chart) };
  await shelf.put([work], { own: true });
}
