/** How long a stroke takes, and where a piece is in the middle of it. */
import type { Pose } from "../api/types";

export type Speed = "slow" | "normal" | "fast" | "instant";
export const PACE: Readonly<Record<Speed, number>> = { slow: 1.6, normal: 1, fast: 0.4, instant: 0 };

const STEP = 200;
const TURN = 90;
const LONGEST = 900;
/** On a free table, for 1/100 mm, and the longest. */
const FREE = 25 / 1000;
const LONGEST_FREE = 1500;
/** A shot: the flash at the muzzle and the tracer, the impact, and the word, which can be read. */
const TRACER = 260;
export const IMPACT = 240;
export const WORD = 700;

/** How long a shot is in the air; a high one longer. */
export const flightTime = ({ high }: { readonly high: boolean }): number => TRACER * (high ? 2.5 : 1);

export const isStep = (a: Pose, b: Pose): boolean => a.x !== b.x || a.y !== b.y;

/** The milliseconds from each pose to the next. A long way is hurried, so that no drive holds up the table. */
export function legTimes(poses: readonly Pose[], free = false): number[] {
  const step = (a: Pose, b: Pose): number => (free ? FREE * Math.hypot(b.x - a.x, b.y - a.y) : STEP);
  const times = poses.slice(1).map((pose, i) => (isStep(poses[i]!, pose) ? step(poses[i]!, pose) : TURN));
  const whole = times.reduce((sum, time) => sum + time, 0);
  const longest = free ? LONGEST_FREE : LONGEST;
  return whole > longest ? times.map((time) => (time * longest) / whole) : times;
}

/** The way from one bearing to another, the short way round. */
export const swing = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180;

/** Slow at both ends. */
export const ease = (part: number): number => (part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part));

/** Where a piece is after a part (0 to 1) of its whole time. */
export function poseAfter(poses: readonly Pose[], part: number, free = false): Pose {
  const times = legTimes(poses, free);
  let left = ease(Math.min(Math.max(part, 0), 1)) * times.reduce((sum, time) => sum + time, 0);
  for (const [i, time] of times.entries()) {
    const [a, b] = [poses[i]!, poses[i + 1]!];
    if (left <= time && time > 0) {
      const t = left / time;
      return {
        x: a.x + (b.x - a.x) * t,
        y: a.y + (b.y - a.y) * t,
        bearing: a.bearing + swing(a.bearing, b.bearing) * t,
      };
    }
    left -= time;
  }
  return poses.at(-1)!;
}
