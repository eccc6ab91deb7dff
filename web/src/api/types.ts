/**
 * The wire: JSON exactly as the server's structs make it (docs/protocol.md, src/hulldown/kernel/picture.py and
 * kernel/rulebook.py). An order is opaque here: the client completes what it is given and knows no rules.
 */

/** 0 is Red, 1 is Blue. */
export type Side = 0 | 1;
/** A chance as two whole numbers: "5/8", "1", "0". */
export type Fraction = string;
export type Order = { readonly type: string; readonly [field: string]: unknown };

export interface Place {
  readonly x: number;
  readonly y: number;
}
export interface Pose extends Place {
  readonly bearing: number;
}

export interface Terrain {
  readonly id: string;
  readonly name: string;
  readonly table: "squares" | "hexes" | "free";
  readonly columns: number;
  readonly rows: number;
  readonly north: number;
  readonly legend: Readonly<Record<string, string>>;
  readonly cells: readonly string[];
}

export interface Badge {
  readonly name: string;
  readonly sentence: string;
  readonly rule: string;
}
export interface Part {
  readonly name: string;
  readonly bearing: number;
}
export interface Piece {
  readonly id: number;
  readonly silhouette: string;
  readonly side: Side;
  readonly label: string;
  readonly name: string;
  readonly pose: Pose | null;
  readonly wreck: boolean;
  readonly parts: readonly Part[];
  readonly badges: readonly Badge[];
}
export interface Mark {
  readonly kind: string;
  readonly at: readonly Place[];
  readonly sentence: string;
  readonly rule: string;
  readonly side: Side | null;
}
export interface Die {
  readonly value: number;
  readonly state: "free" | "extra" | "used";
  readonly unit: number | null;
}
export interface Button {
  readonly label: string;
  readonly order: Order;
  readonly rule: string;
  readonly left: readonly string[];
}
export interface Spots {
  readonly label: string;
  readonly order: Order;
  readonly rule: string;
  readonly cells: readonly number[];
}
export interface Todo {
  readonly unit: number;
  readonly sentence: string;
  readonly chance: Fraction | null;
}
export interface Tray {
  readonly track: readonly string[];
  readonly phase: string;
  readonly side: Side | null;
  readonly round: number;
  readonly prompt: string;
  readonly rule: string;
  readonly goals: readonly [string, string];
  readonly dice: readonly Die[];
  readonly buttons: readonly Button[];
  readonly spots: readonly Spots[];
  readonly todo: readonly Todo[];
}
export interface Picture {
  readonly terrain: string;
  readonly pieces: readonly Piece[];
  readonly marks: readonly Mark[];
  readonly tray: Tray;
}

export interface Drive {
  readonly type: "drive";
  readonly piece: number;
  readonly poses: readonly Pose[];
}
export interface Shot {
  readonly type: "shot";
  readonly piece: number;
  readonly target: number;
  readonly outcome: string;
}
export interface Throw {
  readonly type: "throw";
  readonly dice: readonly number[];
  readonly needed: number | null;
}
export type Stroke = Drive | Shot | Throw;

export interface Modifier {
  readonly rule: string;
  readonly amount: number;
  readonly reason: string;
}
export interface Refusal {
  readonly rule: string;
  readonly sentence: string;
  readonly nearest?: Order | null;
}
export interface Blocker {
  readonly square: number;
  readonly why: string;
}
export interface Trace {
  readonly start: number;
  readonly end: number;
  readonly crossed: readonly number[];
  readonly discs: readonly number[];
  readonly corners: readonly unknown[];
  readonly blockers: readonly Blocker[];
}
export interface Preview {
  readonly refusal?: Refusal | null;
  readonly trace?: Trace | null;
  readonly modifiers?: readonly Modifier[];
  readonly odds?: Readonly<Record<string, Fraction>> | null;
}
export interface Band {
  readonly name: string;
  readonly rule: string;
  readonly token: number;
  readonly order: Order;
  readonly poses?: readonly number[];
  readonly steps?: readonly number[];
  readonly before?: readonly number[];
  readonly outline?: readonly Place[];
  readonly reverse?: boolean;
}
export interface Aim {
  readonly unit: number;
  readonly order: Order;
  readonly preview: Preview;
  readonly word: string;
}
export interface Survey {
  readonly unit: number;
  readonly bands: readonly Band[];
  readonly aims: readonly Aim[];
  readonly veil: readonly number[];
}
export interface Told {
  readonly sentence: string;
  readonly rules: readonly string[];
  readonly strokes: readonly Stroke[];
}
export interface Result {
  readonly winner: Side | null;
  readonly rule: string;
  readonly sentence: string;
}

