/** What is told of a battle beside its name, and how its parts stand, in few words. */
import type { Book, Follow, ScenarioRow, SetupAnswer, Side, UnitRow } from "../../api/types";
import { capital, sideName } from "../../match/words";
import { armyOf, manyOf, mapOf, type Army, type Wish } from "../wish";
import { isOn } from "./options";

/** "24 × 18". */
export function boardSize(book: Book, wish: Wish): string {
  const map = mapOf(book, wish);
  return map ? (map.size ?? `${map.columns} × ${map.rows}`) : "";
}
/** "11 a side", "13 against 9". */
export function manyWords(red: Army, blue: Army): string {
  const [ours, theirs] = [manyOf(red), manyOf(blue)];
  return ours === theirs ? `${ours} a side` : `${ours} against ${theirs}`;
}
/** What stands on a small card: its length, and what is remarkable about it. */
export function cardWords(book: Book, one: ScenarioRow): string {
  const flags = [one.red.flags ?? 0, one.blue.flags ?? 0];
  const told = [`${one.minutes} min`, manyWords(one.red.units, one.blue.units)];
  if (flags.some(Boolean)) told.push(flags[0] === flags[1] ? flagWords(flags[0]!) : `flags ${flags.join(" : ")}`);
  const named = one.options.map((name) => book.options.find((option) => option.name === name)?.label ?? name);
  const shown = named.slice(0, 2);
  return [...told, ...shown, ...(named.length > 2 ? [`${named.length - 2} more`] : [])].join(" · ");
}
const flagWords = (many: number): string => (many === 1 ? "a flag each" : `${many} flags each`);

/** An army as rows of silhouette and number, the dearest first. */
export function lineUp(army: Army, units: readonly UnitRow[]): { unit: UnitRow; many: number }[] {
  return units.flatMap((unit) => ((army[unit.id] ?? 0) > 0 ? [{ unit, many: army[unit.id]! }] : []));
}

/** What follows from the armies, once where it is the same for both. */
export function followsOf({ red, blue }: SetupAnswer): { side: Side | null; follow: Follow }[] {
  const told = (follow: Follow): string => `${follow.rule} ${follow.sentence}`;
  const [ours, theirs] = [red?.follows ?? [], blue?.follows ?? []];
  const shared = new Set(ours.map(told).filter((one) => theirs.some((other) => told(other) === one)));
  return [
    ...ours.map((follow) => ({ side: shared.has(told(follow)) ? null : (0 as Side), follow })),
    ...theirs.filter((follow) => !shared.has(told(follow))).map((follow) => ({ side: 1 as Side, follow })),
  ];
}

/** How fair a battle is found to be: "Red won 56 ± 7 % of 200 games between two Greedys." */
export function fairWords({ fair }: ScenarioRow): string {
  if (!fair) return "not measured yet.";
  const share = Math.round(fair.mid * 100);
  const either = Math.round(((fair.high - fair.low) / 2) * 100);
  const whose = share > 60 ? "Red's battle: " : share < 40 ? "Blue's battle: " : "";
  const told = `Red won ${share} ± ${either} % of ${fair.games} games between two ${capital(fair.bots)}s.`;
  return whose + (whose ? told.charAt(0).toLowerCase() + told.slice(1) : told).replace(/^red/, "Red");
}

// What the folds say outside

export function armiesWords(book: Book, wish: Wish): string {
  const [red, blue] = [armyOf(book, wish, 0), armyOf(book, wish, 1)];
  if (!wish.red && !wish.blue) return `as the battle: ${manyWords(red, blue)}`;
  return ([0, 1] as const)
    .filter((side) => (side === 0 ? wish.red : wish.blue))
    .map((side) => `${sideName(side)} ${manyOf(side === 0 ? red : blue)}`)
    .join(", ");
}
export function optionsWords(book: Book, wish: Wish): string {
  const changed = book.options.filter(({ name }) => name in wish.options);
  if (changed.length > 0)
    return changed.map((option) => optionWords(option.label, wish.options[option.name]!)).join(", ");
  const on = book.options.filter((option) => option.kind.type === "switch" && isOn(option, book, wish));
  return `as the battle: ${on.map(({ label }) => label).join(", ") || "none on"}`;
}
function optionWords(label: string, value: string): string {
  if (value === "on") return label;
  if (value === "off" || value === "none") return `no ${label}`;
  return `${label} ${value.replace(":", " : ")}`;
}
export function boardWords(book: Book, wish: Wish): string {
  return mapOf(book, wish)?.name ?? "";
}

// Filters, where there are many battles

export interface Filter {
  readonly name: string;
  fits(one: ScenarioRow): boolean;
}
const FILTERS: readonly Filter[] = [
  { name: "short", fits: (one) => one.minutes <= 30 },
  { name: "flags", fits: (one) => (one.red.flags ?? 0) + (one.blue.flags ?? 0) > 0 },
  { name: "unseen", fits: (one) => one.options.includes("hidden") },
  { name: "attack and defence", fits: (one) => one.red.points !== one.blue.points },
];
/** Chips from twelve cards on: those that some battles fit and others do not. */
export function filtersFor(scenarios: readonly ScenarioRow[]): readonly Filter[] {
  if (scenarios.length < 12) return [];
  return FILTERS.filter(({ fits }) => scenarios.some(fits) && !scenarios.every(fits));
}
