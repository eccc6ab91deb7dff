import { describe, expect, it } from "vitest";
import { packText } from "../make/works";
import {
  blank,
  drawn,
  keepStudy,
  merged,
  noteAt,
  opened,
  packed,
  placeNamed,
  studyOf,
  told,
  withArrow,
  withBranch,
  withoutBranch,
  withText,
  type Arrow,
  type Study,
} from "./board";

const GROUND = { table: "squares", columns: 24, rows: 18 } as const;
const FREE = { table: "free", columns: 120_000, rows: 90_000 } as const;
const ARROW: Arrow = { from: { x: 2, y: 3 }, to: { x: 4, y: 5 }, tone: 0 };
const game = (): Study => ({ ...blank("game", "Crossroads"), watch: "token" });

function memory(): {
  kept: Map<string, string>;
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
} {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe("arrows and notes", () => {
  it("draws an arrow, gives it another colour, and takes it away when it is drawn again", () => {
    const once = withArrow(game(), "", 12, ARROW);
    expect(noteAt(once, "", 12).arrows).toEqual([ARROW]);
    const blue = withArrow(once, "", 12, { ...ARROW, tone: 1 });
    expect(noteAt(blue, "", 12).arrows).toEqual([{ ...ARROW, tone: 1 }]);
    expect(withArrow(blue, "", 12, { ...ARROW, tone: 1 }).notes).toEqual([]);
  });
  it("keeps notes in the order of the game, and none that says nothing", () => {
    let study = withText(withText(game(), "", 40, "late"), "", 3, "early");
    expect(study.notes.map(({ at }) => at)).toEqual([3, 40]);
    study = withText(study, "", 40, "  ");
    expect(study.notes.map(({ at }) => at)).toEqual([3]);
  });
  it("forgets what was said of a variation together with it", () => {
    const branch = { match: "other", watch: "its", from: 9, name: "" };
    const study = withText(withBranch(game(), branch), "other", 11, "here");
    expect(withoutBranch(study, "other")).toEqual(game());
  });
});

describe("the link that carries it", () => {
  it("brings back what it was made of", async () => {
    const branch = { match: "other", watch: "its", from: 9, name: "Wait" };
    const study = withText(withArrow(withBranch(game(), branch), "other", 12, ARROW), "", 4, "Why here? — „so“");
    expect(await opened(await packed(study))).toEqual(study);
  });
  it.each([
    ["no study", "[1]"],
    ["no JSON", "{"],
    ["a name that is a path", JSON.stringify({ ...game(), match: "../x" })],
    ["a place that is none", JSON.stringify({ ...game(), notes: [{ branch: "", at: 1.5, text: "", arrows: [] }] })],
    ["too many notes", JSON.stringify({ ...game(), notes: Array.from({ length: 301 }, () => ({})) })],
  ])("refuses %s", async (_, text) => {
    await expect(opened(await packText(text))).rejects.toThrow("not a study");
  });
  it.each(["", "garbage", "#/open/"])("says of %j that it carries no study", async (link) => {
    await expect(opened(link)).rejects.toThrow("not a study");
  });
  it("adds what another says to what is here", () => {
    const mine = withText(withArrow(game(), "", 4, ARROW), "", 4, "mine");
    const other = withText(withText(game(), "", 4, "theirs"), "", 7, "more");
    const both = merged(mine, other);
    expect(noteAt(both, "", 4)).toMatchObject({ text: "mine\n\ntheirs", arrows: [ARROW] });
    expect(noteAt(both, "", 7).text).toBe("more");
    expect(merged(both, other)).toEqual(both);
  });
});

it("is kept a game, and forgotten when nothing is left of it", () => {
  const keep = memory();
  const study = withText(game(), "", 4, "mine");
  expect(keepStudy(keep, study)).toBe(true);
  expect(studyOf(keep, "game")).toEqual(study);
  expect(studyOf(keep, "another")).toBeNull();
  keepStudy(keep, withText(study, "", 4, ""));
  expect(keep.kept.size).toBe(0);
});

describe("places", () => {
  it("are named as the table names them", () => {
    expect(placeNamed("c4", GROUND)).toEqual({ x: 2, y: 3 });
    expect(placeNamed("Y1", GROUND)).toBeUndefined();
    expect(placeNamed("30.5, 20", FREE)).toEqual({ x: 30_500, y: 20_000 });
    expect(placeNamed("130, 20", FREE)).toBeUndefined();
  });
  it("are drawn as arrows, or as a ring where one leads to itself", () => {
    expect(told(ARROW, GROUND)).toBe("Arrow from C4 to E6");
    const ring = { ...ARROW, to: ARROW.from, tone: null };
    expect(drawn([ARROW, ring], GROUND).map(({ kind, sentence, side }) => [kind, sentence, side])).toEqual([
      ["arrow", "Arrow from C4 to E6", 0],
      ["ring", "Ring at C4", null],
    ]);
  });
});
