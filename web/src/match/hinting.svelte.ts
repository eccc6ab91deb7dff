/** The guide without its drawing: the step that fits now, what was done already, and the one before. */
import { get } from "svelte/store";
import type { Frame } from "./frame.svelte";
import type { MatchHand } from "./hand.svelte";
import { andSeen, HINTS, hintFor, seenOf, WAITING, type Hint, type Sight, type Words } from "./hints";
import type { Seen } from "./seen.svelte";
import { settings, type Settings } from "./settings";
import { say } from "../language/language";

export interface Shown extends Words {
  readonly at: string;
  readonly done: number;
  readonly of: number;
}

export class Hinting {
  hint: Hint | undefined = $state.raw(undefined);
  /** The one that was shown before, while it is looked at again. */
  #again: Hint | undefined = $state.raw(undefined);
  #last: Hint | undefined = $state.raw(undefined);
  #done = $state(0);
  readonly #seen: Seen;
  readonly #hand: MatchHand;
  readonly #frame: Frame;

  constructor(seen: Seen, hand: MatchHand, frame: Frame) {
    this.#seen = seen;
    this.#hand = hand;
    this.#frame = frame;
  }

  readonly sight = $derived.by((): Sight => {
    const { now, mine, playing, tray, unit, selected, asked, terrain } = this.#seen;
    const { survey, intent } = this.#hand;
    const dice = tray?.dice ?? [];
    const own = mine && !playing;
    return {
      table: terrain?.table ?? "squares",
      mine: own && (tray?.round ?? 0) > 0,
      placing:
        own && (tray?.spots.length ?? 0) + (tray?.todo ?? []).filter((one) => this.#besides(one.unit)).length > 0,
      rolls: own && tray?.todo.length === 0 && this.#rolls,
      left: tray?.plan?.fixed ? 0 : (tray?.todo.length ?? 0),
      chosen: selected !== null,
      reach: unit?.pose != null && (survey?.bands.length ?? 0) > 0,
      keeps: (tray?.slots?.keep ?? 0) > 0,
      ghost: intent?.kind === "pose" && unit?.pose != null,
      dice: dice.filter((die) => die.state !== "used").length,
      undoable: now.undo === "" && now.undoes !== "",
      moved: dice.some((die) => die.state === "used"),
      targets: survey?.aims.some((aim) => aim.preview.odds) ?? false,
      aimed: intent?.kind === "target",
      touch: this.#frame.phone,
      window: asked !== null,
      pull: survey?.move != null,
    };
  });
  /** All there is to do is to throw dice, and this side goes on, or whom they choose. */
  get #rolls(): boolean {
    const { tray } = this.#seen;
    const [button, ...more] = tray?.buttons ?? [];
    return more.length === 0 && button !== undefined && button.rolls && [tray!.side, null].includes(button.next);
  }
  #besides(unit: number): boolean {
    return this.#seen.picture?.pieces.find(({ id }) => id === unit)?.pose === null;
  }

  /** What the guide says: the step that fits, or else what fits and was seen before. */
  readonly shown = $derived.by((): Shown | undefined => {
    const { mine, now } = this.#seen;
    if (!mine && !now.result && !this.#again && (now.picture?.tray.round ?? 0) > 0)
      return { lead: say(WAITING.lead), sentence: say(WAITING.sentence), at: "", done: this.#done, of: HINTS.length };
    const hint = this.#again ?? this.hint ?? HINTS.find(({ when }) => when(this.sight));
    if (!hint) return undefined;
    const at = hint === this.hint ? hint.at : "";
    return { ...hint.words(this.sight), at, done: this.#done, of: HINTS.length };
  });
  get canBack(): boolean {
    return this.#last !== undefined && this.#again === undefined && this.hint !== undefined;
  }
  back(): void {
    this.#again = this.#last;
  }

  /** Something has changed: a step that no longer fits was done, and the next comes. */
  follow(sight: Sight, { guide, seen }: Settings): void {
    this.#done = seenOf(seen);
    if (guide === "off") return void (this.hint = undefined);
    if (this.hint && !this.hint.when(sight)) return this.close();
    const next = hintFor(seen, sight);
    if (next === this.hint) return;
    this.hint = next;
    this.#again = undefined;
  }
  close(): void {
    const { hint } = this;
    this.hint = undefined;
    if (!hint) return;
    this.#last = hint;
    settings.set({ ...get(settings), seen: andSeen(get(settings).seen, hint.id) });
  }
}
