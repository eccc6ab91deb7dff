import { describe, expect, test } from "vitest";
import type { Answer, DiceView, KeysBody, LineMessage, Offer, Order, Side } from "../api/types";
import { chain, facesOf, hashed, hex, rollKey, unhex, utf8 } from "./chain";
import { browserShelf, EMPTY, Keeper, type Kept, newKey, type Shelf } from "./keeper";
import { sha256 } from "./sha256";
import { said, tally } from "./words";
import cheatsText from "../../../tests/kernel/golden/sealed/cheats.jsonl?raw";

const secret = (byte: number) => new Uint8Array(32).fill(byte);
const FIRE: Order = { type: "Fire", unit: 1, target: 4 };
const ROLL: Order = { type: "Roll" };

/** A host that writes lines, honest unless a test asks for something else. */
class Host {
  readonly lines: LineMessage[] = [];
  first = "";
  number = 0;
  #hash: Uint8Array = new Uint8Array(32);
  chains = [chain(secret(0xaa)), chain(secret(0x11)), chain(secret(0x22))];

  constructor(dice: (string | null)[] = [hex(chain(secret(0xaa))[0]!), null, null], forked = 0) {
    const text = JSON.stringify({ line: "setup", rulebook: "toy", version: "1", setup: {}, dice, forked, format: 2 });
    this.first = this.#seal(text.slice(0, -1));
  }

