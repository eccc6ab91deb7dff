import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Aim, Button, Order, Survey } from "../api/types";
import { Carrying } from "./carrying";
import { COMMANDS, commandOf, give, keyOf, type Name } from "./commands";
import { Desk } from "./desk.svelte";
import { DockState } from "./dock.svelte";
import { button as fakeButton, FakeTable, picture, piece, SURVEY, tray } from "./fake";
import { GRAMMAR, helpLines } from "./help";
import { skipsFirst } from "./pressing";
import { givenTo } from "./scenes.svelte";
import { readSettings, type Settings } from "./settings";
import { MatchStore } from "./store";

let table: FakeTable;
let store: MatchStore;
let desk: Desk;
let settings: Settings;

async function open(prepare: (table: FakeTable) => void = () => undefined): Promise<void> {
  table = new FakeTable();
  prepare(table);
  store = new MatchStore(table, { open: table.open, speed: () => "instant" });
  await store.open();
  settings = readSettings("{}");
  desk = new Desk(
    store,
    () => settings,
    () => null,
  );
  const dock = new DockState(desk);
  desk.dock = { end: () => dock.end(), sole: () => dock.sole(), enterWindow: () => dock.windowed };
  await settle();
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
function press(key: string, over: Partial<KeyboardEvent> = {}): void {
  const command = commandOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...over });
  if (command) give(command, desk);
}
const orders = (): Order[] => table.received.flatMap((body) => ("orders" in body ? body.orders : []));
const units = (...left: number[]) =>
  picture({
    pieces: [piece(0, 0, 0), piece(1, 1, 5), piece(2, 0, 1), piece(3, 0, 2)],
    tray: tray({ todo: left.map((unit) => ({ unit, sentence: "It can move.", chance: null, mode: "" })) }),
  });
const button = (label: string, left: string[] = []): Button => fakeButton(label, { left });
const aim = (unit: number, chance: string, over: Partial<Aim> = {}): Aim => ({
  unit,
  order: { type: "Fire", target: unit },
  preview: { odds: { destroyed: chance, nothing: "1" } },
  word: "",
  ...over,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  desk.seen.close();
  store.close();
  vi.useRealTimers();
});

describe("an announced shot", () => {
  const row = { unit: 0, sentence: "Light 0 fires at Light 1.", rule: "r", target: 1, cell: null };
  const fixed = (over: object) =>
    picture({
      tray: tray({
        plan: {
          fixed: true,
          rows: [{ ...row, chance: "1/2", note: "", lost: false, order: { type: "Resolve" }, ...over }],
          totals: [],
        },
      }),
    });
  test("is fired next, with its chance", async () => {
    await open((table) => (table.picture = fixed({})));
    const { commit, end } = new DockState(desk).faces;
    expect([commit.verb, commit.under, end.under]).toEqual(["Fire next", "Light\u00a00, 50 %", "1 shot to roll for"]);
  });
  test("that is lost is struck out, and not fired", async () => {
    await open((table) => (table.picture = fixed({ lost: true, note: "lost, no dice" })));
    const { commit, end } = new DockState(desk).faces;
    expect([commit.verb, commit.under]).toEqual(["Strike out", "Light\u00a00, lost, no dice"]);
    expect(end.under).toBe("1 lost shot to strike out");
  });
});

