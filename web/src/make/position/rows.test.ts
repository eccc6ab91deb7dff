import { expect, test } from "vitest";
import { readToml } from "../toml";
import { bareTable } from "./settling";
import { inCentimetres, rowAt, rowOn, toggled, withHeader, withoutRow, withRow, withValues } from "./rows";

const TEXT = `book = "france1944"   # mine
side = "red"
phase = "shooting"

[[unit]]
side = "red"
kind = "heavy"       # the big one
at = "I9"
facing = "↘"

# lost early
[[wreck]]
side = "red"
kind = "medium"
at = "N6"
facing = "↑"

[[unit]]
side = "blue"
kind = "medium"
at = "O12"
facing = "↖"
moved = true
`;

test("a unit that is moved changes its place and nothing else", () => {
  const after = withValues(TEXT, ["unit", 0], { at: "J10", facing: "↘" });
  expect(after).toBe(TEXT.replace('"I9"', '"J10"'));
});

test("a state that is as fresh again leaves no line", () => {
  expect(withValues(TEXT, ["unit", 1], { moved: undefined })).toBe(TEXT.replace("moved = true\n", ""));
});

test("a unit more comes after the last of its list, and one less takes its remark along", () => {
  const { text, row } = withRow(TEXT, "unit", { side: "blue", kind: "light", at: "A1", facing: "↑", moved: undefined });
  expect(row).toBe("unit[2]");
  expect(rowAt(readToml(text), row)).toEqual({ side: "blue", kind: "light", at: "A1", facing: "↑" });
  expect(text.startsWith(TEXT)).toBe(true);
  expect(withoutRow(text, row)).toBe(TEXT);
  expect(withoutRow(TEXT, "wreck[0]")).not.toContain("lost early");
});

test("a unit is wrecked where it stands, and whole again", () => {
  const wrecked = withHeader(TEXT, "unit[0]", "wreck");
  expect(wrecked.row).toBe("wreck[0]");
  expect(rowAt(readToml(wrecked.text), "wreck[0]")["kind"]).toBe("heavy");
  expect(withHeader(wrecked.text, wrecked.row, "unit")).toEqual({ text: TEXT, row: "unit[0]" });
});

test("barricades come and go by their squares", () => {
  const one = toggled(TEXT, "barricades", "C3");
  expect(readToml(one).get(["barricades"])).toEqual(["C3"]);
  const two = toggled(one, "barricades", "D3");
  expect(readToml(two).get(["barricades"])).toEqual(["C3", "D3"]);
  expect(toggled(toggled(two, "barricades", "C3"), "barricades", "D3")).toBe(TEXT);
});

test("what lies on a place is found", () => {
  const { text } = withRow(TEXT, "flag", { side: "blue", at: "W5" });
  expect(rowOn(readToml(text), "flag", "W5")).toBe("flag[0]");
  expect(rowOn(readToml(text), "flag", "W6")).toBeNull();
});

test("a hand puts things to the millimetre", () => {
  expect(inCentimetres(44_123)).toBe(44.1);
  expect(inCentimetres(40_000)).toBe(40);
});

test("a battle is given the table alone", () => {
  const text = `${TEXT}\n[options]\ndamage = true\n\n[options.figures]\nquiet_rounds = 9\n`;
  expect(bareTable(text)).toBe(TEXT.split("\n").slice(1).join("\n"));
});
