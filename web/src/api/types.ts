/**
 * The wire: JSON as the server's structs make it. Written by `make types`; do not edit.
 * A side is 0 (Red) or 1 (Blue). What each rulebook fills in its own way is in open.ts.
 */
import type { MapFeature, Order, UnitRow } from "./open";
export type * from "./open";

/** What a player does beside the rules. If it is that they ruled otherwise: the table from here on, and why. */
export interface ActBody {
  readonly id: string;
  readonly position: number;
  readonly act: ActName;
  readonly table?: string;
  readonly why?: string;
  readonly step?: number;
}

export type ActName = "accept" | "decline" | "end-game" | "let-bot-finish" | "offer-draw" | "offer-keys" | "offer-takeback" | "rematch" | "resign" | "ruled" | "step" | "undo";

/**
 * One target of a unit, the order to fire at it, all that hovering over it needs, and the one word on its badge. A
 * target that is no unit is a cell. A target may be aimed at in several modes, and before the dice fall there may
 * be a choice of them: then it has an aim for each, the better choice first.
 */
export interface Aim {
  readonly unit: number | null;
  readonly order: Order;
  readonly preview: Preview;
  readonly word: string;
  readonly cell?: number | null;
  readonly mode?: string;
  readonly choice?: string;
  readonly bearings?: readonly Span[];
}

/** All that is known of a game's fortunes: by which model, of which record; and what its units are called. */
export interface Analysis {
  readonly book: string;
  readonly model: string;
  readonly record: string;
  readonly ended: string;
  readonly sum: Sum;
  readonly moments: readonly Moment[];
  readonly decisions: readonly Decision[];
  readonly battles: number;
  readonly units: Readonly<Record<string, string>>;
  readonly judge: string;
}

/**
 * How far the analysis of a game is, in which place it waits, and the analysis itself when it is done. `busy`:
 * another game of the same visitor is being analysed, and this one can be asked for after it. Of a look at the
 * whole game by battles the steps are the rolls and decisions that are measured, and the analysis has them; one
 * that is begun and neither done nor under way is `none`, with some steps.
 */
export interface AnalysisView {
  readonly state: "busy" | "done" | "none" | "refused" | "running" | "waiting";
  readonly steps: number;
  readonly of: number;
  readonly place: number;
  readonly sentence: string;
  readonly analysis: Analysis | null;
}

/** Orders of somebody's own in the place of a decision; those that come after it are left out. */
export interface AnotherBody {
  readonly orders: readonly Order[];
}

/**
 * What orders of somebody's own would have been worth: at a glance, and what battles say so far of the decision.
 * The states are those of an analysis, which stand in the same line. `best` of what was fought are these orders.
 */
export interface AnotherView {
  readonly state: "busy" | "done" | "none" | "refused" | "running" | "waiting";
  readonly steps: number;
  readonly of: number;
  readonly place: number;
  readonly sentence: string;
  readonly other: Other | null;
  readonly fought: Fought | null;
}

/**
 * What became of orders or an act. `played` is how many orders stand; `call` is the roll that they ended in. If
 * people have to roll `dice` first, nothing was played, and the roll that is `wanted` next is told.
 */
export interface Answer {
  readonly status: Status;
  readonly head: number;
  readonly played: number;
  readonly refusal: Refusal | null;
  readonly call?: number;
  readonly wanted?: DiceWanted;
  readonly lesson?: Taught;
}

/** A position, which need not be whole, with all that it uses, and what is asked about it. */
export interface AskBody {
  readonly works: readonly Work[];
  readonly query?: Query | null;
}

/** One unit that is asked whether it could fire at something: its best aim, or why there is none. */
export interface AskLine {
  readonly unit: number;
  readonly name: string;
  readonly clear: boolean;
  readonly sentence: string;
  readonly rule: string;
  readonly aim: Aim | null;
}

/** When a player wants to be asked in a window: always, from a chance on (in hundredths), or never. */
export interface Asking {
  readonly ask: "always" | "from" | "never";
  readonly chance?: number;
}

/** A state of a piece that is shown on it; `value` is what is written on it, where it counts something. */
export interface Badge {
  readonly name: string;
  readonly sentence: string;
  readonly rule: string;
  readonly value: string;
}

/**
 * A part of a unit's reach under one name, and what buys it: a die's value, or what is left of an allowance. On a
 * grid it is poses, with the fewest steps to each and the pose before it on the way; on a free table its outline.
 * Where the enemy may answer on the way, each pose has its stride: the order that leads there from the pose before
 * it, which may be in another band of the same gear. A way is then a batch of orders, and the band has none.
 */
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
  readonly tow?: number | null;
  readonly trails?: readonly number[];
  readonly strides?: readonly Order[];
}

/**
 * How far the battles are that measure one decision of a game, and what they say when they have been fought. The
 * states are those of an analysis, which stand in the same line.
 */
export interface BattlesView {
  readonly state: "busy" | "done" | "none" | "refused" | "running" | "waiting";
  readonly steps: number;
  readonly of: number;
  readonly place: number;
  readonly sentence: string;
  readonly fought: Fought | null;
}

/** The best shot from where a unit would stand: at whom, and its chance. */
export interface BestShot {
  readonly unit: number;
  readonly chance: Fraction;
}

/** A square that closes a line, and why. A closed corner gives two. */
export interface Blocker {
  readonly square: number;
  readonly why: "corner" | "terrain" | "unit";
}

/**
 * All that a set-up page shows of a rulebook. `agreed` tells by scenario what each option is there, as written,
 * and `differences` by option what it changes, where that was measured. `labels` are words for the figures of a
 * card, and `advice` has a sentence by the phase in which something is chosen.
 */
export interface Book {
  readonly id: string;
  readonly title: string;
  readonly table: string;
  readonly units: readonly UnitRow[];
  readonly scenarios: readonly ScenarioRow[];
  readonly maps: readonly MapRow[];
  readonly rules: readonly Rule[];
  readonly rulings: readonly Ruling[];
  readonly options: readonly Option[];
  readonly agreed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bots: readonly Opponent[];
  readonly labels: Readonly<Record<string, Label>>;
  readonly differences: Readonly<Record<string, Difference>>;
  readonly shot: Terms | null;
  readonly position: PositionTerms | null;
  readonly advice: Readonly<Record<string, string>>;
}

/** A rulebook in the list of all: its cover. `stand_ins` is how many hundredths of its cards' figures are ours. */
export interface BookLine {
  readonly id: string;
  readonly title: string;
  readonly table: string;
  readonly rules: number;
  readonly name: string;
  readonly sentence: string;
  readonly weight: number;
  readonly weight_word: string;
  readonly minutes_least: number;
  readonly minutes_most: number;
  readonly battles: number;
  readonly stand_ins: number;
  readonly opening: OpeningLine | null;
  readonly lesson?: FirstLesson;
}

/** How many of a book's entries are told in a language: a rule, a ruling, a word, a step of a lesson is one. */
export interface BookTold {
  readonly book: string;
  readonly name: string;
  readonly told: number;
  readonly entries: number;
}

/**
 * An order that needs nothing more: what to write on it, what it leads to, and what would be left undone. `then`
 * and `still` fit on the button: "then announce fire", "Blue rolls next"; "29 can still move". `left` has in
 * sentences what would be a waste, and is worth a second press. Nobody acts next if the battle ends by it; if the
 * dice decide who does, `then` says so.
 */
export interface Button {
  readonly label: string;
  readonly order: Order;
  readonly rule: string;
  readonly left: readonly string[];
  readonly bearings?: readonly Span[];
  readonly then: string;
  readonly next: Side | null;
  readonly rolls: boolean;
  readonly still: string;
  readonly units: readonly number[];
}

/** A unit by its id and its name. */
export interface Called {
  readonly id: string;
  readonly name: string;
}

export type Camera = string | readonly [number, number, number, number];

/** A chapter of a book with its rules, in the book's order. Its place in an address is the same in all languages. */
export interface ChapterLine {
  readonly title: string;
  readonly place: string;
  readonly rules: readonly string[];
}

/**
 * A figure of a unit: `figure` is its path in the row, `source` the name that says whose it is. Of a number the
 * bounds are told, of a choice what may be chosen; `optional` is a figure that may be none. A number with a
 * `measure` is shown and typed in that; one of it is `parts` of what stands in the text.
 */
export interface ChartColumn {
  readonly figure: string;
  readonly label: string;
  readonly full: string;
  readonly group: string;
  readonly kind: "choice" | "die" | "faces" | "number" | "numbers" | "switch" | "word";
  readonly source?: string;
  readonly least?: number;
  readonly most?: number;
  readonly step?: number;
  readonly choices?: readonly string[];
  readonly optional?: boolean;
  readonly usual?: boolean | number | number | string | null;
  readonly measure?: string;
  readonly parts?: number;
}

/**
 * A die, a table or a number of the book: the house's value, whose it is, and the bounds of the format. `says` and
 * `rules` tell what it does, `heads` what stands over the cells of a table.
 */
