import { describe, expect, test } from "vitest";
import type { Table } from "../api/client";
import type { Wire } from "../api/stream";
import type { ActBody, Answer, KeysBody, LineMessage, OrdersBody } from "../api/types";
import { Attendant, lateness, loudest } from "./attend";
import { hashed, hex } from "./chain";
import { overheard } from "./ear";
import { EMPTY, type Kept } from "./keeper";
import { sha256 } from "./sha256";
import keptText from "../../../tests/kernel/golden/sealed/kept.jsonl?raw";

const ROWS = keptText.trimEnd().split("\n");
const SECRET = "11".repeat(32);
const ACCEPTED: Answer = { status: "accepted", head: 0, played: 0, refusal: null };

const message = (row: string, position: number): LineMessage =>
  ({
    type: "line",
    position,
    kind: "act",
    side: null,
    told: [],
    picture: { tray: { window: "", buttons: [] } },
    result: null,
    hash: row.slice(-66, -2),
    text: row.slice(0, -75),
  }) as unknown as LineMessage;

const LINES = ROWS.slice(1).map(message);

/** A table that has so many lines of the record in which both seats keep their keys. */
function seated(head: number, kept: Partial<Kept> = {}) {
  const posted: KeysBody[] = [];
  const given: OrdersBody[] = [];
  let shelf: Kept = { ...EMPTY, secret: SECRET, forked: null, ...kept };
  const table = {
    view: () =>
      Promise.resolve({
        side: 0,
        head,
        dice: { kept: ["seat", "seat"], number: 0, call: null, asked: [0, 0] },
        offers: [],
        bots: [null, null],
        standing: null,
      }),
    first: () => Promise.resolve(ROWS[0]!),
    allLines: (from: number, to: number) => Promise.resolve(LINES.slice(from, to)),
    keys: (body: KeysBody) => (posted.push(body), Promise.resolve(ACCEPTED)),
    orders: (body: OrdersBody) => (given.push(body), Promise.resolve(ACCEPTED)),
    act: () => Promise.resolve(ACCEPTED),
    standing: () => Promise.resolve(ACCEPTED),
  };
  const attendant = new Attendant(table as unknown as Table, () => ({
    read: () => shelf,
    write: (value) => void (shelf = value),
    claim: () => undefined,
    mine: () => true,
  }));
  const inner: Wire = { send: () => undefined, close: () => undefined, onopen: null, onmessage: null, onclose: null };
  const heard: string[] = [];
  const outer = overheard(inner, (text) => attendant.hear(text));
  outer.onmessage = (event) => void heard.push(String(event.data));
  const say = async (...said: object[]): Promise<void> => {
    for (const one of said) inner.onmessage?.({ data: JSON.stringify(one) });
    await attendant.pump();
  };
  return { attendant, table: table as unknown as Table, posted, given, heard, say, shelf: () => shelf };
}

describe("a keeper at a table", () => {
  test("asks for the lines that it lacks, and answers the call at their end", async () => {
    const seat = seated(3);
    const order = { type: "Fire", unit: 1, target: 4 };
    await seat.table.orders({ id: "1", position: 3, orders: [order] });
    await seat.say(LINES[3]!);
    expect(seat.posted).toEqual([
      { call: LINES[3]!.hash, link: "ddd4436e1071d24533875b7393d0fd11aa9e3a48af0d71345f9919dc67573746", side: 0 },
    ]);
    expect(seat.shelf().sent).toEqual([{ order, from: 3, at: 3 }]);
    expect(seat.heard).toHaveLength(1);
  });

  test("answers a call that was open before the page was", async () => {
    const seat = seated(6, { sent: [] });
    await seat.attendant.pump();
    expect(seat.posted.map((body) => body.call)).toEqual([LINES[5]!.hash]);
    await seat.say({ type: "heartbeat", head: 6 }, LINES[6]!, LINES[7]!);
    expect(seat.posted).toHaveLength(1);
    expect(seat.attendant.keeper?.checker.rolls).toBe(2);
    expect(seat.shelf().seen?.lines).toBe(8);
  });

  test("notes consent to new keys when the player asks or accepts", async () => {
    const seat = seated(2);
    await seat.attendant.pump();
    const act = (name: ActBody["act"]) => seat.table.act({ id: "1", position: 2, act: name });
    await seat.say({ type: "notice", offers: [{ kind: "draw", side: 1 }] });
    await act("accept");
    expect(seat.shelf().agreed).toBe(false);
    await seat.say({ type: "notice", offers: [{ kind: "keys", side: 1 }] });
    await act("accept");
    expect(seat.shelf().agreed).toBe(true);
    const other = seated(2);
    await other.attendant.pump();
    await other.table.act({ id: "1", position: 2, act: "offer-keys" });
    expect(other.shelf().agreed).toBe(true);
  });

  test("says whom called dice wait for", async () => {
    const seat = seated(6);
    await seat.attendant.pump();
    const call = { position: 5, roll: 2, side: 1 as const, missing: [1 as const], since: 0 };
    await seat.say({ type: "notice", offers: [], dice: { kept: ["seat", "seat"], number: 1, call, asked: [0, 0] } });
    expect(lateness(seat.attendant)).toBe("The dice are called and wait for Blue's browser.");
    await seat.say(LINES[6]!);
    expect(lateness(seat.attendant)).toBe("");
  });

  test("says aloud what is wrong", async () => {
    const seat = seated(2);
    await seat.attendant.pump();
    expect(loudest(seat.attendant)).toBe("");
    const digest = sha256(new Uint8Array());
    const hash = hex(hashed("line", digest, digest));
    await seat.say({ ...LINES[2]!, hash });
    expect(loudest(seat.attendant)).toMatch(/^The host shows a line that cannot be .* Your key stays here/);
    expect(seat.posted).toEqual([]);
  });

  test("notes what was sent before it was there, and the same message once", async () => {
    const seat = seated(3);
    const order = { type: "Fire", unit: 1, target: 4 };
    for (let times = 0; times < 3; times++) await seat.table.orders({ id: "1", position: 3, orders: [order] });
    await seat.attendant.pump();
    await seat.table.orders({ id: "1", position: 3, orders: [order] });
    expect(seat.shelf().sent).toEqual([{ order, from: 3, at: null }]);
    await seat.table.standing({ all: { ask: "never" } });
    expect(seat.shelf().stands).toBe(true);
  });

  test("begins again where the player goes on by new keys after an alarm", async () => {
    const seat = seated(4, { seen: { lines: 4, hash: "0".repeat(64) } });
    await seat.attendant.pump();
    expect(loudest(seat.attendant)).toMatch(/another game/);
    await seat.table.act({ id: "1", position: 4, act: "offer-keys" });
    await seat.attendant.pump();
    expect(loudest(seat.attendant)).toBe("");
    expect(seat.shelf()).toMatchObject({ secret: "", agreed: true, alarm: "", seen: { lines: 4 } });
    expect(seat.posted).toEqual([]);
  });

  test("leaves matches alone whose dice are not sealed", async () => {
    const seat = seated(2);
    seat.table.view = () => Promise.resolve({ side: 0, head: 0, offers: [], standing: null } as never);
    await seat.say(LINES[0]!);
    expect([seat.attendant.keeper, seat.posted]).toEqual([null, []]);
  });
});
