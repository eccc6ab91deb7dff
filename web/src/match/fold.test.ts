import { describe, expect, test } from "vitest";
import type { Gist, LineMessage, Side, Stroke } from "../api/types";
import { line, picture, piece } from "./fake";
import { folded, inShort, stepsOf, turnsAbout, turnsOf, type ActRow } from "./fold";
import { follow, LONGEST_TURN, logLine, signsOf, Watching, type LogLine } from "./lines";
import { lastTurn } from "./penciling.svelte";

const PIECES = [piece(0, 0, 0, 0), piece(1, 1, 5, 0), piece(2, 1, 6, 0), piece(3, 1, 7, 0), piece(4, 1, 8, 0)];
const table = picture({ pieces: PIECES });
const gist = (unit: number | null, end: Gist["end"], word: string, target: number | null = null): Gist => ({
  unit,
  end,
  word,
  target,
  where: "",
});
const drive = (unit: number, many: number): Stroke => ({
  type: "drive",
  piece: unit,
  poses: Array.from({ length: many + 1 }, (_, x) => ({ x, y: 0, bearing: 90 })),
  together: false,
});
const shot = (unit: number, target: number, end: Gist["end"]): Stroke => ({
  type: "shot",
  piece: unit,
  target,
  outcome: end,
  odds: null,
  cell: null,
  high: false,
  falls: [],
  line: [
    { x: 0, y: 0 },
    { x: 50, y: 0 },
  ],
  end,
});
let at = 0;
function told(
  side: Side,
  act: number,
  what: Gist | null,
  strokes: Stroke[] = [],
  over: Partial<LineMessage> = {},
): LogLine {
  const sentence = what ? `${what.unit} ${what.word}.` : "Dice.";
  const one = { sentence, rules: ["FR-40"], strokes, ...(what ? { act: what } : {}) };
  return logLine(line(at++, { side, act, turn: 2, mover: side, told: [one], picture: table, ...over }), table);
}
const moved = (unit: number, act: number, many = 3, over: Partial<LineMessage> = {}): LogLine =>
  told(unit === 0 ? 0 : 1, act, gist(unit, "moved", "drove to K7"), [drive(unit, many)], over);
const fired = (unit: number, target: number, act: number, end: Gist["end"], over: Partial<LineMessage> = {}): LogLine =>
  told(unit === 0 ? 0 : 1, act, gist(unit, end, end, target), [shot(unit, target, end)], over);
const acts = (rows: readonly unknown[]): ActRow[] => rows.filter((row) => (row as ActRow).kind === "act") as ActRow[];

