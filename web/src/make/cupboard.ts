/** Where this browser keeps what people make: its database, or else its small store, or else only this page. */
import { browserKeep, keepsNothing, type Keep } from "../api/tokens";

export type Box = "works" | "drafts";
const BOXES: readonly Box[] = ["works", "drafts"];
export interface Named {
  readonly id: string;
}
/** What becomes of a thing that is kept: another one, nothing (it stays), or null (it goes). */
export type Swap<T> = (old: T | undefined) => T | null | undefined;

export interface Cupboard {
  /** Whether anything is there after the page is closed. */
  readonly lasting: boolean;
  all<T extends Named>(box: Box): Promise<T[]>;
  get<T extends Named>(box: Box, id: string): Promise<T | undefined>;
  /** Changes one thing, with nobody between the look and the change; what is there afterwards. */
  swap<T extends Named>(box: Box, id: string, become: Swap<T>): Promise<T | undefined>;
}

/** There is no room left, or this browser forbids it. */
export class Full extends Error {
  constructor() {
    super("This browser has no room left for it. Download what you made, or take something off your shelf.");
  }
}

/** Forgets everything with the page. */
export class Memory implements Cupboard {
  readonly lasting: boolean = false;
  readonly #kept = new Map<string, string>();
  all = async <T extends Named>(box: Box): Promise<T[]> =>
    [...this.#kept].filter(([key]) => key.startsWith(`${box}/`)).map(([, text]) => JSON.parse(text) as T);
  get = async <T extends Named>(box: Box, id: string): Promise<T | undefined> => read(this.#kept.get(`${box}/${id}`));
  swap = async <T extends Named>(box: Box, id: string, become: Swap<T>): Promise<T | undefined> => {
    const old = read<T>(this.#kept.get(`${box}/${id}`));
    const made = become(old);
    if (made === null) this.#kept.delete(`${box}/${id}`);
    else if (made) this.#kept.set(`${box}/${id}`, JSON.stringify(made));
    return made === undefined ? old : (made ?? undefined);
  };
}
function read<T>(text: string | null | undefined): T | undefined {
  try {
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

/** The small store of a browser that has no database for us. */
export class Small implements Cupboard {
  readonly lasting = true;
  readonly #keep: Keep & { readonly length: number; key(at: number): string | null };
  constructor(keep: Keep & { readonly length: number; key(at: number): string | null }) {
    this.#keep = keep;
  }
  async all<T extends Named>(box: Box): Promise<T[]> {
    const keys = Array.from({ length: this.#keep.length }, (_, at) => this.#keep.key(at) ?? "");
    return keys
      .filter((key) => key.startsWith(`hulldown.${box}.`))
      .flatMap((key) => read<T>(this.#keep.getItem(key)) ?? []);
  }
  async get<T extends Named>(box: Box, id: string): Promise<T | undefined> {
    return read<T>(this.#keep.getItem(`hulldown.${box}.${id}`));
  }
  async swap<T extends Named>(box: Box, id: string, become: Swap<T>): Promise<T | undefined> {
    const key = `hulldown.${box}.${id}`;
    const old = read<T>(this.#keep.getItem(key));
    const made = become(old);
    try {
      if (made === null) this.#keep.removeItem(key);
      else if (made) this.#keep.setItem(key, JSON.stringify(made));
    } catch {
      throw new Full();
    }
    return made === undefined ? old : (made ?? undefined);
  }
}

const answered = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((go, fail) => {
    asked.onsuccess = () => go(asked.result);
    asked.onerror = () => fail(asked.error);
  });

class Database implements Cupboard {
  readonly lasting = true;
  readonly #base: IDBDatabase;
  constructor(base: IDBDatabase) {
    this.#base = base;
  }
  async all<T extends Named>(box: Box): Promise<T[]> {
    return answered(this.#base.transaction(box).objectStore(box).getAll() as IDBRequest<T[]>);
  }
  async get<T extends Named>(box: Box, id: string): Promise<T | undefined> {
    return answered(this.#base.transaction(box).objectStore(box).get(id) as IDBRequest<T | undefined>);
  }
  swap<T extends Named>(box: Box, id: string, become: Swap<T>): Promise<T | undefined> {
    return new Promise((go, fail) => {
      const turn = this.#base.transaction(box, "readwrite");
      const store = turn.objectStore(box);
      let now: T | undefined;
      const asked = store.get(id) as IDBRequest<T | undefined>;
      asked.onsuccess = () => {
        const made = become(asked.result);
        now = made === undefined ? asked.result : (made ?? undefined);
        if (made === null) store.delete(id);
        else if (made) store.put(made);
      };
      turn.oncomplete = () => go(now);
      // An error aborts it, and only then is it known why.
      turn.onabort = () => fail(turn.error?.name === "QuotaExceededError" ? new Full() : turn.error);
    });
  }
}

function base(): Promise<Cupboard> {
  return new Promise((go, fail) => {
    const asked = indexedDB.open("hulldown", 1);
    asked.onupgradeneeded = () => BOXES.forEach((box) => asked.result.createObjectStore(box, { keyPath: "id" }));
    asked.onsuccess = () => go(new Database(asked.result));
    asked.onerror = asked.onblocked = () => fail(asked.error);
  });
}

/** The best that this browser has. */
export async function openCupboard(): Promise<Cupboard> {
  try {
    return await base();
  } catch {
    return keepsNothing() ? new Memory() : new Small(browserKeep() as Storage);
  }
}
