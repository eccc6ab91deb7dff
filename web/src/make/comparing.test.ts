import { describe, expect, it } from "vitest";
import type { Work } from "../api/types";
import { difference, linesBetween } from "./comparing";

const board = (text: string): Work => ({ kind: "board", book: "core", text });
const toml = (kind: Work["kind"], text: string): Work => ({ kind, book: "core", text });

describe("what changed", () => {
  it("on a board: squares with both signs, its size, its head", () => {
    const before = board("name: One\nnorth: up\n\n..#\n...\n");
    const after = board("name: Two\nnorth: up\n\n..#\n.,.\n.#.\n");
    const { squares, sentences, rows } = difference(before, after);
    expect(rows).toEqual(["..#", ".,.", ".#."]);
    expect(squares.slice(0, 1)).toEqual([{ row: 1, column: 1, before: ".", after: "," }]);
    expect(sentences).toEqual(["Gone: name: One", "New: name: Two", "Its size was 3 × 2, and is 3 × 3."]);
  });
  it("on a mat, whose signs have spaces between them, and below a legend", () => {
    const { squares } = difference(board("name: Mat\n\n. h\n % .\n"), board("name: Mat\n\n. h\n % h\n"));
    expect(squares).toEqual([{ row: 1, column: 1, before: ".", after: "h" }]);
  });
  it("in a chart: the cells of each unit, and no sources", () => {
    const before = toml("chart", '[[unit]]\nid = "panther"\nname = "Panther"\nside = 5\nsource = { side = "house" }\n');
    const after = toml("chart", '[[unit]]\nid = "panther"\nname = "Panther"\nside = 6\nsource = { side = "print" }\n');
    expect(difference(before, after).sentences).toEqual(["Panther, side 5 → 6"]);
  });
  it("in a scenario: sentences", () => {
    const before = toml("scenario", 'name = "A"\ntotal = 20\nred = { heavy = 2 }\nwalls = ["K7"]\n');
    const after = toml("scenario", 'name = "A"\ntotal = 21\nred = { heavy = 2, light = 1 }\nwalls = []\n');
    expect(difference(before, after).sentences).toEqual([
      "Total 20 → 21",
      "Red, light: 1, which was not there.",
      "Walls K7 → none",
    ]);
    expect(difference(after, before).sentences).toContain("Red, light: 1 is gone.");
  });
  it("line by line, with what is around", () => {
    const many = Array.from({ length: 12 }, (_, at) => `line ${at}`);
    const after = many.map((line) => (line === "line 3" ? "three" : line === "line 9" ? "nine" : line));
    expect(linesBetween(many.join("\n"), after.join("\n")).map(({ sign, text }) => sign + text)).toEqual([
      ...[
        " line 1",
        " line 2",
        "-line 3",
        "+three",
        " line 4",
        " line 5",
        " ⋯",
        " line 7",
        " line 8",
        "-line 9",
        "+nine",
      ],
      ...[" line 10", " line 11"],
    ]);
    expect(linesBetween("a\nb", "a\nb")).toEqual([]);
  });
});
