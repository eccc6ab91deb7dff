/** Drafts that are to settle something in a battle: what the players ruled otherwise goes back to it. */
import { browserKeep } from "../../api/tokens";
import { readToml } from "../toml";
import { removing, applied } from "../edits";

const KEY = "hulldown.settling.";
/** What a set-up says, so that its table does not, and what is for showing it. */
const HEAD = ["book", "name", "scenario", "map", "chart", "options", "camera", "opening"];

export const settling = {
  begin(draft: string, match: string): void {
    try {
      browserKeep().setItem(KEY + draft, match);
    } catch {
      // Full or forbidden: the text can still be copied.
    }
  },
  /** The battle that a draft settles something in. */
  of(draft: string): string {
    return browserKeep().getItem(KEY + draft) ?? "";
  },
  end(draft: string): void {
    browserKeep().removeItem(KEY + draft);
  },
};

/** A position without its head, as a battle takes it. */
export function bareTable(text: string): string {
  return HEAD.reduce((now, key) => {
    const bare = readToml(now).at([key]) ? applied(now, removing(now, [key])) : now;
    // A table of several headers goes with all of them.
    return readToml(bare).at([key]) ? bareTable(bare) : bare;
  }, text).replace(/^\n+/, "");
}
