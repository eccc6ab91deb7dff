/** What is told of a battle beside its name, and how its parts stand, in few words. */
import type { Book, Difference, Follow, Option, ScenarioRow, SetupAnswer, Side, UnitRow } from "../../api/types";
import { capital, sideName } from "../../match/words";
import { armyOf, manyOf, mapOf, type Army, type Wish } from "../wish";
import { isOn } from "./options";
import { later, say } from "../../language/language";

/** "24 × 18". */
export function boardSize(book: Book, wish: Wish): string {
  const map = mapOf(book, wish);
  return map ? (map.size ?? `${map.columns} × ${map.rows}`) : "";
}
/** "11 a side", "13 against 9". */
export function manyWords(red: Army, blue: Army): string {
  const [ours, theirs] = [manyOf(red), manyOf(blue)];
  return ours === theirs ? say("{units} a side", { units: ours }) : say("{ours} against {theirs}", { ours, theirs });
}
/** What stands on a small card: its length, and what is remarkable about it. */
export function cardWords(book: Book, one: ScenarioRow): string {
  const flags = [one.red.flags ?? 0, one.blue.flags ?? 0];
  const told = [say("{minutes} min", { minutes: one.minutes }), manyWords(one.red.units, one.blue.units)];
  if (flags.some(Boolean))
    told.push(flags[0] === flags[1] ? flagWords(flags[0]!) : say("flags {flags}", { flags: flags.join(" : ") }));
  const named = one.options.map((name) => book.options.find((option) => option.name === name)?.label ?? name);
  const shown = named.slice(0, 2);
  return [...told, ...shown, ...(named.length > 2 ? [say("{n} more", { n: named.length - 2 })] : [])].join(" · ");
}
const flagWords = (many: number): string => (many === 1 ? say("a flag each") : say("{n} flags each", { n: many }));

/** An army as rows of silhouette and number, the dearest first. */
export function lineUp(army: Army, units: readonly UnitRow[]): { unit: UnitRow; many: number }[] {
  return units.flatMap((unit) => ((army[unit.id] ?? 0) > 0 ? [{ unit, many: army[unit.id]! }] : []));
}

/** The vehicles of an army one by one, as many as can be looked at. */
export function parked(army: Army, units: readonly UnitRow[], most: number): UnitRow[] {
  const rows = lineUp(army, units);
  return rows.flatMap(({ unit, many }) => Array.from({ length: Math.min(many, most) }, () => unit)).slice(0, most);
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

/**
 * How fair a battle is found to be: "Red won 56 ± 7 % of 200 games between two Greedys." It is called a side's battle only where that is
 * more than the chance of so few games.
 */
export function fairWords({ fair }: ScenarioRow): string {
  if (!fair) return say("not measured yet.");
  const share = Math.round(fair.mid * 100);
  const either = Math.round(((fair.high - fair.low) / 2) * 100);
  const whose =
    share > 60 && fair.low > 0.5 ? say("Red's battle: ") : share < 40 && fair.high < 0.5 ? say("Blue's battle: ") : "";
  return (
    whose +
    say("Red won {share} ± {either} % of {games} games between {bots}.", {
      share,
      either,
      games: fair.games,
      bots: pairWords(fair.bots),
    })
  );
}
/** What an option was found to change: "9.3 rounds instead of 8.1 with it on", where that is more than chance. */
export function differenceWords(option: Option, found: Difference, book: Book): string {
  const battle = book.scenarios.find(({ id }) => id === found.scenario)?.name ?? found.scenario;
  const how =
    option.kind.type === "switch"
      ? say("with it {value}", { value: found.value })
      : say("with {value}", { value: valueWords(option, found.value) });
  const clear = found.low > 0 || found.high < 0;
  const told = clear
    ? say("{after} rounds instead of {before}", { after: found.after.toFixed(1), before: found.before.toFixed(1) })
    : say("as long as without, as far as can be told: {after} and {before} rounds", {
        after: found.after.toFixed(1),
        before: found.before.toFixed(1),
      });
  return say("{battle} {how}: {told} ({games} games each way between {bots}).", {
    battle,
    how,
    told,
    games: found.games,
    bots: pairWords(found.bots),
  });
}
function valueWords({ kind }: Option, value: string): string {
  if (kind.type === "choice") return kind.choices.find((choice) => choice.value === value)?.label ?? value;
  return value.replace(":", " : ");
}
/** "greedy,planner": who played both sides by turns. */
function pairWords(bots: string): string {
  const [one = "", other = one] = bots.split(",").map(capital);
  return one === other ? say("two {name}s", { name: one }) : say("{one} and {other}", { one, other });
}

// What the folds say outside

export function armiesWords(book: Book, wish: Wish): string {
  const [red, blue] = [armyOf(book, wish, 0), armyOf(book, wish, 1)];
  if (!wish.red && !wish.blue) return say("as the battle: {what}", { what: manyWords(red, blue) });
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
  return say("as the battle: {what}", { what: on.map(({ label }) => label).join(", ") || say("none on") });
}
function optionWords(label: string, value: string): string {
  if (value === "on") return label;
  if (value === "off" || value === "none") return say("no {label}", { label });
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
  { name: later("short"), fits: (one) => one.minutes <= 30 },
  { name: later("flags"), fits: (one) => (one.red.flags ?? 0) + (one.blue.flags ?? 0) > 0 },
  { name: later("unseen"), fits: (one) => one.options.includes("hidden") },
  { name: later("attack and defence"), fits: (one) => one.red.points !== one.blue.points },
];
/** Chips from twelve cards on: those that some battles fit and others do not. */
export function filtersFor(scenarios: readonly ScenarioRow[]): readonly Filter[] {
  if (scenarios.length < 12) return [];
  return FILTERS.filter(({ fits }) => scenarios.some(fits) && !scenarios.every(fits));
}