export interface ChartFigure {
  readonly figure: string;
  readonly label: string;
  readonly kind: "choice" | "die" | "faces" | "number" | "numbers" | "switch" | "word";
  readonly value: boolean | number | number | string | readonly (boolean | number | number | string | readonly (boolean | number | number | string | null)[] | null)[];
  readonly source: string;
  readonly least?: number;
  readonly most?: number;
  readonly shortest?: number;
  readonly longest?: number;
  readonly choices?: readonly string[];
  readonly says?: string;
  readonly rules?: readonly string[];
  readonly heads?: readonly string[];
}

/** What a chart of a book is made of: the table of its rows in the text, their columns, the dice, the charts. */
export interface ChartForm {
  readonly table: string;
  readonly columns: readonly ChartColumn[];
  readonly weapon: readonly ChartColumn[];
  readonly figures: readonly ChartFigure[];
  readonly charts: readonly ChartText[];
  readonly silhouettes: readonly string[];
}

/** A chart that the book ships, as the text to start from. */
export interface ChartText {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** A value that may be chosen, and what it is called. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** One of a few values with names. */
export interface ChoiceKind {
  readonly type: "choice";
  readonly choices: readonly Choice[];
}

/** In how many lines of a match a rule decided something, and the last of them. */
export interface Cited {
  readonly lines: number;
  readonly last: number;
}

/**
 * Who takes a seat, and the anchor of a dice key; without one the host draws it, where dice are sealed. Whoever
 * asks again with the same id gets the same seat again, for ever; so it is made by lot, and kept secret.
 */
export interface ClaimBody {
  readonly name: string;
  readonly key?: string | null;
  readonly id?: string | null;
}

/** A seat taken, and its token. */
export interface Claimed {
  readonly match: string;
  readonly token: string;
  readonly side: Side;
}

/** A body or a piece of terrain, by its number, that closes a line, and where the line enters and leaves it. */
export interface Closed {
  readonly kind: "body" | "terrain";
  readonly number: number;
  readonly enters: readonly [number, number];
  readonly leaves: readonly [number, number];
}

/** The figures of all units in one column of the chart, which stands by a rule. */
export interface Column {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
  readonly values: readonly Value[];
}

/**
 * One throw of those that an order may take. `needed` says which figures of the `strip` work, after all modifiers:
 * "8 or more", "any roll", "cannot". The strip counts `of` throws, in all or, where dice are chosen after the
 * throw, those that can make each sum. `after` are the words of faces in an earlier throw that lead here; without
 * any, all that work in the throw before do. Where `each` of `count` dice is held against the strip by itself, the
 * highest face may bring another die.
 */
export interface ComingThrow {
  readonly sentence: Sentence;
  readonly dice: string;
  readonly rule: string;
  readonly needed?: string;
  readonly strip?: readonly Faces[];
  readonly of?: number;
  readonly after?: readonly string[];
  readonly count?: number;
  readonly each?: boolean;
}

/** A die with a name: when it may be used, on which units, or where. One whose time has not come is locked. */
export interface CommandDie {
  readonly name: string;
  readonly sentence: string;
  readonly rule: string;
  readonly state: "locked" | "ready" | "used";
  readonly order: Order | null;
  readonly units: readonly number[];
  readonly put: Put | null;
  readonly value: string;
}

/** The same duel in every book that has both names; the titles of those that have not. */
export interface CompareAnswer {
  readonly books: readonly Compared[];
  readonly without: readonly string[];
}

/** Two names, or parts of them, to be compared across books; `use` says which units are to stand for them. */
export interface CompareBody {
  readonly one: string;
  readonly other: string;
  readonly zone?: string;
  readonly use?: Readonly<Record<string, readonly string[]>>;
}

/** A duel in one book: by its own ruler, who stands for whom, and what each can do to the other. */
export interface Compared {
  readonly book: string;
  readonly title: string;
  readonly ruler: string;
  readonly one: StandIn;
  readonly other: StandIn;
  readonly ranges: readonly Facing[];
}

/**
 * A corner of the grid that a line passes through exactly, and the squares to its left and right. x2 and y2 count
 * half squares: the centre of the square in column x and row y is at (2x, 2y).
 */
export interface Corner {
  readonly x2: number;
  readonly y2: number;
  readonly left: number;
  readonly right: number;
}

/**
 * The 25 lines from one square to another: where they are stopped and by what, each in the order of the way. A set
 * of lines is a number with a bit for each of the 5 × 5 points at which they end, row by row from the top left.
 */
export interface CoverTrace {
  readonly start: number;
  readonly end: number;
  readonly stops: readonly Stop[];
  readonly obstacles: readonly Obstacle[];
}

/** A new match and its secrets; nobody is told them again. */
export interface Created {
  readonly match: string;
  readonly side: Side | null;
  readonly token: string;
  readonly invitation: string | null;
  readonly watch: string;
  readonly forked: number;
}

/**
 * The orders from the first to the last, Red's chance where they led, and the best of the others, best first.
 * `error` is what the best was worth more to the side that decided, never below 0; where battles were fought it is
 * sure within `doubt`.
 */
export interface Decision {
  readonly first: number;
  readonly last: number;
  readonly side: Side;
  readonly round: number;
  readonly phase: string;
  readonly played: number;
  readonly error: number;
  readonly others: readonly Other[];
  readonly doubt: number;
  readonly fought: Fought | null;
}

/**
 * What a unit can do besides driving and firing: what to write on it, the whole order, and who would end where. On
 * a free table `outline` is what would lie there. A deed that lays the turret says where to, relative to the hull.
 */
export interface Deed {
  readonly label: string;
  readonly order: Order;
  readonly rule: string;
  readonly ghosts: readonly Ghost[];
  readonly outline: readonly Place[];
  readonly lays: number | null;
  readonly bearings?: readonly Span[];
}

/** Dice that are called and have not fallen: for whom, and whose links are missing; seconds since 1970. */
export interface DiceCall {
  readonly position: number;
  readonly roll: number;
  readonly side: Side;
  readonly missing: readonly Side[];
  readonly since: number;
}

/** So many equal dice of a roll that is due, and the faces of one, each with what is written on it. */
export interface DiceDue {
  readonly count: number;
  readonly faces: readonly number[];
  readonly labels: readonly string[];
}

/**
 * Sealed dice: who has the keys of Red and Blue, the number of the last roll under them, the open call. `asked` is
 * how often Red and Blue have asked for new keys.
 */
export interface DiceView {
  readonly kept: readonly ["awaited" | "deposited" | "host" | "seat", "awaited" | "deposited" | "host" | "seat"];
  readonly number: number;
  readonly call: DiceCall | null;
  readonly asked: readonly [number, number];
}

/**
 * A roll that people have to make: for whom, in words, by which rule, and the dice. `given` are the faces of the
 * order so far; the last `laid` of them belong to this roll. `told` says what a part of the roll comes to, by how
 * many dice lie there and their sum ("3:12"); it is empty where the sum decides nothing.
 */
export interface DiceWanted {
  readonly title: string;
  readonly sentence: Sentence;
  readonly rule: string;
  readonly dice: readonly DiceDue[];
  readonly given: readonly number[];
  readonly laid: number;
  readonly told: Readonly<Record<string, string>>;
}

/** A die in the tray; a used one tells which unit took it. */
export interface Die {
  readonly value: number;
  readonly state: "extra" | "free" | "used";
  readonly unit: number | null;
  readonly badge: string;
}

/** The texts of two charts of a book to be compared, empty for the house's, and the unit whose shots are told. */
export interface DifferBody {
  readonly book: string;
  readonly chart: string;
  readonly other?: string;
  readonly unit?: string;
}

/**
 * What an option changes, as bots have found it: the rounds of a game of a scenario before and after, and by which
 * command that is said again. The mean difference lies between `low` and `high` nineteen times in twenty.
 */
export interface Difference {
  readonly scenario: string;
  readonly value: string;
  readonly games: number;
  readonly bots: string;
  readonly seed: string;
  readonly command: string;
  readonly before: number;
  readonly after: number;
  readonly low: number;
  readonly high: number;
}

/** What differs: figures, units that only one of the two has, and the shots that it moves most. */
export interface Differing {
  readonly figures: readonly FigureChange[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly shots: readonly ShotChange[];
}

/** A place where something may fall, the chance, and which units it strikes there, enemies or friends. */
export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly chance: Fraction;
  readonly enemies?: readonly number[];
  readonly friends?: readonly number[];
}

/** A piece goes along poses, the first of which is where it stands; maybe `together` with the stroke before. */
export interface Drive {
  readonly type: "drive";
  readonly piece: number;
  readonly poses: readonly Pose[];
  readonly together: boolean;
}

/**
 * What a finished game came to. `position` is how many lines had been played when it was over. `unit` decided it;
 * none did where somebody resigned or a limit was reached. `points` are what Red and Blue have left of their
 * armies, and what those had cost. The minutes are those of a game that was played here from its first line.
 */
export interface Ending {
  readonly position: number;
  readonly unit: number | null;
  readonly points: readonly [readonly [number, number], readonly [number, number]];
  readonly rounds: number;
  readonly orders: number;
  readonly minutes?: number;
}

/** Why there is no answer: a code for programs, a sentence for people. */
export interface ErrorBody {
  readonly error: string;
  readonly sentence: string;
}

/** A board that is a part of another: which one, and where on it its top left square lies. */
export interface Excerpt {
  readonly of: string;
  readonly column: number;
  readonly row: number;
}

/** Figures of a strip, from the first to the last, that come to the same: in how many throws, and a word for it. */
export interface Faces {
  readonly first: number;
  readonly last: number;
  readonly ways: number;
  readonly end: "fails" | "partly" | "works";
  readonly word?: string;
}

/**
 * Two units at some range: the chance that a shot of each destroys the other; none where it cannot fire. `first`
 * and `second` are the one's chances to outlast the other where both fire in turn, by who fires first.
 */
export interface Facing {
  readonly place: string;
  readonly range: number;
  readonly endless: boolean;
  readonly own: Fraction | null;
  readonly enemy: Fraction | null;
  readonly first: Fraction | null;
  readonly second: Fraction | null;
}

/** Something that was agreed on for a battle, and by which rule; whether its scenario has it otherwise. */
export interface Fact {
  readonly title: string;
  readonly sentence: string;
  readonly rule: string;
  readonly changed: boolean;
}

/**
 * How many games Red and Blue won between bots, and the command that says so again. `mid` is the share that Red
 * has of them, with draws as half a win each, and between `low` and `high` the truth lies nineteen times in
 * twenty.
 */
export interface Fair {
  readonly red: number;
  readonly blue: number;
  readonly draws: number;
  readonly games: number;
  readonly bots: string;
  readonly seed: string;
  readonly command: string;
  readonly low: number;
  readonly mid: number;
  readonly high: number;
}

/**
 * What so many games came to: who won them, Red's score, what that says, and what a game was like on average. The
 * interval holds the truth 95 times in 100, however often one looks; `without_luck` says that the luck of the dice
 * is taken off. `broken` are the numbers of games that raised an error of ours, which count for nobody.
 */
export interface FairFound {
  readonly bot: string;
  readonly games: number;
  readonly red: number;
  readonly blue: number;
  readonly draws: number;
  readonly score: Interval;
  readonly verdict: "fair" | "favours Blue" | "favours Red" | "not settled";
  readonly without_luck: boolean;
  readonly first: number | null;
  readonly rounds: number;
  readonly lost: number;
  readonly broken: readonly number[];
  readonly remark: string;
}

/**
 * A scenario with all that it uses, how many games of it are wished for, and the bot that plays both sides. What
 * is asked `after_save` is begun only on a server for this machine alone.
 */
export interface FairnessBody {
  readonly works: readonly Work[];
  readonly bot?: "greedy" | "planner:recruit";
  readonly games?: number;
  readonly after_save?: boolean;
}

/** Which run of a scenario is not wanted any more: the one that this bot plays. */
export interface FairnessStop {
  readonly bot?: "greedy" | "planner:recruit";
}

/**
 * How far a run is: so many games of so many, behind how many others; and what is known, finished or not. Of one
 * that is done `why` says whether somebody stopped it or it ran out of time.
 */
export interface FairnessView {
  readonly state: "done" | "none" | "refused" | "running" | "waiting";
  readonly games: number;
  readonly of: number;
  readonly place: number;
  readonly sentence: string;
  readonly why: "" | "late" | "stopped";
  readonly found: FairFound | null;
}

/**
 * Where shells or bombs may fall, and on whom; `sentence` says what is exact, and what was left out. `aim` is the
 * point that was aimed at. Of several shots the dots have the part of them that lands on each.
 */
export interface Fall {
  readonly dots: readonly Dot[];
  readonly struck: readonly Struck[];
  readonly sentence: string;
  readonly aim?: Place | null;
  readonly shots?: number;
}

/** A piece of terrain on a free table: what it is, what it does in a sentence, and its corners. */
export interface Feature {
  readonly kind: string;
  readonly name: string;
  readonly sentence: string;
  readonly rule: string;
  readonly at: readonly Place[];
}

/** A figure with its values before and after: of a unit, or without one of the dice and tables. */
export interface FigureChange {
  readonly unit: string;
  readonly name: string;
  readonly figure: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** A diagram in the list of its book: the rules that it shows, the first of them before all. */
export interface FigureLine {
  readonly id: string;
  readonly rules: readonly string[];
  readonly caption: string;
}

/**
 * An order of a diagram, and what the referee says to it. A shot has its aim with the lines that counted, a move
 * the pose where it ends, and an order that is refused the cell that it meant. `survey` is what a hand would be
 * shown that takes the unit.
 */
export interface FigureOrder {
  readonly said: string;
  readonly sentence: string;
  readonly unit: number | null;
  readonly survey: Survey | null;
  readonly aim: Aim | null;
  readonly pose: number | null;
  readonly cell: number | null;
  readonly chance: string;
  readonly refusal: Refusal | null;
  readonly way: Way | null;
  readonly fall: Fall | null;
}

/** A diagram to be drawn: its table, and its orders one after the other. `position` is its text, for a battle. */
export interface FigureView {
  readonly id: string;
  readonly book: string;
  readonly rules: readonly string[];
  readonly caption: string;
  readonly terrain: Terrain;
  readonly picture: Picture;
  readonly orders: readonly FigureOrder[];
  readonly position: string;
}

/** An army for one side, in a style that has a name, and how it was made. */
export interface Fill {
  readonly style: string;
  readonly label: string;
  readonly words: string;
  readonly units: Readonly<Record<string, number>>;
  readonly points: number;
}

/** The wish for a match, whose army is to be filled, and the number that a surprise is drawn by. */
export interface FillsBody {
  readonly rulebook: string;
  readonly scenario?: string;
  readonly red?: string;
  readonly blue?: string;
  readonly board?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly opponent?: "bot" | "friend" | "hotseat";
  readonly bot?: string;
  readonly side?: Side | null;
  readonly name?: string;
  readonly position?: string;
  readonly keys?: readonly string[] | null;
  readonly typed?: boolean;
  readonly opening?: string;
  readonly chart?: string;
  readonly works?: readonly Work[];
  readonly of: Side;
  readonly number?: number;
}

/** The first battle of a book, as a lesson. */
export interface FirstLesson {
  readonly id: string;
  readonly minutes: number;
}

/** What follows from an army, by a rule: dice, movements, what may fly; and what the next step would be. */
export interface Follow {
  readonly sentence: string;
  readonly rule: string;
}

/** The base of a piece on a free table in 1/100 mm, and whether it is on the ground, in the air or under water. */
export interface Footing {
  readonly length: number;
  readonly width: number;
  readonly level: "air" | "dived" | "ground";
}

/**
 * An army: how many of each class, what they cost, what was agreed and what of it is left, by which rule.
 * `refused` says of classes why not one more of them can be had.
 */
export interface Force {
  readonly units: Readonly<Record<string, number>>;
  readonly points: number;
  readonly total: number;
  readonly left: number;
  readonly limit_rule: string;
  readonly follows: readonly Follow[];
  readonly refused: Readonly<Record<string, Refusal>>;
}

/**
 * The chance of what is wanted and the word for it, other chances, the throws, what else is to be said, and why.
 * `part` is where the target is met: "front". A forecast of a move has no chance of its own, but the best shot
 * `then`.
 */
export interface Forecast {
  readonly word?: string;
  readonly chance?: Fraction | null;
  readonly part?: string;
  readonly also?: readonly Likely[];
  readonly throws?: readonly ComingThrow[];
  readonly said?: readonly Sentence[];
  readonly reasons?: readonly Reason[];
  readonly then?: BestShot | null;
}

/** Play on from a position, in a match of its own: against a bot, at one screen, or with a friend who is invited. */
export interface ForkBody {
  readonly position: number;
  readonly opponent?: "bot" | "friend" | "hotseat";
  readonly bot?: string;
  readonly side?: Side;
  readonly name?: string;
  readonly keys?: readonly string[] | null;
  readonly typed?: boolean;
}

/**
 * What battles say of a decision: Red's chance after it, and after the best of the others, with the same dice.
 * `error` is what the best won more for the side that decided, below 0 where it won less.
 */
export interface Fought {
  readonly battles: number;
  readonly judge: string;
  readonly played: Sure;
  readonly best: Sure;
  readonly error: Sure;
}

/** A chance as two whole numbers: "5/8", "1", "0". */
export type Fraction = string;

/** Where a piece would end. */
export interface Ghost {
  readonly piece: number;
  readonly pose: Pose;
}

/**
 * An event in a few words, for one line of a log: who did it, to whom or to what, how it ended and in which word.
 * What was done to nobody has its deed for a word: "drove to U20". Nobody on the table has no unit: a side did it.
 */
export interface Gist {
  readonly unit: number | null;
  readonly end: "destroyed" | "harmed" | "held" | "missed" | "moved" | "nothing";
  readonly word: string;
  readonly target: number | null;
  readonly where: string;
}

/** Places on a grid, each the middle of a cell `step` wide: the numbers of those that are meant, row by row. */
export interface GroundCells {
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly number[];
}

/** How many of a thing lie on the board, beside how many the players have between them. */
export interface GroundCount {
  readonly sign: string;
  readonly now: number;
  readonly hands: number;
}

/** Another piece of terrain on which the one that was asked about lies, and what holds where both are. */
export interface GroundOverlap {
  readonly feature: number;
  readonly name: string;
  readonly told: string;
  readonly rule: string;
}

/**
 * What is asked. Of every board: the deployment `zones`, and the `sight` from a place. Of a free table: the `room`
 * for a base so long and wide, or what follows where the piece `feature` of the terrain `overlaps` others; lengths
 * and places are in 1/100 mm. Of squares and hexes, by their numbers: the `line` from `square` to `to`, and the
 * `longest` line that there is; `ranks` are how deep zones are that a scenario makes deeper or shallower.
 */
export interface GroundQuery {
  readonly ask: "line" | "longest" | "overlaps" | "room" | "sight" | "zones";
  readonly x?: number;
  readonly y?: number;
  readonly length?: number;
  readonly width?: number;
  readonly feature?: number;
  readonly square?: number;
  readonly to?: number;
  readonly ranks?: number;
}

export interface GroundRemark {
  readonly told: string;
  readonly rule: string;
  readonly cells: readonly number[];
}

/**
 * The answer: in a sentence with its rule, and what a screen draws over the ground; or why there is none.
 * `remarks` are worth a look and no faults, each with the cells that it is about; `repairs` would take the refusal
 * away.
 */
export interface GroundReply {
  readonly told: string;
  readonly rule: string;
  readonly zones: readonly GroundZone[];
  readonly cells: GroundCells | null;
  readonly overlaps: readonly GroundOverlap[];
  readonly counts: readonly GroundCount[];
  readonly remarks: readonly GroundRemark[];
  readonly repairs: readonly TextRepair[];
  readonly refusal: Refusal | null;
}

/**
 * The zones of one way to play and whose they are; where they do not fit, what is told says so. On a free table
 * they are areas, on squares and hexes the cells in which a unit can stand.
 */
export interface GroundZone {
  readonly campaign: string;
  readonly side: "" | "blue" | "red";
  readonly areas: readonly (readonly Place[])[];
  readonly told: string;
  readonly rule: string;
  readonly fits: boolean;
  readonly cells: readonly number[];
}

/** What an option is about, in the order in which a page shows them. */
export type Group = "At the table" | "Before the first turn" | "How movement works" | "How shots work" | "What decides";

/** A book to be read and searched. */
export interface Handbook {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly table: string;
  readonly version: string;
  readonly chapters: readonly ChapterLine[];
  readonly rules: readonly Rule[];
  readonly rulings: readonly Ruling[];
  readonly words: readonly Meaning[];
  readonly figures: readonly FigureLine[];
  readonly lessons: readonly LessonRef[];
}

export interface Heartbeat {
  readonly type: "heartbeat";
  readonly head: number;
}

/** The first message on a stream: who listens, and from which line on. */
export interface Hello {
  readonly token: string;
  readonly from?: number;
}

/** What was seen (`mid`), and between which values the truth lies nineteen times in twenty. */
export interface Interval {
  readonly low: number;
  readonly mid: number;
  readonly high: number;
}

/**
 * What an invitation is to, and a token to watch with. Looking at it claims nothing. `picture` is the table as a
 * spectator sees it, `present` whether whoever invites is at it.
 */
export interface InvitationView {
  readonly match: string;
  readonly rulebook: string;
  readonly title: string;
  readonly scenario: string;
  readonly terrain: string;
  readonly red: Force;
  readonly blue: Force;
  readonly side: Side;
  readonly by: string;
  readonly present: boolean;
  readonly claimed: boolean;
  readonly watch: string;
  readonly sentence: readonly SentencePart[];
  readonly picture: Picture;
  readonly facts: readonly Fact[];
  readonly result: Result | null;
  readonly sealed: boolean;
  readonly forked: number;
  readonly figures?: Differing;
  readonly typed: boolean;
}

/** The new link's secret and the one to watch with; nothing, if a link was taken back. Nobody is told them again. */
export interface Invited {
  readonly invitation: string | null;
  readonly watch: string | null;
}

/**
 * A seat that nobody has taken: whether a link to it is open, and when somebody last looked at what it leads to.
 * That is in seconds since 1970; nothing else is kept of whoever looked.
 */
export interface Inviting {
  readonly open: boolean;
  readonly opened: number | null;
}

/** What the host does with the link: takes it back, or makes a new one, which takes the old one back too. */
export interface InvitingBody {
  readonly do: "renew" | "take-back";
}

/**
 * One of: a key's anchor, the wish that the host draws one, a key's secret, the link for a call by its hash. At
 * one screen it says for which side.
 */
export interface KeysBody {
  readonly anchor?: string | null;
  readonly draw?: "host" | null;
  readonly deposit?: string | null;
  readonly call?: string | null;
  readonly link?: string | null;
  readonly side?: Side | null;
}

/**
 * What a figure is called: on the card in at most nine letters of the house, in full in the book's word, by a
 * rule. The sentence says what the figure does.
 */
export interface Label {
  readonly short: string;
  readonly full: string;
  readonly rule: string;
  readonly sentence: string;
}

/** A language by its own name, and how much of the books is told in it. */
export interface LanguageLine {
  readonly id: string;
  readonly name: string;
  readonly books: readonly BookTold[];
}

/** At which step a match of a lesson begins. */
export interface LessonBody {
  readonly step?: number;
}

/** An order of a lesson, and how it is said in words. */
export interface LessonOrder {
  readonly said: string;
  readonly order: Order;
}

/** A lesson that teaches some rules of its book. */
export interface LessonRef {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  readonly rules: readonly string[];
}

/** A lesson in the list of all: a first battle of a book, or of a chapter. The hash changes with its text. */
export interface LessonRow {
  readonly id: string;
  readonly book: string;
  readonly title: string;
  readonly chapter: string;
  readonly minutes: number;
  readonly you: Side;
  readonly goal: string;
  readonly steps: number;
  readonly hash: string;
}

/** An overlay that a step shows: of a unit, towards another, at a place in 1/100 mm, or cells. */
export interface LessonShow {
  readonly kind: string;
  readonly unit?: number | null;
  readonly target?: number | null;
  readonly place?: readonly [number, number] | null;
  readonly cells?: readonly number[];
}

/**
 * A step: what is said, the unit to take in hand, the orders that solve it, or the one to be refused. `start` is
 * how many orders were given before it; `sentence` is what the refusal will say.
 */
export interface LessonStep {
  readonly say: string;
  readonly well: string;
  readonly other: string;
  readonly unit: number | null;
  readonly do: readonly LessonOrder[];
  readonly refused: string;
  readonly start: number;
  readonly replies: number;
  readonly rules: readonly string[];
  readonly show: readonly LessonShow[];
  readonly attempt?: LessonOrder;
  readonly sentence: string;
}

/** A lesson as it is played: its rules, its position as a text, and its steps. */
export interface LessonView {
  readonly row: LessonRow;
  readonly rules: readonly string[];
  readonly position: string;
  readonly steps: readonly LessonStep[];
}

/** What else may come of it, and the chance. */
export interface Likely {
  readonly word: string;
  readonly chance: Fraction;
}

/**
 * A line of the log as a viewer may know it, and the table after it. Whoever plays both sides is told it as a
 * spectator is. While something is hidden after it, the last line then also has the table as the side to act sees
 * it. `turn` counts turns, and set-up is the first; `round` and `mover` say which it is (nobody's, where the sides
 * act by turns). `act` counts the acts of a turn: several lines may be one, and what is none has 0. Where dice are
 * sealed it has its hash, and its text in the record without that hash; if this viewer may not read it yet, the
 * digest of that text. Texts that are `opened` by it are told with their positions.
 */
export interface LineMessage {
  readonly type: "line";
  readonly position: number;
  readonly kind: "act" | "order";
  readonly side: Side | null;
  readonly told: readonly Told[];
  readonly picture: Picture;
  readonly undo: string;
  readonly result: Result | null;
  readonly hidden: boolean;
  readonly own: Picture | null;
  readonly turn: number;
  readonly round: number;
  readonly mover: Side | null;
  readonly act: number;
  readonly hash?: string;
  readonly text?: string;
  readonly digest?: string;
  readonly opened?: Readonly<Record<string, string>>;
}

/**
 * A line as it is shown: its corner of the target, where that is drawn, and what it passes, in order. Along a side
 * there are two hexes, which cut the line only together; those that cut it are told again.
 */
export interface LineTrace {
  readonly corner: number;
  readonly x: number;
  readonly y: number;
  readonly passed: readonly (readonly number[])[];
  readonly cut_by: readonly number[];
}

/**
 * All lines from one hex to another, and the corner from which they come. Points are as `drawn`: x in halves of a
 * hex's width and y in halves of its side, from the centre of A1.
 */
export interface LinesTrace {
  readonly start: number;
  readonly end: number;
  readonly gun_corner: number;
  readonly x: number;
  readonly y: number;
  readonly lines: readonly LineTrace[];
}

/**
 * A board, a mat or a table, drawn by signs. A free table also says its size in words, its sides in 1/100 mm, and
 * has features in the same.
 */
export interface MapRow {
  readonly id: string;
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly buildings: number;
  readonly north: string;
  readonly legend: Readonly<Record<string, string>>;
  readonly text: readonly string[];
  readonly size?: string;
  readonly features?: readonly MapFeature[];
  readonly sides?: readonly [number, number];
  readonly excerpt?: Excerpt;
}

/** Something on the ground: a flag, a barricade, a zone, a thread from a tank to a flag. */
export interface Mark {
  readonly kind: string;
  readonly at: readonly Place[];
  readonly sentence: string;
  readonly rule: string;
  readonly side: Side | null;
}

/** A match as the holder of a token may see it now. */
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
  readonly hidden: boolean;
  readonly result: Result | null;
  readonly undo: string;
  readonly offers: readonly Offer[];
  readonly waiting: Waiting | null;
  readonly closed: string;
  readonly rematch: string | null;
  readonly standing: Standing | null;
  readonly last: readonly string[];
  readonly acted: readonly number[];
  readonly before?: readonly string[];
  readonly dice?: DiceView;
  readonly inviting?: Inviting;
  readonly typed?: boolean;
  readonly waits?: OrderWaits;
  readonly units?: readonly UnitRow[];
}

/**
 * What a sign or a figure means, and by which rules. `stands_for` are the names under which the referee sends it.
 * It is met on the card of a unit, on the pieces, on dice or at the table.
 */
export interface Meaning {
  readonly id: string;
  readonly name: string;
  readonly where: "card" | "dice" | "pieces" | "table";
  readonly says: string;
  readonly rules?: readonly string[];
  readonly sign?: string;
  readonly stands_for?: readonly string[];
}

/**
 * A way to fire, and why it is closed to a unit, if it is. On a free table it is a weapon: a row of figures, how
 * far it reaches in 1/100 mm, and how many degrees to either side of where it points, a bearing relative to the
 * hull. It is aimed at units, or at a place that is put, or dropped on the path that was flown: then `order` is a
 * template for `along`.
 */
export interface Mode {
  readonly name: string;
  readonly refusal?: Refusal | null;
  readonly figures?: string;
  readonly reach?: number;
  readonly spread?: number;
  readonly bearing?: number;
  readonly put?: Put | null;
  readonly order?: Order | null;
  readonly path?: readonly Pose[];
}

/** One summand of a sum that a rule makes: the log, the odds panel and the bots read the same tuple of them. */
export interface Modifier {
  readonly rule: string;
  readonly amount: number;
  readonly reason: string;
}

/**
 * An order that stands, by its number among all orders of the record, from 1 on. Chances are Red's, from 0 to 1.
 * `luck` is that of the side that rolled; `chance` is how likely it was that the dice led to this very table, and
 * `sampled` over how many rolls the mean was taken, where they were too many to look at. Where `battles` were
 * fought, luck is what they say, sure within `doubt`.
 */
export interface Moment {
  readonly number: number;
  readonly side: Side;
  readonly round: number;
  readonly phase: string;
  readonly sentence: string;
  readonly unit: number | null;
  readonly before: number;
  readonly expected: number;
  readonly after: number;
  readonly rolled: boolean;
  readonly luck: number;
  readonly size: number;
  readonly chance: number | null;
  readonly sampled: number;
  readonly battles: number;
  readonly doubt: number;
}

/**
 * The wish for a match: of a scenario, a position or a ready opening. Without a side it is drawn by lot. Scenario,
 * board, chart, armies and position may be ids of `works`, which the wish brings or this server keeps. With `keys`
 * its dice are sealed: the anchor of one's own dice key, at one screen those of Red and Blue, or none, and the
 * host draws. Without them its dice are those of a seed; if they are `typed`, people roll them.
 */
export interface NewMatch {
  readonly rulebook: string;
  readonly scenario?: string;
  readonly red?: string;
  readonly blue?: string;
  readonly board?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly opponent?: "bot" | "friend" | "hotseat";
  readonly bot?: string;
  readonly side?: Side | null;
  readonly name?: string;
  readonly position?: string;
  readonly keys?: readonly string[] | null;
  readonly typed?: boolean;
  readonly opening?: string;
  readonly chart?: string;
  readonly works?: readonly Work[];
}

/** What changed at the table beside the log. */
export interface Notice {
  readonly type: "notice";
  readonly offers: readonly Offer[];
  readonly names: readonly [string, string];
  readonly connected: readonly [boolean, boolean];
  readonly bots: readonly [string | null, string | null];
  readonly waiting: Waiting | null;
  readonly rematch: string | null;
  readonly why: Readonly<Record<string, readonly string[]>>;
  readonly dice?: DiceView;
  readonly inviting?: Inviting;
  readonly waits?: OrderWaits;
}

/** A number within bounds, whole or in halves; where each side has its own, RED:BLUE is written, or one for both. */
export interface NumberKind {
  readonly type: "number";
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly each_side: boolean;
  readonly unit?: string;
}

/**
 * One thing that stops lines: a unit, a wall, or the whole of a building. `square` is where it stops the first of
 * them, `nearest` its square nearest to where they start.
 */
export interface Obstacle {
  readonly square: number;
  readonly nearest: number;
  readonly lines: number;
}

/**
 * The exact chances of a shot, what may be asked about it, and the same over all ranges. `harm` is the outcome
 * that one fires for. `row` are the chances that one of 1, 2, 3 … shots brings it; `first` and `second` those to
 * outlast the target where it fires back, by who fires first. `by` is what the shots of the rows differ in: the
 * zone, the attacker, or something that the book has in the place of zones.
 */
export interface OddsAnswer {
  readonly rulebook: string;
  readonly title: string;
  readonly ruler: string;
  readonly zones: readonly string[];
  readonly terms: Readonly<Record<string, readonly string[]>>;
  readonly units: readonly OddsUnit[];
  readonly attacker: string;
  readonly target: string;
  readonly range: number;
  readonly zone: string;
  readonly conditions: Readonly<Record<string, string>>;
  readonly harm: string;
  readonly outcomes: Readonly<Record<string, Fraction>>;
  readonly row: readonly Fraction[];
  readonly first: Fraction | null;
  readonly second: Fraction | null;
  readonly by: string;
  readonly shots: readonly string[];
  readonly rows: readonly OddsRow[];
  readonly endless: boolean;
}

/**
 * A question about a shot: what is left out is chosen. `beside` is another attacker to be compared. The chart may
 * be a work.
 */
export interface OddsBody {
  readonly rulebook: string;
  readonly attacker?: string;
  readonly target?: string;
  readonly range?: number | null;
  readonly zone?: string;
  readonly conditions?: Readonly<Record<string, string>>;
  readonly beside?: string;
  readonly chart?: string;
  readonly works?: readonly Work[];
}

/** The chances of each shot at a range; nothing where it is impossible. */
export interface OddsRow {
  readonly range: number;
  readonly shots: readonly (Readonly<Record<string, Fraction>> | null)[];
}

/** A unit that may fire or be fired at; `house` says that some of its figures are the house's. */
export interface OddsUnit {
  readonly id: string;
  readonly name: string;
  readonly points: number;
  readonly house: boolean;
}

/** What a side has offered and the other has not answered. */
export interface Offer {
  readonly kind: "draw" | "keys" | "takeback";
  readonly side: Side;
}

/**
 * A ready opening of a book, a position that a battle begins with at once. `words` is its size and length,
 * `headline` and `text` say what is to be done.
 */
export interface OpeningLine {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  readonly headline: string;
  readonly text: string;
  readonly camera: Camera;
  readonly fair?: Fair;
}

/** A bot as it is offered to a player: what it does, its levels in seconds a turn, and what its personalities do. */
export interface Opponent {
  readonly name: string;
  readonly sentence: string;
  readonly levels: Readonly<Record<string, number>>;
  readonly personalities: Readonly<Record<string, string>>;
}

/**
 * One thing that players agree on. `label` is what it is called where that is not its name. `default` is what it
 * is unless a scenario says otherwise, as it would be written; it is empty where every scenario says it, or where
 * it follows from the rest. `needs` are options without which it is nothing, `excludes` those that cannot be
 * played with it. `house` says that the print has nothing of the kind.
 */
export interface Option {
  readonly name: string;
  readonly words: string;
  readonly kind: SwitchKind | NumberKind | ChoiceKind | SquaresKind;
  readonly group: Group;
  readonly rules: readonly string[];
  readonly label: string;
  readonly default: string;
  readonly needs: readonly string[];
  readonly excludes: readonly string[];
  readonly house: boolean;
}

/** An order that no player gives, of a bot or by standing orders: it waits until somebody has rolled its dice. */
export interface OrderWaits {
  readonly side: Side;
  readonly order: Order;
  readonly wanted: DiceWanted;
}

/**
 * Orders, made at a position; the id lets them be sent again without harm. Where people roll the dice: the faces
 * of the first order that rolls, in the order of rolling, as far as they are there. In place of a face, null is a
 * die that the server rolls; with `roll_here` it rolls all that are missing.
 */
export interface OrdersBody {
  readonly id: string;
  readonly position: number;
  readonly orders: readonly Order[];
  readonly faces?: readonly (number | null)[];
  readonly roll_here?: boolean;
  readonly step?: number;
}

/** Something else that could have been ordered, in words and as it is sent, and Red's chance after it. */
export interface Other {
  readonly words: string;
  readonly orders: readonly Order[];
  readonly value: number;
}

/** Cells under a name: how far a gun reaches in a mode, from where a vehicle can be repaired, what an enemy sees. */
export interface Outline {
  readonly name: string;
  readonly rule: string;
  readonly cells: readonly number[];
  readonly mode: string;
}

/** A shelf that goes to another device, packed by the browser; the server does not look into it. */
export interface Parcel {
  readonly text: string;
}

/** Under which name it is fetched, once, and until when. */
export interface ParcelSent {
  readonly id: string;
  readonly until: number;
}

/** A part of a piece that turns by itself; its bearing is relative to the hull. */
export interface Part {
  readonly name: string;
  readonly bearing: number;
}

/** A position to draw. The terrain is named by its id. */
export interface Picture {
  readonly terrain: string;
  readonly pieces: readonly Piece[];
  readonly marks: readonly Mark[];
  readonly tray: Tray;
}

/**
 * A unit. Off the table it has no pose; `label` is what is written on it, `name` what it is called. On a free
 * table it has a footing.
 */
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
  readonly footing: Footing | null;
}

