import { render } from "svelte/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Survey } from "../api/types";
import Dock from "./Dock.svelte";
import { FakeTable, SURVEY, TERRAIN } from "./fake";
import { MatchStore } from "./store";

let table: FakeTable;
let store: MatchStore;

beforeEach(async () => {
  vi.useFakeTimers();
  table = new FakeTable();
  store = new MatchStore(table, { open: table.open });
  await store.open();
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

function dock(survey: Survey | null = null): string {
  const nothing = (): void => undefined;
  const props = {
    store,
    state: store.state,
    picture: store.state.picture!,
    terrain: TERRAIN,
    hand: null,
    unit: undefined,
    survey,
    firing: { mode: "", choice: "", cells: null },
  };
  return render(Dock, {
    props: {
      ...props,
      tow: null,
      ontow: nothing,
      onall: nothing,
      onmode: nothing,
      oncells: nothing,
      ondeed: nothing,
      oncommit: nothing,
      onlost: nothing,
      oncarry: nothing,
    },
    context: new Map([["rule", nothing]]),
  }).body;
}

describe("the dock", () => {
  test("offers to go on without a friend once it is time", async () => {
    const now = Math.floor(Date.now() / 1000);
    const wait = async (until: number): Promise<void> => {
      table.wire.say({
        type: "notice",
        offers: [],
        names: ["Ann", "Bob"],
        connected: [true, false],
        bots: [null, null],
        why: {},
        waiting: { side: 1, since: now - 7200, until },
        rematch: null,
      });
      await vi.advanceTimersByTimeAsync(0);
    };
    await wait(now + 600);
    expect(dock()).not.toContain("Let a bot play on");
    await wait(now - 60);
    expect(dock()).toContain("Blue has not acted for 120 minutes.");
    expect(dock()).toContain("Let a bot play on for Blue");
    expect(dock()).toContain("End the game");
  });

  test("shows ways to fire, the closed one with its reason, and deeds", () => {
    const html = dock({
      ...SURVEY,
      modes: [
        { name: "direct", refusal: null },
        { name: "parabolic", refusal: { rule: "r", sentence: "it has moved" } },
      ],
      deeds: [{ label: "Push it", order: { type: "Push" }, rule: "r", ghosts: [], outline: [], lays: null }],
    });
    expect(html).toMatch(/aria-pressed="true"[^>]*>direct/);
    expect(html).toContain("it has moved");
    expect(html).toContain("Push it");
  });
});
