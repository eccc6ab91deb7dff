/**
 * What a client does for its seat where dice are sealed: it checks every line, keeps the key, and shows a link only for a
 * call that stands at the end of a log that it has checked.
 */

import type { Answer, DiceView, KeysBody, LineMessage, Order, Side } from "../api/types";
import { chain, hex, unhex } from "./chain";
import { Checker } from "./checker";

/** What is kept for good, and before anything is sent. */
export interface Kept {
  /** The secret of the key in use; empty while there is none here. */
  readonly secret: string;
  /** For each roll of this key, the hash of the call for which its link was shown. */
  readonly shown: Readonly<Record<string, string>>;
  /** The newest line that was checked: how many after the set-up, and the hash there. */
  readonly seen: { readonly lines: number; readonly hash: string } | null;
  /** Whether the player leaves the key with the host. */
  readonly deposit: boolean;
  /** Whether the player has agreed to the next new keys. */
  readonly agreed: boolean;
  /** Orders that this browser has sent, the newest last. */
  readonly sent: readonly Order[];
  /** Why no link is shown any more. */
  readonly alarm: string;
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
  readonly side: Side;
  readonly shelf: Shelf;
  readonly post: (body: KeysBody) => Promise<Answer>;
  /** How many lines were played elsewhere, in a fork that this browser has made; else none. */
  readonly forked?: number;
  /** Whether the player's own standing orders may have given this order. */
  readonly stands?: (order: unknown) => boolean;
  readonly draw?: () => Uint8Array;
  readonly now?: () => number;
  readonly changed?: () => void;
}

export const EMPTY: Kept = { secret: "", shown: {}, seen: null, deposit: false, agreed: false, sent: [], alarm: "" };
const UNSAID: Kept = { ...EMPTY, deposit: true };
/** How long a host may take for dice whose links are all there. */
export const WITHHELD_MS = 10_000;
const MOST_SENT = 60;

export function drawSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** A key as it is brought to a new match: what is kept, and what is told. */
export function newKey(deposit: boolean, draw: () => Uint8Array = drawSecret): { kept: Kept; anchor: string } {
  const secret = draw();
  return { kept: { ...EMPTY, secret: hex(secret), deposit }, anchor: hex(chain(secret)[0]!) };
}

/** Whether an order in the log is one that was sent: the referee writes out what was left to its default. */
export function isSame(sent: unknown, told: unknown): boolean {
  if (typeof sent !== "object" || sent === null || typeof told !== "object" || told === null) return sent === told;
  if (Array.isArray(sent) !== Array.isArray(told)) return false;
  if (Array.isArray(sent) && sent.length !== (told as unknown[]).length) return false;
  return Object.entries(sent).every(([name, value]) => isSame(value, (told as Record<string, unknown>)[name]));
}

