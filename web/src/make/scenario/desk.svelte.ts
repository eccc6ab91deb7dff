/** A scenario in the hand: the ground that it is fought on, what the hand draws there, and what the referee says of it. */
import { untrack } from "svelte";
import type { Api } from "../../api/client";
import type { Book, GroundZone, MapRow, Option, Terrain, UnitRow, Work } from "../../api/types";
import { cellNamed, squareName } from "../../board/cells";
import { cutOf } from "../../board/cut";
import type { Mark } from "../../board/picture";
import { layoutOf } from "../../board/table";
import { drawTable } from "../../free/ground";
import { planeOf } from "../../free/plane";
import { terrainIn } from "../../pages/terrain";
import { Camera } from "../../stage/camera.svelte";
import { BUILDINGS, HEXES, legendOf, SQUARES } from "../board/kinds";
import { groundSigns, NORTHS, readSheet, signOf } from "../board/sheet";
import type { Editing } from "../editing.svelte";
import { adding, applied, removing, setting } from "../edits";
import type { Path } from "../toml";
import type { Flaw } from "../verdict";
import {
  agreed,
  areasOf,
  areaText,
  chartOf,
  forceOf,
  groundKey,
  partOf,
  summaryOf,
  valueOf,
  withKey,
  withMany,
  type Part,
  type Whose,
} from "./scenario";

