import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Survey } from "../api/types";
import { FakeTable, picture, piece, tray } from "./fake";
import { MatchStore, timeOf } from "./store";

const GO = { type: "Go" };
const DRIVE = {
  type: "drive" as const,
  piece: 0,
  poses: [
    { x: 0, y: 0, bearing: 90 },
    { x: 1, y: 0, bearing: 90 },
  ],
};

let table: FakeTable;
let store: MatchStore;
let ids = 0;

beforeEach(async () => {
  vi.useFakeTimers();
  table = new FakeTable();
  ids = 0;
  store = new MatchStore(table, { open: table.open, makeId: () => `id${ids++}`, chance: () => 0.5, now: () => 0 });
  await store.open();
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

describe("following a match", () => {
  test("opens at the head and hears what comes after", async () => {
    expect(store.state.connection).toBe("open");
    table.append();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.position).toBe(1);
    expect(store.state.log.map((line) => line.position)).toEqual([0]);
  });

  test("plays strokes in their time, and only then shows the picture after them", async () => {
    const after = picture({ pieces: [piece(0, 0, 1, 0)] });
    table.append({ told: [{ sentence: "Drove.", rules: [], strokes: [DRIVE] }], picture: after });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.playing?.strokes).toEqual([DRIVE]);
    expect(store.state.position).toBe(0);
    await vi.advanceTimersByTimeAsync(timeOf([DRIVE]));
    expect(store.state.playing).toBeNull();
    expect(store.state.picture).toEqual(after);
  });

  test("skipping shows all that waits, in order", async () => {
    for (let at = 0; at < 3; at++) table.append({ told: [{ sentence: `${at}.`, rules: [], strokes: [DRIVE] }] });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.waiting).toBe(3);
    store.skipAll();
    expect(store.state.position).toBe(3);
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.state.log.map((line) => line.position)).toEqual([0, 1, 2]);
    expect(store.state.playing).toBeNull();
  });

  test("nothing is lost and nothing comes twice when the connection breaks", async () => {
    table.append();
    await vi.advanceTimersByTimeAsync(0);
    table.cut();
    expect(store.state.connection).toBe("lost");
    table.append();
    table.append();
    await vi.advanceTimersByTimeAsync(2000);
    expect(store.state.connection).toBe("open");
    expect(table.wire.from).toBe(1);
    expect(store.state.log.map((line) => line.position)).toEqual([0, 1, 2]);
  });

  test("a thrown die stays in the tray until the next", async () => {
    const fallen = { type: "throw" as const, dice: [3, 4], needed: 6 };
    table.append({ told: [{ sentence: "Rolled.", rules: [], strokes: [fallen] }] });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.thrown?.falling).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    table.append();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.thrown).toEqual({ throw: fallen, position: 0, falling: false });
  });
});