  #seal(text: string): string {
    this.#hash = hashed("line", this.#hash, sha256(utf8(text)));
    return `${text},"hash":"${hex(this.#hash)}"}`;
  }

  write(line: string, fields: object, more: Partial<LineMessage> = {}): LineMessage {
    const position = this.lines.length;
    const text = JSON.stringify({ line, position, ...fields }).slice(0, -1);
    this.#seal(text);
    const message = {
      type: "line",
      position,
      kind: "act",
      side: null,
      told: [],
      undo: "",
      result: null,
      hidden: false,
    };
    this.lines.push({ ...message, own: null, hash: hex(this.#hash), text, ...more } as unknown as LineMessage);
    return this.lines.at(-1)!;
  }

  key = (side: Side, by = "seat", anchor = hex(this.chains[1 + side]![0]!)) => this.write("key", { side, anchor, by });
  deposit = (side: Side) => this.write("deposit", { side });
  call = (order: Order, side: Side = 0) => this.write("call", { side, order, roll: this.number + 1 });
  quiet = (order: Order, side: Side = 0) => this.write("order", { side, order, rolls: [], events: [], links: [] });

  roll(order: Order, side: Side = 0): LineMessage {
    this.number += 1;
    const links = this.chains.map((one) => one[this.number]!);
    const rolls = [{ rule: "TOY-3", faces: facesOf(rollKey(links), 0, 1, 6), of: [[1, 6]] }];
    return this.write("order", { side, order, rolls, events: [], links: links.map(hex) });
  }

  renew(why: string, dice?: (string | null)[]): LineMessage {
    this.chains = [0xbb, 0x33, 0x44].map((byte) => chain(secret(byte)));
    this.number = 0;
    return this.write("keys", { dice: dice ?? [hex(this.chains[0]![0]!), null, null], why });
  }
}

function shelf(kept: Kept | null = null): Shelf & { kept: Kept | null; here: boolean } {
  const box = {
    kept,
    here: true,
    read: () => box.kept,
    write: (value: Kept) => void (box.kept = value),
    claim: () => undefined,
    mine: () => box.here,
  };
  return box;
}

/** Red's keeper at a table, and all that it sends. */
class Seat {
  readonly posted: KeysBody[] = [];
  readonly box: ReturnType<typeof shelf>;
  now = 0;
  posting: () => void = () => undefined;
  keeper: Keeper;
  host: Host;
  #next = 0;

  readonly side: Side | null;
  passes: (order: unknown) => boolean = () => false;

  constructor(host: Host, kept: Partial<Kept> = {}, side: Side | null = 0) {
    this.host = host;
    this.side = side;
    this.box = shelf({ ...EMPTY, secret: hex(secret(0x11)), ...kept });
    this.keeper = this.#open();
  }

  /** Another tab of the same browser: what is on the shelf is one. */
  tab(): Seat {
    const other = new Seat(this.host, {}, this.side);
    Object.defineProperty(other, "box", { value: this.box });
    other.reopen();
    return other;
  }

  /** Orders are sent, as they were made after the last line. */
  send(...orders: Order[]): void {
    this.keeper.sending(orders, this.host.lines.length);
  }

  #open(): Keeper {
    this.#next = 0;
    const keeper = new Keeper({
      side: this.side,
      shelf: this.box,
      draw: () => secret(0x33),
      now: () => this.now,
      passes: (order) => this.passes(order),
      post: (body) => {
        this.posted.push(body);
        this.posting();
        return Promise.resolve({ status: "accepted", head: 0, played: 0, refusal: null } as Answer);
      },
    });
    keeper.begin(this.host.first);
    return keeper;
  }

  /** A page that was closed and opened again. */
  reopen(host = this.host): void {
    this.host = host;
    this.keeper = this.#open();
  }

  /** Hears all that is new, and does what is due. */
  async hear(): Promise<KeysBody[]> {
    const before = this.posted.length;
    for (; this.#next < this.host.lines.length; this.#next++) this.keeper.take(this.host.lines[this.#next]!);
    this.keeper.caughtUp();
    await new Promise((done) => setTimeout(done, 0));
    return this.posted.slice(before);
  }
}

function seated(kept: Partial<Kept> = {}): Seat {
  const host = new Host();
  host.key(0);
  host.key(1);
  return new Seat(host, kept);
}

const link = (roll: number, byte = 0x11) => hex(chain(secret(byte))[roll]!);

describe("an honest host", () => {
  test("gets the link of a call, whoever ordered, and once", async () => {
    const seat = seated();
    expect(await seat.hear()).toEqual([]);
    const call = seat.host.call(ROLL, 1);
    expect(await seat.hear()).toEqual([{ call: call.hash, link: link(1), side: 0 }]);
    expect(await seat.hear()).toEqual([]);
    seat.host.roll(ROLL, 1);
    expect(await seat.hear()).toEqual([]);
    seat.send(FIRE);
    const second = seat.host.call({ target: 4, type: "Fire", unit: 1 });
    expect(await seat.hear()).toEqual([{ call: second.hash, link: link(2), side: 0 }]);
    expect(seat.box.kept?.shown).toEqual({ 1: call.hash, 2: second.hash });
    expect(seat.keeper.alarm).toBe("");
  });

  test("may answer after its dice have fallen, and the next call is answered", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    seat.posting = () => {
      seat.posting = () => undefined;
      seat.keeper.take(seat.host.roll(ROLL, 1));
    };
    expect(await seat.hear()).toHaveLength(1);
    seat.host.call(FIRE, 1);
    expect(await seat.hear()).toMatchObject([{ link: link(2) }]);
  });

  test("hears of a link again after a reload, for the same call", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    const first = await seat.hear();
    seat.reopen();
    expect(await seat.hear()).toEqual(first);
    expect(seat.keeper.alarm).toBe("");
  });

  test("is brought a key where one is awaited, and the deposit when all stand there", async () => {
    const host = new Host();
    const seat = new Seat(host, { secret: "", deposit: true });
    expect(await seat.hear()).toEqual([{ anchor: link(0, 0x33), side: 0 }]);
    host.key(0, "seat", link(0, 0x33));
    expect(await seat.hear()).toEqual([]);
    host.key(1);
    expect(await seat.hear()).toEqual([{ deposit: hex(secret(0x33)), side: 0 }]);
    host.deposit(0);
    expect(await seat.hear()).toEqual([]);
    expect(said(seat.keeper)[0]!.text).toContain("with the host, so the game goes on while you are away");
  });

  test("renews keys when the player has agreed, and when they are gone or spent", async () => {
    const seat = seated();
    await seat.hear();
    seat.keeper.agree();
    seat.host.renew("agreed");
    expect(await seat.hear()).toEqual([{ anchor: link(0, 0x33), side: 0 }]);
    seat.host.key(0, "seat", link(0, 0x33));
    seat.host.key(1);
    await seat.hear();
    expect(seat.keeper.hasKey).toBe(true);
    expect(seat.box.kept).toMatchObject({ agreed: false, shown: {} });
    seat.reopen();
    await seat.hear();
    expect([seat.keeper.alarm, seat.keeper.hasKey]).toEqual(["", true]);
  });

  test("plays on with a key of another browser, and is shown nothing here", async () => {
    const host = new Host();
    host.key(0);
    host.key(1);
    const seat = new Seat(host, { secret: "" });
    host.call(ROLL, 1);
    expect(await seat.hear()).toEqual([]);
    expect(said(seat.keeper).map((one) => one.text)).toContain(
      "Your dice key is in another browser. Play there, or ask Blue for new keys.",
    );
  });

  test("of two tabs either may order, agree and be closed, and nobody is alarmed", async () => {
    const seat = seated();
    const other = seat.tab();
    await seat.hear();
    await other.hear();
    other.send(FIRE); // in the tab that does not answer
    seat.box.here = true;
    const call = seat.host.call(FIRE);
    expect(await seat.hear()).toEqual([{ call: call.hash, link: link(1), side: 0 }]);
    await other.hear();
    seat.host.roll(FIRE);
    seat.host.quiet(ROLL, 1);
    await seat.hear(); // sees more than the other tab
    other.keeper.caughtUp();
    await other.hear();
    other.send(FIRE);
    seat.host.quiet(FIRE);
    await other.hear();
    await seat.hear();
    other.keeper.agree();
    seat.host.renew("agreed");
    await other.hear();
    await seat.hear();
    expect(seat.posted.at(-1)).toEqual({ anchor: link(0, 0x33), side: 0 });
    seat.host.key(0, "seat", link(0, 0x33));
    seat.host.key(1);
    await other.hear();
    await seat.hear();
    for (const tab of [seat, other]) {
      expect([tab.keeper.alarm, tab.keeper.kept.strange, tab.keeper.hasKey]).toEqual(["", 0, true]);
    }
    expect(seat.box.kept?.sent.map(({ at }) => at)).toEqual([2, 5]);
  });

  test("may pass by standing orders that were given here, also when the page was closed meanwhile", async () => {
    const seat = seated();
    seat.passes = () => true;
    await seat.hear();
    seat.keeper.standing();
    seat.host.quiet({ type: "Pass" });
    seat.reopen();
    await seat.hear();
    const call = seat.host.call({ type: "Pass" });
    expect(await seat.hear()).toMatchObject([{ call: call.hash }]);
    expect(seat.keeper.kept.strange).toBe(0);
    seat.passes = () => false;
    const stranger = seated();
    stranger.passes = () => true;
    stranger.host.quiet({ type: "Pass" });
    await stranger.hear();
    expect(stranger.keeper.kept.strange).toBe(3);
  });

  test("gives a side to a bot, whose orders are its own", async () => {
    const seat = seated();
    await seat.hear();
    seat.host.write("act", { act: "takeover/player/greedy/gone", side: 0, to: null });
    seat.host.quiet(FIRE);
    await seat.hear();
    expect([seat.keeper.alarm, seat.keeper.kept.strange]).toEqual(["", 0]);
  });

  test("may have played on with another browser before this one came", async () => {
    const host = new Host();
    host.key(0);
    host.key(1);
    host.quiet(FIRE);
    host.renew("agreed");
    const seat = new Seat(host, { secret: "", forked: null });
    await seat.hear();
    expect([seat.keeper.alarm, seat.keeper.kept.strange]).toEqual(["", 0]);
  });

  test("is answered by one tab only", async () => {
    const seat = seated();
    seat.box.here = false;
    seat.host.call(ROLL, 1);
    expect(await seat.hear()).toEqual([]);
  });

  test("hides a line until it is opened", async () => {
    const seat = seated();
    const salted = { side: 0, order: FIRE, rolls: [], events: [], links: [], salt: "00" };
    const hidden = seat.host.write("order", salted);
    const { text } = hidden;
    seat.host.lines[hidden.position] = { ...hidden, digest: hex(sha256(utf8(text!))) };
    delete (seat.host.lines[hidden.position] as { text?: string }).text;
    seat.host.write("act", { act: "resign", side: 0, to: null }, { opened: { [hidden.position]: text! } });
    await seat.hear();
    expect([seat.keeper.alarm, seat.keeper.checker.hidden.size]).toEqual(["", 0]);
  });

  test("a new key is drawn anew each time", () => {
    const one = newKey(true);
    expect(one.anchor).toBe(hex(chain(unhex(one.kept.secret)!)[0]!));
    expect(newKey(true).anchor).not.toBe(one.anchor);
  });
});

