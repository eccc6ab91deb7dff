/** Watching a record: which line is shown, what plays, and how fast. */
import type { LineMessage, Stroke } from "../../api/types";
import type { Reel } from "../../stage/ears";
import { PACE, type Speed } from "../../stage/motion";
import { fallTime } from "../../match/lines";

export class Replaying implements Reel {
  /** The lines that are here: from the first on, as far as they have come. */
  lines: readonly LineMessage[] = $state.raw([]);
  /** How many there will be. */
  total = $state(0);
  /** How many lines have been watched; the last of them is shown. */
  at = $state(1);
  playing = $state(false);
  strokes: readonly Stroke[] = $state.raw([]);
  speed: Speed = $state("normal");
  /** Everything has been played to the end. */
  onend: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get shown(): LineMessage | undefined {
    return this.at > 0 ? this.lines[this.at - 1] : undefined;
  }
  get first(): number {
    return Math.min(1, this.lines.length);
  }
  /** Where to go once the lines up to there have come. */
  #wanted = $state(0);
  /** It plays, and the next line has not come. */
  #starved = $state(false);
  /** Lines, at the first of them or at a moment; all there are, unless more will come. */
  open(lines: readonly LineMessage[], at: number | null = null, total = lines.length): void {
    this.lines = lines;
    this.total = total;
    this.jump(at ?? this.first);
  }
  /** Further lines have come. */
  more(lines: readonly LineMessage[]): void {
    this.lines = [...this.lines, ...lines];
    if (this.#wanted > 0) this.jump(this.#wanted);
    else if (this.playing && this.#starved) this.#next();
  }
  /** Whether it stands at the last of all lines. */
  get atEnd(): boolean {
    return this.at >= this.total;
  }
  /** Whether somebody waits for lines that have not come. */
  get waits(): boolean {
    return this.#wanted > 0 || (this.playing && this.#starved);
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
    this.#wanted = to > this.lines.length && this.lines.length < this.total ? to : 0;
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
    this.#wanted = 0;
    if (this.atEnd) this.at = this.first;
    this.#next();
  }
  #next(): void {
    const line = this.lines[this.at];
    if (!line) return this.#end();
    this.#starved = false;
    this.strokes = line.told.flatMap((one) => [...one.strokes]);
    if (this.strokes.length === 0 || this.speed === "instant") this.done();
  }
  #end(): void {
    this.#starved = !this.atEnd;
    if (this.#starved) return;
    const played = this.playing;
    this.playing = false;
    if (played) this.onend();
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
