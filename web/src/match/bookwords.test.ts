import { describe, expect, test } from "vitest";
import examples from "../../../tests/rulebooks/golden/lines.jsonl?raw";
import type { Order, Picture, Survey, Terrain } from "../api/types";
import { obey } from "./obey";

/** What Python reads as these orders, so that both take the same words. */
interface Example {
  readonly book: string;
  readonly phase: string;
  readonly said: readonly (readonly [string, Order])[];
  readonly terrain: Terrain;
  readonly picture: Picture;
  readonly surveys: readonly Survey[];
}
const TABLE = examples
  .trimEnd()
  .split("\n")
  .map((row) => JSON.parse(row) as Example);
const CASES = TABLE.flatMap((row) => row.said.map(([line, order]) => ({ row, line, order })));

describe("orders in the words of the books", () => {
  test.each(CASES)("$row.book, $row.phase: $line", async ({ row, line, order }) => {
    const sent: Order[] = [];
    const answer = await obey(line, {
      picture: row.picture,
      terrain: row.terrain,
      own: 0,
      survey: (unit) => Promise.resolve(row.surveys.find((one) => one.unit === unit) ?? null),
      order: (...orders) => {
        sent.push(...orders);
        return Promise.resolve("Done.");
      },
      strike: () => Promise.resolve(false),
      undo: () => Promise.resolve(""),
    });
    expect([answer, sent]).toEqual(["Done.", [order]]);
  });
});
