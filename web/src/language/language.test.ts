import { afterEach, expect, test } from "vitest";
import { around, many, say, speak, spoken } from "./language";
import german from "./de.json";

afterEach(() => speak("en", {}));

const WORDS = {
  "Step {at} of {all}": "Schritt {at} von {all}",
  "{n} rules": { one: "{n} Regel", other: "{n} Regeln" },
  "Search with {key}.": "Suche mit {key}.",
};

test("English is said as it stands, with its blanks filled in", () => {
  expect(say("Step {at} of {all}", { at: 2, all: 12 })).toBe("Step 2 of 12");
  expect([0, 1, 2].map((n) => many("{n} rule", "{n} rules", n))).toEqual(["0 rules", "1 rule", "2 rules"]);
  expect(say("{missing}")).toBe("{missing}");
});

test("another language has its own sentences and forms, and what it lacks is English", () => {
  speak("de", WORDS);
  expect(spoken()).toBe("de");
  expect(say("Step {at} of {all}", { at: 2, all: 12 })).toBe("Schritt 2 von 12");
  expect([0, 1, 2].map((n) => many("{n} rule", "{n} rules", n))).toEqual(["0 Regeln", "1 Regel", "2 Regeln"]);
  expect(around("Search with {key}.", "key")).toEqual(["Suche mit ", "."]);
  expect(say("Back")).toBe("Back");
  expect(many("{n} book", "{n} books", 1)).toBe("1 book");
});

test("a language with more forms takes the one of the number, and its last where it lacks one", () => {
  // As in Polish: 1, 2 to 4, and 5 and on.
  speak("pl" as "de", { "{n} rules": { one: "{n} zasada", few: "{n} zasady", other: "{n} zasad" } });
  expect([1, 3, 5].map((n) => many("{n} rule", "{n} rules", n))).toEqual(["1 zasada", "3 zasady", "5 zasad"]);
});

test("what is counted in German has both its forms", () => {
  const forms = Object.values(german).filter((one) => typeof one !== "string");
  expect(forms.length).toBeGreaterThan(0);
  expect(forms.filter((one) => Object.keys(one).sort().join() !== "one,other")).toEqual([]);
});