describe("cheats, by their number", () => {
  const nothing = async (seat: Seat, alarm: string | RegExp): Promise<void> => {
    expect((await seat.hear()).filter((body) => body.link ?? body.deposit)).toEqual([]);
    expect(seat.keeper.alarm).toMatch(alarm);
    seat.reopen();
    expect((await seat.hear()).filter((body) => body.link ?? body.deposit)).toEqual([]);
    expect(said(seat.keeper)).toEqual([
      { tone: "alarm", text: `${seat.keeper.alarm} Your key stays here. Save the record.` },
    ]);
  };

  test("1 a face is changed", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    await seat.hear();
    const links = seat.host.chains.map((one) => one[1]!);
    const face = (facesOf(rollKey(links), 0, 1, 6)[0]! % 6) + 1;
    const rolls = [{ rule: "TOY-3", faces: [face], of: [[1, 6]] }];
    seat.host.write("order", { side: 1, order: ROLL, rolls, events: [], links: links.map(hex) });
    await nothing(seat, /cannot be \(line 4\): TOY-3 shows/);
  });

  test("5 another order than the one that was called", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    await seat.hear();
    seat.host.roll(FIRE, 1);
    await nothing(seat, /this order was not called/);
  });

  test("6 dice without a call, or declared as played elsewhere", async () => {
    const seat = seated();
    seat.host.roll(ROLL, 1);
    await nothing(seat, /this order was not called/);
    const host = new Host(undefined, 3);
    host.key(0);
    host.key(1);
    await nothing(new Seat(host), /3 lines were played elsewhere/);
    await nothing(new Seat(host, { forked: 2 }), /3 lines were played elsewhere/);
  });

  test("7 a link is asked for without a call in the log", async () => {
    const seat = seated();
    seat.host.quiet(ROLL, 1);
    seat.keeper.notice({
      kept: ["seat", "seat"],
      number: 0,
      call: { position: 3, roll: 1, side: 1, missing: [0], since: 0 },
      asked: [0, 0],
    });
    expect(await seat.hear()).toEqual([]);
  });

  test("8 one roll is called twice, for other orders", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    expect(await seat.hear()).toHaveLength(1);
    const kept = { ...seat.box.kept!, seen: null }; // as if nothing but what was shown were left
    const rewound = seated(kept);
    rewound.host.call(FIRE, 1);
    await nothing(rewound, /calls roll 1 again, for another order/);
  });

  test("8 an earlier roll is called after a later one was shown", async () => {
    const seat = seated({ shown: { 2: "f".repeat(64) } });
    seat.host.call(ROLL, 1);
    expect(await seat.hear()).toEqual([]);
  });

  test("9 lines that were seen are changed or cut", async () => {
    const seat = seated();
    seat.host.quiet(ROLL);
    await seat.hear();
    const cut = new Host();
    cut.key(0);
    cut.key(1);
    seat.reopen(cut);
    await nothing(seat, /another game than the one that you have seen \(line 3\)/);
    const other = seated();
    other.host.quiet(ROLL);
    await other.hear();
    const changed = new Host();
    changed.key(0);
    changed.key(1);
    changed.quiet(FIRE);
    changed.call(ROLL, 1);
    other.reopen(changed);
    await nothing(other, /another game than the one that you have seen \(line 3\)/);
  });

  test("9 a line that was heard comes again, changed", async () => {
    const seat = seated();
    await seat.hear();
    seat.keeper.take({ ...seat.host.lines[1]!, hash: "0".repeat(64) });
    await nothing(seat, /another game/);
  });

  test("10 the log does not go on from the line that was seen", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    await seat.hear();
    const table = seated().host;
    table.call(FIRE, 1);
    seat.host.lines.push(table.roll(FIRE, 1));
    await nothing(seat, /its hash does not fit/);
  });

  test("11 another key stands in the place of one's own", async () => {
    const host = new Host();
    host.key(0, "seat", hex(chain(secret(0x77))[0]!));
    host.key(1);
    host.call(ROLL, 1);
    await nothing(new Seat(host), /Another dice key than yours/);
    const drawn = new Host();
    drawn.key(0, "host", hex(chain(secret(0x77))[0]!));
    await nothing(new Seat(drawn), /Another dice key than yours/);
  });

  test("12 a deposit before all anchors stand", async () => {
    const host = new Host();
    host.key(0);
    const seat = new Seat(host, { deposit: true });
    expect(await seat.hear()).toEqual([]);
    host.deposit(0);
    await nothing(seat, /not all three keys stand/);
  });

  test("13 new keys to which the player has not agreed", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    await seat.hear();
    seat.host.renew("agreed");
    await nothing(seat, /to which you have not agreed/);
    for (const why of ["spent", "gone"]) {
      const untrue = seated();
      untrue.host.renew(why);
      await nothing(untrue, why === "spent" ? /not spent/ : /nobody who kept a key/);
    }
  });

  const NOT_MINE = "Dice are called for an order in your name that this browser has not given.";

  test.each<[string, Order]>([
    ["a field is changed", { ...FIRE, target: 5 }],
    ["a field is added", { ...FIRE, gun: 0 }],
    ["a field is left out", { type: "Fire", unit: 1 }],
    ["a field of another name", { type: "Fire", unit: 1, whom: 4 }],
    ["a number is a text", { ...FIRE, target: "4" }],
    ["another order", ROLL],
  ])("14 an order in one's own name that was not given: %s", async (_, order) => {
    const seat = seated();
    seat.send(FIRE);
    seat.host.call(order);
    expect(await seat.hear()).toEqual([]);
    expect(said(seat.keeper)[0]).toEqual({ tone: "alarm", text: NOT_MINE });
    seat.reopen();
    expect(await seat.hear()).toEqual([]);
  });

  test("14 what stands within an order is changed", async () => {
    const path = {
      type: "Move",
      unit: 1,
      path: [
        [0, 100],
        [45, 200],
      ],
    };
    for (const way of [
      [[0, 100]],
      [
        [0, 100],
        [45, 201],
      ],
      [
        [0, 100],
        [45, 200],
        [0, 1],
      ],
      { 0: [0, 100] },
    ]) {
      const seat = seated();
      seat.send(path);
      seat.host.call({ ...path, path: way });
      expect(await seat.hear()).toEqual([]);
    }
  });

  test("14 an order that was given once is called twice", async () => {
    const seat = seated();
    seat.send(FIRE);
    seat.host.call(FIRE);
    expect(await seat.hear()).toHaveLength(1);
    seat.host.roll(FIRE);
    seat.host.call(FIRE);
    expect(await seat.hear()).toEqual([]);
    expect(said(seat.keeper)[0]!.text).toBe(NOT_MINE);
  });

  test("14 an order that was not played is kept for later", async () => {
    const seat = seated();
    seat.send(ROLL, FIRE);
    seat.host.call(ROLL);
    await seat.hear();
    seat.host.roll(ROLL);
    await seat.hear();
    seat.send({ type: "Pass" });
    seat.host.call(FIRE);
    expect(await seat.hear()).toEqual([]);
    expect(said(seat.keeper)[0]!.text).toBe(NOT_MINE);
  });

  test("14 an order in one's own name without dice", async () => {
    const seat = seated();
    seat.send(FIRE);
    seat.host.quiet({ ...FIRE, target: 5 });
    seat.host.call(ROLL, 1);
    expect(await seat.hear()).toEqual([]);
    const text =
      "Line 3 is an order in your name that this browser has not given. Your key stays here. If you gave it elsewhere, ask for new keys; if not, save the record.";
    expect(said(seat.keeper)[0]).toEqual({ tone: "alarm", text });
    seat.reopen();
    expect(await seat.hear()).toEqual([]);
    expect(said(seat.keeper)[0]).toEqual({ tone: "alarm", text });
  });

  test("14 an order in one's own name where the host has the key is told", async () => {
    const seat = seated({ deposit: true });
    await seat.hear();
    seat.host.deposit(0);
    seat.host.quiet(FIRE);
    await seat.hear();
    expect(said(seat.keeper).map(({ text }) => text)).toContain(
      "Line 4 is an order in your name that this browser has not given. If you did not give it elsewhere either, save the record.",
    );
  });

  test("15 dice are withheld after all links", async () => {
    const seat = seated();
    const { position } = seat.host.call(ROLL, 1);
    await seat.hear();
    const view = (missing: Side[]): DiceView => ({
      kept: ["seat", "seat"],
      number: 0,
      call: { position, roll: 1, side: 1, missing, since: 0 },
      asked: [0, 0],
    });
    seat.now = 1_000;
    seat.keeper.notice(view([1]));
    expect(said(seat.keeper, { dice: view([1]) })[0]!.text).toBe("The dice are called and wait for Blue's browser.");
    seat.keeper.notice(view([]));
    seat.now = 10_999;
    expect(seat.keeper.withheld()).toBeNull();
    seat.now = 21_000;
    expect(said(seat.keeper, { dice: view([]) })[0]!.text).toBe(
      "The host has had all keys of roll 1 for 20 s and has not shown the dice. They can no longer change.",
    );
  });

  test("what was hidden and is not shown at the end", async () => {
    const seat = seated();
    const hidden = seat.host.write("order", { side: 0, order: FIRE, rolls: [], events: [], links: [], salt: "00" });
    seat.host.lines[hidden.position] = { ...hidden, digest: hex(sha256(utf8(hidden.text!))) };
    delete (seat.host.lines[hidden.position] as { text?: string }).text;
    const result = { winner: 1, rule: "", sentence: "Red resigned." } as const;
    seat.host.write("act", { act: "resign", side: 0, to: null }, { result });
    await nothing(seat, /has not shown what was hidden/);
  });
});

