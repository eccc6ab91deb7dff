/** A set-up in the making: what was chosen, what is sent, and the sentence that tells it all. */
import type { Book, Force, MapRow, NewMatch, Opponent, Option, ScenarioRow, Side, UnitRow } from "../api/types";
import { count, sideName } from "../match/words";

export type Army = Readonly<Record<string, number>>;

export interface Wish {
  scenario: string;
  board: string;
  red: Army | null;
  blue: Army | null;
  options: Record<string, string>;
  opponent: NonNullable<NewMatch["opponent"]>;
  bot: string;
  side: Side | null;
  name: string;
}

/** Every option as the scenario has it. */
export function noOptions(book: Book): Record<string, string> {
  return Object.fromEntries(book.options.map(({ name }) => [name, ""]));
}

export function firstWish(book: Book, name: string, wanted = "first-steps"): Wish {
  const shortest = book.scenarios.reduce<ScenarioRow | undefined>(
    (best, one) => (best && best.minutes <= one.minutes ? best : one),
    undefined,
  );
  const scenario = book.scenarios.find((one) => one.id === wanted) ?? shortest;
  return {
    scenario: scenario?.id ?? "",
    board: "",
    red: null,
    blue: null,
    options: noOptions(book),
    opponent: "bot",
    bot: (book.bots.find((bot) => bot.name === "greedy") ?? book.bots[0])?.name ?? "",
    side: 0,
    name,
  };
}

/** A bot's name in its parts, "planner:ace+cautious", and from them. */
export interface BotParts {
  readonly name: string;
  readonly level: string;
  readonly personality: string;
}
export function botParts(bot: string): BotParts {
  const [, name = bot, level = "", personality = ""] = /^(\w+)(?::(\w+))?(?:\+(\w+))?$/.exec(bot) ?? [];
  return { name, level, personality };
}
export function botOf({ name, level, personality }: BotParts): string {
  return `${name}${level && `:${level}`}${personality && `+${personality}`}`;
}
/** A bot as it plays unless one says otherwise: on a middle level, where it has some. */
export function botUsual({ name, levels }: Opponent): string {
  const all = Object.keys(levels);
  return botOf({ name, level: all[all.length >> 1] ?? "", personality: "" });
}
/** "planner (ace, cautious)". */
function botWords(bot: string): string {
  const { name, level, personality } = botParts(bot);
  const parts = [level, personality].filter(Boolean);
  return parts.length > 0 ? `${name} (${parts.join(", ")})` : name;
}

export function armyText(army: Army | null): string {
  return Object.entries(army ?? {})
    .filter(([, many]) => many > 0)
    .map(([unit, many]) => `${unit}=${many}`)
    .join(",");
}

export function newMatch(book: Book, wish: Wish): NewMatch {
  const options = Object.fromEntries(Object.entries(wish.options).filter(([, value]) => value !== ""));
  return {
    rulebook: book.id,
    scenario: wish.scenario,
    red: armyText(wish.red),
    blue: armyText(wish.blue),
    board: wish.board,
    options,
    opponent: wish.opponent,
    bot: wish.bot,
    side: wish.opponent === "hotseat" ? 0 : wish.side,
    name: wish.name.trim().slice(0, 40) || (wish.side === 1 ? "Blue" : "Red"),
  };
}

export function pointsOf(army: Army, units: readonly UnitRow[]): number {
  return units.reduce((sum, unit) => sum + unit.points * (army[unit.id] ?? 0), 0);
}
export function armyOf(wish: Wish, scenario: ScenarioRow | undefined, side: Side): Army {
  return (side === 0 ? wish.red : wish.blue) ?? (side === 0 ? scenario?.red.units : scenario?.blue.units) ?? {};
}
export function mapOf(book: Book, wish: Wish, scenario: ScenarioRow | undefined): MapRow | undefined {
  const id = wish.board || scenario?.map;
  return book.maps.find((map) => map.id === id);
}

/** The rows that armies can be bought from: of several charts, the one of the scenario or what was chosen instead. */
export function chartOf(book: Book, wish: Wish): readonly UnitRow[] {
  const chart = wish.options["chart"] || book.scenarios.find((one) => one.id === wish.scenario)?.chart;
  return book.units.filter((unit) => !chart || !unit["chart"] || unit["chart"] === chart);
}

