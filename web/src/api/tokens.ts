import type { Side } from "./types";

/** What this browser may do in a match, and enough about it for the list of games. */
export interface Seat {
  readonly match: string;
  readonly token: string;
  readonly side: Side | null;
  readonly title: string;
  readonly when: number;
  readonly watch?: string;
  readonly invitation?: string;
  readonly watching?: boolean;
  readonly over?: boolean;
  /** A game that tries something out: the address of the editor where that is made. It stands in no list. */
  readonly trial?: string;
  /** How many lines of the log there were when the game was last looked at. */
  readonly looked?: number;
}

export interface Keep {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const KEY = "hulldown.seats";
const MOST = 60;

/** The seats of this browser, the newest first. A browser that forbids keeping them forgets them with the page. */
export class Seats {
  readonly #keep: Keep;
  #seats: Seat[];

  constructor(keep: Keep) {
    this.#keep = keep;
    this.#seats = read(keep);
  }

  all(): readonly Seat[] {
    return this.#seats;
  }
  of(match: string): Seat | undefined {
    return this.#seats.find((seat) => seat.match === match);
  }
  add(seat: Seat): void {
    this.#put([seat, ...this.#seats.filter((other) => other.match !== seat.match)]);
  }
  change(match: string, change: Partial<Seat>): void {
    this.#put(this.#seats.map((seat) => (seat.match === match ? { ...seat, ...change } : seat)));
  }
  forget(match: string): void {
    this.#put(this.#seats.filter((seat) => seat.match !== match));
  }

  #put(seats: Seat[]): void {
    this.#seats = seats.slice(0, MOST);
    try {
      this.#keep.setItem(KEY, JSON.stringify(this.#seats));
    } catch {
      // Full or forbidden.
    }
  }
}

function read(keep: Keep): Seat[] {
  try {
    const data: unknown = JSON.parse(keep.getItem(KEY) ?? "[]");
    return Array.isArray(data) ? data.filter(isSeat) : [];
  } catch {
    return [];
  }
}

function isSeat(value: unknown): value is Seat {
  const seat = value as Partial<Seat> | null;
  return typeof seat === "object" && seat !== null && typeof seat.match === "string" && typeof seat.token === "string";
}

/** Whether this browser keeps anything. */
export const keepsNothing = (): boolean => {
  try {
    return browserKeep() !== localStorage;
  } catch {
    return true;
  }
};

/** An id that nobody guesses, also where a page comes by plain http and the browser makes none by itself. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** The browser's own store, or one that forgets. */
export function browserKeep(): Keep {
  try {
    localStorage.setItem("hulldown.test", "1");
    localStorage.removeItem("hulldown.test");
    return localStorage;
  } catch {
    const kept = new Map<string, string>();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }
}
