/** The kinds of terrain that a tray holds, and what each usually does: a beginning, which the text may say otherwise. */

export type Movement = "free" | "slow" | "impassable" | "water";
export type View = "open" | "blocks";
export interface KindRow {
  readonly kind: string;
  readonly movement: Movement;
  readonly sight: View;
  /** How wide a path of it is, in 0.01 cm; what is no path has none. */
  readonly wide?: number;
}

/** The first eleven stand in the tray. */
export const KINDS: readonly KindRow[] = [
  { kind: "house", movement: "impassable", sight: "blocks" },
  { kind: "ruin", movement: "slow", sight: "blocks" },
  { kind: "wood", movement: "slow", sight: "blocks" },
  { kind: "orchard", movement: "slow", sight: "blocks" },
  { kind: "hedge", movement: "slow", sight: "blocks", wide: 100 },
  { kind: "wall", movement: "slow", sight: "open", wide: 60 },
  { kind: "road", movement: "free", sight: "open", wide: 400 },
  { kind: "field", movement: "free", sight: "open" },
  { kind: "hill", movement: "slow", sight: "blocks" },
  { kind: "water", movement: "water", sight: "open", wide: 600 },
  { kind: "bridge", movement: "free", sight: "open", wide: 400 },
  { kind: "yard", movement: "free", sight: "open" },
  { kind: "runway", movement: "free", sight: "open", wide: 1000 },
  { kind: "quay", movement: "free", sight: "open" },
  { kind: "beach", movement: "free", sight: "open" },
  { kind: "ford", movement: "slow", sight: "open", wide: 400 },
  { kind: "marsh", movement: "slow", sight: "open" },
  { kind: "rocks", movement: "impassable", sight: "open" },
  { kind: "ditch", movement: "slow", sight: "open", wide: 150 },
];
export const SHOWN = 11;
export const kindRow = (kind: string): KindRow | undefined => KINDS.find((row) => row.kind === kind);

export const MOVEMENTS: readonly (readonly [Movement, string])[] = [
  ["free", "free"],
  ["slow", "slow"],
  ["impassable", "no way"],
  ["water", "water"],
];
export const VIEWS: readonly (readonly [View, string])[] = [
  ["open", "open"],
  ["blocks", "blocks"],
];
/** "slow, blocks": what a piece does, in a row of a list. */
export const doing = (movement: string, sight: string): string =>
  [movement === "impassable" ? "no way" : movement, sight].filter(Boolean).join(", ");
