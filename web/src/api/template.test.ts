import { expect, test } from "vitest";
import { filled } from "./template";

const template = { type: "Go", unit: 3, hex: { blank: "cell" }, way: { blank: "facing" } };

test("a blank is filled in by its name, whatever its field is called", () => {
  expect(filled(template, { cell: 7, facing: 0, trail: 9 })).toEqual({ type: "Go", unit: 3, hex: 7, way: 0 });
});

test("what nobody says stays open", () => {
  expect(filled(template, { cell: 7 })).toEqual({ type: "Go", unit: 3, hex: 7, way: { blank: "facing" } });
});
