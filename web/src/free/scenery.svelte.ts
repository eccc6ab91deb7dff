/** A table without cells as it lies there: what stands where, what is in the hand to do, and where that is drawn. */
import type { Closed, Mode, Picture, Piece, Place, Pose, Put, Stroke, Survey, Terrain } from "../api/types";
import type { Film } from "../stage/film.svelte";
import type { Pencilled } from "../stage/pencil";
import { polygon, type Point } from "../stage/points";
import type { Sign } from "../stage/signs";
import { areaOf, drawTable } from "./ground";
import { NUMBER, halfOf, standsAbove } from "../stage/numbers";
import { labelsOf, middleOf, type Labelled } from "./labels";
import { cornersOf, distance, inside, planeOf } from "./plane";
import { baseOf, crowded, grownBy, OVERHANG, spanOf } from "./size";

/** What a free table is given to show. */
export interface Scene {
  readonly terrain: Terrain;
  readonly picture: Pick<Picture, "pieces" | "marks"> & { readonly tray: Pick<Picture["tray"], "todo" | "side"> };
  readonly selected: number | null;
  readonly survey: Survey | null;
  /** The weapon that is chosen, and what the hand carries to a place. */
  readonly mode?: Mode | null;
  readonly put?: Put | null;
  /** Units on which the chosen command die may be used. */
  readonly lit?: readonly number[];
  /** What happened in a line of the log that is looked back at. */
  readonly past?: readonly Stroke[];
  /** Whether this seat can move a piece now. */
  movable?(piece: Piece): boolean;
  /** The enemy's last turn in pencil, and the signs of the shots of this phase. */
  readonly pencil?: Pencilled | null;
  readonly signs?: readonly Sign[];
  /** Whether this seat is to act. */
  readonly mine?: boolean;
}

const LEVELS = { dived: 0, ground: 1, air: 2 };
const NONE: readonly number[] = [];

export class TableScenery {
  readonly scene: Scene;
  readonly film: Film;
  readonly #flip: () => number;

  constructor(scene: Scene, film: Film, flip: () => number) {
    this.scene = scene;
    this.film = film;
    this.#flip = flip;
  }

