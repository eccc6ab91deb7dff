/** What this seat sees of a match: the table now, or as a plan would leave it, the chosen unit, and whose choice it is. */
import { EMPTY, pieceOf, type MatchState } from "./state";
import type { MatchStore } from "./store";
import { shortName, sideName } from "./words";
import { say } from "../language/language";

export class Seen {
  readonly store: MatchStore;
  #now: MatchState = $state.raw(EMPTY);
  readonly #stop: () => void;

  constructor(store: MatchStore) {
    this.store = store;
    this.#stop = store.subscribe((state) => (this.#now = state));
  }
  close(): void {
    this.#stop();
  }

  get now(): MatchState {
    return this.#now;
  }
  // Each by itself, so that the table is given something new only where it is new.
  /** While a plan is made, the table as it would leave it. */
  readonly picture = $derived.by(() => (this.now.playing ? null : this.now.rehearsed) ?? this.now.picture);
  readonly tray = $derived.by(() => this.picture?.tray);
  readonly plan = $derived.by(() => this.tray?.plan ?? null);
  readonly terrain = $derived.by(() => this.now.terrain);
  readonly playing = $derived.by(() => this.now.playing);
  readonly selected = $derived.by(() => this.now.selected);
  /** All that the chosen unit can do. */
  readonly surveyed = $derived.by(() => this.now.survey);
  readonly token = $derived.by(() => this.now.token);
  readonly unit = $derived.by(() =>
    this.picture && this.selected !== null ? pieceOf(this.picture, this.selected) : undefined,
  );
  readonly mine = $derived.by(() => !this.now.result && this.store.acts(this.tray?.side ?? null));
  readonly planning = $derived.by(() => this.plan !== null && !this.plan.fixed);
  readonly onPlane = $derived.by(() => this.terrain?.table === "free");
  /** This seat is asked in a window, at this position. */
  readonly asked = $derived.by(() => (this.mine && !this.playing && this.tray?.window ? this.now.position : null));

  nameOf(unit: number): string {
    return (this.picture && pieceOf(this.picture, unit)?.name) ?? "it";
  }
  shortNameOf(unit: number): string {
    const piece = this.picture && pieceOf(this.picture, unit);
    return piece ? shortName(piece) : "it";
  }
  /** Says why this seat cannot act now, if it cannot. */
  barred(): boolean {
    if (this.mine || this.now.result) return !this.mine;
    const side = this.tray?.side ?? null;
    const sentence = this.now.view?.watching
      ? say("You are watching this game")
      : side === null
        ? say("Nobody is to act now")
        : say("{side} is to act; you can look at everything", { side: sideName(side) });
    this.store.refuse({ rule: "", sentence, nearest: null });
    return true;
  }
}
