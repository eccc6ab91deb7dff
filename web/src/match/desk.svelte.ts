/** The battle screen without its drawing: all that a key, a button or a press on the table does. */
import { spotOrder } from "../api/orders";
import type { Book, Mark, Order, Refusal, Row, Tray } from "../api/types";
import type Board from "../board/Board.svelte";
import { pieceOn, squareAimed } from "../board/state";
import type { FreeIntent } from "../free/intent";
import type Table from "../free/Table.svelte";
import { aimAt, type Aimed } from "../stage/aims";
import type { Point } from "../stage/points";
import { Asking } from "./asking.svelte";
import type { Said } from "./bearings";
import { stepIn } from "./commands";
import { Absence } from "./absence.svelte";
import { Aftermath } from "./aftermath.svelte";
import { Curtain } from "./curtain.svelte";
import { Frame, type Tab } from "./frame.svelte";
import { MatchHand } from "./hand.svelte";
import type { Hinting } from "./hinting.svelte";
import { intentOf } from "./intent";
import { Looking } from "./looking.svelte";
import { Penciling } from "./penciling.svelte";
import { withFiring } from "./reach";
import { Seen } from "./seen.svelte";
import { settings, type Settings } from "./settings";
import type { MatchStore } from "./store";
import { Things } from "./things.svelte";
import { Wondering } from "./wondering.svelte";
import { ownBattle } from "./words";
import { say } from "../language/language";

/** What of the dock a key reaches. */
export interface DockHandle {
  end(): void;
  enterWindow(): boolean;
  sole(): Order | undefined;
}

/** What a battle knows of a lesson that it is part of. */
export interface Lessoned {
  readonly title: string;
  /** A refusal is told where the lesson speaks, and not in the prompt line. */
  readonly tells: boolean;
  readonly hint: string;
  /** The order that a step wants to be tried or given, in the lesson's own words. */
  orderOf(text: string): Order | undefined;
  /** Takes a unit into the hand by its hull, and says so. */
  choose(hull: string): string;
}

export class Desk {
  lesson: Lessoned | null = $state.raw(null);
  readonly store: MatchStore;
  readonly seen: Seen;
  readonly looking: Looking;
  readonly pencil: Penciling;
  readonly hand: MatchHand;
  readonly things: Things;
  readonly frame: Frame;
  readonly aftermath: Aftermath;
  /** Hints, where they are wanted. */
  hinting: Hinting | undefined = $state.raw();
  /** What is drawn: one of the two tables, and the dock. */
  board: ReturnType<typeof Board> | undefined = $state();
  free: ReturnType<typeof Table> | undefined = $state();
  dock: DockHandle | undefined = $state();
  /** Where the hand is on the table, so that a refusal stands there, and when it last pressed something there. */
  pointer = $state.raw({ x: 200, y: 200 });
  pressedAt = 0;
  /** What happened, or was done beside the game: it stands in the prompt line for a moment. */
  passing: readonly Said[] = $state.raw([]);
  #passing: ReturnType<typeof setTimeout> | undefined;
  /** What is wrong with the dice, or with this browser: it stands there until it is over. */
  alarm = $state("");
  readonly curtain: Curtain;
  readonly absence: Absence;
  readonly wondering: Wondering;
  readonly asking: Asking;
  /** A chip is on its way to the table, which must not move meanwhile. */
  carrying = $state(false);
  readonly #settings: () => Settings;
  readonly #book: () => Book | null;
  readonly #named: () => string;

  /** `named` is what whoever sat down here has called a battle that is none of the book's. */
  constructor(store: MatchStore, settings: () => Settings, book: () => Book | null, named: () => string = () => "") {
    this.store = store;
    this.#settings = settings;
    this.#book = book;
    this.#named = named;
    this.seen = new Seen(store);
    this.looking = new Looking(this.seen);
    this.pencil = new Penciling(this.seen, this.looking);
    this.hand = new MatchHand(this.seen, this.looking);
    this.things = new Things(this.seen, this.hand, this.looking);
    this.frame = new Frame(this.seen);
    this.aftermath = new Aftermath(this.seen, this.looking);
    this.curtain = new Curtain(this.seen);
    this.absence = new Absence(this.seen);
    this.wondering = new Wondering(this.seen);
    this.asking = new Asking(() => this.table);
  }

