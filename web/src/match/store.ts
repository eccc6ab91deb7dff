/** A match without a screen: what is known, what arrives, what was asked, what goes out, and what the hand holds. */
import { sameOrder } from "../api/orders";
import { Stream } from "../api/stream";
import type {
  ActName,
  Answer,
  Button,
  Ending,
  LineMessage,
  MatchView,
  Notice,
  Order,
  OrderWaits,
  Piece,
  Preview,
  Refusal,
  Row,
  Side,
  Standing as StandingOrders,
  StandingBody,
  Survey,
} from "../api/types";
import { afterLine, Interrupted, Standing } from "./after";
import { Arrivals } from "./arrivals";
import { logLine, takesBack } from "./lines";
import { Ordering } from "./ordering";
import { Outbox } from "./outbox";
import { Placing } from "./placing";
import { Keep, pieceOf, wordsOf, type MatchState, type StoreOptions, type TableCalls } from "./state";
import { Surveys } from "./surveys";
import { Asking } from "./typed/asking";

export { pieceOf, type MatchState, type TableCalls } from "./state";

/** Whether the same order of the table waits for dice. */
const isSame = (one: OrderWaits | null, other: OrderWaits | null | undefined): boolean =>
  Boolean(one && other && sameOrder(one.order, other.order));

/** Lines of the past that the log shows when a match is opened. */
const PAST = 100;

export class MatchStore {
  /** Somebody draws the strokes, and calls `skip` when they are over; the time is only the longest to wait. */
  filmed = false;
  readonly #table: TableCalls;
  readonly #options: StoreOptions;
  readonly #keep = new Keep();
  readonly #standing = new Standing();
  readonly #interrupted = new Interrupted();
  readonly #surveys: Surveys;
  readonly #arrivals: Arrivals;
  readonly #outbox: Outbox;
  readonly #ordering: Ordering;
  readonly #placing: Placing;
  readonly #asking = new Asking(this.#keep);
  #stream: Stream | null = null;

