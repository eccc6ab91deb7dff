import { expect, test } from "vitest";
import type { ChartColumn, ChartForm } from "../../api/types";
import { readToml } from "../toml";
import {
  backToHouse,
  extraBack,
  extrasOf,
  letterFor,
  linesOf,
  readTyped,
  sameAsHouse,
  shown,
  shownIn,
  tally,
  typedExtra,
} from "./chart";
import { typedIn, withHouseUnit, withoutUnit, withUnit, type Cell } from "./chart";
import { counted, isTable, readTable, taken } from "./paste";

const TEXT = `# our text of the chart
[[unit]]
id = "heavy"
name = "Heavy"
letter = "H"
silhouette = "heavy-tank"
front = 10 # remark
side = 7
weapon = { range = 8, die = "II" }
source = { front = "book", side = "house", range = "house", die = "house" }

[[unit]]
id = "truck"
name = "Truck"
letter = "T"
silhouette = "truck"
front = 0
side = 0
source = { front = "house", side = "house" }
`;
const number = (figure: string, group: string, most = 40): ChartColumn => ({
  ...{ figure, label: figure.replace("weapon.", ""), full: `${figure} armour`, group, kind: "number" as const },
  ...{ source: figure.replace("weapon.", ""), least: 0, most },
});
const FORM: ChartForm = {
  table: "unit",
  columns: [
    number("front", "armour"),
    number("side", "armour"),
    number("weapon.range", "gun"),
    {
      figure: "weapon.die",
      label: "die",
      full: "die",
      group: "gun",
      kind: "choice",
      source: "die",
      choices: ["I", "II"],
    },
  ],
  weapon: [],
  figures: [
    { figure: "large", label: "large", kind: "die", value: [3, 4, 4, 5, 5, 6], source: "house", least: 0, most: 99 },
    { figure: "hit.white", label: "hit, white", kind: "faces", value: ["body", "track"], source: "house" },
    { figure: "accuracy[0][1]", label: "accuracy", kind: "die", value: [0, 1], source: "derived" },
    { figure: "accuracy[0][0]", label: "accuracy", kind: "die", value: [1, 2], source: "derived" },
  ],
  charts: [{ id: "house", name: "house", text: TEXT }],
  silhouettes: ["heavy-tank", "truck"],
};
const cell = (text: string, unit: string, figure: string): Cell =>
  linesOf(FORM, text)
    .find(({ id }) => id === unit)!
    .cells.find(({ column }) => column.figure === figure)!;

