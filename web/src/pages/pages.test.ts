import { describe, expect, test } from "vitest";
import type { Book, Option } from "../api/types";
import { routeOf } from "./route";
import {
  armyText,
  armyWords,
  botOf,
  botParts,
  botUsual,
  chartOf,
  coverOf,
  firstWish,
  houseOf,
  isOn,
  newMatch,
  playsWith,
  pointsOf,
  sentence,
  spelling,
  switched,
} from "./wish";

test.each([
  ["", { page: "home" }],
  ["#/", { page: "home" }],
  ["#/new", { page: "new", book: "", scenario: "", part: "" }],
  ["#/new/crossroads", { page: "new", book: "", scenario: "crossroads", part: "" }],
  ["#/new/squadron/duel", { page: "new", book: "squadron", scenario: "duel", part: "" }],
  ["#/new/squadron/duel/armies", { page: "new", book: "squadron", scenario: "duel", part: "armies" }],
  ["#/new/squadron/duel/attic", { page: "new", book: "squadron", scenario: "duel", part: "" }],
  ["#/play/core", { page: "play", book: "core" }],
  ["#/play", { page: "unknown", path: "play" }],
  ["#/match/abc", { page: "match", match: "abc" }],
  ["#/replay", { page: "replays" }],
  ["#/replay/abc", { page: "replay", match: "abc", position: null }],
  ["#/replay/abc/17", { page: "replay", match: "abc", position: 17 }],
  ["#/replay/abc/-1", { page: "replay", match: "abc", position: null }],
  ["#/watch/abc/tok%2F1", { page: "watch", match: "abc", token: "tok/1", position: null }],
  ["#/watch/abc/tok/17", { page: "watch", match: "abc", token: "tok", position: 17 }],
  ["#/seat/abc/t", { page: "seat", match: "abc", token: "t" }],
  ["#/invitation/t-_9", { page: "invitation", token: "t-_9" }],
  ["#/rules/france1944/FR-37", { page: "rules", book: "france1944", rule: "FR-37" }],
  ["#/match", { page: "unknown", path: "match" }],
  ["#/%E0%A4%A", { page: "unknown", path: "%E0%A4%A" }],
])("%j leads to its page", (hash, route) => expect(routeOf(hash)).toEqual(route));

