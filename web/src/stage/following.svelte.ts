/** When the camera moves by itself: to what is chosen, to what is aimed at by a key, to what happens, and back. */
import type { Stroke } from "../api/types";
import type { Camera } from "./camera.svelte";
import { STANDS } from "./film.svelte";
import { actView, chosenView, pannedView, type Act } from "./framing";
import type { Speed } from "./motion";
import type { Point } from "./points";
import type { View } from "./view";

/** What a table tells of who plays on it. */
export interface Subject {
  /** The unit that is chosen, whether it is known what it can do, and whether a press on the table chose it. */
  readonly unit: number | null;
  readonly known: boolean;
  readonly pressed: boolean;
  /** A ghost is out, or something is carried. */
  readonly busy: boolean;
  /** Whether this seat is to act, or acts. */
  readonly mine: boolean;
  /** The piece, what is aimed at, its reach, its targets with a chance: in the order in which they are brought into view. */
  points(): readonly Point[];
  /** What must not be lost from sight while the same unit goes on: the piece, and its best target. */
  vital(): readonly Point[];
  /** The places of what happens, where it ends first; whether it is a shot. */
  happens(strokes: readonly Stroke[]): Pick<Act, "points" | "shot">;
}

/** Milliseconds that what a unit can do is waited for, that the camera rests between two moves, and after the last of them. */
const PATIENCE = 300;
const REST = 600;

export class Following {
  readonly #camera: Camera;
  readonly #subject: Subject;
  /** The unit that the camera went to, or will go to when what it can do is known, or the hand is free. */
  #unit: number | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined = $state.raw();
  #owed = false;
  /** The view that was left to watch what happens, and the camera's moves by then: a hand that moved since has left it. */
  #left: View | null = null;
  #back: ReturnType<typeof setTimeout> | undefined;
  /** What was watched last was a shot, whose card still stands at its target. */
  #shot = false;
  #stepping = false;
  #movedAt = -REST;
  #closed = false;

  constructor(camera: Camera, subject: Subject) {
    this.#camera = camera;
    this.#subject = subject;
  }

