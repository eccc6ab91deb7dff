import { render } from "svelte/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Desk } from "./desk.svelte";
import Dock from "./Dock.svelte";
import { FakeTable, SURVEY } from "./fake";
import { readSettings } from "./settings";
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

function dock(): string {
  const desk = new Desk(
    store,
    () => readSettings("{}"),
    () => null,
  );
  return render(Dock, { props: { desk }, context: new Map([["rule", () => undefined]]) }).body;
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

  test("shows ways to fire, the closed one with its reason, and deeds", async () => {
    table.surveys.set(0, {
      ...SURVEY,
      unit: 0,
      modes: [
        { name: "direct", refusal: null },
        { name: "parabolic", refusal: { rule: "r", sentence: "it has moved" } },
      ],
      deeds: [{ label: "Push it", order: { type: "Push" }, rule: "r", ghosts: [], outline: [], lays: null }],
    });
    store.select(0);
    await vi.advanceTimersByTimeAsync(0);
    const html = dock();
    expect(html).toMatch(/aria-pressed="true"[^>]*>direct/);
    expect(html).toContain("it has moved");
    expect(html).toContain("Push it");
  });
});
