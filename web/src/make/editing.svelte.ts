/** A draft in the hand: its text and what the referee says of it, what is chosen, and what can be done with it. */
import { Trouble, type Api } from "../api/client";
import type { BookLine, Work } from "../api/types";
import type { Draft, Page } from "./drafts";
import type { Kept, Shelf } from "./shelf";
import type { Edit } from "./edits";
import { readToml, type Path, type Toml } from "./toml";
import { flaw, missingFlaw, standingOf, unanswered, type Flaw, type Standing } from "./verdict";
import { Broken, fileName, idOf, namedFiles, type Kind } from "./works";

/** How long a text rests before the referee is asked, and how long he may take before one is told that he is. */
export const REST_MS = 250;
export const PATIENCE_MS = 400;
const SAID_MS = 3_000;
const AGAIN_MS = 5_000;

export class Editing {
  readonly draft: Draft;
  readonly shelf: Shelf;
  readonly api: Pick<Api, "check" | "book" | "shipped">;
  readonly books: readonly BookLine[];
  /** The draft as it is now. */
  page: Page = $state.raw()!;
  overtaken = $state(false);
  trouble = $state("");
  standing: Standing = $state.raw({ state: "unasked" });
  /** Whether the referee takes long. */
  slow = $state(false);
  /** What stands in the pill for a moment. */
  said = $state("");
  /** What of the text is chosen on the board, or on the board in the text: lines that are lit, counted from 1. */
  lit: readonly [number, number] | null = $state.raw(null);
  /** A place in the text to which the text tab goes. */
  goal: { readonly place: number } | null = $state.raw(null);
  toml: Toml = $derived(readToml(this.page.text));
  #asked = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #said: ReturnType<typeof setTimeout> | undefined;
  readonly #stop: () => void;
  #judged = "";

