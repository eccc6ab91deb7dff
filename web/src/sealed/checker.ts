/**
 * Checks the lines of a match with sealed dice, one after the other, without any rules: those of a file, or those of a
 * stream as they come. The same as `kernel/checker.py`, line by line.
 */

import { type Die, facesOf, hashed, hex, LENGTH, rollKey, unhex, utf8, WORDS } from "./chain";
import { sha256 } from "./sha256";

/** Who can show the links of a chain. */
export type Holder = "seat" | "deposited" | "host" | "awaited";
type Three<T> = [T, T, T];

export interface Call {
  /** The hash of its line. */
  hash: string;
  position: number;
  side: number;
  roll: number;
  order: string;
}

const MOST_DICE = 10_000;
const MOST_FORKED = 1_000_000;
const CHAINS = ["the host", "Red", "Blue"] as const;
const TAIL = /,"hash":"([0-9a-f]{64})"}$/;
const TAIL_LENGTH = 75;
const FIELDS: Readonly<Record<string, string>> = {
  setup: "rulebook version setup dice forked format",
  key: "position side anchor by",
  deposit: "position side",
  call: "position side order roll",
  order: "position side order rolls events links",
  keys: "position dice why",
  act: "position act side to",
  ruled: "position side table why",
  end: "result",
};

/** Lines about keys. */
const KEYS: readonly string[] = ["key", "deposit", "call", "keys"];

/** Why a line is not one that an honest host writes. */
export class Wrong extends Error {}

function demand(holds: unknown, why: string): asserts holds {
  if (!holds) throw new Wrong(why);
}

type Fields = Readonly<Record<string, unknown>>;

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && least <= value && value <= most;
}

function bytes(text: unknown): Uint8Array {
  const found = unhex(text);
  demand(found, "a link or anchor is not 64 digits of 0 to f");
  return found;
}

/** A line without its hash as data, if it has its fields in their order. */
function parsed(text: string): Fields & { line: string } {
  let line: unknown;
  try {
    line = JSON.parse(`${text}}`);
  } catch {
    throw new Wrong("it is not JSON");
  }
  demand(typeof line === "object" && line !== null && !Array.isArray(line), "it is no line of format 2");
  const fields = line as Fields;
  const kind = fields["line"];
  demand(typeof kind === "string" && Object.hasOwn(FIELDS, kind), "it is no line of format 2");
  const salt = kind === "order" && "salt" in fields ? " salt" : "";
  demand(Object.keys(fields).join(" ") === `line ${FIELDS[kind]!}${salt}`, "it is no line of format 2");
  const side = "side" in fields ? fields["side"] : 0;
  demand(isWhole(side, 0, 1) || (kind === "act" && side === null), "it has no side");
  return fields as Fields & { line: string };
}

const leaves = (act: unknown): boolean =>
  act === "resign" || act === "abandon" || (typeof act === "string" && act.startsWith("takeover/player/"));

const same = (one: Uint8Array, other: Uint8Array | null): boolean => other !== null && hex(one) === hex(other);

export class Checker {
  /** After each line, the set-up's first. */
  readonly hashes: string[] = [];
  tips: Three<Uint8Array | null> = [null, null, null];
  states: Three<Holder> = ["awaited", "awaited", "awaited"];
  /** The last roll under these keys. */
  number = 0;
  call: Call | null = null;
  forked = 0;
  ended = false;
  /** All rolls that were checked, and those whose keys the host drew all. */
  rolls = 0;
  unkept = 0;
  /** Rolls by the state of each chain. */
  readonly under = CHAINS.map(() => ({ seat: 0, deposited: 0, host: 0, awaited: 0 }));
  /** Calls and keys, by the number of their line in the record. */
  readonly givenUp: number[] = [];
  readonly agreed: number[] = [];
  /** Lines that these eyes may not read yet, by position. */
  readonly hidden = new Map<number, string>();
  /** People roll the dice: there are no keys, and nothing is claimed of the faces. */
  typed = false;
  private hash: Uint8Array = new Uint8Array(32);
  private gone = -1;

  /** How many lines after the set-up were checked. */
  get lines(): number {
    return this.hashes.length - 1;
  }

  get complete(): boolean {
    return !this.states.includes("awaited");
  }

  /** A line of a file, without its line end. */
  take(row: string): void {
    const tail = TAIL.exec(row);
    this.tell(row.slice(0, -TAIL_LENGTH), tail?.[1] ?? "");
  }

  /** A line of a stream: its text without the hash, and the hash. */
  tell(text: string, hash: string): void {
    this.link(sha256(utf8(text)), hash);
    this.follow(parsed(text), this.lines - 1);
  }

