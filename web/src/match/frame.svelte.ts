/** The frame of the battle screen: which tab, panel and height of the sheet is shown, and how the table is turned. */
import { PHONE } from "../stage/camera.svelte";
import type { Point } from "../stage/points";
import type { Seen } from "./seen.svelte";
import { Turning, type Turned } from "./turning.svelte";

export type Tab = "result" | "volley" | "log" | "units" | "rules";
export type Panel = "" | "help" | "settings" | "menu" | "dice" | "seat" | "ruling";
export type Layout = "wide" | "middle" | "phone";
/** The sheet of a phone: prompt and buttons alone, all its rows, or with log, units and rules above them. */
export type Sheet = "low" | "rest" | "full";
const HEIGHTS: readonly Sheet[] = ["low", "rest", "full"];

/** A phone that lies on its side has no height for a sheet: it has dock and panel, made smaller. */
export const isLying = (width: number, height: number): boolean => height < 480 && width >= 560 && width < 1200;
/** How much larger all around the table is than usual, by the size of text that is wanted; the styles have the same. */
export const SIZES = { normal: 1, large: 1.12, largest: 1.25, double: 1.33 } as const;
/** Which of the three layouts a window has: larger text has less room. */
export function layoutOf(width: number, height: number, size = 1): Layout {
  if (isLying(width, height)) return "middle";
  return width / size >= 1200 ? "wide" : width / size >= 700 ? "middle" : "phone";
}

export class Frame {
  tab: Tab = $state("log");
  panel: Panel = $state("");
  /** Only a hand changes it. */
  sheet: Sheet = $state("rest");
  /** Units that the list of units points out: those that the dock had no room for. */
  lit: readonly number[] = $state.raw([]);
  /** The unit that the log is searched for. */
  sought: number | null = $state(null);
  /** On a phone the guide stands in the place of the prompt. */
  guiding = $state(false);
  /** The full names of all units stand on the board; where there are keys, Alt does it for as long as it is held. */
  named = $state(false);
  /** The rule that is shown, and what was open when it was asked for. */
  rule = $state("");
  #before: { readonly tab: Tab; readonly sheet: Sheet } | null = $state.raw(null);
  width = $state(1440);
  height = $state(900);
  size = $state(1);
  /** How wide and high the table's place is. */
  box: Point = $state.raw([1092, 732]);
  readonly #seen: Seen;
  readonly #turning: Turning;

  constructor(seen: Seen) {
    this.#seen = seen;
    this.#turning = new Turning(turnedOf(this, seen));
  }

  get layout(): Layout {
    return layoutOf(this.width, this.height, this.size);
  }
  /** Dock and panel side by side leave the dock little room. */
  get narrow() {
    return this.layout === "middle" && !this.lying && this.width / this.size < 900;
  }
  get lying() {
    return isLying(this.width, this.height);
  }
  get phone() {
    return this.layout === "phone";
  }

  // ---- tabs, panels, the sheet ----
  // The volley has its tab for as long as there is one.
  readonly planned = $derived.by(() => {
    const { plan, mine } = this.#seen;
    return plan !== null && (plan.rows.length > 0 || mine);
  });
  get tabs(): Tab[] {
    const first = this.#seen.now.result ? "result" : this.planned ? "volley" : null;
    return [...(first ? [first] : []), "log", "units", "rules"] as Tab[];
  }
  /** A volley begins or is over. */
  followPlan(): void {
    if (this.planned && this.tab === "log") this.tab = "volley";
    else if (!this.planned && this.tab === "volley") this.tab = "log";
  }
  open(tab: Tab): void {
    this.tab = tab;
    if (this.phone && !this.#seen.now.result) this.sheet = "full";
  }
  /** A tab by its key: pressed again, the sheet sinks. */
  show(tab: Tab): void {
    this.tab = this.#seen.now.result && this.tab === tab ? "result" : tab;
    if (this.#seen.now.result) return;
    if (this.phone) this.sheet = this.sheet === "full" ? "rest" : "full";
  }
  openRule(id: string): void {
    if (this.tab !== "rules") this.#before = { tab: this.tab, sheet: this.sheet };
    this.rule = id;
    this.open("rules");
  }
  /** Back to where a rule was asked for, if there is such a place. */
  get leaveRule(): (() => void) | undefined {
    const before = this.#before;
    if (!before || this.tab !== "rules") return undefined;
    return () => {
      this.#before = null;
      this.tab = this.tabs.includes(before.tab) ? before.tab : "log";
      this.sheet = before.sheet;
    };
  }
  /** Shows what the log tells of a unit. */
  seek(unit: number): void {
    this.sought = unit;
    this.open("log");
  }
  toggle(panel: Panel): void {
    this.panel = this.panel === panel ? "" : panel;
  }
  /** Shows units in their list, pointed out. */
  light(units: readonly number[]): void {
    this.lit = units;
    this.open("units");
  }
  /** The handle of the sheet, pulled up or down, or pressed. */
  pull(by: 1 | -1): void {
    const at = HEIGHTS.indexOf(this.sheet) + by;
    this.sheet = HEIGHTS[Math.min(Math.max(at, 0), HEIGHTS.length - 1)]!;
  }
  nextHeight(): void {
    this.sheet = this.sheet === "rest" ? "full" : "rest";
  }

  // ---- turning ----
  /** Quarter turns, clockwise. */
  get flip(): number {
    return this.#turning.flip;
  }
  turnTo(flip: number): void {
    this.#turning.turnTo(flip);
  }
  turn(): void {
    this.#turning.turn();
  }
}

/** What a battle's table is turned by. */
function turnedOf(frame: Frame, seen: Seen): Turned {
  return {
    get match() {
      return seen.now.view?.match ?? "";
    },
    get side() {
      const { view } = seen.now;
      return view?.side === 1 && !view.both ? 1 : 0;
    },
    get terrain() {
      return seen.terrain;
    },
    get pictures() {
      return [seen.picture, ...seen.now.log.map((line) => line.picture)];
    },
    get box() {
      return frame.box;
    },
    get phone() {
      return frame.width < PHONE;
    },
  };
}
