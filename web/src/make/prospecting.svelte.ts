/** Questions to the referee about the ground that is being drawn: of each kind only the last one counts. */
import type { Api } from "../api/client";
import type { GroundQuery, GroundReply } from "../api/types";
import type { Editing } from "./editing.svelte";

export const NOTHING: GroundReply = {
  ...{ told: "", rule: "", zones: [], cells: null, overlaps: [] },
  ...{ counts: [], remarks: [], repairs: [], refusal: null },
};

export class Prospecting {
  readonly #editing: Editing;
  readonly #api: Pick<Api, "prospect">;
  readonly #asked = new Map<string, number>();
  /** Why nothing is told. */
  unasked = $state("");

  constructor(editing: Editing, api: Pick<Api, "prospect">) {
    this.#editing = editing;
    this.#api = api;
  }
  /** The answer about a text, which need not be the draft's; none where something else was asked since. */
  async ask(query: GroundQuery, text: string, book = this.#editing.page.book, about = ""): Promise<GroundReply | null> {
    const what = `${query.ask} ${about}`;
    const mine = (this.#asked.get(what) ?? 0) + 1;
    this.#asked.set(what, mine);
    const { uses: _, ...work } = this.#editing.work;
    try {
      const found = await this.#api.prospect({ works: [{ ...work, book, text }], query });
      if (mine !== this.#asked.get(what)) return null;
      if (book === this.#editing.page.book)
        this.unasked = found.refusal ? "The referee answers once the faults are mended." : "";
      return found;
    } catch {
      if (mine !== this.#asked.get(what)) return null;
      this.unasked = "The referee cannot be reached; what he would say is not shown.";
      return NOTHING;
    }
  }
}
