/** A table for tests: one tank a side, orders that move or fire, a log, and a network that can fail. */
import { Trouble } from "../api/client";
import type { Wire } from "../api/stream";
import type {
  ActBody,
  Answer,
  DiceWanted,
  Button,
  Ending,
  LineMessage,
  MatchView,
  Notice,
  Order,
  OrdersBody,
  Picture,
  Piece,
  Preview,
  Side,
  Standing,
  StandingBody,
  StreamMessage,
  Stroke,
  Survey,
  PlacingAnswer,
  Rehearsal,
  RehearsalBody,
  SurveyAnswer,
  TableText,
  Terrain,
  Tray,
  Watched,
} from "../api/types";

export const TERRAIN: Terrain = {
  id: "t1",
  name: "Green",
  table: "squares",
  columns: 6,
  rows: 4,
  north: 0,
  legend: { ".": "street", "#": "house" },
  cells: ["......", "..##..", "......", "......"],
};

/** The blanks of an order to go to a pose. */
export const POSE = { square: { blank: "cell" }, facing: { blank: "facing" } };

export function piece(id: number, side: Side, x: number | null, y = 0, over: Partial<Piece> = {}): Piece {
  return {
    id,
    silhouette: "light",
    side,
    label: `L${id}`,
    name: `Light ${id}`,
    pose: x === null ? null : { x, y, bearing: side ? 270 : 90 },
    wreck: false,
    parts: [],
    badges: [],
    footing: null,
    ...over,
  };
}
export function tray(over: Partial<Tray> = {}): Tray {
  return {
    track: ["roll", "movement", "shooting"],
    phase: "movement",
    side: 0,
    round: 1,
    prompt: "Move.",
    rule: "FR-22",
    goals: ["Destroy 1", "Destroy 1"],
    dice: [],
    buttons: [],
    spots: [],
    todo: [],
    slots: null,
    plan: null,
    window: "",
    puts: [],
    commands: [],
    purse: "",
    ends: "",
    ...over,
  };
}
export function picture(over: Partial<Picture> = {}): Picture {
  return { terrain: "t1", pieces: [piece(0, 0, 0, 0), piece(1, 1, 5, 0)], marks: [], tray: tray(), ...over };
}
/** A button that leads nowhere and leaves nothing, but for what is said. */
export function button(label: string, over: Partial<Button> = {}): Button {
  const foreseen = { then: "", next: null, rolls: false, still: "", units: [] };
  return { label, order: { type: label }, rule: "r", left: [], ...foreseen, ...over };
}
/** A unit that can do nothing. */
export const SURVEY: Survey = {
  unit: 0,
  bands: [],
  aims: [],
  veil: [],
  modes: [],
  deeds: [],
  outlines: [],
  refusal: null,
  move: null,
  puts: [],
  entry: null,
  done: "",
  stays: null,
};
export function line(position: number, over: Partial<LineMessage> = {}): LineMessage {
  return {
    type: "line",
    position,
    kind: "order",
    side: 0,
    told: [{ sentence: `Line ${position}: told.`, rules: [], strokes: [] }],
    picture: picture(),
    undo: "",
    result: null,
    hidden: false,
    turn: 2,
    round: 1,
    mover: 0,
    act: 0,
    own: null,
    ...over,
  };
}

export class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  from = -1;
  readonly #hello: (wire: FakeWire) => void;
  constructor(hello: (wire: FakeWire) => void) {
    this.#hello = hello;
  }
  send(text: string): void {
    this.from = (JSON.parse(text) as { from: number }).from;
    this.#hello(this);
  }
  close(): void {
    this.closed = true;
  }
  say(message: StreamMessage): void {
    if (!this.closed) this.onmessage?.({ data: JSON.stringify(message) });
  }
}

export class FakeTable {
  readonly match = "m1";
  readonly token = "secret";
  readonly lines: LineMessage[] = [];
  readonly wires: FakeWire[] = [];
  readonly asked: number[] = [];
  readonly previewed: Order[] = [];
  readonly rehearsed: (readonly Order[])[] = [];
  standingNow: Standing | null = null;
  hurried = 0;
  reasons: Notice["why"] = {};
  rehearsal: (orders: readonly Order[]) => Partial<Rehearsal> = () => ({});
  readonly received: (OrdersBody | ActBody)[] = [];
  readonly answers = new Map<string, Answer>();
  picture: Picture = picture();
  side: Side | null = 0;
  both = false;
  watching = false;
  /** What becomes of the next calls: the answer is lost before or after it took effect. */
  fail: "before" | "after" | null = null;
  refusal: Answer["refusal"] = null;
  /** How many dice people roll for an order. */
  rolls = 0;
  strokes: Stroke[] = [];
  toPlace: Order[] = [];
  surveys = new Map<number, Survey>();
  surveyGate: Promise<void> | null = null;
  /** Surveys are not answered. */
  mute = false;
  #gate: Promise<void> | null = null;

  /** Keeps back what is sent until it is let go. */
  hold(): () => void {
    let go = (): void => undefined;
    this.#gate = new Promise((done) => (go = done));
    return () => {
      this.#gate = null;
      go();
    };
  }