describe("the log", () => {
  test("tells the sides apart where both have a unit of that name", () => {
    const pieces = [piece(0, 0, 0, 0), piece(1, 1, 5, 0, { name: "Light 0" })];
    const [turn] = turnsOf([fired(0, 1, 1, "missed", { picture: picture({ pieces }) })]);
    expect(acts(turn!.rows)[0]?.text).toBe("Light 0 → Blue Light 0");
  });
  test("is searched for a unit: what it did, and what was done to it", () => {
    const later = { turn: 3, mover: 0 as Side };
    const turns = turnsOf([moved(1, 1), fired(2, 0, 2, "missed"), moved(3, 3), moved(0, 1, 2, later)]);
    const about = (unit: number): string[][] =>
      turnsAbout(turns, unit).map(({ rows }) => acts(rows).map(({ text }) => text));
    expect(about(0)).toEqual([["Light 2 → Light 0"], ["Light 0 drove to K7"]]);
    expect(about(3)).toEqual([["Light 3 drove to K7"]]);
    expect(about(4)).toEqual([]);
  });
  test("has a heading a turn and one line an act, with who, whom, sign and word", () => {
    const turns = turnsOf([moved(1, 1), fired(2, 0, 2, "missed"), moved(0, 1, 2, { turn: 3, mover: 0 })]);
    expect(turns.map(({ title, sum }) => [title, sum])).toEqual([
      ["Blue", "1 drove, 1 missed"],
      ["Red", "1 drove"],
    ]);
    expect(acts(turns[0]!.rows).map(({ number, text, end, word }) => [number, text, end, word])).toEqual([
      [1, expect.stringMatching(/drove to K7$/), "moved", ""],
      [2, expect.stringMatching(/ → /), "missed", "missed"],
    ]);
  });
  test("makes one act of all lines with its number, and of those that follow it without one", () => {
    const rolled = told(1, 1, gist(1, "nothing", "rolled 6 points"));
    const after = told(1, 0, null);
    const [turn] = turnsOf([rolled, moved(1, 1, 1), moved(1, 1, 1), after, moved(2, 2)]);
    expect(acts(turn!.rows).map(({ lines }) => lines.length)).toEqual([4, 1]);
    expect(stepsOf(acts(turn!.rows)[0]!)).toBe(2);
  });
  test("folds what changed nothing, but for what is looked at and what a hand has unfolded", () => {
    const [turn] = turnsOf([
      moved(1, 1, 3),
      moved(2, 2, 1),
      moved(3, 3, 4),
      moved(4, 4, 1),
      fired(2, 0, 5, "destroyed"),
    ]);
    const rows = folded(turn!.rows, () => false, new Set());
    expect(rows.map(({ kind }) => kind)).toEqual(["rest", "act"]);
    expect(rows[0]).toMatchObject({ numbers: "1–4", text: "4 drove: 2 far, 2 one step" });
    const seen = folded(turn!.rows, ({ number }) => number === 1, new Set());
    expect(seen.map(({ kind }) => kind)).toEqual(["act", "rest", "act"]);
    expect(folded(turn!.rows, () => false, new Set([rows[0]!.key])).length).toBe(5);
  });
  test("names a few, and folds no two", () => {
    const [turn] = turnsOf([moved(1, 1), moved(2, 2), moved(3, 3)]);
    const [rest] = folded(turn!.rows, () => false, new Set());
    expect(rest).toMatchObject({ kind: "rest", text: expect.stringMatching(/, .* and .* drove$/) });
    const [two] = turnsOf([moved(1, 1), moved(2, 2)]);
    expect(folded(two!.rows, () => false, new Set()).length).toBe(2);
  });
  test("has set-up under one heading, and of a secret only the last count", () => {
    const setup = { turn: 0, round: 0, mover: null, act: 0 };
    const secret = (many: number): LogLine =>
      told(1, 0, gist(null, "nothing", `placed ${many} tanks in secret`), [], setup);
    const [turn, ...more] = turnsOf([
      secret(1),
      secret(2),
      secret(3),
      told(0, 0, gist(0, "nothing", "deployed on A1"), [], setup),
    ]);
    expect(more).toEqual([]);
    expect(turn!.title).toBe("Setting up");
    expect(acts(turn!.rows).map(({ text }) => text)).toEqual([
      "Blue placed 3 tanks in secret",
      expect.stringMatching(/deployed on A1$/),
    ]);
  });
  test("counts what each side has placed where they set up by turns", () => {
    const setup = { turn: 0, round: 0, mover: null, act: 0 };
    const put = (unit: number, side: Side): LogLine =>
      told(side, 0, gist(unit, "nothing", "deployed on A1"), [], setup);
    const [turn] = turnsOf([put(0, 0), put(1, 1), put(0, 0), put(2, 1), put(3, 1)]);
    const [rest] = folded(turn!.rows, () => false, new Set());
    expect(rest).toMatchObject({ kind: "rest", text: "Red placed 1 unit, Blue 3 units" });
  });
  test("leaves acts of the table grey and without a number", () => {
    const back = logLine(
      line(at++, { kind: "act", told: [{ sentence: "Ann is back.", rules: [], strokes: [] }] }),
      table,
    );
    const [turn] = turnsOf([moved(1, 1), back]);
    expect(turn!.rows.at(-1)).toMatchObject({ kind: "plain", grey: true });
  });
  test("shows the worst that came of an act: a mine under who drove", () => {
    const mine = { ...gist(null, "harmed", "2 points", 1) };
    const struck = moved(1, 1);
    const both = { ...struck, told: [...struck.told, { sentence: "Hurt.", rules: [], strokes: [], act: mine }] };
    expect(acts(turnsOf([both])[0]!.rows)[0]).toMatchObject({ end: "harmed", word: "2 points" });
  });
});

describe("the last turn in pencil", () => {
  const enemy = [moved(1, 1), fired(2, 0, 2, "held")];
  const mine = { turn: 3, mover: 0 as const };

  test("is what the enemy did since one's own last act", () => {
    const before = moved(0, 1, 2, { turn: 1, mover: 0 });
    const { acts, committed } = lastTurn([before, ...enemy], 0);
    expect([acts.map(({ number }) => number), committed]).toEqual([[1, 2], false]);
    expect(lastTurn([before, ...enemy], 1).acts.map(({ number }) => number)).toEqual([1]);
  });
  test("stays when one has acted, and knows it", () => {
    const { acts, committed } = lastTurn([...enemy, moved(0, 1, 2, mine)], 0);
    expect([acts.length, committed]).toEqual([2, true]);
  });
  test("begins anew after one's own answer in the midst of his turn", () => {
    const answer = fired(0, 1, 3, "missed");
    expect(lastTurn([...enemy, answer, moved(1, 4)], 0).acts.map(({ number }) => number)).toEqual([4]);
  });
  test("leaves out what was taken back", () => {
    const back = logLine(
      line(at++, { kind: "act", told: [{ sentence: "The last order was taken back.", rules: [], strokes: [] }] }),
      table,
    );
    expect(lastTurn([...enemy, back], 0).acts.map(({ number }) => number)).toEqual([1]);
  });
  test("is the last turn of either side for who watches", () => {
    expect(lastTurn([...enemy, moved(0, 1, 2, mine)], null).acts.map(({ side }) => side)).toEqual([0]);
  });
});

