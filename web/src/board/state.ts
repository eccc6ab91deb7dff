/** What a hand can mean on a board: reach, targets and spots as they were given. Pure, and without rules. */
import { turretIn } from "../api/orders";
import { aimAt, type Aimed } from "../stage/aims";
import { EIGHT, facingAt, type Facings } from "./facings";
import type { Aim, Band, Deed, Order, Piece, Pose, Survey } from "./picture";

export const squareOf = (pose: number): number => pose >> 3;
export const facingOf = (pose: number): number => pose & 7;
export const poseOf = (square: number, facing: number): number => square * 8 + (facing & 7);
export const poseAt = ({ x, y, bearing }: Pose, columns: number, facings: Facings): number =>
  poseOf(y * columns + x, facingAt(facings, bearing));

/** A pose that can be reached, the band that pays for it, and the pose before it on the way. */
export interface Stop {
  readonly pose: number;
  readonly steps: number;
  readonly before: number;
  readonly band: Band;
  /** Where what is pulled along ends. */
  readonly trail?: number | undefined;
  /** The order that leads here from the pose before, where a way is a batch of them. */
  readonly stride?: Order | undefined;
}

/** A unit's reach: each pose by its cheapest way, all ways to it, and the poses of each square, the best first. */
export interface Reach {
  readonly bands: readonly Band[];
  readonly stops: ReadonlyMap<number, Stop>;
  readonly ways: ReadonlyMap<number, readonly Stop[]>;
  readonly squares: ReadonlyMap<number, readonly Stop[]>;
}

/** Bands that go backwards are hatched. They are told by their name alone. */
export const isReverse = ({ reverse }: Band): boolean => reverse === true;

const read = new WeakMap<Pick<Survey, "bands">, Reach>();
/** Reads a survey, once. The smallest token that covers a pose is taken, forwards before backwards. */
export function readReach(survey: Pick<Survey, "bands"> | null | undefined): Reach {
  const found = (survey && read.get(survey)) ?? reachOf(survey);
  if (survey) read.set(survey, found);
  return found;
}
function reachOf(survey: Pick<Survey, "bands"> | null | undefined): Reach {
  const bands = [...(survey?.bands ?? [])].sort(
    (a, b) => a.token - b.token || Number(isReverse(a)) - Number(isReverse(b)),
  );
  const ways = new Map<number, Stop[]>();
  for (const band of bands)
    band.poses?.forEach((pose, i) => {
      // Whoever comes from beside the board has no pose before.
      const before = band.before?.[i] ?? -1;
      const stop = {
        pose,
        steps: band.steps?.[i] ?? 0,
        before: before < 0 ? pose : before,
        band,
        trail: band.trails?.[i],
        stride: band.strides?.[i],
      };
      const there = ways.get(pose);
      if (there) there.push(stop);
      else ways.set(pose, [stop]);
    });
  const stops = new Map([...ways].map(([pose, [best]]) => [pose, best!]));
  const squares = new Map<number, Stop[]>();
  for (const stop of stops.values()) {
    const square = squareOf(stop.pose);
    const there = squares.get(square);
    if (there) there.push(stop);
    else squares.set(square, [stop]);
  }
  for (const there of squares.values())
    there.sort((a, b) => a.band.token - b.band.token || a.steps - b.steps || turnOf(a) - turnOf(b));
  return { bands, stops, ways, squares };
}

const turnOf = ({ pose, before }: Stop): number => apart(facingOf(pose), facingOf(before));

/** How many notches lie between two facings, the short way round. */
export const apart = (a: number, b: number, many = EIGHT.many): number =>
  Math.min((((a - b) % many) + many) % many, (((b - a) % many) + many) % many);

/** The stop that a pose means, by one of the ways to it. */
export const stopAt = ({ ways }: Reach, pose: number, way = 0): Stop | undefined => ways.get(pose)?.[way];

/**
 * The stops of the way to a pose, from the first to the last, all in one gear; the one before may be in another band of it. It has
 * fewer steps: the pose where the unit stands may be come back to in a circle, and that is no part of the way.
 */
export function stopsTo(reach: Reach, pose: number, which = 0): Stop[] {
  const stops: Stop[] = [];
  const before = ({ before, band, steps }: Stop): Stop | undefined => {
    const nearer = reach.ways.get(before)?.filter((one) => one.steps < steps) ?? [];
    return nearer.find((one) => isReverse(one.band) === isReverse(band)) ?? nearer[0];
  };
  for (let stop = stopAt(reach, pose, which); stop; stop = before(stop)) stops.push(stop);
  return stops.reverse();
}
/** The poses of the way, from where the unit stands to where it ends. */
export function wayTo(reach: Reach, pose: number, which = 0): number[] {
  const stops = stopsTo(reach, pose, which);
  const [first] = stops;
  const poses = stops.map((stop) => stop.pose);
  return first && !poses.includes(first.before) ? [first.before, ...poses] : poses;
}

/** The facings that can be had in a square, the best first. */
export const facingsAt = (reach: Reach, square: number): number[] =>
  (reach.squares.get(square) ?? []).map(({ pose }) => facingOf(pose));

/** The pose that an unadorned click on a square means. */
export const bestPose = (reach: Reach, square: number): number | undefined => reach.squares.get(square)?.[0]?.pose;

/** The facing nearest to the wanted one (in notches, not always whole) that can be had in a square. */
export function nearestFacing(reach: Reach, square: number, wanted: number, many = EIGHT.many): number | undefined {
  const off = (facing: number): number => apart(facing, wanted, many);
  return facingsAt(reach, square).reduce<number | undefined>(
    (best, facing) => (best === undefined || off(facing) < off(best) ? facing : best),
    undefined,
  );
}