/** A cell, or a place on a free table. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A unit of a position: its name there, which row of the text has it, and what was put for a question alone. */
export interface PlacedUnit {
  readonly unit: number;
  readonly name: string;
  readonly row: string;
}

/** Orders that set up what is left to the side to act, and the position they belong to. */
export interface PlacingAnswer {
  readonly position: number;
  readonly orders: readonly Order[];
}

/** What is announced before anything is done. Until it is fixed, a hand may keep it and send it as a whole. */
export interface Plan {
  readonly rows: readonly Row[];
  readonly totals: readonly Total[];
  readonly fixed: boolean;
}

/**
 * What a fault means, as far as it is known: a square or hex by row and column from 0, a row, a feature and its
 * corner, a unit by its id, and the figure of it.
 */
export interface Pointed {
  readonly row?: number;
  readonly column?: number;
  readonly feature?: number;
  readonly corner?: number;
  readonly unit?: string;
  readonly figure?: string;
}

/** A place, and which way. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly bearing: number;
}

/** A field that only differs from a fresh table where something has happened. */
export interface PositionField {
  readonly name: string;
  readonly kind: "choice" | "facing" | "number" | "numbers" | "places" | "side" | "switch" | "text";
  readonly values: readonly string[];
}

/** What could be placed of a text, why the rest was left out, and the answer to the query. */
export interface PositionReply {
  readonly placed: readonly PlacedUnit[];
  readonly faults: readonly (readonly [string, string, string])[];
  readonly reply: Reply;
  readonly terrain: Terrain | null;
}

