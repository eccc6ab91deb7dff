/** The keys that every stage has for itself while it has the focus. */
import type { Camera } from "./camera.svelte";
import type { Point } from "./points";

/** What of a key press is read. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}

export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
};

/** While something plays, these three only show its end. */
export const skips = ({ key }: Key): boolean => key === "Enter" || key === " " || key === "Escape";

/** What the keys of the camera do, on every table. */
export interface CameraKeys {
  turn(): void;
  step(by: 1 | -1): void;
  home(): void;
  follow(): void;
}
/** Zooms, fits, follows and turns; tells whether the key was one for that. */
export function movesCamera({ key, shiftKey }: Key, camera: Camera, does: CameraKeys): boolean {
  if (key === "+" || key === "=") does.step(1);
  else if (key === "-") does.step(-1);
  else if (key === "0") camera.fitAll();
  else if (key === "Home") does.home();
  else if (key === "v") does.follow();
  else if (key === "R" && shiftKey) does.turn();
  else return false;
  return true;
}
