import { describe, expect, test } from "vitest";
import { plainWish } from "../wish";
import {
  cardFigures,
  groupsOf,
  halves,
  nationsOf,
  neighbour,
  pointsWords,
  spokenClass,
  stillBuys,
  stretches,
} from "./armies";
import {
  armiesWords,
  cardWords,
  differenceWords,
  fairWords,
  filtersFor,
  followsOf,
  lineUp,
  parked,
  optionsWords,
} from "./battles";
import { book, judged, number, option, scenario } from "./fake";
import {
  battleSays,
  changed,
  grouped,
  inColumns,
  isOn,
  missing,
  numbersIn,
  numbersText,
  rivals,
  stride,
  usualSums,
  valueOf,
  within,
  withOption,
  withoutOption,
} from "./options";
import { squaresIn, squaresText, toggled } from "./squares";

const wish = plainWish("france1944", "dressed");
const named = (name: string) => book().options.find((one) => one.name === name)!;

describe("options", () => {
  test("stand as the battle says, and only a change is spoken of", () => {
    expect([valueOf("damage", book(), wish), valueOf("hidden", book(), wish)]).toEqual(["on", "off"]);
    const off = withOption(wish, book(), "damage", "off");
    expect(off.options).toEqual({ damage: "off" });
    expect(withOption(off, book(), "damage", "on").options).toEqual({});
    expect(withoutOption(off, "damage").options).toEqual({});
    expect(battleSays("tiles", book(), wish)).toBe("");
  });

  test("that exclude each other switch each other off, and say so before", () => {
    const walled = withOption(withOption(wish, book(), "walls", "K7"), book(), "spaa", "3");
    expect(rivals(named("quick"), book(), walled).map(({ name }) => name)).toEqual(["walls", "spaa"]);
    const quick = changed(walled, book(), named("quick"), "on");
    expect(quick.options).toEqual({ quick: "on" });
    expect(changed(quick, book(), named("spaa"), "2").options).toEqual({ spaa: "2" });
    expect(changed(walled, book(), named("damage"), "off").options).toEqual({ ...walled.options, damage: "off" });
  });

  test("say what they need", () => {
    expect(missing(named("limit"), book(), wish).map(({ name }) => name)).toEqual(["spaa"]);
    expect(missing(named("limit"), book(), withOption(wish, book(), "spaa", "1"))).toEqual([]);
    expect(isOn(named("walls"), book(), wish)).toBe(false);
  });

  test("lie in their groups, and those in two columns of about one height", () => {
    const groups = grouped(book().options);
    expect(groups.map(([name, rows]) => `${name} ${rows.length}`)).toEqual([
      "What decides 2",
      "Before the first turn 2",
      "How shots work 1",
      "At the table 1",
    ]);
    expect(inColumns(groups).map((column) => column.length)).toEqual([2, 2]);
    expect(inColumns([])).toEqual([[], []]);
  });

  test("are numbers within bounds, one or two", () => {
    expect([numbersIn("2:4"), numbersIn("3"), numbersIn("")]).toEqual([
      [2, 4],
      [3, 3],
      [0, 0],
    ]);
    expect([numbersText(2, 4), numbersText(3, 3)]).toEqual(["2:4", "3"]);
    const bounds = { least: 0, most: 9, step: 0.5 };
    expect([within(-1, bounds), within(2.3, bounds), within(70, bounds)]).toEqual([0, 2.5, 9]);
  });

  test("of large sums know the usual ones, and are not walked one by one", () => {
    const total = number("total", {}, 50000);
    const sums = { ...book(), agreed: { a: { total: "750" }, b: { total: "1500:2000" } } };
    expect(usualSums(total, sums)).toEqual([750, 1500, 2000]);
    expect(stride(total, sums)).toBe(100);
    expect(usualSums(number("spaa"), sums)).toEqual([]);
    expect(stride(number("spaa"), sums)).toBe(1);
    expect(stride(total, { ...sums, agreed: { a: { total: "25" } } })).toBe(1);
    expect(stride(option("damage"), sums)).toBe(1);
  });
});

