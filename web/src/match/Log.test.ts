import { render } from "svelte/server";
import { expect, test } from "vitest";
import { picture } from "./fake";
import type { LogLine } from "./lines";
import Log from "./Log.svelte";

const line = (position: number, sentence: string): LogLine => ({
  position,
  kind: "order",
  side: 1,
  told: [{ sentence, rules: [], strokes: [] }],
  picture: picture(),
  heading: "Round 1",
});

test("a line that a bot gave reasons for can be asked why, by a name of its own, and the others cannot", () => {
  const log = [line(4, "Light 2 drove to O14."), line(5, "Heavy 1 fired.")];
  const props = { log, why: { "5": ["+0.50 points expected: fire of Heavy 1."] }, onshow: () => undefined };
  const { body } = render(Log, { props });
  expect(body.match(/Why\?/g)).toHaveLength(1);
  expect(body).toMatch(/<button[^>]*aria-expanded="false"[^>]*>Why\? <span class="sr">Heavy 1 fired\.<\/span>/);
  expect(body).not.toContain("0.50 points");
});
