/** What a host hears of the seat that waits: when the link was opened, and who has sat down. */
import type { Inviting, MatchView, Side } from "../api/types";
import { sideName } from "./words";
import { many, say } from "../language/language";

const MINUTE = 60;

/** "Opened 4 minutes ago": when somebody last looked at the invitation, in seconds since 1970. */
export function openedWords(opened: number | null, now: number): string {
  if (opened === null) return say("Nobody has opened it yet.");
  const minutes = Math.max(0, Math.floor((now - opened) / MINUTE));
  if (minutes === 0) return say("Opened just now.");
  if (minutes < 90) return many("Opened {n} minute ago.", "Opened {n} minutes ago.", minutes);
  const hours = Math.round(minutes / 60);
  return hours < 36
    ? many("Opened {n} hour ago.", "Opened {n} hours ago.", hours)
    : many("Opened {n} day ago.", "Opened {n} days ago.", Math.round(hours / 24));
}

/** "Kestrel has sat down as Blue.": once, when the seat that waited is taken; not if a bot has it, or the game ended. */
export function satDown(before: Inviting | undefined, view: MatchView, over: boolean): string {
  const { side, inviting, names, bots } = view;
  if (!before || inviting || side === null || over) return "";
  const other: Side = side === 0 ? 1 : 0;
  return bots[other] === null
    ? say("{name} has sat down as {side}.", { name: names[other], side: sideName(other) })
    : "";
}
