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
    expect(html).toMatch(/aria-pressed="true"[^>]*>(<!--[^>]*-->)*Direct/);
    expect(html).toContain("it has moved");
    expect(html).toContain("Push it");
  });

  /** Dice that fall in a line, of a side. */
  async function fall(side: 0 | 1, dice: readonly number[]): Promise<void> {
    const thrown = {
      type: "throw" as const,
      dice,
      needed: 4,
      half: [],
      left_out: [],
      name: "",
      words: [],
      modifiers: [],
      passed: 9,
    };
    table.append({ side, told: [{ sentence: "Rolled.", rules: [], strokes: [thrown] }] });
    await vi.advanceTimersByTimeAsync(0);
  }

  test("has Skip at hand while the other side's line plays, and not while one's own does", async () => {
    expect(dock()).not.toContain("Skip");
    await fall(0, [3, 4]);
    expect(dock()).not.toContain("Skip");
    await vi.advanceTimersByTimeAsync(5000);
    await fall(1, [3, 4]);
    expect(dock()).toMatch(/<button[^>]*>Skip<\/button>/);
  });

  test("shows twelve dice, and counts more", async () => {
    const cubes = (): number => dock().split('class="cube').length - 1;
    await fall(1, Array<number>(12).fill(5));
    expect(cubes()).toBe(12);
    await vi.advanceTimersByTimeAsync(9000);
    await fall(1, Array<number>(14).fill(5));
    expect(cubes()).toBe(0);
    expect(dock()).toContain("14 dice");
    expect(dock()).toContain("9 passed");
  });
});
