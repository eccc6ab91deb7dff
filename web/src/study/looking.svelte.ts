/** A look at a whole game by battles beside the server: it goes on in the background, and can be stopped and gone on with. */
import type { Table } from "../api/client";
import type { AnalysisView } from "../api/types";
import { askLook, lookOf, stopLook } from "./calls";
import { Following } from "./following.svelte";

export class Looking extends Following<AnalysisView> {
  readonly #table: Table;
  /** More is measured than before. */
  readonly #onmore: () => void;

  constructor(table: Table, onmore: () => void) {
    super();
    [this.#table, this.#onmore] = [table, onmore];
  }
  /** How far it is from an earlier time, or for somebody else; if it is under way, it is followed. */
  find = (): Promise<void> => this.follow(() => this.see());
  ask = (): Promise<void> => this.follow(() => this.begin());
  stop = (): Promise<void> => this.follow(() => stopLook(this.#table));

  protected begin(): Promise<AnalysisView> {
    return askLook(this.#table);
  }
  protected see(): Promise<AnalysisView> {
    return lookOf(this.#table);
  }
  #steps = -1;
  protected heard({ state, steps }: AnalysisView): void {
    const more = this.#steps >= 0 && (steps !== this.#steps || state === "done");
    if (more && state !== "busy") this.#onmore();
    this.#steps = steps;
  }
}
