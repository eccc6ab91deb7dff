/** Something that is worked out beside the server, one at a time a visitor: it is begun, and followed until it is there. */
import { told } from "../pages/here";

const AGAIN = 700; // milliseconds between two looks at how far it is

export abstract class Following<View extends { readonly state: string }> {
  view: View | null = $state.raw(null);
  trouble = $state("");
  /** It waits for an answer, or for what is worked out. */
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Answers to what was asked before are not heard. */
  #turn = 0;

  /** Begins it; asking again begins nothing. */
  protected abstract begin(): Promise<View>;
  /** How far it is; asking begins nothing. */
  protected abstract see(): Promise<View>;
  protected abstract heard(view: View): void;

  protected async follow(call: () => Promise<View>): Promise<void> {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    [this.trouble, this.busy] = ["", true];
    try {
      const view = await call();
      if (this.#closed || turn !== this.#turn) return;
      this.view = view;
      this.heard(view);
      const { state } = view;
      // What waits for another of the same visitor is asked for again.
      if (state === "busy") this.#timer = setTimeout(() => void this.follow(() => this.begin()), AGAIN);
      else if (state === "running" || state === "waiting")
        this.#timer = setTimeout(() => void this.follow(() => this.see()), AGAIN);
      else this.busy = false;
    } catch (error) {
      if (turn === this.#turn) [this.trouble, this.busy] = [told(error), false];
    }
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}
