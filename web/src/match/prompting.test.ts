import { expect, test } from "vitest";
import type { Survey } from "../api/types";
import { piece, TERRAIN } from "./fake";
import type { Intent } from "./intent";
import { briefly, promptFor } from "./prompting";

const [unit, target] = [piece(0, 0, 0), piece(1, 1, 5)];
const base = {
  survey: null,
  unit,
  target: undefined,
  terrain: TERRAIN,
  touch: false,
  planning: false,
  announced: false,
  last: false,
  stays: false,
};
const shot = { kind: "target", aim: { unit: 1, preview: {} }, orders: [] } as unknown as Intent;
const pose = (square: number): Intent => ({ kind: "pose", pose: square * 8, orders: [] }) as unknown as Intent;

test("who fires is told how, by mouse and by finger, and that a volley is only announced", () => {
  expect(promptFor({ ...base, intent: shot, target })).toEqual(["Light 0", "click Light 1 to fire."]);
  const aims = [1, 2].map((unit) => ({ unit, order: { type: "Fire" }, word: "", preview: {} }));
  const survey = { aims, bands: [], deeds: [], move: null } as unknown as Survey;
  const two = { ...base, intent: shot, target, survey };
  expect(promptFor(two)?.[1]).toBe("click Light 1 to fire, or rest on another target.");
  expect(promptFor({ ...two, touch: true, planning: true })?.[1]).toBe(
    "tap Light 1 again to announce it, or another target.",
  );
  expect(promptFor({ ...base, intent: shot, target, planning: true, announced: true })?.[1]).toBe(
    "announced; choose who fires next, or open fire.",
  );
  expect(promptFor({ ...base, intent: shot, target, planning: true, announced: true, last: true })?.[1]).toBe(
    "announced; open fire.",
  );
});
test("who drives, turns or is placed is told how", () => {
  const how = (square: number, over: object = {}): string | undefined =>
    promptFor({ ...base, intent: pose(square), ...over })?.[1];
  expect(how(9)).toBe("click D2, then the way it shall face; or press and pull.");
  expect(how(0)).toBe("click it, then the way it shall face; or press and pull.");
  expect(how(9, { stays: true })).toBe("click D2 again to drive there, or an arrow to face that way.");
  expect(how(0, { stays: true })).toBe("click it again to turn it so, or an arrow to face that way.");
  expect(how(9, { stays: true, unit: piece(0, 0, null) })).toContain("click D2 again to place it");
  expect(how(9, { touch: true })).toBe("tap D2 again to drive there, or an arrow to face that way.");
});
test("where it can face one way only, a click is all", () => {
  const band = { name: "1 die", rule: "FR-25", token: 4, order: { type: "Move" }, poses: [9 * 8], steps: [1] };
  const survey = { aims: [], bands: [band], deeds: [], move: null };
  expect(promptFor({ ...base, survey, intent: pose(9) })?.[1]).toBe(
    "click D2 to drive there, or rest on another lit square.",
  );
  expect(promptFor({ ...base, survey, intent: pose(9), touch: true })?.[1]).toBe("tap D2 again to drive there.");
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

test("where there is no room the last clause goes", () => {
  expect(briefly("Blue: counter-attack, or pass; a weapon used now is silent.")).toBe("Blue: counter-attack, or pass.");
  expect(briefly("click Light 1 to fire, or rest on another target.")).toBe("click Light 1 to fire.");
  expect(briefly("Red: activate a tank.")).toBe("Red: activate a tank.");
});
