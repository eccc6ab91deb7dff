/** A match without a screen: what is known, what is being played, what the hand holds, what is on its way. */
import { Trouble } from "../api/client";
import { Stream, type Connection, type Wire } from "../api/stream";
import type {
  ActBody,
  ActName,
  Answer,
  Band,
  Button,
  LineMessage,
  MatchView,
  Notice,
  Offer,
  Order,
  OrdersBody,
  Picture,
  Piece,
  Preview,
  Refusal,
  Result,
  Side,
  Stroke,
  Survey,
  PlacingAnswer,
  Rehearsal,
  RehearsalBody,
  Row,
  Standing,
  StandingBody,
  SurveyAnswer,
  Terrain,
} from "../api/types";
import { facingAt, facingsOn } from "../board/facings";
import { PACE, type Speed } from "../stage/motion";
import { Drafting, movedTo, withoutUnit, type Draft, type Shelf } from "./draft";
import { sameWish, type Errand, type Wish } from "./errand";
import { follow, hurried, logLine, throwIn, timeOf, takesBack, type LogLine, type Thrown } from "./lines";
import { poseOrder, sameOrder, stepOrder, unitIn } from "../api/orders";
import { withTow } from "./reach";
import { isOpen, type Rest } from "./onward";

/** The calls that the store makes; `Table` of the client, or a fake. */
export interface TableCalls {
  readonly match: string;
  readonly token: string;
  view(): Promise<MatchView>;
  terrain(id: string): Promise<Terrain>;
  orders(body: OrdersBody): Promise<Answer>;
  act(body: ActBody): Promise<Answer>;
  survey(unit: number): Promise<SurveyAnswer>;
  standing(body: StandingBody): Promise<Answer>;
  moveNow(): Promise<Answer>;
  why(): Promise<Notice["why"]>;
  placing(): Promise<PlacingAnswer>;
  preview(order: Order): Promise<Preview>;
  rehearse(body: RehearsalBody): Promise<Rehearsal>;
  allLines(from: number, to: number): Promise<LineMessage[]>;
}

export interface Playing {
  readonly line: LineMessage;
  readonly strokes: readonly Stroke[];
  readonly speed: Speed;
}
export interface Said {
  readonly refusal: Refusal;
  readonly time: number;
}

export interface MatchState {
  readonly view: MatchView | null;
  readonly terrain: Terrain | null;
  /** What the table looks like now, up to the line that is being played. */
  readonly picture: Picture | null;
  readonly position: number;
  /** How many lines are known to stand. */
  readonly head: number;
  readonly playing: Playing | null;
  readonly waiting: number;
  readonly thrown: Thrown | null;
  readonly log: readonly LogLine[];
  readonly selected: number | null;
  readonly survey: Survey | null;
  readonly token: number | null;
  readonly sending: boolean;
  readonly refused: Said | null;
  /** A sentence of the table that is no refusal: stale, trouble. */
  readonly note: string;
  readonly connection: Connection;
  readonly undo: string;
  readonly undoes: string;
  readonly redo: number;
  readonly result: Result | null;
  readonly offers: readonly Offer[];
  readonly names: readonly [string, string];
  readonly connected: readonly [boolean, boolean] | null;
  readonly trouble: string;
  /** Why a bot gave an order, by lines; told when its turn is over. */
  readonly why: Notice["why"];
  /** A plan in the making, and the table as it would leave it. */
  readonly draft: Draft;
  readonly rehearsed: Picture | null;
  /** What is left of a way on which the enemy may answer. */
  readonly rest: Rest | null;
}

export interface StoreOptions {
  open: () => Wire;
  speed?: () => Speed;
  makeId?: () => string;
  now?: () => number;
  chance?: () => number;
  /** Where a plan in the making outlives the page. */
  shelf?: Shelf;
}

const EMPTY: MatchState = {
  view: null,
  terrain: null,
  picture: null,
  position: 0,
  head: 0,
  playing: null,
  waiting: 0,
  thrown: null,
  log: [],
  selected: null,
  survey: null,
  token: null,
  sending: false,
  refused: null,
  note: "",
  connection: "connecting",
  undo: "",
  undoes: "",
  redo: 0,
  result: null,
  offers: [],
  names: ["Red", "Blue"],
  connected: null,
  trouble: "",
  why: {},
  draft: [],
  rehearsed: null,
  rest: null,
};
/** Lines of the past that the log shows when a match is opened. */
const PAST = 100;
/** After how many milliseconds a survey is asked for again, or an order sent again, that nobody answered. */
const ASK_AGAIN = 1000;
const TRY_AGAIN = 1500;

