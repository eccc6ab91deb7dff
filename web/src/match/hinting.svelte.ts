/** First-run hints: one at a time; what was done or closed has been seen. */
import { get } from "svelte/store";
import type { Frame } from "./frame.svelte";
import type { MatchHand } from "./hand.svelte";
import { andSeen, hintFor, type Hint, type Sight } from "./hints";
import type { Seen } from "./seen.svelte";
import { settings, type Settings } from "./settings";

export class Hinting {
  hint: Hint | undefined = $state.raw(undefined);
  readonly #seen: Seen;
  readonly #hand: MatchHand;
  readonly #frame: Frame;

  constructor(seen: Seen, hand: MatchHand, frame: Frame) {
    this.#seen = seen;
    this.#hand = hand;
    this.#frame = frame;
  }

  readonly sight = $derived.by((): Sight => {
    const { now, mine, playing, tray, unit, selected, asked } = this.#seen;
    const { survey, intent } = this.#hand;
    const dice = tray?.dice ?? [];
    return {
      mine: mine && !playing && (tray?.round ?? 0) > 0,
      left: tray?.todo.length ?? 0,
      chosen: selected !== null,
      reach: unit?.pose != null && (survey?.bands.length ?? 0) > 0,
      ghost: intent?.kind === "pose" && unit?.pose != null,
      dice: dice.filter((die) => die.state !== "used").length,
      undoable: now.undo === "" && now.undoes !== "",
      moved: dice.some((die) => die.state === "used"),
      targets: survey?.aims.some((aim) => aim.preview.odds) ?? false,
      aimed: intent?.kind === "target",
      phone: this.#frame.phone,
      window: asked !== null,
      pull: survey?.move != null,
    };
  });

  /** Something has changed: the hint goes where it no longer fits, or one comes. */
  follow(sight: Sight, { hints, seen }: Settings): void {
    if (this.hint && !this.hint.when(sight)) this.close();
    else this.hint = hints ? hintFor(seen, sight) : undefined;
  }
  close(): void {
    const { hint } = this;
    if (hint) settings.set({ ...get(settings), seen: andSeen(get(settings).seen, hint.id) });
    this.hint = undefined;
  }
}
