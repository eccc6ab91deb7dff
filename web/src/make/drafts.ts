/**
 * Drafts: texts that are being worked on, faults included. Every change is kept at once, with the way back; a tab that
 * finds that another one has gone on with its draft says so and writes nothing over it.
 */
import type { Work } from "../api/types";
import { Full, type Cupboard } from "./cupboard";
import { applied, between, type Edit } from "./edits";
import { canonical, titleOf, type Kind } from "./works";

export const MOST_STEPS = 200;
/** Typing goes on as one step for so long. */
const RUN_MS = 2_000;

export interface Step {
  readonly name: string;
  readonly at: number;
  readonly before: string;
  readonly after: string;
  /** What the text used, where the step changed that too. */
  readonly uses?: readonly [Uses, Uses];
  readonly run?: string;
  readonly when: number;
}
export type Uses = Readonly<Record<string, string>>;
/** A draft as it is kept. */
export interface Page {
  readonly id: string;
  readonly kind: Kind;
  readonly book: string;
  readonly text: string;
  readonly uses: Uses;
  /** The version that it goes on from, and somebody else's work that it is a copy of. */
  readonly parent: string;
  readonly source: string;
  /** The text of the version, or the copy that it began as: without a difference there is nothing to save. */
  readonly began: string;
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
  /** Advice that is not to be given again. */
  readonly quiet: readonly string[];
  readonly when: number;
  readonly changes: number;
  readonly tab: string;
  readonly off?: number;
}
export type Beginning = Pick<Page, "kind" | "book" | "text"> & Partial<Pick<Page, "uses" | "parent" | "source">>;

