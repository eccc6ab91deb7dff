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
  SurveyAnswer,
  Terrain,
  Throw,
  Told,
} from "../api/types";
import { flightTime, IMPACT, legTimes, PACE, WORD, type Speed } from "../board/motion";
import { poseOrder, sameOrder } from "./reach";

/** The calls that the store makes; `Table` of the client, or a fake. */
export interface TableCalls {
  readonly match: string;
  readonly token: string;
  view(): Promise<MatchView>;
  terrain(id: string): Promise<Terrain>;
  orders(body: OrdersBody): Promise<Answer>;
  act(body: ActBody): Promise<Answer>;
  survey(unit: number): Promise<SurveyAnswer>;
  placing(): Promise<PlacingAnswer>;
  preview(order: Order): Promise<Preview>;
  allLines(from: number, to: number): Promise<LineMessage[]>;
}

export interface LogLine {
  readonly position: number;
  readonly kind: "order" | "act";
  readonly side: Side | null;
  readonly told: readonly Told[];
  /** The table after it. */
  readonly picture: Picture;
  /** What stands over it when it differs from the line before: "Round 6 · Red · movement". */
  readonly heading: string;
}

export interface Playing {
  readonly line: LineMessage;
  readonly strokes: readonly Stroke[];
  readonly speed: Speed;
}
export interface Thrown {
  readonly throw: Throw;
  readonly position: number;
  readonly falling: boolean;
  /** What came of it, and whether the sum had to be met exactly by some of the dice. */
  readonly outcome: string;
  readonly exact: boolean;
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
}

export interface StoreOptions {
  open: () => Wire;
  speed?: () => Speed;
  makeId?: () => string;
  now?: () => number;
  chance?: () => number;
}

/** What a press sends: orders, an act, or what "Place for me" finds to place for a side when its turn comes. */
type Wish = { readonly orders: readonly Order[] } | { readonly act: ActName } | { readonly place: Side };
interface Errand {
  readonly wish: Wish;
  readonly answer: Promise<Answer | null>;
  readonly end: (answer: Answer | null) => void;
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

