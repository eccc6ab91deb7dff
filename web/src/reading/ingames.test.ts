import { describe, expect, it } from "vitest";
import { Api } from "../api/client";
import type { Seat } from "../api/tokens";
import { citedIn } from "./ingames";

const seat = (match: string, over = true): Seat => ({ match, token: "t", side: 0, title: match, when: 0, over });
/** Tables that tell what they are given, and how often each was asked. */
function tables(told: Record<string, unknown>): { api: Api; asked: string[] } {
  const asked: string[] = [];
  const api = new Api(async (url) => {
    const match = url.split("/")[3]!;
    asked.push(match);
    return match in told
      ? Response.json(told[match])
      : Response.json({ error: "x", sentence: "gone" }, { status: 404 });
  });
  return { api, asked };
}

describe("in your games", () => {
  it("counts lines and battles, and leads to the newest", async () => {
    const { api } = tables({
      one: {},
      two: { "FR-37": { lines: 2, last: 9 } },
      three: { "FR-37": { lines: 1, last: 4 } },
    });
    expect(await citedIn(api, [seat("one"), seat("two"), seat("three"), seat("gone")], "FR-37")).toEqual({
      asked: 3,
      battles: 2,
      lines: 3,
      last: { match: "two", title: "two", position: 9 },
    });
  });
  it("asks a battle that is over once, and one that goes on again", async () => {
    const { api, asked } = tables({ over: {}, on: {} });
    const both = [seat("over"), seat("on", false)];
    await citedIn(api, both, "FR-01");
    await citedIn(api, both, "FR-02");
    expect(asked.filter((one) => one === "over")).toHaveLength(1);
    expect(asked.filter((one) => one === "on")).toHaveLength(2);
  });
});
