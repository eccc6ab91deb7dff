/** A small book, and a table that answers as it is told, for the tests of a set-up. */
import type { Book, BookLine, Force, NewMatch, Option, ScenarioRow, SetupAnswer } from "../../api/types";
import { armyIn, pointsOf } from "../wish";

export const option = (name: string, more: Partial<Option> = {}): Option => ({
  name,
  label: name,
  words: `what ${name} does`,
  kind: { type: "switch" },
  group: "How shots work",
  rules: ["FR-59"],
  default: "off",
  needs: [],
  excludes: [],
  house: false,
  ...more,
});
export const number = (name: string, more: Partial<Option> = {}, most = 9): Option =>
  option(name, {
    kind: { type: "number", least: 0, most, step: 1, each_side: false, unit: "" },
    default: "0",
    group: "What decides",
    ...more,
  });

export const scenario = (id: string, minutes: number, more: Partial<ScenarioRow> = {}): ScenarioRow => ({
  id,
  name: id,
  summary: "",
  minutes,
  map: "centre",
  red: { units: { heavy: 2, light: 1 }, points: 7, flags: 0 },
  blue: { units: { heavy: 3, light: 1 }, points: 10, flags: 0 },
  turn_limit: 0,
  options: [],
  fixed: false,
  ...more,
});

const OPTIONS = [
  option("damage"),
  option("hidden", { house: true, group: "Before the first turn" }),
  option("quick", { excludes: ["walls", "spaa"], group: "At the table" }),
  option("walls", { kind: { type: "squares" }, default: "", group: "Before the first turn" }),
  number("spaa"),
  number("limit", { needs: ["spaa"] }),
];

export const book = (id = "france1944"): Book => ({
  id,
  title: "France 1944",
  table: "squares",
  advice: {},
  units: [
    { id: "heavy", name: "Heavy", letter: "H", points: 3, source: { front: "house" }, front: 10, speed: -2 },
    { id: "light", name: "Light", letter: "L", points: 1, front: 4, speed: 1 },
  ],
  scenarios: [
    scenario("long", 90),
    scenario("short", 10),
    scenario("dressed", 45, { options: ["damage"] }),
    scenario("plain", 45),
    scenario("given", 60, { fixed: true }),
  ],
  maps: [
    { id: "centre", name: "the town", columns: 24, rows: 18, buildings: 0, north: "up", legend: {}, text: ["."] },
    { id: "port", name: "the port", columns: 24, rows: 18, buildings: 0, north: "up", legend: {}, text: ["."] },
  ],
  rules: [],
  rulings: [],
  options: OPTIONS,
  agreed: Object.fromEntries(
    ["long", "short", "dressed", "plain", "given"].map((one) => [
      one,
      { damage: one === "dressed" ? "on" : "off", hidden: "off", quick: "off", walls: "none", spaa: "0", limit: "0" },
    ]),
  ),
  differences: {},
  shot: { ruler: "squares", zones: ["front", "side", "rear"], conditions: { damage: ["on", "off"] }, things: [] },
  position: null,
  labels: {
    front: { short: "front", full: "front armour", rule: "", sentence: "" },
    speed: { short: "speed", full: "speed", rule: "", sentence: "" },
  },
  bots: [
    { name: "greedy", sentence: "", levels: {}, personalities: {} },
    { name: "planner", sentence: "", levels: { recruit: 0.2, veteran: 1, ace: 5 }, personalities: { cautious: "" } },
  ],
});

export const line = (id: string): BookLine => ({
  id,
  title: id,
  table: "squares",
  rules: 1,
  name: id,
  sentence: "",
  weight: 1,
  weight_word: "light",
  minutes_least: 10,
  minutes_most: 90,
  battles: 5,
  stand_ins: 0,
  opening: null,
});

const TOTAL = 12;
function force(text: string, usual: Readonly<Record<string, number>>, total: number): Force {
  const { units: chart } = book();
  const units = text ? armyIn(text) : usual;
  const points = pointsOf(units, chart);
  const left = total - points;
  const dear = chart.filter((unit) => unit.points > left);
  const refused = (price: number) => ({ rule: "FR-03", sentence: `${price} points; ${left} are left` });
  return {
    units,
    points,
    total,
    left,
    limit_rule: "FR-03",
    follows: [],
    refused: Object.fromEntries(dear.map((unit) => [unit.id, refused(unit.points)])),
  };
}
const unlisted = (side: "red" | "blue") => ({
  part: "armies" as const,
  message: "there is no such type",
  rule: "",
  repair: { label: `Fill ${side}`, wish: { [side]: "light=4" } },
  side: null,
  option: "",
});
/** As the referee answers: twelve points unless a total was agreed, and more can be agreed. */
export function judged({ red = "", blue = "", scenario: id, options = {} }: NewMatch): SetupAnswer {
  const battle = book().scenarios.find((one) => one.id === id)!;
  const total = Number(options["total"] ?? TOTAL);
  const forces = [force(red, battle.red.units, total), force(blue, battle.blue.units, total)] as const;
  const over = forces.findIndex(({ left }) => left < 0);
  const need = Math.max(...forces.map(({ points }) => points));
  const fault = {
    part: "armies" as const,
    message: `${need} points are more than ${total}`,
    rule: "FR-03",
    repair: { label: `raise both to ${need}`, wish: { options: { ...options, total: String(need) } } },
    side: over === 1 ? (1 as const) : (0 as const),
    option: "",
  };
  return {
    ok: over < 0,
    problem: null,
    red: forces[0],
    blue: forces[1],
    terrain: null,
    remark: "",
    sentence: [{ text: "France 1944", opens: "book" }],
    faults: [
      ...(over < 0 ? [] : [fault]),
      ...(options["chart"] && !red ? [unlisted("red")] : []),
      ...(options["chart"] && !blue ? [unlisted("blue")] : []),
    ],
    boards: {},
  };
}
