/** A sentence of advice at each kind of choice. Pure. */
import type { Book, Tray } from "../api/types";

/** What the book advises for what is to be chosen now; nothing while nobody here chooses. */
export function adviceFor(
  book: Pick<Book, "advice"> | null,
  tray: Pick<Tray, "phase" | "window">,
  mine: boolean,
): string | undefined {
  return mine ? book?.advice?.[tray.window ? "window" : tray.phase] : undefined;
}