/**
 * The phases of play; the fields of a unit and of the table; what else lies on the table, by its lists. `facings`
 * are as they are written, in the order of a pose's; there are none on a free table.
 */
export interface PositionTerms {
  readonly phases: readonly string[];
  readonly unit: readonly PositionField[];
  readonly table: readonly PositionField[];
  readonly lists: Readonly<Record<string, readonly PositionField[]>>;
  readonly facings: readonly string[];
}

/** What an order would meet: the refusal if any, what was seen, the sum, the exact chances and how the dice fall. */
export interface Preview {
  readonly refusal?: Refusal | null;
  readonly trace?: Trace | CoverTrace | LinesTrace | TableTrace | null;
  readonly modifiers?: readonly Modifier[];
  readonly odds?: Readonly<Record<string, Fraction>> | null;
  readonly spread?: Spread | null;
  readonly spotters?: readonly number[];
  readonly stages?: readonly Stage[];
  readonly way?: Way | null;
  readonly fall?: Fall | null;
  readonly forecast?: Forecast | null;
}

/** An order to be looked at, as it would be after some others, if nobody answers them. */
export interface PreviewBody {
  readonly order: Order;
  readonly before?: readonly Order[];
}

/** One line of a report: what it is about, the verdict, and a sentence that says no more than is proved. */
export interface Proof {
  readonly what: string;
  readonly verdict: string;
  readonly sentence: string;
}

