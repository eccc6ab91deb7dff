/** Laying a turret by hand: on the piece, or on its ghost, so that hull and turret are set in one go. */
import { turretIn } from "../api/orders";
import { turretOf, withTurret } from "../stage/aims";
import { CELL, type Point } from "../stage/points";
import type { BoardHand } from "./hand.svelte";
import { apart, facingOf, squareOf, turretDeed } from "./state";

/** How far before the hull the muzzle lies, in board units: on a ghost beyond the arrows of its facings. */
const MUZZLE = CELL * 0.72;
const BEYOND = CELL * 1.62;

export class Turret {
  readonly #hand: BoardHand;

  constructor(hand: BoardHand) {
    this.#hand = hand;
  }

  /** The deed that lays it, of the piece or of its ghost. */
  get laying() {
    const { aim, deed, scenery } = this.#hand;
    return aim?.kind === "pose" && aim.deed !== undefined ? scenery.survey?.deeds[aim.deed] : deed;
  }
  /** The chosen piece as it would be once it is there. */
  get ghostly() {
    const { chosen } = this.#hand.scenery;
    return chosen && withTurret(chosen, this.#hand.ghost === null ? undefined : this.laying);
  }
  /** Where it points off the bow, in degrees, if it can be laid. */
  get #bearing() {
    const { chosen, survey } = this.#hand.scenery;
    return chosen && survey?.deeds.some((deed) => turretIn(deed) !== undefined)
      ? turretOf(withTurret(chosen, this.laying))
      : null;
  }
  get #hull(): { at: Point; bearing: number; far: number } | null {
    const { ghost, pinned, keyed, scenery } = this.#hand;
    if (ghost !== null && (pinned || keyed))
      return {
        at: scenery.layout.centre(squareOf(ghost)),
        bearing: scenery.facings.bearing(facingOf(ghost)),
        far: BEYOND,
      };
    const pose = scenery.chosen?.pose;
    return pose ? { at: scenery.pointOf(pose), bearing: pose.bearing, far: MUZZLE } : null;
  }
  /** The muzzle, on the ghost where one is pinned, as far out as a finger needs. */
  get muzzle(): Point | null {
    const { film, layout } = this.#hand.scenery;
    if (this.#bearing === null || !this.#hull || film.running) return null;
    const bearing = (layout.turned(this.#hull.bearing + this.#bearing) * Math.PI) / 180;
    const [x, y] = this.#hull.at;
    const { far } = this.#hull;
    return [x + far * Math.sin(bearing), y - far * Math.cos(bearing)];
  }
  /** From the hull to the muzzle. */
  get barrel(): { from: Point; to: Point } | null {
    return this.#hull && this.muzzle ? { from: this.#hull.at, to: this.muzzle } : null;
  }

  under(pixel: Point): boolean {
    if (!this.muzzle) return false;
    const { camera, touching } = this.#hand;
    const [x, y] = camera.unitsAt(pixel);
    const far = Math.hypot(x - this.muzzle[0], y - this.muzzle[1]) * camera.scale;
    return far < Math.max(touching ? 22 : 11, camera.view.cell * 0.22);
  }
  /** The deed whose turret points nearest to the hand, if any. */
  pull(pixel: Point): void {
    const { camera, scenery } = this.#hand;
    const { chosen, survey } = scenery;
    if (!chosen || !this.#hull) return;
    const [x, y] = camera.unitsAt(pixel);
    const { at, bearing } = this.#hull;
    const wanted = Math.round(this.#hand.notches(x - at[0], y - at[1]) - bearing / 45 + 16) % 8;
    const deeds = (survey?.deeds ?? []).flatMap((deed, i) => {
      const laid = turretIn(deed);
      return laid === undefined ? [] : [{ i, off: apart(laid, wanted) }];
    });
    const [near] = deeds.sort((a, b) => a.off - b.off);
    this.#lay(near && near.off < apart(Math.round(turretOf(chosen) / 45), wanted) ? near.i : undefined);
  }
  /** Aims at laying it one notch on. */
  turn(way: 1 | -1): void {
    const { chosen, survey } = this.#hand.scenery;
    if (this.#bearing !== null && chosen)
      this.#lay(turretDeed(survey?.deeds ?? [], this.#bearing, way, turretOf(chosen)));
  }
  /** Lays it by a deed, on the ghost or on the piece; without one it stays where it is. */
  #lay(at: number | undefined): void {
    const { aim } = this.#hand;
    if (aim?.kind === "pose") {
      const { deed: _, ...pose } = aim;
      this.#hand.takeAim(at === undefined ? pose : { ...pose, deed: at }, true);
    } else this.#hand.takeAim(at === undefined ? null : { kind: "deed", at }, true);
  }
}