test("squares are read one by one or from corner to corner, and toggled", () => {
  expect([...squaresIn("K7,A2:B3")]).toEqual(["K7", "A2", "B2", "A3", "B3"]);
  expect([...squaresIn("none")]).toEqual([]);
  expect(toggled("none", "K7")).toBe("K7");
  expect(toggled("K7,K8", "K7")).toBe("K8");
  expect(toggled("K7", "K7")).toBe("none");
  expect(squaresText(["A1", "B2"])).toBe("A1,B2");
});

describe("armies", () => {
  const { units, labels } = book();
  test("say what is left of the points, and what that buys", () => {
    expect([halves(3), halves(1.5), halves(0.5)]).toEqual(["3", "1½", "½"]);
    expect([pointsWords(1), pointsWords(0.5), pointsWords(2.5), pointsWords(0)]).toEqual([
      "1 point",
      "½ point",
      "2½ points",
      "0 points",
    ]);
    expect(stillBuys(4, units)).toBe("a Heavy, or 4 Lights");
    expect(stillBuys(0, units)).toBe("nothing");
    expect(spokenClass(units[1]!, 3, 23, 25)).toBe("Light, 3, 1 point each; 23 of 25 points.");
    expect(spokenClass(units[0]!, 0, 2, 0)).toBe("Heavy, 0, 3 points each; 2 points.");
  });

  test("fill a bar, and more than all of it where they cost too much", () => {
    expect(stretches({ heavy: 2, light: 1 }, units, 14)).toEqual([
      { id: "heavy", share: (100 * 6) / 14 },
      { id: "light", share: 100 / 14 },
    ]);
    expect(stretches({ heavy: 2 }, units, 3)).toEqual([{ id: "heavy", share: 100 }]);
    expect(stretches({}, units, 0)).toEqual([]);
  });

  test("have five figures on a card, house ones marked, those of weapons among them", () => {
    expect(cardFigures(units[0]!, labels)).toEqual([
      { key: "front", label: "front", full: "front armour", value: "10", house: true, typed: false },
      { key: "speed", label: "speed", full: "speed", value: "−2", house: false, typed: false },
    ]);
    const gun = { ...units[1]!, weapon: [{ range: 30 }], source: { weapon: "house" }, dice: 3, half: true };
    const label = { short: "", full: "", rule: "", sentence: "" };
    expect(cardFigures(gun, { "weapon.range": label, dice: label, speed: label, odd: label })).toMatchObject([
      { value: "30", house: true, typed: false },
      { value: "3½", house: false, typed: false },
      { value: "+1", house: false, typed: false },
    ]);
    const many = Object.fromEntries(["front", "speed", "points", "a", "b", "c"].map((key) => [key, label]));
    expect(cardFigures({ ...units[0]!, a: 1, b: 2, c: 3 }, many)).toHaveLength(5);
  });

  test("are grouped by where they move, and by nation", () => {
    const fleet = ["ship", "ground", "plane", "hover"].map((type) => ({ ...units[0]!, id: type, type }));
    expect(groupsOf(fleet).map(([name, rows]) => [name, rows.map(({ id }) => id)])).toEqual([
      ["On land", ["ground", "hover"]],
      ["In the air", ["plane"]],
      ["At sea", ["ship"]],
    ]);
    expect(groupsOf(units).map(([name]) => name)).toEqual([""]);
    expect(
      nationsOf([
        { ...units[0]!, nation: "german" },
        { ...units[0]!, history: { nation: "USA" } },
      ]),
    ).toEqual(["german", "USA"]);
    expect(nationsOf([{ ...units[0]!, nation: "german" }])).toEqual([]);
  });

  test("are walked by arrows as they lie", () => {
    const spots = [0, 1, 2, 3, 4].map((at) => ({ left: (at % 3) * 100, top: Math.floor(at / 3) * 80 }));
    const from = (at: number, key: string) => neighbour(spots, at, key);
    expect([from(0, "ArrowRight"), from(4, "ArrowRight"), from(0, "ArrowLeft")]).toEqual([1, 4, 0]);
    expect([from(1, "ArrowDown"), from(2, "ArrowDown"), from(4, "ArrowDown"), from(3, "ArrowUp")]).toEqual([
      4, 4, 4, 0,
    ]);
    expect([from(2, "Home"), from(2, "End"), neighbour([], 0, "ArrowUp")]).toEqual([0, 4, 0]);
  });
});

