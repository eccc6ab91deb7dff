/** A position in the hand: what could be placed of its text, what is chosen or carried, and what the referee was asked. */
import type { Api } from "../../api/client";
import { Trouble } from "../../api/client";
import type {
  Book,
  Order,
  Picture,
  Piece,
  Place,
  PositionReply,
  Preview,
  Put,
  Query,
  Reply,
  Side,
  Survey,
  Terrain,
} from "../../api/types";
import type { BoardEars } from "../../board/hand.svelte";
import type { Scene as BoardScene } from "../../board/scenery.svelte";
import { squareName } from "../../board/cells";
import { isBuilt } from "../../board/ground";
import type { TableEars } from "../../free/hand.svelte";
import type { FreeIntent } from "../../free/intent";
import type { Scene as TableScene } from "../../free/scenery.svelte";
import { intentOf, type Intent } from "../../match/intent";
import type { Aimed } from "../../stage/aims";
import type { Editing } from "../editing.svelte";
import type { Plain } from "../edits";
import {
  inCentimetres,
  listOf,
  pathOf,
  rowAt,
  rowOn,
  toggled,
  withHeader,
  withoutRow,
  withRow,
  withValues,
  type RowName,
  type Values,
} from "./rows";

export type Mode = "setup" | "ask" | "play";
export type Ask = "sees" | "move" | "sight" | "fire";
/** What of the tray is in the hand: a unit of a side, something of a list such as flags, or what lies on squares. */
export type Held =
  | { readonly what: "unit"; readonly side: Side; readonly kind: string; readonly wreck: boolean }
  | { readonly what: "list"; readonly list: string; readonly values: Values; readonly word: string }
  | { readonly what: "places"; readonly list: string; readonly word: string };

const HAND = 1_000_000;
const REST_MS = 40;
const NOBODY: Survey = {
  ...{ unit: -1, bands: [], aims: [], veil: [], modes: [], deeds: [], outlines: [], refusal: null },
  ...{ move: null, puts: [], entry: null, done: "", stays: null },
};
export const sideWord = (side: Side): "red" | "blue" => (side ? "blue" : "red");

