/** What a table tells of the hand that plays on it, and how it is to be shown. It knows nobody who listens. */
import type { Refusal, Stroke, Survey } from "../api/types";
import type { Aimed } from "./aims";
import type { Speed } from "./motion";
import type { Point } from "./points";

export interface Ears {
  pick?(unit: number | null): void;
  commit?(what: Aimed, at: Point): void;
  hover?(unit: number | null): void;
  /** What a unit that is held down sees and bears on. */
  look?(unit: number): Promise<Survey | null>;
  /** Shows the end of all that is being played, at once. Without it only the film is cut short. */
  skip?(): void;
  /** Puts off what needs a survey that is on its way, and tells whether one is. */
  later?(act: () => void): boolean;
  /** Enter where nothing can be aimed at, and Space; each tells whether it did something elsewhere. */
  enter?(): boolean;
  space?(): boolean;
  refuse?(refusal: Refusal, at?: Point): void;
}

/** What is played over the picture, which stays as it was before until `done`. */
export interface Reel {
  readonly strokes: readonly Stroke[];
  readonly speed: Speed;
  /** How much of the usual time it takes, where that is not a matter of speed alone. */
  readonly pace?: number | undefined;
  /** Nothing moves. Without it the system is asked. */
  readonly still?: boolean | undefined;
  onstroke?(stroke: Stroke): Promise<void> | void;
  done?(): void;
}

/** How a player wants it. */
export interface Manner {
  /** Where the names of places stand. */
  readonly names?: "edges" | "squares" | "off";
  /** The full names of all units are shown; else a key that is held does it. */
  readonly named?: boolean;
  /** By touch a move is made at the first tap. */
  readonly tapOnce?: boolean;
  /** A shot needs a second click. */
  readonly fireTwice?: boolean;
}