describe("a battle", () => {
  test("tells its length, its armies and what is remarkable on a card", () => {
    expect(cardWords(book(), scenario("a", 10))).toBe("10 min · 3 against 4");
    const flags = { ...scenario("b", 30).red, flags: 1 };
    expect(cardWords(book(), scenario("b", 30, { red: flags, blue: flags, options: ["damage", "x", "y"] }))).toBe(
      "30 min · 3 a side · a flag each · damage · x · 1 more",
    );
    expect(lineUp({ light: 2, heavy: 0 }, book().units).map(({ unit, many }) => `${many} ${unit.id}`)).toEqual([
      "2 light",
    ]);
    const all = parked({ heavy: 1, light: 1_000_000 }, book().units, 5).map(({ id }) => id);
    expect([all.length, new Set(all).size]).toEqual([5, 2]);
    expect(parked({ light: Infinity }, book().units, 5)).toHaveLength(5);
  });

  test("says how fair it was found", () => {
    expect(fairWords(scenario("a", 10))).toBe("not measured yet.");
    const fair = { red: 112, blue: 88, draws: 0, games: 200, bots: "greedy,greedy", seed: "1", command: "" };
    expect(fairWords(scenario("a", 10, { fair: { ...fair, low: 0.49, mid: 0.56, high: 0.63 } }))).toBe(
      "Red won 56 ± 7 % of 200 games between two Greedys.",
    );
    expect(fairWords(scenario("a", 10, { fair: { ...fair, low: 0.64, mid: 0.7, high: 0.76 } }))).toContain(
      "Red's battle: ",
    );
    expect(fairWords(scenario("a", 10, { fair: { ...fair, low: 0.24, mid: 0.3, high: 0.36 } }))).toContain(
      "Blue's battle: ",
    );
    const few = { ...fair, games: 20, bots: "greedy,planner", low: 0.42, mid: 0.65, high: 0.83 };
    expect(fairWords(scenario("a", 10, { fair: few }))).toBe(
      "Red won 65 ± 21 % of 20 games between Greedy and Planner.",
    );
  });

  test("says what an option changes, where that is more than chance", () => {
    const found = {
      ...{ scenario: "plain", value: "on", games: 120, bots: "greedy,greedy", seed: "1", command: "" },
      ...{ before: 8.09, after: 9.31, low: 0.4, high: 2.1 },
    };
    expect(differenceWords(named("damage"), found, book())).toBe(
      "plain with it on: 9.3 rounds instead of 8.1 (120 games each way between two Greedys).",
    );
    expect(differenceWords(named("damage"), { ...found, low: -0.1 }, book())).toContain("as far as can be told");
    expect(differenceWords(named("spaa"), { ...found, value: "2:4" }, book())).toContain("plain with 2 : 4: ");
  });

  test("tells outside its folds how they stand", () => {
    expect(armiesWords(book(), wish)).toBe("as the battle: 3 against 4");
    expect(armiesWords(book(), { ...wish, blue: "heavy=1" })).toBe("Blue 1");
    expect(optionsWords(book(), wish)).toBe("as the battle: damage");
    expect(optionsWords(book(), plainWish("france1944", "plain"))).toBe("as the battle: none on");
    expect(optionsWords(book(), { ...wish, options: { damage: "off", hidden: "on", spaa: "2:4" } })).toBe(
      "no damage, hidden, spaa 2 : 4",
    );
  });

  test("tells once what follows for both sides", () => {
    const answer = judged(wish);
    const dice = { sentence: "four dice", rule: "FR-17" };
    const slow = { sentence: "three dice", rule: "FR-17" };
    const both = { ...answer, red: { ...answer.red!, follows: [dice] }, blue: { ...answer.blue!, follows: [dice] } };
    expect(followsOf(both)).toEqual([{ side: null, follow: dice }]);
    expect(followsOf({ ...both, blue: { ...both.blue, follows: [slow] } })).toEqual([
      { side: 0, follow: dice },
      { side: 1, follow: slow },
    ]);
  });

  test("is found by chips where there are twelve or more", () => {
    const many = Array.from({ length: 12 }, (_, at) => scenario(`s${at}`, at < 3 ? 10 : 60));
    expect(filtersFor(many.slice(1))).toEqual([]);
    expect(filtersFor(many).map(({ name }) => name)).toEqual(["short"]);
  });
});
