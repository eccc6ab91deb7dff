import { expect, test } from "vitest";
import { labelsOf, type Labelled } from "./labels";

const model = (id: number, x: number, weight = 0, y = 100): Labelled => ({
  id,
  at: [x, y],
  tall: 15,
  across: 10,
  half: 14,
  height: 14,
  weight,
});

test("labels with room stand below their models", () => {
  expect([...labelsOf([model(1, 0), model(2, 60)]).values()]).toEqual(["below", "below"]);
});

test("of two that would overlap the lighter one goes above, and a third is left out", () => {
  const found = labelsOf([model(1, 0), model(2, 20, 1), model(3, 10)]);
  expect([found.get(2), found.get(1), found.get(3)]).toEqual(["below", "above", "none"]);
});

test("a label gives way to the model under it, unless there is no other room", () => {
  const two = [model(1, 0), model(2, 0, 0, 140)];
  expect([...labelsOf(two).values()]).toEqual(["above", "below"]);
  const three = labelsOf([...two, model(3, 0, 0, 60)]);
  expect(three.get(1)).toBe("below");
});
