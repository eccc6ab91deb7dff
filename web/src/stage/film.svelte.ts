import { untrack } from "svelte";
import type { Reel } from "./ears";
import { flightTime, IMPACT, legTimes, PACE, poseAfter, WORD, type Speed } from "./motion";
import type { Drive, Pose, Shot, Stroke, Throw } from "../api/types";

/** What the film shows over the picture at this moment. */
export interface Tracer {
  readonly shot: Shot;
  /** How far the tracer has flown, 0 to 1, and whether it has landed. */
  readonly part: number;
  readonly landed: boolean;
  /** On a free table, which of the places on which it falls it is on its way to. */
  readonly fall: number;
}

/** What stands beside a target: the dice of a shot as far as they have fallen, and whether its end is shown. */
export interface Card {
  readonly shot: Shot;
  readonly throws: readonly Throw[];
  readonly ended: boolean;
}

export interface Showing {
  readonly speed: Speed;
  /** How much of the usual time it takes, where that is not a matter of speed alone. */
  readonly pace?: number | undefined;
  readonly still: boolean;
  /** Whether places are those of a free table. */
  readonly free?: boolean;
  /** Called as each stroke begins. What it returns is waited for, so that dice can fall elsewhere. */
  readonly onstroke?: ((stroke: Stroke) => Promise<void> | void) | undefined;
  /** Called before the first stroke, and waited for: the camera goes to where it happens. */
  readonly before?: ((strokes: readonly Stroke[], speed: Speed) => Promise<void>) | undefined;
}

/** A stroke with its companions, or a shot with the dice that decided it: those before it and those that follow. */
export type Scene =
  | { readonly kind: "drive"; readonly drives: readonly Drive[] }
  | { readonly kind: "throw"; readonly dice: Throw }
  | { readonly kind: "shot"; readonly shot: Shot; readonly before: readonly Throw[]; readonly after: readonly Throw[] };

export function scenesOf(strokes: readonly Stroke[]): Scene[] {
  const scenes: Scene[] = [];
  let thrown: Throw[] = [];
  const lay = (): void => {
    scenes.push(...thrown.map((dice): Scene => ({ kind: "throw", dice })));
    thrown = [];
  };
  for (const [at, stroke] of strokes.entries()) {
    const last = scenes.at(-1);
    if (stroke.type === "throw") {
      // Dice after a shot are still for it; those before the next one are told apart by that.
      const more = strokes.slice(at).find(({ type }) => type !== "throw");
      if (last?.kind === "shot" && thrown.length === 0 && more?.type !== "shot")
        scenes[scenes.length - 1] = { ...last, after: [...last.after, stroke] };
      else thrown.push(stroke);
    } else if (stroke.type === "shot") {
      scenes.push({ kind: "shot", shot: stroke, before: thrown, after: [] });
      thrown = [];
    } else {
      lay();
      if (stroke.together && last?.kind === "drive")
        scenes[scenes.length - 1] = { ...last, drives: [...last.drives, stroke] };
      else scenes.push({ kind: "drive", drives: [stroke] });
    }
  }
  lay();
  return scenes;
}

/** How long the card of a shot stands there, unless something else happens. */
export const STANDS = 1800;

/** Plays strokes. Pieces that move are shown where the film has them, all others where the picture has them. */
export class Film {
  moved: ReadonlyMap<number, Pose> = $state.raw(new Map());
  tracer: Tracer | null = $state.raw(null);
  card: Card | null = $state.raw(null);
  /** The way of the last drive, left drawn where nothing moves. */
  trail: readonly Pose[] = $state.raw([]);
  running = $state(false);

  #run = 0;
  #hurry = false;
  #wake: (() => void) | undefined;
  #fading: ReturnType<typeof setTimeout> | undefined;
  #standing: ReturnType<typeof setTimeout> | undefined;

