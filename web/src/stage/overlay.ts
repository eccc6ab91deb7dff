/** One overlay at a time: which moment it is at the table, and what is drawn over the ground in it. */

export type Moment = "rest" | "moving" | "place" | "firing" | "target" | "artillery" | "enemy" | "watching";
export type Layer =
  /** Yellow rims of those left to act. */
  | "rims"
  /** Where the chosen unit can go, and the price of each cell. */
  | "reach"
  | "prices"
  /** The way to the place that is aimed at, with the ghost and the facings it can have. */
  | "way"
  /** The best shot from there. */
  | "then"
  /** The arc of the gun, a badge on every target with a chance, the referee's lines to the one that is aimed at. */
  | "arc"
  | "badges"
  | "lines"
  /** Where shells may fall, and whom they strike. */
  | "falls"
  /** What an enemy that is held down sees and bears on. */
  | "sees"
  /** What flies and lands. */
  | "film";
/** Outside what the ground is veiled. */
export type Veil = "none" | "reach" | "arc" | "sees";

export interface Overlay {
  readonly layers: ReadonlySet<Layer>;
  readonly veil: Veil;
  /** How strong the enemy's last turn is drawn. */
  readonly pencil: number;
}

const overlay = (pencil: number, veil: Veil, ...layers: Layer[]): Overlay => ({
  layers: new Set(layers),
  veil,
  pencil,
});
export const OVERLAYS: Readonly<Record<Moment, Overlay>> = {
  rest: overlay(1, "none", "rims"),
  // A unit that drives and may still fire has its targets marked; they are pieces, and hide no ground.
  moving: overlay(0.6, "reach", "rims", "reach", "prices", "badges"),
  place: overlay(0.6, "reach", "rims", "reach", "prices", "way", "then"),
  firing: overlay(0.6, "arc", "rims", "arc", "badges"),
  target: overlay(0.6, "arc", "rims", "arc", "badges", "lines"),
  artillery: overlay(0.6, "arc", "rims", "arc", "badges", "falls"),
  enemy: overlay(0, "sees", "sees"),
  watching: overlay(0, "none", "film"),
};

/** What decides the moment. */
export interface Now {
  readonly playing: boolean;
  /** An enemy is held down. */
  readonly held: boolean;
  /** What the chosen unit can do. */
  readonly moves: boolean;
  readonly fires: boolean;
  /** What the hand points at. */
  readonly aim: "pose" | "target" | "deed" | "square" | null;
  /** What is fired comes down somewhere, and not along a line. */
  readonly falls: boolean;
}

export function momentOf({ playing, held, moves, fires, aim, falls }: Now): Moment {
  if (playing) return "watching";
  if (held) return "enemy";
  if (falls) return "artillery";
  if (aim === "target") return "target";
  if (aim === "pose") return "place";
  if (moves) return "moving";
  return fires ? "firing" : "rest";
}

/** Whether those that cannot be shot are drawn pale. */
export const palesOthers = (moment: Moment): boolean => OVERLAYS[moment].layers.has("arc");
