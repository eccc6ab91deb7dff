/** A board in words: what a square holds, what can be done there. For those who hear it. */
import { speakAim, speakFacing, speakPiece } from "../stage/words";
import { squareName } from "./cells";
import { facingsOn } from "./facings";
import { aimAt, type Aimed } from "../stage/aims";
import { facingOf, pieceOn, squareOf, type Situation, type Stop } from "./state";
import type { Mark, Terrain } from "./picture";
import { many, say } from "../language/language";

export const groundOf = (terrain: Terrain, square: number): string =>
  terrain.legend[terrain.cells.join("").charAt(square)] ?? "";

/** Marks that cover much ground and stand on no square of it. */
export const isArea = (kind: string): boolean => kind.startsWith("zone") || kind === "height";

const sentenceEnd = /\.$/;

/** "4 steps with the 3", "4 points, can still fire"; what comes from beside the board takes none. */
function speakStop({ steps, band, stride }: Stop): string {
  if (steps === 0) return band.name;
  const taken = stride ? many("{n} point", "{n} points", steps) : many("{n} step", "{n} steps", steps);
  return `${taken}${stride ? "," : ""} ${band.name}`;
}

/** "K13: Medium 2, red, facing down, south on the map; street." What stands there, what can be done there, the ground. */
export function speakSquare(
  square: number,
  terrain: Terrain,
  marks: readonly Mark[],
  { pieces, columns, survey, reach, spots }: Situation,
  quarters: number,
): string {
  const piece = pieceOn(pieces, square, columns);
  const aim = (piece && aimAt(survey, piece.id)) ?? aimAt(survey, null, square);
  const deeds = (survey?.deeds ?? []).filter(
    ({ ghosts }) => piece && piece.id !== survey?.unit && ghosts.some((ghost) => ghost.piece === piece.id),
  );
  const here = marks.filter(({ kind, at }) => !isArea(kind) && at.some(({ x, y }) => y * columns + x === square));
  const best = reach.squares.get(square)?.[0];
  const told = [
    piece ? speakPiece(piece, terrain, quarters) : "",
    aim ? speakAim(aim) : "",
    ...deeds.map(({ label }) => label),
    ...here.map(({ sentence }) => sentence.replace(sentenceEnd, "")),
    best ? speakStop(best) : "",
    spots.has(square) ? say("can be chosen") : "",
    groundOf(terrain, square),
  ].filter(Boolean);
  return `${squareName(square, columns)}: ${told.join("; ")}.`;
}

/** What the hand is about to do. */
export function speakAimed(
  aimed: Aimed,
  terrain: Terrain,
  { pieces, columns, survey, reach }: Situation,
  quarters: number,
): string {
  if (aimed.kind === "square") return `${squareName(aimed.square, columns)}.`;
  if (aimed.kind === "target") {
    const piece = pieces.find(({ id }) => id === aimed.unit);
    const aim = aimAt(survey, aimed.unit, aimed.cell);
    const what = piece ? speakPiece(piece, terrain, quarters) : squareName(aimed.cell ?? 0, columns);
    return aim ? `${what}: ${speakAim(aim)}.` : "";
  }
  if (aimed.kind === "deed") return `${survey?.deeds[aimed.at]?.label ?? ""}.`;
  const stop = reach.stops.get(aimed.pose);
  if (!stop) return "";
  const way = speakFacing(facingsOn(terrain).bearing(facingOf(aimed.pose)), terrain.north, quarters);
  return `${squareName(squareOf(aimed.pose), columns)}, ${way}: ${speakStop(stop)}.`;
}
