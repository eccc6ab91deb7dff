/** A set-up in the making is the very wish that will be sent: what was chosen, and nothing where the battle decides. */
import type { Book, BookLine, MapRow, NewMatch, Opponent, ScenarioRow, Side, UnitRow } from "../api/types";
import { say } from "../language/language";

export type Wish = Required<
  Pick<NewMatch, "rulebook" | "scenario" | "red" | "blue" | "board" | "options" | "opponent" | "bot" | "side">
> &
  Pick<NewMatch, "chart" | "works">;
export type Army = Readonly<Record<string, number>>;

/** A battle as its scenario has it, with the opponent that was chosen before. */
export function plainWish(rulebook: string, scenario: string, before: Partial<Wish> = {}): Wish {
  const { opponent = "bot", bot = "greedy", side = 0 } = before;
  return { rulebook, scenario, red: "", blue: "", board: "", options: {}, opponent, bot, side };
}

/** What is sent. At one screen nobody has a side; whoever has no name is called as the side is. */
export function newMatch(wish: Wish, name: string): NewMatch {
  const side = wish.opponent === "hotseat" ? 0 : wish.side;
  return { ...wish, side, name: name.trim().slice(0, 40) || (side === 1 ? say("Blue") : say("Red")) };
}

/** What was kept of a wish, if it is one: whoever wrote it may have been an older page. */
export function wishIn(text: string | null): Wish | null {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Wish> | null;
    return found && wishOf(found);
  } catch {
    return null;
  }
}
/** The set-up of a match that was begun; none where it began from a position. */
export function wishOf(match: Partial<NewMatch>): Wish | null {
  const { rulebook, scenario, red, blue, board, options, opponent } = match;
  if (typeof rulebook !== "string" || typeof scenario !== "string" || !rulebook || !scenario) return null;
  const plain = plainWish(rulebook, scenario);
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    ...plain,
    red: text(red),
    blue: text(blue),
    board: text(board),
    options: typeof options === "object" ? options : {},
    opponent: opponent === "hotseat" || opponent === "friend" ? opponent : "bot",
    bot: text(match.bot) || plain.bot,
    side: match.side === 1 || match.side === null ? match.side : 0,
  };
}

// Battles

/** The battles of a book in order of length. */
export function byLength(scenarios: readonly ScenarioRow[]): ScenarioRow[] {
  return [...scenarios].sort((one, other) => one.minutes - other.minutes);
}
/** The battle that a book opens with: of middle length, and of those the plainest. */
export function middleBattle({ scenarios }: Book): string {
  const ordered = byLength(scenarios);
  const minutes = ordered[(ordered.length - 1) >> 1]?.minutes;
  const plainest = ordered
    .filter((one) => one.minutes === minutes)
    .reduce<ScenarioRow | null>((best, one) => (best && best.options.length <= one.options.length ? best : one), null);
  return plainest?.id ?? "";
}
export function battleOf(book: Book | null, wish: Wish): ScenarioRow | undefined {
  return book?.scenarios.find((one) => one.id === wish.scenario);
}
export function mapOf(book: Book | null, wish: Wish): MapRow | undefined {
  const id = wish.board || battleOf(book, wish)?.map;
  return book?.maps.find((map) => map.id === id);
}
/** "10–120 min". */
export function lengthOf({ minutes_least: least, minutes_most: most }: BookLine): string {
  return least === most ? say("{least} min", { least }) : say("{least}–{most} min", { least, most });
}

// Opponents

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

// Armies

/** "heavy=2,medium=5"; an army of nothing is one all the same. */
export function armyText(army: Army): string {
  const all = Object.entries(army);
  const some = all.filter(([, many]) => many > 0);
  return (some.length > 0 ? some : all.slice(0, 1)).map(([unit, many]) => `${unit}=${many}`).join(",");
}
export function armyIn(text: string): Army {
  const rows = text.split(",").map((part) => part.trim().split("="));
  return Object.fromEntries(rows.flatMap(([unit, many]) => (unit && Number(many) >= 0 ? [[unit, Number(many)]] : [])));
}
export const sideKey = (side: Side): "red" | "blue" => (side === 0 ? "red" : "blue");
/** What a side has: what was chosen, or what the battle gives. */
export function armyOf(book: Book | null, wish: Wish, side: Side): Army {
  const key = sideKey(side);
  return wish[key] ? armyIn(wish[key]) : (battleOf(book, wish)?.[key].units ?? {});
}
export function pointsOf(army: Army, units: readonly UnitRow[]): number {
  return units.reduce((sum, unit) => sum + unit.points * (army[unit.id] ?? 0), 0);
}
export function manyOf(army: Army): number {
  return Object.values(army).reduce((sum, one) => sum + one, 0);
}
/** Units of the house by the chart that has them; nothing where the book has one chart. */
export type Charts = ReadonlyMap<string, ReadonlySet<string>>;
export function chartsOf(units: readonly UnitRow[]): Charts {
  const found = new Map<string, Set<string>>();
  for (const { id, chart } of units)
    if (typeof chart === "string") found.set(chart, (found.get(chart) ?? new Set()).add(id));
  return found;
}
/** On which chart of the house some units stand: the one with most of them. Nothing where the book has one chart. */
export function standsOn(units: readonly string[], charts: Charts): string {
  if (charts.size < 2) return "";
  const many = (ids: ReadonlySet<string>): number => units.filter((unit) => ids.has(unit)).length;
  return [...charts].reduce((best, one) => (many(one[1]) > many(best[1]) ? one : best))[0];
}
/** The rows that armies can be bought from: of several charts, the one of the battle or what was chosen instead. */
export function chartOf(book: Book, wish: Wish): readonly UnitRow[] {
  const chart = wish.options["chart"] || battleOf(book, wish)?.chart;
  return book.units.filter((unit) => !chart || !unit["chart"] || unit["chart"] === "own" || unit["chart"] === chart);
}
