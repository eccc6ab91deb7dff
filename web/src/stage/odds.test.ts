import { expect, test } from "vitest";
import type { Aim } from "../api/types";
import { badgeOf, worthOf } from "./odds";

test("a shot that cannot destroy and may harm is worth that harm, and one that can do neither nothing", () => {
  const also = [
    { word: "injured", chance: "0" },
    { word: "immobilised", chance: "23/500" },
  ];
  const aim = (chance: string, more: typeof also): Aim => ({
    unit: 1,
    order: { type: "Fire" },
    word: "",
    preview: { forecast: { word: "destroyed", chance, also: more } },
  });
  expect(worthOf(aim("0", also))).toBe("immobilised 4.6 %");
  expect(worthOf(aim("0", []))).toBe("0 %");
  expect(badgeOf({ ...aim("0", also), word: "0 %" })).toBe("immobilised 4.6 %");
  expect(badgeOf({ ...aim("1/2", also), word: "50 % · 2 dice" })).toBe("50 % · 2 dice");
  expect(worthOf(aim("1/2", also))).toBe("50 %");
  expect(worthOf({ ...aim("0", also), preview: { refusal: { rule: "r", sentence: "No sight" } } })).toBe("");
});
