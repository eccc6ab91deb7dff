import { expect, test } from "vitest";
import { begun, renaming, usedWord } from "./naming";
import { applied } from "./edits";

test("figures of the house begin with a name of one's own, and what has a name keeps it", () => {
  expect(begun("chart", '# The chart\n[[unit]]\nname = "Heavy"\n')).toBe(
    '# The chart\nname = "My printed figures"\n[[unit]]\nname = "Heavy"\n',
  );
  expect(begun("chart", 'name = "Box"\n')).toBe('name = "Box"\n');
  expect(begun("board", "north: up\n\n..\n")).toBe("north: up\n\n..\n");
});
test("a chart without a name is called yours, or by its book", () => {
  const chart = { kind: "chart", book: "core", text: '[[unit]]\nname = "Heavy"\n' } as const;
  const books = [{ id: "core", name: "Core" }] as never;
  expect(usedWord(chart, true, books)).toBe("your chart");
  expect(usedWord(chart, false, books)).toBe("a chart of Core");
  expect(usedWord({ ...chart, text: 'name = "Box"\n' }, true, books)).toBe("Box");
  expect(usedWord({ ...chart, kind: "board", text: "north: up\n\n..\n" }, false, books)).toBe("board.txt");
});
test("a drawn board is renamed in its head", () => {
  const text = "name: Old\nnorth: up\n\n..\n";
  expect(applied(text, renaming(text, " New  one "))).toBe("name: New one\nnorth: up\n\n..\n");
});