test("one line that shows what was placed in secret is no act of one unit", () => {
  const placed = (unit: number) => ({
    sentence: `${unit}.`,
    rules: [],
    strokes: [],
    act: gist(unit, "moved", "deployed on A1"),
  });
  const lines = logLine(
    line(at++, { side: 0, act: 0, turn: 0, round: 0, told: [placed(0), placed(1), placed(2)] }),
    table,
  );
  const [turn] = turnsOf([lines]);
  expect(turn!.sum).toBe("3 units");
  expect(acts(turn!.rows)[0]).toMatchObject({ piece: undefined, text: "3 units shown where they were placed" });
});

test("lines in short are who did what, and how it ended", () => {
  const [way, hit] = [moved(0, 1), fired(0, 1, 2, "missed")];
  const end = turnsOf([hit])[0]!.rows[0] as ActRow;
  expect(inShort([hit], [way, hit])).toBe(`${end.text}: ${end.word}`);
  expect(inShort([way], [way, hit])).toBe((turnsOf([way])[0]!.rows[0] as ActRow).text);
  const dice = told(0, 0, null);
  expect(inShort([dice], [dice])).toBe("");
});

describe("signs at targets", () => {
  test("stay for the phase, the last one at each", () => {
    const [first, again, other] = [fired(1, 0, 1, "missed"), fired(2, 0, 2, "held"), fired(0, 1, 3, "missed")];
    const phase = first.phase;
    expect(signsOf([first, again, other], { phase }).map(({ unit, end }) => [unit, end])).toEqual([
      [1, "missed"],
      [0, "held"],
    ]);
    // In another phase only the last of them, until something else is done.
    expect(signsOf([first, again, other], { phase: "another" }).map(({ unit }) => unit)).toEqual([1]);
    expect(signsOf([first, moved(2, 2)], { phase: "another" })).toEqual([]);
    expect(signsOf([first, fired(0, 1, 1, "missed", { turn: 3 })], { phase }).length).toBe(1);
  });
});

describe("watching the enemy", () => {
  test("never takes longer than twelve seconds a turn, however many acts there are", () => {
    for (const many of [3, 14, 60]) {
      const watching = new Watching();
      let time = 0;
      for (let act = 0; act < many; act++) time += 2400 * watching.pace({ turn: 4 }, 2400, 1.6, 1, false);
      expect(time).toBeLessThanOrEqual(LONGEST_TURN);
      if (many === 3) expect(time).toBeGreaterThan(6000);
    }
  });
  test("shares what is left with those that wait, and begins anew with each turn and each act of one's own", () => {
    const watching = new Watching();
    expect(watching.pace({ turn: 4 }, 2400, 1, 12, false)).toBeCloseTo(1000 / 2400);
    expect(watching.pace({ turn: 4 }, 2400, 1, 99, false)).toBe(0);
    expect(watching.pace({ turn: 5 }, 2400, 1, 1, false)).toBe(1);
    expect(watching.pace({ turn: 5 }, 9000, 1, 1, true)).toBe(1);
    expect(watching.pace({ turn: 5 }, 2400, 1, 1, false)).toBe(1);
    expect(watching.pace({ turn: 5 }, 2400, 0, 1, false)).toBe(0);
  });
});

describe("what an undo would take back", () => {
  const placed = (hidden: boolean, sentence: string): LineMessage =>
    line(at++, {
      hidden,
      round: 0,
      told: [{ sentence, rules: [], strokes: [], act: gist(0, "nothing", "deployed on F4") }],
    });
  test("names no place while something is hidden", () => {
    const kept: { position: number; told: string }[] = [];
    follow(kept, placed(true, "Red placed 3 tanks in secret."));
    follow(kept, placed(true, "Medium 1 deployed on F4, facing west."));
    follow(kept, placed(false, "Medium 1 deployed on F4, facing west."));
    expect(kept.map(({ told }) => told)).toEqual([
      "your last tank",
      "your last unit",
      "Medium 1 deployed on F4, facing west.",
    ]);
  });
});
