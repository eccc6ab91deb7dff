/** Looking back: a line of the log that the table shows instead of now, and whether what happened in it still plays. */
import type { Picture, Stroke, Survey } from "../api/types";
import type { Aimed } from "../stage/aims";
import { lookAt, type Look } from "./look";
import type { Seen } from "./seen.svelte";

const NONE: readonly Stroke[] = [];

export class Looking {
  look: Look | undefined = $state.raw(undefined);
  filming = $state(false);
  readonly #seen: Seen;

  constructor(seen: Seen) {
    this.#seen = seen;
  }

  /** Shows a line. A narrow table shows only a part of itself: there the traces alone, which it goes to. */
  show(position: number, narrow: boolean): void {
    const { terrain, now } = this.#seen;
    this.look = terrain ? lookAt(now.log, position, terrain) : undefined;
    this.filming = !narrow && this.look?.before !== undefined && this.look.strokes.length > 0;
  }
  /** Shows a moment as it lies there, without playing what led to it. */
  rest(look: Look | undefined): void {
    this.look = look;
    this.filming = false;
  }
  back(): void {
    this.look = undefined;
  }

  // ---- what the table shows meanwhile ----
  get picture(): Picture | undefined {
    return this.look && ((this.filming && this.look.before) || this.look.line.picture);
  }
  get traces(): Survey | null {
    return (!this.filming && this.look?.traces) || null;
  }
  get aim(): Aimed | null {
    return (!this.filming && this.look?.aim) || null;
  }
  /** What plays, and what has happened. */
  get strokes(): readonly Stroke[] {
    return (this.filming && this.look?.strokes) || NONE;
  }
  get past(): readonly Stroke[] {
    return (!this.filming && this.look?.strokes) || NONE;
  }
}