describe("a set-up", () => {
  const force = (many: number) => ({ units: { heavy: many, light: 1 }, points: many * 3 + 1, flags: 0 });
  const option: Option = {
    name: "damage",
    label: "damage",
    words: "equal firepower only damages",
    kind: { type: "switch" },
    group: "How shots work",
    rules: ["FR-59"],
    default: "off",
    needs: [],
    excludes: [],
    house: false,
  };
  const book: Book = {
    id: "france1944",
    title: "France 1944",
    table: "squares",
    units: [
      { id: "heavy", name: "Heavy", letter: "H", points: 3 },
      { id: "light", name: "Light", letter: "L", points: 1 },
    ],
    scenarios: [
      {
        id: "crossroads",
        name: "Crossroads",
        summary: "",
        minutes: 45,
        map: "centre",
        red: force(2),
        blue: force(3),
        turn_limit: 0,
        options: [],
      },
    ],
    maps: [{ id: "centre", name: "the town", columns: 1, rows: 1, buildings: 0, north: "up", legend: {}, text: ["."] }],
    rules: [],
    rulings: [],
    options: [option, { ...option, name: "hidden", label: "hidden", house: true }],
    agreed: { crossroads: { damage: "on", hidden: "off" } },
    labels: {},
    bots: [
      { name: "random", sentence: "", levels: {}, personalities: {} },
      { name: "greedy", sentence: "", levels: {}, personalities: {} },
    ],
  };

  test("can be begun from the first second", () => {
    expect(newMatch(book, firstWish(book, ""))).toEqual({
      rulebook: "france1944",
      scenario: "crossroads",
      red: "",
      blue: "",
      board: "",
      options: {},
      opponent: "bot",
      bot: "greedy",
      side: 0,
      name: "Red",
    });
  });

  test("begins with the shortest battle where the usual one is not in the book", () => {
    const long = { ...book.scenarios[0]!, id: "long", minutes: 90 };
    expect(firstWish({ ...book, scenarios: [long, ...book.scenarios] }, "").scenario).toBe("crossroads");
  });

  test("has a book with a cover", () => {
    expect(coverOf(book)).toEqual({
      facts: "squares · 45 to 45 minutes · 2 classes · 0 rules",
      sentence: expect.stringContaining("tank"),
    });
  });

  test("is told in one sentence", () => {
    const wish = { ...firstWish(book, "Ann"), blue: { heavy: 1, light: 0 }, options: { damage: "on", hidden: "" } };
    expect(sentence(book, wish)).toBe(
      "France 1944: Crossroads on the town, Red 3 units (7 points) and Blue 1 unit (3 points), against greedy, you are Red; damage on; about 45 minutes.",
    );
    expect(newMatch(book, wish)).toMatchObject({ blue: "heavy=1", options: { damage: "on" }, name: "Ann" });
  });

  test("names a bot with its level and its personality", () => {
    const planner = {
      name: "planner",
      sentence: "",
      levels: { recruit: 0.2, veteran: 1, ace: 5 },
      personalities: { cautious: "" },
    };
    expect(book.bots.map(botUsual)).toEqual(["random", "greedy"]);
    expect(botUsual(planner)).toBe("planner:veteran");
    const bot = botOf({ ...botParts("planner:ace"), personality: "cautious" });
    expect(bot).toBe("planner:ace+cautious");
    expect(botParts(bot)).toEqual({ name: "planner", level: "ace", personality: "cautious" });
    const wish = { ...firstWish(book, ""), bot };
    expect(newMatch(book, wish).bot).toBe(bot);
    expect(sentence(book, wish)).toContain("against planner (ace, cautious), you are Red");
  });

  test("buys from the chart of its scenario, or from another that was chosen", () => {
    const charts: Book = {
      ...book,
      units: [
        { ...book.units[0]!, chart: "generic" },
        { ...book.units[1]!, chart: "types" },
      ],
      scenarios: [{ ...book.scenarios[0]!, chart: "types" }],
    };
    const wish = firstWish(charts, "");
    expect(chartOf(charts, wish).map(({ id }) => id)).toEqual(["light"]);
    expect(chartOf(charts, { ...wish, options: { chart: "generic" } }).map(({ id }) => id)).toEqual(["heavy"]);
    expect(chartOf(book, firstWish(book, ""))).toHaveLength(2);
  });

  test("switches stand as the scenario has them, and only a change is sent", () => {
    const wish = firstWish(book, "");
    expect(wish.options).toEqual({ damage: "", hidden: "" });
    expect([isOn("damage", book, wish), isOn("hidden", book, wish)]).toEqual([true, false]);
    expect([
      switched("damage", true, book, wish),
      switched("damage", false, book, wish),
      switched("hidden", true, book, wish),
    ]).toEqual(["", "off", "on"]);
    expect(isOn("damage", book, { ...wish, options: { damage: "off" } })).toBe(false);
  });

  test("armies and points", () => {
    expect(armyText({ heavy: 2, light: 0 })).toBe("heavy=2");
    expect(pointsOf({ heavy: 2, light: 3 }, book.units)).toBe(9);
    const rest = { total: 9, left: 2, limit_rule: "", follows: [], refused: {} };
    expect(armyWords({ units: { heavy: 2, light: 0, odd: 1 }, points: 7, ...rest }, book.units)).toBe(
      "2 Heavy, 1 odd; 7 points",
    );
  });

  test("a scenario says what the house adds to it", () => {
    const house = houseOf({
      ...book,
      options: [
        { ...option, name: "dug_in", house: true },
        { ...option, name: "silent_start", house: true },
        { ...option, name: "reverse" },
      ],
    });
    expect([...house]).toEqual(["dug_in", "silent_start"]);
    const scenario = {
      ...book.scenarios[0]!,
      options: ["encircled", "dug_in", "reverse"],
      house: ["dug in", "round limit"],
    };
    expect(playsWith(scenario, house)).toBe(" · encircled, reverse · house: dug in, round limit");
    expect(playsWith({ ...scenario, house: [] }, house)).toBe(" · encircled, reverse");
    expect(playsWith(book.scenarios[0]!, house)).toBe("");
  });

  test("an option that is written says how", () => {
    const number = { type: "number", least: 0, most: 9, step: 1, each_side: false } as const;
    expect(spelling({ ...option, kind: { type: "switch" } })).toBe("");
    expect(spelling({ ...option, kind: number })).toBe("");
    expect(spelling({ ...option, kind: { ...number, each_side: true } })).toBe(", as RED:BLUE or one number for both");
    expect(spelling({ ...option, kind: { type: "squares" } })).toBe(", any number of squares as K7,K8 or none");
  });
});
