/** A set-up in the making: the wish, what the referee says of it, and what a hand does to it. Components only draw it. */
import { Trouble, type Api } from "../../api/client";
import type { Keep } from "../../api/tokens";
import type { Mine } from "../../make/figures/mine";
import type { Book, BookLine, Fill, NewMatch, Option, Refusal, Repair, SetupAnswer, Side } from "../../api/types";
import { sideName } from "../../match/words";
import {
  armyIn,
  armyOf,
  armyText,
  battleOf,
  botUsual,
  chartOf,
  chartsOf,
  middleBattle,
  newMatch,
  plainWish,
  pointsOf,
} from "../wish";
import { sideKey, standsOn, wishIn, wishOf, type Army, type Charts, type Wish } from "../wish";
import { changed, withoutOption } from "./options";
import { later, say } from "../../language/language";

/** What lies outside: the server, this browser, and the way to the table. */
export interface World {
  readonly api: Pick<Api, "rulebooks" | "book" | "setup" | "fills">;
  readonly keep: Keep;
  /** The wish of the last match that was begun here. */
  last(): NewMatch | null;
  /** Whether somebody has played here before. */
  been(): boolean;
  name(): string;
  begin(wish: NewMatch, title: string, keepsKey: boolean): Promise<void>;
  /** One's own figures of a book, for each of its charts, and whether new games use them. */
  figures?(book: string): Promise<readonly Mine[]>;
  useFigures?(book: string, chart: string, id: string, on: boolean): void;
}
/** What the big button says and does. */
export interface Face {
  readonly does: "begin" | "repair" | "open";
  readonly label: string;
}
/** Why it did not begin, and which part is to blame. */
interface Failure {
  readonly sentence: string;
  readonly part: string;
  /** Nobody answered: the same may be tried again. */
  readonly passing: boolean;
}
/** The answer to a + that cannot be. */
export interface Said {
  readonly side: Side;
  readonly unit: string;
  readonly refusal: Refusal;
  /** What would make it possible, and the wish with it. */
  readonly repair: { readonly label: string; readonly wish: Wish } | null;
}
interface Step {
  readonly before: Wish;
  readonly words: string;
}

/** Under what a browser keeps the set-up that was not begun. */
export const DRAFT = "hulldown.setup";
const WAIT = 120;
const MOST_STEPS = 60;
const UNREACHED = later("The table cannot be reached; this set-up is kept.");

export class Making {
  readonly #world: World;
  lines = $state.raw<readonly BookLine[]>([]);
  book = $state.raw<Book | null>(null);
  wish = $state.raw<Wish>(plainWish("", ""));
  /** The book that is on its way. */
  pending = $state("");
  answer = $state.raw<SetupAnswer | null>(null);
  failure = $state.raw<Failure | null>(null);
  starting = $state(false);
  keepsKey = $state(false);
  fills = $state.raw<readonly Fill[]>([]);
  said = $state.raw<Said | null>(null);
  /** Whether both sides buy the same. */
  linked = $state(false);
  /** One's own figures of this book, by the chart of the house that they stand on. */
  #mine = $state.raw<readonly Mine[]>([]);
  #charts: Charts = new Map();
  #house: Book | null = null;
  #past = $state.raw<readonly Step[]>([]);
  #address: [string, string] = ["", ""];
  #judged: Wish | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: Promise<void> = Promise.resolve();

  constructor(world: World) {
    this.#world = world;
  }

  // Opening

