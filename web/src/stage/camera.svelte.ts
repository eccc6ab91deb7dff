/** The window on a table: which part of it is on screen, and what moves that. What it should show is decided elsewhere. */
import { levelsOf, pixelsOf, cellOf, cuts, rests, type Measure } from "./framing";
import { outside } from "./pins";
import { CELL, type Point } from "./points";
import type { Pointer } from "./pointers.svelte";
import {
  bare,
  between,
  centred,
  centreOf,
  fit,
  frameOf,
  middleOf,
  pan,
  pixelOf,
  reveal,
  unitsAt,
  zoom,
  type Frame,
  type Sheet,
  type View,
} from "./view";

/** A page narrower than this is a phone's. */
export const PHONE = 700;
/** Milliseconds of a move, and of a hand that zooms no more. */
const GLIDE = 220;
const PAUSE = 140;

/** A place of the drawing in the middle of the window, and the pixels of a cell. */
interface Look {
  readonly at: Point;
  readonly cell: number;
}
/** What a table tells the camera of itself. */
export interface Seen {
  readonly sheet: Sheet;
  /** What is measured, in board units: a cell, or the shortest model. */
  readonly unit: number;
  /** How far the largest of what stands there is drawn round its middle, where that is more than a cell. */
  readonly around?: number;
  readonly models: boolean;
}

export class Camera {
  /** The element on the page, and its size. */
  element: HTMLElement | undefined = $state();
  width = $state(0);
  height = $state(0);
  /** The width of the page. */
  page = $state(1440);
  /** A hand has moved the view, and keeps it. */
  held = $state(false);
  /** How often the camera has moved by itself. */
  moves = $state(0);
  /** Nothing glides. */
  still: () => boolean = () => false;
  /** Called when the view has come to rest after a move of the camera's own. */
  onrest: (() => void) | undefined;
  /** Called when a hand has moved it. */
  ontaken: (() => void) | undefined;
  readonly #pressed = new Set<number>();
  /** Where the view rests; without it all is seen. */
  #look: Look | null = $state.raw(null);
  /** What is on screen while the view moves, and the size for which the drawing is made, where it is another one. */
  #gliding: View | null = $state.raw(null);
  #drawn: number | null = $state(null);
  #run = 0;
  #paused: ReturnType<typeof setTimeout> | undefined;
  readonly #seen: () => Seen;
  readonly #rim: boolean;

  constructor(seen: () => Seen, rim = true) {
    this.#seen = seen;
    this.#rim = rim;
  }

