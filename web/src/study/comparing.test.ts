import { describe, expect, it } from "vitest";
import type { CompareAnswer, Compared, Facing } from "../api/types";
import { comparedIn, comparisonOf, csvOfComparison, farIn, standing, told, verdictOf } from "./comparing";

const facing = (place: string, own: string | null): Facing => ({
  place,
  range: 9,
  endless: false,
  own,
  enemy: "1/2",
  first: "2/3",
  second: "1/3",
});
const book = (title: string, own: string | null): Compared => ({
  book: title.toLowerCase(),
  title,
  ruler: "squares",
  one: { id: "panther", name: "Panther", others: [], choices: [] },
  other: { id: "sherman", name: "Sherman, late", others: [], choices: [] },
  ranges: [facing("near", "1/1"), facing("middle", own)],
});
const body = comparedIn("one=Panther&other=Sherman");

describe("a comparison", () => {
  it("stands in the address, with who stands for whom", () => {
    const asked = { one: "T-34 & co", other: "Panther", zone: "rear", use: { core: ["a", "b"] } };
    expect(comparedIn(comparisonOf(asked).split("?")[1]!)).toEqual(asked);
    expect(comparedIn("")).toEqual({ one: "", other: "", zone: "front", use: {} });
    expect(comparisonOf(standing(body, book("Core", "1/2"), 1, "firefly"))).toContain("core%3Apanther%3Afirefly");
  });
  it("says in words which book is hardest, and when one is safe", () => {
    const of = (...books: Compared[]): CompareAnswer => ({ books, without: [] });
    expect(verdictOf(of(book("Core", "1/5"), book("Squadron", null)), body)).toBe(
      "In Core 20 of 100 shots of a Panther at a Sherman's front destroy it at middle range. " +
        "In Squadron a Sherman's front is safe from a Panther at middle range.",
    );
    expect(verdictOf(of(book("Core", "1/5"), book("Squadron", "1/5")), body)).toContain("say the same");
    expect(verdictOf(of(), body)).toBe("");
  });
  it("is copied as a table in which commas are safe", () => {
    expect(
      csvOfComparison({ books: [{ ...book("A, B", "1/2"), ranges: [facing("near", null)] }], without: [] }, body),
    ).toBe('book,where,range,Panther %,Sherman %,first %,second %\n"A, B",near,9 squares,,50.0,66.7,33.3');
    expect([told(null), told("1/4")]).toEqual(["–", "25.0"]);
    expect(farIn({ ...facing("far", null), range: 1, endless: true }, "hexes")).toBe("1 hex or more");
  });
});