  /** A book, a battle of it, both or none: what the address says goes before what was chosen last. */
  async open(book = "", scenario = ""): Promise<void> {
    this.#address = [book, scenario];
    try {
      if (this.lines.length === 0) this.lines = await this.#world.api.rulebooks();
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (this.book && this.#shows(book, scenario)) return;
    const before = this.book ? this.wish : (wishIn(this.#world.keep.getItem(DRAFT)) ?? this.#last());
    const named = book || (this.lines.some(({ id }) => id === scenario) ? scenario : "");
    const battle = named === scenario ? "" : scenario;
    const id = named || (battle ? await this.#bookWith(battle) : "") || before?.rulebook || this.lines[0]?.id || "";
    if (before?.rulebook === id && (!battle || before.scenario === battle)) await this.#enter(before);
    else await this.#enter(plainWish(id, battle, before ?? { bot: "" }));
  }
  #shows(book: string, scenario: string): boolean {
    const { wish } = this;
    return (!book || book === wish.rulebook) && (!scenario || scenario === wish.scenario);
  }
  /** Another book: its first battle of middle length, the same opponent and side. */
  async chooseBook(id: string): Promise<void> {
    if (id !== this.wish.rulebook || this.pending) await this.#enter(plainWish(id, "", this.wish));
  }

  #last(): Wish | null {
    const last = this.#world.last();
    // Whoever began with a ready opening has been to that book, and has chosen nothing in it.
    return last && (wishOf(last) ?? { ...plainWish(last.rulebook, ""), bot: "" });
  }
  /** Of an old address only the battle is known: then the first book that has it is meant. */
  async #bookWith(battle: string): Promise<string> {
    for (const { id } of this.lines) {
      const book = await this.#world.api.book(id).catch(() => null);
      if (book?.scenarios.some((one) => one.id === battle)) return id;
    }
    return "";
  }
  async #enter(wanted: Wish): Promise<void> {
    this.pending = wanted.rulebook;
    try {
      const known = this.lines.some(({ id }) => id === wanted.rulebook);
      const book = await this.#world.api.book(known ? wanted.rulebook : (this.lines[0]?.id ?? ""));
      const mine = (await this.#world.figures?.(book.id).catch(() => [])) ?? [];
      if (this.pending !== wanted.rulebook) return;
      this.#house = this.book = book;
      this.#charts = chartsOf(book.units);
      this.#mine = mine.map((one) => ({ ...one, chart: one.chart || standsOn(one.units, this.#charts) }));
      const there = book.scenarios.some((one) => one.id === wanted.scenario);
      const battle = there ? wanted : plainWish(book.id, middleBattle(book), wanted);
      this.#past = [];
      this.fills = [];
      this.linked = false;
      this.put({ ...battle, bot: this.#bot(book, battle.bot) }, 0);
      this.pending = "";
    } catch (error) {
      if (this.pending === wanted.rulebook) this.pending = "";
      this.#failed(error);
    }
  }
  /** The opponent if this book has it; else the first time the plain one, later one that thinks. */
  #bot(book: Book, wanted: string): string {
    const name = wanted.split(/[:+]/)[0];
    if (book.bots.some((bot) => bot.name === name)) return wanted;
    const usual = book.bots.find((bot) => bot.name === (this.#world.been() ? "planner" : "greedy")) ?? book.bots[0];
    return usual ? botUsual(usual) : "";
  }

  // The wish, and what the referee says of it

  get battle(): ReturnType<typeof battleOf> {
    return battleOf(this.book, this.wish);
  }
  /** Whether the last answer speaks of this very wish. */
  get fresh(): boolean {
    return this.answer !== null && this.#judged === this.wish;
  }
  put(next: Wish, wait = WAIT): void {
    this.wish = next;
    this.failure = null;
    this.said = null;
    try {
      this.#world.keep.setItem(DRAFT, JSON.stringify(next));
    } catch {
      // Full or forbidden: then a reload forgets it.
    }
    clearTimeout(this.#timer);
    if (wait === 0) void this.judge();
    else this.#timer = setTimeout(() => void this.judge(), wait);
  }
  /** Asks what this wish comes to. Begin never waits for it. */
  judge(): Promise<void> {
    clearTimeout(this.#timer);
    const wish = this.wish;
    this.#asked = this.#world.api.setup(this.#match(wish)).then(
      (answer) => {
        if (wish !== this.wish) return;
        this.#judged = wish;
        this.answer = answer;
        const house = this.#house;
        if (house) this.book = answer.units ? { ...house, units: answer.units } : house;
      },
      (error: unknown) => {
        if (wish === this.wish) this.#failed(error);
      },
    );
    return this.#asked;
  }
  #match(wish: Wish): NewMatch {
    const match = newMatch(wish, this.#world.name());
    const mine = this.#mineFor(wish);
    return mine?.on && this.#fits(mine, wish) ? { ...match, chart: mine.id, works: mine.works } : match;
  }
  /** One's own figures of the chart that a battle is fought by; where there are none, others of the book. */
  #mineFor(wish: Wish): Mine | null {
    const usual = this.book?.options.find(({ name }) => name === "chart")?.default;
    const chart = wish.options["chart"] || battleOf(this.book, wish)?.chart || usual;
    const alike = this.#charts.size < 2 ? this.#mine : this.#mine.filter((one) => one.chart === chart);
    return alike[0] ?? this.#mine[0] ?? null;
  }
  /** Whether figures have all units that the battle, or what was chosen instead, is fought with. */
  #fits({ units }: Mine, wish: Wish): boolean {
    const there = new Set(units);
    const needed = ([0, 1] as const).flatMap((side) =>
      Object.entries(armyOf(this.book, wish, side)).flatMap(([unit, many]) => (many > 0 ? [unit] : [])),
    );
    return needed.every((unit) => there.has(unit));
  }
  /** One's own figures, as far as this battle is concerned. */
  get mine(): Mine | null {
    return this.#mineFor(this.wish);
  }
  get fitting(): boolean {
    return this.mine !== null && this.#fits(this.mine, this.wish);
  }
  /** Whether this game is played with one's own figures. */
  get figured(): boolean {
    return this.mine !== null && this.mine.on && this.fitting;
  }
  /** Figures: mine, or the house's; for this and every new game on that chart. */
  chooseFigures(on: boolean): void {
    const { mine } = this;
    if (!mine) return;
    this.#world.useFigures?.(this.wish.rulebook, mine.chart, mine.id, on);
    this.#mine = this.#mine.map((one) => (one === mine ? { ...one, on } : one));
    this.put({ ...this.wish }, 0);
  }
  #blame(): string {
    return this.failure?.part ?? "";
  }
  #failed(error: unknown): void {
    const passing = error instanceof Trouble && error.status === 0;
    const sentence = passing ? say(UNREACHED) : error instanceof Error ? error.message : String(error);
    this.failure = { sentence, part: this.answer?.faults[0]?.part ?? "", passing };
  }

  // What is chosen

  chooseBattle(id: string): void {
    if (id === this.wish.scenario) return;
    this.#past = [];
    this.fills = [];
    this.linked = false;
    this.put(plainWish(this.wish.rulebook, id, this.wish), 0);
  }
  choose(change: Partial<Pick<Wish, "opponent" | "bot" | "side">>): void {
    this.put({ ...this.wish, ...change }, 0);
  }
  chooseBoard(id: string): void {
    this.put({ ...this.wish, board: id === this.battle?.map ? "" : id }, 0);
  }
  agree(option: Option, value: string): void {
    if (this.book) this.put(changed(this.wish, this.book, option, value));
  }
  agreeAsBattle(name: string): void {
    this.put(withoutOption(this.wish, name));
  }
  asBattle(part: "armies" | "options" | "board"): void {
    const plain = { armies: { red: "", blue: "" }, options: { options: {} }, board: { board: "" } }[part];
    this.#step({ ...this.wish, ...plain }, say("{part} as the battle says", { part }));
  }
  repair({ label, wish }: Repair): void {
    this.#step({ ...this.wish, ...wish }, label);
  }

  /** Another chart needs other armies: the referee proposes them. */
  async chooseChart(option: Option, value: string): Promise<void> {
    if (!this.book) return;
    let next: Wish = { ...changed(this.wish, this.book, option, value), red: "", blue: "" };
    const answer = await this.#world.api.setup(this.#match(next)).catch(() => null);
    for (const { repair } of answer?.faults ?? []) {
      if (repair?.wish.red) next = { ...next, red: repair.wish.red };
      if (repair?.wish.blue) next = { ...next, blue: repair.wish.blue };
    }
    this.#step(next, `${option.label} ${value}`);
  }

  // Armies

  army(side: Side): Army {
    return armyOf(this.book, this.wish, side);
  }
  /** How many of a class: as many as the agreed points and the battle allow, else the card says why not. */
  async buy(side: Side, unit: string, many: number): Promise<void> {
    if (!this.book || this.battle?.fixed) return;
    const have = this.army(side)[unit] ?? 0;
    const wanted = Math.max(0, many);
    if (wanted === have) return;
    if (wanted > have && !(await this.#can(side, unit, wanted - have))) return;
    const row = this.book.units.find((one) => one.id === unit);
    const words = say(wanted > have ? later("added {n} {name}") : later("took away {n} {name}"), {
      n: Math.abs(wanted - have),
      name: row?.name ?? unit,
    });
    this.#step(this.#with(side, { ...this.army(side), [unit]: wanted }), words);
  }
  async #can(side: Side, unit: string, more: number): Promise<boolean> {
    if (!this.fresh) {
      // In the middle of quick presses: what is cheap enough needs no word of the referee's.
      const force = this.answer?.[sideKey(side)];
      const chart = this.book ? chartOf(this.book, this.wish) : [];
      const price = chart.find((row) => row.id === unit)?.points ?? 0;
      const spent = pointsOf(this.army(side), chart);
      if (force && !force.refused[unit] && (force.total === 0 || spent + price * more <= force.total)) return true;
      await this.judge();
    }
    const refusal = this.answer?.[sideKey(side)]?.refused[unit];
    if (!refusal) return true;
    this.said = { side, unit, refusal, repair: null };
    await this.#mend(side, unit, more);
    return false;
  }
  /** What the referee would do to make room for one more. */
  async #mend(side: Side, unit: string, more: number): Promise<void> {
    const army = this.army(side);
    const bolder = this.#with(side, { ...army, [unit]: (army[unit] ?? 0) + more });
    const asked = this.said;
    const answer = await this.#world.api.setup(this.#match(bolder)).catch(() => null);
    const repair = answer?.faults.find((fault) => fault.repair?.wish.options)?.repair;
    if (asked && this.said === asked && repair)
      this.said = { ...asked, repair: { label: repair.label, wish: { ...bolder, ...repair.wish } } };
  }
  /** Takes what the card proposes. */
  mend(): void {
    const { said } = this;
    if (said?.repair) this.#step(said.repair.wish, said.repair.label);
  }
  link(side: Side, linked: boolean): void {
    this.linked = linked;
    const other: Side = side === 0 ? 1 : 0;
    const [mine, theirs] = [armyText(this.army(side)), armyText(this.army(other))];
    if (linked && mine !== theirs)
      this.#step(this.#with(side, this.army(side)), say("same for {side}", { side: sideName(other) }));
  }
  /** What could be bought at once; a surprise is another one each time. */
  async askFills(side: Side, number = Math.floor(Math.random() * 2 ** 31)): Promise<void> {
    const { rulebook, scenario } = this.wish;
    const found = await this.#world.api.fills({ ...this.#match(this.wish), of: side, number }).catch(() => []);
    if (this.wish.rulebook === rulebook && this.wish.scenario === scenario) this.fills = found;
  }
  fill(side: Side, { label, units, style }: Fill): void {
    this.#step(
      this.#with(side, units),
      say("{name} for {side}", { name: label, side: this.linked ? say("both") : sideName(side) }),
    );
    if (style === "surprise") void this.askFills(side);
  }
  /** An army that stands on the shelf. */
  takeArmy(side: Side, text: string, name: string): void {
    this.#step(
      this.#with(side, armyIn(text)),
      say("{name} for {side}", { name: name || say("an army"), side: this.linked ? say("both") : sideName(side) }),
    );
  }
  #with(side: Side, army: Army): Wish {
    const text = armyText(army);
    return this.linked ? { ...this.wish, red: text, blue: text } : { ...this.wish, [sideKey(side)]: text };
  }
  #step(next: Wish, words: string): void {
    this.#past = [...this.#past.slice(-MOST_STEPS), { before: this.wish, words }];
    this.put(next);
  }
  /** What Undo would take back, in words. */
  get undoable(): string {
    return this.#past.at(-1)?.words ?? "";
  }
  undo(): void {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    this.put(last.before);
  }

  // Begin

  get face(): Face {
    if (this.failure?.passing) return { does: "begin", label: say("Try again") };
    const fault = this.fresh ? this.answer?.faults[0] : undefined;
    if (fault?.repair) return { does: "repair", label: fault.repair.label };
    if (fault) return { does: "open", label: say("See {part}", { part: fault.part || say("battle") }) };
    return { does: "begin", label: this.wish.opponent === "friend" ? say("Make the link") : say("Begin") };
  }
  /** Begins, or mends what is in the way. Says which part must be seen to, if one must. */
  async press(): Promise<string> {
    if (this.starting) return "";
    const { face, answer } = this;
    const fault = answer?.faults[0];
    if (face.does === "repair" && fault?.repair) this.repair(fault.repair);
    else if (face.does === "open") return fault?.part ?? "";
    else return this.#start();
    return "";
  }
  async #start(): Promise<string> {
    const tried = this.failure !== null;
    this.starting = true;
    this.failure = null;
    if (!this.book) {
      // Whoever presses Begin before the book is there begins when it is; whoever tries again looks at it first.
      await this.open(...this.#address);
      if (tried || !this.book) {
        this.starting = false;
        return "";
      }
    }
    try {
      await this.#world.begin(this.#match(this.wish), this.battle?.name ?? "", this.keepsKey);
      this.#world.keep.removeItem(DRAFT);
    } catch (error) {
      await this.judge();
      this.#failed(error);
    }
    this.starting = false;
    return this.#blame();
  }
  /** The part that stands in the way: outlined where it is. */
  get blamed(): string {
    return this.#blame() || (this.fresh ? (this.answer?.faults[0]?.part ?? "") : "");
  }
}
