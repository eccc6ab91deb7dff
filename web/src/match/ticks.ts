/** The timeline of a game: a tick for each line of the log, whose it is and how much happened in it. */
import type { LineMessage, Side } from "../api/types";

export interface Tick {
  readonly side: Side | null;
  /** Something was destroyed, dice fell, or neither. */
  readonly kind: "kill" | "dice" | "plain";
}

export function ticksOf(lines: readonly Pick<LineMessage, "side" | "told">[]): Tick[] {
  return lines.map(({ side, told }) => {
    const strokes = told.flatMap((one) => one.strokes);
    const kill = told.some(({ act }) => act?.end === "destroyed");
    return { side, kind: kill ? "kill" : strokes.some(({ type }) => type === "throw") ? "dice" : "plain" };
  });
}

/** Where a key leads on the timeline: line by line, from one loss to the next, or to the ends; nowhere by other keys. */
export function keyOn(key: string, ticks: readonly Tick[], at: number): number | undefined {
  const kills = ticks.flatMap(({ kind }, k) => (kind === "kill" ? [k + 1] : []));
  if (key === "ArrowRight" || key === "ArrowUp") return at + 1;
  if (key === "ArrowLeft" || key === "ArrowDown") return at - 1;
  if (key === "PageDown") return kills.find((one) => one > at) ?? ticks.length;
  if (key === "PageUp") return kills.findLast((one) => one < at) ?? 1;
  if (key === "Home") return 1;
  return key === "End" ? ticks.length : undefined;
}

/** How many lines have been played where somebody presses, from 0 at the left end to 1 at the right one. */
export function pressedAt(part: number, many: number): number {
  return Math.min(many, Math.max(1, Math.floor(part * many) + 1));
}
