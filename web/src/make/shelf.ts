/**
 * The shelf of this browser: works by their ids, each with what it came from. A work never changes and nothing is
 * overwritten; what is taken off can be put back for a moment.
 */
import type { Work } from "../api/types";
import { Full, type Cupboard } from "./cupboard";
import { bundled, gathered, idOf, titleOf, type Kind } from "./works";

export interface Kept {
  readonly id: string;
  readonly work: Work;
  readonly title: string;
  /** When it came here. */
  readonly when: number;
  /** Whether it was made here; what came from elsewhere is copied before it is changed. */
  readonly own: boolean;
  /** Whether it stands on the shelf by itself, or only because another work uses it or came from it. */
  readonly listed: boolean;
  /** When it was taken off. */
  readonly off?: number;
}
/** How long what was taken off can be put back. */
export const BACK_MS = 10_000;
export const MOST_KEPT = 2_000;

export class Shelf {
  readonly #cupboard: Cupboard;
  #kept = new Map<string, Kept>();
  readonly #ears = new Set<() => void>();
  /** What was taken off where there was no room to say so: this page alone still has it. */
  readonly #gone = new Map<string, readonly Kept[]>();
  readonly #now: () => number;

  constructor(cupboard: Cupboard, now: () => number = Date.now) {
    this.#cupboard = cupboard;
    this.#now = now;
  }
  get lasting(): boolean {
    return this.#cupboard.lasting;
  }
  /** Looks at all that is kept, and lets go of what was taken off some time ago. */
  async open(): Promise<this> {
    const found = await this.#cupboard.all<Kept>("works");
    this.#kept = new Map(found.map((kept) => [kept.id, kept]));
    await this.#sweep();
    this.#tell();
    return this;
  }
  listen(ear: () => void): () => void {
    this.#ears.add(ear);
    return () => this.#ears.delete(ear);
  }
  #tell(): void {
    for (const ear of this.#ears) ear();
  }

  of(id: string): Kept | undefined {
    return this.#kept.get(id);
  }
  /** Puts a work here with all that it uses. The same content is one work, and what it first came from stays. */
  async put(works: readonly Work[], { own = false, listed = true } = {}): Promise<Kept> {
    const found = bundled(works);
    this.#room(found.length);
    for (const [at, work] of found.entries())
      await this.#keep(work, { own: own && at === 0, listed: listed && at === 0, when: this.#now() });
    this.#tell();
    return this.#kept.get(idOf(found[0]!))!;
  }
  /** All that is on the shelf, and what that uses and came from. */
  all(): Kept[] {
    return [...this.#kept.values()].filter(({ off }) => !off);
  }
  /** Puts here what stood on another shelf, as it stood there. */
  async adopt(rows: readonly Pick<Kept, "work" | "own" | "listed" | "when">[]): Promise<void> {
    this.#room(rows.length);
    for (const { work, ...how } of rows) await this.#keep(work, how);
    this.#tell();
  }
  #room(more: number): void {
    if (this.#kept.size + more > MOST_KEPT)
      throw new Error(
        `Your shelf holds ${MOST_KEPT.toLocaleString("en")} works. Take something off before you add to it.`,
      );
  }
  async #keep(work: Work, { own, listed, when }: Pick<Kept, "own" | "listed" | "when">): Promise<void> {
    const id = idOf(work);
    const { parent, ...first } = work;
    // What says the same as the version before it is that version.
    const fresh: Kept = {
      id,
      work: parent && parent !== id ? work : first,
      title: titleOf(work.text),
      when,
      own,
      listed,
    };
    const kept = await this.#cupboard.swap<Kept>("works", id, (old) => {
      if (!old) return fresh;
      const { off: _, ...rest } = old;
      return {
        ...rest,
        own: old.own || own,
        listed: (old.listed && !old.off) || listed,
        when: listed ? fresh.when : old.when,
      };
    });
    this.#kept.set(id, kept!);
  }

  /** A work with all that it uses; says what is missing here. */
  bundle(work: Work): Work[] {
    return bundled(gathered(work, (id) => this.#kept.get(id)?.work));
  }
  /** A work and those before it, the newest first, as far as they are here. */
  line(id: string): Kept[] {
    const found: Kept[] = [];
    for (let kept = this.#kept.get(id); kept && !found.includes(kept); kept = this.#kept.get(kept.work.parent ?? ""))
      found.push(kept);
    return found;
  }
  /** "Version 3" counts the way back to the first one. */
  version(id: string): number {
    return this.line(id).length;
  }
  /** The work that a newer one here came from, the newest. */
  newestOf(id: string): Kept | undefined {
    let found = this.#kept.get(id);
    for (;;) {
      const next = [...this.#kept.values()].filter(({ work, off }) => !off && work.parent === found?.id);
      if (!found || next.length === 0) return found;
      found = next.reduce((one, other) => (other.when > one.when ? other : one));
      if (found.id === id) return found;
    }
  }
  /** What stands on the shelf, one of each line, the newest first. */
  works(kind?: Kind, book?: string): Kept[] {
    const parents = new Set([...this.#kept.values()].filter(isOn).map(({ work }) => work.parent));
    return [...this.#kept.values()]
      .filter((kept) => isOn(kept) && !parents.has(kept.id))
      .filter(({ work }) => (!kind || work.kind === kind) && (!book || work.book === book))
      .sort((one, other) => other.when - one.when);
  }

  /** Takes a work and those before it off the shelf; what uses them keeps them. */
  async takeOff(id: string): Promise<void> {
    try {
      await this.#mark(id, this.#now());
    } catch (error) {
      // Without room even for a mark they go at once.
      const line = this.line(id);
      if (!(error instanceof Full) || line.some((kept) => this.#isUsed(kept.id))) throw error;
      this.#gone.set(id, line);
      for (const { id: one } of line) {
        await this.#cupboard.swap<Kept>("works", one, () => null);
        this.#kept.delete(one);
      }
      this.#tell();
    }
  }
  /** Puts it back. */
  async takeBack(id: string): Promise<void> {
    for (const { off: _, ...kept } of this.#gone.get(id) ?? []) {
      await this.#cupboard.swap<Kept>("works", kept.id, (old) => old ?? kept);
      this.#kept.set(kept.id, kept);
    }
    this.#gone.delete(id);
    await this.#mark(id, undefined);
  }
  #isUsed(id: string): boolean {
    return this.all().some(({ work }) => Object.values(work.uses ?? {}).includes(id));
  }
  async #mark(id: string, off: number | undefined): Promise<void> {
    for (const { id: one } of this.line(id)) {
      const kept = await this.#cupboard.swap<Kept>("works", one, (old) => {
        if (!old) return undefined;
        const { off: _, ...rest } = old;
        return off === undefined ? rest : { ...rest, off };
      });
      if (kept) this.#kept.set(one, kept);
    }
    this.#tell();
  }
  async #sweep(): Promise<void> {
    const before = this.#now() - BACK_MS;
    const stays = [...this.#kept.values()].filter(({ off }) => !off || off >= before);
    const used = new Set(stays.map(({ id }) => id));
    for (const id of used)
      for (const next of [...Object.values(this.#kept.get(id)?.work.uses ?? {})])
        if (this.#kept.has(next)) used.add(next);
    for (const [id] of [...this.#kept].filter(([one]) => !used.has(one))) {
      await this.#cupboard.swap<Kept>("works", id, () => null);
      this.#kept.delete(id);
    }
  }
}
const isOn = ({ listed, off }: Kept): boolean => listed && !off;