describe("after an alarm", () => {
  test("the player may go on by new keys, and nothing of the old key is shown again", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    seat.host.roll(ROLL, 1);
    await seat.hear();
    const restored = seated().host; // a host that was set back to a backup
    seat.reopen(restored);
    await seat.hear();
    expect(seat.keeper.alarm).toMatch(/another game/);
    seat.keeper.goOn();
    seat.reopen();
    restored.call(ROLL, 1);
    expect(await seat.hear()).toEqual([]);
    expect(said(seat.keeper).map(({ text }) => text)).toContain(
      "You went on with new keys after this: The host shows another game than the one that you have seen (line 4).",
    );
    restored.renew("agreed");
    expect(await seat.hear()).toEqual([{ anchor: link(0, 0x33), side: 0 }]);
    restored.key(0, "seat", link(0, 0x33));
    restored.key(1);
    const call = restored.call(ROLL, 1);
    expect(await seat.hear()).toEqual([{ call: call.hash, link: link(1, 0x33), side: 0 }]);
    restored.renew("agreed"); // once is once
    await seat.hear();
    expect(seat.keeper.alarm).toMatch(/to which you have not agreed/);
  });

  test("new keys that a bot grants at once are taken, and the consent is used up", async () => {
    const seat = seated();
    seat.host.quiet(ROLL, 1);
    await seat.hear();
    const restored = seated().host;
    seat.reopen(restored);
    await seat.hear();
    seat.keeper.goOn();
    restored.renew("agreed");
    seat.reopen();
    expect(await seat.hear()).toEqual([{ anchor: link(0, 0x33), side: 0 }]);
    expect(seat.box.kept?.agreed).toBe(false);
  });

  test("lines that cannot be stay an alarm", async () => {
    const seat = seated();
    seat.host.roll(ROLL, 1);
    await seat.hear();
    seat.keeper.goOn();
    seat.reopen();
    await seat.hear();
    expect(seat.keeper.alarm).toMatch(/this order was not called/);
  });
});

