import type {
  ActBody,
  Answer,
  AskBody,
  Book,
  BookLine,
  Cited,
  ClaimBody,
  Claimed,
  ChartForm,
  Created,
  DifferBody,
  Differing,
  Ending,
  FairnessBody,
  FairnessView,
  Fill,
  FillsBody,
  FigureView,
  ForkBody,
  GroundReply,
  Handbook,
  InvitationView,
  Invited,
  InvitingBody,
  KeysBody,
  LanguageLine,
  LessonRow,
  LessonView,
  LineMessage,
  MatchView,
  NewMatch,
  Notice,
  Order,
  OrdersBody,
  Parcel,
  ParcelSent,
  PositionReply,
  Preview,
  Rehearsal,
  RehearsalBody,
  RuleNotes,
  SetupAnswer,
  ShotAnswer,
  ProspectBody,
  ShotBody,
  PlacingAnswer,
  Proof,
  StandingBody,
  SurveyAnswer,
  TableText,
  Terrain,
  Watched,
  Work,
  WorkBody,
  WorkPicture,
  WorkVerdict,
  WorkView,
} from "./types";

/** What the server, or the way to it, said instead of an answer: a code, and one sentence for the player. */
export class Trouble extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, sentence: string, status: number) {
    super(sentence);
    this.name = "Trouble";
    this.code = code;
    this.status = status;
  }
  /** Whether the same message may be sent again: nobody answered, or only "later". */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Milliseconds after which nobody waits any longer for an answer, and for one to what a player does at the table. */
const LONGEST = 90_000;
const AT_THE_TABLE = 20_000;

const offline = (): Trouble =>
  new Trouble("offline", "The table cannot be reached. Nothing is lost: the game is stored there.", 0);

export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

const JSON_TYPE = "application/json";

async function troubleOf(response: Response): Promise<Trouble> {
  try {
    const body: unknown = await response.json();
    if (typeof body === "object" && body !== null && "error" in body && "sentence" in body)
      return new Trouble(String(body.error), String(body.sentence), response.status);
  } catch {
    // Not JSON: a proxy, or a server in pieces.
  }
  const sentence =
    response.status >= 500
      ? "That failed on the server's side and nothing has changed. Try again."
      : `The server answered ${response.status} without a reason.`;
  return new Trouble("http", sentence, response.status);
}

/** How large a record may be, in bytes. */
export const MOST_RECORD = 4 << 20;

/** All calls of the protocol that need no match. */
export class Api {
  readonly #fetch: Fetcher;
  readonly #terrains = new Map<string, Promise<Terrain>>();
  readonly #books = new Map<string, Promise<Book>>();
  readonly #handbooks = new Map<string, Promise<Handbook>>();
  readonly #figures = new Map<string, Promise<FigureView>>();
  readonly #notes = new Map<string, Promise<RuleNotes>>();

  constructor(fetcher: Fetcher = (url, init) => fetch(url, init)) {
    this.#fetch = fetcher;
  }

  async send(method: string, path: string, token?: string, body?: unknown, patience = LONGEST): Promise<Response> {
    const headers: Record<string, string> = {};
    if (token) headers["Authorization"] = `Bearer ${token}`;
    const init: RequestInit = { method, headers, signal: AbortSignal.timeout(patience) };
    if (body !== undefined) {
      const text = typeof body === "string";
      headers["Content-Type"] = text ? "application/jsonl" : JSON_TYPE;
      init.body = text ? body : JSON.stringify(body);
    }
    let response: Response;
    try {
      response = await this.#fetch(path, init);
    } catch {
      throw offline();
    }
    if (!response.ok) throw await troubleOf(response);
    return response;
  }

  async call<T>(method: string, path: string, token?: string, body?: unknown, patience?: number): Promise<T> {
    const response = await this.send(method, path, token, body, patience);
    try {
      return (await response.json()) as T;
    } catch {
      throw offline(); // It was cut off in its midst.
    }
  }

