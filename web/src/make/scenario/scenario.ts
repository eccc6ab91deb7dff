/**
 * A scenario's text, control by control: each writes exactly its key, by the shortest edit, and a key that says what
 * would hold without it is not written.
 */
import type { Book, Option, UnitRow, Work } from "../../api/types";
import { later } from "../../language/language";
import type { Army } from "../../pages/wish";
import { manyOf, middleBattle, pointsOf } from "../../pages/wish";
import { numbersIn, offValue } from "../../pages/setup/options";
import { applied, removing, setting, valueText, type Plain } from "../edits";
import { readToml, type Path, type Toml } from "../toml";

/** The parts of a scenario, in the order of the track. */
export type Part = "ground" | "zones" | "forces" | "goal" | "options";
export const PARTS: readonly (readonly [Part, string])[] = [
  ["ground", later("Ground")],
  ["zones", later("Zones")],
  ["forces", later("Forces")],
  ["goal", later("Goal")],
  ["options", later("Options")],
];
const PART_OF: Readonly<Record<string, Part>> = {
  ...{ map: "ground", table: "ground", walls: "ground", low: "ground", high: "ground", tiles: "ground" },
  ...{ edges: "zones", zone_b: "zones", campaign: "zones", defender: "zones" },
  ...{ total: "forces", limit: "forces", chart: "forces", red: "forces", blue: "forces", relief: "forces" },
  ...{ fixed: "forces", barricades: "goal", spaa: "goal", lost_spaa: "goal", turn_limit: "goal", flags: "goal" },
  ...{ rounds: "goal", turns: "goal", last_support: "goal" },
};
export const partOf = (field: string): Part => PART_OF[field.split(/[.[]/)[0] ?? ""] ?? "options";
export const groundKey = (book: string): "map" | "table" => (book === "panzerkampf" ? "table" : "map");

// What the text says

export interface Text {
  readonly book: Book;
  readonly toml: Toml;
}
/** Where an option stands in the text. */
export const pathOf = (book: string, name: string): Path =>
  book === "squadron" && name === "turns" ? ["figures", "turns"] : [name];

/** What the text says of an option, as a wish would have it; where it says nothing, what holds then. */
export function valueOf({ book, toml }: Text, option: Option): string {
  const found = toml.get(pathOf(book.id, option.name));
  const { type } = option.kind;
  if (found === undefined) return type === "squares" ? "" : option.default || (type === "switch" ? "off" : "");
  if (type === "switch") return found === true ? "on" : "off";
  if (type === "squares") return Array.isArray(found) ? found.map(String).join(",") || "none" : "";
  if (typeof found === "object" && found !== null && !Array.isArray(found)) {
    const { red, blue } = found as { readonly red?: unknown; readonly blue?: unknown };
    if (type !== "number") return option.name === "tiles" && Object.keys(found).length === 0 ? "none" : "";
    return red === blue ? String(red) : `${String(red)}:${String(blue)}`;
  }
  return String(found);
}
export const isOn = (text: Text, option: Option): boolean =>
  ![offValue(option), "", "0", "off", "none"].includes(valueOf(text, option));

// What a control writes

/** The text with a key set; one that says what holds without it comes not in, but stays where it stands. */
export function withKey(text: string, path: Path, value: Plain | undefined, usual?: Plain): string {
  const there = readToml(text).at(path) !== undefined;
  if (value === undefined) return there ? applied(text, removing(text, path)) : text;
  if (!there && usual !== undefined && valueText(usual) === valueText(value)) return text;
  return applied(text, setting(text, path, value));
}
/** An option as it stands in a scenario's file. */
export function written({ name, kind }: Pick<Option, "name" | "kind">, value: string): Plain | undefined {
  if (kind.type === "switch") return value === "on";
  if (kind.type === "squares") return value === "" ? undefined : value === "none" ? [] : value.split(",");
  if (kind.type === "choice") return name !== "tiles" ? value : value === "none" ? {} : undefined;
  const [red, blue] = numbersIn(value);
  return kind.each_side && (red !== blue || name === "flags") ? { red, blue } : red;
}
/** The keys that are nothing without SPAA. */
const BASIC = ["spaa", "lost_spaa", "turn_limit", "zone_b"];

/** The text with an option agreed on. What cannot be played with it, or is nothing any more, goes in the same step. */
export function agreed(text: string, book: Book, option: Option, value: string): string {
  const toml = readToml(text);
  const whole = { book, toml };
  if (valueOf(whole, option) === value) return text;
  if (option.name === "spaa" && value === "0") return BASIC.reduce((now, key) => withKey(now, [key], undefined), text);
  const set = (now: string, one: Option, to: string): string => {
    const usual = one.default || (one.kind.type === "switch" ? "off" : "");
    return withKey(now, pathOf(book.id, one.name), written(one, to), usual === "" ? undefined : written(one, usual));
  };
  const next = set(text, option, value);
  if (!isOn({ book, toml: readToml(next) }, option)) return next;
  const rivals = book.options.filter(
    (other) => (option.excludes.includes(other.name) || other.excludes.includes(option.name)) && isOn(whole, other),
  );
  return rivals.reduce((now, rival) => set(now, rival, offValue(rival)), next);
}

// Forces

export type Whose = "red" | "blue" | "relief";
export function forceOf(toml: Toml, whose: Whose): Army {
  const found = toml.get([whose]);
  if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
  const counts = Object.entries(found).filter((pair): pair is [string, number] => typeof pair[1] === "number");
  return Object.fromEntries(counts.filter(([, many]) => many > 0));
}
/** The text with so many of a unit; without any of it, its key goes. */
export function withMany(text: string, whose: Whose, unit: string, many: number): string {
  if (many > 0 && readToml(text).at([whose]) === undefined)
    return applied(text, setting(text, [whose], { [unit]: many }));
  return withKey(text, [whose, unit], many > 0 ? many : undefined);
}
/** The units that a scenario's forces can be of: those of its chart. */
export function chartOf({ book, toml }: Text, own: Work | null): readonly UnitRow[] {
  if (own) return rowsOf(own.text);
  const named = toml.get(["chart"]);
  const chart = typeof named === "string" ? named : (book.options.find(({ name }) => name === "chart")?.default ?? "");
  return book.units.filter((unit) => !chart || !unit["chart"] || unit["chart"] === chart);
}
function rowsOf(text: string): UnitRow[] {
  const data = readToml(text).data();
  const rows = [data["unit"], data["card"]].find(Array.isArray) ?? [];
  return (rows as Record<string, unknown>[]).flatMap((row) => {
    const points = row["points"] ?? row["effectiveness"];
    const { id, name } = row;
    return typeof id === "string" && typeof name === "string" && typeof points === "number"
      ? [{ ...row, id, name, points, letter: String(row["letter"] ?? ""), source: {} } as UnitRow]
      : [];
  });
}

// Squares

/** The parts of zone B, or squares, as the text lists them. */
export function areasOf(toml: Toml, key: string): readonly string[] | null {
  const found = toml.get([key]);
  return Array.isArray(found) ? found.map(String) : null;
}
/** "A3:B4", the shorter "K7" for one square. */
export const areaText = (first: string, last: string): string => (first === last ? first : `${first}:${last}`);

// The whole

/** What is at stake, in one sentence or two, as far as the text says it. */
export function summaryOf(text: Text, chart: readonly UnitRow[]): string {
  const { book, toml } = text;
  const told = (whose: "red" | "blue"): string => {
    const army = forceOf(toml, whose);
    const many = manyOf(army);
    return `${whose === "red" ? "Red" : "Blue"} has ${many} unit${many === 1 ? "" : "s"} of ${points(pointsOf(army, chart))}`;
  };
  const value = (name: string): string => {
    const option = book.options.find((one) => one.name === name);
    return option ? valueOf(text, option) : "";
  };
  const [redFlags, blueFlags] = numbersIn(value("flags"));
  const spaa = Number(value("spaa")) || 0;
  const limit = Number(value("turn_limit") || value("rounds") || value("turns")) || 0;
  const campaign = toml.get(["campaign"]);
  const goal =
    campaign === "escort"
      ? "A convoy must be brought to its destination"
      : campaign === "encircled"
        ? "One side is encircled and waits for relief"
        : spaa > 0
          ? `Each side guards ${spaa} anti-aircraft vehicles; whoever destroys ${value("lost_spaa") || spaa} of the enemy's wins`
          : redFlags + blueFlags > 0
            ? `The flags decide: Red has ${redFlags}, Blue ${blueFlags}`
            : "Destroy all enemy units";
  const end = limit > 0 ? `, within ${limit} ${book.id === "squadron" ? "turns" : "rounds"}` : "";
  return `${told("red")}, ${told("blue").replace("Blue has", "Blue")}. ${goal}${end}.`;
}
const points = (sum: number): string => `${sum} point${sum === 1 ? "" : "s"}`;

/** A new scenario: the book's plainest battle of middle length, without anything that is not needed. */
export function freshScenario(book: Book): string {
  const row = book.scenarios.find(({ id }) => id === middleBattle(book)) ?? book.scenarios[0];
  if (!row) return "";
  const total = Math.max(row.limit ?? 0, Math.ceil(row.red.points), Math.ceil(row.blue.points));
  const head: Record<string, Plain> = {
    name: "A new battle",
    summary: "Destroy all enemy units.",
    minutes: row.minutes,
    [groundKey(book.id)]: row.map,
    ...(row.campaign ? { campaign: "standard" } : {}),
    ...(row.chart && row.chart !== "generic" ? { chart: row.chart } : {}),
    [book.id === "panzerkampf" ? "limit" : "total"]: total,
    red: row.red.units,
    blue: row.blue.units,
  };
  return Object.entries(head)
    .map(([key, value]) => `${key} = ${valueText(value)}\n`)
    .join("");
}
