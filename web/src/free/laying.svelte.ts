/** What is put somewhere: a unit, a thing or an aim that the hand carries, or a bomb somewhere along the path that was flown. */
import { dropOrder, headingIn, putOrder } from "../api/orders";
import type { Order, Place, Preview } from "../api/types";
import { fraction } from "../stage/odds";
import { alongPath, bearingTo, CM, distance, lengthOf, pointAlong } from "./plane";
import type { Question } from "./question.svelte";
import type { TableScenery } from "./scenery.svelte";

/** How near to a base an aim is drawn to its middle: in pixels, and at least so many 1/100 mm. */
const SNAP = { pixels: 9, least: 0.5 * CM };
/** How far from an enemy others are looked for, so that a shell falls between them. */
const AROUND = 8 * CM;

export class Laying {
  /** Where something is put, and which way; or how far along the path it is dropped. */
  spot: Place | null = $state.raw(null);
  heading = $state(0);
  along: number | null = $state(null);
  readonly #scenery: TableScenery;
  readonly #question: Question;
  readonly #scale: () => number;

  constructor(scenery: TableScenery, question: Question, scale: () => number) {
    this.#scenery = scenery;
    this.#question = question;
    this.#scale = scale;
  }

  get dropped() {
    const { slide } = this.#scenery;
    return slide && this.along !== null ? pointAlong(slide.path ?? [], this.along) : null;
  }

  /** Near a base an aim is drawn to its middle; what goes over an edge keeps to it. */
  #snapped(place: Place): Place {
    const { put, pieces } = this.#scenery;
    const [line] = put?.zones.filter((zone) => zone.length === 2) ?? [];
    if (line) {
      const ends = line.map((end) => ({ ...end, bearing: 0 }));
      const { x, y } = alongPath(ends, place).place;
      return { x: Math.round(x), y: Math.round(y) };
    }
    if (!put || put.length > 0) return this.#scenery.within(place);
    const near = pieces
      .flatMap(({ pose }) => (pose ? [pose] : []))
      .sort((a, b) => distance(a, place) - distance(b, place))[0];
    const within = Math.max(SNAP.least, (SNAP.pixels / this.#scale()) * 100);
    return near && distance(near, place) < within ? { x: near.x, y: near.y } : place;
  }
  carryTo(place: Place, snap = true): void {
    const { put } = this.#scenery;
    if (!put) return;
    const next = snap ? this.#snapped(place) : place;
    const { answer } = this.#question;
    const there = this.spot && next.x === this.spot.x && next.y === this.spot.y;
    // What has been answered is not asked again: a click on it commits.
    if (there && answer && (!put.turns || headingIn(answer.order) === this.heading)) return;
    this.spot = next;
    this.#question.want(putOrder(put, next, this.heading));
  }
  turnBy(degrees: number): void {
    this.heading = (this.heading + degrees + 360) % 360;
    if (this.spot) this.carryTo(this.spot, false);
  }
  turnTowards(place: Place): void {
    if (!this.spot) return;
    this.heading = bearingTo(this.spot, place);
    this.carryTo(this.spot, false);
  }

  slideTo(place: Place): void {
    const { slide } = this.#scenery;
    if (slide) this.drop(alongPath(slide.path ?? [], place).along);
  }
  drop(far: number): void {
    const { slide } = this.#scenery;
    if (!slide) return;
    const next = Math.min(Math.max(far, 0), Math.floor(lengthOf(slide.path ?? [])));
    if (this.#question.answer && next === this.along) return;
    this.along = next;
    const order = dropOrder(slide, next);
    if (order) this.#question.want(order);
  }

  /** Carries an aim to the best of a few points near the enemy under it: its middle, and halfway to those around it. */
  async best(under: Place | null, ask: ((order: Order) => Promise<Preview>) | undefined): Promise<void> {
    const { put, pieces, chosen } = this.#scenery;
    if (!put || put.length > 0 || !ask || !chosen) return;
    const enemies = pieces.flatMap(({ pose, side, wreck }) => (pose && !wreck && side !== chosen.side ? [pose] : []));
    const at = this.spot ?? under ?? chosen.pose ?? { x: 0, y: 0 };
    const [near, ...others] = enemies.sort((a, b) => distance(a, at) - distance(b, at));
    if (!near) return;
    const between = others
      .filter((one) => distance(one, near) < AROUND)
      .slice(0, 4)
      .map((one) => ({ x: Math.round((one.x + near.x) / 2), y: Math.round((one.y + near.y) / 2) }));
    const points: Place[] = [near, ...between];
    const worth = await Promise.all(
      points.map(async (point) => {
        const { refusal, fall } = await ask(putOrder(put, point, this.heading));
        if (refusal || !fall) return -1;
        return fall.struck.reduce((sum, { chance, friend }) => sum + (friend ? -1 : 1) * fraction(chance), 0);
      }),
    );
    this.carryTo(points[worth.indexOf(Math.max(...worth))] ?? near, false);
  }
  clear(): void {
    [this.spot, this.along] = [null, null];
  }
}
