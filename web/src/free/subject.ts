/** What the camera is to show of a free table, and what it marks at the edge of the window where it lies outside. */
import type { Piece, Place, Stroke } from "../api/types";
import type { Subject } from "../stage/following.svelte";
import { chanceOf, percent } from "../stage/odds";
import type { Pinned } from "../stage/pins";
import type { Point } from "../stage/points";
import type { TableHand } from "./hand.svelte";
import { CM, distance } from "./plane";
import { say } from "../language/language";

const isPlace = (at: Point | undefined): at is Point => at !== undefined;
const unitOf = ({ scenery }: TableHand, unit: number | null | undefined): Piece | undefined =>
  scenery.pieces.find(({ id }) => id === unit);

/** A place in the hand has a pin too, and is no unit. */
const SPOT = -1;

interface Target {
  readonly piece: Piece;
  readonly chance: number;
  readonly at: Point;
  readonly aimed: boolean;
}
/** The targets that a shot may do something to, each once, the best first. */
function targets(hand: TableHand): Target[] {
  const best = new Map<number, Target>();
  for (const aim of hand.scenery.survey?.aims ?? []) {
    const [chance, piece] = [chanceOf(aim), unitOf(hand, aim.unit)];
    const at = piece && hand.scenery.whereIs(piece.id);
    if (chance === undefined || !piece || !at || (best.get(piece.id)?.chance ?? -1) >= chance) continue;
    best.set(piece.id, { piece, chance, at, aimed: hand.target?.unit === piece.id });
  }
  return [...best.values()].sort((a, b) => b.chance - a.chance);
}

export class TableSubject implements Subject {
  readonly #hand: TableHand;

  constructor(hand: TableHand) {
    this.#hand = hand;
  }
  get unit() {
    const { chosen, selected } = this.#hand.scenery;
    return chosen?.pose ? selected : null;
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
    const { drag, pinned, carried, laying, keyed, over } = this.#hand;
    return drag || pinned || carried || (laying.spot !== null && over && !keyed);
  }
  get mine() {
    return this.#hand.scenery.scene.mine ?? true;
  }
  get #home() {
    const { chosen, pointOf } = this.#hand.scenery;
    return chosen?.pose ? [pointOf(chosen.pose)] : [];
  }
  /** Where the hand has what it aims at. */
  get #aimed() {
    const { scenery, ghost, target, laying } = this.#hand;
    if (target?.unit != null) return scenery.whereIs(target.unit);
    const place = ghost ?? laying.spot;
    return place ? scenery.pointOf(place) : undefined;
  }
  /** For what is aimed at a place, not at a unit: the enemies that it reaches, the nearest first, and those around that one. */
  get #below(): Point[] {
    const { put, mode, chosen, pieces, pointOf } = this.#hand.scenery;
    if (!put || put.length > 0 || !chosen?.pose) return [];
    const from = chosen.pose;
    const enemies = pieces
      .flatMap(({ pose, side, wreck }) => (pose && !wreck && side !== chosen.side ? [pose] : []))
      .filter((pose) => distance(pose, from) <= (mode?.reach || Infinity))
      .sort((a, b) => distance(a, from) - distance(b, from));
    const [first] = enemies;
    return enemies.sort((a, b) => distance(a, first!) - distance(b, first!)).map(pointOf);
  }
  points(): Point[] {
    const [home, below] = [this.#home, this.#below];
    if (below.length > 0) return [this.#aimed, ...below, ...home].filter(isPlace);
    return [...home, this.#aimed, ...targets(this.#hand).map(({ at }) => at)].filter(isPlace);
  }
  vital(): Point[] {
    if (this.#below.length > 0) return [this.#aimed ?? this.#below[0]].filter(isPlace);
    return [
      ...this.#home,
      ...targets(this.#hand)
        .slice(0, 1)
        .map(({ at }) => at),
    ];
  }
  /** What falls from above is watched where it falls, and its gun is a pin. */
  happens(strokes: readonly Stroke[]): { readonly points: readonly Point[]; readonly shot: boolean } {
    const { scenery } = this.#hand;
    const shots = strokes.filter((stroke) => stroke.type === "shot");
    const falls = shots.flatMap((shot) => shot.falls.map(scenery.pointOf));
    const struck = shots.map(({ target }) => (target === null ? undefined : scenery.whereIs(target)));
    const guns = shots.map(({ piece, falls: { length } }) => (length > 0 ? undefined : scenery.whereIs(piece)));
    const ways = strokes.flatMap((stroke) => (stroke.type === "drive" ? [...stroke.poses].reverse() : []));
    const points = [...falls, ...struck, ...ways.map(scenery.pointOf), ...guns].filter(isPlace);
    return { points, shot: shots.length > 0 };
  }
}

/** The targets of the chosen unit, the one that is aimed at first; and the unit itself, with how far it is from what is aimed at. */
export function targetPins(hand: TableHand): Pinned[] {
  const all = targets(hand).map(({ piece, chance, at, aimed }) => ({
    id: piece.id,
    name: piece.label,
    word: percent(chance),
    at,
    aimed,
  }));
  const aimed = all.filter(({ aimed }) => aimed);
  return [...(aimed.length > 0 ? aimed : aimedPin(hand)), ...chosenPin(hand), ...all.filter(({ aimed }) => !aimed)];
}
/** What is aimed at and has no chance: a unit that cannot be hit, or is not looked up yet, and a place where shells are to fall. */
function aimedPin(hand: TableHand): Pinned[] {
  const { chosen, pointOf, whereIs } = hand.scenery;
  const far = (to: Place): string => (chosen?.pose ? `${Math.round(distance(chosen.pose, to) / CM)} cm` : "");
  const piece = unitOf(hand, hand.target?.unit);
  const at = piece && whereIs(piece.id);
  if (piece?.pose && at) return [{ id: piece.id, name: piece.label, word: far(piece.pose), at }];
  const { spot } = hand.laying;
  return spot ? [{ id: SPOT, name: say("aim point"), word: far(spot), at: pointOf(spot) }] : [];
}
function chosenPin(hand: TableHand): Pinned[] {
  const { chosen, pointOf } = hand.scenery;
  if (!chosen?.pose) return [];
  const to = hand.laying.spot ?? unitOf(hand, hand.target?.unit)?.pose;
  const word = to ? `${Math.round(distance(chosen.pose, to) / CM)} cm` : "";
  return [{ id: chosen.id, name: chosen.label, word, at: pointOf(chosen.pose) }];
}
/** The target and the gun of a shot that is watched. */
export function shotPins(hand: TableHand): Pinned[] {
  const shot = hand.scenery.film.tracer?.shot;
  return [shot?.target, shot?.piece].flatMap((unit) => {
    const piece = unitOf(hand, unit);
    const at = piece && hand.scenery.whereIs(piece.id);
    return piece && at ? [{ id: piece.id, name: piece.label, word: "", at }] : [];
  });
}