  constructor(table: TableCalls, options: StoreOptions) {
    this.#table = table;
    this.#options = options;
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
      const lines = await this.#table.allLines(from, head);
      const log: LogLine[] = [];
      const stood: { position: number; told: string }[] = [];
      lines.forEach((line, at) => {
        log.push(logLine(line, lines[at - 1]?.picture));
        follow(stood, line);
      });
      this.#standing = [...stood, ...this.#standing];
      this.#set({ log: [...log, ...this.#state.log], undoes: this.#undoes() });
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
    this.#set({ view, offers: notice.offers, names, connected: notice.connected });
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
      const thrown = throwIn(line);
      const time = PACE[speed] * timeOf(strokes);
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
    follow(this.#standing, line);
    const state = this.#state;
    const selected = state.selected;
    const piece = selected === null ? undefined : pieceOf(line.picture, selected);
    const side = line.picture.tray.side;
    const samePhase = line.picture.tray.phase === state.picture?.tray.phase;
    const keep = piece !== undefined && !piece.wreck && samePhase;
    const free = line.picture.tray.dice.some((die) => die.state !== "used" && die.value === state.token);
    this.#set({
      picture: line.picture,
      position: line.position + 1,
      playing: null,
      waiting: this.#queue.length,
      log: [...state.log, logLine(line, state.picture)],
      undo: line.undo,
      undoes: this.#undoes(),
      result: line.result,
      selected: keep && side === state.picture?.tray.side ? selected : null,
      survey: null,
      token: free ? state.token : null,
      thrown: thrown ?? (samePhase || state.thrown?.throw.needed !== null ? state.thrown : null),
      note: "",
    });
    // What was done ahead of a survey holds over one's own order on its way, and over nothing else.
    if (!this.busy || this.#state.selected !== selected) this.#later = [];
    if (this.#state.selected !== null && this.#state.position === this.#state.head) void this.#ask();
    if (line.result) void this.#refresh();
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
    this.#set({ selected: unit, survey: null, refused: null, token: unit === null ? null : this.#state.token });
    if (unit !== null) void this.#ask();
  }

  /** Asks ahead for what the pointer rests on. */
  ahead(unit: number): void {
    const piece = this.#state.picture && pieceOf(this.#state.picture, unit);
    if (piece && this.acts(piece.side) && this.#state.picture?.tray.side === piece.side) void this.surveyOf(unit);
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
    else setTimeout(() => this.#state.selected === selected && this.#state.head === head && void this.#ask(), ASK_AGAIN);
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

  /** Asks the referee why the chosen unit cannot go to a square, with the die that goes farthest. */
  whyNot(square: number): boolean {
    const { survey, picture } = this.#state;
    const piece = survey && picture ? pieceOf(picture, survey.unit) : undefined;
    const band = survey?.bands.filter(({ reverse }) => !reverse).reduce<Band | undefined>((best, one) => (best && best.token >= one.token ? best : one), undefined);
    if (!piece || !band) return false;
    const pose = square * 8 + Math.round((piece.pose?.bearing ?? 0) / 45);
    void this.#table.preview(poseOrder(band, pose)).then(
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

  async order(...orders: Order[]): Promise<Answer | null> {
    if (orders.length === 0) return null;
    const answer = await this.#send({ orders });
    if (answer?.status === "accepted") this.#undone = [];
    this.#set({ redo: this.#undone.length });
    return answer;
  }

  async act(act: ActName): Promise<Answer | null> {
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

  undo(): Promise<Answer | null> {
    return this.act("undo");
  }
  /** Plays again what was taken back last. */
  async redo(): Promise<Answer | null> {
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
  }

  /** What nobody answered goes out again under the same id. */
  async #deliver(wish: Wish): Promise<Answer | null> {
    if (this.#queue.length > 0) this.skipAll();
    const orders = "orders" in wish ? wish.orders : "place" in wish ? await this.#placing(wish.place) : [];
    // Where there is nothing left to place, nothing is refused either, and what was pressed meanwhile goes on.
    if (orders.length === 0 && !("act" in wish)) return { status: "accepted", head: this.#state.head, played: 0, refusal: null };
    const body = { id: this.#makeId(), position: this.#state.head };
    for (;;) {
      this.#set({ refused: null, note: "" });
      try {
        const answer = await ("act" in wish ? this.#table.act({ ...body, act: wish.act }) : this.#table.orders({ ...body, orders }));
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

/** Two undos are two; two equal orders are one press. */
function sameWish(one: Wish, other: Wish): boolean {
  if ("act" in one) return "act" in other && one.act === other.act && one.act !== "undo";
  if ("place" in one) return "place" in other && one.place === other.place;
  return "orders" in other && one.orders.length === other.orders.length && one.orders.every((order, at) => sameOrder(order, other.orders[at]!));
}

export function takesBack(line: Pick<LineMessage, "kind" | "told">): boolean {
  return line.kind === "act" && line.told.some((told) => /took back|takeback|taken back/i.test(told.sentence));
}

/** Keeps the orders that stand: an act that takes one back names no order, it always takes the last. */
function follow(standing: { position: number; told: string }[], line: LineMessage): void {
  if (line.kind === "order") standing.push({ position: line.position, told: line.told[0]?.sentence ?? "" });
  else if (takesBack(line)) standing.pop();
}

/** The dice that fell in a line, and what came of them. */
export function throwIn({ told, position }: LineMessage): Thrown | undefined {
  const strokes = told.flatMap((one) => one.strokes);
  const thrown = strokes.find((stroke) => stroke.type === "throw");
  const shot = strokes.find((stroke) => stroke.type === "shot");
  return thrown && { throw: thrown, position, falling: false, outcome: shot?.outcome ?? "", exact: shot?.high ?? false };
}

/** A line for the log, under what it happened in: the tray as it was before. */
export function logLine(line: LineMessage, before: Picture | null | undefined): LogLine {
  const { tray } = before ?? line.picture;
  const side = line.side ?? tray.side;
  const heading = [
    tray.round > 0 ? `Round ${tray.round}` : "Setting up",
    ...(side === null ? [] : [side === 0 ? "Red" : "Blue"]),
    ...(line.kind === "act" ? [] : [tray.phase]),
  ].join(" · ");
  return { position: line.position, kind: line.kind, side: line.side, told: line.told, picture: line.picture, heading };
}

export function pieceOf(picture: Picture, unit: number): Piece | undefined {
  return picture.pieces.find((piece) => piece.id === unit);
}

/** What waits too long is played faster: a whole turn never takes more than some seconds. */
export function hurried(speed: Speed, waiting: number): Speed {
  if (speed === "instant" || waiting > 24) return "instant";
  return waiting > 4 ? "fast" : speed;
}

export const FALL = 450;
export const NEXT_DIE = 60;
export const REST = 450;

/** How long strokes take at normal speed, in milliseconds; dice fall before what they decide. */
export function timeOf(strokes: readonly Stroke[]): number {
  let time = 0;
  for (const stroke of strokes) {
    if (stroke.type === "drive") time += stroke.together ? 0 : legTimes(stroke.poses).reduce((sum, leg) => sum + leg, 60);
    else if (stroke.type === "shot") time += flightTime(stroke) + IMPACT + WORD;
    else time += fallTime(stroke);
  }
  return time;
}
export function fallTime(dice: Throw): number {
  return FALL + NEXT_DIE * (dice.dice.length - 1) + REST;
}