/** The next pose in the same square, clockwise or against it. */
export function turnedPose(reach: Reach, pose: number, way: 1 | -1, many = EIGHT.many): number {
  for (let notches = 1; notches < many; notches++) {
    const turned = poseOf(squareOf(pose), (facingOf(pose) + way * notches + many) % many);
    if (reach.stops.has(turned)) return turned;
  }
  return pose;
}

/** For each band the squares that it adds, and those that it and all cheaper ones cover. Reverse bands stand alone. */
export function contours(reach: Reach): { band: Band; own: Set<number>; covered: Set<number> }[] {
  const covered = new Set<number>();
  return reach.bands
    .map((band) => {
      const own = new Set<number>();
      for (const [square, [best]] of reach.squares) if (best?.band === band) own.add(square);
      if (!isReverse(band)) for (const square of own) covered.add(square);
      return { band, own, covered: isReverse(band) ? own : new Set(covered) };
    })
    .filter(({ own }) => own.size > 0);
}

export const pieceOn = (pieces: readonly Piece[], square: number, columns: number): Piece | undefined =>
  // A wreck under a piece is the less urgent of the two.
  pieces
    .filter(({ pose }) => pose && pose.y * columns + pose.x === square)
    .sort((a, b) => Number(a.wreck) - Number(b.wreck))[0];

/** Where an aim lies. */
export function squareAimed(
  { unit, cell }: Pick<Aim, "unit" | "cell">,
  pieces: readonly Piece[],
  columns: number,
): number | undefined {
  if (unit === null) return cell ?? undefined;
  const pose = pieces.find(({ id }) => id === unit)?.pose;
  return pose ? pose.y * columns + pose.x : undefined;
}

/**
 * The deed that lays the turret next to the left (-1) or right (1) of where it points, by its place; none where that is as it
 * rests, or nowhere.
 */
export function turretDeed(deeds: readonly Deed[], bearing: number, way: 1 | -1, rests = bearing): number | undefined {
  const far = (eighths: number): number => (((way * (eighths - bearing / 45)) % 8) + 8) % 8;
  const laid = deeds.flatMap((deed, at) => {
    const eighths = turretIn(deed);
    return eighths === undefined ? [] : [{ at, far: far(eighths) }];
  });
  const found = [...laid, { at: undefined, far: far(rests / 45) }]
    .filter((one) => one.far > 0 && one.far < 4.5)
    .sort((a, b) => a.far - b.far)[0];
  // At the end of its traverse it stays.
  return found ? found.at : laid.find((one) => one.far === 0)?.at;
}

export interface Situation {
  readonly pieces: readonly Piece[];
  readonly columns: number;
  readonly survey: Survey | null | undefined;
  readonly reach: Reach;
  readonly spots: ReadonlySet<number>;
}

/** All squares on which a press would mean something. */
export function meaningful({ pieces, columns, survey, reach, spots }: Situation): number[] {
  const standing = pieces.flatMap(({ pose, wreck }) => (pose && !wreck ? [pose.y * columns + pose.x] : []));
  return [...reach.squares.keys(), ...spots, ...(survey?.aims ?? []).flatMap(({ cell }) => cell ?? []), ...standing];
}

/** What resting on a square means: a target there, then a square that can be chosen, then a pose. */
export function meant({ pieces, columns, survey, reach, spots }: Situation, square: number): Aimed | null {
  const piece = pieceOn(pieces, square, columns);
  if (piece && aimAt(survey, piece.id)) return { kind: "target", unit: piece.id };
  if (aimAt(survey, null, square)) return { kind: "target", unit: null, cell: square };
  // What a deed would move is its handle.
  const deed =
    piece && piece.id !== survey?.unit
      ? survey?.deeds.findIndex(({ ghosts }) => ghosts.some((ghost) => ghost.piece === piece.id))
      : undefined;
  if (deed !== undefined && deed >= 0) return { kind: "deed", at: deed };
  if (spots.has(square)) return { kind: "square", square };
  const pose = bestPose(reach, square);
  return pose === undefined ? null : { kind: "pose", pose };
}

/** Whether what is aimed at can be done, and not only looked at. */
export const canDo = (situation: Situation, aimed: Aimed): boolean =>
  isMeant(situation, aimed) &&
  (aimed.kind !== "target" || !aimAt(situation.survey, aimed.unit, aimed.cell)?.preview.refusal);

/** Whether what is aimed at can still be aimed at. */
function isMeant({ survey, reach, spots }: Situation, aimed: Aimed): boolean {
  if (aimed.kind === "pose") return stopAt(reach, aimed.pose, aimed.way) !== undefined;
  if (aimed.kind === "deed") return survey?.deeds[aimed.at] !== undefined;
  return aimed.kind === "target" ? aimAt(survey, aimed.unit, aimed.cell) !== undefined : spots.has(aimed.square);
}

/** What is aimed at once the situation has changed: the same where it still stands, else what the looked-at square means now. */
export function aimAfter(situation: Situation, aimed: Aimed | null, looked: number | null): Aimed | null {
  if (aimed && isMeant(situation, aimed)) return aimed;
  return looked === null ? null : meant(situation, looked);
}

/** Where keys begin: where they left off, else under the pointer, else where they were before, else in the middle. */
export const cursorFrom = (keyed: boolean, cursor: number | null, hovered: number | null, middle: number): number =>
  (keyed ? cursor : hovered) ?? cursor ?? middle;
