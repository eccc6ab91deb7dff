/** A free table as its small picture shows it, from a row of a library or from the ground of a match. */
import type { MapFeature, MapRow, Terrain } from "../api/types";

export interface PlaneGround {
  readonly features: readonly MapFeature[];
  /** In 1/100 mm. */
  readonly width: number;
  readonly height: number;
}

export function planeIn(ground: MapRow | Terrain): PlaneGround | undefined {
  if ("table" in ground) {
    const features = (ground.features ?? []).map(({ kind, at }): MapFeature => ({
      kind,
      corners: at.map(({ x, y }) => [x, y]),
    }));
    return ground.table === "free" ? { features, width: ground.columns, height: ground.rows } : undefined;
  }
  const [, width, height] = /([\d.]+) × ([\d.]+) cm/.exec(ground.size ?? "") ?? [];
  return ground.features && width && height
    ? { features: ground.features, width: Number(width) * 1000, height: Number(height) * 1000 }
    : undefined;
}
