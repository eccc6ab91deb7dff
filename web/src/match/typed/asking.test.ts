import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Notice, OrdersBody } from "../../api/types";
import { FakeTable } from "../fake";
import { MatchStore } from "../store";

const FIRE = { type: "Fire" };
const WANTED = {
  title: "Blue Heavy 1",
  sentence: { text: "Roll two dice." },
  rule: "FR-39",
  dice: [],
  given: [],
  laid: 0,
  told: {},
};
const notice = (waits?: Notice["waits"]): Notice => ({
  type: "notice",
  offers: [],
  names: ["Ann", "Greedy"],
  connected: [true, true],
  bots: [null, "greedy"],
  waiting: null,
  rematch: null,
  why: {},
  ...(waits ? { waits } : {}),
});

let table: FakeTable;
let store: MatchStore;
const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const faces = (): unknown[] => table.received.map((body) => (body as OrdersBody).faces ?? []);

beforeEach(async () => {
  vi.useFakeTimers();
  table = new FakeTable();
  store = new MatchStore(table, { open: table.open, chance: () => 0.5, now: () => 0 });
  await store.open();
  await soon();
  table.rolls = 2;
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

describe("dice that people roll", () => {
  test("an order waits for its faces, and is sent again under the same id", async () => {
    const answer = store.order(FIRE);
    await soon();
    expect(store.state.asked).toMatchObject({ sent: [], forTable: false });
    store.state.asked!.answer({ faces: [5, 3], rest: false });
    await soon();
    expect((await answer)?.status).toBe("accepted");
    expect([faces(), store.state.asked]).toEqual([[[], [5, 3]], null]);
    expect(new Set(table.received.map(({ id }) => id)).size).toBe(1);
  });

  test("one die is rolled at the table, and the rest is asked for again", async () => {
    void store.order(FIRE);
    await soon();
    store.state.asked!.answer({ faces: [null], rest: false });
    await soon();
    expect(store.state.asked).toMatchObject({ sent: [null], wanted: { given: [6], laid: 1 } });
  });

  test("what was taken back before its dice fell hinders nothing", async () => {
    const first = store.order(FIRE);
    await soon();
    const undo = store.act("undo");
    await soon();
    expect([(await first)?.status, (await undo)?.status, store.state.asked]).toEqual(["dice", "accepted", null]);
  });

  test("for a bot the dice are asked for as soon as all has been seen, and no more when they fell elsewhere", async () => {
    const waits = { side: 1, order: FIRE, wanted: WANTED } as const;
    table.wire.say(notice(waits));
    await soon();
    expect(store.state.asked).toMatchObject({ forTable: true });
    expect((table.received[0] as OrdersBody).orders).toEqual([FIRE]);
    table.wire.say(notice());
    await soon();
    expect(store.state.asked).toBeNull();
  });

  test("a spectator is asked for nothing", async () => {
    table.watching = true;
    await store.open();
    table.wire.say(notice({ side: 1, order: FIRE, wanted: WANTED }));
    await soon();
    expect([store.state.asked, table.received]).toEqual([null, []]);
  });
});
