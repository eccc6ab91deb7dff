import { expect, test } from "vitest";
import type { Book } from "../../api/types";
import { armyFile, evenBattle, listed, withTotal, withUnits } from "./army";

const TEXT = `name = "Column"
total = 25 # agreed on Saturday

[units]
heavy = 2
# two are enough
medium = 4
`;
test("an army says its units and its total", () => {
  expect(listed("dynamic", TEXT)).toEqual({ units: { heavy: 2, medium: 4 }, total: 25, chart: "" });
  expect(listed("panzerkampf", "limit = 500\n[units]\ninfantry = 1\n").total).toBe(500);
  expect(listed("france1944", 'tanks = { heavy = "two", light = 1 }').units).toEqual({ light: 1 });
});
test("another number changes its own line alone; none takes the line away, and a new class has one", () => {
  const text = withUnits("dynamic", TEXT, { heavy: 3, light: 1 });
  expect(text).toBe(TEXT.replace("heavy = 2", "heavy = 3").replace("medium = 4\n", "light = 1\n"));
  expect(withUnits("dynamic", TEXT, { heavy: 2, medium: 4 })).toBe(TEXT);
});
test("an army of forty thousand classes is read once, not once a class", () => {
  const units = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, 1]));
  const text = armyFile("dynamic", "Hordes", units, 100);
  expect(withUnits("dynamic", text, { ...units, k7: 2 })).toBe(text.replace("k7 = 1\n", "k7 = 2\n"));
});
test("another total leaves the remark behind it", () => {
  expect(withTotal("dynamic", TEXT, 30)).toBe(TEXT.replace("25", "30"));
});
test("an army in braces stays in braces", () => {
  expect(withUnits("france1944", "tanks = { heavy = 1 }\n", { heavy: 2, light: 1 })).toBe(
    "tanks = { heavy = 2, light = 1 }\n",
  );
});
test("a file of its own has the keys of its book", () => {
  expect(armyFile("core", "Mine", { sherman: 2, tiger: 0 }, 100, "types")).toBe(
    'name = "Mine"\ntotal = 100\nchart = "types"\n\n[units]\nsherman = 2\n',
  );
  expect(armyFile("france1944", "Mine", { heavy: 1 }, 9, "own")).toContain("[tanks]\nheavy = 1\n");
});
test("a new army is that of a battle in which both sides buy what was agreed", () => {
  const battle = (id: string, red: number, blue: number) => ({
    ...{ id, minutes: 60, options: [], limit: 100, red: { points: red }, blue: { points: blue } },
  });
  const book = (...scenarios: ReturnType<typeof battle>[]): Book => ({ id: "toy", scenarios }) as unknown as Book;
  expect(evenBattle(book(battle("escort", 100, 50), battle("standard", 95, 100)))).toBe("standard");
  expect(evenBattle(book(battle("escort", 100, 50)))).toBe("escort");
});
