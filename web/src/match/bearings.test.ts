import { render } from "svelte/server";
import { expect, test } from "vitest";
import { turnedBy } from "../stage/words";
import { partsOf, signsIn, spokenAll, spokenBearing } from "./bearings";
import Sentence from "./Sentence.svelte";

const SENTENCE = "Medium 1 drove to K7, facing south-east, its turret to the west.";
const spans = [
  { start: SENTENCE.indexOf("south-east"), end: SENTENCE.indexOf("south-east") + 10, bearing: 135 },
  { start: SENTENCE.indexOf("west."), end: SENTENCE.indexOf("west.") + 4, bearing: 270 },
];

test.each([0, 1, 2, 3])("an arrow points where the bearing points on a table turned by %i quarters", (quarters) => {
  const arrows = partsOf(SENTENCE, spans, quarters).filter((part) => typeof part !== "string");
  expect(arrows).toEqual([
    { word: "south-east", turned: (135 + 90 * quarters) % 360 },
    { word: "west", turned: (270 + 90 * quarters) % 360 },
  ]);
});
test("what is no bearing stays as it was written", () => {
  const parts = partsOf(SENTENCE, spans).map((part) => (typeof part === "string" ? part : part.word));
  expect(parts.join("")).toBe(SENTENCE);
  expect(partsOf("Missed.")).toEqual(["Missed."]);
});
test("a bearing is spoken by the screen and by the map", () => {
  expect(spokenBearing({ word: "south", turned: turnedBy(180, -1) })).toBe("right, south on the map");
  expect(spokenAll([{ sentence: SENTENCE, bearings: spans }, { sentence: "Missed." }], 1)).toBe(
    "Medium 1 drove to K7, facing down and left, south-east on the map, its turret to the up, west on the map. Missed.",
  );
});
test.each([0, 1, 2, 3])("the drawn arrow turns with the table, by %i quarters; voice has its word", (quarters) => {
  const context = new Map([["quarters", () => quarters]]);
  const { body } = render(Sentence, { props: { sentence: SENTENCE, bearings: spans }, context });
  const arrows = [...body.matchAll(/rotate\((\d+)\)/g)].map(([, turned]) => Number(turned));
  expect(arrows).toEqual([(135 + 90 * quarters) % 360, (270 + 90 * quarters) % 360]);
  expect(body).toContain('title="south-east"');
  expect(body).toContain("south-east on the map");
});
test("on a screen a bearing is one sign long", () => {
  expect(signsIn([{ sentence: "Missed." }])).toBe("Missed.".length);
  expect(signsIn([{ sentence: SENTENCE, bearings: spans }, { sentence: "Missed." }])).toBe(
    "Medium 1 drove to K7, facing ↘, its turret to the ←. Missed.".length,
  );
});
