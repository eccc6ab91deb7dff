/** A way in the making: corners that are fixed, the leg that follows the hand, and a turn on the spot at its end. */
import { wayIn, wayOrder } from "../api/orders";
import type { Order, Place, Pose, Preview, Way } from "../api/types";
import { legalOf } from "./intent";
import { follow, goneIn, stretchTo, swing, tidy, turnedIn, within, type Path, type Stretch } from "./path";
import { alongPath, bearingTo } from "./plane";
import type { Question } from "./question.svelte";
import type { TableScenery } from "./scenery.svelte";

export class Leading {
  corners: Path = $state.raw([]);
  /** Where the corners end, as the referee has it. */
  #turned: Pose | null = $state.raw(null);
  #live: Stretch = $state.raw([0, 0]);
  #pivot = $state(0);
  /** Where on its line a unit comes back; once that is fixed, it flies on from there. */
  entered: Pose | null = $state.raw(null);
  fixed = $state(false);
  /** What the unit has to move and turn with, as the referee told it for the order that moves it. */
  #figures: { readonly template: Order; readonly way: Way } | null = $state.raw(null);
  readonly #scenery: TableScenery;
  readonly #question: Question;

  constructor(scenery: TableScenery, question: Question) {
    this.#scenery = scenery;
    this.#question = question;
  }

  get start() {
    return this.#scenery.entry ? this.entered : (this.#scenery.chosen?.pose ?? null);
  }
  /** A unit that comes back slides along its line first. */
  get sliding() {
    return this.#scenery.entry !== null && !this.fixed;
  }
  readonly path = $derived.by(() => tidy([...this.corners, this.#live, [this.#pivot, 0]]));
  /** Where the corners end, or where the unit stands. */
  get from() {
    return this.#turned ?? (this.start ? (follow(this.start, this.corners).at(-1) ?? null) : null);
  }

  /**
   * The way as far as the hand itself can tell it, until the referee answers: the path, no longer than there is movement for, by the
   * figures of his last answer. Where that answer stopped short on nearly the same leg, it stops there too.
   */
  readonly sketch = $derived.by((): Way | null => {
    const { start, path } = this;
    if (!start || path.length === 0) return null;
    const { answer } = this.#question;
    const known = answer?.preview.way ?? this.#known;
    if (!known) return null;
    const told = answer?.preview.refusal ? legalOf(answer) : null;
    const legs = within(path, told ? wayIn(told) : null, known.move);
    return {
      poses: follow(start, legs),
      swept: [],
      slow: [],
      cost: goneIn(legs),
      move: known.move,
      turned: Math.min(turnedIn(legs), known.turn),
      turn: known.turn,
      ...(known.least === undefined ? {} : { least: known.least }),
    };
  });

  get #known(): Way | null {
    return this.#figures?.template === this.#scenery.template ? this.#figures.way : null;
  }
  /** Asks once, with a step of a millimetre, what there is to move and turn with, so that the first pull is drawn at once. */
  async learn(ask: (order: Order) => Promise<Preview>): Promise<void> {
    const { template } = this.#scenery;
    if (!template || this.#known) return;
    try {
      const { way } = await ask(wayOrder(template, [[0, 100]], null));
      if (way) this.#figures = { template, way };
    } catch {
      // Nothing is known of it, then: the first pull waits for its answer.
    }
  }

  #ask(): void {
    const { template, entry } = this.#scenery;
    if (!template) return;
    if (this.path.length === 0) return this.#question.forget();
    this.#question.want(wayOrder(template, this.path, entry && this.entered));
  }
  /** The leg follows the hand, or the unit slides along its line. */
  pull(place: Place): void {
    if (this.sliding) return this.enterAt(place);
    if (!this.#scenery.template || !this.from) return;
    this.#live = stretchTo(this.from, place);
    this.#ask();
  }
  enterAt(place: Place): void {
    const { entry } = this.#scenery;
    const line = (entry?.zones[0] ?? []).map((end) => ({ ...end, bearing: 0 }));
    const { x, y } = alongPath(line, place).place;
    this.entered = { x: Math.round(x), y: Math.round(y), bearing: this.entered?.bearing ?? entry?.heading ?? 0 };
  }
  /** Turns where it ends, by so many degrees, or towards a place. */
  turnBy(degrees: number): void {
    if (this.sliding && this.entered) {
      this.entered = { ...this.entered, bearing: (this.entered.bearing + degrees + 360) % 360 };
      return;
    }
    this.#pivot += degrees;
    this.#ask();
  }
  turnTowards(middle: Place, place: Place): void {
    if (!this.from) return;
    this.#pivot = swing(bearingTo(middle, place) - this.from.bearing - this.#live[0]);
    this.#ask();
  }

  /** Fixes what is pulled so far: the next leg starts there. */
  async corner(): Promise<void> {
    if (!this.#scenery.template || this.path.length === 0) return;
    await this.#question.settled();
    const { answer } = this.#question;
    const order = answer && legalOf(answer);
    if (!order || !answer.preview.way) return;
    this.corners = wayIn(order);
    this.#turned = answer.preview.way.poses.at(-1) ?? null;
    [this.#live, this.#pivot] = [[0, 0], 0];
  }
  uncorner(): void {
    if (this.corners.length > 0) this.#become(this.corners.slice(0, -1));
  }
  /** Takes a whole path, as it was spelt. */
  spelt(path: Path): void {
    this.#become(path);
  }
  #become(path: Path): void {
    this.corners = path;
    [this.#turned, this.#live, this.#pivot] = [null, [0, 0], 0];
    this.#ask();
  }
  /** The leg that follows the hand is let go. */
  slacken(): void {
    this.#live = [0, 0];
  }
  clear(): void {
    this.fixed = false;
    this.corners = [];
    [this.#turned, this.#live, this.#pivot] = [null, [0, 0], 0];
  }
}
