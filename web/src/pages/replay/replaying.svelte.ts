/** Watching a record: which line is shown, what plays, and how fast. */
import type { LineMessage, Stroke } from "../../api/types";
import type { Reel } from "../../stage/ears";
import { PACE, type Speed } from "../../stage/motion";
import { fallTime } from "../../match/lines";

export class Replaying implements Reel {
  lines: readonly LineMessage[] = $state.raw([]);
  /** How many lines have been watched; the last of them is shown. */
  at = $state(1);
  playing = $state(false);
  strokes: readonly Stroke[] = $state.raw([]);
  speed: Speed = $state("normal");
  #timer: ReturnType<typeof setTimeout> | undefined;

  get shown(): LineMessage | undefined {
    return this.at > 0 ? this.lines[this.at - 1] : undefined;
  }
  get first(): number {
    return Math.min(1, this.lines.length);
  }
  /** All lines, at the first of them or at a moment. */
  open(lines: readonly LineMessage[], at: number | null = null): void {
    this.lines = lines;
    this.jump(at ?? this.first);
  }
  /** Nothing plays, so that what is shown stays. */
  get stopped(): boolean {
    return !this.playing && this.strokes.length === 0;
  }

  /** Shows a line at once; what plays is cut off. */
  jump(to: number): void {
    clearTimeout(this.#timer);
    this.strokes = [];
    this.at = Math.max(this.first, Math.min(this.lines.length, to));
  }
  /** The same by a hand, which also stops what runs by itself. */
  go(to: number): void {
    this.playing = false;
    this.jump(to);
  }
  /** Plays the next line. */
  step(): void {
    this.go(this.at);
    this.#next();
  }
  toggle(): void {
    this.playing = !this.playing;
    clearTimeout(this.#timer);
    if (!this.playing) return void (this.strokes = []);
    if (this.at >= this.lines.length) this.at = this.first;
    this.#next();
  }
  #next(): void {
    const line = this.lines[this.at];
    if (!line) return void (this.playing = false);
    this.strokes = line.told.flatMap((one) => [...one.strokes]);
    if (this.strokes.length === 0 || this.speed === "instant") this.done();
  }
  /** The film is over: the picture after it, and the next line if it runs. */
  done(): void {
    this.strokes = [];
    this.at = Math.min(this.lines.length, this.at + 1);
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.#timer = setTimeout(() => this.#next(), this.speed === "instant" ? 120 : 350 * PACE[this.speed]);
  }
  onstroke(stroke: Stroke): Promise<void> | undefined {
    return stroke.type === "throw"
      ? new Promise((fallen) => setTimeout(fallen, fallTime(stroke) * PACE[this.speed] * 0.6))
      : undefined;
  }
}
