import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Absence, AWAY } from "./absence.svelte";
import { FakeTable } from "./fake";
import { Seen } from "./seen.svelte";
import { MatchStore } from "./store";

const kept = new Map<string, string>();
const keep = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
let table: FakeTable;
let store: MatchStore;
let seen: Seen;
let absence: Absence;
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
/** The enemy drives so many times. */
async function drives(many: number): Promise<void> {
  for (let at = 1; at <= many; at++)
    table.append({
      side: 1,
      mover: 1,
      act: table.lines.length + 1,
      told: [
        {
          sentence: "Light 1 drove.",
          rules: [],
          strokes: [],
          act: { unit: 1, end: "moved", word: "drove", target: null, where: "" },
        },
      ],
    });
  await settle();
}
async function sitDown(): Promise<void> {
  store = new MatchStore(table, { open: table.open, speed: () => "instant" });
  await store.open();
  await settle();
  seen = new Seen(store);
  absence = new Absence(seen, keep);
  absence.look();
}
function leave(): void {
  seen.close();
  store.close();
}
beforeEach(async () => {
  vi.useFakeTimers();
  kept.clear();
  table = new FakeTable();
  await sitDown();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

test("whoever opens a match again after a while is told how many acts there were", async () => {
  await drives(2);
  absence.look();
  leave();
  await vi.advanceTimersByTimeAsync(AWAY + 1);
  await drives(18);
  await sitDown();
  expect(absence.sentence).toBe("18 acts since you left.");
  absence.over();
  expect(absence.sentence).toBe("");
});
test("whoever was gone for a moment only is told nothing", async () => {
  leave();
  await vi.advanceTimersByTimeAsync(AWAY / 2);
  await drives(3);
  await sitDown();
  expect([absence.back, absence.sentence]).toEqual([false, ""]);
});
test("a page that was left open and not looked at counts from there, whatever was played meanwhile", async () => {
  await vi.advanceTimersByTimeAsync(AWAY + 1);
  await drives(1);
  absence.look();
  await drives(1);
  absence.look();
  expect([absence.back, absence.sentence]).toEqual([true, "2 acts since you left."]);
});