/** A board, and what is asked about its ground. */
export interface ProspectBody {
  readonly works: readonly Work[];
  readonly query: GroundQuery;
}

/**
 * A thing to be put on a free table, or an aim: a template for `x` and `y`, and for `heading` if it turns. It has
 * a size, where it is a thing; the hand may carry it anywhere, and `zones` are where it may be, unless that is
 * everywhere.
 */
export interface Put {
  readonly label: string;
  readonly order: Order;
  readonly rule: string;
  readonly length: number;
  readonly width: number;
  readonly turns: boolean;
  readonly heading: number;
  readonly zones: readonly (readonly Place[])[];
  readonly unit: number | null;
  readonly silhouette: string;
}

/**
 * What is asked: the `table` alone; what a unit (`one`) could `fire` at, or how far it could `move`; who `sees` a
 * unit or a place; the `line` from one to the `other` with its odds; the area of `sight` from one; or what an
 * `order` would meet as the position stands, or when it is that unit's turn to do such a `deed`.
 */
export interface Query {
  readonly ask?: "fire" | "line" | "move" | "order" | "sees" | "sight" | "table";
  readonly one?: string;
  readonly other?: string;
  readonly order?: Order;
  readonly deed?: "fire" | "move" | "";
}

/** Why the dice must show what they must, in words; `amount` is what that makes, as it is written. */
export interface Reason {
  readonly text: string;
  readonly amount: string;
  readonly rule?: string;
}

