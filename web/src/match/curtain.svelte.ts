/** One screen, two players: whose eyes are before it, and whether a cloth must hang because something is secret. */
import type { Side } from "../api/types";
import type { Seen } from "./seen.svelte";

/** Milliseconds without a touch after which the cloth comes back. */
const ALONE = 120_000;

export class Curtain {
  /** The side that has said that it sits here. */
  #shown: Side | null = $state(null);
  /** The side that acted last, or said that it is ready. */
  #ready: Side | null = $state(null);
  /** Standing orders are the business of one side: they are asked for, and then shown, behind a cloth of their own. */
  #apart: "" | "asked" | "shown" = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #seen: Seen;

  constructor(seen: Seen) {
    this.#seen = seen;
  }
  /** The side to act, where two play at one screen. */
  get #side(): Side | null {
    const { view, result } = this.#seen.now;
    return view?.both && !result ? (this.#seen.now.picture?.tray.side ?? null) : null;
  }
  /** Nothing on this screen may tell what the other side has done. */
  get hangs(): boolean {
    if (this.#side === null) return false;
    return this.#apart === "asked" || (this.#seen.now.hidden && this.#shown !== this.#side);
  }
  /** The cloth hangs because a side wants to give standing orders, not because of what lies on the table. */
  get apart(): boolean {
    return this.#apart === "asked";
  }
  /** Whether two sit here, so that what one of them alone may see waits for the other to look away. */
  get shared(): boolean {
    return this.#side !== null;
  }
  /** Whether standing orders lie open for whoever has held the button. */
  get opened(): boolean {
    return this.#apart === "shown";
  }
  /** The side to act wants to give standing orders, or has done so. */
  part(): void {
    this.#apart = this.#apart === "" && this.#side !== null ? "asked" : "";
  }
  get side(): Side {
    return this.#side ?? 0;
  }
  /** Nothing is secret: the other side has begun, and has done nothing yet. */
  get handed(): boolean {
    return this.#side !== null && !this.hangs && this.#ready !== null && this.#ready !== this.#side;
  }
  ready(): void {
    this.#ready = this.#side;
  }
  /** The position has changed: as long as nothing is secret, whoever acts sits here. */
  follow(position: number): void {
    const side = this.#side;
    if (side === null) return;
    if (!this.#seen.now.hidden) this.#shown = side;
    this.#ready ??= side;
    if (position > this.#since) {
      this.#since = position;
      this.#apart = "";
      this.#ready = this.#seen.now.log.at(-1)?.side ?? this.#ready;
    }
  }
  #since = 0;
  lift(): void {
    if (this.#apart) this.#apart = "shown";
    this.#shown = this.#ready = this.#side;
    this.touched();
  }
  /** The cloth comes back, where something is secret; standing orders are put away. */
  fall(): void {
    this.#apart = "";
    if (this.#side !== null && this.#seen.now.hidden) this.#shown = null;
  }
  touched(): void {
    clearTimeout(this.#timer);
    const secret = this.#seen.now.hidden || this.opened;
    if (this.#side !== null && secret && !this.hangs) this.#timer = setTimeout(() => this.fall(), ALONE);
  }
  close(): void {
    clearTimeout(this.#timer);
  }
}
