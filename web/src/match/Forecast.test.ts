import { render } from "svelte/server";
import { describe, expect, test } from "vitest";
import type { Aim, ComingThrow, Faces, Forecast, Survey, Throw } from "../api/types";
import { partsOfOdds } from "./chances";
import { picture, piece, SURVEY, TERRAIN } from "./fake";
import ForecastPanel from "./Forecast.svelte";
import type { Intent } from "./intent";
import { cellsOf, followed, isUneven, nearly, speakStrip } from "./strip";

const faces = (first: number, last: number, end: Faces["end"], word = "", ways = last - first + 1): Faces => ({
  first,
  last,
  ways,
  end,
  word,
});
const D10: ComingThrow = {
  sentence: { text: "First: roll 6 or more on a D10.", bold: [[12, 21]] },
  dice: "a D10",
  rule: "SQ-66",
  needed: "6 or more",
  strip: [faces(1, 5, "fails", "missed"), faces(6, 9, "works", "hit"), faces(10, 10, "works", "hit +10")],
  of: 10,
};
const D100: ComingThrow = {
  sentence: { text: "Then: 118 + D100 must beat 162. Roll 45 or more." },
  dice: "a D100",
  rule: "SQ-81",
  needed: "45 or more",
  strip: [faces(1, 5, "fails", "dud"), faces(6, 44, "fails", "ricochet"), faces(45, 100, "works", "destroyed")],
  of: 100,
  after: ["hit"],
};
const BETTER: ComingThrow = { ...D100, needed: "35 or more", after: ["hit +10"] };
const SUM: ComingThrow = {
  sentence: { text: "Roll 4 or more with two dice." },
  dice: "two dice",
  rule: "FR-39",
  needed: "4 or more",
  strip: [faces(2, 2, "fails", "", 1), faces(3, 3, "fails", "", 2), faces(4, 4, "works", "", 1)],
  of: 4,
  count: 2,
};
const HIT_DIE: ComingThrow = {
  sentence: { text: "A die says where it hits." },
  dice: "the white hit die",
  rule: "CORE-65",
  strip: [faces(1, 4, "works", "front"), faces(5, 6, "partly", "tracks")],
  of: 6,
};
const fell = (...dice: number[]): Throw => ({
  dice,
  needed: null,
  half: [],
  left_out: [],
  name: "",
  words: [],
  modifiers: [],
  passed: null,
  type: "throw",
});

describe("strips", () => {
  test("have a cell for each face while there is room, else stretches", () => {
    expect(cellsOf(D10).map(({ first, end }) => [first, end === "works"])).toEqual(
      Array.from({ length: 10 }, (_, at) => [at + 1, at >= 5]),
    );
    expect(cellsOf(D100).map(({ first, last, wide }) => [first, last, wide])).toEqual([
      [1, 5, 5],
      [6, 44, 39],
      [45, 100, 56],
    ]);
    expect(cellsOf(HIT_DIE).map(({ word, wide }) => [word, wide])).toEqual([
      ["front", 4],
      ["tracks", 2],
    ]);
  });
  test("of sums stand as high as they are likely", () => {
    expect(isUneven(SUM)).toBe(true);
    expect(isUneven(D10)).toBe(false);
    expect(cellsOf(SUM).map(({ tall }) => tall)).toEqual([0.5, 1, 0.5]);
  });
  test("are read aloud", () => {
    expect(speakStrip(SUM)).toBe("2–3 fails, 4 works.");
    expect(speakStrip(HIT_DIE)).toBe("front, 4 of 6, tracks, 2 of 6.");
  });
});

describe("what fell", () => {
  test("is marked throw by throw, as each face leads on", () => {
    const low = followed([D10, D100, BETTER], [fell(7), fell(50)]);
    expect([low.get(D10), low.get(D100), low.get(BETTER)]).toEqual([[7], [50], undefined]);
    const high = followed([D10, D100, BETTER], [fell(10), fell(36)]);
    expect([high.get(D100), high.get(BETTER)]).toEqual([undefined, [36]]);
    expect(followed([D10, D100, BETTER], [fell(3)]).size).toBe(1);
  });
  test("is the sum of the dice that count, or each die by itself", () => {
    const some = followed([SUM], [{ ...fell(1, 2, 6), left_out: [2] }]);
    expect(some.get(SUM)).toEqual([3]);
    const each = { ...D10, each: true };
    expect(followed([each], [fell(2, 9)]).get(each)).toEqual([2, 9]);
  });
  test("is said where it was near", () => {
    expect([nearly(SUM, [4]), nearly(SUM, [3]), nearly(SUM, [2])]).toEqual(["exactly", "one short", ""]);
    expect([nearly(D10, [6]), nearly(D10, [5]), nearly(D10, [9])]).toEqual(["just enough", "one short", ""]);
    expect(nearly({ ...D10, needed: "" }, [6])).toBe("");
  });
});

