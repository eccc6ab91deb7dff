import { describe, expect, it } from "vitest";
import type { MatchView } from "../api/types";
import { openedWords, satDown } from "./inviting";

const NOW = 1_800_000_000;
const view = (change: Partial<MatchView>): MatchView =>
  ({ side: 0, names: ["Heron", "Kestrel"], bots: [null, null], ...change }) as MatchView;

describe("a host who waits", () => {
  it("hears when the link was opened", () => {
    expect([null, 30, 60, 300, 5400, 7200, 90_000, 200_000].map((ago) => openedWords(ago && NOW - ago, NOW))).toEqual([
      "Nobody has opened it yet.",
      "Opened just now.",
      "Opened 1 minute ago.",
      "Opened 5 minutes ago.",
      "Opened 2 hours ago.",
      "Opened 2 hours ago.",
      "Opened 25 hours ago.",
      "Opened 2 days ago.",
    ]);
    expect(openedWords(NOW + 50, NOW)).toBe("Opened just now.");
  });
  it("hears once who has sat down, and nothing of bots or an end", () => {
    const waited = { open: true, opened: null };
    expect(satDown(waited, view({}), false)).toBe("Kestrel has sat down as Blue.");
    expect(satDown(waited, view({ side: 1 }), false)).toBe("Heron has sat down as Red.");
    expect(satDown(undefined, view({}), false)).toBe("");
    expect(satDown(waited, view({ inviting: { open: false, opened: null } }), false)).toBe("");
    expect(satDown(waited, view({ bots: [null, "greedy"] }), false)).toBe("");
    expect(satDown(waited, view({}), true)).toBe("");
    expect(satDown(waited, view({ side: null }), false)).toBe("");
  });
});