  readonly terrain = $derived.by(() => this.scene.terrain);
  get features() {
    return this.terrain.features ?? [];
  }
  readonly pieces = $derived.by(() => this.scene.picture.pieces);
  readonly marks = $derived.by(() => this.scene.picture.marks);
  readonly survey = $derived.by(() => this.scene.survey);
  readonly selected = $derived.by(() => this.scene.selected);
  get mode() {
    return this.scene.mode ?? null;
  }
  readonly put = $derived.by(() => this.scene.put ?? null);
  get lit() {
    return this.scene.lit ?? NONE;
  }
  readonly plane = $derived.by(() => planeOf(this.terrain, this.#flip()));
  readonly ground = $derived.by(() => drawTable(this.terrain, this.plane));
  readonly ready = $derived.by(() => new Set(this.scene.picture.tray.todo.map(({ unit }) => unit)));
  readonly chosen = $derived.by(() => this.pieces.find(({ id }) => id === this.selected));

  // ---- what can be done ----
  /** The line on which the chosen unit comes back. */
  readonly entry = $derived.by(() => (!this.put && this.survey?.unit === this.selected ? this.survey.entry : null));
  /** The order to move the chosen unit, but for its path. */
  readonly template = $derived.by(() =>
    !this.put && (this.chosen?.pose || this.entry) && this.survey?.unit === this.selected ? this.survey.move : null,
  );
  /** What is dropped somewhere on the path that was flown. */
  readonly slide = $derived.by((): Mode | null => {
    const { mode, put } = this;
    return !put && mode?.order && (mode.path?.length ?? 0) > 1 && !mode.refusal ? mode : null;
  });

  // ---- where it is drawn ----
  readonly pointOf = ({ x, y }: Place): Point => this.plane.point(x, y);
  readonly whereIs = (unit: number): Point | undefined => {
    const piece = this.pieces.find(({ id }) => id === unit);
    const pose = piece && this.#shownPose(piece);
    return pose ? this.pointOf(pose) : undefined;
  };
  #shownPose({ id, pose }: Piece): Pose | null {
    return this.film.moved.get(id) ?? pose;
  }
  /** Wrecks lie under what stands, aircraft are above it, and what moves is above all. */
  readonly shown = $derived.by(() =>
    this.pieces
      .flatMap((piece) => {
        const pose = this.#shownPose(piece);
        const moving = this.film.running && this.film.moved.has(piece.id);
        const height = piece.wreck ? -1 : LEVELS[piece.footing?.level ?? "ground"];
        return pose ? [{ piece, pose, moving, height }] : [];
      })
      .sort((a, b) => a.height - b.height || Number(a.moving) - Number(b.moving)),
  );
  /** What the overview shows. */
  readonly small = $derived.by(() => ({
    pieces: this.shown.flatMap(({ piece: { id, side, wreck }, pose }) =>
      wreck ? [] : [{ id, side, at: this.pointOf(pose) }],
    ),
    chosen: this.selected,
    reach: [],
  }));
  /** The length of the shortest model, in board units: by it the camera measures. */
  readonly shortest = $derived.by(
    () =>
      Math.min(...this.pieces.map(({ footing }) => (footing ? Math.max(footing.length, footing.width) : 3000)), 6000) /
      100,
  );
  /** How far the longest model goes round its middle, its barrel with it. */
  readonly around = $derived.by(
    () => OVERHANG * Math.max(...this.pieces.filter(({ pose }) => pose).map((piece) => baseOf(piece).long), 0),
  );
  /** Features whose names are written: all of them, or large water and hills. */
  named(all: boolean): typeof this.features {
    const large = this.features.filter(
      (one) => (one.kind === "water" || one.kind === "hill") && one.name !== one.kind && areaOf(one) > 250,
    );
    return all ? this.features : large;
  }
  /** Models for whose drawings there is no room at so many pixels a board unit; those that matter are drawn all the same. */
  marked(scale: number, always: ReadonlySet<number>): ReadonlySet<number> {
    const standing = this.shown
      .filter(({ piece }) => !piece.wreck && !always.has(piece.id))
      .map(({ piece, pose }) => ({
        id: piece.id,
        at: this.pointOf(pose),
        bearing: this.plane.turned(pose.bearing),
        ...baseOf(piece),
      }));
    return crowded(standing, scale);
  }
  /** Where the numbers of the models stand, or what else is written on them; none where there is no room. */
  numbers(scale: number, always: ReadonlySet<number>, wordOf: (piece: Piece) => string): Map<number, Point> {
    const models = this.shown.flatMap(({ piece, pose }): Labelled[] => {
      const word = piece.wreck ? "" : wordOf(piece);
      if (!word) return [];
      const { long, wide } = baseOf(piece);
      const [grown, bearing] = [grownBy(long, scale), this.plane.turned(pose.bearing)];
      return [
        {
          id: piece.id,
          at: this.pointOf(pose),
          ...spanOf(long * grown, wide * grown, bearing),
          half: halfOf(word) / scale,
          height: NUMBER.tall / scale,
          weight: always.has(piece.id) ? 2 : this.ready.has(piece.id) ? 1 : 0,
          first: standsAbove(bearing) ? "above" : "below",
        },
      ];
    });
    const stands = labelsOf(models);
    return new Map(
      models.flatMap((model) => {
        const stand = stands.get(model.id) ?? "none";
        return stand === "none" && !always.has(model.id)
          ? []
          : [[model.id, middleOf(model, stand === "none" ? (model.first ?? "below") : stand)] as const];
      }),
    );
  }
  /** Enemies that the chosen unit cannot fire at. */
  readonly safe = $derived.by((): ReadonlySet<number> => {
    const open = new Set((this.survey?.aims ?? []).filter(({ preview }) => !preview.refusal).map(({ unit }) => unit));
    return new Set(
      this.pieces
        .filter(({ id, side, wreck }) => !wreck && side !== this.chosen?.side && !open.has(id))
        .map(({ id }) => id),
    );
  });
  /** The outline of what closes a line of sight: a base, or a piece of terrain. */
  readonly outlineOf = ({ kind, number }: Closed): string => {
    const piece = this.pieces.find(({ id }) => id === number);
    const base = piece?.pose ? cornersOf(piece.pose, piece.footing?.length ?? 3000, piece.footing?.width ?? 2000) : [];
    return polygon((kind === "body" ? base : (this.features[number]?.at ?? [])).map(this.pointOf));
  };

  // ---- what lies at a place ----
  /**
   * The piece under a place, give or take some 1/100 mm: what stands before what lies, the smaller before the larger. A drawing that is
   * larger than its base, at so many pixels a board unit, can be pressed all over.
   */
  pieceAt(place: Place, slack: number, scale = Infinity): Piece | undefined {
    return this.pieces
      .filter((piece) => {
        const { long, wide } = baseOf(piece);
        const grown = grownBy(long, scale);
        const more = 2 * slack;
        return piece.pose && inside(place, cornersOf(piece.pose, 100 * long * grown + more, 100 * wide * grown + more));
      })
      .sort((a, b) => Number(a.wreck) - Number(b.wreck) || distance(a.pose!, place) - distance(b.pose!, place))[0];
  }
  /** What is told of the ground at a place, and of what lies on it. */
  toldAt(place: Place): string[] {
    const marks = this.marks.filter(({ at }) => at.length > 2 && inside(place, at));
    const ground = this.features.filter(({ at }) => inside(place, at));
    return [...marks, ...ground].map(({ sentence }) => sentence.replace(/\.$/, ""));
  }
  /** The middle of where something may be put. */
  middleOf({ zones }: Put): Place {
    const [zone = []] = zones;
    const mean = (values: number[]): number =>
      Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
    return zone.length > 0
      ? { x: mean(zone.map(({ x }) => x)), y: mean(zone.map(({ y }) => y)) }
      : { x: Math.round(this.terrain.columns / 2), y: Math.round(this.terrain.rows / 2) };
  }
  /** A place on the table, or so many 1/100 mm beyond its edge at most. */
  within({ x, y }: Place, beyond = 0): Place {
    const keep = (at: number, most: number): number => Math.min(Math.max(at, -beyond), most + beyond);
    return { x: keep(x, this.terrain.columns), y: keep(y, this.terrain.rows) };
  }
}