describe("keys", () => {
  test("the full stop walks on through the units that have something left, and the comma back", async () => {
    await open((table) => (table.picture = units(0, 3)));
    press(".");
    expect(store.state.selected).toBe(0);
    press(".");
    expect(store.state.selected).toBe(3);
    press(".");
    expect(store.state.selected).toBe(0);
    press(",");
    expect(store.state.selected).toBe(3);
  });
  test("N says why nothing can be ended", async () => {
    await open((table) => (table.picture = picture({ tray: tray({ ends: "ends by itself when all have acted" }) })));
    press("n");
    expect(store.state.refused?.refusal.sentence).toBe("Nothing can be ended here: ends by itself when all have acted");
    expect(orders()).toEqual([]);
  });
  test("in a window the best shot is ready to be fired, and what is aimed at goes before it", async () => {
    const refusal = { rule: "r", sentence: "No sight", nearest: null };
    const aims = [aim(1, "1/4"), aim(2, "1/2"), aim(3, "1", { preview: { refusal } })];
    const asks = (window: string) => (table: FakeTable) => {
      table.picture = picture({ tray: tray({ window, todo: [{ unit: 0, sentence: "", chance: "1/2", mode: "" }] }) });
      table.surveys.set(0, { ...SURVEY, unit: 0, aims });
    };
    await open(asks(""));
    store.select(0);
    await settle();
    expect(desk.hand.intent).toBeNull();
    await open(asks("reaction"));
    desk.hand.lookOut();
    await settle();
    const { commit } = new DockState(desk).faces;
    expect([commit.verb, commit.under, commit.can]).toEqual(["Fire", "50 %", true]);
    desk.hand.aim = { kind: "target", unit: 1 };
    expect(new DockState(desk).faces.commit.under).toBe("25 %");
    desk.hand.aim = null;
    desk.commit();
    await settle();
    expect(orders()).toEqual([{ type: "Fire", target: 2 }]);
  });
  test("T goes to the best target first, even before the survey has come", async () => {
    const aims = [aim(1, "1/4"), aim(2, "1/2")];
    await open((table) => table.surveys.set(0, { ...SURVEY, unit: 0, aims }));
    store.select(0);
    press("t");
    await settle();
    expect(desk.hand.aim).toMatchObject({ kind: "target", unit: 2 });
    press("t");
    expect(desk.hand.aim).toMatchObject({ unit: 1 });
    press("T");
    expect(desk.hand.aim).toMatchObject({ unit: 2 });
  });
  test("Enter does what is aimed at, and says why where that is refused", async () => {
    const refusal = { rule: "r", sentence: "no line" };
    const aims = [aim(1, "1/2"), aim(2, "0", { preview: { refusal } })];
    await open((table) => table.surveys.set(0, { ...SURVEY, unit: 0, aims }));
    store.select(0);
    await settle();
    desk.hand.aim = { kind: "target", unit: 2 };
    press("Enter");
    await settle();
    expect([store.state.refused?.refusal, orders()]).toEqual([refusal, []]);
    desk.hand.aim = { kind: "target", unit: 1 };
    press("Enter");
    await settle();
    expect(orders()).toEqual([{ type: "Fire", target: 1 }]);
  });
  test("Escape goes one level back: refusal, aim, die, choice", async () => {
    await open();
    store.select(0);
    desk.hand.aim = { kind: "target", unit: 1 };
    store.refuse({ rule: "", sentence: "no", nearest: null });
    press("Escape");
    expect([store.state.refused, desk.hand.aim, store.state.selected]).toMatchObject([null, { unit: 1 }, 0]);
    press("Escape");
    expect([desk.hand.aim, store.state.selected]).toEqual([null, 0]);
    press("Escape");
    expect(store.state.selected).toBeNull();
  });
  test("a figure chooses a die that is free, or the kind of tile to place", async () => {
    const die = { value: 4, state: "free" as const, unit: null, badge: "" };
    await open(
      (table) => (table.picture = picture({ tray: tray({ dice: [die, { ...die, value: 5, state: "used" }] }) })),
    );
    press("4");
    expect(store.state.token).toBe(4);
    press("5");
    expect(store.state.token).toBe(4);
  });
  test("while a line plays, Enter, Space and Escape show its end, and any other key the end of all", () => {
    const done: string[] = [];
    const film = { skip: () => void done.push("skip"), skipAll: () => void done.push("skipAll") };
    expect((["commit", "skip", "back"] as Name[]).map((name) => skipsFirst(name, false, film))).toEqual([
      true,
      true,
      true,
    ]);
    expect(skipsFirst("commit", true, film)).toBe(false);
    expect(done).toEqual(["skip", "skip", "skip"]);
    expect(skipsFirst("undo", false, film)).toBe(false);
    expect(done.at(-1)).toBe("skipAll");
  });
});

describe("refusals", () => {
  test("whoever is not to act is told so, and sends nothing", async () => {
    await open((table) => (table.picture = picture({ tray: tray({ side: 1, buttons: [button("End movement")] }) })));
    press("n");
    await settle();
    expect(store.state.refused?.refusal.sentence).toBe("Blue is to act; you can look at everything");
    expect(orders()).toEqual([]);
  });
  test("an undo that is no longer possible says why", async () => {
    await open();
    table.append({ undo: "there is nothing to take back: dice have fallen" });
    await settle();
    press("z");
    await settle();
    expect(store.state.refused?.refusal.sentence).toContain("dice have fallen");
    expect(table.received).toEqual([]);
  });
  test("a press on what cannot be hit says why, where the hand is", async () => {
    const refusal = { rule: "r", sentence: "too near" };
    await open((table) => table.surveys.set(0, { ...SURVEY, unit: 0, aims: [aim(1, "0", { preview: { refusal } })] }));
    store.select(0);
    await settle();
    const { boardEars } = givenTo(desk);
    expect(boardEars.why?.({ kind: "target", unit: 1 }, [30, 40])).toBe(true);
    expect([store.state.refused?.refusal, desk.pointer]).toEqual([refusal, { x: 30, y: 40 }]);
  });
});

