import { expect, test } from "vitest";
import { book, scenario } from "./setup/fake";
import {
  armyIn,
  armyOf,
  armyText,
  botOf,
  botParts,
  botUsual,
  byLength,
  chartOf,
  chartsOf,
  lengthOf,
  mapOf,
  middleBattle,
  newMatch,
  plainWish,
  pointsOf,
  standsOn,
  wishIn,
  wishOf,
} from "./wish";

test("a wish is what is sent, with a name and a side for whoever has none", () => {
  const wish = plainWish("france1944", "plain");
  expect(newMatch(wish, " Ann ")).toEqual({
    rulebook: "france1944",
    scenario: "plain",
    red: "",
    blue: "",
    board: "",
    options: {},
    opponent: "bot",
    bot: "greedy",
    side: 0,
    name: "Ann",
  });
  expect(newMatch({ ...wish, side: 1 }, "").name).toBe("Blue");
  expect(newMatch({ ...wish, side: null, opponent: "hotseat" }, "")).toMatchObject({ side: 0, name: "Red" });
});

test("a battle of its own keeps the opponent and the side that were chosen", () => {
  const before = { ...plainWish("core", "duel"), bot: "planner:ace", side: 1 as const, red: "heavy=1", board: "x" };
  expect(plainWish("france1944", "plain", before)).toEqual({
    ...plainWish("france1944", "plain"),
    bot: "planner:ace",
    side: 1,
  });
});

test("a wish that was kept is read again, and what is none is not", () => {
  const wish = { ...plainWish("core", "duel"), side: null, opponent: "friend" as const, options: { aimed: "on" } };
  expect(wishIn(JSON.stringify(wish))).toEqual(wish);
  for (const text of [null, "", "{", "7", "null", "{}", '{"rulebook": 7, "scenario": "x"}'])
    expect(wishIn(text)).toBeNull();
  expect(wishOf({ rulebook: "core", opening: "first" })).toBeNull();
  expect(wishOf({ rulebook: "core", scenario: "duel" })).toEqual(plainWish("core", "duel"));
});

test("battles stand in order of length, and a book opens with the plainest of middle length", () => {
  expect(byLength(book().scenarios).map(({ id }) => id)).toEqual(["short", "dressed", "plain", "given", "long"]);
  expect(middleBattle(book())).toBe("plain");
  expect(middleBattle({ ...book(), scenarios: [scenario("b", 60), scenario("a", 10)] })).toBe("a");
  expect(lengthOf({ minutes_least: 10, minutes_most: 120 } as never)).toBe("10–120 min");
});

test("a bot has a name, a level and a personality", () => {
  expect(book().bots.map(botUsual)).toEqual(["greedy", "planner:veteran"]);
  const bot = botOf({ ...botParts("planner:ace"), personality: "cautious" });
  expect(bot).toBe("planner:ace+cautious");
  expect(botParts(bot)).toEqual({ name: "planner", level: "ace", personality: "cautious" });
});

test("armies are written and read; an army of nothing is not that of the battle", () => {
  expect(armyText({ heavy: 2, light: 0 })).toBe("heavy=2");
  expect(armyText({ heavy: 0, light: 0 })).toBe("heavy=0");
  expect(armyIn("heavy=2, light=0")).toEqual({ heavy: 2, light: 0 });
  const wish = plainWish("france1944", "plain");
  expect(armyOf(book(), wish, 1)).toEqual({ heavy: 3, light: 1 });
  expect(armyOf(book(), { ...wish, blue: "heavy=0" }, 1)).toEqual({ heavy: 0 });
  expect(pointsOf({ heavy: 2, light: 3 }, book().units)).toBe(9);
});

test("armies are bought from the chart of the battle, or from another that was chosen", () => {
  const { units, scenarios } = book();
  const charts = {
    ...book(),
    units: [
      { ...units[0]!, chart: "generic" },
      { ...units[1]!, chart: "types" },
    ],
    scenarios: [{ ...scenarios[0]!, chart: "types" }],
  };
  const wish = plainWish("france1944", "long");
  expect(chartOf(charts, wish).map(({ id }) => id)).toEqual(["light"]);
  expect(chartOf(charts, { ...wish, options: { chart: "generic" } }).map(({ id }) => id)).toEqual(["heavy"]);
  expect(chartOf(book(), wish)).toHaveLength(2);
  expect(mapOf(book(), wish)?.name).toBe("the town");
  expect(mapOf(book(), { ...wish, board: "port" })?.name).toBe("the port");
});

test("units stand on the chart that has most of them, where a book has several", () => {
  const [heavy] = book().units;
  const row = (id: string, chart: string) => ({ ...heavy!, id, chart });
  const charts = chartsOf([row("heavy", "generic"), row("light", "generic"), row("panther", "types")]);
  expect(standsOn(["panther", "mine"], charts)).toBe("types");
  expect(standsOn(["heavy", "light", "panther"], charts)).toBe("generic");
  expect(standsOn(["heavy"], chartsOf(book().units))).toBe("");
});