test("at one screen the host draws again where new keys are awaited", async () => {
  const posted: KeysBody[] = [];
  const host = new Host();
  const keeper = new Keeper({
    side: null,
    both: true,
    shelf: shelf(),
    post: (body) => {
      posted.push(body);
      host.key(body.side!, "host");
      keeper.take(host.lines.at(-1)!);
      return Promise.resolve({ status: "accepted", head: 0, played: 0, refusal: null });
    },
  });
  keeper.begin(host.first);
  for (let times = 0; times < 3; times++) await keeper.settle();
  expect(posted).toEqual([
    { draw: "host", side: 0 },
    { draw: "host", side: 1 },
  ]);
});

describe("every cheat that lines can show, against a keeper that listens", () => {
  interface Cheat {
    readonly name: string;
    readonly rows: readonly string[];
    readonly wrong: number;
  }
  const cheats = cheatsText
    .trimEnd()
    .split("\n")
    .map((row) => JSON.parse(row) as Cheat);
  /** What dice alone do not show, and what honest hosts do: an alarm at none of the lines, or one of the keeper's own. */
  const ALLOWED: Readonly<Record<string, RegExp>> = {
    "3 the last roll is left out": /^$/,
    "4 a die is described by its faces": /^$/,
    "6 declared as played elsewhere": /10 lines were played elsewhere/,
    "13 keys agreed": /to which you have not agreed/,
    "13 keys agreed with a call open": /to which you have not agreed/,
    "an end with a call open": /^$/,
    "a hidden line": /^$/,
  };

  test.each(cheats.map((cheat) => [cheat.name, cheat] as const))("%s", async (_, { name, rows, wrong }) => {
    const posted: KeysBody[] = [];
    const keeper = new Keeper({
      side: 0,
      shelf: shelf({ ...EMPTY, secret: hex(secret(0x11)) }),
      post: (body) => (posted.push(body), Promise.resolve({ status: "accepted", head: 0, played: 0, refusal: null })),
    });
    const orders = rows
      .flatMap((row) => /"order":(\{[^}]*\})/.exec(row)?.[1] ?? [])
      .map((row) => JSON.parse(row) as Order);
    const sealed = /,"hash":"([0-9a-f]{64})"}$/;
    keeper.begin(rows[0]!);
    for (const [position, row] of rows.slice(1).entries()) {
      keeper.sending(orders, position); // whatever is cheated with, it is not the order
      const [text, hash] = [row.slice(0, -75), sealed.exec(row)?.[1] ?? ""];
      keeper.take({ type: "line", position, kind: "act", result: null, hash, text } as unknown as LineMessage);
      keeper.caughtUp();
      await keeper.settle();
      if (wrong && position + 2 >= wrong)
        expect(keeper.alarm).toMatch(wrong === 1 ? /./ : /cannot be|Another dice key|not agreed/);
    }
    if (wrong === 0) expect(keeper.alarm).toMatch(ALLOWED[name]!);
    const shown = posted.filter((body) => body.link ?? body.deposit).length;
    const calls = rows
      .slice(0, wrong ? wrong - 1 : rows.length)
      .filter((row) => row.startsWith('{"line":"call"')).length;
    expect(shown).toBeLessThanOrEqual(calls);
  });

  test("are all of the list", () => {
    const numbers = new Set(cheats.map(({ name }) => Number.parseInt(name)));
    for (const number of [1, 2, 3, 4, 5, 6, 11, 12, 13]) expect(numbers.has(number)).toBe(true);
  });
});