export class PositionDesk {
  readonly editing: Editing;
  readonly book: Book;
  readonly #api: Pick<Api, "ask">;
  mode: Mode = $state("setup");
  terrain: Terrain | null = $state.raw(null);
  picture: Picture | null = $state.raw(null);
  placed: PositionReply["placed"] = $state.raw([]);
  /** Why something of the text could not be placed. */
  leftOut: PositionReply["faults"] = $state.raw([]);
  trouble = $state("");
  /** The row that is chosen, and one that is on its way with the hand. */
  chosen: RowName | null = $state(null);
  lifted: { readonly row: RowName; readonly copy: boolean } | null = $state.raw(null);
  held: Held | null = $state.raw(null);
  /** Which way the next unit of each side looks. */
  facing: [number, number] = $state([0, 0]);
  aim: Aimed | null = $state.raw(null);
  led: FreeIntent | null = $state.raw(null);
  // ---- what is asked ----
  question: Ask = $state("fire");
  /** The place or the unit that a line begins at, where that is no unit of its own. */
  from = $state("");
  answer: Reply | null = $state.raw(null);
  asking = $state(false);
  #asked = 0;
  #seen = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(editing: Editing, book: Book, api: Pick<Api, "ask">) {
    [this.editing, this.book, this.#api] = [editing, book, api];
  }
  close(): void {
    clearTimeout(this.#rest);
  }

  // ---- the table as it could be placed ----
  /** The text has changed, or is seen for the first time. */
  changed(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.look(), this.terrain ? REST_MS : 0);
  }
  async look(): Promise<void> {
    const seen = ++this.#seen;
    try {
      const reply = await this.#ask({ ask: "table" });
      if (seen !== this.#seen) return;
      [this.placed, this.leftOut, this.trouble] = [reply.placed, reply.faults, ""];
      // The same ground stays the same object: it is not drawn anew.
      if (reply.terrain && reply.terrain.id !== this.terrain?.id) this.terrain = reply.terrain;
      this.picture = reply.reply.picture;
      if (this.mode === "ask") void this.askAgain();
    } catch (error) {
      if (seen === this.#seen) this.trouble = wordsOf(error);
    }
  }
  async #ask(query: Query): Promise<PositionReply> {
    return this.#api.ask({ works: this.editing.bundle(), query });
  }
  get free(): boolean {
    return this.terrain?.table === "free";
  }
  rowOf(unit: number | null): RowName | null {
    return this.placed.find((one) => one.unit === unit)?.row || null;
  }
  unitOf(row: RowName | null): number | null {
    return this.placed.find((one) => row !== null && one.row === row)?.unit ?? null;
  }
  nameOf(unit: number | null): string {
    return this.placed.find((one) => one.unit === unit)?.name ?? "";
  }
  readonly selected = $derived.by(() => this.unitOf(this.lifted?.row ?? this.chosen));
  readonly piece = $derived.by(
    (): Piece | undefined => this.picture?.pieces.find(({ id }) => id === this.unitOf(this.chosen)) ?? undefined,
  );
  readonly values = $derived.by(() => (this.chosen ? rowAt(this.editing.toml, this.chosen) : {}));

  // ---- what is changed ----
  #change(text: string, name: string, run = ""): void {
    this.editing.change(text, name, run);
  }
  set(path: readonly (string | number)[], values: Values, name: string, run = ""): void {
    this.#change(withValues(this.editing.text, path, values), name, run);
  }
  /** The chosen unit is in another state. */
  mark(values: Values, name: string): void {
    if (this.chosen) this.set(pathOf(this.chosen), values, `${this.name}: ${name}`, `${this.chosen} ${name}`);
  }
  get name(): string {
    return this.piece?.name ?? this.nameOf(this.unitOf(this.chosen));
  }
  choose(row: RowName | null): void {
    [this.chosen, this.aim] = [row, null];
    if (row) this.held = null;
    if (row) this.editing.light(pathOf(row));
    if (this.mode === "ask") void this.askAgain();
  }
  hold(held: Held | null): void {
    const same = JSON.stringify(held) === JSON.stringify(this.held);
    [this.held, this.chosen, this.aim] = [same ? null : held, null, null];
  }
  place(square: number): string {
    return squareName(square, this.terrain!.columns);
  }
  /** Where a unit stands and looks, as the text has it. */
  #standing(square: number, facing: number): Values {
    return { at: this.place(square), facing: this.book.position!.facings[facing] ?? "" };
  }
  /** A unit of the tray, or the one that was lifted, is put on a place. */
  put(where: Values, told: string): void {
    const { lifted, held } = this;
    if (held?.what === "unit") {
      const list = held.wreck ? "wreck" : "unit";
      const made = withRow(this.editing.text, list, { side: sideWord(held.side), kind: held.kind, ...where });
      return this.#change(made.text, `${this.kindName(held.kind)} on ${told}`);
    }
    const row = lifted?.row ?? this.chosen;
    if (!row) return;
    this.lifted = null;
    if (lifted?.copy) {
      const { number: _, ...rest } = rowAt(this.editing.toml, row) as Record<string, Plain>;
      const made = withRow(this.editing.text, listOf(row), { ...rest, ...where });
      this.#change(made.text, `a copy on ${told}`);
      this.chosen = made.row;
    } else this.set(pathOf(row), where, `${this.nameOf(this.unitOf(row)) || "unit"} to ${told}`);
  }
  /** Which way what is in the hand would look, where nobody has turned it. */
  looks(): number {
    const side = this.held?.what === "unit" ? this.held.side : (this.#pieceOf(this.selected)?.side ?? 0);
    return this.#facingOf(this.lifted?.row ?? null) ?? this.facing[side];
  }
  putOn(square: number, facing: number): void {
    const side = this.held?.what === "unit" ? this.held.side : (this.#pieceOf(this.selected)?.side ?? 0);
    this.facing[side] = facing;
    const where = this.#standing(square, facing);
    this.#shift(this.selected, { x: square % this.terrain!.columns, y: Math.floor(square / this.terrain!.columns) });
    this.put(where, this.place(square));
  }
  /** A thing lies on a place, or does not any longer. */
  lay(at: string | readonly [number, number]): void {
    const { held } = this;
    if (held?.what === "places" && typeof at === "string")
      return this.#change(toggled(this.editing.text, held.list, at), `${held.word} on ${at}`);
    if (held?.what !== "list") return;
    const there = typeof at === "string" ? rowOn(this.editing.toml, held.list, at) : null;
    if (there) return this.#change(withoutRow(this.editing.text, there), `${held.word} taken off ${String(at)}`);
    const made = withRow(this.editing.text, held.list, { ...held.values, at });
    this.#change(made.text, `${held.word} on ${String(at)}`);
  }
  remove(row: RowName | null = this.chosen): void {
    if (!row) return;
    const name = this.nameOf(this.unitOf(row)) || "unit";
    [this.lifted, this.chosen, this.aim] = [null, null, null];
    this.#change(withoutRow(this.editing.text, row), `${name} taken off`);
  }
  /** What stands becomes a wreck, or what lies there stands again. */
  wreck(): void {
    if (!this.chosen) return;
    const made = withHeader(this.editing.text, this.chosen, listOf(this.chosen) === "wreck" ? "unit" : "wreck");
    this.#change(made.text, `${this.name}: ${listOf(made.row) === "wreck" ? "a wreck" : "whole"}`);
    this.chosen = made.row;
  }
  turn(by: 1 | -1): void {
    const { chosen, piece } = this;
    if (!chosen || !piece?.pose) return;
    if (this.free) {
      const heading = (Number(this.values["heading"] ?? 0) + by * 15 + 360) % 360;
      return this.set(pathOf(chosen), { heading: heading || undefined }, `${this.name} turned`, `${chosen} turn`);
    }
    const { facings } = this.book.position!;
    const bearings = this.terrain!.table === "hexes" ? 6 : 8;
    const now = facings.indexOf(String(this.values["facing"] ?? ""));
    // On hexes facings are numbered clockwise from the north-east; everywhere a step is to the next one.
    const next = (Math.max(0, now) + by + bearings) % bearings;
    this.set(pathOf(chosen), { facing: facings[next]! }, `${this.name} turned`, `${chosen} turn`);
  }
  /** Until the referee has answered, a piece is shown where it was put. */
  #shift(unit: number | null, place: Place): void {
    if (unit === null || !this.picture || this.lifted?.copy) return;
    const pieces = this.picture.pieces.map((piece) =>
      piece.id === unit && piece.pose ? { ...piece, pose: { ...piece.pose, ...place } } : piece,
    );
    this.picture = { ...this.picture, pieces };
  }
  #pieceOf(unit: number | null): Piece | undefined {
    return this.picture?.pieces.find(({ id }) => id === unit);
  }
  kindName(kind: string): string {
    return this.book.units.find(({ id }) => id === kind)?.name ?? kind;
  }
  drawingOf(kind: string): string {
    const row = this.book.units.find(({ id }) => id === kind);
    return String(row?.["silhouette"] ?? kind);
  }

  // ---- what is asked ----
  ask(question: Ask): void {
    [this.question, this.from, this.answer, this.aim] = [question, "", null, null];
    void this.askAgain();
  }
  async askAgain(): Promise<void> {
    const name = this.nameOf(this.unitOf(this.chosen)) || this.from;
    if (!name) {
      // What is still on its way is about something else.
      this.#asked++;
      return void ([this.answer, this.asking] = [null, false]);
    }
    const query: Query =
      this.from && !this.chosen && this.question !== "sees"
        ? { ask: "sight", one: name }
        : { ask: this.question, one: name };
    await this.#answered(query);
  }
  /** A line from what is chosen to something else: a unit, or a place. */
  async lineTo(other: string): Promise<void> {
    const one = this.from || this.nameOf(this.unitOf(this.chosen));
    if (!one) return void (this.from = other);
    await this.#answered({ ask: "line", one, other });
    const { answer } = this;
    if (answer && answer.target !== null) this.aim = { kind: "target", unit: answer.target };
  }
  async #answered(query: Query): Promise<void> {
    const asked = ++this.#asked;
    this.asking = true;
    try {
      const { reply } = await this.#ask(query);
      if (asked === this.#asked) [this.answer, this.trouble] = [reply, ""];
    } catch (error) {
      if (asked !== this.#asked) return;
      this.answer = null;
      this.trouble = wordsOf(error).replace(/^question: /, "");
    } finally {
      if (asked === this.#asked) this.asking = false;
    }
  }
  /** What an order would come to, in its unit's turn. */
  async preview(order: Order): Promise<Preview> {
    const deed = this.question === "move" ? "move" : "fire";
    const { reply } = await this.#ask({ ask: "order", order, deed });
    return reply.preview ?? {};
  }
  /** A place on which nothing stands was pressed. */
  async pressed(place: string): Promise<void> {
    if (this.question === "fire" && (this.chosen || this.from)) return this.lineTo(place);
    [this.chosen, this.from] = [null, place];
    await this.askAgain();
  }
  get asks(): boolean {
    return this.mode === "ask";
  }
  readonly intent = $derived.by((): Intent | null =>
    this.led ? this.led : this.asks ? intentOf(this.aim, this.answer?.survey ?? null, this.shown, 0) : null,
  );
  /** The table that is shown: that of the answer, or as it could be placed, with what the hand has taken from the tray. */
  readonly shown = $derived.by((): Picture | null => {
    if (!this.picture) return null;
    if (this.asks && this.answer) return this.answer.picture;
    if (this.held?.what !== "unit") return this.picture;
    const { side, kind, wreck } = this.held;
    const piece: Piece = {
      ...{ id: HAND, silhouette: this.drawingOf(kind), side, wreck, parts: [], badges: [], footing: null, pose: null },
      ...{ label: "", name: this.kindName(kind) },
    };
    return { ...this.picture, pieces: [...this.picture.pieces, piece] };
  });
  /** Where the hand may put what it holds: on whatever has no building on it; the referee says what he thinks of it. */
  readonly #reach = $derived.by((): Survey | null => {
    const { terrain, lifted, held, chosen } = this;
    const home = this.piece?.pose;
    const carries = lifted !== null || held?.what === "unit";
    if (!terrain || this.free || this.mode !== "setup" || (!carries && !(chosen && home))) return null;
    const many = terrain.table === "hexes" ? 6 : 8;
    const open = Array.from({ length: terrain.columns * terrain.rows }, (_, square) => square).filter((square) =>
      carries ? !isBuilt(terrain, square) : home && square === home.y * terrain.columns + home.x,
    );
    const unit = held?.what === "unit" ? HAND : (this.selected ?? -1);
    const side = held?.what === "unit" ? held.side : (this.#pieceOf(this.selected)?.side ?? 0);
    const looks = this.#facingOf(lifted?.row ?? (carries ? null : chosen)) ?? this.facing[side];
    const poses = open.flatMap((square) => Array.from({ length: many }, (_, facing) => square * 8 + facing));
    const order = { type: "Put", square: { blank: "cell" }, facing: { blank: "facing" } };
    const band = {
      ...{ name: "put", rule: "", token: 0, order, poses, steps: poses.map(() => 0), outline: [], reverse: false },
      ...{ before: poses.map((pose) => (pose >> 3) * 8 + looks), tow: null, trails: [], strides: [] },
    };
    return { ...NOBODY, unit, bands: [band] };
  });
  #facingOf(row: RowName | null): number | undefined {
    const told = row ? String(rowAt(this.editing.toml, row)["facing"] ?? "") : "";
    const found = this.book.position?.facings.indexOf(told) ?? -1;
    return found >= 0 ? found : undefined;
  }
  readonly survey = $derived.by((): Survey | null => (this.asks ? (this.answer?.survey ?? null) : this.#reach));
  readonly #spots = $derived.by((): readonly number[] => {
    const { terrain, held } = this;
    const all = (): number[] => Array.from({ length: terrain!.columns * terrain!.rows }, (_, square) => square);
    if (!terrain || this.free) return [];
    if (this.asks) return [];
    return held && held.what !== "unit" ? all() : [];
  });
  /** On a free table: what the hand carries. */
  readonly #put = $derived.by((): Put | null => {
    const { held, lifted } = this;
    if (!this.free || this.asks || (!held && !lifted)) return null;
    const plain = { label: "put", rule: "", zones: [], unit: null };
    const order = { type: "Put", x: { blank: "x" }, y: { blank: "y" }, heading: { blank: "heading" } };
    const kind =
      held?.what === "unit" ? held.kind : lifted ? String(rowAt(this.editing.toml, lifted.row)["kind"] ?? "") : "";
    const row = this.book.units.find(({ id }) => id === kind);
    if (!row) return { ...plain, order, length: 3000, width: 3000, turns: false, heading: 0, silhouette: "" };
    const side = held?.what === "unit" ? held.side : (this.#pieceOf(this.selected)?.side ?? 0);
    const heading = lifted ? Number(rowAt(this.editing.toml, lifted.row)["heading"] ?? 0) : side ? 270 : 90;
    const [length, width] = [Number(row["length"]), Number(row["width"])];
    return { ...plain, order, length, width, turns: true, heading, silhouette: this.drawingOf(kind) };
  });

  readonly board: BoardScene = sceneOf(this);
  readonly table: TableScene = tableOf(this, () => this.#put);
  readonly spots = (): readonly number[] => this.#spots;
  /** What the hand of the board has done. */
  readonly ears: BoardEars = {
    pick: (unit) => this.picked(unit),
    commit: (what) => {
      if (what.kind === "square") this.lay(this.place(what.square));
      else if (what.kind === "pose" && !this.asks) this.putOn(what.pose >> 3, what.pose & 7);
    },
    why: (what) => {
      if (what.kind !== "square" || !this.asks || this.question === "move") return false;
      void this.pressed(this.place(what.square));
      return true;
    },
  };
  readonly tableEars: TableEars = {
    pick: (unit) => this.picked(unit),
    ask: (order) => (this.asks ? this.preview(order) : Promise.resolve({})),
    take: ({ orders: [order] }) => {
      if (order && !this.asks) this.#taken(order);
    },
  };
  picked(unit: number | null): void {
    if (unit === null) this.from = "";
    if (this.asks && unit === this.answer?.unit) return;
    this.choose(this.rowOf(unit));
  }
  #taken(order: Order): void {
    const { x, y, heading } = order as unknown as { x: number; y: number; heading?: number };
    const at = [inCentimetres(x), inCentimetres(y)] as const;
    if (this.held && this.held.what !== "unit") return this.lay(at);
    this.#shift(this.selected, { x, y });
    this.put({ at, heading: heading ? heading : undefined }, at.join(", "));
  }
}