/** The options that are the house's. */
export function houseOf(book: Book | null): ReadonlySet<string> {
  return new Set((book?.options ?? []).filter((one) => one.house).map((one) => one.name));
}
/** " · escort · house: dug in, round limit": what a scenario plays with, by the print and by the house. */
export function playsWith(scenario: ScenarioRow, house: ReadonlySet<string>): string {
  const printed = scenario.options.filter((option) => !house.has(option)).join(", ");
  const added = (scenario.house ?? []).join(", ");
  return `${printed && ` · ${printed}`}${added && ` · house: ${added}`}`;
}

/** Whether a switch is on, and what it takes to change it: nothing where that is as the scenario has it. */
export function isOn(name: string, book: Book, wish: Wish): boolean {
  return (wish.options[name] || book.agreed[wish.scenario]?.[name]) === "on";
}
export function switched(name: string, on: boolean, book: Book, wish: Wish): string {
  return on === (book.agreed[wish.scenario]?.[name] === "on") ? "" : on ? "on" : "off";
}

/** "2 Heavy, 3 Light; 9 points": an army in words. */
export function armyWords(force: Force, units: readonly UnitRow[]): string {
  const army = Object.entries(force.units).filter(([, many]) => many > 0);
  const name = (id: string): string => units.find((unit) => unit.id === id)?.name ?? id;
  return `${army.map(([id, many]) => `${many} ${name(id)}`).join(", ")}; ${count(force.points, "point")}`;
}

/** "You, Red, with 3 units of 6 points against Greedy on the port; …": the whole game. */
export function sentence(book: Book, wish: Wish): string {
  const scenario = book.scenarios.find((one) => one.id === wish.scenario);
  const force = (side: Side): string => {
    const army = armyOf(wish, scenario, side);
    const many = Object.values(army).reduce((sum, one) => sum + one, 0);
    return `${count(many, "unit")} (${pointsOf(army, book.units)} points)`;
  };
  const changed = Object.entries(wish.options)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name.replace("_", " ")} ${value}`);
  const against = {
    bot: `against ${botWords(wish.bot)}`,
    hotseat: "for two at this screen",
    friend: "against a friend, by link",
  }[wish.opponent];
  const you =
    wish.opponent === "hotseat"
      ? ""
      : wish.side === null
        ? ", your side drawn by lot"
        : `, you are ${sideName(wish.side)}`;
  return [
    `${book.title}: ${scenario?.name ?? wish.scenario} on ${mapOf(book, wish, scenario)?.name ?? "its map"}, `,
    `Red ${force(0)} and Blue ${force(1)}, ${against}${you}`,
    changed.length > 0 ? `; ${changed.join(", ")}` : "",
    scenario ? `; about ${scenario.minutes} minutes.` : ".",
  ].join("");
}

/** What stands on the cover of a book. */
const COVERS: Readonly<Record<string, string>> = {
  france1944: "Three classes of tank, streets, flags and a handful of dice: the way in.",
  core: "Armour, angles, cover and repairs in full: volleys are announced, then rolled shot by shot.",
  squadron: "Single tanks with a card each on a mat of hexes: momentum, corners, and shots at whoever moves.",
  panzerkampf:
    "Models on an open table, to the millimetre: planes, ships, mines and artillery, with command dice and campaigns.",
  dynamic: "Every kind of vehicle by points: howitzers, walls to break, wrecks to push, workshops.",
};

/** "10 to 75 minutes · 3 classes · 65 rules", and a sentence. */
export function coverOf({ id, table, scenarios, units, rules }: Book): {
  readonly facts: string;
  readonly sentence: string;
} {
  const minutes = scenarios.map((one) => one.minutes);
  const length = minutes.length > 0 ? `${Math.min(...minutes)} to ${Math.max(...minutes)} minutes · ` : "";
  return {
    facts: `${table} · ${length}${count(units.length, "class", "classes")} · ${count(rules.length, "rule")}`,
    sentence: COVERS[id] ?? "",
  };
}

/** How an option is written where it is neither switched nor chosen from a list. */
export function spelling({ kind }: Option): string {
  if (kind.type === "squares") return ", any number of squares as K7,K8 or none";
  return kind.type === "number" && kind.each_side ? ", as RED:BLUE or one number for both" : "";
}
