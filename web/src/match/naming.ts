/** What the words of a command mean on the table, and what a command can reach. */
import type { Order, Picture, Piece, Side, Survey, Terrain } from "../api/types";
import { cellNamed } from "../board/cells";

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
