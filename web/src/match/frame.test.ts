import { expect, test } from "vitest";
import { isLying, layoutOf, SIZES } from "./frame.svelte";

test("the layout goes by the width, and a phone on its side has dock and panel", () => {
  const layouts = [
    [1440, 900],
    [1199, 800],
    [700, 900],
    [699, 900],
    [390, 844],
    [844, 390],
    [568, 320],
  ].map(([width, height]) => layoutOf(width!, height!));
  expect(layouts).toEqual(["wide", "middle", "middle", "phone", "phone", "middle", "middle"]);
  expect([isLying(844, 390), isLying(1440, 400), isLying(1024, 768)]).toEqual([true, false, false]);
});
test("larger text has less room, and takes the layout for it", () => {
  expect(layoutOf(1440, 900, SIZES.double)).toBe("middle");
  expect(layoutOf(1440, 900, SIZES.large)).toBe("wide");
  expect(layoutOf(800, 900, SIZES.double)).toBe("phone");
  expect(layoutOf(844, 390, SIZES.double)).toBe("middle");
});