test("outcomes are one bar: nothing, then harm by degrees, then what destroys, then others", () => {
  const odds = {
    explodes: "1/10",
    wreck: "1/10",
    "2 lost": "1/5",
    "1 lost": "1/5",
    "Red Light 1: hit": "1/10",
    nothing: "3/10",
  };
  expect(partsOfOdds(odds).map(({ word, kind }) => [word, kind])).toEqual([
    ["no effect", "none"],
    ["1 point", "harm-1"],
    ["2 points", "harm-2"],
    ["a wreck", "kill"],
    ["explodes", "kill"],
    ["Red Light 1: hit", "other"],
  ]);
});

describe("the panel", () => {
  const told: Forecast = {
    word: "harmed",
    chance: "511/1000",
    part: "front",
    also: [{ word: "destroyed", chance: "12/1000" }],
    throws: [D10, D100],
    said: [{ text: "A 12 counts and throws another die." }],
    reasons: [{ text: "your tank stood still", amount: "+ 1", rule: "SQ-73" }],
  };
  const aim: Aim = {
    unit: 1,
    order: { type: "Fire" },
    preview: { odds: { destroyed: "1/2" }, forecast: told },
    word: "",
  };
  const survey: Survey = { ...SURVEY, unit: 0, aims: [aim] };
  const shown = (intent: Intent | null, more: object = {}): string =>
    render(ForecastPanel, {
      props: {
        intent,
        picture: picture({ pieces: [piece(0, 0, 0), piece(1, 1, 4)] }),
        terrain: TERRAIN,
        survey,
        unit: piece(0, 0, 0),
        ...more,
      },
    }).body.replace(/<!--.*?-->/g, "");
  const words = (html: string): string =>
    html
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();

  test("says the chance and what it is, and beside it the chance to destroy", () => {
    const text = words(shown({ kind: "target", aim, orders: [] }));
    expect(text).toContain("If you fire at Blue Light 1, front");
    const html = shown({ kind: "target", aim, orders: [] });
    expect(html.replace(/<[^>]*>/g, "")).toContain("Blue Light 1"); // with a space between, as voice reads it
    expect(text).toContain("51.1 % harmed destroyed 1.2 %");
    expect(text).toContain("your tank stood still");
  });
  test("stresses what must be rolled, and draws its faces", () => {
    const html = shown({ kind: "target", aim, orders: [] });
    expect(html).toContain("First: roll <b>6 or more</b> on a D10.");
    expect(html.match(/class="works/g)?.length).toBe(6);
    expect(html).toContain('aria-label="1–5 fails, 6–9 works, 10 works."');
  });
  test("gives the reason in grey where there is no shot, and refuses nothing", () => {
    const refusal = { rule: "FR-37", sentence: "a house is in the way" };
    const closed: Aim = { ...aim, preview: { refusal }, word: "no sight" };
    const text = words(shown({ kind: "target", aim: closed, orders: [] }));
    expect(text).toContain("No sight. A house is in the way.");
    expect(text).not.toContain("%");
  });
  test("offers the best shot where nothing is aimed at", () => {
    expect(words(shown(null))).toBe("Best shot: Light 1 51.1 %");
    const none = { ...survey, aims: [{ ...aim, preview: { refusal: { rule: "r", sentence: "no" } } }] };
    expect(words(shown(null, { survey: none }))).toContain("has no shot at any of 1");
  });
  test("tells which announced shot is next, or that it is lost", () => {
    const row = { unit: 0, sentence: "Light 0 fires at Light 1.", rule: "CORE-23", target: 1, cell: null };
    const next = { ...row, chance: "1/2", note: "", lost: false, order: { type: "Resolve" } };
    expect(words(shown(null, { next }))).toContain("Next Light 0 fires at Light 1");
    const lost = { ...next, lost: true, note: "lost, no dice" };
    expect(words(shown(null, { next: lost }))).toContain("Lost, no dice.");
  });
  test("says that a turret can still be turned, where that is all", () => {
    const deed = { label: "Turret to the north", order: { type: "TurnTurret" }, rule: "r", ghosts: [], outline: [] };
    const turret = { ...SURVEY, unit: 0, deeds: [{ ...deed, lays: 1 }] };
    expect(words(shown(null, { survey: turret }))).toContain("Light 0 can still turn its turret");
    const other = { ...turret, deeds: [...turret.deeds, { ...deed, label: "Hitch", lays: null }] };
    expect(words(shown(null, { survey: other }))).toBe("Turret to the north · Hitch.");
  });
  test("says what happened after a throw of whoever", () => {
    const shot = { type: "shot", piece: 1, target: 0, outcome: "destroyed", odds: { destroyed: "1/2" }, cell: null };
    const last = {
      position: 7,
      kind: "order",
      side: 1,
      told: [
        { sentence: "Light 1 fired. Destroyed.", rules: [], strokes: [fell(6), { ...shot, high: false, falls: [] }] },
      ],
      picture: picture(),
      heading: "",
    };
    expect(words(shown(null, { last }))).toContain("What happened Light 1 fired. Destroyed.");
    expect(words(shown(null, { last: { ...last, told: [] } }))).not.toContain("What happened");
  });
});