  constructor(table: TableCalls, options: StoreOptions) {
    this.#table = table;
    this.#options = options;
    this.#surveys = new Surveys(this.#keep, table);
    this.#arrivals = new Arrivals(this.#keep, {
      speed: () => options.speed?.() ?? "normal",
      acts: (side) => this.acts(side),
      filmed: () => this.filmed,
      watched: (line) => this.#watched(line),
    });
    this.#outbox = new Outbox(this.#keep, table, options, {
      ready: () => this.#arrivals.waiting > 0 && this.skipAll(),
      placing: (side) => this.#placing.orders(side),
      reconnect: () => this.reconnect(),
      roll: (wanted, sent, forTable) => this.#asking.roll(wanted, sent, forTable),
      leave: () => this.#asking.leave(),
      empty: () => {
        this.#ordering.goOn();
        void this.#rollForTable();
      },
    });
    const seat = { mine: () => this.mine, refuse: (refusal: Refusal) => this.refuse(refusal) };
    this.#ordering = new Ordering(this.#keep, this.#outbox, this.#arrivals, seat, table, options);
    this.#placing = new Placing(this.#keep, table, this.#outbox, this.#ordering, () => this.mine);
  }

  get state(): MatchState {
    return this.#keep.state;
  }
  subscribe(listener: (state: MatchState) => void): () => void {
    return this.#keep.subscribe(listener);
  }

  // ---- opened ----
  /** Opens the match and follows it. */
  async open(): Promise<void> {
    try {
      const view = await this.#table.view();
      const terrain = await this.#table.terrain(view.terrain);
      if (this.#keep.closed) return;
      const { picture, head, undo, result, offers, names, hidden } = view;
      this.#keep.set({
        view,
        terrain,
        picture,
        position: head,
        head,
        undo,
        result,
        offers,
        names,
        hidden,
        waits: view.waits ?? null,
        trouble: "",
      });
      this.#ordering.moved();
      this.#follow(head);
      await this.#past(head);
      void this.#rollForTable();
    } catch (error) {
      this.#keep.set({ trouble: wordsOf(error) });
    }
  }
  #follow(from: number): void {
    const { open, chance } = this.#options;
    this.#stream = new Stream({
      token: this.#table.token,
      from,
      open,
      events: {
        line: (line) => this.#arrived(line),
        notice: (notice) => this.#noticed(notice),
        connection: (connection) => this.#keep.set({ connection }),
        ended: (error) => this.#keep.set({ trouble: error.sentence }),
      },
      ...(chance ? { chance } : {}),
    });
  }
  async #past(head: number): Promise<void> {
    if (head === 0) return;
    const from = Math.max(0, head - PAST);
    try {
      const [lines, why] = await Promise.all([this.#table.allLines(from, head), this.#table.why()]);
      const log = lines.map((line, at) => logLine(line, lines[at - 1]?.picture));
      this.#standing.precede(lines);
      const { state } = this.#keep;
      this.#keep.set({
        log: [...log, ...state.log],
        undoes: this.#standing.undoes,
        why: { ...why, ...state.why },
      });
    } catch {
      // The log begins here, then.
    }
  }
  /** Reads the log from its first line, where only its end is known. */
  async recall(): Promise<void> {
    const first = this.state.log[0]?.position ?? 0;
    if (first === 0) return;
    try {
      const lines = await this.#table.allLines(0, first);
      const log = lines.map((line, at) => logLine(line, lines[at - 1]?.picture));
      if (this.state.log[0]?.position === first) this.#keep.set({ log: [...log, ...this.state.log] });
    } catch {
      // Its end is all there is, then.
    }
  }
  close(): void {
    this.#keep.close();
    this.#stream?.close();
    this.#arrivals.skip();
  }
  /** Tries the connection at once. */
  reconnect(): void {
    this.#stream?.now();
  }
  /** Every line of the match, from the first. */
  lines(): Promise<LineMessage[]> {
    return this.#table.allLines(0, this.state.head);
  }

  /** What a finished match came to. */
  ending(): Promise<Ending> {
    return this.#table.ending();
  }
  /** A token for others, that watches and nothing else. */
  async watchToken(): Promise<string> {
    return (await this.#table.watch()).watch;
  }

  // ---- whose move it is ----
  /** The sides that this seat acts for. */
  acts(side: Side | null): boolean {
    const { view } = this.state;
    if (!view || view.watching || view.closed || side === null) return false;
    return view.both || view.side === side;
  }
  get mine(): boolean {
    const { picture, result } = this.state;
    return !result && picture !== null && this.acts(picture.tray.side);
  }

  // ---- what arrives ----
  #arrived(line: LineMessage): void {
    this.#surveys.outdated();
    this.#arrivals.add(line);
  }
  #noticed(notice: Notice): void {
    const { names, bots, rematch, waiting, offers, connected, waits } = notice;
    const { inviting: _, ...rest } = this.state.view ?? {};
    const inviting = notice.inviting ? { inviting: notice.inviting } : {};
    const view = this.state.view && ({ ...rest, names, bots, rematch, waiting, ...inviting } as MatchView);
    if (this.state.asked?.forTable && !isSame(this.state.waits, waits)) this.#asking.leave();
    // Each notice has the last turn only; what was told before stays.
    const why = { ...this.state.why, ...notice.why };
    this.#keep.set({ view, offers, names, connected, why, waits: waits ?? null });
    void this.#rollForTable();
  }
  /** Where a bot's order, or a standing one, waits for dice: they are asked for here, once all that plays has been seen. */
  async #rollForTable(): Promise<void> {
    const { waits } = this.state;
    if (!waits || this.state.view?.watching || this.#outbox.busy) return;
    await this.#keep.until(({ playing, waiting, position, head }) => !playing && waiting === 0 && position >= head);
    if (isSame(this.state.waits, waits) && !this.#outbox.busy && !this.#keep.closed)
      await this.#outbox.send({ orders: [waits.order], forTable: true });
  }
  /** Asks for the view anew: what no line tells. */
  async refresh(): Promise<void> {
    try {
      const view = await this.#table.view();
      if (!this.#keep.closed) this.#keep.set({ view, offers: view.offers });
    } catch {
      // The old one stays.
    }
  }
  #watched(line: LineMessage): void {
    // Whoever plays both sides has a spectator's log, and at its end the table of the side to act.
    const picture = line.own ?? line.picture;
    const before = this.state;
    this.#standing.follow(line);
    this.#keep.set({
      ...afterLine(before, line, picture),
      waiting: this.#arrivals.waiting,
      hidden: line.hidden,
      undoes: this.#standing.undoes,
      selected: this.#interrupted.inHand(before, picture, (side) => this.acts(side)),
    });
    this.#forgetStanding(before);
    const { selected, position, head } = this.state;
    // What was done ahead of a survey holds over one's own order on its way, and over nothing else.
    if (!this.busy || selected !== before.selected) this.#surveys.forget();
    if (selected !== null && position === head) void this.#surveys.ask();
    this.#ordering.moved(line.kind === "act" && !takesBack(line));
    if (line.result) void this.refresh();
    this.#ordering.goOn();
  }
  /** At one screen the other side's standing orders are nobody's business. */
  #forgetStanding(before: MatchState): void {
    const { view, picture } = this.state;
    if (view?.both && view.standing && picture?.tray.side !== before.picture?.tray.side)
      this.#keep.set({ view: { ...view, standing: null } });
  }
  /** Shows the end of what is being played, or of everything that waits. */
  skip(): void {
    this.#arrivals.skip();
  }
  skipAll(): void {
    this.#arrivals.skipAll();
  }

  // ---- what the hand holds ----
  /** Takes a piece into the hand, or lays it down. What is being played is shown to its end first. */
  select(unit: number | null): void {
    if (this.state.playing) this.skipAll();
    this.#surveys.forget();
    this.#ordering.running = false;
    const { token, position: chosenAt } = this.state;
    this.#keep.set({ selected: unit, chosenAt, survey: null, refused: null, token: unit === null ? null : token });
    if (unit !== null) void this.#surveys.ask();
  }
  chooseToken(token: number | null): void {
    this.#keep.set({ token: this.state.token === token ? null : token, refused: null });
  }
  /** The sentence has stood long enough. */
  dismiss(): void {
    if (this.state.refused || this.state.note) this.#keep.set({ refused: null, note: "" });
  }
  /** A refusal that the client already knows from the survey is shown like one of the referee's. */
  refuse(refusal: Refusal): void {
    this.#keep.refuse(refusal, this.#options.now?.() ?? Date.now());
  }

  // ---- what was asked ----
  /** Asks ahead for what the pointer rests on. */
  ahead(unit: number): Promise<Survey | null> {
    const { picture } = this.state;
    const piece = picture && pieceOf(picture, unit);
    const asked = piece && this.acts(piece.side) && picture.tray.side === piece.side;
    return asked ? this.surveyOf(unit) : Promise.resolve(null);
  }
  surveyOf(unit: number): Promise<Survey | null> {
    return this.#surveys.of(unit);
  }
  get awaited(): boolean {
    return this.#surveys.awaited;
  }
  later(act: () => void): boolean {
    return this.#surveys.later(act);
  }
  whyNot(square: number): boolean {
    return this.#surveys.whyNot(square, (refusal) => this.refuse(refusal));
  }
  /** Why the chosen unit cannot go to a square; none where it can go nowhere, which is told when it is chosen. */
  barTo(square: number): Promise<Refusal | null> | null {
    return this.#surveys.barTo(square);
  }
  /** Asks the referee why an order is not legal, and tells it. */
  async whyNotOrder(order: Order): Promise<void> {
    try {
      const { refusal } = await this.#table.preview(order);
      if (refusal) this.refuse(refusal);
    } catch {
      // Nobody answers; nothing was done.
    }
  }
  /** What an order would meet, as the table stands now. */
  preview(order: Order, before: readonly Order[] = []): Promise<Preview> {
    return this.#table.preview(order, before);
  }

  // ---- what goes out ----
  order(...orders: Order[]): Promise<Answer | null> {
    return this.#ordering.order(orders);
  }
  async act(act: ActName): Promise<Answer | null> {
    const answer = await this.#ordering.act(act);
    if (answer?.status === "accepted" && act === "rematch") void this.refresh();
    return answer;
  }
  /** The table as text, and the one that the players go on from. */
  text(): Promise<string> {
    return this.#table.text().then(({ text }) => text);
  }
  rule(table: string, why: string): Promise<Answer | null> {
    return this.#outbox.send({ act: "ruled", ruling: { table, why } });
  }
  undo(): Promise<Answer | null> {
    return this.#ordering.undo();
  }
  redo(): Promise<Answer | null> {
    return this.#ordering.redo();
  }
  /** Gives up what is left of a way, and tells whether there was something. */
  leave(): boolean {
    return this.#ordering.leave();
  }
  /** Whether the last sending failed at the table's side, and the same once more. */
  get failed(): boolean {
    return this.#outbox.failed !== null;
  }
  async tryAgain(): Promise<void> {
    if (this.#outbox.failed) await this.#outbox.send(this.#outbox.failed);
  }
  /** Whether something is on its way. */
  get busy(): boolean {
    return this.#outbox.busy;
  }
  /** Whether a button of the picture on screen still stands once all that plays is over: a press on it skips, and may mean nothing more. */
  stands({ label, order }: Button): boolean {
    this.skipAll();
    return this.state.picture?.tray.buttons.some((one) => one.label === label && sameOrder(one.order, order)) ?? false;
  }

  // ---- what is planned ----
  strike(unit: number): Promise<boolean> {
    return this.#ordering.strike(unit);
  }
  rearrange(unit: number, other: number): void {
    this.#ordering.rearrange(unit, other);
  }
  get due(): readonly Row[] {
    return this.#ordering.due;
  }
  doAll(): Promise<void> {
    return this.#ordering.doAll();
  }

  // ---- what is placed ----
  get beside(): readonly Piece[] {
    return this.#placing.beside;
  }
  placeForMe(): Promise<void> {
    return this.#placing.rest();
  }
  placeOne(): Promise<void> {
    return this.#placing.one();
  }
  placeInTurns(): Promise<void> {
    return this.#placing.inTurns();
  }

  // ---- standing orders, and bots ----
  /** When this seat wants to be asked in a window, in this round; none: always. */
  get standing(): StandingOrders | null {
    const { view, picture } = this.state;
    return view?.standing && view.standing.round === picture?.tray.round ? view.standing : null;
  }
  async stand(body: StandingBody): Promise<void> {
    try {
      await this.#table.standing(body);
      await this.refresh();
    } catch (error) {
      this.#keep.set({ note: wordsOf(error) });
    }
  }
  /** Lets the bot that thinks play the best that it has. */
  async moveNow(): Promise<void> {
    try {
      const { refusal } = await this.#table.moveNow();
      if (refusal) this.refuse(refusal);
    } catch (error) {
      this.#keep.set({ note: wordsOf(error) });
    }
  }
}
