import { describe, expect, it } from "vitest";
import { adding, applied, between, removing, setting, valueText, type Plain } from "./edits";
import { lineOf, readToml, type Path } from "./toml";
import { kindOf } from "./works";

const shipped = import.meta.glob<string>("../../../src/hulldown/**/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Every way to a value, with the value. */
function ways(data: unknown, path: Path = []): [Path, unknown][] {
  if (typeof data !== "object" || data === null) return [[path, data]];
  const parts = Array.isArray(data) ? data.map((one, at) => [at, one] as const) : Object.entries(data);
  return parts.flatMap(([part, inner]) => ways(inner, [...path, part]));
}

describe("every shipped file", () => {
  for (const [name, text] of Object.entries(shipped))
    it(`${name.split("/").slice(-3).join("/")} is read whole, and what is not changed stays as it is`, () => {
      const read = readToml(text);
      expect(read.unread).toEqual([]);
      const all = ways(read.data());
      expect(all.length).toBeGreaterThan(0);
      const some = all.filter((_, at) => at % Math.ceil(all.length / 25) === 0);
      for (const [path, value] of some) {
        const node = read.at(path)!;
        expect(readToml(`x = ${text.slice(node.from, node.to)}`).get(["x"])).toEqual(value);
        if (typeof value === "string" && text.slice(node.from, node.to) !== valueText(value)) continue;
        if (typeof value === "number" && text.slice(node.from, node.to) !== valueText(value)) continue;
        expect(applied(text, setting(text, path, value as Plain))).toBe(text);
      }
    });
});

describe("reading", () => {
  it("knows the whole language", () => {
    const text = `# a remark
title = "a \\"b\\" \\u00e9\\n" # end
'lit' = 'C:\\x'
many = [1, 0x1F, -2.5e3, 1_000, true, [ "a", ], # inside
  { a.b = 1, c = [] },
]
when = 1979-05-27 07:32:00
long = """
one \\
   two
three""\\""""
raw = '''
a\\b'''
a.b.c = 1
[t."x y"]
k = inf
[[row]]
id = 1
[row.deep]
z = false
[[row]]
`;
    const read = readToml(text);
    expect(read.unread).toEqual([]);
    const { when, ...rest } = read.data();
    expect(String((when as { text: string }).text)).toBe("1979-05-27 07:32:00");
    expect(rest).toEqual({
      title: 'a "b" é\n',
      lit: "C:\\x",
      many: [1, 31, -2500, 1000, true, ["a"], { a: { b: 1 }, c: [] }],
      long: 'one two\nthree"""',
      raw: "a\\b",
      a: { b: { c: 1 } },
      t: { "x y": { k: Infinity } },
      row: [{ id: 1, deep: { z: false } }, {}],
    });
    expect(read.linesOf(["row", 0, "deep", "z"])).toEqual([20, 20]);
    expect(read.pathAt(text.indexOf("false"))).toEqual(["row", 0, "deep", "z"]);
    expect(read.pathAt(text.indexOf('"a", ]') + 1)).toEqual(["many", 5, 0]);
  });
  it.each([
    ["a = ", 1, "the line's end stands where a value is needed"],
    ["a = 1\nb = x1\nc = 3", 2, "'x1' is no value; text needs quotes"],
    ['a = "x', 1, "a text in quotes is not closed"],
    ["a = 1\na = 2", 2, "'a' is there already"],
    ["[a]\n[a]", 2, "[a] is there already"],
    ["a = 1 2", 1, "'2' stands after the end of what this line says"],
    ["a = 007", 1, "'007' is no value; text needs quotes"],
    ["a = [1, 2", 1, "a list is not closed"],
    [`a = ${"[".repeat(40)}`, 1, "lists are 32 deep at most"],
    ["a.b.c.d.e = 1", 1, "a key has at most 4 parts"],
    ['a = "\\q"', 1, "\\q means nothing in a text"],
    ["= 1", 1, "'=' stands where a key is needed"],
  ])("says what is wrong with %j and reads on", (text, line, message) => {
    const [first] = readToml(text).unread;
    expect([lineOf(text, first!.at), first!.message]).toEqual([line, message]);
  });
  const LONG = 1 << 20;
  it.each([
    ["a key again and again", "k = 1\n".repeat(LONG / 6)],
    ["brackets, each on a line", `x = [\n${"[\n".repeat(LONG / 2)}`],
    ["brackets in brackets", `x = ${"[".repeat(LONG)}`],
    ["braces in braces", `x = ${"{a=".repeat(LONG / 3)}`],
    ["a key of half a million parts", `a${".a".repeat(LONG / 2)} = 1`],
    ["a header of half a million parts", `[a${".a".repeat(LONG / 2)}]`],
    ["headers alone", "[[unit]]\n".repeat(LONG / 9)],
    ["blanks", " ".repeat(LONG)],
    ["quotes", '"'.repeat(LONG)],
  ])("gives a megabyte of %s up in time", (_, text) => {
    const read = readToml(text);
    expect(read.root.entries.size).toBeLessThan(2);
    expect(read.unread.length).toBeLessThanOrEqual(1_000);
    expect(kindOf(text)).toBe(text.startsWith("[[unit]]") ? "chart" : "scenario");
  });
  it("reads what comes after a fault", () => {
    const read = readToml("a = x1\nb = 2\n[t]\nc = 3");
    expect(read.data()).toEqual({ b: 2, t: { c: 3 } });
  });
});

const TEXT = `# Hides
name = "Hides"       # its name
red = { heavy = 1, light = 3 }
edges = "ends"

[figures]
quiet = 30

# the first
[[unit]]
id = "a"
front = 10  # printed

[[unit]]
id = "b"
`;
describe("a change is the shortest run that says it", () => {
  const set = (path: Path, value: Plain, text = TEXT): string => applied(text, setting(text, path, value));
  it("of a value", () => {
    expect(setting(TEXT, ["unit", 0, "front"], 12)).toEqual({
      from: TEXT.indexOf("10") + 1,
      to: TEXT.indexOf("10") + 2,
      text: "2",
    });
    expect(set(["name"], "Hides 2")).toBe(TEXT.replace('"Hides"', '"Hides 2"'));
    expect(set(["red", "heavy"], 2)).toBe(TEXT.replace("heavy = 1", "heavy = 2"));
    expect(set(["red"], {})).toBe(TEXT.replace("{ heavy = 1, light = 3 }", "{}"));
  });
  it("of a key that was not there", () => {
    expect(set(["turn_limit"], 12)).toBe(TEXT.replace('edges = "ends"', 'edges = "ends"\nturn_limit = 12'));
    expect(set(["red", "medium"], 2)).toBe(TEXT.replace("light = 3 }", "light = 3, medium = 2 }"));
    expect(set(["unit", 0, "side"], 5)).toBe(TEXT.replace("# printed", "# printed\nside = 5"));
    expect(set(["unit", 1, "source", "front"], "print")).toBe(`${TEXT}source.front = "print"\n`);
    expect(set(["unit", 1, "source"], { front: "print" })).toBe(`${TEXT}source = { front = "print" }\n`);
    expect(set(["source", "large"], "print")).toBe(`${TEXT}\n[source]\nlarge = "print"\n`);
    expect(set(["a"], 1, "# only a remark\n")).toBe("# only a remark\na = 1\n");
    expect(set(["a"], 1, "")).toBe("a = 1\n");
    expect(set(["a"], 1, "[t]\nb = 2\n")).toBe("a = 1\n[t]\nb = 2\n");
    expect(set(["t", "c"], 3, "t.b = 2\nx = 1\n")).toBe("t.b = 2\nt.c = 3\nx = 1\n");
  });
  it("of what goes", () => {
    const without = (path: Path, text = TEXT): string => applied(text, removing(text, path));
    expect(without(["edges"])).toBe(TEXT.replace('edges = "ends"\n', ""));
    expect(without(["red", "heavy"])).toBe(TEXT.replace("heavy = 1, ", ""));
    expect(without(["red", "light"])).toBe(TEXT.replace(", light = 3", ""));
    expect(without(["unit", 0])).toBe(TEXT.replace('\n# the first\n[[unit]]\nid = "a"\nfront = 10  # printed\n', ""));
    expect(without(["unit", 1])).toBe(TEXT.replace('\n[[unit]]\nid = "b"\n', ""));
    expect(without(["figures"])).toBe(TEXT.replace("\n[figures]\nquiet = 30\n", ""));
    expect(without(["nothing"])).toBe(TEXT);
    expect(without(["a", 0], "a = [1, 2]")).toBe("a = [2]");
    expect(without(["a", 1], "a = [1, 2]")).toBe("a = [1]");
    expect(without(["a"], "a = 1")).toBe("");
  });
  it("of what comes to others", () => {
    const add = (path: Path, value: Plain, before?: number, text = TEXT): string =>
      applied(text, adding(text, path, value, before));
    expect(add(["unit"], { id: "c" })).toBe(`${TEXT}\n[[unit]]\nid = "c"\n`);
    expect(add(["unit"], { id: "c" }, 1)).toBe(
      TEXT.replace('[[unit]]\nid = "b"', '[[unit]]\nid = "c"\n\n[[unit]]\nid = "b"'),
    );
    expect(add(["flag"], { at: "W5" })).toBe(`${TEXT}\n[[flag]]\nat = "W5"\n`);
    expect(add(["walls"], "K7")).toBe(TEXT.replace('edges = "ends"', 'edges = "ends"\nwalls = ["K7"]'));
    expect(add(["a"], 3, undefined, "a = [1, 2,]")).toBe("a = [1, 2, 3,]");
    expect(add(["a"], 3, 0, "a = [1]")).toBe("a = [3, 1]");
    expect(add(["a"], 3, undefined, "a = []")).toBe("a = [3]");
  });
  it("takes what was done back to the same text", () => {
    const after = set(["unit", 0, "front"], 7);
    const back = between(after, TEXT);
    expect(applied(after, back)).toBe(TEXT);
    expect(back.to - back.from + back.text.length).toBeLessThan(5);
  });
  it("writes what is read again", () => {
    for (const value of [
      "",
      'a"b\\',
      "two\nlines\n",
      "tab\t",
      "\u0001",
      1.5,
      -3,
      true,
      [1, "x"],
      { "a b": [{ c: 1 }] },
    ] as Plain[])
      expect(readToml(`x = ${valueText(value)}`).get(["x"])).toEqual(value);
  });
});
