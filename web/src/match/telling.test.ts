import { describe, expect, test } from "vitest";
import type { LineMessage, Side, Stroke } from "../api/types";
import { line, picture, piece, TERRAIN } from "./fake";
import { lookAt } from "./look";
import { luckOf, shotsOf, waysOf } from "./luck";
import { logLine } from "./lines";

function shot(side: Side, chance: string, outcome = "destroyed"): Stroke {
  const odds = { nothing: "1/2", destroyed: chance };
  return { type: "shot", piece: side, target: 1 - side, outcome, odds, cell: null, high: false, falls: [] };
}
function drive(id: number, ...columns: number[]): Stroke {
  return { type: "drive", piece: id, poses: columns.map((x) => ({ x, y: 0, bearing: 90 })), together: false };
}
function told(position: number, ...strokes: Stroke[]): LineMessage {
  return line(position, { told: [{ sentence: `Line ${position}.`, rules: ["FR-40"], strokes }] });
}
const BACK = "The last order was taken back at Red's request.";

describe("luck", () => {
  test("counts the shots of both sides since the first line, but for those taken back", () => {
    const lines = [told(0, shot(0, "1/2")), told(1, shot(1, "1/3", "nothing")), told(2, shot(0, "1/4")), told(3)];
    const back = (position: number): LineMessage =>
      line(position, { kind: "act", told: [{ sentence: BACK, rules: [], strokes: [] }] });
    expect(shotsOf(lines).map(({ side, chance, came }) => [side, chance, came])).toEqual([
      [0, "1/2", true],
      [1, "1/3", false],
      [0, "1/4", true],
    ]);
    expect(shotsOf([...lines, back(4), back(5)]).map(({ chance }) => chance)).toEqual(["1/2", "1/3"]);
  });

  test("is an exact convolution", () => {
    expect(waysOf(["1/2", "1/2"])).toEqual([1n, 2n, 1n]);
    expect(waysOf(["1/3", "3/4", "0", "1"])).toEqual([0n, 2n, 7n, 3n, 0n]);
  });

  test("says in how many of a hundred battles with these same shots the dice were worse", () => {
    const fired = (side: Side, came: boolean, many: number, chance = "1/2") =>
      Array.from({ length: many }, () => ({ side, outcome: "destroyed", chance, came }));
    const lucky = luckOf(fired(0, true, 4), 0);
    expect(lucky).toEqual({
      sides: [
        { shots: 4, hits: 4, expected: 2 },
        { shots: 0, hits: 0, expected: 0 },
      ],
      worse: 97,
      usual: false,
    });
    expect(luckOf(fired(0, true, 4), 1).worse).toBe(3);
    expect(luckOf([...fired(0, true, 2), ...fired(0, false, 2)], 0)).toMatchObject({ worse: 50, usual: true });
    // The other's misses are as good as one's own hits.
    expect(luckOf([...fired(0, false, 1, "1/6"), ...fired(1, false, 3, "5/6")], 0).worse).toBeGreaterThan(95);
    expect(luckOf([], 0)).toMatchObject({ worse: 50, usual: true });
  });
});

describe("the log", () => {
  const before = picture();
  const after = picture({ pieces: [piece(0, 0, 2, 0), piece(1, 1, 5, 0)] });
  const log = [told(0, drive(0, 0, 1)), told(1, drive(0, 1, 2)), told(2, drive(1, 5, 4)), told(3, shot(0, "1/2"))].map(
    (one) => logLine(one, before),
  );

  test("shows the way of a move, from the table before to the table after", () => {
    const [first, second] = [logLine(told(0), before), { ...log[0]!, position: 1, picture: after }];
    const look = lookAt([first, second], 1, TERRAIN);
    expect(look).toMatchObject({ before, piece: 0, aim: { kind: "pose", pose: 1 * 8 + 2 } });
    expect(look?.traces?.bands[0]).toMatchObject({ poses: [10], before: [2] });
    expect(lookAt([second], 1, TERRAIN)?.before).toBeUndefined();
    expect(lookAt([second], 5, TERRAIN)).toBeUndefined();
  });
  test("shows the line of a shot with its word", () => {
    const look = lookAt([log[3]!], 3, TERRAIN);
    expect(look?.traces?.aims).toMatchObject([{ unit: 1, word: "destroyed", preview: { odds: { destroyed: "1/2" } } }]);
    expect(look?.aim).toEqual({ kind: "target", unit: 1, cell: null });
  });
  test("frames the one piece that a line without strokes put down", () => {
    const [first, second] = [logLine(told(0), before), logLine(line(1, { picture: after }), before)];
    expect(lookAt([first, second], 1, TERRAIN)?.piece).toBe(0);
    expect(lookAt([first, { ...second, picture: before }], 1, TERRAIN)?.piece).toBeNull();
  });
});
