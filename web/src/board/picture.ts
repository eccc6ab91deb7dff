/** The structs of the wire that a board draws. It reads a picture, a survey and strokes, and nothing else of them. */
export type {
  Aim,
  Band,
  Badge,
  Blocker,
  CoverTrace,
  Deed,
  Drive,
  LinesTrace,
  Mark,
  Order,
  Outline,
  Mode,
  Piece,
  Place,
  Pose,
  Refusal,
  Shot,
  Side,
  Stroke,
  Survey,
  Terrain,
  Trace,
} from "../api/types";
import type { Mark, Piece } from "../api/types";

/** Of a picture a board reads the pieces, the marks, and who has something left to do. */
export interface Picture {
  readonly pieces: readonly Piece[];
  readonly marks: readonly Mark[];
  readonly tray: { readonly todo: readonly { readonly unit: number }[] };
}
/** Where the number of a piece stands, if it wears one. */
export type NumberAt = "none" | "below" | "above";
