import { describe, expect, test } from "vitest";
import type { Book, Option } from "../../api/types";
import { book as small, number, option } from "../../pages/setup/fake";
import { readToml } from "../toml";
import { agreed, areasOf, forceOf, freshScenario, partOf, summaryOf, valueOf, withKey, withMany } from "./scenario";

const shipped = import.meta.glob<string>("../../../../src/hulldown/rulebooks/**/scenarios/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});
const each = { type: "number", least: 0, most: 500, step: 0.5, each_side: true } as const;
const OPTIONS: readonly Option[] = [
  ...["command", "extra", "quick", "hidden", "damage", "aimed", "dug_in", "silent_start", "free_stop"].map((name) =>
    option(name, name === "quick" ? { excludes: ["spaa", "extra"] } : {}),
  ),
  option("infantry_wrecks", { default: "on" }),
  ...["barricades", "spaa", "lost_spaa", "turn_limit", "pace", "clear", "rounds", "turns", "limit"].map((name) =>
    number(name, {}, 50_000),
  ),
  option("total", { kind: each, default: "" }),
  option("flags", { kind: each, default: "0" }),
  ...["walls", "low", "high"].map((name) => option(name, { kind: { type: "squares" }, default: "" })),
  option("edges", { kind: { type: "choice", choices: [] }, default: "ends" }),
  option("chart", { kind: { type: "choice", choices: [] }, default: "generic" }),
  option("tiles", { kind: { type: "choice", choices: [] }, default: "hand" }),
];
const bookOf = (path: string): Book => ({
  ...small(/rulebooks\/(?:panzerstrike\/)?(\w+)\//.exec(path)![1]),
  options: [...OPTIONS],
});
const said = (book: Book, text: string, one: Option): string => valueOf({ book, toml: readToml(text) }, one);

describe("every shipped scenario", () => {
  for (const [path, text] of Object.entries(shipped))
    test(`${path.split("/").slice(-3).join("/")} stays the same text, whatever is agreed on again`, () => {
      const book = bookOf(path);
      const again = book.options
        .filter((one) => readToml(text).at([one.name]) !== undefined)
        .reduce((now, one) => {
          const value = said(book, now, one);
          return value === "" ? now : agreed(now, book, one, value);
        }, text);
      expect(again).toBe(text);
      for (const whose of ["red", "blue"] as const)
        for (const [unit, many] of Object.entries(forceOf(readToml(text), whose)))
          expect(withMany(withMany(text, whose, unit, many + 1), whose, unit, many)).toBe(text);
      for (const one of book.options.filter(({ kind }) => kind.type === "switch")) {
        const on = said(book, text, one) === "on";
        if (readToml(text).at([one.name]) === undefined || one.name === "quick") continue;
        expect(agreed(agreed(text, book, one, on ? "off" : "on"), book, one, on ? "on" : "off")).toBe(text);
      }
    });
});

describe("each control writes exactly its key", () => {
  const TEXT = `# Mine.\nname = "Hides" # a remark\ntotal = 12\nred = { heavy = 1, light = 3 }\nblue = { heavy = 2 }\nspaa = 3\nlost_spaa = 2\nturn_limit = 30\nzone_b = ["A3:B4"]\n\n[figures]\nranks = 4\n`;
  const book = bookOf("rulebooks/panzerstrike/dynamic/");
  const named = (name: string): Option => OPTIONS.find((one) => one.name === name)!;
  /** The keys at the top that two texts say differently. */
  function differ(one: string, other: string): string[] {
    const [before, after] = [readToml(one).data(), readToml(other).data()];
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  }
  test("switches, numbers, squares, sides that differ", () => {
    for (const [name, value, line] of [
      ["command", "on", "command = true"],
      ["turn_limit", "24", "turn_limit = 24"],
      ["walls", "none", "walls = []"],
      ["walls", "K7,M3:M5", 'walls = ["K7", "M3:M5"]'],
      ["total", "24:16", "total = { red = 24, blue = 16 }"],
      ["flags", "1", "flags = { red = 1, blue = 1 }"],
      ["edges", "long sides", 'edges = "long sides"'],
    ] as const) {
      const text = agreed(TEXT, book, named(name), value);
      expect(differ(TEXT, text), name).toEqual([name]);
      expect(text.split("\n")).toContain(line);
      expect(text).toContain('name = "Hides" # a remark\n');
      expect(said(book, text, named(name))).toBe(value);
    }
  });
  test("what holds without being written is not written", () => {
    expect(agreed(TEXT, book, named("command"), "off")).toBe(TEXT);
    expect(agreed(TEXT, book, named("edges"), "ends")).toBe(TEXT);
    expect(withKey(TEXT, ["fixed"], false, false)).toBe(TEXT);
    expect(withKey(TEXT, ["figures", "quiet_rounds"], undefined)).toBe(TEXT);
  });
  test("walls go back to the map's", () => {
    const own = agreed(TEXT, book, named("walls"), "K7");
    expect(agreed(own, book, named("walls"), "")).toBe(TEXT);
    expect(areasOf(readToml(own), "walls")).toEqual(["K7"]);
    expect(areasOf(readToml(TEXT), "walls")).toBeNull();
  });
  test("the last SPAA takes zone B, count and limit along", () => {
    const text = agreed(TEXT, book, named("spaa"), "0");
    expect(differ(TEXT, text)).toEqual(["spaa", "lost_spaa", "turn_limit", "zone_b"]);
    expect(text).not.toContain("spaa");
  });
  test("what cannot be played together is switched off with it", () => {
    const extra = agreed(TEXT, book, named("extra"), "on");
    const quick = agreed(extra, book, named("quick"), "on");
    expect(differ(extra, quick)).toEqual(["spaa", "extra", "quick"]);
  });
  test("turns of Squadron stand among its figures, and tiles are a list of their own", () => {
    const squadron = bookOf("rulebooks/squadron/");
    const turns = agreed("name = 'x'\n", squadron, named("turns"), "10");
    expect(turns).toContain("[figures]\nturns = 10\n");
    const none = agreed("name = 'x'\n", squadron, named("tiles"), "none");
    expect(none).toBe("name = 'x'\ntiles = {}\n");
    expect(agreed(none, squadron, named("tiles"), "hand")).toBe("name = 'x'\n");
  });
  test("units come and go one by one", () => {
    expect(withMany(TEXT, "blue", "light", 2)).toContain("blue = { heavy = 2, light = 2 }\n");
    expect(withMany(TEXT, "red", "light", 0)).toContain("red = { heavy = 1 }\n");
    expect(differ(TEXT, withMany(TEXT, "relief", "light", 2))).toEqual(["relief"]);
  });
});

test("a new scenario has what every scenario needs, and its summary can be written from the rest", () => {
  const book = { ...bookOf("rulebooks/panzerstrike/france1944/"), units: small().units };
  const text = freshScenario(book);
  expect(Object.keys(readToml(text).data())).toEqual(["name", "summary", "minutes", "map", "total", "red", "blue"]);
  const told = summaryOf({ book, toml: readToml(text) }, book.units);
  expect(told).toBe("Red has 3 units of 7 points, Blue 4 units of 10 points. Destroy all enemy units.");
});

test("each field belongs to a part of the track", () => {
  expect(["map", "zone_b[1]", "red", "spaa", "figures.turns", "command"].map(partOf)).toEqual([
    ...["ground", "zones", "forces", "goal", "options", "options"],
  ]);
});
