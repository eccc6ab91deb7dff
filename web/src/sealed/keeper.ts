/**
 * What a client does for its seat where dice are sealed: it checks every line, keeps the key, and shows a link only for a
 * call that stands at the end of a log that it has checked.
 */

import type { Answer, DiceView, KeysBody, LineMessage, Offer, Order, Side } from "../api/types";
import { chain, hex, unhex } from "./chain";
import { type Call, Checker, type Holder } from "./checker";
import { say } from "../language/language";

/** An order that this browser has sent: where it was made, and the line that it became. */
export interface SentOrder {
  readonly order: Order;
  readonly from: number;
  readonly at: number | null;
}

/** What is kept for good, and before anything is sent. All tabs of a browser share it. */
export interface Kept {
  /** The secret of the key in use; empty while there is none here. */
  readonly secret: string;
  /** For each roll of this key, the hash of the call for which its link was shown. */
  readonly shown: Readonly<Record<string, string>>;
  /** The newest line that was checked: how many after the set-up, and the hash there. */
  readonly seen: { readonly lines: number; readonly hash: string } | null;
  /** Whether dice are called there and have not fallen, and whether the game is over there. */
  readonly open: boolean;
  readonly over: boolean;
  /** Whether the player leaves the key with the host. */
  readonly deposit: boolean;
  /** Whether the player has agreed to the next new keys, and the line of those that were taken last. */
  readonly agreed: boolean;
  readonly renewed: number;
  /** Orders that this browser has sent, the newest last. */
  readonly sent: readonly SentOrder[];
  /** Whether standing orders were given here, which pass in windows. */
  readonly stands: boolean;
  /** The last line that is an order in this side's name, and not of this browser; 0 if there is none. */
  readonly strange: number;
  /** How many lines were played elsewhere, if this browser has made the match or taken a seat in it. */
  readonly forked: number | null;
  /** How often the other side was seen to ask for new keys, and whether it asks now. */
  readonly asked: number;
  readonly asking: boolean;
  /** Why no link is shown any more, and what the player went on after, by new keys. */
  readonly alarm: string;
  readonly forgiven: string;
}

/** Where it is kept. Of several tabs the one opened last has it. */
export interface Shelf {
  read(): Kept | null;
  write(kept: Kept): void;
  /** Takes the key for this tab. */
  claim(): void;
  mine(): boolean;
}

export interface KeeperOptions {
  /** Whose key is kept; null for spectators and the two at one screen, who check and have none. */
  readonly side: Side | null;
  /** Whether this is the screen of both sides, for whom the host draws. */
  readonly both?: boolean;
  readonly shelf: Shelf;
  readonly post: (body: KeysBody) => Promise<Answer>;
  /** Whether standing orders of the player, if there are any, would have given this order now. */
  readonly passes?: (order: unknown) => boolean;
  readonly draw?: () => Uint8Array;
  readonly now?: () => number;
  readonly changed?: () => void;
}

export const EMPTY: Kept = {
  secret: "",
  shown: {},
  seen: null,
  open: false,
  over: false,
  deposit: false,
  agreed: false,
  renewed: -1,
  sent: [],
  stands: false,
  strange: 0,
  forked: 0,
  asked: 0,
  asking: false,
  alarm: "",
  forgiven: "",
};
/** Of a match that this browser has neither made nor taken a seat in. */
const UNSAID: Kept = { ...EMPTY, deposit: true, forked: null };
/** How long a host may take for dice whose links are all there. */
export const WITHHELD_MS = 10_000;
const MOST_SENT = 200;

export function drawSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** A key as it is brought to a new match, of which so many lines were played elsewhere: what is kept, and what is told. */
export function newKey(deposit: boolean, forked = 0, draw = drawSecret): { kept: Kept; anchor: string } {
  const secret = draw();
  return { kept: { ...EMPTY, secret: hex(secret), deposit, forked }, anchor: hex(chain(secret)[0]!) };
}

/** Whether an order in the log is the one that was sent: all of it, and nothing that was not chosen. */
export function isSame(sent: unknown, told: unknown): boolean {
  if (typeof sent !== "object" || sent === null || typeof told !== "object" || told === null) return sent === told;
  if (Array.isArray(sent) !== Array.isArray(told)) return false;
  const fields = Object.entries(sent);
  return (
    fields.length === Object.keys(told).length &&
    fields.every(([name, value]) => Object.hasOwn(told, name) && isSame(value, (told as Record<string, unknown>)[name]))
  );
}

