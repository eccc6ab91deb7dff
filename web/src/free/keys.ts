/** The keys of a free table. */
import { ARROWS, movesCamera, skips, type CameraKeys, type Key } from "../stage/keys";
import type { TableHand } from "./hand.svelte";

/** Does what a key means, and tells whether it means something. */
export function pressed(key: Key, hand: TableHand, does: CameraKeys): boolean {
  const { film } = hand.scenery;
  if (film.running && skips(key)) {
    if (!hand.ears.skip) film.skip();
    return !hand.ears.skip;
  }
  const early = /^(Arrow.*|Enter|[hqe])$/i.test(key.key) && !hand.aim;
  if (early && hand.soon(() => pressed(key, hand, does))) return true;
  const step = ARROWS[key.key];
  if (step) hand.arrow(step, key.shiftKey);
  else if (key.key === "Enter") hand.enter();
  else if (key.key === " ") hand.space();
  else if (/^[qe]$/i.test(key.key))
    return hand.turnBy((key.key.toLowerCase() === "e" ? 1 : -1) * (key.shiftKey ? 1 : 5));
  else return ofWay(key, hand) || movesCamera(key, hand.camera, does);
  return true;
}

/** Corners, the path as words, the best aim point; and Escape, which lays down what is led before anything else. */
function ofWay({ key }: Key, hand: TableHand): boolean {
  const { template, put } = hand.scenery;
  const { path, corners, fixed } = hand.leading;
  if (key === "c" && template) void hand.leading.corner();
  else if (key === "Backspace" && corners.length > 0) hand.leading.uncorner();
  else if (key === "h" && put) void hand.laying.best(hand.place, hand.ears.ask?.bind(hand.ears));
  else if (key === "=" && template) hand.spell();
  else if (key === "Escape" && (path.length > 0 || hand.laying.spot || fixed)) {
    hand.clear();
    hand.keyed = false;
  } else return false;
  return true;
}