  /** Plays to the end, and tells whether it did: a later call cuts it off. */
  async play(strokes: readonly Stroke[], showing: Showing): Promise<boolean> {
    const run = this.#begin();
    this.#putCard(null);
    const firsts = new Map<number, Pose>();
    for (const stroke of strokes)
      if (stroke.type === "drive" && stroke.poses[0] && !firsts.has(stroke.piece))
        firsts.set(stroke.piece, stroke.poses[0]);
    this.moved = firsts;
    if (showing.before) await Promise.race([showing.before(strokes, showing.speed), this.#skipped()]);
    if (run !== this.#run) return false;
    for (const scene of scenesOf(strokes)) {
      if (scene.kind === "drive") {
        showing.onstroke?.(scene.drives[0]!);
        await Promise.all(scene.drives.map((one) => this.#drive(one, showing, run)));
      } else if (scene.kind === "throw") await this.#throw(scene.dice, showing);
      else await this.#shoot(scene.shot, scene.before, scene.after, showing, run);
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

  /** Dice fall elsewhere, and are waited for. */
  async #throw(dice: Throw, { onstroke }: Showing): Promise<void> {
    const elsewhere = onstroke?.(dice);
    if (elsewhere && !this.#hurry) await Promise.race([elsewhere, this.#skipped()]);
  }

  #putCard(card: Card | null): void {
    clearTimeout(this.#standing);
    this.card = card;
    if (card?.ended) this.#standing = setTimeout(() => (this.card = null), STANDS);
  }

  async #drive(
    { piece, poses }: Drive,
    { speed, pace = PACE[speed], still, free = false }: Showing,
    run: number,
  ): Promise<void> {
    const last = poses.at(-1);
    if (!last) return;
    const place = (pose: Pose): void => void (this.moved = new Map(this.moved).set(piece, pose));
    if (still) this.#leaveTrail(poses);
    else {
      const whole = legTimes(poses, free).reduce((sum, time) => sum + time, 0) * pace;
      await this.#frames(whole, run, (part) => place(poseAfter(poses, part, free)));
    }
    if (run === this.#run) place(last);
  }

  /** The tracer flies, the dice fall beside the target, and then it is seen how it ended. */
  async #shoot(
    shot: Shot,
    before: readonly Throw[],
    after: readonly Throw[],
    showing: Showing,
    run: number,
  ): Promise<void> {
    const { speed, pace = PACE[speed], still } = showing;
    const show = (part: number, landed: boolean, fall: number): void =>
      void (this.tracer = { shot, part, landed, fall });
    const throws: Throw[] = [];
    const roll = async (some: readonly Throw[]): Promise<void> => {
      for (const dice of some) {
        if (run !== this.#run) return;
        throws.push(dice);
        this.#putCard({ shot, throws: [...throws], ended: false });
        await this.#throw(dice, showing);
      }
    };
    // Where the dice say where it falls, they fall first.
    const strays = shot.falls.length > 0 && shot.high;
    if (strays) await roll(before);
    if (run !== this.#run) return;
    showing.onstroke?.(shot);
    // What falls on several places does so one after another.
    for (let fall = 0; fall < Math.max(1, shot.falls.length); fall++) {
      const last = fall >= shot.falls.length - 1;
      if (!still)
        await this.#frames((flightTime(shot) * pace) / (fall ? 2 : 1), run, (part) => show(part, false, fall));
      if (run !== this.#run) return;
      show(1, false, fall);
      if (last) await roll(strays ? after : [...before, ...after]);
      if (run !== this.#run) return;
      show(1, true, fall);
      if (last) this.#putCard({ shot, throws, ended: true });
      await this.#frames((IMPACT + (last ? WORD : 0)) * pace, run, () => undefined);
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
      void film
        .play(strokes, { speed, pace: reel.pace, still, free, onstroke, before })
        .then((ended) => ended && reel.done?.());
    });
  });
  $effect(() => {
    picture();
    untrack(() => film.running || film.clear());
  });
}