  lessons = (): Promise<LessonRow[]> => this.call("GET", "/api/lessons");
  lesson = (id: string): Promise<LessonView> => this.call("GET", `/api/lessons/${part(id)}`);
  /** A match of a lesson, at the beginning of a step. */
  learn = (id: string, step: number): Promise<Created> =>
    this.call("POST", `/api/lessons/${part(id)}`, undefined, { step });
  languages = (): Promise<LanguageLine[]> => this.call("GET", "/api/languages");
  rulebooks = (): Promise<BookLine[]> => this.call("GET", "/api/rulebooks");
  setup = (wish: NewMatch): Promise<SetupAnswer> => this.call("POST", "/api/setup", undefined, wish);
  fills = (wish: FillsBody): Promise<Fill[]> => this.call("POST", "/api/fills", undefined, wish);
  /** A question about a position; nothing is played. */
  ask = (body: AskBody): Promise<PositionReply> => this.call("POST", "/api/ask", undefined, body);
  /** A question about a board on which nobody stands yet. */
  prospect = (body: ProspectBody): Promise<GroundReply> => this.call("POST", "/api/prospect", undefined, body);
  /** How fair a scenario is, as far as that is known; nothing is begun. */
  fairness = (work: string, bot: NonNullable<FairnessBody["bot"]>): Promise<FairnessView> =>
    this.call("GET", `/api/fairness/${part(work)}?bot=${part(bot)}`);
  playFairness = (body: FairnessBody): Promise<FairnessView> => this.call("POST", "/api/fairness", undefined, body);
  stopFairness = (work: string, bot: NonNullable<FairnessBody["bot"]>): Promise<FairnessView> =>
    this.call("POST", `/api/fairness/${part(work)}/stop`, undefined, { bot });
  shot = (body: ShotBody): Promise<ShotAnswer> => this.call("POST", "/api/shot", undefined, body);
  create = (wish: NewMatch): Promise<Created> => this.call("POST", "/api/matches", undefined, wish);
  upload = (record: string): Promise<Watched> => this.call("POST", "/api/records", undefined, record);
  check = (works: readonly Work[]): Promise<WorkVerdict> => this.call("POST", "/api/check", undefined, { works });
  /** What a chart of a book is made of, and the house's charts as texts. */
  chartForm = (book: string): Promise<ChartForm> => this.call("GET", `/api/rulebooks/${part(book)}/chart`);
  /** What differs between two charts by their texts; empty is the house's. */
  differ = (body: DifferBody): Promise<Differing> => this.call("POST", "/api/differ", undefined, body);
  pictures = (works: readonly Work[]): Promise<WorkPicture> => this.call("POST", "/api/pictures", undefined, { works });
  work = (id: string): Promise<WorkView> => this.call("GET", `/api/works/${part(id)}`);
  keepWork = (id: string, body: WorkBody): Promise<WorkView> =>
    this.call("PUT", `/api/works/${part(id)}`, undefined, body);
  /** A shelf on its way to another device: under which name it is fetched, once. */
  sendShelf = (text: string): Promise<ParcelSent> => this.call("POST", "/api/parcels", undefined, { text });
  fetchShelf = (id: string): Promise<Parcel> => this.call("POST", `/api/parcels/${part(id)}`);
  /** What a book ships of a kind as files, by id. */
  shipped = (book: string, kind: Work["kind"]): Promise<Record<string, string>> =>
    this.call("GET", `/api/rulebooks/${part(book)}/works/${kind}`);
  /** What an invitation is to; whoever sits there says so by the seat's own token. */
  invitation = (token: string, own?: string): Promise<InvitationView> =>
    this.call("GET", `/api/invitations/${part(token)}`, own);
  claim = (token: string, claim: ClaimBody): Promise<Claimed> =>
    this.call("POST", `/api/invitations/${part(token)}`, undefined, claim);

