import { expect, test } from "vitest";
import raw from "./tokens.css?raw";

const css = raw.replace(/\s+/g, " ");
const block = (selector: string): string => {
  expect(css).toContain(`${selector} {`);
  return css.slice(css.indexOf(`${selector} {`) + selector.length).split("}")[0]!;
};
const names = (text: string): string[] => [...text.matchAll(/(--[a-z0-9-]+):/g)].map(([, name]) => name!);

test("night is the same whether the system or the page asks for it", () => {
  expect(css).toContain("--paper");
  expect(block('[data-theme="dark"]')).toBe(block(":root:not([data-theme])"));
});

test("night invents no token that the day does not know", () => {
  const day = names(block(':root, [data-theme="light"]'));
  expect(names(block('[data-theme="dark"]')).filter((name) => !day.includes(name))).toEqual([]);
});
