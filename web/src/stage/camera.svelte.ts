/** The window on a table: which part of it is on screen, and what moves that. */
import { CELL, type Point } from "./points";
import type { Pointer } from "./pointers.svelte";
import { fit, focus, pan, reveal, settle, unitsAt, zoom, type Frame, type Sheet, type View } from "./view";

/** A window so narrow is a phone's: the board follows the hand, and an overview shows the rest. */
const NARROW = 600;

export class Camera {
  /** The element on the page, and its size. */
  element: HTMLElement | undefined = $state();
  width = $state(0);
  height = $state(0);
  /** Where a hand, or a choice, has put the view; without it all is seen. */
  #wanted: View | null = $state.raw(null);
  readonly #sheet: () => Sheet;

  constructor(sheet: () => Sheet) {
    this.#sheet = sheet;
  }

  get narrow() {
    return this.width < NARROW;
  }
  readonly frame = $derived.by((): Frame => ({
    width: this.width,
    height: this.height,
    rim: this.narrow ? 18 : 24,
  }));
  readonly view = $derived.by((): View => {
    const sheet = this.#sheet();
    return this.#wanted ? settle(this.#wanted, this.frame, sheet) : fit(this.frame, sheet);
  });
  /** Pixels in a board unit. */
  get scale() {
    return this.view.cell / CELL;
  }
  /** Whether less than all is seen. */
  get near() {
    return this.view.cell > fit(this.frame, this.#sheet()).cell * 1.05;
  }
  /** In the margin beside the board where there is one, else over the corner of the rim. */
  get compassAt() {
    const { view, frame } = this;
    return view.x - frame.rim > 50 || view.y - frame.rim > 50
      ? { size: 44, left: 6, top: 6 }
      : { size: 30, left: Math.max(0, view.x - frame.rim) - 2, top: Math.max(0, view.y - frame.rim) - 2 };
  }

  // ---- moved ----
  zoomBy(factor: number, at: Point = [this.width / 2, this.height / 2]): void {
    this.#wanted = zoom(this.view, factor, at, this.frame, this.#sheet());
  }
  fitAll(): void {
    this.#wanted = null;
  }
  panBy(dx: number, dy: number): void {
    this.#wanted = pan(this.view, dx, dy, this.frame, this.#sheet());
  }
  /** Two fingers, of which one has moved. */
  pinch(from: Point, to: Point, other: Point): void {
    const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    this.zoomBy(apart(to, other) / apart(from, other), [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2]);
    this.panBy((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
  }
  /** Shows places of the drawing, in cells of a size where they all fit. */
  focusOn(points: readonly Point[], size: number): void {
    this.#wanted = focus(points, size, this.frame, this.#sheet());
  }
  /** Brings a place on screen; where all is seen, it is there. */
  reveal(point: Point): void {
    this.#wanted = this.#wanted && reveal(this.view, point, this.frame, this.#sheet());
  }
  get moved(): boolean {
    return this.#wanted !== null;
  }

  // ---- pixels ----
  /** Where on the stage a pointer is. */
  pixel(event: MouseEvent): Point {
    const box = this.element!.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
  pointer(event: PointerEvent): Pointer {
    return { id: event.pointerId, type: event.pointerType, at: this.pixel(event) };
  }
  /** A pixel as a place of the drawing, and the other way round. */
  unitsAt(pixel: Point): Point {
    return unitsAt(this.view, pixel);
  }
  pixelOf([x, y]: Point): Point {
    return [this.view.x + x * this.scale, this.view.y + y * this.scale];
  }
  /** The part of the drawing that is on screen, inside the rim. */
  get window() {
    const { rim } = this.frame;
    const [[x, y], [right, bottom]] = [this.unitsAt([rim, rim]), this.unitsAt([this.width - rim, this.height - rim])];
    return { x, y, width: right - x, height: bottom - y };
  }
  holds([x, y]: Point): boolean {
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }
  takeFocus(): void {
    this.element?.focus();
  }
}
