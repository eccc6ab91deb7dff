/** Lines of the log: what stands, what fell, how long it takes to show. */
import type { LineMessage, Picture, Side, Stroke, Throw, Told } from "../api/types";
import { flightTime, IMPACT, legTimes, WORD, type Speed } from "../stage/motion";

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
  if (line.kind === "order") standing.push({ position: line.position, told: line.told[0]?.sentence ?? "" });
  else if (takesBack(line)) standing.pop();
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
    tray.round > 0 ? `Round ${tray.round}` : "Setting up",
    ...(side === null ? [] : [side === 0 ? "Red" : "Blue"]),
    ...(line.kind === "act" ? [] : [tray.phase]),
  ].join(" · ");
  return { position: line.position, kind: line.kind, side: line.side, told: line.told, picture: line.picture, heading };
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