/** What a board is given to show; each time it is read it says what holds now. */
function sceneOf(desk: PositionDesk): BoardScene {
  return {
    get terrain() {
      return desk.terrain!;
    },
    get picture() {
      return desk.shown!;
    },
    get selected() {
      if (desk.asks && desk.answer) return desk.answer.unit;
      return desk.held?.what === "unit" ? HAND : desk.selected;
    },
    get survey() {
      return desk.survey;
    },
    get spots() {
      return desk.spots();
    },
    get veil() {
      return desk.asks ? (desk.survey?.veil ?? []) : [];
    },
    get outlines() {
      const cells = desk.asks ? (desk.answer?.cells ?? []) : [];
      return cells.length > 0 ? [{ name: "in sight", rule: "", cells, mode: "" }] : [];
    },
    mine: true,
    get bare() {
      return !desk.asks;
    },
  };
}
function tableOf(desk: PositionDesk, put: () => Put | null): TableScene {
  return {
    get terrain() {
      return desk.terrain!;
    },
    get picture() {
      return desk.shown!;
    },
    get selected() {
      return desk.asks && desk.answer ? desk.answer.unit : desk.selected;
    },
    get survey() {
      return desk.asks ? (desk.answer?.survey ?? null) : null;
    },
    get put() {
      return put();
    },
    movable: (piece) => desk.asks && desk.question === "move" && piece.id === desk.answer?.unit,
    mine: true,
  };
}
const wordsOf = (error: unknown): string =>
  error instanceof Trouble || error instanceof Error ? error.message : String(error);
