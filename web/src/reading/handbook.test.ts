import { describe, expect, it } from "vitest";
import type { Handbook } from "../api/types";
import { chapterOf, entryOf, neighbours, placeOf, search } from "./handbook";

const rule = (id: string, title: string, summary: string): Handbook["rules"][number] => ({
  id,
  title,
  summary,
  section: "Toys",
  kind: "base",
});
const BOOK: Handbook = {
  id: "toys",
  name: "Toys",
  title: "The book of toys",
  table: "squares",
  version: "1",
  chapters: [
    { title: "Dice and movement", place: "dice-and-movement", rules: ["T-01", "T-02"] },
    { title: "Flags", place: "flags", rules: ["T-03"] },
  ],
  rules: [
    rule("T-01", "A step", "A toy goes one square."),
    rule("T-02", "A turn", "A toy turns by 45°; a flag does not stop it."),
    rule("T-03", "The flag", "Who stands beside it takes it."),
  ],
  rulings: [
    {
      id: "T-Q1",
      section: "Toys",
      kind: "ruling",
      title: "May it turn twice?",
      summary: "Once is enough.",
      rules: ["T-02"],
      ground: "silent",
      why: "The flag is near.",
    },
  ],
  words: [
    {
      id: "accuracy",
      name: "accuracy",
      sign: "③",
      where: "card",
      says: "How well it aims.",
      stands_for: ["column accuracy"],
    },
  ],
  figures: [],
  lessons: [{ id: "toys-first", title: "Round the flag", minutes: 5, rules: ["T-03"] }],
};

describe("places of a book", () => {
  it("are its contents, chapters, rules, rulings and words", () => {
    expect(placeOf(BOOK, "", false).kind).toBe("contents");
    expect(placeOf(BOOK, "dice-and-movement", false)).toMatchObject({ kind: "chapter" });
    expect(placeOf(BOOK, "t-03", false)).toMatchObject({ kind: "rule", entry: { id: "T-03" } });
    expect(placeOf(BOOK, "T-Q1", false)).toMatchObject({ kind: "rule", entry: { id: "T-Q1" } });
    expect(placeOf(BOOK, "accuracy", true)).toMatchObject({ kind: "word" });
    expect(placeOf(BOOK, "column accuracy", true)).toMatchObject({ kind: "word" });
    expect(placeOf(BOOK, "", true).kind).toBe("words");
  });
  it("say in a sentence what they are not", () => {
    expect(placeOf(BOOK, "T-99", false)).toEqual({
      kind: "unknown",
      sentence: "There is no rule T-99; Toys has T-01 to T-03.",
    });
    expect(placeOf(BOOK, "T-01", true)).toMatchObject({ kind: "unknown" });
  });
  it("have neighbours and a chapter", () => {
    const [first, second] = BOOK.rules;
    expect(neighbours(BOOK, first!)).toEqual({ after: second });
    expect(chapterOf(BOOK, entryOf(BOOK, "T-Q1")!)?.title).toBe("Dice and movement");
  });
});

describe("search", () => {
  it("finds ids first, then titles, summaries, rulings and words", () => {
    expect(search(BOOK, "flag").map(({ sign }) => sign)).toEqual(["T-03", "T-02", "T-Q1", "5 min"]);
    expect(search(BOOK, "t-02").map(({ sign }) => sign)).toEqual(["T-02"]);
    expect(search(BOOK, "③").map(({ path }) => path)).toEqual(["words/toys/accuracy"]);
    expect(search(BOOK, "aims")).toHaveLength(1);
    expect(search(BOOK, "dice and").map(({ sign }) => sign)).toEqual(["T-01", "T-02"]);
  });
  it("wants all words, and finds nothing for none", () => {
    expect(search(BOOK, "flag square")).toEqual([]);
    expect(search(BOOK, "  ")).toEqual([]);
  });
});
