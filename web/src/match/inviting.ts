/** What a host hears of the seat that waits: when the link was opened, and who has sat down. */
import type { Inviting, MatchView, Side } from "../api/types";
import { count, sideName } from "./words";

const MINUTE = 60;

/** "Opened 4 minutes ago": when somebody last looked at the invitation, in seconds since 1970. */
export function openedWords(opened: number | null, now: number): string {
  if (opened === null) return "Nobody has opened it yet.";
  const minutes = Math.max(0, Math.floor((now - opened) / MINUTE));
  if (minutes === 0) return "Opened just now.";
  if (minutes < 90) return `Opened ${count(minutes, "minute")} ago.`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `Opened ${count(hours, "hour")} ago.` : `Opened ${count(Math.round(hours / 24), "day")} ago.`;
}

/** "Kestrel has sat down as Blue.": once, when the seat that waited is taken; not if a bot has it, or the game ended. */
export function satDown(before: Inviting | undefined, view: MatchView, over: boolean): string {
  const { side, inviting, names, bots } = view;
  if (!before || inviting || side === null || over) return "";
  const other: Side = side === 0 ? 1 : 0;
  return bots[other] === null ? `${names[other]} has sat down as ${sideName(other)}.` : "";
}
