/** Boards that are stretches of a larger one: the frame of a set-up slides along it. */
import type { MapRow } from "../../api/types";

/** A map, and the boards that lie on it, in the order in which they lie. */
export interface Country {
  readonly whole: MapRow;
  readonly stretches: readonly MapRow[];
}

/** Where on the whole its top left square lies. */
export const at = ({ excerpt }: MapRow): { column: number; row: number } => excerpt ?? { column: 0, row: 0 };

/** The first map of which others are excerpts; none where each board stands alone. */
export function countryIn(maps: readonly MapRow[]): Country | null {
  const whole = maps.find(({ id }) => maps.some(({ excerpt }) => excerpt?.of === id));
  if (!whole) return null;
  const stretches = maps.filter(({ excerpt }) => excerpt?.of === whole.id);
  return { whole, stretches: stretches.sort((one, other) => at(one).column - at(other).column) };
}

/** The stretch that begins nearest to a column. */
export function nearest(stretches: readonly MapRow[], column: number): MapRow {
  const off = (one: MapRow): number => Math.abs(at(one).column - column);
  return stretches.reduce((best, one) => (off(one) < off(best) ? one : best));
}
/** The boards that stand alone. */
export function alone(maps: readonly MapRow[], country: Country | null): readonly MapRow[] {
  return country ? maps.filter((map) => map !== country.whole && !country.stretches.includes(map)) : maps;
}