  get settings(): Settings {
    return this.#settings();
  }
  /** The battle is over, and what it came to is shown; a lesson ends in its own way. */
  get over(): boolean {
    const { now } = this.seen;
    return now.result !== null && !now.playing && !this.lesson;
  }
  get book(): Book | null {
    return this.#book();
  }
  /** The one that is drawn. */
  get table(): Desk["board"] | Desk["free"] {
    return this.board ?? this.free;
  }
  get title() {
    if (this.lesson) return this.lesson.title;
    const { scenario = "" } = this.seen.now.view ?? {};
    const own = this.book?.scenarios.find(({ id }) => id === scenario);
    return own?.name ?? (this.#named() || ownBattle(scenario));
  }
  /** Squares that can be chosen. */
  readonly spots = $derived.by(() => {
    const { mine, playing, tray } = this.seen;
    return [...new Set((mine && !playing ? (tray?.spots ?? []) : []).flatMap((one) => one.cells))];
  });
  /** Why the chosen unit can do nothing: told in the prompt line to whoever has just chosen it, and not after its own move. */
  get idle(): Pick<Refusal, "rule" | "sentence" | "bearings"> | null {
    const { now, surveyed } = this.seen;
    if (this.hand.intent || now.chosenAt !== now.position || now.playing || this.looking.look) return null;
    return surveyed?.done
      ? { rule: surveyed.refusal?.rule ?? "", sentence: surveyed.done }
      : (surveyed?.refusal ?? null);
  }
  /** Begins to ask what things are; the guide opens for the answers, where there is one. */
  askWhat(): void {
    this.frame.panel = "";
    this.asking.begin();
    if (this.settings.guide === "folded") settings.update((old) => ({ ...old, guide: "open" }));
    this.focusTable();
  }
  /** On a phone the dice of a shot fall in the sheet, where its histogram stood. */
  get fallsHere() {
    const { thrown } = this.seen.now;
    return this.frame.phone && thrown?.falling === true && thrown.throws[0]?.needed !== null;
  }

  /** Says something in the prompt line, for a moment. */
  tell(told: string | readonly Said[], milliseconds = 3000): void {
    this.passing = typeof told === "string" ? [{ sentence: told }] : told;
    clearTimeout(this.#passing);
    this.#passing = setTimeout(() => (this.passing = []), milliseconds);
  }
  /** The hand goes on: what happened need not stand there any longer. */
  hush(): void {
    if (this.passing.length > 0) this.tell([], 0);
  }
  /** At one screen the other side has begun, and nobody has done anything yet. */
  get handed(): boolean {
    return this.curtain.handed;
  }
  ready(): void {
    this.curtain.ready();
  }
  /** Standing orders at one screen: the other side looks away meanwhile. */
  part(): void {
    this.curtain.part();
    if (this.curtain.apart) void this.store.refresh();
  }
  focusTable(): void {
    this.table?.focus();
  }
  barred(): boolean {
    return this.seen.barred();
  }
  /** Another unit, or another position. */
  begin(): void {
    this.things.begin();
    this.hand.begin();
  }

  // ---- choosing ----
  pick(unit: number | null): void {
    if (this.looking.look) return this.looking.back();
    if (unit !== null && unit === this.seen.selected && !this.seen.playing) return;
    this.store.select(unit);
  }
  /** Walks through the units that have something left; else those to be placed; else all. */
  walk(by: 1 | -1): void {
    const { picture, selected } = this.seen;
    if (!picture) return;
    const lists = [
      picture.tray.todo.map(({ unit }) => unit),
      this.store.beside.map(({ id }) => id),
      picture.pieces.filter(({ side, pose, wreck }) => this.store.acts(side) && pose && !wreck).map(({ id }) => id),
    ];
    const next = stepIn(lists.find(({ length }) => length > 0) ?? [], selected, by);
    if (next !== undefined) this.store.select(next);
  }
  /** A die by its value, or the kind of tile to place. */
  chooseDie(value: number): void {
    const { mine, tray } = this.seen;
    if (mine && (tray?.spots.length ?? 0) > 1) return this.hand.chooseKind(value - 1);
    if (!this.barred() && tray?.dice.some((die) => die.value === value && die.state !== "used"))
      this.store.chooseToken(value);
  }

  // ---- committing ----
  #at([x, y]: Point): void {
    this.pointer = { x, y };
    this.pressedAt = Date.now();
  }
  /** The table refuses something, where the hand is. */
  refuse(refusal: Refusal, at?: Point): void {
    if (at) this.#at(at);
    this.store.refuse(refusal);
  }
  /** What is aimed at on the table is to be done. */
  commitAim(aim: Aimed, at: Point): void {
    if (this.looking.look) return this.looking.back();
    this.#at(at);
    if (this.barred()) return;
    const intent = intentOf(aim, this.hand.survey, this.seen.picture, this.hand.kind);
    this.hand.engage(aim);
    if (intent) void this.store.order(...intent.orders);
  }
  /** What is led, put or dropped on a free table is to be done. */
  take({ orders }: FreeIntent, at: Point): void {
    this.#at(at);
    if (this.looking.look) this.looking.back();
    else if (!this.barred()) void this.store.order(...orders);
  }
  /** The key or the button that does what is shown. */
  commit(): void {
    const { intent } = this.hand;
    if (intent?.kind === "free") return void (this.barred() || this.free?.commit());
    if (intent && this.seen.mine) {
      if (this.hand.aim) this.hand.engage(this.hand.aim);
      if (intent.kind === "target" && intent.aim.preview.refusal) this.store.refuse(intent.aim.preview.refusal);
      else void this.store.order(...intent.orders);
      return;
    }
    // Before the survey has come a move is remembered; a shot must have been seen first.
    if (this.store.later(() => this.hand.intent?.kind === "pose" && this.commit())) return;
    if (!this.doOnly()) this.barred();
  }
  /** Where there is only one thing to do, Enter does it. */
  doOnly(): boolean {
    if (this.resolveNext()) return true;
    const { survey } = this.hand;
    const [deed, ...more] = survey && survey.bands.length + survey.aims.length === 0 ? survey.deeds : [];
    const order = deed && more.length === 0 && this.seen.mine ? deed.order : this.dock?.sole();
    if (order) void this.store.order(order);
    return order !== undefined;
  }
  /** A press on what cannot be done says why, where the hand is. */
  why(what: Aimed, at: Point): boolean {
    const { unit, mine, tray } = this.seen;
    this.#at(at);
    if (what.kind === "target") {
      const refusal = aimAt(this.hand.survey, what.unit, what.cell)?.preview.refusal;
      if (refusal) this.store.refuse(refusal);
      return Boolean(refusal);
    }
    if (what.kind !== "square" || !mine || !tray) return false;
    if (unit && !(unit.pose && this.#deploys(tray))) return unit.side === tray.side && this.store.whyNot(what.square);
    return this.#whyNotHere(what.square, tray);
  }
  /** Units are to be put down, and something still waits beside the table. */
  #deploys({ todo }: Tray): boolean {
    return this.store.beside.some(({ id }) => todo.some((one) => one.unit === id));
  }
  /** A press on a place where nothing can be put says why, or what to take into the hand first. */
  #whyNotHere(square: number, tray: Tray): boolean {
    const { spots } = tray;
    const kind = spots[this.hand.kind] ?? spots[0];
    if (kind) void this.store.whyNotOrder(spotOrder(kind, square));
    else if (this.#deploys(tray))
      this.store.refuse({
        rule: this.seen.tray?.rule ?? "",
        sentence: say("Choose a piece first, then its place"),
        nearest: null,
      });
    else return false;
    return true;
  }
  undo(): void {
    const { view, undo, draft } = this.seen.now;
    if (view?.watching) this.barred();
    else if (undo === "" || draft.length > 0) void this.store.undo();
    else this.store.refuse({ rule: "", sentence: undo, nearest: null });
  }
  hurry(): void {
    if (this.seen.now.view?.watching) this.barred();
    else void this.store.moveNow();
  }
  /** Fires the next announced shot, or shows the end of what plays. */
  skip(): void {
    if (this.pencil.act && !this.looking.look) this.showLine(this.pencil.act.lines[0]!.position);
    else if (!this.resolveNext()) this.store.skipAll();
  }

  // ---- a volley ----
  resolveNext(): boolean {
    const [row] = this.store.due;
    if (row) this.resolve(row);
    return row !== undefined;
  }
  resolve({ order }: Row): void {
    if (order && !this.barred()) void this.store.order(order);
  }
  /** The unit that an arrow or a hook belongs to: it begins there. */
  #ownerOf({ at: [from] }: Mark): number | undefined {
    const { picture, terrain } = this.seen;
    return picture && terrain && from
      ? pieceOn(picture.pieces, from.y * terrain.columns + from.x, terrain.columns)?.id
      : undefined;
  }
  /** An arrow that is due is fired; before that, and at a hook, the unit is chosen. A hook also takes up what hangs on it. */
  pressMark(mark: Mark): void {
    const owner = this.#ownerOf(mark);
    if (owner === undefined) return;
    const row = this.store.due.find(({ unit }) => unit === owner);
    if (mark.kind !== "hook") return row ? this.resolve(row) : this.pick(owner);
    if (this.seen.selected === owner) return this.hand.hitch();
    this.pick(owner);
    this.store.later(() => this.hand.hitch());
  }
  /** An arrow that was pulled to another square, where a volley is made. */
  get redirectMark(): ((mark: Mark, square: number) => void) | undefined {
    if (!this.seen.planning || !this.seen.mine) return undefined;
    return (mark, square) => {
      const owner = this.#ownerOf(mark);
      if (owner !== undefined) void this.#redirect(owner, square);
    };
  }
  /** Leads what a unit is to do to what stands on another square, or says why not. */
  async #redirect(unit: number, square: number): Promise<void> {
    const found = await this.store.surveyOf(unit);
    const { picture, terrain } = this.seen;
    if (!found || !picture || !terrain) return;
    const { aims } = withFiring(found, { mode: "", choice: this.hand.firing.choice, cells: true });
    const aim = aims.find((one) => squareAimed(one, picture.pieces, terrain.columns) === square);
    if (aim?.preview.refusal) this.store.refuse(aim.preview.refusal);
    else if (aim && !this.barred()) void this.store.order(aim.order);
  }
  /** Takes what the chosen unit is to do out of the plan; the focus stays with what goes on. */
  strike(): void {
    const { selected } = this.seen;
    if (selected !== null) void this.store.strike(selected).then((struck) => struck && this.focusTable());
  }

