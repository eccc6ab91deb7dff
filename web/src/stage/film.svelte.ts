import { untrack } from "svelte";
import type { Reel } from "./ears";
import { flightTime, IMPACT, legTimes, PACE, poseAfter, WORD, type Speed } from "./motion";
import type { Drive, Pose, Shot, Stroke } from "../api/types";

/** What the film shows over the picture at this moment. */
export interface Tracer {
  readonly shot: Shot;
  /** How far the tracer has flown, 0 to 1, and whether it has landed. */
  readonly part: number;
  readonly landed: boolean;
  /** On a free table, which of the places on which it falls it is on its way to. */
  readonly fall: number;
}

export interface Showing {
  readonly speed: Speed;
  readonly still: boolean;
  /** Whether places are those of a free table. */
  readonly free?: boolean;
  /** Called as each stroke begins. What it returns is waited for, so that dice can fall elsewhere. */
  readonly onstroke?: ((stroke: Stroke) => Promise<void> | void) | undefined;
  /** Called before the first stroke, and waited for: the camera goes to where it happens. */
  readonly before?: ((strokes: readonly Stroke[], speed: Speed) => Promise<void>) | undefined;
}

/** The drives that go together with the one at a place. */
export function companions(strokes: readonly Stroke[], at: number): Drive[] {
  const next = strokes[at + 1];
  return next?.type === "drive" && next.together ? [next, ...companions(strokes, at + 1)] : [];
}

/** Plays strokes. Pieces that move are shown where the film has them, all others where the picture has them. */
export class Film {
  moved: ReadonlyMap<number, Pose> = $state.raw(new Map());
  tracer: Tracer | null = $state.raw(null);
  /** The way of the last drive, left drawn where nothing moves. */
  trail: readonly Pose[] = $state.raw([]);
  running = $state(false);

  #run = 0;
  #hurry = false;
  #wake: (() => void) | undefined;
  #fading: ReturnType<typeof setTimeout> | undefined;

  /** Plays to the end, and tells whether it did: a later call cuts it off. */
  async play(strokes: readonly Stroke[], showing: Showing): Promise<boolean> {
    const run = this.#begin();
    const firsts = new Map<number, Pose>();
    for (const stroke of strokes)
      if (stroke.type === "drive" && stroke.poses[0] && !firsts.has(stroke.piece))
        firsts.set(stroke.piece, stroke.poses[0]);
    this.moved = firsts;
    if (showing.before) await Promise.race([showing.before(strokes, showing.speed), this.#skipped()]);
    if (run !== this.#run) return false;
    for (const [at, stroke] of strokes.entries()) {
      if (stroke.type === "drive" && stroke.together && at > 0) continue;
      const elsewhere = showing.onstroke?.(stroke);
      if (elsewhere && !this.#hurry) await Promise.race([elsewhere, this.#skipped()]);
      if (run !== this.#run) return false;
      if (stroke.type === "drive")
        await Promise.all([stroke, ...companions(strokes, at)].map((one) => this.#drive(one, showing, run)));
      if (stroke.type === "shot") await this.#shoot(stroke, showing, run);
      if (run !== this.#run) return false;
    }
    this.running = false;
    return true;
  }

  /** Goes to the end at once. */
  skip(): void {
    this.#hurry = true;
    this.#wake?.();
  }

  /** Shows the picture as it is. */
  clear(): void {
    this.#begin();
    this.running = false;
    this.moved = new Map();
  }

  #begin(): number {
    this.#wake?.();
    this.#hurry = false;
    this.running = true;
    this.tracer = null;
    return ++this.#run;
  }

  #skipped(): Promise<void> {
    return new Promise((wake) => (this.#wake = wake));
  }

  async #drive({ piece, poses }: Drive, { speed, still, free = false }: Showing, run: number): Promise<void> {
    const last = poses.at(-1);
    if (!last) return;
    const place = (pose: Pose): void => void (this.moved = new Map(this.moved).set(piece, pose));
    if (still) this.#leaveTrail(poses);
    else {
      const whole = legTimes(poses, free).reduce((sum, time) => sum + time, 0) * PACE[speed];
      await this.#frames(whole, run, (part) => place(poseAfter(poses, part, free)));
    }
    if (run === this.#run) place(last);
  }

  async #shoot(shot: Shot, { speed, still }: Showing, run: number): Promise<void> {
    const show = (part: number, landed: boolean, fall: number): void =>
      void (this.tracer = { shot, part, landed, fall });
    // What falls on several places does so one after another.
    for (let fall = 0; fall < Math.max(1, shot.falls.length); fall++) {
      const last = fall >= shot.falls.length - 1;
      if (!still)
        await this.#frames((flightTime(shot) * PACE[speed]) / (fall ? 2 : 1), run, (part) => show(part, false, fall));
      if (run !== this.#run) return;
      show(1, true, fall);
      await this.#frames((IMPACT + (last ? WORD : 0)) * PACE[speed], run, () => undefined);
    }
    if (run === this.#run) this.tracer = null;
  }

  #leaveTrail(poses: readonly Pose[]): void {
    clearTimeout(this.#fading);
    this.trail = poses;
    this.#fading = setTimeout(() => (this.trail = []), 1500);
  }

  /** Calls for each frame until the time is over, the film is skipped, or another one runs. */
  #frames(time: number, run: number, each: (part: number) => void): Promise<void> {
    if (time <= 0) return Promise.resolve();
    return new Promise((end) => {
      let start: number | undefined;
      const frame = (now: number): void => {
        start ??= now;
        const part = (now - start) / time;
        if (run !== this.#run || this.#hurry || part >= 1) return end();
        each(part);
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
  }
}

/** Plays a reel whenever there is another one. Once a new picture is there, it says where everything is. */
export function showing(
  film: Film,
  reel: Reel,
  picture: () => unknown,
  free = false,
  before?: Showing["before"],
): void {
  $effect(() => {
    const { strokes, speed } = reel;
    untrack(() => {
      if (!strokes.length) return film.clear();
      const still = reel.still ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
      const onstroke = reel.onstroke?.bind(reel);
      void film.play(strokes, { speed, still, free, onstroke, before }).then((ended) => ended && reel.done?.());
    });
  });
  $effect(() => {
    picture();
    untrack(() => film.running || film.clear());
  });
}
