/** The ground of a row of a book's library, as pictures of boards read it. */
import type { MapRow, Terrain } from "../api/types";

/** 1/100 mm in a centimetre. */
const CM = 1000;
const TABLES = ["free", "hexes", "squares"] as const;

/** `table` is the book's: what lies on it, squares, hexes or nothing. */
export function terrainIn(map: MapRow, table: string): Terrain {
  const { id, name, legend, text: cells } = map;
  const ground = { id, name, north: 0, legend, cells };
  const [, width, height] = /([\d.]+) × ([\d.]+) cm/.exec(map.size ?? "") ?? [];
  if (!map.features || !width || !height)
    return {
      ...ground,
      table: TABLES.find((one) => table.includes(one.slice(0, 3))) ?? "squares",
      columns: map.columns,
      rows: map.rows,
    };
  const features = map.features.map(({ kind, corners }) => ({
    kind,
    name: kind,
    sentence: "",
    rule: "",
    at: corners.map(([x, y]) => ({ x, y })),
  }));
  return { ...ground, table: "free", columns: Number(width) * CM, rows: Number(height) * CM, features };
}
