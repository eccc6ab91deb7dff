/** The ground of a row of a book's library, as pictures of boards read it. */
import type { MapRow, Terrain } from "../api/types";

const TABLES = ["free", "hexes", "squares"] as const;

/** `table` is the book's: what lies on it, squares, hexes or nothing. */
export function terrainIn(map: MapRow, table: string): Terrain {
  const { id, name, legend, text: cells } = map;
  const ground = { id, name, north: 0, legend, cells, table: TABLES.find((one) => one === table) ?? "squares" };
  if (!map.features || !map.sides) return { ...ground, columns: map.columns, rows: map.rows };
  const features = map.features.map(({ kind, corners }) => ({
    kind,
    name: kind,
    sentence: "",
    rule: "",
    at: corners.map(([x, y]) => ({ x, y })),
  }));
  return { ...ground, columns: map.sides[0], rows: map.sides[1], features };
}
