import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Survey } from "../api/types";
import { button, POSE, FakeTable, line, picture, piece, SURVEY, tray } from "./fake";
import { timeOf } from "./lines";
import { MatchStore } from "./store";

const GO = { type: "Go" };
const DRIVE = {
  type: "drive" as const,
  piece: 0,
  together: false,
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

describe("what was asked", () => {
  test("a survey of a table that has moved on is not shown, and asked for again when that is known", async () => {
    // The table has a line that has not arrived here.
    table.lines.push({ ...line(0), picture: table.picture });
    store.select(0);
    await vi.advanceTimersByTimeAsync(10);
    expect([table.asked, store.state.survey]).toEqual([[0], null]);
    table.wire.say(table.lines[0]!);
    await vi.advanceTimersByTimeAsync(2000);
    expect(store.state.survey?.unit).toBe(0);
  });
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

  test("at one screen shows the table of the side to act, and keeps a spectator's in the log", async () => {
    const [bare, own] = [picture({ pieces: [piece(0, 0, null)] }), picture({ pieces: [piece(0, 0, 3)] })];
    table.append({ picture: bare, own, hidden: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.picture).toEqual(own);
    expect(store.state.log.at(-1)?.picture).toEqual(bare);
    table.append({ picture: bare, hidden: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.picture).toEqual(bare);
  });

  test("a push takes the time of one drive, and a high shot flies longer than a flat one", () => {
    const shot = {
      type: "shot" as const,
      piece: 0,
      target: 1,
      outcome: "nothing",
      odds: null,
      cell: null,
      high: false,
      falls: [],
    };
    expect(timeOf([DRIVE, { ...DRIVE, piece: 1, together: true }])).toBe(timeOf([DRIVE]));
    expect(timeOf([{ ...shot, high: true }])).toBeGreaterThan(timeOf([shot]));
  });

  test("hears for whom the table waits", async () => {
    const waiting = { side: 1 as const, since: 5, until: 9 };
    table.wire.say({
      type: "notice",
      offers: [],
      names: ["Ann", "Bob"],
      connected: [true, false],
      bots: [null, null],
      why: {},
      waiting,
      rematch: null,
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.view?.waiting).toEqual(waiting);
  });

  test("keeps what bots said of earlier turns", async () => {
    const notice = {
      type: "notice" as const,
      offers: [],
      names: ["Ann", "Bob"] as const,
      connected: [true, true] as const,
      bots: [null, "greedy"] as const,
      waiting: null,
      rematch: null,
    };
    table.wire.say({ ...notice, why: { "3": ["One."] } });
    table.wire.say({ ...notice, why: {} });
    table.wire.say({ ...notice, why: { "8": ["Two."] } });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.why).toEqual({ "3": ["One."], "8": ["Two."] });
  });

  test("a bot's reasons come with the past, and those that were told since stay", async () => {
    table.append();
    table.reasons = { "0": ["Old."] };
    const again = new MatchStore(table, { open: table.open });
    await again.open();
    expect(again.state.why).toEqual({ "0": ["Old."] });
    again.close();
  });

  test("a bot that thinks is hurried, or the table says why it cannot be", async () => {
    await store.moveNow();
    expect([table.hurried, store.state.refused]).toEqual([1, null]);
    table.refusal = { rule: "", sentence: "no bot is thinking", nearest: null };
    await store.moveNow();
    expect(store.state.refused?.refusal.sentence).toBe("no bot is thinking");
  });

  test("a refusal that is met again soon stands as long as the first time", () => {
    let time = 0;
    const told = new MatchStore(table, { open: table.open, now: () => time });
    const refusal = { rule: "", sentence: "no bot is thinking", nearest: null };
    const met = () => told.state.refused && [told.state.refused.time, told.state.refused.again];
    told.refuse(refusal);
    expect(met()).toEqual([0, 0]);
    time = 7_000;
    told.refuse(refusal);
    expect(met()).toEqual([7_000, 1]);
    time = 12_000; // longer ago than it is told for: it is told anew
    told.refuse(refusal);
    expect(met()).toEqual([12_000, 0]);
    told.close();
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
    const fallen = {
      type: "throw" as const,
      dice: [3, 4],
      needed: 6,
      half: [],
      left_out: [],
      name: "",
      words: [],
      modifiers: [],
      passed: null,
    };
    table.append({ told: [{ sentence: "Rolled.", rules: [], strokes: [fallen] }] });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.thrown?.falling).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    table.append();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.thrown).toMatchObject({ throws: [fallen], position: 0, falling: false });
  });
});

describe("the hand", () => {
  const survey: Survey = {
    ...SURVEY,
    bands: [
      { name: "with the 3", rule: "FR-22", token: 3, order: { type: "Move", unit: 0, die: 3, ...POSE }, poses: [8] },
    ],
    aims: [
      {
        unit: 1,
        order: { type: "Fire", unit: 0, target: 1 },
        preview: { odds: { destroyed: "3/4", nothing: "1/4" } },
        word: "75 %",
      },
    ],
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

  describe("before the survey has come", () => {
    let release = (): void => undefined;
    beforeEach(() => {
      table.surveyGate = new Promise((done) => (release = done));
      store.select(0);
    });

    test("what the hand does is put off until it is there, in its order", async () => {
      const done: string[] = [];
      expect(store.later(() => done.push(`first with ${store.state.survey?.bands.length} band`))).toBe(true);
      expect(store.later(() => done.push("second"))).toBe(true);
      expect(done).toEqual([]);
      release();
      await vi.advanceTimersByTimeAsync(0);
      expect(done).toEqual(["first with 1 band", "second"]);
      expect(store.later(() => done.push("third"))).toBe(false);
    });

    test.each([
      ["the table moves on", () => table.append()],
      ["another is chosen", () => store.select(1)],
      ["it is laid down", () => store.select(null)],
    ])("it is forgotten when %s", async (_, change) => {
      let done = false;
      store.later(() => (done = true));
      change();
      release();
      await vi.advanceTimersByTimeAsync(0);
      expect(done).toBe(false);
    });

    test("one's own order on its way is no reason to forget", async () => {
      const go = table.hold();
      void store.order(GO);
      store.select(0);
      let done = false;
      store.later(() => (done = true));
      go();
      release();
      await vi.advanceTimersByTimeAsync(0);
      expect(done).toBe(true);
    });

    test("a survey that nobody answered is asked for again", async () => {
      table.surveyGate = null;
      table.mute = true;
      store.select(1);
      await vi.advanceTimersByTimeAsync(0);
      expect(store.awaited).toBe(true);
      table.mute = false;
      await vi.advanceTimersByTimeAsync(1500);
      expect(store.awaited).toBe(false);
    });
  });

  test("why not: the referee is asked with the order that goes farthest, and only about what can move", async () => {
    const [three] = survey.bands;
    table.surveys.set(0, {
      ...survey,
      bands: [three!, { ...three!, token: 5, order: { type: "Move", unit: 0, die: 5, ...POSE } }],
    });
    expect(store.whyNot(20)).toBe(false);
    store.select(0);
    await vi.advanceTimersByTimeAsync(0);
    table.refusal = { rule: "FR-22", sentence: "C4 is 9 steps away" };
    expect(store.whyNot(20)).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(table.previewed).toEqual([{ type: "Move", unit: 0, die: 5, square: 20, facing: 2 }]);
    expect(store.state.refused?.refusal.rule).toBe("FR-22");
  });

  test("another phase lays the piece down", async () => {
    store.select(0);
    table.append({ picture: picture({ tray: tray({ phase: "shooting" }) }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.selected).toBeNull();
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

  test.each(["before", "after"] as const)(
    "lost %s it took effect: sent again under the same id, played once",
    async (when) => {
      table.fail = when;
      const answer = store.order(GO);
      await vi.advanceTimersByTimeAsync(0);
      expect(store.busy).toBe(true);
      expect(store.state.note).toMatch(/Not sent yet/);
      void store.order(GO);
      table.cut();
      table.fail = null;
      await vi.advanceTimersByTimeAsync(3000);
      expect(store.busy).toBe(false);
      expect(table.received.map((body) => body.id)).toEqual(["id0", "id0"]);
      expect(table.lines.length).toBe(1);
      expect(store.state.position).toBe(1);
      expect((await answer)?.status).toBe("accepted");
    },
  );

  test("with the stream still open it is tried again soon", async () => {
    table.fail = "before";
    void store.order(GO);
    await vi.advanceTimersByTimeAsync(0);
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

  describe("wait their turn", () => {
    const [STAY, FIRE] = [{ type: "Stay" }, { type: "Fire", unit: 0, target: 1 }];
    const sent = (): unknown[] => table.received.map((body) => ("act" in body ? body.act : body.orders[0]!.type));

    test("what is pressed while another is on its way goes out after it, with the position after it", async () => {
      const release = table.hold();
      const answers = [store.order(GO), store.order(STAY), store.undo()];
      await vi.advanceTimersByTimeAsync(0);
      expect(sent()).toEqual(["Go"]);
      release();
      await vi.advanceTimersByTimeAsync(0);
      expect(table.received.map(({ position }) => position)).toEqual([0, 1, 2]);
      expect(sent()).toEqual(["Go", "Stay", "undo"]);
      expect((await Promise.all(answers)).map((answer) => answer?.status)).toEqual([
        "accepted",
        "accepted",
        "accepted",
      ]);
      expect(store.state.sending).toBe(false);
    });

    test("a second press of the same is the same press; two undos are two", async () => {
      await store.order(GO);
      await store.order(STAY);
      const release = table.hold();
      const twice = [store.order(FIRE), store.order({ ...FIRE })];
      void store.undo();
      void store.undo();
      release();
      await vi.advanceTimersByTimeAsync(0);
      expect(sent()).toEqual(["Go", "Stay", "Fire", "undo", "undo"]);
      expect(await twice[1]).toEqual(await twice[0]);
    });

    test("nothing goes out before the line that the last answer speaks of has come", async () => {
      const { wire } = table;
      const say = wire.say.bind(wire);
      const late: (() => void)[] = [];
      wire.say = (message) => void late.push(() => say(message));
      void store.order(GO);
      void store.order(STAY);
      await vi.advanceTimersByTimeAsync(100);
      expect(sent()).toEqual(["Go"]);
      late.splice(0).forEach((one) => one());
      await vi.advanceTimersByTimeAsync(0);
      expect(table.received.map(({ position }) => position)).toEqual([0, 1]);
      wire.say = say;
    });

    test("nothing follows what was refused", async () => {
      table.refusal = { rule: "FR-27", sentence: "Medium 2 stands there", nearest: null };
      const release = table.hold();
      const answers = [store.order(GO), store.order(STAY)];
      release();
      await vi.advanceTimersByTimeAsync(0);
      expect(sent()).toEqual(["Go"]);
      expect(await answers[1]).toBeNull();
      expect(store.state.refused?.refusal.rule).toBe("FR-27");
    });

    test("a button pressed while a line plays counts only if it still stands after it", async () => {
      const end = button("End movement");
      const before = picture({ tray: tray({ buttons: [end] }) });
      table.append({ picture: before });
      await vi.advanceTimersByTimeAsync(0);
      table.append({ told: [{ sentence: "Drove.", rules: [], strokes: [DRIVE] }], picture: before });
      await vi.advanceTimersByTimeAsync(0);
      expect(store.state.playing).not.toBeNull();
      expect(store.stands(end)).toBe(true);
      expect(store.state.playing).toBeNull();
      table.append({
        told: [{ sentence: "Ended.", rules: [], strokes: [DRIVE] }],
        picture: picture({ tray: tray({ buttons: [{ ...end, label: "End turn" }] }) }),
      });
      await vi.advanceTimersByTimeAsync(0);
      expect(store.stands(end)).toBe(false);
    });
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

  test("place for me sends what the table proposes", async () => {
    const other = new FakeTable();
    other.picture = picture({ pieces: [piece(0, 0, null), piece(2, 0, null), piece(3, 0, 0, 1), piece(1, 1, null)] });
    other.toPlace = [18, 6].map((square) => ({ type: "Deploy", kind: "light", square, facing: 2 }));
    const seat = new MatchStore(other, { open: other.open });
    await seat.open();
    expect(seat.beside.map(({ id }) => id)).toEqual([0, 2]);
    await seat.placeForMe();
    expect(other.received).toMatchObject([{ orders: other.toPlace }]);
    seat.close();
  });

  test("what is pressed while there is nothing left to place is not lost", async () => {
    const other = new FakeTable();
    const seat = new MatchStore(other, { open: other.open });
    await seat.open();
    const placed = seat.placeForMe();
    const rolled = seat.order({ type: "RollMovement" });
    await placed;
    expect((await rolled)?.status).toBe("accepted");
    expect(other.received).toMatchObject([{ orders: [{ type: "RollMovement" }] }]);
    seat.close();
  });
});
