/** How far somebody has come: ticks, kept in this browser and nowhere else. */
import { browserKeep } from "../api/tokens";
import type { LessonRow } from "../api/types";

const KEY = "hulldown.lessons";

export interface Progress {
  /** Of the lesson's text when it was last played here. */
  readonly hash: string;
  readonly step: number;
  readonly done: boolean;
  /** The match that it was played in, for as long as the table keeps it. */
  readonly match?: string;
  readonly token?: string;
}
export type State = "open" | "next" | "begun" | "done";

type Shelf = Pick<Storage, "getItem" | "setItem">;

export class Kept {
  readonly #shelf: Shelf;
  constructor(shelf: Shelf = browserKeep()) {
    this.#shelf = shelf;
  }
  all(): Readonly<Record<string, Progress>> {
    try {
      const found: unknown = JSON.parse(this.#shelf.getItem(KEY) ?? "{}");
      return typeof found === "object" && found !== null ? (found as Record<string, Progress>) : {};
    } catch {
      return {};
    }
  }
  of(lesson: string): Progress | undefined {
    return this.all()[lesson];
  }
  set(lesson: string, progress: Progress): void {
    try {
      this.#shelf.setItem(KEY, JSON.stringify({ ...this.all(), [lesson]: progress }));
    } catch {
      // Full or forbidden: then it is forgotten.
    }
  }
}

/** The lesson to go on with: one that was begun, else the first that is not done, of the book that was played last. */
export function nextOf(
  rows: readonly LessonRow[],
  kept: Readonly<Record<string, Progress>>,
  book = "",
): LessonRow | undefined {
  const left = rows.filter(({ id }) => !kept[id]?.done);
  const begun = left.find(({ id }) => (kept[id]?.step ?? 0) > 0);
  const own = left.filter((row) => row.book === (book || rows[0]?.book));
  return begun ?? own[0] ?? left[0];
}

export function stateOf({ id, hash }: LessonRow, kept: Readonly<Record<string, Progress>>, next: string): State {
  const progress = kept[id];
  if (progress?.done) return "done";
  if (progress && progress.hash === hash && progress.step > 0) return "begun";
  return id === next ? "next" : "open";
}
