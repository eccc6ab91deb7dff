import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** A browser with a shelf and an address, and no page. */
function browser(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal("location", { hash: "", hostname: "table.example" });
  return kept;
}

describe("taking a seat", () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    vi.resetModules();
    kept = browser();
  });
  afterEach(() => vi.unstubAllGlobals());
  const claimsOf = (): Record<string, { id: string }> =>
    JSON.parse(kept.get("hulldown.claims") ?? "{}") as Record<string, { id: string }>;

  it("keeps the claim before it is sent, and asks for the same again", async () => {
    const { api, seats, takeSeat } = await import("./here");
    const { Trouble } = await import("../api/client");
    const sent: { id?: string | null; key?: string | null }[] = [];
    vi.spyOn(api, "claim").mockImplementation((token, claim) => {
      expect(claimsOf()[token]?.id).toBe(claim.id);
      sent.push(claim);
      if (sent.length === 1) return Promise.reject(new Trouble("offline", "Nobody answers.", 0));
      return Promise.resolve({ match: "m", token: "t", side: 1 });
    });
    await expect(takeSeat("link", "Kestrel", "Crossroads")).rejects.toThrow("Nobody answers.");
    await takeSeat("link", "Kestrel", "Crossroads", true);
    expect(sent[1]).toEqual(sent[0]);
    expect(claimsOf()).toEqual({});
    expect(seats.of("m")).toMatchObject({ token: "t", side: 1, title: "Crossroads" });
    expect(location.hash).toBe("#/match/m");
    expect(kept.get("hulldown.keys.m.1")).toContain('"deposit":false');
  });

  it("lets go of a claim that was refused for good", async () => {
    const { api, seats, takeSeat } = await import("./here");
    const { Trouble } = await import("../api/client");
    vi.spyOn(api, "claim").mockRejectedValue(new Trouble("invitation/taken", "Taken.", 409));
    await expect(takeSeat("link", "Kestrel", "Crossroads")).rejects.toThrow("Taken.");
    expect(claimsOf()).toEqual({});
    expect(seats.all()).toEqual([]);
  });
});
