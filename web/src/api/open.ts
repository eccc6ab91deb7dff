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

export interface ScenarioForce {
  readonly units: Readonly<Record<string, number>>;
  readonly points: number;
  readonly flags: number;
}

export interface ScenarioRow {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly minutes: number;
  readonly map: string;
  readonly red: ScenarioForce;
  readonly blue: ScenarioForce;
  readonly turn_limit: number;
  readonly options: readonly string[];
  /** The switches that are on, where `options` tells them in other words or not at all. */
  readonly on?: readonly string[];
  /** What the house adds to the print, in words. */
  readonly house?: readonly string[];
  /** Of a book with several charts, the one that its armies are bought from. */
  readonly chart?: string;
}

export interface MapRow {
  readonly id: string;
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly legend: Readonly<Record<string, string>>;
  readonly text: readonly string[];
  /** Of a free table: its sides, such as "120 × 80 cm", and what is on it. */
  readonly size?: string;
  readonly features?: readonly MapFeature[];
}

/** A piece of terrain with its corners in 1/100 mm. */
export interface MapFeature {
  readonly kind: string;
  readonly corners: readonly (readonly [number, number])[];
}
