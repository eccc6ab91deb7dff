import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeTable, POSE, SURVEY } from "./fake";
import { Seen } from "./seen.svelte";
import { MatchStore } from "./store";
import { Wondering } from "./wondering.svelte";

const BAND = {
  name: "2",
  rule: "FR-22",
  token: 2,
  order: { type: "Move", unit: 0, ...POSE },
  poses: [1],
  steps: [1],
  before: [0],
};
let table: FakeTable;
let store: MatchStore;
let seen: Seen;
let wondering: Wondering;
const rest = (time = 200): Promise<unknown> => vi.advanceTimersByTimeAsync(time);

beforeEach(async () => {
  vi.useFakeTimers();
  table = new FakeTable();
  table.refusal = { rule: "FR-33", sentence: "it is 9 steps away and has 2", nearest: null };
  table.surveys.set(0, { ...SURVEY, bands: [BAND] });
  store = new MatchStore(table, { open: table.open });
  await store.open();
  seen = new Seen(store);
  wondering = new Wondering(seen);
  store.select(0);
  await rest(0);
});
afterEach(() => {
  seen.close();
  store.close();
  vi.useRealTimers();
});

test("the referee is asked where the pointer rests, and not on its way there", async () => {
  for (let square = 5; square < 15; square++) {
    wondering.over(square);
    await rest(20);
  }
  expect(table.previewed).toHaveLength(0);
  await rest();
  expect(table.previewed).toHaveLength(1);
  expect(wondering.shown).toMatchObject({ square: 14, refusal: { rule: "FR-33" } });
});
test("the same place is asked about once, until the table has gone on", async () => {
  wondering.over(14);
  await rest();
  wondering.over(null);
  expect(wondering.shown).toBeNull();
  wondering.over(14);
  await rest();
  expect([table.previewed.length, wondering.shown?.square]).toEqual([1, 14]);
  table.append();
  await rest();
  expect(wondering.shown).toBeNull();
  wondering.over(14);
  await rest();
  expect(table.previewed).toHaveLength(2);
});
test("a unit that can go nowhere said so when it was chosen", async () => {
  table.surveys.set(1, { ...SURVEY, unit: 1, refusal: table.refusal });
  store.select(1);
  await rest(0);
  wondering.over(14);
  await rest();
  expect([table.previewed.length, wondering.shown]).toEqual([0, null]);
});
