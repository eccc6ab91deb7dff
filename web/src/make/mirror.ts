/** What has a twin on the other half of what is drawn. */
export type Mirror = "none" | "across" | "down" | "turn";
export const MIRRORS: readonly (readonly [Mirror, string])[] = [
  ["none", "none"],
  ["across", "left – right"],
  ["down", "top – bottom"],
  ["turn", "turned by half"],
];
