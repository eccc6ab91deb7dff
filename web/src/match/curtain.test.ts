import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Side } from "../api/types";
import { Desk } from "./desk.svelte";
import { FakeTable, picture, tray } from "./fake";
import { readSettings } from "./settings";
import { MatchStore } from "./store";

let table: FakeTable;
let store: MatchStore;
let desk: Desk;
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(async () => {
  vi.useFakeTimers();
  table = new FakeTable();
  table.both = true;
  store = new MatchStore(table, { open: table.open, speed: () => "instant" });
  await store.open();
  desk = new Desk(
    store,
    () => readSettings("{}"),
    () => null,
  );
  await settle();
  desk.curtain.follow(store.state.position);
});
afterEach(() => {
  desk.seen.close();
  desk.curtain.close();
  store.close();
  vi.useRealTimers();
});

/** A side acts, and then one is to act. */
async function act(side: Side, next: Side): Promise<void> {
  table.append({ side, picture: picture({ tray: tray({ side: next }) }) });
  await settle();
  desk.curtain.follow(store.state.position);
}

test("where sides act by turns both are asked whether they are ready", async () => {
  expect(desk.handed).toBe(false);
  await act(0, 1);
  expect(desk.handed).toBe(true);
  desk.ready();
  expect(desk.handed).toBe(false);
  await act(1, 0);
  expect(desk.handed).toBe(true);
  await act(0, 1); // Red has gone on without a word
  expect(desk.handed).toBe(true);
  await act(1, 0); // and so has Blue
  expect(desk.handed).toBe(true);
  await act(0, 0);
  expect(desk.handed).toBe(false);
});

test("standing orders are given behind a cloth that the side to act holds up", async () => {
  desk.part();
  expect([desk.curtain.hangs, desk.curtain.opened]).toEqual([true, false]);
  desk.curtain.lift();
  expect([desk.curtain.hangs, desk.curtain.opened]).toEqual([false, true]);
  desk.part();
  expect([desk.curtain.hangs, desk.curtain.opened]).toEqual([false, false]);
  desk.part();
  desk.curtain.fall();
  expect([desk.curtain.hangs, desk.curtain.opened]).toEqual([false, false]);
});

test("they are put away after two minutes without a touch, and when the position changes", async () => {
  desk.part();
  desk.curtain.lift();
  await vi.advanceTimersByTimeAsync(120_001);
  expect(desk.curtain.opened).toBe(false);
  desk.part();
  desk.curtain.lift();
  await act(0, 1);
  expect([desk.curtain.hangs, desk.curtain.opened]).toEqual([false, false]);
});

test("one side's standing orders are forgotten when the other is to act, and asked for behind the cloth", async () => {
  await store.stand({ all: { ask: "never" } });
  expect(store.standing?.all.ask).toBe("never");
  await act(0, 1);
  expect(store.standing).toBeNull();
  desk.part();
  await settle();
  expect(store.standing).not.toBeNull();
});
