/** What the hand holds in a match: what it aims at, how it is to fire, what it tows or places, and what that comes to. */
import { tick } from "svelte";
import type { FreeIntent } from "../free/intent";
import type { BestShot, Order, Preview } from "../api/types";
import { aimAt, sameAim, type Aimed } from "../stage/aims";
import { stepIn } from "./commands";
import { intentOf, type Intent } from "./intent";
import type { Looking } from "./looking.svelte";
import {
  byChance,
  cellsShown,
  choicesOf,
  hasCells,
  isOpen,
  modeOf,
  towsIn,
  withFiring,
  withToken,
  withTow,
  type Firing,
} from "./reach";
import type { Seen } from "./seen.svelte";
import { pieceOf } from "./state";
import { strayedTo } from "./stray";
import { numberOf } from "./words";

/** The kind of tile that a label names; counts follow it. */
export const kindIn = (label: string): string => label.split(" · ")[0] ?? "";

export class MatchHand {
  aim: Aimed | null = $state.raw(null);
  /** What is led, put or dropped on a free table. */
  led: FreeIntent | null = $state.raw(null);
  /** The best shot from a place that was aimed at, as the referee said it. */
  #foreseen: { readonly aim: Aimed | null; readonly then: BestShot | null } | null = $state.raw(null);
  firing: Firing = $state.raw({ mode: "", choice: "", cells: null });
  #towing: number | null = $state(null);
  /** Of several kinds of tiles to place, the one in the hand, by its name, since the counts change. */
  #kind = $state("");
  /** Who fired at whom: after a weapon has fired the next one is chosen, with the same target aimed at. */
  #engaged: { readonly unit: number; readonly target: number } | null = null;
  readonly #seen: Seen;
  readonly #looking: Looking;

  constructor(seen: Seen, looking: Looking) {
    this.#seen = seen;
    this.#looking = looking;
  }

  // ---- what comes of it ----
  /** Asks the referee what an order would come to after some others. */
  async foresee(order: Order, before: readonly Order[]): Promise<Preview> {
    const { aim } = this;
    const preview = await this.#seen.store.preview(order, before);
    this.#foreseen = { aim, then: preview.forecast?.then ?? null };
    return preview;
  }
  /** The best shot from the place that is aimed at, once it is known. */
  get then(): BestShot | null {
    return this.aim && this.#foreseen && sameAim(this.aim, this.#foreseen.aim) ? this.#foreseen.then : null;
  }

