/** A draft of its own, beside the one that is open. */
import { go, told } from "../../pages/here";
import type { Editing } from "../editing.svelte";
import { workshop } from "../here";

/** Another book takes the board as it would be for it; in the same book the draft is changed. */
export async function begun(editing: Editing, book: string, text: string): Promise<void> {
  if (book === editing.page.book) return editing.change(text, "walls, barricades and heights taken out");
  try {
    const { drafts } = await workshop();
    const draft = await drafts.begin({ kind: "board", book, text, source: editing.page.source });
    go(`make/board/${draft.id}`);
  } catch (error) {
    editing.trouble = told(error);
  }
}