export class MatchStore {
  /** Somebody draws the strokes, and calls `skip` when they are over; the time is only the longest to wait. */
  filmed = false;
  readonly #table: TableCalls;
  readonly #options: StoreOptions;
  readonly #listeners = new Set<(state: MatchState) => void>();
  #state: MatchState = EMPTY;
  #stream: Stream | null = null;
  #queue: LineMessage[] = [];
  /** What goes out, one after the other; the first is on its way. */
  #errands: Errand[] = [];
  /** What was done with a survey before it came. */
  #later: (() => void)[] = [];
  #surveys = new Map<string, Promise<Survey | null>>();
  #skip: (() => void) | null = null;
  #running = false;
  #closed = false;
  #standing: { position: number; told: string }[] = [];
  #sent: Order[] = [];
  #undone: Order[] = [];
  readonly #drafting: Drafting;
  /** The plan that was sent last, with how many orders, and where the log then ended. */
  #committed: { readonly draft: Draft; readonly many: number; readonly head: number } | null = null;
  /** Announced shots, or what is placed in turns, follow one another by themselves. */
  #all = false;
  /** The position at which the last orders were made. */
  #sentAt = 0;
  /** Who was in the hand when a window opened. */
  #held: number | null = null;

  constructor(table: TableCalls, options: StoreOptions) {
    this.#table = table;
    this.#options = options;
    this.#drafting = new Drafting(
      table,
      options.shelf,
      (now) => this.#set({ ...now, redo: this.#drafting.again + this.#undone.length }),
      (refusal) => this.refuse(refusal),
    );
  }

  get state(): MatchState {
    return this.#state;
  }
  subscribe(listener: (state: MatchState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => void this.#listeners.delete(listener);
  }

  /** Opens the match and follows it. */
  async open(): Promise<void> {
    try {
      const view = await this.#table.view();
      const terrain = await this.#table.terrain(view.terrain);
      if (this.#closed) return;
      this.#set({
        view,
        terrain,
        picture: view.picture,
        position: view.head,
        head: view.head,
        undo: view.undo,
        result: view.result,
        offers: view.offers,
        names: view.names,
        trouble: "",
      });
      this.#drafting.at(this.#planned());
      this.#stream = new Stream({
        token: this.#table.token,
        from: view.head,
        open: this.#options.open,
        events: {
          line: (line) => this.#arrived(line),
          notice: (notice) => this.#noticed(notice),
          connection: (state) => this.#connection(state),
          ended: (error) => this.#set({ trouble: error.sentence }),
        },
        ...(this.#options.chance ? { chance: this.#options.chance } : {}),
      });
      await this.#past(view.head);
    } catch (error) {
      this.#set({ trouble: error instanceof Error ? error.message : String(error) });
    }
  }

  close(): void {
    this.#closed = true;
    this.#stream?.close();
    this.#skip?.();
    this.#listeners.clear();
  }

  /** Tries the connection at once. */
  reconnect(): void {
    this.#stream?.now();
  }

  /** Every line of the match, from the first. */
  lines(): Promise<LineMessage[]> {
    return this.#table.allLines(0, this.#state.head);
  }

  async #past(head: number): Promise<void> {
    if (head === 0) return;
    const from = Math.max(0, head - PAST);
    try {
      const [lines, why] = await Promise.all([this.#table.allLines(from, head), this.#table.why()]);
      const log: LogLine[] = [];
      const stood: { position: number; told: string }[] = [];
      lines.forEach((line, at) => {
        log.push(logLine(line, lines[at - 1]?.picture));
        follow(stood, line);
      });
      this.#standing = [...stood, ...this.#standing];
      this.#set({ log: [...log, ...this.#state.log], undoes: this.#undoes(), why: { ...why, ...this.#state.why } });
    } catch {
      // The log begins here, then.
    }
  }

  // Whose move it is

  /** The sides that this seat acts for. */
  acts(side: Side | null): boolean {
    const view = this.#state.view;
    if (!view || view.watching || view.closed || side === null) return false;
    return view.both || view.side === side;
  }
  get mine(): boolean {
    const { picture, result } = this.#state;
    return !result && picture !== null && this.acts(picture.tray.side);
  }

  // What comes in

  #arrived(line: LineMessage): void {
    this.#queue.push(line);
    this.#surveys.clear();
    this.#set({ head: line.position + 1, waiting: this.#queue.length });
    void this.#play();
  }

  #noticed(notice: Notice): void {
    const { names, bots, rematch, waiting } = notice;
    const view = this.#state.view && { ...this.#state.view, names, bots, rematch, waiting };
    // Each notice has the last turn only; what was told before stays.
    this.#set({
      view,
      offers: notice.offers,
      names,
      connected: notice.connected,
      why: { ...this.#state.why, ...notice.why },
    });
  }

  #connection(connection: Connection): void {
    this.#set({ connection });
  }

  async #refresh(): Promise<void> {
    try {
      const view = await this.#table.view();
      if (!this.#closed) this.#set({ view, offers: view.offers });
    } catch {
      // The old one stays.
    }
  }

  // Watching

  async #play(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    while (this.#queue.length > 0 && !this.#closed) {
      const line = this.#queue[0]!;
      const strokes = line.told.flatMap((told) => [...told.strokes]);
      const speed = hurried(this.#options.speed?.() ?? "normal", this.#queue.length);
      const thrown = throwIn(line, PACE[speed]);
      const time = PACE[speed] * timeOf(strokes, this.#state.terrain?.table === "free");
      if (time > 0) {
        const falling = thrown ? { ...thrown, falling: true } : this.#state.thrown;
        this.#set({ playing: { line, strokes, speed }, thrown: falling, refused: null });
        await this.#wait(this.filmed ? time + 1500 : time);
        if (this.#queue[0] !== line) continue; // skipped
      }
      this.#queue.shift();
      this.#apply(line);
      if (time > 0 && this.#queue.length > 0 && !this.acts(line.side)) await this.#wait(250 * PACE[speed]);
    }
    this.#running = false;
    if (this.#queue.length > 0 && !this.#closed) void this.#play();
  }

  #wait(time: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(end, time);
      const skip = end;
      function end(): void {
        clearTimeout(timer);
        done();
      }
      this.#skip = skip;
    });
  }

  /** Shows the end of what is being played. */
  skip(): void {
    this.#skip?.();
  }
  /** Shows the end of everything that waits, at once. */
  skipAll(): void {
    for (const line of this.#queue.splice(0)) this.#apply(line);
    this.#skip?.();
  }

  #apply(line: LineMessage): void {
    const thrown = throwIn(line);
    // Whoever plays both sides has a spectator's log, and at its end the table of the side to act.
    const picture = line.own ?? line.picture;
    follow(this.#standing, line);
    const state = this.#state;
    const selected = state.selected;
    const piece = selected === null ? undefined : pieceOf(picture, selected);
    const side = picture.tray.side;
    const samePhase = picture.tray.phase === state.picture?.tray.phase;
    const { todo, window } = picture.tray;
    // Who begins to move stays in the hand: nobody else can do anything until it has ended.
    const alone = todo.length === 1 && todo[0]?.unit === selected && picture.tray.slots !== null;
    const keep = piece !== undefined && !piece.wreck && (samePhase || alone);
    const was = state.picture?.tray.window ?? "";
    if (window && !was) this.#held = selected;
    const back = !window && was && this.acts(side) && todo.some(({ unit }) => unit === this.#held) ? this.#held : null;
    const free = picture.tray.dice.some((die) => die.state !== "used" && die.value === state.token);
    this.#set({
      picture,
      position: line.position + 1,
      playing: null,
      waiting: this.#queue.length,
      log: [...state.log, logLine(line, state.picture)],
      undo: line.undo,
      undoes: this.#undoes(),
      result: line.result,
      selected: keep && side === state.picture?.tray.side ? selected : back,
      survey: null,
      token: free ? state.token : null,
      thrown: thrown ?? (samePhase || state.thrown?.throws[0]?.needed !== null ? state.thrown : null),
      note: "",
    });
    // What was done ahead of a survey holds over one's own order on its way, and over nothing else.
    if (!this.busy || this.#state.selected !== selected) this.#later = [];
    if (this.#state.selected !== null && this.#state.position === this.#state.head) void this.#ask();
    this.#drafting.at(this.#planned(), line.kind === "act" && !takesBack(line));
    if (line.result) void this.#refresh();
    this.#goOn();
  }

  /** Goes on with a way that stopped, once the choice is its side's again; it ends where anything but a pass came between. */
  #goOn(): void {
    const { rest, log, picture, position, head, result } = this.#state;
    if (!rest || !picture || position < head || this.busy) return;
    if (result || !isOpen(rest, log)) return void this.leave();
    if (picture.tray.side === rest.side && !picture.tray.window) void this.order(...rest.orders);
  }
  /** Gives up what is left of a way, and tells whether there was something. */
  leave(): boolean {
    const { rest } = this.#state;
    if (rest) this.#set({ rest: null });
    return rest !== null;
  }

  #undoes(): string {
    const last = (this.#standing.at(-1)?.told ?? "").replace(/\.$/, "");
    const [start = ""] = last.split(":");
    return start.split(" ").length > 3 ? start : last;
  }

  // The hand

  /** Takes a piece into the hand, or lays it down. What is being played is shown to its end first. */
  select(unit: number | null): void {
    if (this.#state.playing) this.skipAll();
    this.#later = [];
    this.#all = false;
    this.#set({ selected: unit, survey: null, refused: null, token: unit === null ? null : this.#state.token });
    if (unit !== null) void this.#ask();
  }

  /** Asks ahead for what the pointer rests on. */
  ahead(unit: number): Promise<Survey | null> {
    const piece = this.#state.picture && pieceOf(this.#state.picture, unit);
    const asked = piece && this.acts(piece.side) && this.#state.picture?.tray.side === piece.side;
    return asked ? this.surveyOf(unit) : Promise.resolve(null);
  }

  chooseToken(token: number | null): void {
    this.#set({ token: this.#state.token === token ? null : token, refused: null });
  }

  /** A unit's survey at the head; undefined when the table moved on meanwhile. */
  surveyOf(unit: number): Promise<Survey | null> {
    const key = `${this.#state.head}:${unit}`;
    let found = this.#surveys.get(key);
    if (!found) {
      const head = this.#state.head;
      found = this.#table.survey(unit).then(
        (answer) => (answer.position === head ? answer.survey : null),
        () => null,
      );
      this.#surveys.set(key, found);
      void found.then((survey) => {
        if (!survey) this.#surveys.delete(key);
      });
    }
    return found;
  }

  async #ask(): Promise<void> {
    const { selected, head } = this.#state;
    if (selected === null || !this.awaited) return;
    const survey = await this.surveyOf(selected);
    if (this.#closed || this.#state.selected !== selected || this.#state.position !== this.#state.head) return;
    if (survey && this.#state.head === head) {
      this.#set({ survey });
      for (const act of this.#later.splice(0)) act();
    } else if (this.#state.head !== head) void this.#ask();
    else
      setTimeout(() => this.#state.selected === selected && this.#state.head === head && void this.#ask(), ASK_AGAIN);
  }

  /** Whether the survey of the chosen unit is still on its way. */
  get awaited(): boolean {
    const { selected, survey, picture } = this.#state;
    if (selected === null || survey || !picture) return false;
    const piece = pieceOf(picture, selected);
    return piece !== undefined && !piece.wreck;
  }

  /** Puts off what needs a survey that is on its way. It is forgotten when the hand or the table moves on. */
  later(act: () => void): boolean {
    if (!this.awaited) return false;
    this.#later.push(act);
    return true;
  }

  /** What an order would meet, as the table stands now. */
  preview(order: Order): Promise<Preview> {
    return this.#table.preview(order);
  }

  /** Asks the referee why the chosen unit cannot go to a square, with the die that goes farthest. */
  whyNot(square: number): boolean {
    const { survey, picture } = this.#state;
    const piece = survey && picture ? pieceOf(picture, survey.unit) : undefined;
    const band =
      survey &&
      withTow(survey, null)
        .bands.filter(({ reverse }) => !reverse)
        .reduce<Band | undefined>((best, one) => (best && best.token >= one.token ? best : one), undefined);
    if (!piece || !band) return false;
    const { terrain } = this.#state;
    const pose = square * 8 + (terrain ? facingAt(facingsOn(terrain), piece.pose?.bearing ?? 0) : 0);
    // Of a way that is a batch the step is asked about.
    const order = band.strides?.length ? stepOrder(band, square) : poseOrder(band, pose);
    if (!order) return false;
    void this.#table.preview(order).then(
      ({ refusal }) => refusal && this.#state.survey?.unit === piece.id && this.refuse(refusal),
      () => undefined,
    );
    return true;
  }

  dismiss(): void {
    if (this.#state.refused || this.#state.note) this.#set({ refused: null, note: "" });
  }
  /** A refusal that the client already knows from the survey is shown like one of the referee's. */
  refuse(refusal: Refusal): void {
    this.#set({ refused: { refusal, time: this.#now() } });
  }

  // What goes out

  /** Sends orders. Where a plan is open, those of units only go into the draft, and any other takes the draft along. */
  async order(...orders: Order[]): Promise<Answer | null> {
    if (orders.length === 0) return null;
    const { picture } = this.#state;
    // Who is under way is in the hand, or the only one that can do anything.
    const unit = this.#state.selected ?? (picture?.tray.todo.length === 1 ? picture.tray.todo[0]!.unit : null);
    if (!picture?.tray.window) this.leave();
    if (this.#queue.at(-1)?.picture.tray.plan) this.skipAll();
    const planning = this.#planned() !== null;
    if (planning && orders.every((order) => unitIn(order) !== undefined)) return this.#draw(orders);
    if (planning && this.#state.draft.length > 0) {
      await this.#drafting.settled;
      // What was pressed may have meant the table before the last change.
      if (!this.#state.rehearsed?.tray.buttons.some(({ order }) => sameOrder(order, orders[0]!))) return null;
    }
    const draft = this.#state.draft;
    const answer = await this.#send({ orders: [...draft, ...orders] });
    if (
      answer?.status === "accepted" &&
      !answer.refusal &&
      answer.played < orders.length &&
      unit !== null &&
      !this.busy &&
      typeof picture?.tray.side === "number"
    ) {
      this.#set({
        rest: {
          unit,
          side: picture.tray.side,
          orders: orders.slice(answer.played),
          from: this.#sentAt + answer.played,
        },
      });
      this.#goOn();
    }
    if (answer?.status === "accepted") {
      this.#undone = [];
      if (draft.length > 0) this.#committed = { draft, many: draft.length + orders.length, head: answer.head };
    }
    this.#set({ redo: this.#undone.length });
    return answer;
  }

  async act(act: ActName): Promise<Answer | null> {
    this.#all = false;
    this.leave();
    const answer = await this.#send({ act });
    if (answer?.status === "accepted") {
      if (act === "undo") {
        const back = this.#sent.pop();
        if (back) this.#undone.push(back);
        this.#set({ redo: this.#undone.length });
      }
      if (act === "rematch") void this.#refresh();
    }
    return answer;
  }

  /** Takes back the last change of a draft, else the last order; a plan that was sent as a whole comes back as a whole. */
  async undo(): Promise<Answer | null> {
    if (this.#state.draft.length > 0) return this.#drawn(this.#drafting.back());
    const sent = this.#committed;
    if (sent?.head !== this.#state.head) return this.act("undo");
    for (let left = sent.many; left > 0; left--) {
      const answer = await this.act("undo");
      if (answer?.status !== "accepted") return answer;
    }
    this.skipAll();
    this.#undone = [];
    return this.#drawn(this.#drafting.change(sent.draft));
  }
  /** Plays again what was taken back last. */
  async redo(): Promise<Answer | null> {
    if (this.#drafting.again > 0) return this.#drawn(this.#drafting.forth());
    const order = this.#undone.pop();
    if (!order) return null;
    const answer = await this.#send({ orders: [order] });
    this.#set({ redo: this.#undone.length });
    return answer;
  }

  /** Waits its turn, so that no press is lost. What equals the press before it, still on its way, is the same press. */
  #send(wish: Wish): Promise<Answer | null> {
    const last = this.#errands.at(-1);
    if (last && sameWish(last.wish, wish)) return last.answer;
    let end: Errand["end"] = () => undefined;
    const answer = new Promise<Answer | null>((done) => (end = done));
    this.#errands.push({ wish, answer, end });
    if (this.#errands.length === 1) void this.#run();
    return answer;
  }

  /** Sends one after the other, each once the lines of the one before are known. Nothing follows what was not accepted. */
  async #run(): Promise<void> {
    this.#set({ sending: true });
    for (let errand = this.#errands[0]; errand && !this.#closed; errand = this.#errands[0]) {
      const answer = await this.#deliver(errand.wish);
      if (answer?.status === "accepted") await this.#until(({ head }) => head >= answer.head);
      const dropped = answer?.status === "accepted" ? [] : this.#errands.splice(1);
      this.#errands.shift();
      this.#set({ sending: this.#errands.length > 0 });
      errand.end(answer);
      for (const { end } of dropped) end(null);
    }
    this.#goOn();
  }

  /** What nobody answered goes out again under the same id. */
  async #deliver(wish: Wish): Promise<Answer | null> {
    if (this.#queue.length > 0) this.skipAll();
    const orders = "orders" in wish ? wish.orders : "place" in wish ? await this.#placing(wish.place) : [];
    // Where there is nothing left to place, nothing is refused either, and what was pressed meanwhile goes on.
    if (orders.length === 0 && !("act" in wish))
      return { status: "accepted", head: this.#state.head, played: 0, refusal: null };
    const body = { id: this.#makeId(), position: (this.#sentAt = this.#state.head) };
    for (;;) {
      this.#set({ refused: null, note: "" });
      try {
        const answer = await ("act" in wish
          ? this.#table.act({ ...body, act: wish.act })
          : this.#table.orders({ ...body, orders }));
        this.#sent.push(...orders.slice(0, answer.played));
        if (answer.refusal) this.#set({ refused: { refusal: answer.refusal, time: this.#now() } });
        else if (answer.status === "stale") this.#set({ note: "The table had moved on; look again before you order." });
        return answer;
      } catch (error) {
        if (!(error instanceof Trouble && error.status === 0)) {
          this.#set({ note: error instanceof Error ? error.message : String(error) });
          return null;
        }
        this.#set({ note: "Not sent yet: it goes out again when the table answers." });
        this.#stream?.now();
        if (this.#state.connection === "open") await new Promise((over) => setTimeout(over, TRY_AGAIN));
        await this.#until(({ connection }) => connection === "open");
      }
    }
  }

  /** Resolves as soon as the state is so. */
  #until(is: (state: MatchState) => boolean): Promise<void> {
    return new Promise((done) => {
      const look = (state: MatchState): void => {
        if (!is(state)) return;
        this.#listeners.delete(look);
        done();
      };
      this.#listeners.add(look);
      look(this.#state);
    });
  }

  /** Whether something is on its way. */
  get busy(): boolean {
    return this.#errands.length > 0;
  }

  /** Whether a button of the picture on screen still stands once all that plays is over: a press on it skips, and may mean nothing more. */
  stands({ label, order }: Button): boolean {
    this.skipAll();
    return this.#state.picture?.tray.buttons.some((one) => one.label === label && sameOrder(one.order, order)) ?? false;
  }

  // Standing orders

  /** When this seat wants to be asked in a window, in this round; none: always. */
  get standing(): Standing | null {
    const { view, picture } = this.#state;
    return view?.standing && view.standing.round === picture?.tray.round ? view.standing : null;
  }
  async stand(body: StandingBody): Promise<void> {
    try {
      await this.#table.standing(body);
      await this.#refresh();
    } catch (error) {
      this.#set({ note: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Lets the bot that thinks play the best that it has. */
  async moveNow(): Promise<void> {
    try {
      const { refusal } = await this.#table.moveNow();
      if (refusal) this.refuse(refusal);
    } catch (error) {
      this.#set({ note: error instanceof Error ? error.message : String(error) });
    }
  }

  // A plan

  /** The position at which this seat can keep a draft, if it can. */
  #planned(): number | null {
    const { picture, position, head } = this.#state;
    const plan = picture?.tray.plan;
    return plan && !plan.fixed && this.mine && position === head ? position : null;
  }
  async #draw(orders: readonly Order[]): Promise<Answer> {
    this.#set({ refused: null, note: "" });
    for (const order of orders) void this.#drafting.put(order);
    return this.#drawn(this.#drafting.settled);
  }
  /** The answer to a change of the draft, once the table has told what comes of it. */
  async #drawn(change: Promise<void>): Promise<Answer> {
    await change;
    const refusal = this.#state.refused?.refusal ?? null;
    return { status: refusal ? "refused" : "accepted", head: this.#state.head, played: 0, refusal };
  }
  /** Takes a unit's order out of the draft, and tells at last whether there was one. */
  async strike(unit: number): Promise<boolean> {
    const next = withoutUnit(this.#state.draft, unit);
    if (next.length === this.#state.draft.length) return false;
    await this.#drafting.change(next);
    return true;
  }
  /** Puts a unit's order where that of another stands. */
  rearrange(unit: number, other: number): void {
    void this.#drafting.change(movedTo(this.#state.draft, unit, other));
  }

  /** What is fixed and still to be done, in its order. */
  get due(): readonly Row[] {
    const plan = this.#state.picture?.tray.plan;
    return plan?.fixed && this.mine ? plan.rows.filter(({ order }) => order) : [];
  }
  /** Does what is due, one after the other, until all is done, the game is over or a hand does something else. */
  async doAll(): Promise<void> {
    this.#all = true;
    for (let [row] = this.due; row?.order && this.#all && !this.#closed; [row] = this.due) {
      if ((await this.order(row.order))?.status !== "accepted") break;
      await this.#until(({ position, head }) => position >= head);
    }
    this.#all = false;
  }

  // Deployment

  /** The pieces of the side to act that are still beside the board. */
  get beside(): readonly Piece[] {
    const { picture } = this.#state;
    if (!picture || !this.mine) return [];
    return picture.pieces.filter((piece) => piece.pose === null && piece.side === picture.tray.side);
  }

  /** Puts what is left on the board as the table proposes it, never moving what stands. */
  async placeForMe(): Promise<void> {
    const side = this.#state.picture?.tray.side ?? null;
    if (side === null) return;
    // A large army takes several messages; each must leave less beside the board.
    for (let before = Infinity, left = 1; left > 0 && left < before; left = this.beside.length) {
      before = this.beside.length;
      const answer = await this.#send({ place: side });
      if (!answer?.played || this.#state.picture?.tray.side !== side) return;
    }
  }

  /** Places the next piece or tile of the side to act as the table proposes it. */
  async placeOne(): Promise<void> {
    const side = this.#state.picture?.tray.side ?? null;
    this.#all = false;
    if (side !== null) await this.#send({ place: side });
  }
  /** Where the sides place in turns: places whenever it is this side's choice, until all is placed or a hand does something else. */
  async placeInTurns(): Promise<void> {
    const side = this.#state.picture?.tray.side ?? null;
    if (side === null) return;
    const over = ({ picture, result }: MatchState): boolean => result !== null || (picture?.tray.round ?? 1) > 0;
    this.#all = true;
    for (;;) {
      await this.#until(
        (state) =>
          over(state) ||
          !this.#all ||
          (state.position >= state.head && state.picture?.tray.side === side && !this.busy),
      );
      if (over(this.#state) || !this.#all || this.#closed) break;
      if (this.#state.picture?.tray.spots.length === 0 && this.beside.length === 0) break;
      if (!(await this.#send({ place: side }))?.played) break;
    }
    this.#all = false;
  }

  /** Orders that place what a side has left, as the table stands now. */
  async #placing(side: Side): Promise<Order[]> {
    const { picture } = this.#state;
    return picture?.tray.side === side ? [...(await this.#table.placing()).orders] : [];
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
  #makeId(): string {
    return this.#options.makeId?.() ?? crypto.randomUUID();
  }
  #set(change: Partial<MatchState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener(this.#state);
  }
}

export function pieceOf(picture: Picture, unit: number): Piece | undefined {
  return picture.pieces.find((piece) => piece.id === unit);
}