  // ---- carried to the table ----
  /** A chip, a row of the volley or a die is carried, and put down at last. */
  carryChip(event: PointerEvent, down: boolean): void {
    this.carrying = !down;
    if (!down) return this.table?.carry(event);
    if (this.board) this.board.drop(event);
    else this.free?.setDown(event);
  }
  carryRow(event: PointerEvent, unit: number, down: boolean): void {
    if (this.seen.selected !== unit) this.pick(unit);
    if (!down) return this.board?.carry(event);
    const square = this.board?.squareUnder(event) ?? null;
    if (square !== null) void this.#redirect(unit, square);
  }
  carryDie(event: PointerEvent, down: boolean): void {
    if (!down) this.free?.carry(event);
    else if (this.things.die?.put) this.free?.setDown(event);
    else this.things.dropOn(this.free?.unitUnder(event) ?? null);
  }

  // ---- looking around ----
  showLine(position: number): void {
    if (this.seen.now.result) return this.aftermath.go(position + 1);
    this.looking.show(position, this.frame.phone);
    this.hand.aim = null;
    if (this.frame.phone) this.frame.sheet = "rest";
  }
  /** Shows what the log tells of a unit, from the first line on. */
  seek(unit: number): void {
    this.frame.seek(unit);
    void this.store.recall();
  }
  showTab(tab: Tab): void {
    this.frame.show(tab);
  }
  showRule(): void {
    this.frame.openRule(
      this.seen.now.refused?.refusal.rule || this.idle?.rule || this.frame.rule || (this.seen.tray?.rule ?? ""),
    );
  }
  /** One level back: what lies over the table, the way that goes on, the aim, the die, the choice, the sheet. */
  back(): void {
    const { frame, hand, things, seen, store } = this;
    if (frame.panel) frame.panel = "";
    else if (seen.now.refused) store.dismiss();
    else if (store.leave()) return;
    else if (hand.aim) hand.aim = null;
    else if (things.commanding !== null) things.commanding = null;
    else if (seen.selected !== null) store.select(null);
    else if (frame.sought !== null) frame.sought = null;
    else if (frame.sheet === "full") frame.sheet = "rest";
  }
}
