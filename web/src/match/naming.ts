/** What the words of a command mean on the table, and what a command can reach. */
import type { Order, Picture, Piece, Side, Survey, Terrain } from "../api/types";
import { cellNamed } from "../board/cells";
import { facingsOn } from "../board/facings";
import { COMPASS } from "../stage/words";
import { say } from "../language/language";
import { compass } from "./words";

/** What the command line can reach. */
export interface Ears {
  readonly picture: Picture;
  readonly terrain: Terrain;
  readonly own: Side | null;
  survey(unit: number): Promise<Survey | null>;
  order(...orders: Order[]): Promise<string>;
  /** Takes what a unit is to do out of the plan, and tells whether there was something. */
  strike(unit: number): Promise<boolean>;
  undo(): Promise<string>;
  /** In a lesson: what is told to whoever asks, and orders in its own words. */
  readonly lesson?: {
    readonly hint: string;
    orderOf(text: string): Order | undefined;
    choose(hull: string): string;
  };
}

export function squareNamed(name: string, terrain: Terrain): number | undefined {
  const cell = cellNamed(name.toUpperCase());
  if (!cell || cell.column >= terrain.columns || cell.row >= terrain.rows) return undefined;
  return cell.row * terrain.columns + cell.column;
}

/** A unit by hull number or by where it stands; of two with the same number the own one, or the enemy's for targets. */
export function pieceNamed(
  name: string,
  ears: Pick<Ears, "picture" | "terrain" | "own">,
  enemy = false,
): Piece | undefined {
  const { picture, terrain } = ears;
  const upper = name.toUpperCase();
  const side = ears.own ?? picture.tray.side;
  const wanted = (piece: Piece): boolean => side === null || (piece.side === side) !== enemy;
  const labelled = picture.pieces.filter((piece) => piece.label.toUpperCase() === upper);
  const byLabel = labelled.find(wanted) ?? (enemy ? undefined : labelled[0]);
  if (byLabel) return byLabel;
  const square = squareNamed(name, terrain);
  return picture.pieces.find(
    (piece) => piece.pose !== null && square === piece.pose.y * terrain.columns + piece.pose.x && !piece.wreck,
  );
}

/** The facing that a word names; none where the table has no such facing. */
export function facingNamed(word: string, terrain: Pick<Terrain, "north" | "table">): number | undefined {
  const short = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
  const facings = facingsOn(terrain);
  const arrow = "↑↗→↘↓↙←↖".indexOf(word);
  if (word !== "" && arrow >= 0) {
    const off = (facing: number): number => Math.abs(((facings.bearing(facing) - 45 * arrow + 540) % 360) - 180);
    return Array.from({ length: facings.many }, (_, facing) => facing).sort((a, b) => off(a) - off(b))[0];
  }
  const lower = word.toLowerCase();
  let at = COMPASS.findIndex((name) => name === lower || name.replace("-", "") === lower);
  if (at < 0) at = short.indexOf(lower);
  if (at < 0) return undefined;
  return Array.from({ length: facings.many }, (_, facing) => facing).find(
    (facing) => compass(facings.bearing(facing), terrain) === say(COMPASS[at] ?? ""),
  );
}
