/** Lines of the log: what stands, what fell, how long it takes to show. */
import type { LineMessage, Picture, Side, Stroke, Throw, Told } from "../api/types";
import { flightTime, IMPACT, legTimes, WORD } from "../stage/motion";
import type { Sign } from "../stage/signs";
import { say } from "../language/language";

export interface LogLine {
  readonly position: number;
  readonly kind: "order" | "act";
  readonly side: Side | null;
  readonly told: readonly Told[];
  /** The table after it. */
  readonly picture: Picture;
  /** When it happened, in words: "Round 6 · Red · movement". */
  readonly heading: string;
  readonly phase: string;
  /** The number of its turn, that turn's round and whose it is, and the number of its act in it; 0: it is none. */
  readonly turn: number;
  readonly round: number;
  readonly mover: Side | null;
  readonly act: number;
}

export interface Thrown {
  readonly throws: readonly Throw[];
  readonly position: number;
  readonly falling: boolean;
  /** How much longer or shorter than usual the dice fall. */
  readonly pace: number;
  /** What came of it, and whether the sum had to be met exactly by some of the dice. */
  readonly outcome: string;
  readonly exact: boolean;
}

export function takesBack(line: Pick<LineMessage, "kind" | "told">): boolean {
  return line.kind === "act" && line.told.some((told) => /took back|takeback|taken back/i.test(told.sentence));
}

/** Keeps the orders that stand: an act that takes one back names no order, it always takes the last. */
export function follow(standing: { position: number; told: string }[], line: LineMessage): void {
  if (line.kind === "order") standing.push({ position: line.position, told: undoneBy(line) });
  else if (takesBack(line)) standing.pop();
}

/** What an undo of a line would take back. While something is hidden, no place is named: the screen may have other eyes. */
function undoneBy({ told, hidden, round }: LineMessage): string {
  const [first] = told;
  if (!hidden || round > 0 || !first?.act) return first?.sentence ?? "";
  const thing = /placed \d+ (\w+?)s? in secret/.exec(first.sentence)?.[1] ?? "unit";
  return say("your last {thing}", { thing });
}

/** The dice that fell in a line, and what came of them. Throws in stages have a name each; of others the first is shown. */
export function throwIn({ told, position }: Pick<LineMessage, "told" | "position">, pace = 1): Thrown | undefined {
  const strokes = told.flatMap((one) => one.strokes);
  const all = strokes.filter((stroke) => stroke.type === "throw");
  const named = all.filter(({ name }) => name);
  const shot = strokes.find((stroke) => stroke.type === "shot");
  const throws = named.length > 0 ? named : all.slice(0, 1);
  return throws.length > 0
    ? { throws, position, falling: false, pace, outcome: shot?.outcome ?? "", exact: shot?.high ?? false }
    : undefined;
}

/** A line for the log, under what it happened in: the tray as it was before. */
export function logLine(line: LineMessage, before: Picture | null | undefined): LogLine {
  const { tray } = before ?? line.picture;
  const side = line.side ?? tray.side;
  const heading = [
    tray.round > 0 ? say("Round {round}", { round: tray.round }) : say("Setting up"),
    ...(side === null ? [] : [side === 0 ? say("Red") : say("Blue")]),
    ...(line.kind === "act" ? [] : [tray.phase]),
  ].join(" · ");
  const { position, kind, told, picture, turn, round, mover, act } = line;
  return { position, kind, side: line.side, told, picture, heading, phase: tray.phase, turn, round, mover, act };
}

/** A whole turn of the enemy takes no longer to watch, in milliseconds. */
export const LONGEST_TURN = 12_000;
/** No act takes more than this part of what is left of it. */
const PART = 1 / 4;
/** From so many lines that wait on, nothing is played. */
const TOO_MANY = 24;

/** How fast what arrives is played: at its own pace, and faster the more of a turn has been watched. */
export class Watching {
  #turn = -1;
  #left = LONGEST_TURN;

  /** The pace for a line that would take so long at normal speed; `waiting` are the lines that have arrived, with it. */
  pace({ turn }: Pick<LineMessage, "turn">, usual: number, wanted: number, waiting: number, own: boolean): number {
    if (own || turn !== this.#turn) [this.#turn, this.#left] = [turn, LONGEST_TURN];
    if (own || wanted === 0 || usual <= 0) return wanted;
    if (waiting > TOO_MANY) return 0;
    const most = this.#left * Math.min(PART, 1 / waiting);
    const pace = Math.min(wanted, most / usual);
    this.#left -= pace * usual;
    return pace < 0.05 ? 0 : pace;
  }
}

export const FALL = 450;
export const NEXT_DIE = 60;
export const REST = 450;

/** How long strokes take at normal speed, in milliseconds; dice fall before what they decide. */
export function timeOf(strokes: readonly Stroke[], free = false): number {
  let time = 0;
  for (const stroke of strokes) {
    if (stroke.type === "drive")
      time += stroke.together ? 0 : legTimes(stroke.poses, free).reduce((sum, leg) => sum + leg, 60);
    else if (stroke.type === "shot")
      time +=
        flightTime(stroke) + IMPACT + WORD + Math.max(0, stroke.falls.length - 1) * (flightTime(stroke) / 2 + IMPACT);
    else time += fallTime(stroke);
  }
  return time;
}
export function fallTime(dice: Throw): number {
  return FALL + NEXT_DIE * (dice.dice.length + dice.words.length - 1) + REST;
}

/** The shots of this phase, the last at each target: their signs stay there until it is over, and the last one until something else is done. */
export function signsOf(log: readonly LogLine[], tray: Pick<Picture["tray"], "phase"> | null | undefined): Sign[] {
  const last = log.findLast(({ act }) => act > 0);
  const signs = new Map<string, Sign>();
  for (let at = log.length - 1; at >= 0; at--) {
    const line = log[at]!;
    if (line.act === 0) continue;
    if (line.turn !== last?.turn) break;
    const now = line.phase === tray?.phase;
    if (!now && line.act !== last.act) break;
    for (const sign of line.told.flatMap(signIn)) {
      const where = `${sign.unit} ${sign.cell}`;
      if (!signs.has(where)) signs.set(where, sign);
    }
    if (!now) break;
  }
  return [...signs.values()];
}
function signIn({ act, strokes }: Told): Sign[] {
  return strokes.flatMap((stroke) => {
    if (stroke.type !== "shot" || !act || !stroke.end) return [];
    return [{ unit: act.target, cell: act.target === null ? stroke.cell : null, end: stroke.end, word: act.word }];
  });
}