  // ---- what is seen ----
  get sheet(): Sheet {
    return this.#seen().sheet;
  }
  get phone() {
    return this.page < PHONE;
  }
  readonly measure = $derived.by((): Measure => {
    const { unit, around = 0, models } = this.#seen();
    return { unit, around, levels: levelsOf(models, this.phone) };
  });
  readonly frame = $derived.by((): Frame =>
    this.#rim ? frameOf(this.width, this.height, this.phone) : bare(this.width, this.height),
  );
  readonly #rest = $derived.by((): View =>
    this.#look ? centred(this.#look.at, this.#look.cell, this.frame, this.sheet) : fit(this.frame, this.sheet),
  );
  /** What is on screen at this moment. */
  readonly live = $derived.by((): View => this.#gliding ?? this.#rest);
  /** Pixels of a cell for which the drawing is made. It changes once a move, so that nothing is painted anew at each frame. */
  readonly cell = $derived.by((): number => this.#drawn ?? this.live.cell);
  readonly view = $derived.by((): Pick<View, "cell"> => ({ cell: this.cell }));
  /** Pixels in a board unit of the drawing. */
  get scale() {
    return this.cell / CELL;
  }
  /** Pixels of a cell, or of the shortest model. */
  readonly size = $derived.by(() => pixelsOf(this.live.cell, this.measure.unit));
  /** Whether the whole table is large enough, so that the camera never moves by itself. */
  readonly rests = $derived.by(() => rests(this.frame, this.sheet, this.measure));
  /** Whether less than all is seen. */
  readonly near = $derived.by(() => this.live.cell > fit(this.frame, this.sheet).cell * 1.02);
  get gliding(): boolean {
    return this.#gliding !== null;
  }
  sees(at: Point): boolean {
    return !outside(this.live, at, this.frame);
  }

  // ---- hands ----
  press(id: number): void {
    this.#pressed.add(id);
    // What is pressed is what is seen: a move stops under the hand.
    if (this.#gliding) this.#rests(this.#gliding);
  }
  release(id: number): void {
    this.#pressed.delete(id);
  }
  get pressed(): boolean {
    return this.#pressed.size > 0;
  }

  // ---- moved by a hand ----
  zoomBy(factor: number, at: Point = middleOf(this.frame)): void {
    this.#byHand(zoom(this.live, factor, at, this.frame, this.sheet));
  }
  panBy(dx: number, dy: number): void {
    this.#byHand(pan(this.live, dx, dy, this.frame, this.sheet));
  }
  /** Two fingers, of which one has moved. */
  pinch(from: Point, to: Point, other: Point): void {
    const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    this.zoomBy(apart(to, other) / apart(from, other), [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2]);
    this.panBy((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
  }
  /** To a place of the drawing, in cells as they are. */
  panTo(at: Point): void {
    this.#byHand(centred(at, this.live.cell, this.frame, this.sheet));
  }
  /** To the next level: all, work, near, and on from there; round the chosen place where it is seen. */
  step(by: 1 | -1, round: Point | null = null): void {
    const { unit, levels } = this.measure;
    const all = fit(this.frame, this.sheet).cell;
    const near = cellOf(levels.near, unit);
    const work = cellOf(levels.work, unit);
    const stops = [all, work, near, near * 1.4, near * 2].filter((stop) => stop >= all);
    const { cell } = this.live;
    const next = by > 0 ? stops.find((stop) => stop > cell * 1.02) : stops.findLast((stop) => stop < cell * 0.98);
    const at = round && this.sees(round) ? this.pixelOf(round) : middleOf(this.frame);
    if (next === all) this.fitAll();
    else this.zoomBy((next ?? (by > 0 ? cell * 1.4 : all)) / cell, at);
  }
  /** From near to all, and from all to work zoom, round a pixel. */
  allOrNear(at: Point): void {
    if (this.near) this.fitAll();
    else this.zoomBy(cellOf(this.measure.levels.work, this.measure.unit) / this.live.cell, at);
  }
  #byHand(view: View): void {
    const { live } = this;
    // A pull against the edge of the table moves nothing, and takes nothing into the hand.
    if (!this.#gliding && [live.x - view.x, live.y - view.y, live.cell - view.cell].every((by) => Math.abs(by) < 0.01))
      return;
    const drawn = this.cell;
    this.#rests(view);
    this.held = true;
    this.ontaken?.();
    if (Math.abs(view.cell - drawn) < 0.01) return;
    // While a hand zooms, what is drawn is only stretched; it is drawn anew when the hand pauses.
    this.#drawn = drawn;
    this.#paused = setTimeout(() => (this.#drawn = null), PAUSE);
  }
  #rests(view: View): void {
    this.#run++;
    clearTimeout(this.#paused);
    this.#gliding = this.#drawn = null;
    this.#look = { at: centreOf(view, this.frame), cell: view.cell };
  }

  // ---- moved by itself ----
  /** All is seen. What is chosen next is gone to again. */
  fitAll(): void {
    this.held = false;
    void this.#go(fit(this.frame, this.sheet), true);
  }
  /** Goes to a view, once, and tells when it is there. */
  goTo(view: View): Promise<void> {
    return this.#go(view, false);
  }
  /** At once, where there is nothing to follow with the eye: another table, or the same one turned. */
  cutTo(view: View | null): void {
    this.#rests(view ?? fit(this.frame, this.sheet));
    if (!view) this.#look = null;
  }
  /** Brings a place on screen; where all is seen, it is there. */
  reveal(point: Point): void {
    if (this.near) this.cutTo(reveal(this.live, point, this.frame, this.sheet));
  }
  #go(to: View, all: boolean): Promise<void> {
    const from = this.live;
    const far = Math.abs(from.x - to.x) + Math.abs(from.y - to.y) + Math.abs(from.cell - to.cell);
    if (far < 0.5) return Promise.resolve();
    this.moves++;
    const cut = this.still() || cuts(from, to, this.frame) || typeof requestAnimationFrame === "undefined";
    this.#rests(to);
    if (all) this.#look = null;
    if (cut) {
      this.onrest?.();
      return Promise.resolve();
    }
    return this.#glide(from, to);
  }
  #glide(from: View, to: View): Promise<void> {
    const run = this.#run;
    [this.#gliding, this.#drawn] = [from, to.cell];
    return new Promise((end) => {
      let start: number | undefined;
      const frame = (now: number): void => {
        if (run !== this.#run) return end();
        start ??= now;
        const part = Math.min(1, (now - start) / GLIDE);
        // Fast away, and slowly there.
        this.#gliding = part < 1 ? between(from, to, 1 - (1 - part) ** 3, this.frame) : null;
        if (part < 1) return void requestAnimationFrame(frame);
        this.#drawn = null;
        this.onrest?.();
        end();
      };
      requestAnimationFrame(frame);
    });
  }

  /** The table is gone: nothing moves any more. */
  close(): void {
    this.#run++;
    clearTimeout(this.#paused);
  }

  // ---- pixels ----
  /** Where on the stage a pointer is. */
  pixel(event: Pick<MouseEvent, "clientX" | "clientY">): Point {
    const box = this.element!.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
  /** Where on the page a pixel of the stage is. */
  onPage([x, y]: Point): Point {
    const box = this.element!.getBoundingClientRect();
    return [x + box.left, y + box.top];
  }
  pointer(event: PointerEvent): Pointer {
    return { id: event.pointerId, type: event.pointerType, at: this.pixel(event) };
  }
  /** A pixel as a place of the drawing, and the other way round. */
  unitsAt(pixel: Point): Point {
    return unitsAt(this.live, pixel);
  }
  pixelOf(point: Point): Point {
    return pixelOf(this.live, point);
  }
  /** The part of the drawing that is on screen, inside the rim. */
  get window() {
    const { left, top, width, height } = this.frame;
    const [[x, y], [right, bottom]] = [this.unitsAt([left, top]), this.unitsAt([width, height])];
    return { x, y, width: right - x, height: bottom - y };
  }
  holds([x, y]: Point): boolean {
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }
  takeFocus(): void {
    this.element?.focus();
  }
}
