/** The ways a piece can face: the eight compass points on squares, the six corners on hexes. A facing is counted, a bearing is in degrees. */
import type { Terrain } from "./picture";

export interface Facings {
  readonly many: number;
  /** The bearing of a facing on the map. */
  bearing(facing: number): number;
  /** The facing of a bearing, not always whole. */
  at(bearing: number): number;
}

const around = (first: number, many: number): Facings => ({
  many,
  bearing: (facing) => (first + (360 / many) * facing) % 360,
  at: (bearing) => ((((bearing - first) % 360) + 360) % 360) / (360 / many),
});

export const EIGHT = around(0, 8);
/** Facing 0 is the corner at the upper right. */
export const SIX = around(60, 6);

export const facingsOn = ({ table }: Pick<Terrain, "table">): Facings => (table === "hexes" ? SIX : EIGHT);
export const facingAt = (facings: Facings, bearing: number): number => Math.round(facings.at(bearing)) % facings.many;
