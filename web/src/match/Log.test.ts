import { render } from "svelte/server";
import { expect, test } from "vitest";
import { line as message, picture } from "./fake";
import { logLine, type LogLine } from "./lines";
import Log from "./Log.svelte";

const line = (position: number, sentence: string): LogLine => {
  const act = { unit: 0, end: "moved" as const, word: "drove to O14", target: null, where: "" };
  const told = [{ sentence, rules: ["FR-22"], strokes: [], act }];
  return logLine(message(position, { side: 1, act: position, told }), picture());
};
const log = [line(4, "Light 2 drove to O14."), line(5, "Heavy 1 fired.")];
const shown = (current: number | null): string =>
  render(Log, { props: { log, why: { "5": ["Better by far."] }, current, onshow: () => undefined } }).body;

test("an act is one line with its number; opened it has its sentence, its rules, and can be asked why", () => {
  expect(shown(null)).not.toContain("Why?");
  expect(shown(null)).not.toContain("Rule FR-22");
  const body = shown(5);
  expect(body.match(/Why\?/g)).toHaveLength(1);
  expect(body).toMatch(/<button[^>]*aria-expanded="false"[^>]*>Why\? <span class="sr">Heavy 1 fired\.<\/span>/);
  expect(body).not.toContain("Better by far");
  expect(body.match(/title="Rule FR-22"/g)).toHaveLength(1);
});
test("a line is told by voice in full", () => {
  expect(shown(null)).toMatch(/<span class="sr">Heavy 1 fired\.<\/span>/);
});
