/** A moment of a game as a link to hand on: it carries the right to watch, and nothing more. */
import type { Seat } from "../api/tokens";
import { link } from "./link";

/** The token that may be handed on: a watcher's own, the one that came with the seat, or one that is asked for. */
export async function watchTokenOf(seat: Seat, ask: () => Promise<string>): Promise<string> {
  if (seat.watching) return seat.token;
  return seat.watch ?? (await ask());
}

export async function momentLink(seat: Seat, position: number, ask: () => Promise<string>): Promise<string> {
  return link(`watch/${encodeURIComponent(seat.match)}/${await watchTokenOf(seat, ask)}/${position}`);
}
