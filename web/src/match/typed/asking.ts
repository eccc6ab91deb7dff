/** People are asked for dice: the order on its way waits here until they have laid them out, or took it back. */
import type { DiceWanted } from "../../api/types";
import type { Keep } from "../state";
import type { Given } from "./laying";

/** What was answered: faces, and whether the server rolls the rest. */
export interface Rolled {
  readonly faces: Given;
  readonly rest: boolean;
}
export interface Asked {
  readonly wanted: DiceWanted;
  /** The faces of the order that were sent so far. */
  readonly sent: Given;
  /** The order is the table's own, of a bot or a standing one: nobody takes it back. */
  readonly forTable: boolean;
  readonly answer: (rolled: Rolled | null) => void;
}

export class Asking {
  readonly #keep: Keep;

  constructor(keep: Keep) {
    this.#keep = keep;
  }
  /** The dice that are wanted; null, where the order was taken back. */
  roll(wanted: DiceWanted, sent: Given, forTable: boolean): Promise<Rolled | null> {
    return new Promise((done) => {
      const answer = (rolled: Rolled | null): void => {
        if (this.#keep.state.asked?.answer === answer) this.#keep.set({ asked: null });
        done(rolled);
      };
      this.#keep.set({ asked: { wanted, sent, forTable, answer } });
    });
  }
  /** Nobody is asked any more. */
  leave(): void {
    this.#keep.state.asked?.answer(null);
  }
}
