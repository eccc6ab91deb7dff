import { expect, test } from "vitest";
import { countedFaults, mended, missingFlaw, standingOf } from "./verdict";

const fault = (where: string, message: string, rule = ""): Parameters<typeof standingOf>[0] => ({
  ok: false,
  words: "",
  faults: [{ where, rule, message }],
  advice: [],
});
test.each([
  ["hides.toml:5", { line: 5, file: "" }],
  ["scenario:2:9", { line: 2, file: "" }],
  ["tannery.txt:25:7", { line: 0, file: "tannery.txt" }],
  ["bundle", { line: 0, file: "" }],
])("a fault at %s has its line, or the file that it is in", (where, place) => {
  const found = standingOf(fault(where, "row 10 has 23 squares; row 1 has 24"), "hides.toml");
  expect(found).toMatchObject({
    state: "faulty",
    flaws: [{ ...place, sentence: "Row 10 has 23 squares; row 1 has 24." }],
  });
});
test("faults are counted, and one is told with its place", () => {
  const { flaws } = standingOf(fault("hides.toml:5", "x"), "hides.toml") as Extract<
    ReturnType<typeof standingOf>,
    { state: "faulty" }
  >;
  expect(countedFaults(flaws)).toBe("1 fault · line 5");
  expect(countedFaults([...flaws, ...flaws, { ...flaws[0]!, advice: true }])).toBe("2 faults");
});
test("a file that is not here is named", () => {
  expect(countedFaults([missingFlaw("town.txt", { line: 3 })])).toBe("1 fault · town.txt is missing");
  expect(missingFlaw("town.txt").sentence).toBe("town.txt is not among the files here.");
});
test("a fault that points is taken as it points, and its repair is one change of the text", () => {
  const repairs = [
    {
      label: "Write heavy",
      changes: [
        { start: 0, end: 2, text: "heavy" },
        { start: 5, end: 6, text: "2" },
      ],
    },
  ];
  const told = {
    where: "a.toml:3:1",
    rule: "FR-04",
    message: "x.",
    file: "",
    line: 4,
    field: "red",
    place: { unit: "hevy" },
    repairs,
  };
  const verdict = { ok: true, words: "an army", faults: [], advice: [told] };
  const found = standingOf(verdict, "a.toml");
  expect(found).toMatchObject({
    state: "sound",
    flaws: [{ line: 4, field: "red", place: { unit: "hevy" }, advice: true }],
  });
  expect(mended("hv = 1", repairs[0]!)).toBe("heavy = 2");
});
