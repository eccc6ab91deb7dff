/** The sheet of a chart under a hand: what is chosen, what is being typed, and what the figures change. */
import type { Api } from "../../api/client";
import type { ChartForm, Differing } from "../../api/types";
import type { Editing } from "../editing.svelte";
import {
  backToHouse,
  columnsOf,
  extraBack,
  extrasOf,
  groupsOf,
  linesOf,
  readTyped,
  sameAsHouse,
  shown,
  shownIn,
  tally,
} from "./chart";
import { typedExtra, typedIn, type Cell, type Extra, type Line, type Value } from "./chart";
import { isTable, readTable, taken, type Pasted } from "./paste";

/** How long the text rests before it is asked what it changes. */
const REST_MS = 350;

export class Figuring {
  readonly editing: Editing;
  readonly #api: Pick<Api, "chartForm" | "differ">;
  form: ChartForm | null = $state.raw(null);
  trouble = $state("");
  group = $state("");
  /** The line and the column that are chosen. */
  line = $state(0);
  column = $state(0);
  /** A figure that was typed and is none of the format's: it stays in its cell, and not in the text. */
  wrong = $state<{
    readonly line: number;
    readonly column: number;
    readonly text: string;
    readonly why: string;
  } | null>(null);
  pasted: Pasted | null = $state.raw(null);
  differing: Differing | null = $state.raw(null);
  readonly columns = $derived(
    this.form ? groupsOf(columnsOf(this.form.columns)).flatMap((group) => group.columns) : [],
  );
  readonly all: readonly Line[] = $derived.by(() => (this.form ? linesOf(this.form, this.editing.page.text) : []));
  readonly extras: readonly Extra[] = $derived.by(() => (this.form ? extrasOf(this.form, this.editing.page.text) : []));
  readonly groups: readonly string[] = $derived([...new Set(this.all.map(({ group }) => group))]);
  readonly shown: readonly Line[] = $derived(this.all.filter(({ group }) => group === this.current));
  readonly tally = $derived(
    tally([...this.all.flatMap(({ cells }) => cells.map(({ look }) => look)), ...this.extras.map(({ look }) => look)]),
  );
  #asked = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(editing: Editing, api: Pick<Api, "chartForm" | "differ">) {
    this.editing = editing;
    this.#api = api;
    void this.#open();
  }
  async #open(): Promise<void> {
    try {
      this.form = await this.#api.chartForm(this.editing.page.book);
      this.ask(0);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
  close(): void {
    this.#asked++;
    clearTimeout(this.#rest);
  }
  /** The group that is shown: the chosen one, or the first. */
  get current(): string {
    return this.groups.includes(this.group) ? this.group : (this.groups[0] ?? "");
  }
  get here(): Line | undefined {
    return this.shown[Math.min(this.line, this.shown.length - 1)];
  }
  get cell(): Cell | undefined {
    return this.here?.cells[this.column];
  }
  tallyOf(group: string): { readonly typed: number; readonly share: number } {
    const looks = this.all.filter((line) => line.group === group).flatMap(({ cells }) => cells.map(({ look }) => look));
    const { typed, book, all } = tally(looks);
    return { typed, share: (typed + book) / Math.max(1, all) };
  }

  choose(line: number, column: number): void {
    [this.line, this.column] = [line, column];
    const found = this.shown[line]?.cells[column];
    if (found && found.look !== "none") this.editing.light(found.path);
    this.ask();
  }
  chooseGroup(group: string): void {
    [this.group, this.line, this.column, this.wrong] = [group, 0, 0, null];
    this.ask();
  }

  // Typing

  /** What stands in the cell once it is left; says whether it could be read. */
  type(line: number, column: number, text: string): boolean {
    const cell = this.shown[line]?.cells[column];
    if (!cell || cell.look === "none") return true;
    if (text.trim() === "=") return this.same(line, column);
    if (text === shownIn(cell.value, cell.column) && this.wrong === null) return true;
    const read = readTyped(text, cell.column);
    if ("wrong" in read) {
      this.wrong = { line, column, text, why: read.wrong };
      return false;
    }
    this.wrong = null;
    if (read.value === cell.value && cell.look === "typed") return true;
    this.#change(
      typedIn(this.editing.text, cell, read.value),
      `${this.name(line)}, ${cell.column.full} ${shownIn(read.value, cell.column)}`,
    );
    return true;
  }
  same(line: number, column: number): boolean {
    const cell = this.shown[line]?.cells[column];
    if (!cell || cell.look === "none") return true;
    this.wrong = null;
    this.#change(sameAsHouse(this.editing.text, cell), `${this.name(line)}, ${cell.column.full} as the house`);
    return true;
  }
  back(line: number, column: number): void {
    const cell = this.shown[line]?.cells[column];
    if (!cell || cell.look === "none") return;
    this.wrong = null;
    this.#change(backToHouse(this.editing.text, cell), `${this.name(line)}, ${cell.column.full} back`);
  }
  name(line: number): string {
    const { name = "", weaponName = "" } = this.shown[line] ?? {};
    return weaponName ? `${name}, ${weaponName}` : name;
  }
  typeExtra(extra: Extra, value: Value): void {
    if (this.form)
      this.#change(typedExtra(this.form, this.editing.text, extra, value), `${extra.figure.label} ${shown(value)}`);
  }
  extraBack(extra: Extra): void {
    if (this.form) this.#change(extraBack(this.form, this.editing.text, extra), `${extra.figure.label} back`);
  }
  change(text: string, name: string): void {
    this.#change(text, name);
  }
  #change(text: string, name: string): void {
    this.editing.change(text, name);
    this.ask();
  }
  /** Whether a text is a table: then it is shown what it is taken for, and nothing is taken yet. */
  paste(text: string): boolean {
    if (!isTable(text)) return false;
    this.pasted = readTable(text, this.shown, this.columns, { line: this.line, column: this.column });
    return true;
  }
  usePasted(): void {
    if (this.pasted) this.#change(taken(this.editing.text, this.pasted), "a table");
    this.pasted = null;
  }

  // What it changes

  /** Asks what differs from the house, and which shots by and at the chosen unit move most. */
  ask(rest = REST_MS): void {
    clearTimeout(this.#rest);
    const asked = ++this.#asked;
    this.#rest = setTimeout(() => void this.#look(asked), rest);
  }
  async #look(asked: number): Promise<void> {
    const { page } = this.editing;
    const unit = this.here?.id ?? "";
    const found = await this.#api.differ({ book: page.book, chart: "", other: page.text, unit }).catch(() => null);
    if (asked === this.#asked && found) this.differing = found;
  }
}
