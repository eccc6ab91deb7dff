import { describe, expect, test } from "vitest";
import airfield from "../../../../src/hulldown/rulebooks/panzerkampf/tables/airfield.toml?raw";
import harbour from "../../../../src/hulldown/rulebooks/panzerkampf/tables/harbour.toml?raw";
import hedgerows from "../../../../src/hulldown/rulebooks/panzerkampf/tables/hedgerows.toml?raw";
import ridge from "../../../../src/hulldown/rulebooks/panzerkampf/tables/ridge.toml?raw";
import river from "../../../../src/hulldown/rulebooks/panzerkampf/tables/river.toml?raw";
import village from "../../../../src/hulldown/rulebooks/panzerkampf/tables/village.toml?raw";
import { readToml } from "../toml";
import { added, called, described, readSheet, removed, reordered, shaped, sized, twinned, twinOf } from "./sheet";
import { CM, type Corner, type Shape } from "./shapes";

const SHIPPED = Object.entries({ airfield, harbour, hedgerows, ridge, river, village });
const sheetOf = (text: string) => readSheet(readToml(text));
/** What of a text is not in another, line by line. */
const changed = (before: string, after: string): string[] => {
  const old = before.split("\n");
  return after.split("\n").filter((line) => !old.includes(line));
};

const TEXT = `# My table.
name = "Two farms"
width = 120   # wide
height = 80

# The farms.

# the old one
[[feature]]
kind = "house"       # red roof
movement = "impassable"
sight = "blocks"
rectangle = [30, 12, 6, 4]  # small

[[feature]]
kind = "wood"
name = "poplars"
movement = "slow"
sight = "blocks"
polygon = [
    [70, 40], [84.25, 38],  # the near side
    [88, 50],
    [74, 55],
]

# The end.
[[feature]]
kind = "road"
movement = "free"
sight = "open"
polygon = [[0, 60], [120, 60], [120, 64], [0, 64]]
`;

describe.each(SHIPPED)("%s", (_, text) => {
  const sheet = sheetOf(text);
  test("goes through the model and is the same text", () => {
    const through = sheet.pieces.reduce(
      (now, { kind, name, movement, sight, corners }, at) =>
        described(shaped(now, at, corners), at, { kind, name, movement, sight }),
      text,
    );
    expect(sized(through, sheet)).toBe(text);
  });
  test("a piece that is moved and moved back, added and removed, is as it was", () => {
    const [first] = sheet.pieces;
    const away = first!.corners.map(([x, y]): Corner => [x + 37, y + 5]);
    expect(shaped(shaped(text, 0, away), 0, first!.corners)).toBe(text);
    const more = added(text, { ...first!, corners: away });
    expect(sheetOf(more).pieces.at(-1)?.corners).toEqual(away);
    expect(removed(more, sheet.pieces.length)).toBe(text);
  });
  test("a corner that is drawn out and taken back is as it was", () => {
    const at = sheet.pieces.findIndex(({ form }) => form === "polygon");
    const before = sheet.pieces[at]!.corners;
    const more: Shape = [before[0]!, [1234, 567], ...before.slice(1)];
    const out = shaped(text, at, more);
    expect(sheetOf(out).pieces[at]!.corners).toEqual(more);
    expect(shaped(out, at, before)).toBe(text);
  });
});