  view(): Promise<MatchView> {
    return Promise.resolve({
      match: this.match,
      rulebook: "france1944",
      title: "France 1944",
      scenario: "crossroads",
      side: this.side,
      both: this.both,
      watching: this.watching,
      names: ["Ann", "Greedy"],
      bots: [null, "greedy"],
      head: this.lines.length,
      terrain: "t1",
      picture: this.picture,
      hidden: false,
      result: null,
      undo: "",
      offers: [],
      waiting: null,
      closed: "",
      rematch: null,
      standing: this.standingNow,
      last: [],
      acted: [],
    });
  }
  terrain(): Promise<Terrain> {
    return Promise.resolve(TERRAIN);
  }
  ending(): Promise<Ending> {
    const points = [4, 4] as const;
    return Promise.resolve({ position: this.lines.length, unit: 0, points: [points, points], rounds: 2, orders: 3 });
  }
  watch(): Promise<Watched> {
    return Promise.resolve({ match: this.match, watch: "w1" });
  }
  allLines(from: number, to: number): Promise<LineMessage[]> {
    return Promise.resolve(this.lines.slice(from, to));
  }
  standing(body: StandingBody): Promise<Answer> {
    this.standingNow = { round: this.picture.tray.round, all: body.all, units: body.units ?? {} };
    return Promise.resolve({ status: "accepted", head: this.lines.length, played: 0, refusal: null });
  }
  moveNow(): Promise<Answer> {
    this.hurried++;
    return Promise.resolve({
      status: this.refusal ? "refused" : "accepted",
      head: this.lines.length,
      played: 0,
      refusal: this.refusal,
    });
  }
  why(): Promise<Notice["why"]> {
    return Promise.resolve(this.reasons);
  }
  text(): Promise<TableText> {
    return Promise.resolve({ position: this.lines.length, text: 'side = "red"\n' });
  }
  placing(): Promise<PlacingAnswer> {
    return Promise.resolve({ position: this.lines.length, orders: this.toPlace });
  }
  async survey(unit: number): Promise<SurveyAnswer> {
    this.asked.push(unit);
    const position = this.lines.length;
    if (this.mute) throw new Trouble("offline", "The table cannot be reached.", 0);
    if (this.surveyGate) await this.surveyGate;
    return { position, survey: this.surveys.get(unit) ?? { ...SURVEY, unit } };
  }
  preview(order: Order): Promise<Preview> {
    this.previewed.push(order);
    return Promise.resolve({ refusal: this.refusal });
  }
  /** Tries orders as `rehearsal` tells, or as if all were taken. */
  rehearse(body: RehearsalBody): Promise<Rehearsal> {
    this.rehearsed.push(body.orders);
    if (this.mute) return Promise.reject(new Trouble("offline", "The table cannot be reached.", 0));
    return Promise.resolve({
      position: this.lines.length,
      played: body.orders.length,
      picture: this.picture,
      refusal: null,
      ...this.rehearsal(body.orders),
    });
  }
  orders(body: OrdersBody): Promise<Answer> {
    const given = body.faces ?? [];
    if (!body.roll_here && given.length < this.rolls) {
      this.received.push(body);
      const wanted: DiceWanted = {
        title: "Red Heavy 1",
        sentence: { text: "Roll two dice." },
        rule: "FR-39",
        dice: [{ count: this.rolls, faces: [1, 2, 3, 4, 5, 6], labels: ["1", "2", "3", "4", "5", "6"] }],
        given: given.map((face) => face ?? 6),
        laid: given.length,
        told: {},
      };
      return Promise.resolve({ status: "dice", head: this.lines.length, played: 0, refusal: null, wanted });
    }
    return this.#receive(body, () => {
      for (const order of body.orders) this.play(order);
      return body.orders.length;
    });
  }
  act(body: ActBody): Promise<Answer> {
    return this.#receive(body, () => {
      this.append({ kind: "act", told: [{ sentence: "Red took back its last order.", rules: [], strokes: [] }] });
      return 1;
    });
  }
  async #receive(body: OrdersBody | ActBody, play: () => number): Promise<Answer> {
    this.received.push(body);
    const offline = new Trouble("offline", "The table cannot be reached.", 0);
    if (this.#gate) await this.#gate;
    if (this.fail === "before") throw offline;
    let answer = this.answers.get(body.id);
    if (!answer) {
      if (body.position !== this.lines.length)
        return { status: "stale", head: this.lines.length, played: 0, refusal: null };
      if (this.refusal) return { status: "refused", head: this.lines.length, played: 0, refusal: this.refusal };
      const played = play();
      answer = { status: "accepted", head: this.lines.length, played, refusal: null };
      this.answers.set(body.id, answer);
    }
    if (this.fail === "after") throw offline;
    return answer;
  }
  play(order: Order): void {
    this.append({
      told: [{ sentence: `${order.type} was played: so it was.`, rules: ["FR-22"], strokes: this.strokes }],
    });
  }
  append(over: Partial<LineMessage> = {}): void {
    const made = line(this.lines.length, { picture: this.picture, ...over });
    this.picture = made.picture;
    this.lines.push(made);
    for (const wire of this.wires) if (!wire.closed && wire.from >= 0) wire.say(made);
  }
  open = (): FakeWire => {
    const wire = new FakeWire((one) => {
      one.say({ type: "heartbeat", head: one.from });
      for (const made of this.lines.slice(one.from)) one.say(made);
    });
    this.wires.push(wire);
    queueMicrotask(() => wire.onopen?.());
    return wire;
  };
  get wire(): FakeWire {
    return this.wires.at(-1)!;
  }
  /** Cuts the connection as a network does. */
  cut(): void {
    const { wire } = this;
    wire.closed = true;
    wire.onclose?.();
  }
}
