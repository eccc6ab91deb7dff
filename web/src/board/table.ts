/** The layout that a table asks for. */
import { layoutHexes } from "./hexes";
import { layoutSquares, type Layout } from "./layout";
import type { Terrain } from "./picture";

export const layoutOf = (terrain: Pick<Terrain, "table" | "columns" | "rows">, flip: number): Layout =>
  terrain.table === "hexes" ? layoutHexes(terrain, flip) : layoutSquares(terrain, flip);
