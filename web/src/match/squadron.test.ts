/** What a book with windows adds: ways that are batches of strides, the rest of one, standing orders, kinds of tiles. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Band, Picture, Survey } from "../api/types";
import { readReach, stopsTo } from "../board/state";
import { FakeTable, line, picture, SURVEY, tray } from "./fake";
import { intentOf, wayOrders } from "./intent";
import { cellsOf, isOpen } from "./onward";
import { askingOf, standingWords, withAsking } from "./standing";
import { MatchStore } from "./store";

const step = (square: number) => ({ type: "Step", square });
const turn = (facing: number) => ({ type: "Turn", facing });
/** A way from hex 1 to hex 3, the middle of which is in the other band; the server sends no order with strides. */
const band = (
  name: string,
  poses: number[],
  steps: number[],
  before: number[],
  strides: Band["strides"],
  reverse = false,
): Band => ({ name, rule: "r", token: 4, order: null as never, poses, steps, before, strides: strides!, reverse });
const NEAR = band("can still fire", [16, 17], [1, 2], [8, 16], [step(2), turn(1)]);
const FAR = band("cannot fire any more", [24], [2], [16], [step(3)]);
const BACK = band(
  "cannot fire any more in reverse",
  [0, 16, 32],
  [1, 2, 3],
  [8, 0, 16],
  [step(0), step(2), step(4)],
  true,
);
const REACH: Survey = { ...SURVEY, bands: [NEAR, FAR, BACK] };

describe("strides", () => {
  test("a way leads through both bands of a gear, a stride for each pose", () => {
    const reach = readReach(REACH);
    expect(stopsTo(reach, 24).map(({ pose }) => pose)).toEqual([16, 24]);
    expect(wayOrders(reach, 24)).toEqual([step(2), step(3)]);
    expect(wayOrders(reach, 17)).toEqual([step(2), turn(1)]);
    expect(intentOf({ kind: "pose", pose: 0 }, REACH, null)?.orders).toEqual([step(0)]);
  });
  test("and never through the other gear", () => {
    expect(wayOrders(readReach(REACH), 32)).toEqual([step(0), step(2), step(4)]);
    expect(wayOrders(readReach(REACH), 16, 1)).toEqual([step(0), step(2)]);
  });
});

describe("the rest of a way", () => {
  const rest = { unit: 0, side: 0 as const, orders: [step(2), turn(1), step(3)], from: 5 };
  const told = (strokes: number) => [
    {
      sentence: "s",
      rules: [],
      strokes: Array.from({ length: strokes }, () => ({
        type: "drive" as const,
        piece: 1,
        poses: [],
        together: false,
      })),
    },
  ];
  test("goes on over passes and over nothing else", () => {
    expect(isOpen(rest, [line(4, { side: 0, told: told(1) }), line(5, { side: 1, told: told(0) })])).toBe(true);
    expect(isOpen(rest, [line(5, { side: 1, told: told(1) })])).toBe(false);
    expect(isOpen(rest, [line(5, { side: 0, told: told(0) })])).toBe(false);
    expect(isOpen(rest, [line(5, { side: 1, kind: "act", told: told(0) })])).toBe(false);
    expect(cellsOf(rest)).toEqual([2, 3]);
  });
});

describe("at the table", () => {
  let table: FakeTable;
  let store: MatchStore;
  const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(50);
  const shown = (side: 0 | 1, window = ""): Picture =>
    picture({ tray: tray({ side, window, todo: [{ unit: side, sentence: "", chance: null, mode: "" }] }) });

  beforeEach(async () => {
    vi.useFakeTimers();
    table = new FakeTable();
    store = new MatchStore(table, { open: table.open, speed: () => "instant" });
    await store.open();
    await settled();
  });
  afterEach(() => {
    store.close();
    vi.useRealTimers();
  });

  /** The table plays one stride, and a window opens. */
  async function stopped(): Promise<void> {
    store.select(0);
    vi.spyOn(table, "orders").mockImplementationOnce(async () => {
      const now = line(table.lines.length, { side: 0, picture: shown(1, "reaction") });
      table.lines.push(now);
      table.wire.say(now);
      return { status: "accepted", head: table.lines.length, played: 1, refusal: null };
    });
    void store.order(step(2), step(3));
    await settled();
  }
  function say(over: Parameters<typeof line>[1]): void {
    const now = line(table.lines.length, over);
    table.lines.push(now);
    table.wire.say(now);
  }

  test("what a window cut short is kept, and sent after a pass with the same tank in the hand", async () => {
    await stopped();
    expect(store.state.rest?.orders).toEqual([step(3)]);
    expect(store.state.selected).toBeNull();
    const sent = vi.spyOn(table, "orders").mockClear();
    say({ side: 1, picture: shown(0) });
    await settled();
    expect(sent.mock.calls.map(([body]) => body.orders)).toEqual([[step(3)]]);
    expect(store.state.selected).toBe(0);
    expect(store.state.rest).toBeNull();
  });
  test("a shot ends it, and so does the hand", async () => {
    await stopped();
    const sent = vi.spyOn(table, "orders").mockClear();
    say({
      side: 1,
      picture: shown(0),
      told: [
        {
          sentence: "Fired.",
          rules: [],
          strokes: [
            { type: "shot", piece: 1, target: 0, outcome: "missed", odds: null, cell: null, high: false, falls: [] },
          ],
        },
      ],
    });
    await settled();
    expect(store.state.rest).toBeNull();
    expect(sent).not.toHaveBeenCalled();
    await stopped();
    expect(store.leave()).toBe(true);
    say({ side: 1, picture: shown(0) });
    await settled();
    expect(store.state.rest).toBeNull();
  });
  test("standing orders hold for their round only", async () => {
    await store.stand({ all: { ask: "never" } });
    expect(store.standing?.all.ask).toBe("never");
    say({ picture: picture({ tray: tray({ round: 2 }) }) });
    await settled();
    expect(store.standing).toBeNull();
  });
});

describe("standing orders", () => {
  const from = { ask: "from", chance: 40 } as const;
  test("a tank's own go before those for all, which put an end to them", () => {
    const one = { round: 1, ...withAsking(null, 3, from), units: { 3: from } };
    expect([askingOf(one, 3), askingOf(one, 4), askingOf(one, null)].map(({ ask }) => ask)).toEqual([
      "from",
      "always",
      "always",
    ]);
    expect(withAsking(one, null, { ask: "never" })).toEqual({ all: { ask: "never" }, units: {} });
    expect(standingWords(one)).toBe("ask me always, 1 tank otherwise");
    expect(standingWords({ round: 1, all: from, units: {} })).toBe("only from 40 %");
  });
});

test("of several kinds of tiles the chosen one is placed, where it can be", () => {
  const spots = (label: string, cells: number[]) => ({
    label,
    rule: "r",
    cells,
    order: { type: "PlaceTile", kind: label },
  });
  const now = picture({ tray: tray({ spots: [spots("hedge", [1, 2]), spots("crater", [2])] }) });
  const kind = (square: number, chosen: number) =>
    intentOf({ kind: "square", square }, null, now, chosen)?.orders[0]?.["kind"];
  expect([kind(2, 1), kind(2, 0), kind(1, 1)]).toEqual(["crater", "hedge", "hedge"]);
});
