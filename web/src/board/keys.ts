/** The keys of a board of cells. */
import { ARROWS, movesCamera, skips, type CameraKeys, type Key } from "../stage/keys";
import type { BoardHand } from "./hand.svelte";
import { squareOf } from "./state";

/** The keys of the number pad round its middle, clockwise from the top. */
const NUMPAD = ["8", "9", "6", "3", "2", "1", "4", "7"];

/** Does what a key means, and tells whether it means something. */
export function pressed(key: Key, hand: BoardHand, does: CameraKeys): boolean {
  const { film } = hand.scenery;
  // Who plays the film knows how much of it is to be skipped.
  if (film.running && skips(key)) {
    if (!hand.ears.skip) film.skip();
    return !hand.ears.skip;
  }
  const step = ARROWS[key.key];
  if (step) hand.moveCursor(step, key.shiftKey ? 5 : 1);
  else if (key.key === "Enter") hand.enter();
  else if (key.key === " ") hand.space();
  else if (/^[qe]$/.test(key.key) && hand.centre !== null) hand.turnBy(key.key === "e" ? 1 : -1);
  else if (!point(key, hand)) return movesCamera(key, hand.camera, does);
  return true;
}

/** A key of the number pad points as it looks on the screen. */
function point({ code }: Key, hand: BoardHand): boolean {
  const eighth = code.startsWith("Numpad") ? NUMPAD.indexOf(code.replace("Numpad", "")) : -1;
  if (eighth < 0 || hand.ghost === null) return false;
  const { layout, facings } = hand.scenery;
  hand.faceTo(squareOf(hand.ghost), facings.at(layout.unturned(eighth * 45)));
  return true;
}
