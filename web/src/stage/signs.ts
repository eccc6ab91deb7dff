/** The sign of a shot that stays at its target until the phase is over. */
import type { Gist } from "../api/types";

export interface Sign {
  readonly unit: number | null;
  readonly cell: number | null;
  readonly end: Gist["end"];
  readonly word: string;
}