  constructor(
    draft: Draft,
    shelf: Shelf,
    api: Pick<Api, "check" | "book" | "shipped">,
    books: readonly BookLine[] = [],
  ) {
    this.draft = draft;
    this.shelf = shelf;
    this.api = api;
    this.books = books;
    this.page = draft.page;
    this.#stop = draft.listen(() => this.#changed());
    this.#ask(0);
  }
  close(): void {
    this.#stop();
    this.draft.close();
    for (const clock of [this.#rest, this.#patience, this.#said]) clearTimeout(clock);
  }

  get text(): string {
    return this.page.text;
  }
  get work(): Work {
    void this.page;
    return this.draft.work;
  }
  get flaws(): readonly Flaw[] {
    return "flaws" in this.standing
      ? this.standing.flaws.filter(({ advice, sentence }) => !advice || !this.page.quiet.includes(sentence))
      : [];
  }
  get faults(): readonly Flaw[] {
    return this.flaws.filter(({ advice }) => !advice);
  }
  get undoing(): string {
    return this.page.undo.at(-1)?.name ?? "";
  }
  /** The version that this goes on from; 0 before the first one. */
  get version(): number {
    return this.shelf.version(this.page.parent);
  }
  get changed(): boolean {
    return this.page.text !== this.page.began;
  }
  /** "draft", "draft after version 2", "version 2". */
  get state(): string {
    if (this.version === 0) return "draft, kept in this browser";
    return this.changed ? `draft after version ${this.version}` : `version ${this.version}`;
  }

  change(text: string, name: string, run = ""): void {
    this.draft.change(text, name, { run });
  }
  edit(edit: Edit, name: string, run = ""): void {
    this.draft.edit(edit, name, run);
  }
  undo(): void {
    const name = this.draft.undo();
    if (name) this.say(`Taken back: ${name}`);
  }
  redo(): void {
    const name = this.draft.redo();
    if (name) this.say(`Again: ${name}`);
  }
  say(words: string): void {
    this.said = words;
    clearTimeout(this.#said);
    this.#said = setTimeout(() => (this.said = ""), SAID_MS);
  }
  /** Lights what stands at a path, and scrolls the text there. */
  light(path: Path): void {
    const lines = this.toml.linesOf(path) ?? null;
    this.lit = lines;
    const found = this.toml.entryAt(path) ?? this.toml.at(path);
    if (found) this.goal = { place: found.from };
  }
  /** A work of the shelf takes the place of a file that the text names. */
  use(name: string, id: string): void {
    this.draft.change(this.text, `${name} chosen`, { uses: { ...this.page.uses, [name]: id } });
  }

  #changed(): void {
    const before = this.page;
    this.page = this.draft.page;
    this.overtaken = this.draft.overtaken;
    this.trouble = this.draft.trouble;
    if (this.page.text !== before.text || this.page.uses !== before.uses || this.page.book !== before.book)
      this.#ask(REST_MS);
  }

  // The referee

  #ask(rest: number): void {
    this.#asked++;
    clearTimeout(this.#rest);
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => (this.slow = true), rest + PATIENCE_MS);
    this.#rest = setTimeout(() => void this.check(), rest);
  }
  /** Asks the referee about the text as it is. */
  async check(): Promise<void> {
    const asked = ++this.#asked;
    const { work } = this;
    const found = await this.#standing(work);
    if (asked !== this.#asked) return;
    clearTimeout(this.#patience);
    this.slow = false;
    this.standing = found;
    this.#judged = found.state === "sound" || found.state === "faulty" ? idOf(work) : "";
    if (found.state === "offline") this.#rest = setTimeout(() => void this.check(), AGAIN_MS);
  }
  async #standing(work: Work): Promise<Standing> {
    const missing = this.missing(work);
    if (missing.length > 0) return { state: "faulty", flaws: missing };
    try {
      return standingOf(await this.api.check(this.bundle(work)), fileName(work));
    } catch (error) {
      if (error instanceof Broken) return { state: "faulty", flaws: [flaw(error.message)] };
      if (error instanceof Trouble && !error.passing) return { state: "faulty", flaws: [flaw(error.message)] };
      return unanswered(error);
    }
  }
  /** Files that the text names and nobody has: each is a fault of its own. */
  missing(work: Work = this.work): Flaw[] {
    const named = Object.entries(namedFiles(work.text));
    return named
      .filter(([, name]) => !this.shelf.of(work.uses?.[name] ?? ""))
      .map(([key, name]) => {
        const [line = 0] = this.toml.linesOf([key]) ?? [];
        return missingFlaw(name, { line, field: key });
      });
  }
  /** Works of the shelf that could be what a field names. */
  fitting(field: string): Kept[] {
    const kinds: Readonly<Record<string, Kind>> = {
      map: "board",
      table: "board",
      chart: "chart",
      scenario: "scenario",
    };
    return this.shelf.works(kinds[field] ?? "board", this.page.book);
  }
  /** The work with what it uses; files that are no longer named are left out. */
  bundle(work: Work = this.work): Work[] {
    const names = Object.values(namedFiles(work.text));
    const uses = Object.fromEntries(Object.entries(work.uses ?? {}).filter(([name]) => names.includes(name)));
    const { uses: _, ...rest } = work;
    return this.shelf.bundle(names.length > 0 ? { ...rest, uses } : rest);
  }
  /** Whether the referee has found the text as it is now sound. */
  get sound(): boolean {
    return this.standing.state === "sound" && this.#judged === idOf(this.work);
  }
  /** Why it cannot be saved now; nothing, if it can. */
  get unsaved(): string {
    if (this.overtaken) return "changed in another tab";
    if (this.standing.state === "faulty")
      return `${this.faults.length === 1 ? "1 fault" : `${this.faults.length} faults`} first`;
    if (this.standing.state === "unasked") return "being checked";
    if (!this.changed && this.version > 0) return `is version ${this.version}`;
    return "";
  }
  /** Makes a version of the draft as it is. */
  async save(): Promise<Kept | null> {
    if (this.unsaved) {
      this.say(this.faults.length > 0 ? "Mend it first" : `Nothing to save: it ${this.unsaved}`);
      return null;
    }
    try {
      const works = this.bundle();
      if (!this.sound) await this.check();
      if (this.standing.state === "faulty") return null;
      const kept = await this.shelf.put(works, { own: true });
      this.draft.saved(kept.id);
      this.say(`Version ${this.shelf.version(kept.id)} is on your shelf`);
      return kept;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return null;
    }
  }
}