describe("ending", () => {
  const ends = (left: string[]) => picture({ tray: tray({ buttons: [button("Roll"), button("End movement", left)] }) });
  test("with something left a first press asks, and the second ends", async () => {
    await open((table) => (table.picture = ends(["Light 1 can still move"])));
    press("n");
    await settle();
    expect(orders()).toEqual([]);
    press("n");
    await settle();
    expect(orders()).toEqual([{ type: "End movement" }]);
  });
  test("the question lapses", async () => {
    await open((table) => (table.picture = ends(["Light 1 can still move"])));
    press("n");
    await vi.advanceTimersByTimeAsync(4001);
    press("n");
    await settle();
    expect(orders()).toEqual([]);
  });
  test("with nothing left, or where one press is wanted, one press ends", async () => {
    await open((table) => (table.picture = ends([])));
    press("n");
    await settle();
    expect(orders()).toHaveLength(1);
    await open((table) => (table.picture = ends(["Light 1 can still move"])));
    settings = { ...settings, ends: "once" };
    press("n");
    await settle();
    expect(orders()).toHaveLength(1);
  });
});

describe("a chip", () => {
  const chip = { button: 0, pointerId: 1, currentTarget: { setPointerCapture: () => undefined } };
  const moved = (x: number, y = 0) => ({ clientX: x, clientY: y });
  test("that is dragged away is carried, and put down where it is let go; that is no click", () => {
    const told: string[] = [];
    const carrying = new Carrying<number, { clientX: number; clientY: number }>(
      (what) => void told.push(`lifted ${what}`),
      ({ clientX }, what, down) => void told.push(`${down ? "down" : "over"} ${what} at ${clientX}`),
    );
    carrying.down({ ...chip, ...moved(0) }, 7);
    carrying.move(moved(5));
    carrying.move(moved(20));
    carrying.up(moved(30));
    expect(told).toEqual(["lifted 7", "over 7 at 20", "down 7 at 30"]);
    expect(carrying.isClick({ detail: 1 })).toBe(false);
    carrying.down({ ...chip, ...moved(0) }, 7);
    carrying.up(moved(2));
    expect(told).toHaveLength(3);
    expect(carrying.isClick({ detail: 1 })).toBe(true);
  });
});

describe("looking back", () => {
  test("a line is shown as it was until a piece is taken or Escape is pressed", async () => {
    const before: Survey = { ...SURVEY, unit: 0 };
    await open((table) => table.surveys.set(0, before));
    table.append({ picture: picture({ pieces: [piece(0, 0, 3), piece(1, 1, 5)] }) });
    await settle();
    desk.showLine(0);
    const { board } = givenTo(desk);
    expect(board.picture.pieces[0]?.pose?.x).toBe(3);
    expect([board.survey, board.selected]).toEqual([null, null]);
    desk.pick(1);
    expect([desk.looking.look, store.state.selected]).toEqual([undefined, null]);
  });
});

describe("the table of commands", () => {
  const all = Object.entries(COMMANDS);
  test("no key means two things", () => {
    const keys = all.flatMap(([, { keys = [], back = [] }]) => [...keys, ...back]);
    expect(new Set(keys).size).toBe(keys.length);
  });
  test("every key is told on the help page, and every word of the text board in its grammar", () => {
    for (const [name, { shown, say = [] }] of all) {
      if (shown)
        expect(
          helpLines().some(([keys]) => keys.includes(shown)),
          name,
        ).toBe(true);
      for (const example of say) expect(GRAMMAR, name).toContain(example);
    }
  });
  test("buttons show the key that presses them", () => {
    expect((["undo", "end", "commit", "skip"] as const).map(keyOf)).toEqual(["Z", "N", "Enter", "Space"]);
  });
});

test("a battle that is none of the book's has the name that it was given here, else that of its file", async () => {
  await open();
  expect(desk.title).toBe("Crossroads");
  const named = new Desk(
    store,
    () => settings,
    () => null,
    () => "Over the hill",
  );
  expect(named.title).toBe("Over the hill");
  named.seen.close();
});