  /** A line of a stream that these eyes may not read yet: an order without dice. */
  conceal(digest: string, hash: string): void {
    const place = this.lines;
    this.link(bytes(digest), hash);
    demand(place >= 0 && !this.ended, "this line cannot be hidden");
    demand(this.call === null, "a roll is called, and must come first");
    this.gone = -1;
    if (place >= this.forked) this.hidden.set(place, digest);
  }

  /** The text of a line that was hidden. */
  open(position: number, text: string): void {
    demand(
      this.hidden.get(position) === hex(sha256(utf8(text))),
      `line ${position + 2} is not the one that was hidden`,
    );
    const line = parsed(text);
    demand(line.line === "order" && line["position"] === position, `line ${position + 2} was no order there`);
    demand("salt" in line, `line ${position + 2} was hidden without a salt`);
    demand(isEmpty(line["rolls"]) && isEmpty(line["links"]), "dice fell in a hidden line");
    this.hidden.delete(position);
  }

  private link(digest: Uint8Array, hash: string): void {
    this.hash = hashed("line", this.hash, digest);
    this.hashes.push(hex(this.hash));
    demand(hash === this.hashes.at(-1), "its hash does not fit: it, or one before, was changed");
  }

  private follow(line: Fields & { line: string }, place: number): void {
    const { line: kind } = line;
    const { gone } = this;
    this.gone = -1;
    demand(!this.ended, "nothing comes after the end");
    demand((kind === "setup") === place < 0, "a record has one set-up line, its first");
    demand(kind === "setup" || kind === "end" || line["position"] === place, `its position is not ${place}`);
    const goesOn = this.call === null || leaves(line["act"]) || ["order", "keys", "end"].includes(kind);
    demand(goesOn, "a roll is called, and must come first");
    if (place >= 0 && place < this.forked) return;
    this.ended = kind === "end";
    demand(this.typed || kind !== "ruled", "only where people roll the dice can they rule otherwise");
    demand(!this.typed || !KEYS.includes(kind), "people roll: there are no keys");
    switch (kind) {
      case "setup":
        return this.begin(line);
      case "keys":
        return this.renew(line, gone);
      case "key":
        return this.bring(line, 1 + Number(line["side"]));
      case "deposit":
        return this.deposit(1 + Number(line["side"]));
      case "call":
        return this.invoke(line, place);
      case "order":
        return this.order(line);
      case "act":
        if (leaves(line["act"]) && String(line["act"]).startsWith("takeover/")) this.gone = Number(line["side"] ?? -1);
    }
  }

  private begin(line: Fields): void {
    demand(line["format"] === 2 && isWhole(line["forked"], 0, MOST_FORKED), "it is not of format 2");
    this.forked = line["forked"];
    if (line["dice"] === "typed") this.typed = true;
    else this.draw(line["dice"]);
  }

  /** A set of keys: the anchors that the host drew, and null for those that seats will bring. */
  private draw(dice: unknown): void {
    const three = Array.isArray(dice) && dice.length === 3 && typeof dice[0] === "string";
    demand(three, "it has not the anchors of three chains");
    const tips = (dice as unknown[]).map((anchor) => (anchor === null ? null : bytes(anchor)));
    const told = tips.filter((tip) => tip !== null).map(hex);
    demand(new Set(told).size === told.length, "two anchors are alike");
    this.tips = tips as Three<Uint8Array | null>;
    this.states = tips.map((tip) => (tip === null ? "awaited" : "host")) as Three<Holder>;
    this.number = 0;
    this.call = null;
  }

  private renew(line: Fields, gone: number): void {
    const why = line["why"];
    demand(why === "agreed" || why === "spent" || why === "gone", "new keys are agreed, or the old ones spent or gone");
    demand(why !== "spent" || this.number === LENGTH, `the keys are not spent: ${this.number} of ${LENGTH} were used`);
    const kept = this.states[gone + 1] === "seat";
    demand(why !== "gone" || kept, "the line before took over for nobody who kept a key");
    if (this.call !== null) this.givenUp.push(this.hashes.length);
    if (why === "agreed") this.agreed.push(this.hashes.length);
    this.draw(line["dice"]);
  }

  private bring(line: Fields, place: number): void {
    const by = line["by"];
    demand(this.states[place] === "awaited" && (by === "seat" || by === "host"), `${CHAINS[place]!} has its key`);
    const anchor = bytes(line["anchor"]);
    demand(!this.tips.some((tip) => same(anchor, tip)), "two anchors are alike");
    this.tips[place] = anchor;
    this.states[place] = by;
  }