describe("the shelf of a browser", () => {
  const stored = new Map<string, string>();
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };

  test("has a key for each side of each match, and leaves it with the host unless told otherwise", () => {
    const red = browserShelf(store, "m", 0);
    expect(red.read()).toEqual({ ...EMPTY, deposit: true, forked: null });
    red.write({ ...EMPTY, secret: "11" });
    expect(browserShelf(store, "m", 0).read()).toEqual({ ...EMPTY, secret: "11" });
    expect(browserShelf(store, "m", 1).read()?.secret).toBe("");
    expect(browserShelf(store, "n", 0).read()?.secret).toBe("");
    expect(browserShelf(store, "m", null).read()?.secret).toBe("");
    stored.set("hulldown.keys.m.0", "{");
    expect(red.read()).toEqual({ ...EMPTY, deposit: true, forked: null });
  });

  test("is of the tab that was opened last", () => {
    const [first, second] = [browserShelf(store, "m", 0), browserShelf(store, "m", 0)];
    first.claim();
    expect([first.mine(), second.mine()]).toEqual([true, false]);
    second.claim();
    expect([first.mine(), second.mine()]).toEqual([false, true]);
  });
});

describe("the shield", () => {
  test("says who has the key, what is waited for, and the mark of the table", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    await seat.hear();
    seat.host.roll(ROLL, 1);
    await seat.hear();
    const mark = `${seat.host.lines.at(-1)!.hash!.slice(0, 4)}-${seat.host.lines.at(-1)!.hash!.slice(4, 8)}`;
    expect(said(seat.keeper).map((one) => one.text)).toEqual([
      "Nobody could know these dice before they fell, not even the host. Your browser has checked 1 of 1 roll.",
      `Table mark ${mark} after line 4: it must be the same on Blue's screen.`,
    ]);
    seat.host.call(FIRE, 1);
    await seat.hear();
    expect(said(seat.keeper, { offers: [{ kind: "keys", side: 1 }] })[0]!.text).toBe(
      "Blue asks for new dice keys. Blue may have changed its browser. A roll is called, and is given up if you agree. Blue and the host together could know how it would fall.",
    );
  });

  test("counts how often the other side asks, and is not talked out of it", async () => {
    const seat = seated();
    await seat.hear();
    const asks: Offer[] = [{ kind: "keys", side: 1 }];
    const dice = (asked: [number, number]): DiceView => ({ kept: ["seat", "seat"], number: 0, call: null, asked });
    const time = (asked: [number, number]) =>
      /new dice keys(.*)\. Blue may/.exec(said(seat.keeper, { dice: dice(asked), offers: asks })[0]!.text)?.[1];
    seat.keeper.offered([{ kind: "keys", side: 0 }]);
    seat.keeper.offered(asks);
    expect(time([3, 1])).toBe("");
    seat.keeper.offered(asks);
    seat.reopen();
    await seat.hear();
    seat.keeper.offered(asks);
    expect(time([0, 1])).toBe("");
    seat.keeper.offered([]);
    seat.keeper.offered(asks);
    expect(time([0, 1])).toBe(", for the second time");
    expect(time([0, 5])).toBe(", for the fifth time");
  });

  test("tells spectators and the two at one screen what the keys give, and that it has checked", async () => {
    const seat = seated({ secret: "" });
    const watcher = new Seat(seat.host, { secret: "" }, null);
    const first = async (): Promise<string> => {
      expect(await watcher.hear()).toEqual([]);
      return said(watcher.keeper)[0]!.text;
    };
    seat.host.call(ROLL, 1);
    seat.host.roll(ROLL, 1);
    expect(await first()).toBe(
      "Red and Blue keep their dice keys: nobody could know these dice before they fell, not even the host. Your browser has checked 1 of 1 roll.",
    );
    expect(said(watcher.keeper).at(-1)!.text).toMatch(/^Table mark .* the same on Red's and Blue's screen\.$/);
    seat.host.deposit(0);
    expect(await first()).toBe(
      "Blue keeps its dice key: without it nobody could know these dice before they fell. Your browser has checked 1 of 1 roll.",
    );
    seat.host.deposit(1);
    expect(await first()).toBe(
      "No player keeps a dice key. The host cannot change the dice, but could know them. Your browser has checked 1 of 1 roll.",
    );
    seat.host.renew("agreed"); // it is not asked
    expect(await first()).toBe("The dice wait until Red and Blue has taken the seat.");
    const anchors = [0xaa, 0x11, 0x22].map((byte) => hex(chain(secret(byte))[0]!));
    const alone = new Seat(new Host([anchors[0]!, anchors[1]!, anchors[2]!]), { secret: "" }, null);
    alone.host.roll(ROLL);
    alone.host.roll(ROLL, 1);
    await alone.hear();
    expect(said(alone.keeper).map(({ text }) => text)).toEqual([
      "The host drew all dice keys: these dice rest on its word. Your browser has checked 2 of 2 rolls.",
    ]);
  });

  test("tells spectators what is wrong, also when lines were cut while they were away", async () => {
    const watched = seated().host;
    watched.quiet(ROLL, 1);
    const watcher = new Seat(watched, { secret: "", forked: null }, null);
    await watcher.hear();
    const cut = seated().host;
    watcher.reopen(cut);
    await watcher.hear();
    expect(said(watcher.keeper)).toEqual([
      {
        tone: "alarm",
        text: "The host shows another game than the one that you have seen (line 3). Save the record.",
      },
    ]);
  });

  test("says of a fork how many lines were played elsewhere", async () => {
    const host = new Host(undefined, 1);
    host.quiet(ROLL);
    host.key(0);
    host.key(1);
    for (const forked of [1, null]) {
      const seat = new Seat(host, { forked });
      await seat.hear();
      expect(said(seat.keeper).map(({ text }) => text)).toContain(
        "1 lines were played elsewhere: their dice are not checked.",
      );
    }
  });

  test("asks nobody to compare marks where a bot plays with a key that was left with the host", async () => {
    const seat = seated();
    seat.host.deposit(1);
    await seat.hear();
    expect(said(seat.keeper).at(-1)!.text).toMatch(/^Table mark/);
    expect(said(seat.keeper, { bots: [null, "greedy"] }).at(-1)!.text).not.toMatch(/^Table mark/);
  });

  test("counts games that were not finished, and dice that were called and have not fallen", async () => {
    const seat = seated();
    seat.host.call(ROLL, 1);
    await seat.hear();
    const open = seat.box.kept!;
    expect([open.open, open.over]).toEqual([true, false]);
    seat.host.roll(ROLL, 1);
    await seat.hear();
    expect(seat.box.kept!.open).toBe(false);
    seat.keeper.caughtUp(true);
    const over = seat.box.kept!;
    expect(over.over).toBe(true);
    expect(tally([over])).toBe("");
    expect(tally([over, over, { ...open, open: false }])).toBe(
      "Games with this host in this browser: 3; not finished: 1.",
    );
    expect(tally([over, open])).toBe(
      "Games with this host in this browser: 2; not finished: 1, 1 of them with dice that were called and have not fallen.",
    );
  });

  test("asks nobody to compare marks where the host drew the other key", async () => {
    const anchors = [0xaa, 0x11, 0x22].map((byte) => hex(chain(secret(byte))[0]!));
    const seat = new Seat(new Host([anchors[0]!, anchors[1]!, anchors[2]!]), { secret: "" });
    await seat.hear();
    expect(said(seat.keeper).map((one) => one.text)).toEqual([
      "The host drew your dice key: these dice rest on its word.",
    ]);
  });

  test("says that a seat is not taken, and that the host drew the key", async () => {
    const host = new Host([hex(chain(secret(0xaa))[0]!), hex(chain(secret(0x11))[0]!), null]);
    const seat = new Seat(host, { secret: "" });
    await seat.hear();
    expect(
      said(seat.keeper)
        .map((one) => one.text)
        .slice(0, 2),
    ).toEqual([
      "The dice wait until Blue has taken the seat.",
      "The host drew your dice key: these dice rest on its word.",
    ]);
  });
});
