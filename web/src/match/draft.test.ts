import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Order, Picture, Plan, Row } from "../api/types";
import { movedTo, withOrder, withoutUnit } from "./draft";
import { button as fakeButton, FakeTable, picture, tray } from "./fake";
import { MatchStore } from "./store";

const fire = (unit: number, target: number): Order => ({ type: "Announce", unit, target });
const OPEN_FIRE: Order = { type: "OpenFire" };
const END: Order = { type: "EndTurn" };
const button = (label: string, order: Order) => fakeButton(label, { order });
const row = (unit: number, order: Order | null = null): Row => ({
  unit,
  sentence: `${unit} fires`,
  rule: "r",
  target: 9,
  cell: null,
  chance: "1/2",
  note: "",
  lost: false,
  order,
});
const planned = (plan: Plan): Picture =>
  picture({
    tray: tray({
      phase: "firing",
      plan,
      buttons: plan.fixed
        ? []
        : [button(plan.rows.length > 0 ? "Open fire" : "End turn", plan.rows.length > 0 ? OPEN_FIRE : END)],
    }),
  });
const open = (rows: readonly Row[] = []): Picture => planned({ rows, totals: [], fixed: false });

describe("a list of orders", () => {
  const draft = [fire(1, 8), fire(2, 8), fire(3, 9)];
  test("has one for each unit, and a new one takes the place of the old", () => {
    expect(withOrder(draft, fire(2, 9))).toEqual([fire(1, 8), fire(2, 9), fire(3, 9)]);
    expect(withOrder(draft, fire(4, 9))).toHaveLength(4);
    expect(withoutUnit(draft, 2)).toEqual([fire(1, 8), fire(3, 9)]);
  });
  test("can be put in another order", () => {
    expect(movedTo(draft, 3, 1)).toEqual([fire(3, 9), fire(1, 8), fire(2, 8)]);
    expect(movedTo(draft, 1, 3)).toEqual([fire(2, 8), fire(3, 9), fire(1, 8)]);
    expect(movedTo(draft, 7, 1)).toEqual(draft);
  });
});

describe("a plan in the making", () => {
  let table: FakeTable;
  let store: MatchStore;
  const shelf = new Map<string, string>();
  const kept = {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, text: string) => void shelf.set(key, text),
    removeItem: (key: string) => void shelf.delete(key),
  };
  const sit = async (): Promise<MatchStore> => {
    const seat = new MatchStore(table, { open: table.open, shelf: kept });
    await seat.open();
    await vi.advanceTimersByTimeAsync(0);
    return seat;
  };
  beforeEach(async () => {
    vi.useFakeTimers();
    shelf.clear();
    table = new FakeTable();
    table.picture = open();
    table.rehearsal = (orders) => ({ picture: open(orders.map((order) => row(Number(order["unit"])))) });
    store = await sit();
  });
  afterEach(() => {
    store.close();
    vi.useRealTimers();
  });
  const rows = (): number[] => (store.state.rehearsed?.tray.plan?.rows ?? []).map(({ unit }) => unit);

  test("is kept here and tried on a copy, and nothing is sent", async () => {
    await store.order(fire(1, 8));
    await store.order(fire(2, 8));
    expect([rows(), table.received.length]).toEqual([[1, 2], 0]);
    await store.order(fire(1, 9));
    expect(table.rehearsed.at(-1)).toEqual([fire(1, 9), fire(2, 8)]);
    store.rearrange(2, 1);
    expect([await store.strike(1), await store.strike(1)]).toEqual([true, false]);
    expect(rows()).toEqual([2]);
  });

  test("goes out as a whole with the button that ends it", async () => {
    await store.order(fire(1, 8));
    void store.order(fire(2, 8));
    await store.order(OPEN_FIRE);
    expect(table.received).toMatchObject([{ orders: [fire(1, 8), fire(2, 8), OPEN_FIRE], position: 0 }]);
    await vi.advanceTimersByTimeAsync(0);
    expect([store.state.draft, store.state.rehearsed, shelf.size]).toEqual([[], null, 0]);
  });

  test("a button of the table before it is not pressed", async () => {
    void store.order(fire(1, 8));
    expect(await store.order(END)).toBe(null);
    expect(table.received).toEqual([]);
  });

  test("survives the page, and not the position", async () => {
    await store.order(fire(1, 8));
    store.close();
    store = await sit();
    expect(rows()).toEqual([1]);
    table.append({ picture: open() });
    await vi.advanceTimersByTimeAsync(0);
    expect([store.state.draft, shelf.size]).toEqual([[], 0]);
  });

  test("what is said beside the rules leaves it alone", async () => {
    await store.order(fire(1, 8));
    table.append({
      kind: "act",
      side: 1,
      told: [{ sentence: "Blue offered a draw.", rules: [], strokes: [] }],
      picture: open(),
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([rows(), table.rehearsed.length]).toEqual([[1], 2]);
  });

  test("what is refused falls out, and the rest stays", async () => {
    table.rehearsal = (orders) =>
      orders.some(({ unit }) => unit === 2)
        ? { played: 1, refusal: { rule: "r", sentence: "No." } }
        : { picture: open(orders.map(({ unit }) => row(Number(unit)))) };
    await store.order(fire(1, 8));
    const answer = await store.order(fire(2, 8));
    expect([answer?.status, store.state.refused?.refusal.sentence, rows()]).toEqual(["refused", "No.", [1]]);
  });

  test("undo takes back the last change, redo makes it again", async () => {
    await store.order(fire(1, 8));
    await store.order(fire(1, 9));
    await store.undo();
    expect(store.state.draft).toEqual([fire(1, 8)]);
    await store.redo();
    expect(store.state.draft).toEqual([fire(1, 9)]);
    expect(table.received).toEqual([]);
  });

  test("undo after it was sent brings it back whole", async () => {
    await store.order(fire(1, 8));
    await store.order(OPEN_FIRE);
    await store.undo();
    await vi.advanceTimersByTimeAsync(0);
    expect(table.received.slice(1)).toMatchObject([{ act: "undo" }, { act: "undo" }]);
    expect(rows()).toEqual([1]);
  });

  test("an answer that is lost is asked for again", async () => {
    table.mute = true;
    void store.order(fire(1, 8));
    await vi.advanceTimersByTimeAsync(500);
    expect([store.state.draft.length, rows()]).toEqual([1, []]);
    table.mute = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(rows()).toEqual([1]);
  });

  test("what is fixed is done one after the other, to the last", async () => {
    const resolve = (unit: number): Order => ({ type: "Resolve", unit });
    table.append({ picture: planned({ rows: [row(1, resolve(1)), row(2, resolve(2))], totals: [], fixed: true }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.due.map(({ unit }) => unit)).toEqual([1, 2]);
    table.play = (order) => {
      const left = store.due.filter(({ unit }) => unit !== order["unit"]);
      table.append({ picture: planned({ rows: left, totals: [], fixed: true }) });
    };
    await store.doAll();
    expect(table.received).toMatchObject([{ orders: [resolve(1)] }, { orders: [resolve(2)] }]);
    expect(store.due).toEqual([]);
  });
});