  private deposit(place: number): void {
    demand(this.complete, "not all three keys stand in the log");
    demand(this.states[place] === "seat", `${CHAINS[place]!} keeps no key`);
    this.states[place] = "deposited";
  }

  private invoke(line: Fields, position: number): void {
    demand(this.complete, "not all three keys stand in the log");
    demand(this.states.includes("seat"), "dice are called, and no seat keeps a key");
    const roll = line["roll"];
    demand(isWhole(roll, this.number + 1, Math.min(this.number + 1, LENGTH)), "it does not call the next roll");
    const side = Number(line["side"]);
    this.call = { hash: this.hashes.at(-1)!, position, side, roll, order: JSON.stringify(line["order"]) };
  }

  private order(line: Fields): void {
    const { rolls, links } = line as { rolls: unknown; links: unknown };
    if (isEmpty(rolls)) {
      demand(isEmpty(links) && this.call === null, "no dice fell, but it has links, or dice were called");
      return;
    }
    if (this.typed) {
      const marked =
        Array.isArray(rolls) && rolls.every((one) => typeof one === "object" && one !== null && "typed" in one);
      const seen = isEmpty(links) && !("salt" in line);
      demand(marked && seen, "dice of people say typed, have no links, and are seen");
      this.rolls += 1;
      return;
    }
    demand(this.complete && this.number < LENGTH, "dice fell before all keys stood, or when spent");
    demand(Array.isArray(rolls) && Array.isArray(links) && links.length === 3, "its dice have not three links");
    const { call } = this;
    const called = call !== null && call.side === line["side"] && call.order === JSON.stringify(line["order"]);
    demand(called || !this.states.includes("seat"), "a seat keeps its key, and this order was not called");
    demand(!("salt" in line), "dice fell in a hidden line");
    const shown = links.map(bytes) as Three<Uint8Array>;
    shown.forEach((link, place) => {
      const next = same(hashed("link", link), this.tips[place]!);
      demand(next, `the link of ${CHAINS[place]!} is not the next of its chain`);
    });
    fell(rollKey(shown), rolls);
    this.tips = shown;
    this.number += 1;
    this.call = null;
    this.rolls += 1;
    if (this.states.every((state) => state === "host")) this.unkept += 1;
    this.states.forEach((state, place) => (this.under[place]![state] += 1));
  }

  /** What was seen elsewhere: so many lines after the set-up, and the hash there. */
  compare(receipt: string): void {
    const [, lines, seen] = /^([0-9]{1,7}):([0-9a-f]{64})$/.exec(receipt) ?? [];
    demand(lines !== undefined && this.hashes[Number(lines)] === seen, `line ${lines ?? "?"}: changed or cut`);
  }
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isDie = (die: unknown): die is Die =>
  isWhole(die, 1, WORDS - 1) || (Array.isArray(die) && die.length > 0 && die.every((face) => Number.isInteger(face)));

function fell(key: Uint8Array, rolls: readonly unknown[]): void {
  let thrown = 0;
  for (const roll of rolls) {
    const whole = typeof roll === "object" && roll !== null && Object.keys(roll).join(" ") === "rule faces of";
    demand(whole, "a roll is not {rule, faces, of}");
    const { rule, faces, of } = roll as { rule: unknown; faces: unknown; of: unknown };
    demand(Array.isArray(faces) && Array.isArray(of) && of.length > 0, "a roll lists no throws");
    const found: number[] = [];
    for (const handful of of as unknown[]) {
      demand(Array.isArray(handful) && handful.length === 2, "a throw is not [count, die]");
      const [count, die] = handful as [unknown, unknown];
      demand(isWhole(count, 1, MOST_DICE) && isDie(die), "a throw is out of bounds");
      demand(found.length + count <= faces.length, "a roll has fewer faces than dice");
      found.push(...facesOf(key, thrown++, count, die));
    }
    const alike = JSON.stringify(faces) === JSON.stringify(found);
    demand(alike, `${String(rule)} shows ${JSON.stringify(faces)}; the keys give ${JSON.stringify(found)}`);
  }
}

/** A whole record; `Wrong` begins with the line. */
export function check(rows: readonly string[], receipts: readonly string[] = []): Checker {
  const checker = new Checker();
  rows.forEach((row, at) => {
    try {
      checker.take(row);
    } catch (error) {
      throw new Wrong(`line ${at + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  demand(rows.length > checker.forked, `line 1: cut; ${checker.forked} lines were played elsewhere`);
  for (const receipt of receipts) checker.compare(receipt);
  return checker;
}
