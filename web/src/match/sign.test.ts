import { expect, it } from "vitest";
import page from "../../index.html?raw";
import { spotted } from "./sign";

it("puts a spot on the page's own icon, once, and takes it off again", () => {
  const icon = /href="(data:image[^"]+)"/.exec(page)![1]!;
  const on = spotted(icon, true);
  expect(on).not.toBe(icon);
  expect(spotted(on, true)).toBe(on);
  expect(spotted(on, false)).toBe(icon);
});
