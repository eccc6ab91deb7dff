/** The frame of the battle screen: which tab, panel and height of the sheet is shown, and how the table is turned. */
import { edgeOf } from "../board/layout";
import { PHONE } from "../stage/camera.svelte";
import type { Point } from "../stage/points";
import { keepTurned, turnedIn, turnsFor } from "./lying";
import type { Seen } from "./seen.svelte";

export type Tab = "volley" | "log" | "units" | "rules";
export type Panel = "" | "help" | "settings" | "menu" | "dice";
const NEXT = { peek: "half", half: "full", full: "peek" } as const;

export class Frame {
  tab: Tab = $state("log");
  panel: Panel = $state("");
  sheet: "peek" | "half" | "full" = $state("peek");
  /** The rule that is shown. */
  rule = $state("");
  width = $state(1440);
  /** How wide and high the table's place is. */
  box: Point = $state.raw([1092, 732]);
  /** What a hand has added to how the table lies; none until it did. */
  #turned: number | null = $state(null);
  readonly #seen: Seen;

  constructor(seen: Seen) {
    this.#seen = seen;
  }

  get phone() {
    return this.width <= 640;
  }

  // ---- tabs, panels, the sheet ----
  // The volley has its tab for as long as there is one.
  readonly planned = $derived.by(() => {
    const { plan, mine } = this.#seen;
    return plan !== null && (plan.rows.length > 0 || mine);
  });
  get tabs(): Tab[] {
    return [...(this.planned ? ["volley" as const] : []), "log", "units", "rules"];
  }
  /** A volley begins or is over. */
  followPlan(): void {
    if (this.planned && this.tab === "log") this.tab = "volley";
    else if (!this.planned && this.tab === "volley") this.tab = "log";
  }
  /** The sheet rises with the choice and not with the aim, so that nothing moves under a finger that is about to commit. */
  followChoice(chosen: boolean): void {
    if (chosen && this.sheet === "peek") this.sheet = "half";
    else if (!chosen && this.sheet === "half") this.sheet = "peek";
  }
  open(tab: Tab): void {
    this.tab = tab;
    if (this.phone) this.sheet = "full";
  }
  /** A tab by its key: pressed again, the sheet sinks. */
  show(tab: Tab): void {
    this.tab = tab;
    if (this.phone) this.sheet = this.sheet === "full" ? "peek" : "full";
  }
  openRule(id: string): void {
    this.rule = id;
    this.open("rules");
  }
  toggle(panel: Panel): void {
    this.panel = this.panel === panel ? "" : panel;
  }
  nextHeight(): void {
    this.sheet = NEXT[this.sheet];
  }

  // ---- turning ----
  get #side() {
    const { view } = this.#seen.now;
    return view?.side === 1 && !view.both ? 1 : 0;
  }
  /** Your zone: it is drawn while tanks are put down, and remembered from the log. */
  readonly #zone = $derived.by(() => {
    const { picture, now } = this.#seen;
    for (const one of [picture, ...now.log.map((line) => line.picture)]) {
      const found = one?.marks.find((mark) => mark.kind === "zone" && mark.side === this.#side);
      if (found) return found.at;
    }
    return undefined;
  });
  /** Your edge at the left or the bottom, and the table as large as it goes. */
  readonly #home = $derived.by(() => {
    const { terrain } = this.#seen;
    if (!terrain) return 0;
    const usual = this.#side ? "right" : "left";
    const edge = this.#zone ? edgeOf(this.#zone, terrain.columns, terrain.rows) : usual;
    return turnsFor(terrain, edge, this.box, this.width < PHONE);
  });
  get #match() {
    return this.#seen.now.view?.match ?? "";
  }
  readonly #kept = $derived.by(() => turnedIn(this.#match));
  /** Quarter turns, clockwise. */
  readonly flip = $derived.by(() => (this.#home + (this.#turned ?? this.#kept)) % 4);
  turnTo(flip: number): void {
    this.#turned = (flip - this.#home + 4) % 4;
    keepTurned(this.#match, this.#turned);
  }
  turn(): void {
    this.turnTo((this.flip + 1) % 4);
  }
}
