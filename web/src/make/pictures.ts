/** What works look like: asked of the referee once each, a few at a time. */
import type { Api } from "../api/client";
import type { Mark, Piece, Terrain, Work } from "../api/types";
import { terrainIn } from "../pages/terrain";
import { idOf } from "./works";

export interface Shown {
  readonly terrain: Terrain;
  readonly picture: { readonly pieces: readonly Piece[]; readonly marks: readonly Mark[] } | undefined;
}
const AT_ONCE = 2;

export class Pictures {
  readonly #api: Pick<Api, "pictures" | "tableBook">;
  readonly #known = new Map<string, Promise<Shown | null>>();
  #under = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(api: Pick<Api, "pictures" | "tableBook">) {
    this.#api = api;
  }
  /** The ground of a work with what stands on it; null where there is nothing to draw, or nobody who can. */
  of(works: readonly Work[]): Promise<Shown | null> {
    const [work] = works as [Work, ...Work[]];
    if (work.kind === "chart" || work.kind === "army") return Promise.resolve(null);
    const id = idOf(work);
    let found = this.#known.get(id);
    if (!found) {
      found = this.#ask(works).catch(() => {
        this.#known.delete(id);
        return null;
      });
      this.#known.set(id, found);
    }
    return found;
  }
  async #ask(works: readonly Work[]): Promise<Shown | null> {
    if (this.#under >= AT_ONCE) await new Promise<void>((go) => this.#waiting.push(go));
    this.#under++;
    try {
      const { map, terrain, picture } = await this.#api.pictures(works);
      if (map)
        return { terrain: terrainIn(map, (await this.#api.tableBook(works[0]!.book)).table), picture: undefined };
      return terrain && picture ? { terrain, picture } : null;
    } finally {
      this.#under--;
      this.#waiting.shift()?.();
    }
  }
}