/** What tabs tell each other. */
export interface Wireless {
  postMessage(data: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

export class Drafts {
  readonly cupboard: Cupboard;
  readonly tab: string;
  readonly now: () => number;
  readonly #air: Wireless | null;
  readonly #open = new Set<Draft>();
  readonly #ears = new Set<() => void>();
  /** What was taken off where there was no room to say so: this page alone still has it. */
  readonly #gone = new Map<string, Page>();

  constructor(cupboard: Cupboard, tab: string, air: Wireless | null = null, now: () => number = Date.now) {
    this.cupboard = cupboard;
    this.tab = tab;
    this.now = now;
    this.#air = air;
    if (air) air.onmessage = ({ data }) => this.#hear(data as Partial<Page>);
  }
  #hear({ id, changes, tab }: Partial<Page>): void {
    if (!id || tab === this.tab) return;
    for (const draft of this.#open) if (draft.id === id && draft.page.changes < (changes ?? 0)) draft.overtake();
    for (const ear of this.#ears) ear();
  }
  /** Tells of changes in other tabs. */
  listen(ear: () => void): () => void {
    this.#ears.add(ear);
    return () => this.#ears.delete(ear);
  }

  async all(): Promise<Page[]> {
    const found = await this.cupboard.all<Page>("drafts");
    return found.filter(({ off }) => !off).sort((one, other) => other.when - one.when);
  }
  /** A new draft, at once in the cupboard. */
  async begin({ kind, book, text, uses = {}, parent = "", source = "" }: Beginning): Promise<Draft> {
    const plain = canonical(text);
    const page: Page = {
      ...{ id: newName(), kind, book, text: plain, uses, parent, source, began: plain },
      ...{ undo: [], redo: [], quiet: [], when: this.now(), changes: 0, tab: this.tab },
    };
    await this.cupboard.swap<Page>("drafts", page.id, () => page);
    return this.#opened(page);
  }
  /** A draft from another device. Where it has gone on here in the meantime it is a copy, and nothing is written over. */
  async adopt(
    came: Pick<Page, "id" | "kind" | "book" | "text" | "uses" | "parent" | "source" | "began">,
  ): Promise<void> {
    const there = await this.all();
    if (there.some(({ kind, book, text }) => kind === came.kind && book === came.book && text === came.text)) return;
    const here = await this.cupboard.get<Page>("drafts", came.id);
    const fresh = { undo: [], redo: [], quiet: [], when: this.now(), changes: 0, tab: this.tab };
    const page: Page = { ...came, id: here ? newName() : came.id, ...fresh };
    await this.cupboard.swap<Page>("drafts", page.id, () => page);
  }
  /** The draft that goes on from a version, if there is one, or a new one. */
  async goOn(work: Work, id: string): Promise<Draft> {
    const found = (await this.all()).find(({ parent }) => parent === id);
    const { kind, book, text, uses = {} } = work;
    return found ? this.#opened(found) : this.begin({ kind, book, text, uses, parent: id, source: work.source ?? "" });
  }
  async open(id: string): Promise<Draft | undefined> {
    const page = await this.cupboard.get<Page>("drafts", id);
    return page && !page.off ? this.#opened(page) : undefined;
  }
  #opened(page: Page): Draft {
    const draft = new Draft(this, page);
    this.#open.add(draft);
    return draft;
  }
  close(draft: Draft): void {
    this.#open.delete(draft);
  }
  async takeOff(id: string): Promise<void> {
    try {
      await this.cupboard.swap<Page>("drafts", id, (old) => old && { ...old, off: this.now() });
    } catch (error) {
      if (!(error instanceof Full)) throw error;
      await this.cupboard.swap<Page>("drafts", id, (old) => {
        if (old) this.#gone.set(id, old);
        return null;
      });
    }
  }
  async takeBack(id: string): Promise<void> {
    await this.cupboard.swap<Page>("drafts", id, (old) => {
      const found = old ?? this.#gone.get(id);
      if (!found) return undefined;
      const { off: _, ...rest } = found;
      return rest;
    });
    this.#gone.delete(id);
  }
  /** Lets go of what was taken off some time ago. */
  async sweep(before: number): Promise<void> {
    for (const { id, off } of await this.cupboard.all<Page>("drafts"))
      if (off && off < before) await this.cupboard.swap<Page>("drafts", id, () => null);
  }
  say(page: Page): void {
    this.#air?.postMessage({ id: page.id, changes: page.changes, tab: page.tab });
  }
}

/** A draft that is open. */
export class Draft {
  readonly #drafts: Drafts;
  #page: Page;
  /** Another tab has gone on with it. */
  overtaken = false;
  /** Why it is not kept. */
  trouble = "";
  #writing: Promise<void> | null = null;
  #written: Page;
  readonly #ears = new Set<() => void>();

  constructor(drafts: Drafts, page: Page) {
    this.#drafts = drafts;
    this.#page = this.#written = page;
  }
  get page(): Page {
    return this.#page;
  }
  get id(): string {
    return this.#page.id;
  }
  get text(): string {
    return this.#page.text;
  }
  get title(): string {
    return titleOf(this.text);
  }
  /** Whether it says something else than what it began as. */
  get changed(): boolean {
    return this.#page.text !== this.#page.began;
  }
  /** The step that would be taken back, by its name. */
  get undoing(): string {
    return this.#page.undo.at(-1)?.name ?? "";
  }
  get redoing(): string {
    return this.#page.redo.at(-1)?.name ?? "";
  }
  /** The work that it would be if it were saved now. */
  get work(): Work {
    const { kind, book, text, uses, parent, source } = this.#page;
    const used = Object.keys(uses).length > 0 ? { uses } : {};
    return { kind, book, text, ...used, ...(parent ? { parent } : {}), ...(source ? { source } : {}) };
  }
  listen(ear: () => void): () => void {
    this.#ears.add(ear);
    return () => this.#ears.delete(ear);
  }

  /** Another text. Steps of one run that follow each other at once are one step: a number that is typed, a word. */
  change(text: string, name: string, { run = "", uses }: { readonly run?: string; readonly uses?: Uses } = {}): void {
    const plain = canonical(text);
    const edit = between(this.text, plain);
    if ((plain === this.text && !uses) || this.overtaken) return;
    const step: Step = {
      ...{ name, at: edit.from, before: this.text.slice(edit.from, edit.to), after: edit.text },
      ...(uses ? { uses: [this.#page.uses, uses] as const } : {}),
      ...(run ? { run } : {}),
      when: this.#drafts.now(),
    };
    const undo = joined(this.#page.undo, step, this.text, plain);
    this.#turn({ text: plain, undo: undo.slice(-MOST_STEPS), redo: [], ...(uses ? { uses } : {}) });
  }
  edit(edit: Edit, name: string, run = ""): void {
    this.change(applied(this.text, edit), name, { run });
  }
  /** Takes the last step back; its name. */
  undo(): string {
    const step = this.#page.undo.at(-1);
    if (!step || this.overtaken) return "";
    const text = applied(this.text, { from: step.at, to: step.at + step.after.length, text: step.before });
    const uses = step.uses ? { uses: step.uses[0] } : {};
    this.#turn({ text, undo: this.#page.undo.slice(0, -1), redo: [...this.#page.redo, step], ...uses });
    return step.name;
  }
  redo(): string {
    const step = this.#page.redo.at(-1);
    if (!step || this.overtaken) return "";
    const text = applied(this.text, { from: step.at, to: step.at + step.before.length, text: step.after });
    const uses = step.uses ? { uses: step.uses[1] } : {};
    this.#turn({ text, undo: [...this.#page.undo, step], redo: this.#page.redo.slice(0, -1), ...uses });
    return step.name;
  }
  /** It is saved as a version, and goes on from there. */
  saved(id: string): void {
    this.#turn({ parent: id, began: this.text });
  }
  /** Advice that is meant so. */
  hush(advice: string): void {
    this.#turn({ quiet: [...new Set([...this.#page.quiet, advice])] });
  }
  /** It is for another book. */
  turnTo(book: string): void {
    this.#turn({ book });
  }

  #turn(change: Partial<Page>): void {
    const { now, tab } = this.#drafts;
    this.#page = { ...this.#page, ...change, when: now(), changes: this.#page.changes + 1, tab };
    this.#tell();
    void this.kept();
  }
  #tell(): void {
    for (const ear of this.#ears) ear();
  }
  /** Until all that was changed is kept. */
  kept(): Promise<void> {
    this.#writing ??= this.#write().finally(() => (this.#writing = null));
    return this.#writing;
  }
  async #write(): Promise<void> {
    while (this.#written !== this.#page && !this.overtaken) {
      const page = this.#page;
      const before = this.#written;
      try {
        const now = await this.#drafts.cupboard.swap<Page>("drafts", page.id, (old) =>
          old && (old.changes !== before.changes || old.tab !== before.tab) ? undefined : page,
        );
        if (now?.tab !== page.tab || now.changes !== page.changes) return this.overtake();
        this.#written = page;
        this.#drafts.say(page);
        if (this.trouble) this.trouble = "";
      } catch (error) {
        this.trouble = error instanceof Error ? error.message : String(error);
        this.#tell();
        return;
      }
    }
    this.#tell();
  }
  overtake(): void {
    this.overtaken = true;
    this.#tell();
  }
  /** Goes on with what the other tab has made of it. */
  async takeThatOne(): Promise<void> {
    const page = await this.#drafts.cupboard.get<Page>("drafts", this.id);
    if (page) this.#page = this.#written = page;
    this.overtaken = false;
    this.#tell();
  }
  /** What is here becomes a draft of its own. */
  async keepAsCopy(): Promise<string> {
    const page = { ...this.#page, id: newName(), changes: 1, tab: this.#drafts.tab, when: this.#drafts.now() };
    await this.#drafts.cupboard.swap<Page>("drafts", page.id, () => page);
    this.#page = this.#written = page;
    this.overtaken = false;
    this.#tell();
    return this.id;
  }
  close(): void {
    this.#drafts.close(this);
  }
}

/** The steps with one more, or with the last one made longer by it. */
function joined(steps: readonly Step[], step: Step, before: string, after: string): Step[] {
  const last = steps.at(-1);
  if (!last?.run || last.run !== step.run || step.when - last.when > RUN_MS || last.uses || step.uses)
    return [...steps, step];
  const first = applied(before, { from: last.at, to: last.at + last.after.length, text: last.before });
  const edit = between(first, after);
  const whole = { ...step, at: edit.from, before: first.slice(edit.from, edit.to), after: edit.text };
  return whole.before === whole.after ? steps.slice(0, -1) : [...steps.slice(0, -1), whole];
}

/** A name for a draft: short, since it stands in the address, and nobody else's. */
function newName(): string {
  const signs = "abcdefghijklmnopqrstuvwxyz0123456789";
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => signs[byte % signs.length]).join("");
}