describe("the hand", () => {
  const survey: Survey = {
    unit: 0,
    bands: [{ name: "with the 3", rule: "FR-22", token: 3, order: { type: "Move", unit: 0, die: 3 }, poses: [8] }],
    aims: [{ unit: 1, order: { type: "Fire", unit: 0, target: 1 }, preview: { odds: { destroyed: "3/4", nothing: "1/4" } }, word: "75 %" }],
    veil: [],
  };
  beforeEach(() => table.surveys.set(0, survey));

  test("choosing a unit asks for its survey once", async () => {
    store.ahead(0);
    store.select(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.survey).toEqual(survey);
    store.select(null);
    store.select(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(table.asked).toEqual([0]);
  });

  test("the enemy is not asked ahead for", () => {
    store.ahead(1);
    expect(table.asked).toEqual([]);
  });

  test("an answer older than the position is dropped, and asked for again", async () => {
    let release = (): void => undefined;
    table.surveyGate = new Promise((done) => (release = done));
    store.select(0);
    await vi.advanceTimersByTimeAsync(0);
    table.append();
    await vi.advanceTimersByTimeAsync(0);
    table.surveyGate = null;
    const fresh = { ...survey, aims: [] };
    table.surveys.set(0, fresh);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.survey).toEqual(fresh);
    expect(table.asked).toEqual([0, 0]);
  });

  test("an order clears the survey until the new one is there, and keeps the piece in the hand", async () => {
    store.select(0);
    await vi.advanceTimersByTimeAsync(0);
    await store.order(GO);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.selected).toBe(0);
    expect(table.asked).toEqual([0, 0]);
  });

  test("another phase lays the piece down", async () => {
    store.select(0);
    table.append({ picture: picture({ tray: tray({ phase: "shooting" }) }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.selected).toBeNull();
  });

  test("a shot whose chance was seen counts for luck", async () => {
    store.select(0);
    await vi.advanceTimersByTimeAsync(0);
    table.strokes = [{ type: "shot", piece: 0, target: 1, outcome: "Destroyed." }];
    await store.order({ type: "Fire", unit: 0, target: 1 });
    await vi.advanceTimersByTimeAsync(3000);
    expect(store.state.shots).toEqual([{ position: 0, side: 0, chance: 0.75, destroyed: true }]);
  });
});

describe("orders", () => {
  test("go out with an id and the head, and come back on the stream", async () => {
    await store.order(GO);
    await vi.advanceTimersByTimeAsync(0);
    expect(table.received).toEqual([{ id: "id0", position: 0, orders: [GO] }]);
    expect(store.state.position).toBe(1);
    expect(store.state.undoes).toBe("Go was played: so it was");
  });

  test.each(["before", "after"] as const)("lost %s it took effect: sent again under the same id, played once", async (when) => {
    table.fail = when;
    await store.order(GO);
    expect(store.busy).toBe(true);
    expect(await store.order(GO)).toBeNull();
    table.cut();
    table.fail = null;
    await vi.advanceTimersByTimeAsync(3000);
    expect(store.busy).toBe(false);
    expect(table.received.map((body) => body.id)).toEqual(["id0", "id0"]);
    expect(table.lines.length).toBe(1);
    expect(store.state.position).toBe(1);
  });

  test("with the stream still open it is tried again soon", async () => {
    table.fail = "before";
    await store.order(GO);
    table.fail = null;
    await vi.advanceTimersByTimeAsync(2000);
    expect(table.lines.length).toBe(1);
    expect(store.busy).toBe(false);
  });

  test("a refusal is shown with its rule and leaves no trace", async () => {
    table.refusal = { rule: "FR-27", sentence: "Medium 2 stands there", nearest: GO };
    const answer = await store.order(GO);
    expect(answer?.status).toBe("refused");
    expect(store.state.refused?.refusal.rule).toBe("FR-27");
    expect(table.lines.length).toBe(0);
    store.dismiss();
    expect(store.state.refused).toBeNull();
  });

  test("a stale order says so", async () => {
    table.lines.push({ ...table.lines[0]!, ...{ position: 0 } });
    await store.order(GO);
    expect(store.state.note).toMatch(/moved on/);
  });

  test("undo takes back, redo plays again, a new order forgets it", async () => {
    await store.order(GO);
    await store.undo();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.redo).toBe(1);
    expect(store.state.undoes).toBe("");
    await store.redo();
    expect(table.received.at(-1)).toMatchObject({ orders: [GO] });
    expect(store.state.redo).toBe(0);
    await store.undo();
    await store.order({ type: "Stay" });
    expect(store.state.redo).toBe(0);
  });
});

describe("who may act", () => {
  test("a seat for its side, a hot-seat for both, a watcher never", async () => {
    expect(store.mine).toBe(true);
    table.append({ picture: picture({ tray: tray({ side: 1 }) }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.mine).toBe(false);
    for (const [both, watching, mine] of [
      [true, false, true],
      [false, true, false],
    ] as const) {
      const other = Object.assign(new FakeTable(), { both, watching, side: null });
      const seat = new MatchStore(other, { open: other.open });
      await seat.open();
      expect(seat.mine).toBe(mine);
      seat.close();
    }
  });

  test("place for me puts every piece beside the board on a pose of its own", async () => {
    const other = new FakeTable();
    other.picture = picture({ pieces: [piece(0, 0, null), piece(2, 0, null), piece(3, 0, 0, 1), piece(1, 1, null)] });
    const poses = [0, 6, 12, 18].flatMap((square) => [0, 1, 2, 3, 4, 5, 6, 7].map((facing) => square * 8 + facing));
    const order = { type: "Deploy", kind: "light" };
    other.surveys.set(0, { unit: 0, bands: [{ name: "zone", rule: "FR-06", token: 0, order, poses }], aims: [], veil: [] });
    const seat = new MatchStore(other, { open: other.open });
    await seat.open();
    expect(seat.beside.map(({ id }) => id)).toEqual([0, 2]);
    await seat.placeForMe();
    expect(other.received).toMatchObject([
      { orders: [{ type: "Deploy", kind: "light", square: 18, facing: 2 }, { square: expect.any(Number) as number, facing: 2 }] },
    ]);
    seat.close();
  });
});
