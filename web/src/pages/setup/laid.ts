/** What stands on the table when a battle opens, as `make pictures` laid it out. */
import type { Mark, Piece } from "../../api/types";

export interface Laid {
  readonly pieces: readonly Piece[];
  readonly marks: readonly Mark[];
}
const tables = import.meta.glob<Laid>("../../../pictures/card/**/*.json", { import: "default" });

/** Nothing for a battle that nobody laid out. */
export function laidOut(book: string, scenario: string): Promise<Laid | undefined> {
  return tables[`../../../pictures/card/${book}/${scenario}.json`]?.() ?? Promise.resolve(undefined);
}