export interface Offer {
  readonly kind: "takeback" | "draw";
  readonly side: Side;
}
export interface MatchView {
  readonly match: string;
  readonly rulebook: string;
  readonly title: string;
  readonly scenario: string;
  readonly side: Side | null;
  readonly both: boolean;
  readonly watching: boolean;
  readonly names: readonly [string, string];
  readonly bots: readonly [string | null, string | null];
  readonly head: number;
  readonly terrain: string;
  readonly picture: Picture;
  readonly result: Result | null;
  readonly undo: string;
  readonly offers: readonly Offer[];
  readonly closed: string;
  readonly rematch: string | null;
}
export interface LineMessage {
  readonly type: "line";
  readonly position: number;
  readonly kind: "order" | "act";
  readonly side: Side | null;
  readonly told: readonly Told[];
  readonly picture: Picture;
  readonly undo: string;
  readonly result: Result | null;
}
export interface Heartbeat {
  readonly type: "heartbeat";
  readonly head: number;
}
export interface Notice {
  readonly type: "notice";
  readonly offers: readonly Offer[];
  readonly names: readonly [string, string];
  readonly connected: readonly [boolean, boolean];
  readonly bots: readonly [string | null, string | null];
  readonly rematch: string | null;
}
export interface StreamError {
  readonly type: "error";
  readonly error: string;
  readonly sentence: string;
}
export type StreamMessage = LineMessage | Heartbeat | Notice | StreamError;

export type Status = "accepted" | "refused" | "stale";
export interface Answer {
  readonly status: Status;
  readonly head: number;
  readonly played: number;
  readonly refusal: Refusal | null;
}
export type ActName = "undo" | "resign" | "offer-takeback" | "offer-draw" | "accept" | "decline" | "rematch";
export interface OrdersBody {
  readonly id: string;
  readonly position: number;
  readonly orders: readonly Order[];
}
export interface ActBody {
  readonly id: string;
  readonly position: number;
  readonly act: ActName;
}
export interface SurveyAnswer {
  readonly position: number;
  readonly survey: Survey;
}

export interface NewMatch {
  readonly rulebook: string;
  readonly scenario: string;
  readonly red: string;
  readonly blue: string;
  readonly board: string;
  readonly options: Readonly<Record<string, string>>;
  readonly opponent: "bot" | "hotseat" | "friend";
  readonly bot: string;
  readonly side: Side | null;
  readonly name: string;
}
export interface Created {
  readonly match: string;
  readonly side: Side | null;
  readonly token: string;
  readonly invitation: string | null;
  readonly watch: string;
}
export interface Force {
  readonly tanks: Readonly<Record<string, number>>;
  readonly points: number;
  readonly total: number;
}
export interface SetupProblem {
  readonly where: string;
  readonly rule: string;
  readonly message: string;
}
export interface SetupAnswer {
  readonly ok: boolean;
  readonly problem: SetupProblem | null;
  readonly red: Force | null;
  readonly blue: Force | null;
  readonly terrain: Terrain | null;
}
export interface ForkBody {
  readonly position: number;
  readonly opponent: "bot" | "hotseat";
  readonly bot: string;
  readonly side: Side;
  readonly name: string;
}
export interface InvitationView {
  readonly match: string;
  readonly rulebook: string;
  readonly title: string;
  readonly scenario: string;
  readonly side: Side;
  readonly by: string;
  readonly claimed: boolean;
}
export interface Claimed {
  readonly match: string;
  readonly token: string;
  readonly side: Side;
}
export interface Watched {
  readonly match: string;
  readonly watch: string;
}

export interface BookLine {
  readonly id: string;
  readonly title: string;
  readonly table: string;
  readonly rules: number;
}
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly kind: string;
  readonly title: string;
  readonly summary: string;
}
/** A row of a chart: figures by name; `source` tells of each whether the book or the house says so. */
export interface UnitRow {
  readonly id: string;
  readonly name: string;
  readonly letter: string;
  readonly points: number;
  readonly source?: Readonly<Record<string, string>>;
  readonly [figure: string]: unknown;
}
export interface ScenarioForce {
  readonly tanks: Readonly<Record<string, number>>;
  readonly points: number;
  readonly flags: number;
}
export interface ScenarioRow {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly minutes: number;
  readonly map: string;
  readonly red: ScenarioForce;
  readonly blue: ScenarioForce;
  readonly turn_limit: number;
  readonly options: readonly string[];
}
export interface MapRow {
  readonly id: string;
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly legend: Readonly<Record<string, string>>;
  readonly text: readonly string[];
}
export interface Book {
  readonly id: string;
  readonly title: string;
  readonly table: string;
  readonly units: readonly UnitRow[];
  readonly scenarios: readonly ScenarioRow[];
  readonly maps: readonly MapRow[];
  readonly rules: readonly Rule[];
  readonly options: Readonly<Record<string, string>>;
  readonly bots: readonly string[];
}
export interface ErrorBody {
  readonly error: string;
  readonly sentence: string;
}
