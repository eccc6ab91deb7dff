/** "What is this?": for as long as it is asked, a press names a thing and does nothing else. */
import type { Piece } from "../api/types";
import type { Words } from "./hints";
import { shortName } from "./words";
import { later, say } from "../language/language";

/** What the table knows of a place on the screen. */
export interface Place {
  readonly piece: Piece | undefined;
  /** "K7: street" */
  readonly ground: string;
}
/** What of a table is asked. */
export interface Asked {
  placeAt(clientX: number, clientY: number): Place;
  /** Where the cursor of the keys is on the screen. */
  cursorAt(): readonly [x: number, y: number];
}

export class Asking {
  on = $state(false);
  named: Words | null = $state.raw(null);
  readonly #table: () => Asked | undefined;

  constructor(table: () => Asked | undefined) {
    this.#table = table;
  }
  begin(): void {
    [this.on, this.named] = [true, null];
  }
  end(): void {
    this.on = false;
    this.named = null;
  }
  /** Names what is at a place of the screen. */
  async point(x: number, y: number, thing: Element | null): Promise<void> {
    const { drawnAt, framed, PIECE } = await import("./what");
    const board = thing?.closest(".board:not(.docked *)");
    if (!board)
      return void (this.named = (thing && framed(thing)) ?? {
        lead: say(NOTHING.lead),
        sentence: say(NOTHING.sentence),
      });
    const place = this.#table()?.placeAt(x, y);
    const drawn = drawnAt(board, x, y);
    const { piece, ground = "" } = place ?? {};
    if (piece && !drawn) {
      const state = piece.badges.map(({ sentence }) => sentence).join(" ");
      this.named = {
        lead: piece.wreck ? say("The wreck of {name}.", { name: shortName(piece) }) : `${shortName(piece)}.`,
        sentence: state || say(PIECE),
      };
    } else this.named = drawn ?? { lead: `${ground}.`, sentence: "" };
  }
  /** Names what has the focus; on the table, what the cursor is on. */
  here(focused: Element | null): Promise<void> {
    if (focused?.matches(".board")) {
      const [x, y] = this.#table()?.cursorAt() ?? [0, 0];
      return this.point(x, y, focused);
    }
    const box = focused?.getBoundingClientRect();
    return this.point(box ? box.left + box.width / 2 : 0, box ? box.top + box.height / 2 : 0, focused);
  }
}
const NOTHING: Words = {
  lead: later("Nothing by itself."),
  sentence: later("Click a thing on the table, in the dock or in the panel."),
};
