import type {
  ActBody,
  Answer,
  Book,
  BookLine,
  ClaimBody,
  Claimed,
  Created,
  Ending,
  Fill,
  FillsBody,
  ForkBody,
  InvitationView,
  Invited,
  InvitingBody,
  KeysBody,
  LineMessage,
  MatchView,
  NewMatch,
  Notice,
  Order,
  OrdersBody,
  Preview,
  Rehearsal,
  RehearsalBody,
  SetupAnswer,
  PlacingAnswer,
  Proof,
  StandingBody,
  SurveyAnswer,
  TableText,
  Terrain,
  Watched,
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

  constructor(fetcher: Fetcher = (url, init) => fetch(url, init)) {
    this.#fetch = fetcher;
  }

  async send(method: string, path: string, token?: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = {};
    if (token) headers["Authorization"] = `Bearer ${token}`;
    const init: RequestInit = { method, headers };
    if (body !== undefined) {
      const text = typeof body === "string";
      headers["Content-Type"] = text ? "application/jsonl" : JSON_TYPE;
      init.body = text ? body : JSON.stringify(body);
    }
    let response: Response;
    try {
      response = await this.#fetch(path, init);
    } catch {
      throw new Trouble("offline", "The table cannot be reached. Nothing is lost: the game is stored there.", 0);
    }
    if (!response.ok) throw await troubleOf(response);
    return response;
  }

  async call<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
    return (await (await this.send(method, path, token, body)).json()) as T;
  }

  rulebooks = (): Promise<BookLine[]> => this.call("GET", "/api/rulebooks");
  setup = (wish: NewMatch): Promise<SetupAnswer> => this.call("POST", "/api/setup", undefined, wish);
  fills = (wish: FillsBody): Promise<Fill[]> => this.call("POST", "/api/fills", undefined, wish);
  create = (wish: NewMatch): Promise<Created> => this.call("POST", "/api/matches", undefined, wish);
  upload = (record: string): Promise<Watched> => this.call("POST", "/api/records", undefined, record);
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
  orders = (body: OrdersBody): Promise<Answer> => this.api.call("POST", `${this.#path}/orders`, this.token, body);
  act = (body: ActBody): Promise<Answer> => this.api.call("POST", `${this.#path}/acts`, this.token, body);
  keys = (body: KeysBody): Promise<Answer> => this.api.call("POST", `${this.#path}/keys`, this.token, body);
  first = async (): Promise<string> => (await this.api.send("GET", `${this.#path}/first`, this.token)).text();
  standing = (body: StandingBody): Promise<Answer> => this.api.call("POST", `${this.#path}/standing`, this.token, body);
  moveNow = (): Promise<Answer> => this.api.call("POST", `${this.#path}/move-now`, this.token);
  why = (): Promise<Notice["why"]> => this.api.call("GET", `${this.#path}/why`, this.token);
  placing = (): Promise<PlacingAnswer> => this.api.call("GET", `${this.#path}/placing`, this.token);
  text = (): Promise<TableText> => this.api.call("GET", `${this.#path}/table`, this.token);
  survey = (unit: number): Promise<SurveyAnswer> =>
    this.api.call("GET", `${this.#path}/survey?unit=${unit}`, this.token);
  rehearse = (body: RehearsalBody): Promise<Rehearsal> =>
    this.api.call("POST", `${this.#path}/rehearse`, this.token, body);
  preview = (order: Order, before: readonly Order[] = []): Promise<Preview> =>
    this.api.call("POST", `${this.#path}/preview`, this.token, before.length > 0 ? { order, before } : { order });
  lines = (from: number, to: number): Promise<LineMessage[]> =>
    this.api.call("GET", `${this.#path}/lines?from=${from}&to=${to}`, this.token);
  fork = (body: ForkBody): Promise<Created> => this.api.call("POST", `${this.#path}/fork`, this.token, body);
  ending = (): Promise<Ending> => this.api.call("GET", `${this.#path}/ending`, this.token);
  /** A token that watches and nothing else, to be handed on. */
  watch = (): Promise<Watched> => this.api.call("POST", `${this.#path}/watch`, this.token);
  /** Takes the link to the other seat back, or makes a new one. */
  invite = (body: InvitingBody): Promise<Invited> =>
    this.api.call("POST", `${this.#path}/invitation`, this.token, body);
  proofs = (): Promise<Proof[]> => this.api.call("GET", `${this.#path}/proofs`, this.token);
  record = async (): Promise<string> => (await this.api.send("GET", `${this.#path}/record`, this.token)).text();

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
