import { describe, expect, test } from "vitest";
import type { Book } from "../api/types";
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
  optionField,
  playsWith,
  pointsOf,
  sentence,
  switched,
} from "./wish";

test.each([
  ["", { page: "home" }],
  ["#/", { page: "home" }],
  ["#/new", { page: "new", book: "", scenario: "" }],
  ["#/new/crossroads", { page: "new", book: "", scenario: "crossroads" }],
  ["#/new/squadron/duel", { page: "new", book: "squadron", scenario: "duel" }],
  ["#/match/abc", { page: "match", match: "abc" }],
  ["#/replay", { page: "replays" }],
  ["#/replay/abc", { page: "replay", match: "abc" }],
  ["#/watch/abc/tok%2F1", { page: "watch", match: "abc", token: "tok/1" }],
  ["#/seat/abc/t", { page: "seat", match: "abc", token: "t" }],
  ["#/invitation/t-_9", { page: "invitation", token: "t-_9" }],
  ["#/rules/france1944/FR-37", { page: "rules", book: "france1944", rule: "FR-37" }],
  ["#/match", { page: "unknown", path: "match" }],
  ["#/%E0%A4%A", { page: "unknown", path: "%E0%A4%A" }],
])("%j leads to its page", (hash, route) => expect(routeOf(hash)).toEqual(route));

describe("a set-up", () => {
  const force = (many: number) => ({ units: { heavy: many, light: 1 }, points: many * 3 + 1, flags: 0 });
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
    maps: [{ id: "centre", name: "the town", columns: 1, rows: 1, legend: {}, text: ["."] }],
    rules: [],
    rulings: [],
    options: {},
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
    const scenario = { ...book.scenarios[0]!, options: ["damage"] };
    const wish = firstWish(book, "");
    expect([isOn("damage", wish, scenario), isOn("hidden", wish, scenario)]).toEqual([true, false]);
    expect([
      switched("damage", true, scenario),
      switched("damage", false, scenario),
      switched("hidden", true, scenario),
    ]).toEqual(["", "off", "on"]);
    expect(isOn("damage", { ...wish, options: { damage: "off" } }, scenario)).toBe(false);
    const told = { ...scenario, options: ["2 command dice a turn"], on: ["command"] };
    expect([isOn("command", wish, told), switched("command", false, told)]).toEqual([true, "off"]);
  });

  test("armies and points", () => {
    expect(armyText({ heavy: 2, light: 0 })).toBe("heavy=2");
    expect(pointsOf({ heavy: 2, light: 3 }, book.units)).toBe(9);
    expect(armyWords({ units: { heavy: 2, light: 0, odd: 1 }, points: 7, total: 9 }, book.units)).toBe(
      "2 Heavy, 1 odd; 7 points",
    );
  });

  test("a scenario says what the house adds to it", () => {
    const ruling = { section: "", title: "", summary: "", rules: [], why: "" };
    const house = houseOf({
      ...book,
      rulings: [
        { ...ruling, id: "PK-R44", ground: "house", options: ["dug_in", "silent_start"] },
        { ...ruling, id: "PK-R2", ground: "silent", options: ["reverse"] },
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

  test("an option's sentence says how it is set", () => {
    expect(optionField("damage", "equal firepower only damages (FR-59)")).toEqual({
      name: "damage",
      label: "damage",
      words: "equal firepower only damages",
      rules: ["FR-59"],
      choices: ["on", "off"],
    });
    expect(optionField("last_support", "house: last support (PK-R43, PK-R58)")).toMatchObject({
      words: "last support",
      rules: ["PK-R43", "PK-R58"],
    });
    expect(optionField("edges", "'ends' or 'long sides': which edges (FR-05)").choices).toEqual(["ends", "long sides"]);
    expect(optionField("flags", "flags of each side, as RED:BLUE or one number for both (FR-48, FR-49)")).toMatchObject(
      {
        rules: ["FR-48", "FR-49"],
        choices: [],
      },
    );
    expect(optionField("walls", "standing walls: any number of squares as K7,K8 or none (DYN-152)")).toEqual({
      name: "walls",
      label: "standing walls",
      words: "any number of squares as K7,K8 or none",
      rules: ["DYN-152"],
      choices: [],
    });
    expect(optionField("speed_die", "option 2: a die changes the speed (CORE-27)").label).toBe("speed die (option 2)");
    expect(optionField("turn_limit", "rounds after which the defender wins (FR-58)").choices).toEqual([]);
  });
});
