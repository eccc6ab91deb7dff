/** The study of a game as it is at hand: at which line of the game or of a variation it is open, and what changes it. */
import { browserKeep } from "../api/tokens";
import { say } from "../language/language";
import { link } from "../match/link";
import { watchTokenOf } from "../match/moment";
import { api, branchOff, go, told } from "../pages/here";
import type { Watched } from "../pages/replay/watched.svelte";
import { boardOf } from "./branching";
import {
  blank,
  keepStudy,
  named,
  noteAt,
  packed,
  studyOf,
  withArrow,
  withBranch,
  withoutArrows,
  withoutBranch,
  withText,
  type Arrow,
  type Branch,
  type Study,
} from "./board";

export class Studying {
  study: Study = $state.raw(blank("", ""));
  /** The variation whose lines are shown; none is the game. */
  here = $state("");
  said = $state("");
  /** The link that carries it. */
  made = $state("");
  /** A variation is being begun. */
  busy = $state(false);

  readonly home: string;
  readonly #keep = browserKeep();
  readonly #watched: Watched;
  /** Only what was asked for last is gone to. */
  #asked = 0;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.home = boardOf(watched.id);
    this.study = studyOf(this.#keep, watched.id) ?? blank(watched.id, watched.seat?.title ?? "");
  }
  readonly note = $derived.by(() => noteAt(this.study, this.here, this.#watched.reel.at));
  readonly title = $derived.by(
    () => this.#watched.seat?.title || this.study.title || this.#watched.view?.scenario || say("A game"),
  );
  nameOf(match: string): string {
    return this.#branch(match)?.name ?? "";
  }
  #branch(match: string): Branch | undefined {
    return this.study.branches.find((one) => one.match === match);
  }

  // Where it is open.

  /** To a moment of the game or of a variation. */
  async goTo(to: string, moment: number | null): Promise<void> {
    const { reel, table, view } = this.#watched;
    this.#watched.trouble = "";
    if (to === this.here && moment !== null && reel.lines.length > 0) return reel.go(moment);
    const turn = ++this.#asked;
    const found = this.#branch(to);
    try {
      const source = found ? api.table(found.match, found.watch) : table!;
      const lines = await source.allLines(0, found ? (await source.view()).head : view!.head);
      if (turn !== this.#asked) return;
      this.here = found ? to : "";
      reel.open(lines, moment ?? (found ? Math.min(lines.length, found.from + 1) : null));
    } catch (error) {
      this.#watched.trouble = told(error);
    }
  }

  // What is said and drawn.

  #change(next: Study): void {
    this.study = next;
    [this.made, this.said] = ["", ""];
    if (!keepStudy(this.#keep, next))
      this.#watched.trouble = say("This browser has no room left to keep the study; take its link.");
  }
  write(text: string): void {
    this.#change(withText(this.study, this.here, this.#watched.reel.at, text));
  }
  draw(arrow: Arrow): void {
    this.#change(withArrow(this.study, this.here, this.#watched.reel.at, arrow));
  }
  wipe(): void {
    this.#change(withoutArrows(this.study, this.here, this.#watched.reel.at));
  }

  // Variations.

  /** Something else from here: a game of its own, which begins here. */
  async vary(typed: boolean): Promise<void> {
    const branch = this.#branch(this.here);
    const source = branch ? api.table(branch.match, branch.watch) : this.#watched.table!;
    const { at } = this.#watched.reel;
    [this.busy, this.#watched.trouble] = [true, ""];
    try {
      const title = say("Variation of {title}", { title: this.title });
      const { match, watch, forked } = await branchOff(source, { position: at, typed }, title, `${this.home}/${at}`);
      const name = say("Variation {n}", { n: this.study.branches.length + 1 });
      this.#change(withBranch(this.study, { match, watch, from: forked, name }));
      go(`match/${encodeURIComponent(match)}`);
    } catch (error) {
      this.#watched.trouble = told(error);
    }
    this.busy = false;
  }
  rename({ match, name }: Branch, to: string): void {
    this.#change(named(this.study, match, to || name));
  }
  forget({ match, from }: Branch): void {
    if (this.here === match) void this.goTo("", from);
    this.#change(withoutBranch(this.study, match));
  }

  /** The link, copied if the browser does that. */
  async share(): Promise<void> {
    const { seat, table } = this.#watched;
    try {
      const watch = await watchTokenOf(seat!, async () => (await table!.watch()).watch);
      this.made = link(`study/open/${await packed({ ...this.study, watch, title: this.title })}`);
    } catch (error) {
      this.#watched.trouble = told(error);
      return;
    }
    try {
      await navigator.clipboard.writeText(this.made);
      this.said = say(
        "Copied. Whoever opens it sees this game with your notes and variations, and changes nothing of yours.",
      );
    } catch {
      this.said = say("Select the link and copy it: this browser does not copy by itself here.");
    }
  }
}
