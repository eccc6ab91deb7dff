import { describe, expect, test } from "vitest";
import type { LineMessage, Side, Stroke } from "../api/types";
import { line, picture, piece, TERRAIN } from "./fake";
import { lookAt } from "./look";
import { luckOf, luckSentence, shotsOf, waysOf } from "./luck";
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

  test("says what is true of a hundred battles", () => {
    const fired = (came: boolean, many: number) =>
      Array.from({ length: many }, () => ({ side: 0 as const, outcome: "destroyed", chance: "1/2", came }));
    const [lucky] = luckOf(fired(true, 4), 0);
    expect(lucky).toMatchObject({ shots: 4, expected: 2, actual: 4, fewer: 93, more: 0 });
    expect(luckSentence(lucky!, "Red")).toBe("Red's dice were better than in 93 of 100 battles with these same shots.");
    const [unlucky] = luckOf(fired(false, 4), 0);
    expect(luckSentence(unlucky!, "Red")).toBe(
      "Red's dice were worse than in 93 of 100 battles with these same shots.",
    );
    const [usual] = luckOf([...fired(true, 2), ...fired(false, 2)], 0);
    expect(usual?.place).toBe(50);
    expect(luckSentence(usual!, "Red")).toBe("Red's dice were about as usual.");
    expect(luckOf(fired(true, 4), 1)).toEqual([]);
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