  book(id: string): Promise<Book> {
    return remembered(this.#books, id, () => this.call("GET", `/api/rulebooks/${part(id)}`));
  }
  /** What a table needs of a book: all but its maps, rules and options. */
  tableBook(id: string): Promise<Book> {
    const whole = this.#books.get(id);
    return (
      whole ??
      remembered(this.#books, `${id}?part=table`, () => this.call("GET", `/api/rulebooks/${part(id)}?part=table`))
    );
  }
  /** A book to be read. */
  handbook(id: string): Promise<Handbook> {
    return remembered(this.#handbooks, id, () => this.call("GET", `/api/handbooks/${part(id)}`));
  }
  /** A diagram of a book. */
  figure(book: string, name: string): Promise<FigureView> {
    const path = `${part(book)}/${part(name)}`;
    return remembered(this.#figures, path, () => this.call("GET", `/api/figures/${path}`));
  }
  /** What stands beside a rule. */
  notes(book: string, rule: string): Promise<RuleNotes> {
    const path = `${part(book)}/${part(rule)}`;
    return remembered(this.#notes, path, () => this.call("GET", `/api/handbooks/${path}`));
  }
  terrain(id: string): Promise<Terrain> {
    return remembered(this.#terrains, id, () => this.call("GET", `/api/terrains/${part(id)}`));
  }
  table(match: string, token: string): Table {
    return new Table(this, match, token);
  }
}

/** The calls about one match, with one token. */
export class Table {
  readonly api: Api;
  readonly match: string;
  readonly token: string;
  readonly #path: string;

  constructor(api: Api, match: string, token: string) {
    this.api = api;
    this.match = match;
    this.token = token;
    this.#path = `/api/matches/${part(match)}`;
  }

  view = (): Promise<MatchView> => this.api.call("GET", this.#path, this.token);
  terrain = (id: string): Promise<Terrain> => this.api.terrain(id);
  orders = (body: OrdersBody): Promise<Answer> => this.#do("orders", body);
  act = (body: ActBody): Promise<Answer> => this.#do("acts", body);
  keys = (body: KeysBody): Promise<Answer> => this.#do("keys", body);
  first = async (): Promise<string> => (await this.api.send("GET", `${this.#path}/first`, this.token)).text();
  standing = (body: StandingBody): Promise<Answer> => this.#do("standing", body);
  moveNow = (): Promise<Answer> => this.api.call("POST", `${this.#path}/move-now`, this.token);
  why = (): Promise<Notice["why"]> => this.api.call("GET", `${this.#path}/why`, this.token);
  placing = (): Promise<PlacingAnswer> => this.api.call("GET", `${this.#path}/placing`, this.token);
  text = (): Promise<TableText> => this.api.call("GET", `${this.#path}/table`, this.token);
  /** The same as a file, now or after so many lines. */
  whole = (at: number | null): Promise<TableText> =>
    this.api.call("GET", `${this.#path}/table?whole=true${at === null ? "" : `&at=${at}`}`, this.token);
  survey = (unit: number): Promise<SurveyAnswer> =>
    this.api.call("GET", `${this.#path}/survey?unit=${unit}`, this.token);
  rehearse = (body: RehearsalBody): Promise<Rehearsal> =>
    this.api.call("POST", `${this.#path}/rehearse`, this.token, body);
  preview = (order: Order, before: readonly Order[] = []): Promise<Preview> =>
    this.api.call("POST", `${this.#path}/preview`, this.token, before.length > 0 ? { order, before } : { order });
  lines = (from: number, to: number): Promise<LineMessage[]> =>
    this.api.call("GET", `${this.#path}/lines?from=${from}&to=${to}`, this.token);
  fork = (body: ForkBody): Promise<Created> => this.api.call("POST", `${this.#path}/fork`, this.token, body);
  /** Which rules decided something in it. */
  cited = (): Promise<Record<string, Cited>> => this.api.call("GET", `${this.#path}/cited`, this.token);
  ending = (): Promise<Ending> => this.api.call("GET", `${this.#path}/ending`, this.token);
  /** A token that watches and nothing else, to be handed on. */
  watch = (): Promise<Watched> => this.api.call("POST", `${this.#path}/watch`, this.token);
  /** Takes the link to the other seat back, or makes a new one. */
  invite = (body: InvitingBody): Promise<Invited> =>
    this.api.call("POST", `${this.#path}/invitation`, this.token, body);
  proofs = (): Promise<Proof[]> => this.api.call("GET", `${this.#path}/proofs`, this.token);
  record = async (): Promise<string> => (await this.api.send("GET", `${this.#path}/record`, this.token)).text();

  /** What a player does at the table. A connection that has died without a word does not hold it up for long. */
  #do(what: string, body: unknown): Promise<Answer> {
    return this.api.call("POST", `${this.#path}/${what}`, this.token, body, AT_THE_TABLE);
  }

  /** Every line from `from` on, asked for in pieces that the server grants. */
  async allLines(from: number, to: number): Promise<LineMessage[]> {
    const found: LineMessage[] = [];
    while (from + found.length < to) {
      const next = await this.lines(from + found.length, Math.min(to, from + found.length + 100));
      if (next.length === 0) break;
      found.push(...next);
    }
    return found;
  }
}

function part(text: string): string {
  return encodeURIComponent(text);
}

function remembered<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let found = kept.get(key);
  if (!found) {
    found = ask();
    kept.set(key, found);
    found.catch(() => kept.delete(key));
  }
  return found;
}
