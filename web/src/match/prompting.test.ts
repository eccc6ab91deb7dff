import { expect, test } from "vitest";
import { piece, TERRAIN } from "./fake";
import type { Intent } from "./intent";
import { promptFor } from "./prompting";

const [unit, target] = [piece(0, 0, 0), piece(1, 1, 5)];
const base = { survey: null, unit, target: undefined, terrain: TERRAIN, touch: false, planning: false };
const shot = { kind: "target", aim: { unit: 1, preview: {} }, orders: [] } as unknown as Intent;
const pose = (square: number): Intent => ({ kind: "pose", pose: square * 8, orders: [] }) as unknown as Intent;

test("who fires is told how, by mouse and by finger, and that a volley is only announced", () => {
  expect(promptFor({ ...base, intent: shot, target })).toEqual([
    "Light 0",
    "click Light 1 to fire, or rest on another target.",
  ]);
  expect(promptFor({ ...base, intent: shot, target, touch: true, planning: true })?.[1]).toBe(
    "tap Light 1 again to announce it, or another target.",
  );
});
test("who drives, turns or is placed is told how", () => {
  const how = (square: number, over: object = {}): string | undefined =>
    promptFor({ ...base, intent: pose(square), ...over })?.[1];
  expect(how(9)).toBe("click to drive to D2, pull to turn it, or rest on another lit square.");
  expect(how(0)).toBe("click to turn it so, or rest on another lit square.");
  expect(how(9, { unit: piece(0, 0, null) })).toContain("click to place it on D2");
  expect(how(9, { touch: true })).toBe("tap D2 again to drive to D2, or an arrow to turn it.");
});
test("who decides first what it does is told where", () => {
  const deed = { label: "Ambush", order: { type: "Ambush" }, rule: "", ghosts: [], outline: [], lays: null };
  const aim = { unit: 1, order: { type: "Fire" }, word: "", preview: {} };
  const survey = { aims: [aim], bands: [], deeds: [deed, deed], move: null };
  const how = (over: object): string | undefined =>
    promptFor({ ...base, intent: null, survey: { ...survey, ...over } })?.[1];
  expect(how({})).toBe("choose a target, or what else it does, at the right.");
  const refused = { ...aim, preview: { refusal: { rule: "", sentence: "no" } } };
  expect(how({ aims: [refused] })).toBe("it has no shot; choose what it does, at the right.");
  expect(how({ deeds: [deed] })).toBeUndefined();
});
test("a model that is led is told how", () => {
  const survey = { aims: [], bands: [], deeds: [], move: {} as never };
  const led = { kind: "free" } as unknown as Intent;
  expect(promptFor({ ...base, intent: led, survey })?.[1]).toBe(
    "let go or press the dark button to drive there; hold still for a corner.",
  );
});
test("where nothing is aimed at, or it is refused, the question of the table stands", () => {
  const refused = { kind: "target", aim: { unit: 1, preview: { refusal: { rule: "", sentence: "no" } } } };
  expect(promptFor({ ...base, intent: null })).toBeNull();
  expect(promptFor({ ...base, intent: refused as unknown as Intent, target })).toBeNull();
});
