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

describe("a ready opening with one's own figures", () => {
  const LINE = { id: "core", name: "Core", opening: { id: "first", name: "Round the town hall" } } as never;
  const mine = { id: "chart-id", version: 1, on: true, units: ["medium"], works: [{ kind: "chart" }] };
  let kept: Map<string, string>;
  beforeEach(() => {
    vi.resetModules();
    kept = browser();
    kept.set("hulldown.figures", "{}");
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.doUnmock("../make/figures/mine");
  });
  async function begun(
    on: boolean,
    refused: boolean | string,
    more: object[] = [],
  ): Promise<{ charts: unknown[]; said: string | undefined }> {
    vi.doMock("../make/figures/mine", () => ({ mineOf: () => Promise.resolve([{ ...mine, on }, ...more]) }));
    const { api, beginOpening, openingOf } = await import("./here");
    const { Trouble } = await import("../api/client");
    const charts: unknown[] = [];
    vi.spyOn(api, "create").mockImplementation((wish) => {
      charts.push(wish.chart);
      if (wish.chart && (refused === true || refused === wish.chart))
        return Promise.reject(new Trouble("setup/bad", "It has no Light.", 400));
      return Promise.resolve({ match: "m", token: "t", side: 0, invitation: null, watch: "w" } as never);
    });
    await beginOpening(LINE, "Kestrel");
    return { charts, said: openingOf("m")?.said };
  }

  it("is played with them where they count", async () => {
    expect(await begun(true, false)).toEqual({ charts: ["chart-id"], said: "" });
    expect(kept.get("hulldown.wish")).toContain("chart-id");
  });
  it("is played with those of two charts that have its units", async () => {
    expect(await begun(true, "chart-id", [{ ...mine, id: "other-chart" }])).toEqual({
      charts: ["chart-id", "other-chart"],
      said: "",
    });
    expect(kept.get("hulldown.wish")).toContain("other-chart");
  });
  it("is the house's where they do not count", async () => {
    expect(await begun(false, false)).toEqual({ charts: [undefined], said: "" });
  });
  it("is the house's, and says so, where they lack a unit", async () => {
    const { charts, said } = await begun(true, true);
    expect(charts).toEqual(["chart-id", undefined]);
    expect(said).toContain("the house’s figures are used here");
    expect(kept.get("hulldown.wish")).not.toContain("chart-id");
  });
});