  // ---- what it can do ----
  /** What the unit pulls along; what can go nowhere without it, pulls. */
  readonly tow = $derived.by(() => {
    const { surveyed } = this.#seen;
    if (!surveyed || this.#towing !== null) return this.#towing;
    return withTow(surveyed, null).bands.length === 0 ? (towsIn(surveyed)[0] ?? null) : null;
  });
  /** What the chosen unit can do with that in tow, with the chosen die, as it is to fire. */
  readonly survey = $derived.by(() => {
    const { surveyed, token } = this.#seen;
    return surveyed && withFiring(withToken(withTow(surveyed, this.tow), token), this.firing);
  });
  get kind() {
    const spots = this.#seen.tray?.spots ?? [];
    return Math.max(
      0,
      spots.findIndex(({ label }) => kindIn(label) === this.#kind),
    );
  }
  /** On a free table: the weapon whose row is chosen. */
  get mode() {
    const { surveyed, onPlane } = this.#seen;
    if (!onPlane || !surveyed) return undefined;
    const usual = modeOf(surveyed, "");
    const wanted = this.firing.mode || usual;
    return surveyed.modes.find(({ name }) => name === wanted) ?? surveyed.modes.find(({ name }) => name === usual);
  }

  // ---- what it is about to do ----
  readonly intent = $derived.by((): Intent | null => {
    if (this.#seen.playing || this.#looking.look) return null;
    return intentOf(this.aim, this.survey, this.#seen.picture, this.kind) ?? this.led ?? this.#sole ?? this.#answer;
  });
  /** Where a unit can do one thing and no other, that is what it is about to do. */
  get #sole(): Intent | null {
    const { survey } = this;
    const [deed, ...more] =
      survey && survey.bands.length + survey.aims.length === 0 && !survey.move ? survey.deeds : [];
    const own = deed && more.length === 0 && this.#seen.mine && (survey?.puts?.length ?? 0) === 0;
    return own ? { kind: "deed", deed, orders: [deed.order] } : null;
  }
  /** In a window the best shot of the chosen unit is ready to be fired, wherever the pointer is on its way. */
  get #answer(): Intent | null {
    const { survey } = this;
    const { picture, asked } = this.#seen;
    const best = asked !== null && survey ? byChance(survey).find(isOpen) : undefined;
    return best ? intentOf({ kind: "target", unit: best.unit, cell: best.cell ?? null }, survey, picture) : null;
  }
  get target() {
    const { picture } = this.#seen;
    return picture && this.intent?.kind === "target" && this.intent.aim.unit !== null
      ? pieceOf(picture, this.intent.aim.unit)
      : undefined;
  }
  get choices() {
    return this.intent?.kind === "target" ? choicesOf(this.#seen.surveyed, this.intent.aim) : [];
  }
  get astray() {
    const { picture, unit } = this.#seen;
    return picture && this.intent?.kind === "target"
      ? strayedTo(this.intent.aim.preview.odds, picture.pieces, unit?.side)
      : [];
  }
  /** What is aimed at is done: who fires stays engaged. */
  engage(aim: Aimed): void {
    const { selected } = this.#seen;
    if (aim.kind === "target" && aim.unit !== null && selected !== null)
      this.#engaged = { unit: selected, target: aim.unit };
  }
  /** A survey has come: the next weapon of who is engaged takes up the same target. */
  reengage(): void {
    const next = this.#seen.onPlane ? this.#seen.surveyed : null;
    if (!next) return;
    const engaged = this.#engaged?.unit === next.unit ? this.#engaged : null;
    this.#engaged = null;
    const again = engaged && next.aims.find(({ unit, preview }) => unit === engaged.target && !preview.refusal);
    if (!again) return;
    this.firing = { ...this.firing, mode: again.mode ?? "" };
    this.aim = { kind: "target", unit: again.unit };
  }
  /** Another unit, or another position: each unit fires as is usual for it until it is told otherwise. */
  begin(): void {
    this.firing = { mode: "", choice: this.firing.choice, cells: null };
    this.#towing = null;
  }

  // ---- walking through what there is ----
  nextTarget(by: 1 | -1): void {
    const { survey, aim } = this;
    if (!survey) return this.#later(() => this.nextTarget(by));
    const next = stepIn(byChance(survey), aim?.kind === "target" ? aimAt(survey, aim.unit, aim.cell) : null, by);
    if (next) this.aim = { kind: "target", unit: next.unit, cell: next.cell ?? null };
  }
  nextMode(): void {
    const { surveyed } = this.#seen;
    if (!surveyed) return this.#later(() => this.nextMode());
    const modes = surveyed.modes.map(({ name }) => name);
    const next = stepIn(modes, modeOf(surveyed, this.firing.mode), 1);
    if (next !== undefined) this.chooseMode(next);
  }
  nextDice(): void {
    if (this.intent?.kind !== "target") return;
    const all = this.choices.map((aim) => aim.choice ?? "");
    const next = stepIn(all, this.intent.aim.choice ?? "", 1);
    if (next !== undefined) this.chooseDice(next);
  }
  nextDeed(): void {
    const { survey, aim } = this;
    if (!survey) return this.#later(() => this.nextDeed());
    const all = survey.deeds.map((_, at) => at);
    const next = stepIn(all, aim?.kind === "deed" ? aim.at : null, 1);
    if (next !== undefined) this.aim = { kind: "deed", at: next };
  }
  #later(act: () => void): void {
    this.#seen.store.later(act);
  }

  // ---- choosing ----
  /** Fires in another mode, or says why not. On a free table a closed weapon still shows its arc. */
  chooseMode(name: string): void {
    const refusal = this.#seen.surveyed?.modes.find((mode) => mode.name === name)?.refusal;
    if (refusal && !this.#seen.onPlane) return this.#seen.store.refuse(refusal);
    this.firing = { ...this.firing, mode: name, cells: null };
  }
  chooseDice(choice: string): void {
    this.firing = { ...this.firing, choice };
  }
  showCells(): void {
    const { surveyed } = this.#seen;
    if (!surveyed) return this.#later(() => this.showCells());
    if (hasCells(surveyed, this.firing)) this.firing = { ...this.firing, cells: !cellsShown(surveyed, this.firing) };
  }
  /** A deed is looked at; null when no longer. */
  aimDeed(at: number | null): void {
    if (at !== null) this.aim = { kind: "deed", at };
    else if (this.aim?.kind === "deed") this.aim = null;
  }
  /** Takes up what can be towed, or leaves it. */
  hitch(): void {
    const { surveyed } = this.#seen;
    if (!surveyed) return this.#later(() => this.hitch());
    const tows = towsIn(surveyed);
    this.#towing = tows[this.tow === null ? 0 : tows.indexOf(this.tow) + 1] ?? null;
  }
  chooseKind(at: number): void {
    this.#kind = kindIn(this.#seen.tray?.spots[at]?.label ?? "");
  }

  // ---- windows ----
  /** A window begins with its best shooter in the hand. */
  lookOut(): void {
    if (this.#seen.selected === null && this.#best) this.#seen.store.select(this.#best.unit);
  }
  /** A battle begins with its best shooter in the hand, and where no hand can rest on a target, with its best shot aimed. */
  takeUp(aims: boolean): void {
    if (aims && this.#best) this.react(this.#best.unit, this.#best.mode ?? "");
    else this.lookOut();
  }
  get #best() {
    const chance = (one: { readonly chance?: string | null }): number => numberOf(one.chance ?? "0");
    return [...(this.#seen.tray?.todo ?? [])].sort((a, b) => chance(b) - chance(a))[0];
  }
  /** The tank that reacts aims at once: at the target that is meant, or at its best one, where only one moves. */
  react(unit: number, mode: string, target?: number): void {
    const { store } = this.#seen;
    if (this.#seen.selected !== unit) store.select(unit);
    const best = async (): Promise<void> => {
      // Another unit fires as is usual for it; then it is told with what.
      await tick();
      if (mode) this.chooseMode(mode);
      const aims = this.survey ? byChance(this.survey) : [];
      const aim = aims.find((one) => one.unit === target) ?? aims[0];
      if (aim && this.#seen.selected === unit) this.aim = { kind: "target", unit: aim.unit, cell: aim.cell ?? null };
    };
    if (!store.later(() => void best())) void best();
  }
}
