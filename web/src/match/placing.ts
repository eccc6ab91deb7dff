/** Placing as the table proposes it: one thing, all that is left, or one whenever it is this side's turn. */
import type { Order, Piece, Side } from "../api/types";
import type { Ordering } from "./ordering";
import type { Outbox } from "./outbox";
import type { Keep, MatchState, TableCalls } from "./state";

export class Placing {
  readonly #keep: Keep;
  readonly #table: TableCalls;
  readonly #outbox: Outbox;
  readonly #ordering: Ordering;
  readonly #mine: () => boolean;

  constructor(keep: Keep, table: TableCalls, outbox: Outbox, ordering: Ordering, mine: () => boolean) {
    this.#keep = keep;
    this.#table = table;
    this.#outbox = outbox;
    this.#ordering = ordering;
    this.#mine = mine;
  }

  get #side(): Side | null {
    return this.#keep.state.picture?.tray.side ?? null;
  }
  /** The pieces of the side to act that are still beside the board. */
  get beside(): readonly Piece[] {
    const { picture } = this.#keep.state;
    if (!picture || !this.#mine()) return [];
    return picture.pieces.filter((piece) => piece.pose === null && piece.side === picture.tray.side);
  }
  /** Orders that place what a side has left, as the table stands now. */
  async orders(side: Side): Promise<Order[]> {
    return this.#side === side ? [...(await this.#table.placing()).orders] : [];
  }

  /** Puts what is left on the board as the table proposes it, never moving what stands. */
  async rest(): Promise<void> {
    const side = this.#side;
    if (side === null) return;
    // A large army takes several messages; each must leave less beside the board.
    for (let before = Infinity, left = 1; left > 0 && left < before; left = this.beside.length) {
      before = this.beside.length;
      const answer = await this.#outbox.send({ place: side });
      if (!answer?.played || this.#side !== side) return;
    }
  }
  /** Places the next piece or tile of the side to act. */
  async one(): Promise<void> {
    const side = this.#side;
    this.#ordering.running = false;
    if (side !== null) await this.#outbox.send({ place: side });
  }
  /**
   * Where the sides place in turns: places whenever it is this side's choice, until all that the phase is for is placed or a hand
   * does something else.
   */
  async inTurns(): Promise<void> {
    const side = this.#side;
    const phase = this.#keep.state.picture?.tray.phase;
    if (side === null) return;
    const over = ({ picture, result }: MatchState): boolean => result !== null || picture?.tray.phase !== phase;
    const turn = ({ position, head, picture }: MatchState): boolean =>
      position >= head && picture?.tray.side === side && !this.#outbox.busy;
    const ordering = this.#ordering;
    ordering.running = true;
    for (;;) {
      await this.#keep.until((state) => over(state) || !ordering.running || turn(state));
      if (over(this.#keep.state) || !ordering.running || this.#keep.closed) break;
      if (this.#keep.state.picture?.tray.spots.length === 0 && this.beside.length === 0) break;
      if (!(await this.#outbox.send({ place: side }))?.played) break;
    }
    ordering.running = false;
  }
}
