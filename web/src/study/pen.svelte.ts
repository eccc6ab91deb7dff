/** A pen on the table of a study: pulled from one place to another it draws an arrow, pressed a ring. */
import type { Place, Terrain } from "../api/types";
import type { Arrow, Tone } from "./board";

/** What lies there, as far as it knows which place a pointer is on. */
export interface Drawn {
  readonly squareUnder?: (event: PointerEvent) => number | null;
  readonly placeUnder?: (event: PointerEvent) => Place;
}
/** On a free table a hand that hardly moves means a ring. */
const NEAR = 1_500;

export class Pen {
  /** The board, once it lies there. */
  board: Drawn | undefined = $state();
  tone: Tone = $state(0);
  /** It is in hand. */
  drawing = $state(false);
  /** The arrow that is being drawn. */
  pulled: Arrow | null = $state.raw(null);
  readonly #terrain: () => Terrain | null;
  readonly #ondraw: (arrow: Arrow) => void;

  constructor(terrain: () => Terrain | null, ondraw: (arrow: Arrow) => void) {
    [this.#terrain, this.#ondraw] = [terrain, ondraw];
  }
  #place(event: PointerEvent): Place | null {
    const [square, { columns }] = [this.board?.squareUnder?.(event), this.#terrain()!];
    if (square != null) return { x: square % columns, y: Math.floor(square / columns) };
    return this.board?.placeUnder?.(event) ?? null;
  }
  down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (!this.drawing || event.button !== 0 || (event.target as Element).closest("button, input, label")) return;
    const place = this.#place(event);
    if (!place) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    this.pulled = { from: place, to: place, tone: this.tone };
  };
  move = (event: PointerEvent): void => {
    if (!this.pulled) return;
    event.stopPropagation();
    this.pulled = { ...this.pulled, to: this.#place(event) ?? this.pulled.to };
  };
  up = (event: PointerEvent): void => {
    if (!this.pulled) return;
    event.stopPropagation();
    const { from, to } = this.pulled;
    const near = this.#terrain()!.table === "free" && Math.hypot(to.x - from.x, to.y - from.y) < NEAR;
    this.#ondraw(near ? { ...this.pulled, to: from } : this.pulled);
    this.pulled = null;
  };
  drop = (): void => {
    this.pulled = null;
  };
}