export class Keeper {
  readonly checker = new Checker();
  readonly side: Side;
  readonly #options: KeeperOptions;
  #kept: Kept;
  /** The anchor of this side in the log. */
  #anchor = "";
  #links: Uint8Array[] = [];
  #busy = false;
  /** The roll whose link the host has stored, and since when no link is missing. */
  #stored = 0;
  #complete = 0;
  #strange = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.side = options.side;
    this.#kept = options.shelf.read() ?? EMPTY;
    options.shelf.claim();
  }

  get kept(): Kept {
    return this.#kept;
  }
  get alarm(): string {
    return this.#kept.alarm;
  }
  /** Whether the key that stands in the log for this side is here. */
  get hasKey(): boolean {
    return this.#anchor !== "" && this.#own(0) === this.#anchor;
  }
  /** An order in this side's name that this browser has not sent waits for its link. */
  get strange(): boolean {
    return this.#strange;
  }

  // What is heard

  /** The set-up line, as the record has it. */
  begin(row: string): void {
    this.#check(() => {
      this.checker.take(row);
      const { dice } = JSON.parse(row) as { dice: (string | null)[] };
      this.#anchor = dice[1 + this.side] ?? "";
    });
    const elsewhere = this.checker.forked;
    if (elsewhere !== (this.#options.forked ?? 0))
      this.#raise(`The host says that ${elsewhere} lines were played elsewhere.`);
    this.#compare();
  }

  /** The next line of the stream. One that was heard before must be the same. */
  take(line: LineMessage): void {
    if (this.alarm) return;
    if (line.position < this.checker.lines) {
      if (line.hash !== this.checker.hashes[line.position + 1]) this.#another(line.position + 1);
      return;
    }
    this.#check(() => {
      if (line.text !== undefined) this.checker.tell(line.text, line.hash ?? "");
      else this.checker.conceal(line.digest ?? "", line.hash ?? "");
      for (const [position, text] of Object.entries(line.opened ?? {})) this.checker.open(Number(position), text);
    });
    if (this.alarm) return;
    if (line.text !== undefined && line.position >= this.checker.forked) this.#follow(line.text);
    if (line.result !== null && this.checker.hidden.size > 0) this.#raise("The host has not shown what was hidden.");
    this.#compare();
  }

  /** All lines that the host has were taken: they must not end before what was seen. */
  caughtUp(): void {
    const { seen } = this.#kept;
    if (seen && seen.lines > this.checker.lines) this.#another(seen.lines);
    if (!this.alarm && this.checker.hashes.length > 0) this.#keep({ seen: this.#newest });
    void this.settle();
  }

  notice(dice: DiceView | undefined): void {
    const whole = dice?.call?.missing.length === 0;
    if (!whole) this.#complete = 0;
    else if (this.#complete === 0) this.#complete = this.#now();
    this.#options.changed?.();
  }

  #check(take: () => void): void {
    try {
      take();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#raise(`The host shows a line that cannot be (line ${this.checker.lines}): ${why}.`);
    }
  }

  #compare(): void {
    const { seen } = this.#kept;
    if (seen && this.checker.lines === seen.lines && this.checker.hashes.at(-1) !== seen.hash)
      this.#another(seen.lines);
  }

  #another(line: number): void {
    this.#raise(`The host shows another game than the one that you have seen (line ${line}).`);
  }

  #raise(alarm: string): void {
    if (!this.alarm) this.#keep({ alarm });
  }

  /** Lines about the keys of this side. */
  #follow(text: string): void {
    const line = JSON.parse(`${text}}`) as { line: string; side?: number; anchor?: string; why?: string };
    if (line.line === "key" && line.side === this.side) this.#brought(line.anchor ?? "");
    else if (line.line === "keys") this.#renewed(line as { why?: string; dice?: (string | null)[] });
    if (line.line !== "call") this.#strange = false;
  }

  /** Whether the last line was checked before, in an earlier life of this page. */
  get #isOld(): boolean {
    return this.#kept.seen !== null && this.checker.lines <= this.#kept.seen.lines;
  }

  #brought(anchor: string): void {
    this.#anchor = anchor;
    if (this.#isOld || !this.#kept.secret || this.hasKey) return;
    this.#raise("Another dice key than yours stands in your place.");
  }

  #renewed({ why, dice }: { why?: string; dice?: (string | null)[] }): void {
    this.#anchor = dice?.[1 + this.side] ?? "";
    if (this.#isOld) return;
    if (why === "agreed" && !this.#kept.agreed) {
      this.#raise("The host has drawn new dice keys to which you have not agreed.");
      return;
    }
    this.#links = [];
    this.#stored = 0;
    // In one go, so that a page that dies here does not take the agreement for missing.
    this.#keep({ secret: "", shown: {}, agreed: false, seen: this.#newest });
  }

  get #newest(): { lines: number; hash: string } {
    return { lines: this.checker.lines, hash: this.checker.hashes.at(-1)! };
  }

  // What the player does

  /** Before orders are sent. */
  sending(orders: readonly Order[]): void {
    this.#keep({ sent: [...this.#kept.sent, ...orders].slice(-MOST_SENT) });
  }

  /** The player asks for new keys, or accepts them. */
  agree(): void {
    this.#keep({ agreed: true });
  }

  /** Whether the key is left with the host; a key that lies there already comes back with new keys only. */
  chooseDeposit(deposit: boolean): void {
    this.#keep({ deposit });
    void this.settle();
  }

  // What is sent

  /** Does what is due: brings a key, deposits it, or shows the link for an open call. */
  async settle(): Promise<void> {
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
    const { states, call } = this.checker;
    const state = states[1 + this.side];
    const { side } = this;
    if (state === "awaited") return { anchor: this.#bring(), side };
    if (state !== "seat" || !this.hasKey) return null;
    if (call) return this.#link(call.roll, call.hash);
    if (this.#kept.deposit && this.checker.complete) return { deposit: this.#kept.secret, side };
    return null;
  }

  #bring(): string {
    if (!this.#kept.secret) {
      this.#keep({ secret: hex((this.#options.draw ?? drawSecret)()) });
      this.#links = [];
    }
    return this.#own(0);
  }

  #link(roll: number, call: string): KeysBody | null {
    const { shown } = this.#kept;
    const asked = this.checker.call!;
    if (this.#stored === roll) return null;
    if (shown[roll] !== undefined && shown[roll] !== call) {
      this.#raise(`The host calls roll ${roll} again, for another order.`);
      return null;
    }
    if (Object.keys(shown).some((later) => Number(later) > roll)) return null;
    if (asked.side === this.side && !this.#gave(JSON.parse(asked.order))) {
      this.#strange = true;
      return null;
    }
    this.#keep({ shown: { ...shown, [roll]: call }, seen: this.#newest });
    return { call, link: this.#own(roll), side: this.side };
  }

  #gave(order: unknown): boolean {
    return this.#kept.sent.some((sent) => isSame(sent, order)) || (this.#options.stands?.(order) ?? false);
  }

  #own(number: number): string {
    const secret = unhex(this.#kept.secret);
    if (!secret) return "";
    if (this.#links.length === 0) this.#links = chain(secret);
    return hex(this.#links[number]!);
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

/** A shelf in the browser's store, for one side of one match. A key of which nothing was said is left with the host. */
export function browserShelf(store: Pick<Storage, "getItem" | "setItem">, match: string, side: Side): Shelf {
  const key = `hulldown.keys.${match}.${side}`;
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
