/** A plan in the making: one order for each unit, kept in this hand and tried on a copy of the table until it is sent as a whole. */
import { unitIn } from "../api/orders";
import type { Order, Picture, Refusal, Rehearsal, RehearsalBody } from "../api/types";

export type Draft = readonly Order[];

/** A unit's new order takes the place of its old one; without an old one it is the last. */
export function withOrder(draft: Draft, order: Order): Draft {
  const at = draft.findIndex((one) => unitIn(one) === unitIn(order));
  return at < 0 ? [...draft, order] : draft.with(at, order);
}
export const withoutUnit = (draft: Draft, unit: number): Draft => draft.filter((order) => unitIn(order) !== unit);
/** The order of a unit moves to where the one of another stands. */
export function movedTo(draft: Draft, unit: number, other: number): Draft {
  const [from, to] = [unit, other].map((one) => draft.findIndex((order) => unitIn(order) === one)) as [number, number];
  const order = draft[from];
  return order && to >= 0 ? draft.toSpliced(from, 1).toSpliced(to, 0, order) : draft;
}

/** Where a draft outlives the page: sessionStorage, or nothing. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface Drafted {
  readonly draft: Draft;
  /** The table as the draft would leave it. */
  readonly rehearsed: Picture | null;
}
export interface Desk {
  readonly match: string;
  rehearse(body: RehearsalBody): Promise<Rehearsal>;
}

const NONE: Drafted = { draft: [], rehearsed: null };
/** After how many milliseconds a rehearsal that nobody answered is asked for again. */
const ASK_AGAIN = 1000;

export class Drafting {
  readonly #desk: Desk;
  readonly #shelf: Shelf | undefined;
  readonly #changed: (now: Drafted) => void;
  readonly #refused: (refusal: Refusal) => void;
  #now = NONE;
  /** The position that it belongs to; null where none is kept. */
  #position: number | null = null;
  #past: Draft[] = [];
  #ahead: Draft[] = [];
  #asked = 0;
  #settled: Promise<void> = Promise.resolve();

  constructor(
    desk: Desk,
    shelf: Shelf | undefined,
    changed: (now: Drafted) => void,
    refused: (refusal: Refusal) => void,
  ) {
    this.#desk = desk;
    this.#shelf = shelf;
    this.#changed = changed;
    this.#refused = refused;
  }

  get draft(): Draft {
    return this.#now.draft;
  }
  /** How many changes that were taken back can be made again. */
  get again(): number {
    return this.#ahead.length;
  }
  /** Resolves once the picture shows the draft as it is. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /**
   * The table is at a position where a draft can be kept, or (null) cannot. What lies on the shelf for it is taken up again.
   * Where `same` is told, only the position has changed, and nothing that the draft is about.
   */
  at(position: number | null, same = false): void {
    if (position === this.#position) return;
    const draft = position === null ? [] : same ? this.draft : this.#kept(position);
    this.#position = position;
    this.#asked++;
    if (!same) [this.#past, this.#ahead] = [[], []];
    if (draft.length > 0 || this.#now !== NONE) void this.#take(draft);
  }

  put(order: Order): Promise<void> {
    return this.change(withOrder(this.draft, order));
  }
  /** Changes the draft; resolves once the table has been asked what comes of it. */
  change(next: Draft): Promise<void> {
    this.#past.push(this.draft);
    this.#ahead = [];
    return this.#take(next);
  }
  /** Takes the last change back: where none is remembered, the last order. */
  back(): Promise<void> {
    this.#ahead.push(this.draft);
    return this.#take(this.#past.pop() ?? this.draft.slice(0, -1));
  }
  forth(): Promise<void> {
    const next = this.#ahead.pop();
    if (!next) return this.#settled;
    this.#past.push(this.draft);
    return this.#take(next);
  }

  #take(draft: Draft): Promise<void> {
    // The picture of before stays until the new one is there.
    this.#show({ ...this.#now, draft });
    if (draft.length > 0) this.#shelf?.setItem(this.#key, JSON.stringify({ position: this.#position, draft }));
    else this.#shelf?.removeItem(this.#key);
    return (this.#settled = this.#rehearse(++this.#asked));
  }

  async #rehearse(asked: number): Promise<void> {
    const { draft } = this;
    if (draft.length === 0) return this.#show(NONE);
    const body = { position: this.#position ?? 0, orders: draft };
    for (;;) {
      const answer = await this.#desk.rehearse(body).catch(() => null);
      if (asked !== this.#asked) return;
      if (!answer) await new Promise((over) => setTimeout(over, ASK_AGAIN));
      else if (answer.position !== body.position) return;
      else {
        if (!answer.refusal) return this.#show({ draft, rehearsed: answer.picture });
        this.#refused(answer.refusal);
        return this.#take(draft.filter((_, at) => at !== answer.played));
      }
      if (asked !== this.#asked) return;
    }
  }

  #show(now: Drafted): void {
    this.#now = now;
    this.#changed(now);
  }
  get #key(): string {
    return `hulldown.draft.${this.#desk.match}`;
  }
  #kept(position: number): Draft {
    try {
      const kept: unknown = JSON.parse(this.#shelf?.getItem(this.#key) ?? "null");
      if (typeof kept !== "object" || kept === null || !("position" in kept) || !("draft" in kept)) return [];
      return kept.position === position && Array.isArray(kept.draft) ? (kept.draft as Draft) : [];
    } catch {
      return [];
    }
  }
}
