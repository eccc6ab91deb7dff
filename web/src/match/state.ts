/** What is known of a match, and who is told when it changes. */
import type { Connection, Wire } from "../api/stream";
import type {
  ActBody,
  Answer,
  Ending,
  LineMessage,
  MatchView,
  Notice,
  Offer,
  Order,
  OrdersBody,
  OrderWaits,
  Picture,
  Piece,
  PlacingAnswer,
  Preview,
  Refusal,
  Rehearsal,
  RehearsalBody,
  Result,
  StandingBody,
  Stroke,
  Survey,
  SurveyAnswer,
  TableText,
  Terrain,
  Watched,
} from "../api/types";
import type { Speed } from "../stage/motion";
import type { Draft, Shelf } from "./draft";
import type { LogLine, Thrown } from "./lines";
import type { Rest } from "./onward";
import type { Asked } from "./typed/asking";

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
  text(): Promise<TableText>;
  preview(order: Order, before?: readonly Order[]): Promise<Preview>;
  rehearse(body: RehearsalBody): Promise<Rehearsal>;
  allLines(from: number, to: number): Promise<LineMessage[]>;
  ending(): Promise<Ending>;
  watch(): Promise<Watched>;
}

export interface StoreOptions {
  open: () => Wire;
  speed?: () => Speed;
  makeId?: () => string;
  now?: () => number;
  chance?: () => number;
  /** Nothing is planned: what is announced goes out at once. */
  atOnce?: boolean;
  /** Where a plan in the making outlives the page. */
  shelf?: Shelf;
}

export interface Playing {
  readonly line: LineMessage;
  readonly strokes: readonly Stroke[];
  readonly speed: Speed;
  /** How much of the usual time it takes. */
  readonly pace: number;
}
/** A refusal, when it was last met, and how often since it was told: it is told once, and then only shown. */
export interface Said {
  readonly refusal: Refusal;
  readonly time: number;
  readonly again: number;
}
/** Milliseconds for which the same refusal is not told again. */
const TOLD_FOR = 10_000;

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
  /** The position at which it was taken into the hand. */
  readonly chosenAt: number;
  /** Whether something on the table is hidden from somebody. */
  readonly hidden: boolean;
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
  /** An order of the table itself that waits for dice: of a bot, or a standing one. */
  readonly waits: OrderWaits | null;
  /** Dice that people have to roll. */
  readonly asked: Asked | null;
}

export const EMPTY: MatchState = {
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
  chosenAt: 0,
  hidden: false,
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
  waits: null,
  asked: null,
};

/** Holds the state: it is replaced as a whole, and everyone who listens is told. */
export class Keep {
  closed = false;
  #state: MatchState = EMPTY;
  #told: Said | null = null;
  #toldAt = 0;
  readonly #listeners = new Set<(state: MatchState) => void>();

  get state(): MatchState {
    return this.#state;
  }
  set(change: Partial<MatchState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener(this.#state);
  }
  /** Tells a refusal; the same one, soon after, is not told again. */
  refuse(refusal: Refusal, time: number): void {
    const told = this.#told;
    const same = told?.refusal.sentence === refusal.sentence && time - this.#toldAt < TOLD_FOR;
    if (!same) this.#toldAt = time;
    this.#told = same ? { ...told, time, again: told.again + 1 } : { refusal, time, again: 0 };
    this.set({ refused: this.#told });
  }
  subscribe(listener: (state: MatchState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => void this.#listeners.delete(listener);
  }
  /** Resolves as soon as the state is so. */
  until(is: (state: MatchState) => boolean): Promise<void> {
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
  close(): void {
    this.closed = true;
    this.#listeners.clear();
  }
}

export function pieceOf(picture: Picture, unit: number): Piece | undefined {
  return picture.pieces.find((piece) => piece.id === unit);
}
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
