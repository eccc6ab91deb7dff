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

/** Zooms, fits and turns; tells whether the key was one for that. */
export function movesCamera({ key, shiftKey }: Key, camera: Camera, turn: () => void): boolean {
  if (key === "+" || key === "=") camera.zoomBy(1.3);
  else if (key === "-") camera.zoomBy(1 / 1.3);
  else if (key === "0") camera.fitAll();
  else if (key === "R" && shiftKey) turn();
  else return false;
  return true;
}
