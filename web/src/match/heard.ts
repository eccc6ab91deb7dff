/** Sounds, which are off at first, come with the first that is to be heard. */
import type { sound } from "./sounds";

export const heard = (...what: Parameters<typeof sound>): void =>
  void import("./sounds").then((sounds) => sounds.sound(...what));