/** Why an order is not allowed: the rule, the facts of this case, and the nearest order that is allowed. */
export interface Refusal {
  readonly rule: string;
  readonly sentence: string;
  readonly nearest?: Order | null;
  readonly bearings?: readonly Span[];
}

/** The table as it would be after the first `played` of the orders, and why the next one is refused, if it is. */
export interface Rehearsal {
  readonly position: number;
  readonly played: number;
  readonly picture: Picture;
  readonly refusal: Refusal | null;
}

/** Orders to be tried on a copy of the table. */
export interface RehearsalBody {
  readonly position: number;
  readonly orders: readonly Order[];
}

/** What puts a fault right: what the button says, and what then changes. */
export interface Repair {
  readonly label: string;
  readonly wish: WishChange;
}

/** The answer: in sentences, each with its rule; the table it is about; and what a screen draws over it. */
export interface Reply {
  readonly told: readonly (readonly [string, string])[];
  readonly picture: Picture;
  readonly unit: number | null;
  readonly target: number | null;
  readonly survey: Survey | null;
  readonly preview: Preview | null;
  readonly lines: readonly AskLine[];
  readonly cells: readonly number[];
}

/** How a game ended: who won (nobody: a draw), by which rule, in a sentence. */
export interface Result {
  readonly winner: Side | null;
  readonly rule: string;
  readonly sentence: string;
}

/**
 * What a unit is to do by a plan: at whom or what, its chance, a word on it, and once it is due the order. A row
 * that is lost is struck out: nothing comes of it any more.
 */
export interface Row {
  readonly unit: number;
  readonly sentence: string;
  readonly rule: string;
  readonly target: number | null;
  readonly cell: number | null;
  readonly chance: Fraction | null;
  readonly note: string;
  readonly lost: boolean;
  readonly order: Order | null;
}

/**
 * One row of a rulebook's ledger, in our words. A geometric one speaks of lines, arcs, zones, facings, reach,
 * distances or places, and has a diagram.
 */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly kind: "advice" | "announced" | "base" | "optional" | "ruling" | "scenario";
  readonly title: string;
  readonly summary: string;
  readonly geometric?: boolean;
}

/** What stands beside a rule: what is said by it, what is near it, the figures it gives, its code and its tests. */
export interface RuleNotes {
  readonly rule: string;
  readonly said: Saying | null;
  readonly also: readonly RuleRef[];
  readonly kin: readonly RuleRef[];
  readonly columns: readonly Column[];
  readonly code: readonly string[];
  readonly tests: readonly string[];
}

/** A rule of some book, named elsewhere. */
export interface RuleRef {
  readonly book: string;
  readonly name: string;
  readonly rule: string;
  readonly title: string;
}