/** Which of the orders that were sent this line may be: one of the last message before it, that is no other line yet. */
function placeOf(sent: readonly SentOrder[], order: unknown, line: number): number {
  const latest = Math.max(...sent.map(({ from }) => (from <= line ? from : -1)));
  const fits = (one: SentOrder): boolean => one.from === latest && isSame(one.order, order);
  const known = sent.findIndex((one) => one.at === line && isSame(one.order, order));
  return known >= 0 ? known : sent.findIndex((one) => one.at === null && fits(one));
}

interface KeyLine {
  readonly line: string;
  readonly side?: number;
  readonly anchor?: string;
  readonly why?: string;
  readonly dice?: (string | null)[];
  readonly act?: string;
  readonly order?: unknown;
}

export class Keeper {
  readonly checker = new Checker();
  readonly side: Side | null;
  readonly #options: KeeperOptions;
  #kept: Kept;
  /** What was seen in an earlier life of this page: lines up to there were judged then. */
  readonly #before: Kept["seen"];
  /** The anchor of this side in the log. */
  #anchor = "";
  #links: { readonly secret: string; readonly chain: readonly Uint8Array[] } = { secret: "", chain: [] };
  #busy = false;
  /** The roll whose link the host has stored, and since when no link is missing. */
  #stored = 0;
  #complete = 0;
  #foreign = false;
  /** All that there was when the page was opened is known. */
  #current = false;
  /** A bot plays on for this side. */
  #away = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.side = options.side;
    this.#kept = options.shelf.read() ?? EMPTY;
    this.#before = this.#kept.seen;
    options.shelf.claim();
  }

  get kept(): Kept {
    return this.#kept;
  }
  get alarm(): string {
    return this.#kept.alarm;
  }
  /** Who can show the links of this side. */
  get holder(): Holder | null {
    return this.side === null ? null : this.checker.states[1 + this.side]!;
  }
  /** Whether the key that stands in the log for this side is here. */
  get hasKey(): boolean {
    return this.#anchor !== "" && this.#own(0) === this.#anchor;
  }
  /** Dice are called for an order in this side's name that this browser has not sent. */
  get foreign(): boolean {
    return this.#foreign;
  }

  // What is heard

  /** The set-up line, as the record has it. */
  begin(row: string): void {
    this.#check(() => {
      this.checker.take(row);
      const { dice } = JSON.parse(row) as { dice: (string | null)[] };
      if (this.side !== null) this.#anchor = dice[1 + this.side] ?? "";
    });
    const { forked } = this.#kept;
    if (forked !== null && this.checker.forked !== forked)
      this.#raise(say("The host says that {forked} lines were played elsewhere.", { forked: this.checker.forked }));
    this.#compare();
  }

  /** The next line of the stream. One that was heard before must be the same. */
  take(line: LineMessage): void {
    this.#refresh();
    if (this.alarm) return;
    if (line.position < this.checker.lines) {
      if (line.hash !== this.checker.hashes[line.position + 1]) this.#another(line.position + 1);
      return;
    }
    const called = this.checker.call !== null;
    this.#check(() => {
      if (line.text !== undefined) this.checker.tell(line.text, line.hash ?? "");
      else this.checker.conceal(line.digest ?? "", line.hash ?? "");
      for (const [position, text] of Object.entries(line.opened ?? {})) this.checker.open(Number(position), text);
    });
    if (this.alarm) return;
    if (line.text !== undefined && line.position >= this.checker.forked) this.#follow(line, called);
    if (line.result !== null && this.checker.hidden.size > 0)
      this.#raise(say("The host has not shown what was hidden."));
    this.#compare();
  }

  /** All lines that the host has were taken: they must not end before what was seen. */
  caughtUp(over = false): void {
    this.#refresh();
    if (this.#before && this.#before.lines > this.checker.lines) this.#another(this.#before.lines);
    const { seen } = this.#kept;
    if (!this.alarm && this.checker.hashes.length > 0 && (seen?.lines ?? -1) <= this.checker.lines)
      this.#keep({ seen: this.#newest, open: this.checker.call !== null, over: over || this.checker.ended });
    this.#current = true;
    void this.settle();
  }

  notice(dice: DiceView | undefined): void {
    const whole = dice?.call?.missing.length === 0;
    if (!whole) this.#complete = 0;
    else if (this.#complete === 0) this.#complete = this.#now();
    this.#options.changed?.();
  }

  /** What is offered at the table: how often the other side asks for new keys is counted here. */
  offered(offers: readonly Offer[]): void {
    this.#refresh();
    const asking = offers.some(({ kind, side }) => kind === "keys" && side !== this.side);
    if (asking !== this.#kept.asking) this.#keep({ asking, asked: this.#kept.asked + (asking ? 1 : 0) });
  }

  #check(take: () => void): void {
    try {
      take();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#raise(
        say("The host shows a line that cannot be (line {lines}): {why}.", { lines: this.checker.lines, why }),
      );
    }
  }

  #compare(): void {
    const seen = this.#before;
    if (seen && this.checker.lines === seen.lines && this.checker.hashes.at(-1) !== seen.hash)
      this.#another(seen.lines);
  }

  #another(line: number): void {
    this.#raise(say("The host shows another game than the one that you have seen (line {line}).", { line }));
  }

  #raise(alarm: string): void {
    if (!this.alarm) this.#keep({ alarm });
  }

  /** Lines about this side: its keys, its orders, and who plays for it. `called`: the line before was a call. */
  #follow({ text, position }: LineMessage, called: boolean): void {
    const line = JSON.parse(`${text}}`) as KeyLine;
    if (line.line !== "call") this.#foreign = false;
    if (line.line === "keys") this.#renewed(line, position);
    if (this.side === null || line.side !== this.side) return;
    if (line.line === "key") this.#brought(line.anchor ?? "");
    else if (line.act?.startsWith("takeover/player/")) this.#away = true;
    else if (line.line === "order" && !called && !this.#isOld && !this.#gave(line.order, position))
      this.#keep({ strange: position + 1 });
  }

  /** Whether the last line is of a time before this page: it was judged then, or by another browser of the player. */
  get #isOld(): boolean {
    if (this.#before) return this.checker.lines <= this.#before.lines;
    return this.#kept.forked === null && !this.#current;
  }

  #brought(anchor: string): void {
    this.#anchor = anchor;
    if (this.#isOld || !this.#kept.secret || this.hasKey) return;
    this.#raise(say("Another dice key than yours stands in your place."));
  }

  #renewed({ why, dice }: KeyLine, position: number): void {
    if (this.side === null) return;
    this.#anchor = dice?.[1 + this.side] ?? "";
    this.#stored = 0;
    const { agreed, renewed } = this.#kept;
    if (renewed >= position || (this.#isOld && !agreed)) return;
    if (why === "agreed" && !agreed) {
      this.#raise(say("The host has drawn new dice keys to which you have not agreed."));
      return;
    }
    // In one go, so that a page that dies here does not take the agreement for missing.
    this.#keep({ secret: "", shown: {}, agreed: false, renewed: position, strange: 0, seen: this.#newest });
  }

  get #newest(): { lines: number; hash: string } {
    return { lines: this.checker.lines, hash: this.checker.hashes.at(-1)! };
  }

  // What the player does

  /** Before orders are sent that were made at a position. */
  sending(orders: readonly Order[], from: number): void {
    this.#refresh();
    const sent = orders.map((order) => ({ order, from, at: null }));
    this.#keep({ sent: [...this.#kept.sent, ...sent].slice(-MOST_SENT) });
  }

  /** Before standing orders are sent. */
  standing(): void {
    this.#refresh();
    this.#keep({ stands: true });
  }

  /** The player asks for new keys, or accepts them. */
  agree(): void {
    this.#refresh();
    this.#keep({ agreed: true });
  }

  /**
   * The player goes on by new keys after an alarm, as when a host was set back to a backup. What is here is forgotten, the key
   * first: whoever keeps it next begins with the lines as the host shows them now.
   */
  goOn(): void {
    this.#refresh();
    const { deposit, stands, asked, alarm } = this.#kept;
    this.#keep({ ...EMPTY, deposit, stands, asked, forked: null, agreed: true, forgiven: alarm });
  }

  /** Whether the key is left with the host; a key that lies there already comes back with new keys only. */
  chooseDeposit(deposit: boolean): void {
    this.#refresh();
    this.#keep({ deposit });
    void this.settle();
  }

  // What is sent

  /** Does what is due: brings a key, deposits it, or shows the link for an open call. */
  async settle(): Promise<void> {
    this.#refresh();
    if (this.alarm || this.#busy || this.checker.ended || !this.#options.shelf.mine()) return;
    const body = this.#due();
    if (body === null) return;
    this.#busy = true;
    const roll = this.checker.number + 1; // by the time of the answer the dice may have fallen
    try {
      const answer = await this.#options.post(body);
      if (body.link && answer.status === "accepted") this.#stored = roll;
    } catch {
      // Nobody answered: it is done again with the next word of the host.
    } finally {
      this.#busy = false;
      this.#options.changed?.();
    }
  }

  #due(): KeysBody | null {
    const { side, holder } = this;
    const { call, states } = this.checker;
    if (side === null) {
      const awaited = ([0, 1] as const).find((one) => states[1 + one] === "awaited");
      return this.#options.both && awaited !== undefined ? { draw: "host", side: awaited } : null;
    }
    if (holder === "awaited") return { anchor: this.#bring(), side };
    if (holder !== "seat" || !this.hasKey) return null;
    if (call) return this.#link(call, side);
    if (this.#kept.deposit && this.checker.complete) return { deposit: this.#kept.secret, side };
    return null;
  }

  #bring(): string {
    if (!this.#kept.secret) this.#keep({ secret: hex((this.#options.draw ?? drawSecret)()) });
    return this.#own(0);
  }

  #link({ roll, hash, position, ...call }: Call, side: Side): KeysBody | null {
    const { shown, strange } = this.#kept;
    if (this.#stored === roll) return null;
    if (shown[roll] !== undefined && shown[roll] !== hash) {
      this.#raise(say("The host calls roll {roll} again, for another order.", { roll }));
      return null;
    }
    if (Object.keys(shown).some((later) => Number(later) > roll)) return null;
    this.#foreign = call.side === side && !this.#gave(JSON.parse(call.order), position);
    if (this.#foreign || strange) return null;
    this.#keep({ shown: { ...shown, [roll]: hash }, seen: this.#newest });
    return { call: hash, link: this.#own(roll), side };
  }

  /** Whether an order of this side, at a line, is one that the player has given: once sent is once given. */
  #gave(order: unknown, line: number): boolean {
    if (this.#away) return true;
    const { sent, stands } = this.#kept;
    const place = placeOf(sent, order, line);
    if (place < 0) return stands && (this.#options.passes?.(order) ?? false);
    if (sent[place]!.at === null) this.#keep({ sent: sent.with(place, { ...sent[place]!, at: line }) });
    return true;
  }

  #own(number: number): string {
    const bytes = unhex(this.#kept.secret);
    if (!bytes) return "";
    if (this.#links.secret !== this.#kept.secret) this.#links = { secret: this.#kept.secret, chain: chain(bytes) };
    return hex(this.#links.chain[number]!);
  }

  /** Another tab may have written meanwhile. */
  #refresh(): void {
    this.#kept = this.#options.shelf.read() ?? this.#kept;
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#options.shelf.write(this.#kept);
    this.#options.changed?.();
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  /** For how many seconds the host has had all links without showing the dice; nothing before ten. */
  withheld(): number | null {
    const { call } = this.checker;
    if (!call || this.#stored !== call.roll || this.#complete === 0) return null;
    const since = this.#now() - this.#complete;
    return since >= WITHHELD_MS ? Math.floor(since / 1000) : null;
  }
}

/**
 * A shelf in the browser's store, for one side of one match, or for who only checks it. A key of which nothing was said is left
 * with the host.
 */
export function browserShelf(store: Pick<Storage, "getItem" | "setItem">, match: string, side: Side | null): Shelf {
  const key = `hulldown.keys.${match}.${side ?? "watch"}`;
  const tab = hex(drawSecret());
  return {
    read: () => {
      try {
        return { ...UNSAID, ...(JSON.parse(store.getItem(key) ?? "null") as Kept | null) };
      } catch {
        return UNSAID;
      }
    },
    write: (kept) => store.setItem(key, JSON.stringify(kept)),
    claim: () => store.setItem(`${key}.tab`, tab),
    mine: () => store.getItem(`${key}.tab`) === tab,
  };
}