/** What a hand draws on the board: a part of zone B, or what stands on squares. */
export type Held = "" | "zone_b" | "walls" | "low" | "high";
const HELD_WORDS: Readonly<Record<Exclude<Held, "">, string>> = {
  ...{ zone_b: "zone B", walls: "wall", low: "low barricade", high: "high barricade" },
};
const KIND_OF: Readonly<Record<string, string>> = { walls: "wall", low: "low barricade", high: "high barricade" };
const MARKS: Readonly<Record<string, string>> = { walls: "wall", low: "barricade-low", high: "barricade-high" };
const REST_MS = 140;
const UNREACHED = "The referee cannot be reached; the board and its zones are not shown.";
/** The board that a scenario is fought on, as far as it is here. */
interface Ground {
  readonly text: string;
  readonly row: MapRow | null;
}
/** A part of zone B: what the text calls it, its corners as columns and rows, and whether it is Red's. */
export interface ZonePart {
  readonly number: number;
  readonly red: boolean;
  readonly text: string;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

export class ScenarioDesk {
  readonly editing: Editing;
  readonly book: Book;
  readonly #api: Pick<Api, "prospect" | "pictures" | "shipped">;
  part: Part = $state("ground");
  held: Held = $state("");
  cursor: number | null = $state(null);
  keyed = $state(false);
  pen: number | null = $state(null);
  /** The part of zone B that is chosen, by its place in the text. */
  chosen: number | null = $state(null);
  ground: Ground | null = $state.raw(null);
  zones: readonly GroundZone[] = $state.raw([]);
  trouble = $state("");
  #told = $state("");
  readonly camera: Camera;
  /** The scenario names a board that is not here. */
  missing = $state(false);
  #laid = "";
  #zoned: { readonly text: string; readonly deep: number } | null = null;
  #texts: Promise<Readonly<Record<string, string>>> | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(editing: Editing, book: Book, api: Pick<Api, "prospect" | "pictures" | "shipped">) {
    [this.editing, this.book, this.#api] = [editing, book, api];
    this.camera = new Camera(() =>
      this.free
        ? { sheet: this.plane, unit: 40, models: true }
        : { sheet: this.layout, unit: this.layout.unit, models: false },
    );
  }
  close(): void {
    clearTimeout(this.#rest);
    this.camera.close();
  }

  // ---- what the text says ----
  get free(): boolean {
    return this.book.table === "free";
  }
  get hexes(): boolean {
    return this.book.table === "hexes";
  }
  readonly text = $derived.by(() => ({ book: this.book, toml: this.editing.toml }));
  get key(): "map" | "table" {
    return groundKey(this.book.id);
  }
  readonly named = $derived.by((): string => {
    const found = this.editing.toml.get([this.key]);
    return typeof found === "string" ? found : "";
  });
  /** The board of one's own that the scenario names. */
  readonly ownBoard = $derived.by((): string => this.editing.page.uses?.[this.named] ?? "");
  readonly ownChart = $derived.by((): Work | null => {
    const named = this.editing.toml.get(["chart"]);
    const id = typeof named === "string" ? this.editing.page.uses?.[named] : undefined;
    return (id && this.editing.shelf.of(id)?.work) || null;
  });
  readonly chart = $derived.by((): readonly UnitRow[] => chartOf(this.text, this.ownChart));
  option(name: string): Option | undefined {
    return this.book.options.find((one) => one.name === name);
  }
  value(name: string): string {
    const option = this.option(name);
    return option ? valueOf(this.text, option) : "";
  }
  word(name: string): string {
    const found = this.editing.toml.get([name]);
    return typeof found === "string" ? found : "";
  }
  /** Whether the referee has nothing against a part. */
  sound(part: Part): boolean {
    return this.editing.faults.every(({ field }) => partOf(field) !== part);
  }

  // ---- the ground ----
  readonly #sheet = $derived.by(() => (this.ground && !this.free ? readSheet(this.ground.text, this.hexes) : null));
  readonly #size = $derived.by(() => ({
    columns: this.#sheet?.columns ?? 24,
    rows: this.#sheet?.rows.length ?? 18,
    table: this.hexes ? ("hexes" as const) : ("squares" as const),
  }));
  get columns(): number {
    return this.#size.columns;
  }
  get rows(): number {
    return this.#size.rows;
  }
  readonly #measure = $derived.by(() => `${this.columns} ${this.rows}`);
  /** The same for boards of one size: then the stage stays as it is. */
  readonly layout = $derived.by(() => {
    void this.#measure;
    return untrack(() => layoutOf(this.#size, 0));
  });
  readonly cut = $derived.by(() => {
    const sheet = this.#sheet;
    if (!sheet) return null;
    const terrain: Terrain = {
      ...{ id: "draft", name: "", ...this.#size, north: NORTHS.indexOf(sheet.north) * 90 },
      legend: legendOf(this.hexes ? HEXES : SQUARES),
      cells: [groundSigns(sheet.own, this.hexes)],
    };
    return cutOf(terrain, this.layout);
  });
  readonly #table = $derived.by(() => (this.free && this.ground?.row ? terrainIn(this.ground.row, "free") : null));
  readonly plane = $derived.by(() => planeOf(this.#table ?? { columns: 120_000, rows: 80_000 }, 0));
  readonly drawn = $derived.by(() => {
    const table = this.#table;
    return table ? drawTable({ ...table, features: table.features ?? [] }, this.plane) : "";
  });
  readonly size = $derived.by((): string => {
    if (!this.ground) return "";
    if (!this.free) return `${this.columns} × ${this.rows} ${this.hexes ? "hexes" : "squares"}`;
    return `${this.plane.width / 10} × ${this.plane.height / 10} cm`;
  });
  name(at: number): string {
    return squareName(at, this.columns);
  }
  /** The squares of an area such as "A3:B4", as far as they lie on the board. */
  #box(area: string): ZonePart["box"] | null {
    const [first = "", last = first] = area.toUpperCase().split(":");
    const [a, b] = [cellNamed(first.trim()), cellNamed(last.trim())];
    if (!a || !b) return null;
    const box = [
      Math.min(a.column, b.column),
      Math.min(a.row, b.row),
      Math.max(a.column, b.column),
      Math.max(a.row, b.row),
    ] as const;
    return box[2] < this.columns && box[3] < this.rows ? box : null;
  }
  #squares(areas: readonly string[]): number[] {
    return areas.flatMap((area) => {
      const box = this.#box(area);
      return box ? cellsOf(box, this.columns) : [];
    });
  }
  /** Walls or barricades as the map has them. */
  mapped(held: string): readonly number[] {
    const [sheet, sign] = [this.#sheet, signOf(false, KIND_OF[held] ?? "")];
    return sheet ? [...sheet.own].flatMap((one, at) => (one === sign ? [at] : [])) : [];
  }
  standing(held: string): readonly number[] {
    const areas = areasOf(this.editing.toml, held);
    return areas ? this.#squares(areas) : this.mapped(held);
  }
  readonly marks = $derived.by((): Mark[] => {
    if (this.free || this.hexes) return [];
    const place = (at: number) => ({ x: at % this.columns, y: Math.floor(at / this.columns) });
    return Object.entries(MARKS)
      .map(([held, kind]) => ({ kind, at: this.standing(held).map(place), side: null, sentence: held, rule: "" }))
      .filter(({ at }) => at.length > 0);
  });
  closed(square: number | undefined): boolean {
    const sign = square === undefined ? undefined : this.#sheet?.own[square];
    return sign !== undefined && BUILDINGS.some((kind) => signOf(false, kind) === sign);
  }
  /** Zone B as the text has it, and Blue's opposite. */
  readonly parts = $derived.by((): ZonePart[] => {
    if (!(Number(this.value("spaa")) > 0)) return [];
    return (areasOf(this.editing.toml, "zone_b") ?? []).flatMap((text, number): ZonePart[] => {
      const box = this.#box(text);
      if (!box) return [];
      const [left, top, right, bottom] = box;
      const [x, y] = [this.columns - 1, this.rows - 1];
      return [
        { number, red: true, text, box },
        { number, red: false, text, box: [x - right, y - bottom, x - left, y - top] },
      ];
    });
  });
  /** Where who deploys: the zones of the way that this scenario is played. */
  readonly deployment = $derived.by((): readonly GroundZone[] => {
    const campaign = this.free ? this.word("campaign") : this.hexes ? "" : this.value("edges") || "long sides";
    const found = this.zones.filter((zone) => zone.fits && (!campaign || zone.campaign === campaign));
    if (this.word("defender") !== "blue" || campaign === "standard") return found;
    return found.map((zone) => ({ ...zone, side: zone.side === "red" ? "blue" : zone.side === "blue" ? "red" : "" }));
  });

  /** The text, or what it uses, may name another board, or make its zones deeper. */
  changed(): void {
    const { named, ownBoard } = this;
    if (`${named}\n${ownBoard}` !== this.#laid) void this.#lay(`${named}\n${ownBoard}`, named);
    else this.#zone();
  }
  async #lay(what: string, named: string): Promise<void> {
    this.#laid = what;
    try {
      const ground = await this.#groundOf(named);
      if (what !== this.#laid) return;
      [this.ground, this.missing, this.trouble] = [ground, ground === null, ""];
      [this.cursor, this.pen, this.chosen] = [null, null, null];
      this.#zone();
    } catch {
      if (what !== this.#laid) return;
      [this.#laid, this.trouble] = ["", UNREACHED];
    }
  }
  /** Asks the referee for the zones, unless he has said them of this very ground. */
  #zone(): void {
    const ranks = this.editing.toml.get(["figures", "ranks"]);
    const deep = typeof ranks === "number" && ranks >= 1 && ranks <= 100 ? Math.floor(ranks) : 0;
    const text = this.ground?.text ?? "";
    if (this.#zoned?.text === text && this.#zoned.deep === deep) return;
    const mine = (this.#zoned = { text, deep });
    clearTimeout(this.#rest);
    if (!text) return void (this.zones = []);
    const work: Work = { kind: "board", book: this.book.id, text };
    const query = { ask: "zones" as const, ...(deep ? { ranks: deep } : {}) };
    this.#rest = setTimeout(() => {
      this.#api.prospect({ works: [work], query }).then(
        ({ zones }) => {
          if (mine === this.#zoned) [this.zones, this.trouble] = [zones, ""];
        },
        () => {
          if (mine === this.#zoned) [this.#zoned, this.trouble] = [null, UNREACHED];
        },
      );
    }, REST_MS);
  }
  async #groundOf(named: string): Promise<Ground | null> {
    const own = this.editing.shelf.of(this.ownBoard);
    if (own) {
      const row = this.free ? (await this.#api.pictures(this.editing.shelf.bundle(own.work))).map : null;
      return { text: own.work.text, row };
    }
    this.#texts ??= this.#api.shipped(this.book.id, "board");
    this.#texts.catch(() => (this.#texts = null));
    const text = (await this.#texts)[named];
    return text ? { text, row: this.book.maps.find(({ id }) => id === named) ?? null } : null;
  }

  // ---- what the controls write ----
  #change(text: string, what: string, run = ""): void {
    if (text !== this.editing.text) this.editing.change(text, what, run);
  }
  agree(option: Option, value: string): void {
    const spaa = option.name === "spaa" && value === "0" ? " with its zone B" : "";
    this.#change(
      agreed(this.editing.text, this.book, option, value),
      `${option.label} ${value || "as on the map"}${spaa}`,
      option.kind.type === "number" ? option.name : "",
    );
    if (spaa) this.#told = "The basic scenario is off: parts of zone B, count and limit went with it.";
  }
  /** A key that is no option of the book. */
  write(path: Path, value: string | number | boolean | undefined, what: string, usual?: string | boolean): void {
    this.#change(withKey(this.editing.text, path, value, usual), what, path.join("."));
  }
  many(whose: Whose, unit: UnitRow, many: number): void {
    const had = forceOf(this.editing.toml, whose)[unit.id] ?? 0;
    const what = `${Math.abs(many - had)} ${unit.name} ${many > had ? "more" : "less"}`;
    this.#change(withMany(this.editing.text, whose, unit.id, many), what, `${whose}.${unit.id}`);
  }
  /** The same force for the other side. */
  same(from: "red" | "blue", to: "red" | "blue"): void {
    const text = withKey(this.editing.text, [to], forceOf(this.editing.toml, from));
    this.#change(text, `${to === "red" ? "Red" : "Blue"} as ${from === "red" ? "Red" : "Blue"}`);
  }
  /** Another board: one of the book's by its id, or one of the shelf by its work. */
  choose(id: string): void {
    const kept = this.editing.shelf.of(id);
    const name = kept ? this.#fileFor(id) : id;
    const { text, uses = {} } = { text: withKey(this.editing.text, [this.key], name), uses: this.editing.page.uses };
    this.editing.draft.change(text, `ground ${kept?.title || id}`, kept ? { uses: { ...uses, [name]: id } } : {});
  }
  #fileFor(id: string): string {
    const kept = this.editing.shelf.of(id)!;
    const plain = kept.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 40);
    const end = this.free ? ".toml" : ".txt";
    const taken = Object.entries(this.editing.page.uses ?? {});
    const free = (name: string): boolean => taken.every(([one, used]) => one !== name || used === id);
    const names = ["", "-2", "-3", "-4", "-5"].map((more) => `${plain || "board"}${more}${end}`);
    return names.find(free) ?? names[0]!;
  }
  fillSummary(): void {
    this.write(["summary"], summaryOf(this.text, this.chart), "a summary");
  }

  // ---- what the hand draws ----
  take(held: Held): void {
    [this.held, this.pen, this.chosen] = [this.held === held ? "" : held, null, null];
    if (this.held) this.part = this.held === "zone_b" ? "zones" : "ground";
    this.camera.takeFocus();
  }
  hover(at: number | null): void {
    [this.keyed, this.cursor] = [false, at];
    if (at !== null) this.#told = "";
  }
  away(): void {
    if (!this.keyed && this.pen === null) this.cursor = null;
  }
  goTo(at: number): void {
    [this.cursor, this.keyed, this.#told] = [at, true, ""];
    this.camera.reveal(this.layout.centre(at));
  }
  leave(): void {
    this.pen = null;
  }
  back(): boolean {
    if (this.pen !== null) this.pen = null;
    else if (this.chosen !== null) this.chosen = null;
    else if (this.held) this.held = "";
    else return false;
    return true;
  }
  partAt(at: number): ZonePart | null {
    const [x, y] = [at % this.columns, Math.floor(at / this.columns)];
    return (
      this.parts.find(
        ({ red, box: [left, top, right, bottom] }) => red && x >= left && x <= right && y >= top && y <= bottom,
      ) ?? null
    );
  }
  set(at: number): void {
    [this.pen, this.cursor] = [at, at];
  }
  /** The cells that a rectangle from the pen to the cursor would be. */
  readonly meant = $derived.by((): readonly number[] => {
    const { pen, cursor, columns } = this;
    if (cursor === null || this.held === "") return [];
    return cellsOf(boxOf(pen ?? cursor, cursor, columns), columns);
  });
  #area(): string {
    const { pen, cursor, columns } = this;
    if (cursor === null) return "";
    const [left, top, right, bottom] = boxOf(pen ?? cursor, cursor, columns);
    return areaText(this.name(top * columns + left), this.name(bottom * columns + right));
  }
  /** What was pulled open goes into the text. */
  drop(): void {
    const { held } = this;
    const area = this.#area();
    const cells = this.meant;
    this.pen = null;
    if (!held || !area) return;
    if (held === "zone_b") return this.#addPart(area);
    const there = new Set(this.standing(held));
    const all = cells.every((at) => there.has(at));
    this.#stand(held, cells, !all);
  }
  #addPart(area: string): void {
    const { text, toml } = this.editing;
    const many = areasOf(toml, "zone_b")?.length ?? -1;
    const next = many < 0 ? setting(text, ["zone_b"], [area]) : adding(text, ["zone_b"], area);
    this.#change(applied(text, next), `B${Math.max(0, many) + 1}: ${area}`);
    this.#told = `B${Math.max(0, many) + 1}: ${area}. Blue's lies opposite.`;
  }
  removePart(number: number): void {
    this.chosen = null;
    const area = areasOf(this.editing.toml, "zone_b")?.[number] ?? "";
    this.#change(applied(this.editing.text, removing(this.editing.text, ["zone_b", number])), `${area} out of zone B`);
  }
  /** Puts walls or barricades on squares, or takes them off; what the map has is written out first. */
  #stand(held: Exclude<Held, "" | "zone_b">, cells: readonly number[], on: boolean): void {
    let { text } = this.editing;
    const areas = areasOf(this.editing.toml, held);
    const what = `${HELD_WORDS[held]} ${on ? "at" : "off"} ${areaText(this.name(cells[0]!), this.name(cells.at(-1)!))}`;
    const there = new Set(this.standing(held));
    const wanted = cells.filter((at) => there.has(at) !== on);
    if (areas && on) for (const at of wanted) text = applied(text, adding(text, [held], this.name(at)));
    else {
      const left = new Set(wanted);
      // Areas that lose a square are told square by square; all others stay as they are written.
      const kept = (areas ?? [...there].map((at) => this.name(at))).flatMap((area) => {
        const squares = this.#squares([area]);
        if (on || squares.every((at) => !left.has(at))) return [area];
        return squares.filter((at) => !left.has(at)).map((at) => this.name(at));
      });
      text = withKey(text, [held], on ? [...kept, ...wanted.map((at) => this.name(at))] : kept);
    }
    this.#change(text, what);
    this.#told = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  }
  clear(): boolean {
    if (this.chosen !== null) this.removePart(this.chosen);
    else if (this.cursor !== null && this.held === "zone_b" && this.partAt(this.cursor))
      this.removePart(this.partAt(this.cursor)!.number);
    else if (this.cursor !== null && this.held && this.held !== "zone_b") this.#stand(this.held, this.meant, false);
    else return false;
    return true;
  }
  press(at: number): void {
    [this.cursor, this.chosen] = [at, this.partAt(at)?.number ?? null];
    if (this.chosen === null) return;
    this.part = "zones";
    this.editing.light(["zone_b", this.chosen]);
  }

  // ---- the text and its faults ----
  point({ field }: Flaw): void {
    if (field) this.part = partOf(field);
  }
  chooseAt(place: number): void {
    const [key, number] = this.editing.toml.pathAt(place);
    if (typeof key !== "string") return;
    this.part = partOf(key);
    this.chosen = key === "zone_b" && typeof number === "number" ? number : null;
  }

  // ---- words ----
  get sentence(): string {
    if (this.trouble) return this.trouble;
    if (this.#told) return this.#told;
    const { held, cursor, pen, chosen } = this;
    if (held) {
      const area = this.#area();
      const what = HELD_WORDS[held];
      if (held === "zone_b" && area && pen !== null)
        return `B${this.parts.length / 2 + 1}: ${area}. Release to draw it.`;
      if (cursor !== null) return `${what.charAt(0).toUpperCase()}${what.slice(1)}, ${area}.`;
      return held === "zone_b"
        ? "Pull a part of Red's zone B; Blue's lies opposite."
        : `Press or pull where a ${what} is, or is not.`;
    }
    const part = chosen === null ? undefined : this.parts.find(({ number, red }) => red && number === chosen);
    if (part) return `B${part.number + 1}: ${part.text}. Delete takes it out.`;
    return PART_SENTENCES[this.part];
  }
  get spoken(): string {
    if (this.#told) return this.#told;
    const { cursor, held } = this;
    if (cursor === null || !this.keyed) return "";
    const part = this.partAt(cursor);
    const there = part ? `part ${part.number + 1} of Red's zone B` : this.deploys(cursor);
    const hand = held ? ` ${HELD_WORDS[held]} is in your hand.` : "";
    return `${this.name(cursor)}${there && `, ${there}`}.${hand}`;
  }
  deploys(at: number): string {
    const found = this.deployment.find(({ cells }) => cells.includes(at));
    return found ? `where ${found.side === "blue" ? "Blue" : "Red"} deploys` : "";
  }
}
const PART_SENTENCES: Readonly<Record<Part, string>> = {
  ground: "The board, and what stands on it when the game begins.",
  zones: "Where both sides deploy.",
  forces: "What each side has, against what was agreed.",
  goal: "What decides, and when it is over.",
  options: "What is played with beyond the basic rules.",
};

function boxOf(one: number, other: number, columns: number): ZonePart["box"] {
  const xs = [one % columns, other % columns];
  const ys = [Math.floor(one / columns), Math.floor(other / columns)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
export function cellsOf([left, top, right, bottom]: ZonePart["box"], columns: number): number[] {
  const found: number[] = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) found.push(y * columns + x);
  return found;
}