  /** The view moves, or is about to. */
  get moving(): boolean {
    return this.#camera.gliding || this.#waiting !== undefined;
  }
  get #barred(): boolean {
    return this.#camera.pressed || this.#subject.busy;
  }

  // ---- chosen ----
  /** Something was chosen, or what it can do has come. */
  chosen(): void {
    const { unit, known } = this.#subject;
    if (unit === null) {
      this.#unit = null;
      return this.#forget();
    }
    if (unit !== this.#unit) {
      this.#forget();
      this.#unit = unit;
      this.#left = null;
      if (known) this.#goToChosen();
      else this.#waiting = setTimeout(() => this.#goToChosen(), PATIENCE);
    } else if (this.#waiting !== undefined) {
      if (known) this.#goToChosen();
    } else if (known && !this.#subject.vital().every((at) => this.#camera.sees(at))) this.#goToChosen();
  }
  /** A target was aimed at by a key or a chip. */
  aimed(): void {
    if (this.#waiting === undefined) this.#goToChosen(false);
  }
  #forget(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#owed = false;
  }
  #goToChosen(pressed = this.#subject.pressed): void {
    this.#forget();
    const { frame, sheet, measure, held, rests, near, live } = this.#camera;
    if ((rests && !near) || frame.width === 0) return;
    // A finger on the table is waited for; a ghost means that the hand knows where it is.
    if (this.#subject.busy) return;
    if (this.#camera.pressed) return void (this.#owed = true);
    const points = this.#subject.points();
    if (points.length === 0 || ((held || rests) && pressed)) return;
    const view = held || rests ? pannedView : chosenView;
    this.#move(view(live, points, frame, sheet, measure));
  }
  /** The hand pulls: it knows where it is, and nothing is owed to it. */
  pulled(): void {
    this.#owed = false;
  }
  /** The hand is free again. */
  freed(): void {
    if (this.#owed && !this.#barred) this.#goToChosen();
  }

  // ---- by a key or a button ----
  /** The camera is given back, or taken. */
  toggle(): void {
    this.#camera.held = !this.#camera.held;
    if (!this.#camera.held && this.#subject.unit !== null) this.#goToChosen(false);
  }
  /** To the chosen one, at work zoom. */
  home(): void {
    const { frame, sheet, measure, live } = this.#camera;
    const points = this.#subject.points();
    if (points.length > 0 && !this.#barred) this.#move(chosenView(live, points, frame, sheet, measure));
  }
  /** The table lies otherwise: what was shown is shown again, at once. */
  turned(): void {
    const { near, rests, frame, sheet, measure, live } = this.#camera;
    this.#left = null;
    const points = near && !rests ? this.#subject.points() : [];
    this.#camera.cutTo(points.length > 0 ? chosenView({ ...live, x: 1e6 }, points, frame, sheet, measure) : null);
  }

  // ---- watched ----
  /** Before strokes are played: one move to where they happen, after a rest. */
  async watch(strokes: readonly Stroke[], speed: Speed): Promise<void> {
    const { mine } = this.#subject;
    const { points, shot } = this.#subject.happens(strokes);
    const { frame, sheet, measure, rests, near, live } = this.#camera;
    clearTimeout(this.#back);
    this.#shot = shot;
    if (speed === "instant" || points.length === 0 || (rests && !near) || frame.width === 0) return;
    // Where many acts are shown one after another, ways are only followed where they cannot be seen, and never waited for.
    const hurried = speed === "fast" && !shot;
    const view = actView(live, { points, shot, own: mine || hurried }, frame, sheet, measure);
    const rest = this.#movedAt + REST - performance.now();
    if (view === live || this.#camera.pressed || (hurried && rest > 0)) return;
    const left = this.#left ?? live;
    await pause(rest);
    if (this.#closed || this.#camera.pressed) return;
    this.#left = left;
    await this.#move(view);
  }
  /** Nothing plays any more: where this seat is to act, the view goes back to where it was left. */
  watched(): void {
    clearTimeout(this.#back);
    if (!this.#left || !this.#subject.mine) return;
    this.#back = setTimeout(
      () => {
        const left = this.#left;
        this.#left = null;
        if (left && !this.#barred && this.#subject.unit === null) this.#move(left);
        else if (left && this.#subject.unit !== null) this.#goToChosen(false);
      },
      this.#shot ? STANDS : REST,
    );
  }
  /** An act that lies there in pencil is looked at: its way and its target together. With none, back to the view that was left. */
  step(strokes: readonly Stroke[] | null): void {
    const { frame, sheet, measure, held, rests, near, live, pressed } = this.#camera;
    if (strokes === null) {
      const left = this.#stepping && this.#subject.unit === null ? this.#left : null;
      if (this.#stepping) this.#left = null;
      this.#stepping = false;
      if (left && !this.#barred) void this.#move(left);
      return;
    }
    const { points, shot } = this.#subject.happens(strokes);
    if (points.length === 0 || (rests && !near) || frame.width === 0 || pressed) return;
    clearTimeout(this.#back);
    this.#stepping = true;
    this.#left ??= live;
    const view = held
      ? pannedView(live, points, frame, sheet, measure)
      : actView(live, { points, shot, own: false }, frame, sheet, measure);
    void this.#move(view);
  }
  /** A hand has moved the view: nothing leads back. */
  taken(): void {
    this.#left = null;
    this.#forget();
  }

  /** The table is gone, and the camera with it. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#waiting);
    clearTimeout(this.#back);
    this.#camera.close();
  }

  #move(view: View): Promise<void> {
    if (view === this.#camera.live) return Promise.resolve();
    return this.#camera.goTo(view).then(() => void (this.#movedAt = performance.now()));
  }
}

const pause = (time: number): Promise<void> =>
  time > 0 ? new Promise((over) => setTimeout(over, time)) : Promise.resolve();