test("a cell has one of three looks, or is not there", () => {
  expect(cell(TEXT, "heavy", "front").look).toBe("book");
  expect(cell(TEXT, "heavy", "side").look).toBe("house");
  expect(cell(TEXT, "truck", "weapon.range").look).toBe("none");
  const text = typedIn(TEXT, cell(TEXT, "heavy", "side"), 8);
  expect(cell(text, "heavy", "side")).toMatchObject({ look: "typed", value: 8, house: 7 });
  expect(tally(linesOf(FORM, text)[0]!.cells.map(({ look }) => look))).toEqual({ typed: 1, book: 1, all: 4 });
});
test("typing changes the figure and whose it is, and nothing else", () => {
  const text = typedIn(TEXT, cell(TEXT, "heavy", "front"), 12);
  expect(text).toBe(TEXT.replace("front = 10 #", "front = 12 #").replace('front = "book"', 'front = "print"'));
  expect(backToHouse(text, cell(text, "heavy", "front"))).toBe(TEXT);
});
test("the house is right: the figure stays and counts as typed", () => {
  const text = sameAsHouse(TEXT, cell(TEXT, "heavy", "weapon.range"));
  expect(text).toBe(TEXT.replace('range = "house"', 'range = "print"'));
});
test.each([
  ["12", 12],
  ["−3", "a whole number from 0 to 40 is needed"],
  ["41", "a whole number from 0 to 40 is needed"],
  ["1.5", "a whole number from 0 to 40 is needed"],
  ["", "a whole number from 0 to 40 is needed"],
  ["x", "a whole number from 0 to 40 is needed"],
])("%s in a cell of 0 to 40 is %s", (text, found) => {
  const read = readTyped(text, FORM.columns[0]!);
  expect("value" in read ? read.value : read.wrong).toBe(found);
});
test("a length is typed and shown in millimetres, and the text keeps its hundredths", () => {
  const length = { ...number("side", "armour", 15_000), least: 500, measure: "mm", parts: 100 };
  for (const [text, value] of [
    ["25", 2500],
    ["30,5 mm", 3050],
    ["25.15", 2515],
  ] as const)
    expect(readTyped(text, length)).toEqual({ value });
  for (const text of ["2500", "25.155", "4.99"])
    expect(readTyped(text, length)).toEqual({ wrong: "a number from 5 to 150 mm (two decimals at most) is needed" });
  expect([shownIn(2500, length), shownIn(2515, length), shownIn(null, length)]).toEqual(["25", "25.15", "–"]);
  const form = { ...FORM, columns: [length] };
  const [side] = linesOf(form, TEXT)[0]!.cells;
  expect(side!.column).toMatchObject({ label: "side, mm", full: "side armour in mm" });
  const read = readTyped("30.5", side!.column);
  expect(typedIn(TEXT, side!, "value" in read ? read.value : null)).toContain("side = 3050\n");
});
test("halves, choices, switches and none are read as they are written", () => {
  expect(readTyped("2½", { kind: "number", least: 0, most: 9, step: 0.5 })).toEqual({ value: 2.5 });
  expect(readTyped("ii", { kind: "choice", choices: ["I", "II"] })).toEqual({ value: "II" });
  expect(readTyped("yes", { kind: "switch" })).toEqual({ value: true });
  expect(readTyped("none", { kind: "number", optional: true })).toEqual({ value: null });
  expect([shown(-2), shown(1.5), shown(null), shown(true)]).toEqual(["−2", "1½", "–", "yes"]);
});
test("a unit comes with an id and a letter of its own, goes, and comes back", () => {
  const text = withUnit(FORM, TEXT, "Heavy Truck", "truck", 0);
  const added = linesOf(FORM, text).at(-1)!;
  expect(added).toMatchObject({ id: "heavy-truck", name: "Heavy Truck", silhouette: "truck", added: true });
  expect(readToml(text).get(["unit", 2, "letter"])).toBe("HT");
  expect(letterFor("Truck", new Set(["T"]))).toBe("TR");
  const without = withoutUnit(FORM, text, 0);
  expect(linesOf(FORM, without).map(({ id }) => id)).toEqual(["truck", "heavy-truck"]);
  expect(linesOf(FORM, withHouseUnit(FORM, without, "heavy")).at(-1)).toMatchObject({ id: "heavy", added: false });
});
test("a die is typed and goes back; of a list of dice the whole list is written", () => {
  const [large, , second] = extrasOf(FORM, TEXT);
  expect(large!.look).toBe("house");
  const text = typedExtra(FORM, TEXT, large!, [3, 4, 4, 5, 6, 6]);
  expect(readToml(text).get(["figures", "large"])).toEqual([3, 4, 4, 5, 6, 6]);
  expect(extrasOf(FORM, text)[0]).toMatchObject({ look: "typed", value: [3, 4, 4, 5, 6, 6] });
  expect(extrasOf(FORM, extraBack(FORM, text, large!))[0]).toMatchObject({ look: "house" });
  const list = typedExtra(FORM, TEXT, second!, [5, 5]);
  expect(readToml(list).get(["figures", "accuracy"])).toEqual([
    [
      [1, 2],
      [5, 5],
    ],
  ]);
  expect(extrasOf(FORM, list).map(({ look }) => look)).toEqual(["house", "house", "typed", "typed"]);
  const white = typedExtra(FORM, TEXT, extrasOf(FORM, TEXT)[1]!, ["track", "track"]);
  expect(readToml(white).get(["source"])).toEqual({ "hit.white": "print" });
});
test("a table is taken by its names and heads; what could not be read is marked and left", () => {
  const lines = linesOf(FORM, TEXT);
  const table = readTable("unit\tside\tfront\nHeavy\t9\t1O\nTruck\t1\t2\nJeep\t1\t1", lines, FORM.columns, {
    line: 0,
    column: 0,
  });
  expect(table.columns.map((column) => column?.figure)).toEqual(["side", "front"]);
  expect(table.rows[0]!.cells[1]).toMatchObject({ value: undefined, wrong: "a whole number from 0 to 40 is needed" });
  expect(table.rows[2]!.line).toBeNull();
  expect(counted(table)).toEqual({ rows: 2, unread: 1 });
  const text = taken(TEXT, table);
  expect(cell(text, "heavy", "side")).toMatchObject({ value: 9, look: "typed" });
  expect(cell(text, "heavy", "front")).toMatchObject({ value: 10, look: "book" });
  expect(cell(text, "truck", "front")).toMatchObject({ value: 2, look: "typed" });
});
test("without names and heads a table begins at the cell that it is pasted at", () => {
  const table = readTable("8\t7\n1\t2", linesOf(FORM, TEXT), FORM.columns, { line: 0, column: 1 });
  expect(table.columns.map((column) => column?.figure)).toEqual(["side", "weapon.range"]);
  expect(table.rows[1]!.cells[1]!.wrong).toBe("Truck has no weapon.range armour");
  expect(isTable("8")).toBe(false);
  expect(isTable("8\t7")).toBe(true);
});
