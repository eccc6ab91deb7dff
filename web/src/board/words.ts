/** A board in words: what a square holds, what can be done there. For those who hear it. */
import { nameOfCell } from "./cells";
import { facingsOn } from "./facings";
import { aimAt, chanceOf, facingOf, percent, pieceOn, squareOf, type Aimed, type Situation, type Stop } from "./state";
import type { Aim, Mark, Piece, Terrain } from "./picture";

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const;

export const squareName = (square: number, columns: number): string =>
  nameOfCell({ column: square % columns, row: Math.floor(square / columns) });

/** The word for a bearing of the map. */
export const compass = (bearing: number, north: number): string =>
  COMPASS[((Math.round((bearing - north) / 45) % 8) + 8) % 8] ?? "north";

export const groundOf = (terrain: Terrain, square: number): string =>
  terrain.legend[terrain.cells.join("").charAt(square)] ?? "";

/** Marks that cover much ground and stand on no square of it. */
export const isArea = (kind: string): boolean => kind.startsWith("zone") || kind === "height";

const sentenceEnd = /\.$/;

/** "Medium 2, red, facing south, moved 2 steps" */
export function speakPiece({ name, side, pose, wreck, badges }: Piece, terrain: Terrain): string {
  // Some books name the side already: "Blue Medium 2".
  const colour = /^(red|blue)\b/i.test(name) ? "" : `, ${side ? "blue" : "red"}`;
  if (wreck) return `wreck of ${name}${colour}`;
  const way = pose ? `, facing ${compass(pose.bearing, terrain.north)}` : "";
  return `${name}${colour}${way}${badges.map(({ sentence }) => `, ${sentence.replace(sentenceEnd, "")}`).join("")}`;
}

/** "62.5 per cent", or why there is none. */
export function speakAim(aim: Aim): string {
  const chance = chanceOf(aim);
  if (chance !== undefined)
    return [percent(chance).replace(" %", " per cent"), aim.mode, aim.choice].filter(Boolean).join(", ");
  return aim.preview.refusal?.sentence.replace(sentenceEnd, "") ?? "no shot";
}

/** "4 steps with the 3", "4 points, can still fire"; what comes from beside the board takes none. */
function speakStop({ steps, band, stride }: Stop): string {
  if (steps === 0) return band.name;
  const unit = stride ? "point" : "step";
  return `${steps} ${steps === 1 ? unit : `${unit}s`}${stride ? "," : ""} ${band.name}`;
}

/** "K13: Medium 2, red, facing south; street." What stands there, what can be done there, the ground. */
export function speakSquare(square: number, terrain: Terrain, marks: readonly Mark[], situation: Situation): string {
  const { pieces, columns, survey, reach, spots } = situation;
  const piece = pieceOn(pieces, square, columns);
  const aim = (piece && aimAt(survey, piece.id)) ?? aimAt(survey, null, square);
  const deeds = (survey?.deeds ?? []).filter(
    ({ ghosts }) => piece && piece.id !== survey?.unit && ghosts.some((ghost) => ghost.piece === piece.id),
  );
  const here = marks.filter(({ kind, at }) => !isArea(kind) && at.some(({ x, y }) => y * columns + x === square));
  const best = reach.squares.get(square)?.[0];
  const told = [
    piece ? speakPiece(piece, terrain) : "",
    aim ? speakAim(aim) : "",
    ...deeds.map(({ label }) => label),
    ...here.map(({ sentence }) => sentence.replace(sentenceEnd, "")),
    best ? speakStop(best) : "",
    spots.has(square) ? "can be chosen" : "",
    groundOf(terrain, square),
  ].filter(Boolean);
  return `${squareName(square, columns)}: ${told.join("; ")}.`;
}

/** What the hand is about to do. */
export function speakAimed(aimed: Aimed, terrain: Terrain, { pieces, columns, survey, reach }: Situation): string {
  if (aimed.kind === "square") return `${squareName(aimed.square, columns)}.`;
  if (aimed.kind === "target") {
    const piece = pieces.find(({ id }) => id === aimed.unit);
    const aim = aimAt(survey, aimed.unit, aimed.cell);
    const what = piece ? speakPiece(piece, terrain) : squareName(aimed.cell ?? 0, columns);
    return aim ? `${what}: ${speakAim(aim)}.` : "";
  }
  if (aimed.kind === "deed") return `${survey?.deeds[aimed.at]?.label ?? ""}.`;
  const stop = reach.stops.get(aimed.pose);
  if (!stop) return "";
  const way = compass(facingsOn(terrain).bearing(facingOf(aimed.pose)), terrain.north);
  return `${squareName(squareOf(aimed.pose), columns)}, facing ${way}: ${speakStop(stop)}.`;
}
