/** A table of squares or hexes as it lies there: what stands where, what the chosen unit can reach, and where that is drawn. */
import type { Film } from "../stage/film.svelte";
import type { Pencilled } from "../stage/pencil";
import type { Point } from "../stage/points";
import type { Sign } from "../stage/signs";
import { cutOf, isLarge } from "./cut";
import { drawGround, isBuilt } from "./ground";
import { drawMat } from "./mat";
import type { Aim, Outline, Picture, Piece, Pose, Survey, Terrain } from "./picture";
import { readReach, type Situation } from "./state";
import { layoutOf } from "./table";
import { isHouse } from "./tiles";

/** What a board is given to show. */
export interface Scene {
  readonly terrain: Terrain;
  readonly picture: Picture;
  /** The unit that is chosen, and what it can do. */
  readonly selected: number | null;
  readonly survey: Survey | null;
  /** Squares that can be chosen, and squares that are veiled. */
  readonly spots?: readonly number[];
  readonly veil?: readonly number[];
  /** The kind of tile that the hand would place on a chosen square. */
  readonly tile?: string;
  /** What is left of a way that stopped; it stays dotted. */
  readonly rest?: { readonly unit: number; readonly cells: readonly number[] } | null;
  /** Outlines of what the pointer rests on, while nothing is chosen that has some. */
  readonly outlines?: readonly Outline[];
  /** The best shot from the place that is aimed at: at whom, and its chance. */
  readonly then?: { readonly unit: number; readonly chance: string } | null;
  /** Units that may be struck instead of what is aimed at, and the chance of it. */
  readonly astray?: readonly { readonly unit: number; readonly word: string }[];
  /** The enemy's last turn in pencil, and the signs of the shots of this phase. */
  readonly pencil?: Pencilled | null;
  readonly signs?: readonly Sign[];
  /** Whether this seat is to act. */
  readonly mine?: boolean;
  /** Where the hand may put what it holds is nearly everywhere, so nothing is drawn of it. */
  readonly bare?: boolean;
}

const NONE: readonly number[] = [];

export class Scenery {
  readonly scene: Scene;
  readonly film: Film;
  readonly #flip: () => number;

  constructor(scene: Scene, film: Film, flip: () => number) {
    this.scene = scene;
    this.film = film;
    this.#flip = flip;
  }

  // Each by itself, so that only what is new is drawn anew.
  readonly terrain = $derived.by(() => this.scene.terrain);
  readonly pieces = $derived.by(() => this.scene.picture.pieces);
  readonly marks = $derived.by(() => this.scene.picture.marks);
  readonly survey = $derived.by(() => this.scene.survey);
  readonly selected = $derived.by(() => this.scene.selected);
  get columns() {
    return this.terrain.columns;
  }

  readonly layout = $derived.by(() => layoutOf(this.terrain, this.#flip()));
  get facings() {
    return this.layout.facings;
  }
  /** The ground as one drawing, or, of a large one, in parts. */
  readonly cut = $derived.by(() => (isLarge(this.terrain) ? cutOf(this.terrain, this.layout) : null));
  readonly ground = $derived.by(() => {
    if (this.cut) return "";
    return this.terrain.table === "hexes" ? drawMat(this.terrain, this.layout) : drawGround(this.terrain, this.layout);
  });

  // ---- what stands ----
  readonly #houses = $derived.by(() => this.#squaresOf((kind) => isHouse(kind)));
  readonly walls = $derived.by(() => this.#squaresOf((kind) => kind === "wall"));
  readonly occupied = $derived.by(
    () => new Set(this.pieces.flatMap(({ pose }) => (pose ? [this.squareAt(pose)] : []))),
  );
  readonly ready = $derived.by(() => new Set(this.scene.picture.tray.todo.map(({ unit }) => unit)));
  readonly closed = (square: number | undefined): boolean =>
    square !== undefined && (isBuilt(this.terrain, square) || this.#houses.has(square));
  #squaresOf(is: (kind: string) => boolean): Set<number> {
    return new Set(
      this.marks.filter(({ kind }) => is(kind)).flatMap(({ at }) => at.map((place) => this.squareAt(place))),
    );
  }
  squareAt({ x, y }: { readonly x: number; readonly y: number }): number {
    return y * this.columns + x;
  }
  /** What the overview shows, and what it must not lie on. */
  readonly small = $derived.by(() => ({
    pieces: this.pieces.flatMap(({ id, side, pose, wreck }) =>
      pose && !wreck ? [{ id, side, at: this.layout.centre(this.squareAt(pose)) }] : [],
    ),
    chosen: this.selected,
    reach: [...this.reach.squares.keys()].map((square) => this.layout.centre(square)),
  }));

  // ---- what can be done ----
  readonly reach = $derived.by(() => readReach(this.survey));
  readonly situation = $derived.by((): Situation => ({
    pieces: this.pieces,
    columns: this.columns,
    survey: this.survey,
    reach: this.reach,
    spots: new Set(this.scene.spots ?? NONE),
  }));
  readonly chosen = $derived.by((): Piece | undefined => {
    const unit = this.survey?.unit ?? this.selected;
    return this.pieces.find(({ id }) => id === unit);
  });
  /** Enemies that the chosen unit cannot fire at. */
  readonly safe = $derived.by((): ReadonlySet<number> => {
    const open = new Set((this.survey?.aims ?? []).filter(({ preview }) => !preview.refusal).map(({ unit }) => unit));
    return new Set(
      this.pieces
        .filter(({ id, side, wreck }) => !wreck && side !== this.chosen?.side && !open.has(id))
        .map(({ id }) => id),
    );
  });
  /** Where the chosen unit stands. */
  readonly home = $derived.by((): number | null => {
    const pose = this.pieces.find(({ id }) => id === this.selected)?.pose;
    return pose ? this.squareAt(pose) : null;
  });

  // ---- where it is drawn ----
  readonly pointOf = ({ x, y }: Pose): Point => this.layout.point(x + 0.5, y + 0.5);
  readonly whereIs = (unit: number): Point | undefined => {
    const piece = this.pieces.find(({ id }) => id === unit);
    const pose = piece && this.#shownPose(piece);
    return pose ? this.pointOf(pose) : undefined;
  };
  pointAimed({ unit, cell }: Aim): Point | undefined {
    if (unit !== null) return this.whereIs(unit);
    return typeof cell === "number" ? this.layout.centre(cell) : undefined;
  }
  #shownPose({ id, pose }: Piece): Pose | null {
    return this.film.moved.get(id) ?? pose;
  }
  /** Wrecks lie under what stands, and what moves is above it. */
  readonly shown = $derived.by(() =>
    this.pieces
      .flatMap((piece) => {
        const pose = this.#shownPose(piece);
        return pose ? [{ piece, pose, moving: this.film.running && this.film.moved.has(piece.id) }] : [];
      })
      .sort((a, b) => Number(b.piece.wreck) - Number(a.piece.wreck) || Number(a.moving) - Number(b.moving)),
  );
}