/**
 * What we decided, and why: the question is its title, the decision its summary. The text is silent there,
 * ambiguous, or lost; or it is plain, and the house adds to it by options with a name. `rules` are the printed
 * ones that it explains, shown beside it wherever it is cited.
 */
export interface Ruling {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly summary: string;
  readonly geometric?: boolean;
  readonly kind?: "advice" | "announced" | "base" | "optional" | "ruling" | "scenario";
  readonly rules: readonly string[];
  readonly ground: "ambiguous" | "house" | "lost" | "silent";
  readonly why: string;
  readonly options?: readonly string[];
}

/** What the referee says by a rule, as a test brought it about. */
export interface Saying {
  readonly sentence: string;
  readonly refused: boolean;
  readonly test: string;
}

/** What a scenario gives to a side; what a book does not have is left out. */
export interface ScenarioForce {
  readonly units: Readonly<Record<string, number>>;
  readonly points: number;
  readonly flags?: number;
  readonly spaa?: number;
  readonly relief?: ScenarioForce;
}

/** A scenario: its head, its forces, and what it is played with, in words; `house` is what the print has not. */
export interface ScenarioRow {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly minutes: number;
  readonly map: string;
  readonly chart?: string;
  readonly campaign?: string;
  readonly limit?: number;
  readonly red: ScenarioForce;
  readonly blue: ScenarioForce;
  readonly turn_limit: number;
  readonly options: readonly string[];
  readonly fixed?: boolean;
  readonly house?: readonly string[];
  readonly camera?: Camera;
  readonly fair?: Fair;
}

/** A sentence, and from where to where it is stressed. */
export interface Sentence {
  readonly text: string;
  readonly bold?: readonly (readonly [number, number])[];
}

/** Some words of a sentence, and the part of a set-up that they speak of; nothing for what only joins them. */
export interface SentencePart {
  readonly text: string;
  readonly opens: SetupPart;
}

/**
 * Whether a set-up can be played, and what it comes to. `problem` is the first of the `faults`. `boards` says of
 * the book's boards that do not suit this battle why not.
 */
export interface SetupAnswer {
  readonly ok: boolean;
  readonly problem: SetupProblem | null;
  readonly red: Force | null;
  readonly blue: Force | null;
  readonly terrain: Terrain | null;
  readonly remark: string;
  readonly sentence: readonly SentencePart[];
  readonly faults: readonly SetupFault[];
  readonly boards: Readonly<Record<string, string>>;
  readonly units?: readonly UnitRow[];
}

/** One thing that is wrong with a set-up: the part that it belongs to, and whose army or which option it is. */
export interface SetupFault {
  readonly part: SetupPart;
  readonly message: string;
  readonly rule: string;
  readonly repair: Repair | null;
  readonly side: Side | null;
  readonly option: string;
}

export type SetupPart = "" | "armies" | "battle" | "board" | "book" | "opponent" | "options" | "side";

/** What is wrong with a set-up, where, and by which rule. */
export interface SetupProblem {
  readonly where: string;
  readonly rule: string;
  readonly message: string;
}

/**
 * A shot from piece to piece or cell, the word that lands with it, and the exact chance that each word had. A high
 * one flies over what stands between. On a free table it may fall on places, one after another. `line` has the
 * points of the line that counted, from the gun on: on squares in tenths of a square from the middle of A1, on
 * hexes in halves of a hex's width and of its side from there, on a free table in 1/100 mm. `end` is how it is
 * drawn.
 */
export interface Shot {
  readonly type: "shot";
  readonly piece: number;
  readonly target: number | null;
  readonly outcome: string;
  readonly odds: Readonly<Record<string, Fraction>> | null;
  readonly cell: number | null;
  readonly high: boolean;
  readonly falls: readonly Place[];
  readonly line?: readonly Place[];
  readonly end?: "destroyed" | "harmed" | "held" | "missed" | "moved" | "nothing";
}

/** What may come of a shot, and what came of it; or the roll that is `wanted` next; or why there is no such shot. */
export interface ShotAnswer {
  readonly title: string;
  readonly chances: Readonly<Record<string, Fraction>>;
  readonly forecast: Forecast | null;
  readonly given: readonly number[];
  readonly rolls: readonly ShotRoll[];
  readonly wanted: DiceWanted | null;
  readonly outcome: string;
  readonly sentence: string;
  readonly rule: string;
  readonly refusal: Refusal | null;
}

/**
 * One shot without any table: who fires at whom, how far, at which part, under which conditions. The faces are
 * those that have fallen, in the order of rolling; null is a die that the server rolls, and with `roll_here` it
 * rolls all that are missing: under the same `lot` a die of the same shot always falls alike. The chart may be a
 * work.
 */
export interface ShotBody {
  readonly rulebook: string;
  readonly attacker: string;
  readonly target: string;
  readonly range: number;
  readonly zone?: string;
  readonly conditions?: Readonly<Record<string, string>>;
  readonly chart?: string;
  readonly works?: readonly Work[];
  readonly faces?: readonly (number | null)[];
  readonly roll_here?: boolean;
  readonly lot?: string;
}

/** A shot between two units with its most changed outcome, and the exact chance of it before and after. */
export interface ShotChange {
  readonly attacker: string;
  readonly target: string;
  readonly attacker_name: string;
  readonly target_name: string;
  readonly zone: string;
  readonly far: number;
  readonly ruler: string;
  readonly outcome: string;
  readonly before: Fraction;
  readonly after: Fraction;
}

/** Dice of a shot that have fallen: the rule that asked, and what they show. */
export interface ShotRoll {
  readonly rule: string;
  readonly title: string;
  readonly faces: readonly number[];
  readonly labels: readonly string[];
}

export type Side = 0 | 1;

/**
 * Allowances that are not dice: what one is called, how many there are, and which units took one. `keep` of them
 * would pay for what `keep_for` says; `duty` is what they must be spent on first.
 */
export interface Slots {
  readonly name: string;
  readonly rule: string;
  readonly total: number;
  readonly units: readonly number[];
  readonly keep: number;
  readonly keep_for: string;
  readonly duty: string;
}

/** A straight piece of a way that costs so many times its length. */
export interface Slow {
  readonly start: Place;
  readonly end: Place;
  readonly factor: number;
}

/** Where in a sentence a bearing stands, in characters, and the bearing on the map: degrees from its upper edge. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly bearing: number;
}

/** Cells that an order can name: a template for a `cell`, and the cells. */
export interface Spots {
  readonly label: string;
  readonly order: Order;
  readonly rule: string;
  readonly cells: readonly number[];
}

/**
 * How a sum falls: in how many throws, `of` so many, each comes up from `first` on, and what follows from it.
 * `dice` says what is rolled; `needed` is the sum that the arithmetic asks for, which may lie outside. Where dice
 * are chosen after the throw one throw can make several sums: then the ways add up to more, and only some sums are
 * named in the stretches.
 */
export interface Spread {
  readonly dice: string;
  readonly first: number;
  readonly ways: readonly number[];
  readonly of: number;
  readonly needed: number;
  readonly stretches: readonly Stretch[];
}

/** Any number of squares of the board, as K7,K8 or from corner to corner as A3:B4; `none` for none at all. */
export interface SquaresKind {
  readonly type: "squares";
}

/**
 * One throw of an order that goes in stages: what is rolled, the sum it starts from or must reach, its chances.
 * The chances are those of this throw alone, once it is come to.
 */
export interface Stage {
  readonly name: string;
  readonly rule: string;
  readonly dice: string;
  readonly modifiers?: readonly Modifier[];
  readonly odds?: Readonly<Record<string, Fraction>> | null;
}

/** The unit that stands for a name in a book; the others that might, and all that bear the name. */
export interface StandIn {
  readonly id: string;
  readonly name: string;
  readonly others: readonly string[];
  readonly choices: readonly Called[];
}

/** Standing orders of a side, for the round in which they were given. A unit's own go before those for all. */
export interface Standing {
  readonly round: number;
  readonly all: Asking;
  readonly units: Readonly<Record<string, Asking>>;
}

/** Standing orders for this round; where they were made at a position, only if nothing has happened since. */
export interface StandingBody {
  readonly all: Asking;
  readonly units?: Readonly<Record<string, Asking>>;
  readonly position?: number | null;
}

export type Status = "accepted" | "dice" | "other" | "refused" | "stale";

/**
 * A square, or two that close a corner, and the lines that nothing before has stopped. A corner's lines count for
 * the first of its squares, the one with the lower number.
 */
export interface Stop {
  readonly squares: readonly number[];
  readonly why: "corner" | "terrain" | "unit";
  readonly lines: number;
}

/** The last message of a stream that cannot go on. */
export interface StreamError {
  readonly type: "error";
  readonly error: string;
  readonly sentence: string;
}

export type StreamMessage = LineMessage | Heartbeat | Notice | StreamError;

/** The figures, from the first to the last, that have one outcome. */
export interface Stretch {
  readonly outcome: string;
  readonly first: number;
  readonly last: number;
}

