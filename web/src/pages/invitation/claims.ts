/** Claims of seats that were sent and not answered yet: kept in this browser, so that a lost answer is no lost seat. */
import { newId, type Keep } from "../../api/tokens";
import type { Kept } from "../../sealed/keeper";

export interface Claim {
  /** The same id gets the same seat again. */
  readonly id: string;
  readonly name: string;
  /** The dice key that comes with it. */
  readonly anchor: string;
  readonly kept: Kept;
}

const KEY = "hulldown.claims";
/** Older ones were never answered, and nobody asks again. */
const MOST = 20;

export class Claims {
  readonly #keep: Keep;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /** The claim that is open to an invitation. Another page of this browser may have made it. */
  of(invitation: string): Claim | undefined {
    return this.#all()[invitation];
  }
  make(invitation: string, what: Omit<Claim, "id">): Claim {
    const claim = { id: newId(), ...what };
    this.#put({ ...this.#all(), [invitation]: claim });
    return claim;
  }
  forget(invitation: string): void {
    const { [invitation]: _, ...rest } = this.#all();
    this.#put(rest);
  }

  #all(): Readonly<Record<string, Claim>> {
    try {
      const data: unknown = JSON.parse(this.#keep.getItem(KEY) ?? "{}");
      return typeof data === "object" && data !== null ? (data as Record<string, Claim>) : {};
    } catch {
      return {};
    }
  }
  #put(claims: Readonly<Record<string, Claim>>): void {
    try {
      this.#keep.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(claims).slice(-MOST))));
    } catch {
      // Full or forbidden: then an answer must not get lost.
    }
  }
}
