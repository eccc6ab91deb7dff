/** What the server's structs leave open, since each rulebook fills it in its own way. */

/** An order. The client completes what it is given and knows no rules. */
export type Order = { readonly type: string; readonly [field: string]: unknown };

/** A row of a chart: figures by name; `source` tells of each whether the book or the house says so. */
export interface UnitRow {
  readonly id: string;
  readonly name: string;
  readonly letter: string;
  readonly points: number;
  readonly source?: Readonly<Record<string, string>>;
  readonly [figure: string]: unknown;
}

/** A piece of terrain with its corners in 1/100 mm. */
export interface MapFeature {
  readonly kind: string;
  readonly corners: readonly (readonly [number, number])[];
}
