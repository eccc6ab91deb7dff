/** What the camera is to show of a board, and what it marks at the edge of the window where it lies outside. */
import type { Stroke } from "../api/types";
import type { Subject } from "../stage/following.svelte";
import { chanceOf, percent } from "../stage/odds";
import type { Pinned } from "../stage/pins";
import type { Point } from "../stage/points";
import type { BoardHand } from "./hand.svelte";
import type { Aim } from "./picture";
import { squareOf } from "./state";

/** The targets that a shot may do something to, the best first. */
function targets({ scenery }: BoardHand): { readonly aim: Aim; readonly chance: number; readonly at: Point }[] {
  return (scenery.survey?.aims ?? [])
    .flatMap((aim) => {
      const [chance, at] = [chanceOf(aim), scenery.pointAimed(aim)];
      return chance !== undefined && at ? [{ aim, chance, at }] : [];
    })
    .sort((a, b) => b.chance - a.chance);
}

export class BoardSubject implements Subject {
  readonly #hand: BoardHand;

  constructor(hand: BoardHand) {
    this.#hand = hand;
  }
  get unit() {
    return this.#hand.scenery.home === null ? null : this.#hand.scenery.selected;
  }
  get known() {
    const { survey, selected } = this.#hand.scenery;
    return survey?.unit === selected;
  }
  get pressed() {
    const { scenery, pressedOn } = this.#hand;
    return pressedOn !== null && pressedOn === scenery.selected;
  }
  get busy() {
    return this.#hand.pinned && this.#hand.ghost !== null;
  }
  get mine() {
    return this.#hand.scenery.scene.mine ?? true;
  }
  get #home() {
    const { home, layout } = this.#hand.scenery;
    return home === null ? [] : [layout.centre(home)];
  }
  points(): Point[] {
    const { scenery, ghost, target } = this.#hand;
    const { layout, reach } = scenery;
    const aimed = target ? scenery.pointAimed(target) : ghost === null ? undefined : layout.centre(squareOf(ghost));
    const [home] = this.#home;
    const far = ([x, y]: Point): number => (home ? Math.hypot(x - home[0], y - home[1]) : 0);
    const near = [...reach.squares.keys()].map(layout.centre).sort((a, b) => far(a) - far(b));
    return [...this.#home, ...(aimed ? [aimed] : []), ...near, ...targets(this.#hand).map(({ at }) => at)];
  }
  vital(): Point[] {
    return [
      ...this.#home,
      ...targets(this.#hand)
        .slice(0, 1)
        .map(({ at }) => at),
    ];
  }
  happens(strokes: readonly Stroke[]): { readonly points: readonly Point[]; readonly shot: boolean } {
    const { scenery } = this.#hand;
    const shots = strokes.filter((stroke) => stroke.type === "shot");
    const struck = shots.map(({ target, cell }) =>
      target !== null ? scenery.whereIs(target) : cell === null ? undefined : scenery.layout.centre(cell),
    );
    const guns = shots.map(({ piece }) => scenery.whereIs(piece));
    // Where a way ends matters more than where it began.
    const ways = strokes.flatMap((stroke) => (stroke.type === "drive" ? [...stroke.poses].reverse() : []));
    return { points: [...struck, ...ways.map(scenery.pointOf), ...guns].filter(isPlace), shot: shots.length > 0 };
  }
}
const isPlace = (at: Point | undefined): at is Point => at !== undefined;

/** The targets of the chosen unit, the one that is aimed at first, and the unit itself where it is not seen. */
export function targetPins(hand: BoardHand): Pinned[] {
  const { scenery, target } = hand;
  const all = targets(hand).map(({ aim, chance, at }) => ({
    id: aim.unit ?? -1 - (aim.cell ?? 0),
    name: scenery.pieces.find(({ id }) => id === aim.unit)?.label ?? "",
    word: percent(chance),
    at,
    aimed: aim === target,
  }));
  return [...all.filter(({ aimed }) => aimed), ...chosenPin(hand), ...all.filter(({ aimed }) => !aimed)];
}
function chosenPin({ scenery: { chosen, home, layout } }: BoardHand): Pinned[] {
  return chosen && home !== null ? [{ id: chosen.id, name: chosen.label, word: "", at: layout.centre(home) }] : [];
}
/** The gun of a shot that is watched. */
export function shotPins({ scenery }: BoardHand): Pinned[] {
  const gun = scenery.film.tracer?.shot.piece;
  const piece = scenery.pieces.find(({ id }) => id === gun);
  const at = piece && scenery.whereIs(piece.id);
  return piece && at ? [{ id: piece.id, name: piece.label, word: "", at }] : [];
}