export type Stroke = Drive | Shot | Throw;

/** A unit that may be hit, and the chance that it is at least once. */
export interface Struck {
  readonly unit: number;
  readonly chance: Fraction;
  readonly friend: boolean;
}

/**
 * Red's account of a game: what it began with, what luck and play brought, and how it ended. `size` is how great
 * the luck of this game's own rolls was on average (a standard deviation); `adjusted` is the result without luck,
 * an estimate that may lie beyond 0 and 1; where battles were fought it is sure within `reach`.
 */
export interface Sum {
  readonly start: number;
  readonly red_luck: number;
  readonly blue_luck: number;
  readonly play: number;
  readonly result: number;
  readonly size: number;
  readonly reach: number;
}

/** A chance, or a change of one, that is sure within `doubt`. */
export interface Sure {
  readonly value: number;
  readonly doubt: number;
}

/**
 * What the hand needs when it picks a unit up: where it can go, what it can hit, what else it can do, or why not.
 * The refusal is there when a unit of the side to act cannot do what the phase is for. One that did it has nothing
 * to be refused: `done` says that, as a fact. `stays` is why it goes nowhere now, whatever else it can do.
 */
export interface Survey {
  readonly unit: number;
  readonly bands: readonly Band[];
  readonly aims: readonly Aim[];
  readonly veil: readonly number[];
  readonly modes: readonly Mode[];
  readonly deeds: readonly Deed[];
  readonly outlines: readonly Outline[];
  readonly refusal: Refusal | null;
  readonly move: Order | null;
  readonly puts: readonly Put[];
  readonly entry: Put | null;
  readonly done: string;
  readonly stays: Refusal | null;
}

/** A survey, and the position it belongs to. */
export interface SurveyAnswer {
  readonly position: number;
  readonly survey: Survey;
}

/** On or off. */
export interface SwitchKind {
  readonly type: "switch";
}

/** The table as the text of a position, and where in the log that is. */
export interface TableText {
  readonly position: number;
  readonly text: string;
}

/** A line of sight in 1/100 mm, and what closes it, in the order of the way. */
export interface TableTrace {
  readonly start: readonly [number, number];
  readonly end: readonly [number, number];
  readonly closed: readonly Closed[];
}

/**
 * What orders came to in a lesson: whether the step is done, or the refusal that it wanted was met. What is
 * `other` is allowed, and the lesson goes another way: nothing of it was played.
 */
export interface Taught {
  readonly done?: boolean;
  readonly played?: number;
  readonly taught?: boolean;
  readonly other?: boolean;
  readonly refusal?: Refusal | null;
}

/** What a question is made of: what ranges are counted in, the parts of the armour, the values of each condition. */
export interface Terms {
  readonly ruler: string;
  readonly zones: readonly string[];
  readonly conditions: Readonly<Record<string, readonly string[]>>;
  readonly things: readonly string[];
}

/**
 * The ground of a map: sent once, and kept by its id, which is a hash of all the rest. On a free table columns and
 * rows are its sides in 1/100 mm, and in place of cells it has features.
 */
export interface Terrain {
  readonly id: string;
  readonly name: string;
  readonly table: "free" | "hexes" | "squares";
  readonly columns: number;
  readonly rows: number;
  readonly north: number;
  readonly legend: Readonly<Record<string, string>>;
  readonly cells: readonly string[];
  readonly features?: readonly Feature[];
}

/** A run of a text by what stands in its place; counted from 0 in the units of UTF-16, as JavaScript does. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What puts a fault right: what the button says, and what then changes in the text. */
export interface TextRepair {
  readonly label: string;
  readonly changes: readonly TextChange[];
}

/**
 * Dice fall. `needed` is the sum they must reach, where there is one. `half` are the places of half-dice among
 * them, `left_out` of those that were not chosen for the sum. `name` says what a throw in stages is for; dice that
 * bear no numbers fall as `words`. `modifiers` are what is added to the dice; `needed` allows for them. Where each
 * die is tested by itself, `passed` is how many reached it.
 */
export interface Throw {
  readonly type: "throw";
  readonly dice: readonly number[];
  readonly needed: number | null;
  readonly half: readonly number[];
  readonly left_out: readonly number[];
  readonly name: string;
  readonly words: readonly string[];
  readonly modifiers: readonly Modifier[];
  readonly passed: number | null;
}

/**
 * A unit that can still do something, and the best chance it has; where it matters, with which of its modes. A
 * tray has them in the order of their urgency: those with a shot, the best first; those in sight of an enemy; the
 * rest. A shot that cannot do anything does not count.
 */
export interface Todo {
  readonly unit: number;
  readonly sentence: string;
  readonly chance: Fraction | null;
  readonly mode: string;
}

/**
 * An event in the house voice, the rules that decided it, and the strokes that draw it on the board. What follows
 * from another event, or changes nothing on the table, is no act. Bearings are filled where it is sent.
 */
export interface Told {
  readonly sentence: string;
  readonly rules: readonly string[];
  readonly strokes: readonly Stroke[];
  readonly act?: Gist;
  readonly bearings?: readonly Span[];
}

/** What all rows of a plan come to for one target. */
export interface Total {
  readonly target: number;
  readonly sentence: string;
  readonly rule: string;
  readonly odds: Readonly<Record<string, Fraction>>;
}

/**
 * A line of sight from centre to centre: what it crosses and touches, and what closes it, each in order. Terrain
 * in a crossed square closes it, terrain on both sides of a corner too, and so does a unit in `discs`.
 */
export interface Trace {
  readonly start: number;
  readonly end: number;
  readonly crossed: readonly number[];
  readonly discs: readonly number[];
  readonly corners: readonly Corner[];
  readonly blockers: readonly Blocker[];
}

/** Whose choice it is and what there is to choose: everything on the table that is not on the board. */
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
  readonly slots: Slots | null;
  readonly plan: Plan | null;
  readonly window: string;
  readonly puts: readonly Put[];
  readonly commands: readonly CommandDie[];
  readonly purse: string;
  readonly bearings?: readonly Span[];
  readonly ends: string;
}

/** A figure of a unit; `house` if the print does not have it. */
export interface Value {
  readonly unit: string;
  readonly value: string;
  readonly house: boolean;
}

/** Whose choice friends wait for, since when, and from when on the other may go on without: seconds since 1970. */
export interface Waiting {
  readonly side: Side;
  readonly since: number;
  readonly until: number;
}

/** A match that can only be watched, and the token to do so. */
export interface Watched {
  readonly match: string;
  readonly watch: string;
}

/**
 * A path on a free table, as far as it is allowed: its corners, what the base sweeps, and what it takes. Lengths
 * are in 1/100 mm, turns in degrees, each with what there is of it; `least` is what must be flown. `slow` are the
 * pieces that cost more. `leaves` says that the unit ends off the table.
 */
export interface Way {
  readonly poses: readonly Pose[];
  readonly swept: readonly (readonly Place[])[];
  readonly slow: readonly Slow[];
  readonly cost: number;
  readonly move: number;
  readonly turned: number;
  readonly turn: number;
  readonly least?: number;
  readonly leaves?: boolean;
}

/** Fields of a wish for a match, to be put in the place of those that it has. */
export interface WishChange {
  readonly red?: string;
  readonly blue?: string;
  readonly board?: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** A file of a book with the works that it names; what it came from stands beside it and is no part of it. */
export interface Work {
  readonly kind: "army" | "board" | "chart" | "position" | "scenario";
  readonly book: string;
  readonly text: string;
  readonly uses?: Readonly<Record<string, string>>;
  readonly parent?: string;
  readonly source?: string;
}

/** A work to be kept or judged, with all that it uses; the first is the one that is meant. */
export interface WorkBody {
  readonly works: readonly Work[];
  readonly licence?: string;
}

/**
 * A fault or advice as it is told: where, by which rule, in one sentence; then what a hand can point at. `file` is
 * empty for the work that is meant, or the name that it calls another one by; `line` and `column` count from 1.
 * Each repair is a change of that file's text.
 */
export interface WorkFault {
  readonly where: string;
  readonly rule: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly field?: string;
  readonly place?: Pointed;
  readonly repairs?: readonly TextRepair[];
}

/**
 * What a work looks like: the ground of a board, or the table as a scenario or a position begins. Of a chart and
 * an army there is nothing to be drawn.
 */
export interface WorkPicture {
  readonly map: MapRow | null;
  readonly terrain: Terrain | null;
  readonly picture: Picture | null;
}

/**
 * Whether a work can be played with: what it is, or all that is wrong with it and where. Advice is what is allowed
 * and worth a look; it blocks nothing.
 */
export interface WorkVerdict {
  readonly ok: boolean;
  readonly words: string;
  readonly faults: readonly WorkFault[];
  readonly advice: readonly WorkFault[];
}

/** A work that this server keeps, and all that it uses: the first is the one that was asked for. */
export interface WorkView {
  readonly works: readonly Work[];
  readonly licence: string;
  readonly since: number;
}
