/** Beginning a battle by one press: it waits a while for a table that cannot be reached, and then lets one try again. */
import { Trouble } from "../../api/client";
import { say } from "../../language/language";

/** How many seconds it is tried for. */
const PATIENCE = 6;

export class Starting {
  /** What is being begun: a book, or the last set-up. */
  what = $state("");
  /** Seconds that the table has not been reached for. */
  waited = $state(0);
  /** Why it did not begin. */
  trouble = $state("");
  readonly #pause: (milliseconds: number) => Promise<void>;

  constructor(pause = (milliseconds: number): Promise<void> => new Promise((go) => setTimeout(go, milliseconds))) {
    this.#pause = pause;
  }

  get busy(): boolean {
    return this.what !== "";
  }
  /** What a button says of it, if it is the one that was pressed. */
  word(what: string, otherwise: string): string {
    if (this.what === what)
      return this.waited > 0 ? say("Waiting for the table … {n} s", { n: this.waited }) : say("Setting the table …");
    return this.#failed === what ? say("Try again") : otherwise;
  }
  #failed = $state("");

  async go(what: string, begin: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    [this.what, this.waited, this.trouble, this.#failed] = [what, 0, "", ""];
    while (this.busy)
      try {
        await begin();
        this.what = "";
      } catch (error) {
        if (error instanceof Trouble && error.code === "offline" && this.waited < PATIENCE) {
          this.waited++;
          await this.#pause(1000);
          continue;
        }
        this.trouble = error instanceof Error ? error.message : String(error);
        [this.what, this.#failed] = ["", what];
      }
  }
}