test("measures are whole hundredths, whatever a float makes of them", () => {
  expect(sheetOf(TEXT).pieces[1]!.corners[1]).toEqual([8425, 3800]);
  const text = Array.from({ length: 100 }).reduce<string>((now) => {
    const { corners } = sheetOf(now).pieces[1]!;
    return shaped(
      now,
      1,
      corners.map(([x, y]): Corner => [x + 10, y + 1]),
    );
  }, TEXT);
  expect(sheetOf(text).pieces[1]!.corners).toEqual([
    [8000, 4100],
    [9425, 3900],
    [9800, 5100],
    [8400, 5600],
  ]);
  expect(text).toContain("[80, 41], [94.25, 39],  # the near side");
});
test("a moved rectangle stays one, with its remark; a corner pulled out of it makes a polygon of it", () => {
  const moved = shaped(TEXT, 0, [
    [3050, 1200],
    [3650, 1200],
    [3650, 1600],
    [3050, 1600],
  ]);
  expect(changed(TEXT, moved)).toEqual(["rectangle = [30.5, 12, 6, 4]  # small"]);
  const pulled = shaped(TEXT, 0, [
    [3000, 1200],
    [3700, 1100],
    [3600, 1600],
    [3000, 1600],
  ]);
  expect(changed(TEXT, pulled)).toEqual(["polygon = [[30, 12], [37, 11], [36, 16], [30, 16]]  # small"]);
});
test("one corner changes two numbers at most; a new one and a lost one touch no other", () => {
  const { corners } = sheetOf(TEXT).pieces[1]!;
  const moved = shaped(TEXT, 1, corners.with(2, [8810, 5000]));
  expect(changed(TEXT, moved)).toEqual(["    [88.1, 50],"]);
  const more = shaped(TEXT, 1, corners.toSpliced(2, 0, [9000, 4400]));
  expect(changed(TEXT, more)).toEqual(["    [70, 40], [84.25, 38], [90, 44],  # the near side"]);
  expect(changed(TEXT, shaped(TEXT, 1, corners.toSpliced(0, 1)))).toEqual(["    [84.25, 38],  # the near side"]);
});
test("a kind, a name and what it does are one line each, and a first name stands below the kind", () => {
  expect(changed(TEXT, described(TEXT, 0, { kind: "ruin", movement: "slow" }))).toEqual(
    ['kind = "ruin"       # red roof', 'movement = "slow"'].filter((line) => !TEXT.includes(line)),
  );
  expect(described(TEXT, 0, { name: "north farm" })).toContain(
    'kind = "house"       # red roof\nname = "north farm"\n',
  );
  expect(described(described(TEXT, 0, { name: "a" }), 0, { name: "" })).toBe(TEXT);
  expect(called(sheetOf(described(TEXT, 1, { name: "" })).pieces[1]!)).toBe("wood");
});
test("a piece goes elsewhere in the list with its remarks, and back", () => {
  const down = reordered(TEXT, 0, 2);
  expect(sheetOf(down).pieces.map(called)).toEqual(["poplars", "road", "house"]);
  expect(down).toContain('# the old one\n[[feature]]\nkind = "house"');
  expect(down.split("\n").sort().filter(Boolean)).toEqual(TEXT.split("\n").sort().filter(Boolean));
  expect(sheetOf(reordered(down, 2, 0)).pieces.map(called)).toEqual(["house", "poplars", "road"]);
  expect(reordered(TEXT, 2, 1)).toContain('# The end.\n[[feature]]\nkind = "road"');
});
test("a new piece comes after all others; a long one on several lines", () => {
  const path = Array.from({ length: 30 }, (_, i): Corner => [i * 111, (i * i) % 7000]);
  const text = added(TEXT, { kind: "wood", name: "", movement: "slow", sight: "blocks", corners: path });
  expect(text.startsWith(TEXT)).toBe(true);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
  expect(sheetOf(text).pieces[3]!.corners).toEqual(path);
  expect(
    added('name = "x"\nwidth = 90\nheight = 60\n', {
      kind: "house",
      name: "",
      movement: "impassable",
      sight: "blocks",
      corners: [
        [10, 20],
        [40, 20],
        [40, 50],
        [10, 50],
      ],
    }),
  ).toBe(
    'name = "x"\nwidth = 90\nheight = 60\n\n[[feature]]\nkind = "house"\nmovement = "impassable"\nsight = "blocks"\nrectangle = [0.1, 0.2, 0.3, 0.3]\n',
  );
});
test("the table is made wider on its own line", () => {
  expect(changed(TEXT, sized(TEXT, { width: 125 * CM }))).toEqual(["width = 125   # wide"]);
});
test("what has no twin gets one, and then has one", () => {
  const { text, many } = twinned(TEXT, "turn");
  expect(many).toBe(3);
  const sheet = sheetOf(text);
  expect(sheet.pieces.map((_, at) => twinOf(sheet, at, "turn"))).toEqual([3, 4, 5, 0, 1, 2]);
  expect(twinned(text, "turn")).toEqual({ text, many: 0 });
  expect(twinned(TEXT, "across").many).toBe(2);
  expect(twinned(TEXT, "none")).toEqual({ text: TEXT, many: 0 });
});
test("half a text is shown as far as it goes", () => {
  const sheet = sheetOf('width = 500\nheight = "x"\n[[feature]]\nkind = 3\npolygon = [[1, 2], [3, "a"], [4]]\n');
  expect(sheet.pieces).toEqual([{ kind: "", name: "", movement: "", sight: "", corners: [], form: "polygon" }]);
  expect([sheet.width, sheet.height]).toEqual([CM, CM]);
});
