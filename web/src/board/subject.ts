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

/** The squares at which the chosen unit has announced to fire. */
const announced = ({ scenery }: BoardHand): number[] =>
  scenery.marks.flatMap(({ kind, at: [from, to] }) =>
    kind.startsWith("shot") && from && to && scenery.squareAt(from) === scenery.home ? [scenery.squareAt(to)] : [],
  );

export class BoardSubject implements Subject {
  readonly #hand: BoardHand;

  constructor(hand: BoardHand) {
    this.#hand = hand;
  }
  get unit() {
    const { home, selected, reach } = this.#hand.scenery;
    return home === null && reach.squares.size === 0 ? null : selected;
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
  /** Where a piece beside the board can be put: a place that is in view already, else the middle of them all and those round it. */
  get #places(): Point[] {
    const { camera, scenery } = this.#hand;
    const all = [...scenery.reach.squares.keys()].map(scenery.layout.centre);
    const seen = camera.near ? all.filter((at) => camera.sees(at)) : [];
    const middle = seen.length > 0 ? camera.unitsAt([camera.width / 2, camera.height / 2]) : meanOf(all);
    const sorted = (seen.length > 0 ? seen : all).sort((a, b) => apart(a, middle) - apart(b, middle));
    return seen.length > 0 ? sorted.slice(0, 1) : sorted;
  }
  points(): Point[] {
    const { scenery, ghost, target } = this.#hand;
    if (scenery.home === null) return this.#places;
    const { layout, reach } = scenery;
    const aimed = target ? scenery.pointAimed(target) : ghost === null ? undefined : layout.centre(squareOf(ghost));
    const [home] = this.#home;
    const far = (at: Point): number => (home ? apart(at, home) : 0);
    const near = [...reach.squares.keys()].map(layout.centre).sort((a, b) => far(a) - far(b));
    const wanted = aimed ? [aimed] : announced(this.#hand).map(layout.centre);
    return [...this.#home, ...wanted, ...near, ...targets(this.#hand).map(({ at }) => at)];
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
const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);
const meanOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / Math.max(1, points.length),
  points.reduce((sum, [, y]) => sum + y, 0) / Math.max(1, points.length),
];
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
  return [
    ...all.filter(({ aimed }) => aimed),
    ...announcedPins(hand),
    ...chosenPin(hand),
    ...all.filter(({ aimed }) => !aimed),
  ];
}
/** What the chosen unit will fire at, once it cannot aim elsewhere. */
function announcedPins(hand: BoardHand): Pinned[] {
  const { survey, layout } = hand.scenery;
  if (!survey || survey.aims.length > 0) return [];
  return announced(hand).map((square) => {
    const piece = hand.pieceOn(square);
    return { id: piece?.id ?? -1 - square, name: piece?.label ?? "wall", word: "", at: layout.centre(square) };
  });
}
function chosenPin({ scenery: { chosen, home, layout } }: BoardHand): Pinned[] {
  return chosen && home !== null ? [{ id: chosen.id, name: chosen.label, word: "", at: layout.centre(home) }] : [];
}
/** The target and the gun of a shot that is watched. */
export function shotPins({ scenery }: BoardHand): Pinned[] {
  const shot = scenery.film.tracer?.shot;
  return [shot?.target, shot?.piece].flatMap((unit) => {
    const piece = scenery.pieces.find(({ id }) => id === unit);
    const at = piece && scenery.whereIs(piece.id);
    return piece && at ? [{ id: piece.id, name: piece.label, word: "", at }] : [];
  });
}
