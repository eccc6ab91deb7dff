/** How fair a scenario is, as far as it has been played: asked for, looked at while it is under way, stopped. */
import { Trouble, type Api } from "../../api/client";
import type { FairFound, FairnessBody, FairnessView, Work } from "../../api/types";
import { later, many, say } from "../../language/language";
import { idOf } from "../works";

export type Bot = NonNullable<FairnessBody["bot"]>;
export const BOTS: Readonly<Record<Bot, string>> = {
  greedy: later("Greedy"),
  "planner:recruit": later("Planner, recruit"),
};
export const GAMES = 240;
const LOOK_MS = 700;
const AGAIN_MS = 5_000;
/** So long after a save a run begins by itself, on one's own server. */
export const AFTER_SAVE_MS = 2_000;

export class FairnessDesk {
  readonly #api: Pick<Api, "fairness" | "playFairness" | "stopFairness">;
  readonly #works: () => readonly Work[];
  /** A run is under way, of this content. */
  readonly #begun: (id: string, bot: Bot) => void;
  bot: Bot = $state("greedy");
  /** What is known of the text as it is now. */
  view: FairnessView | null = $state.raw(null);
  /** The last result that was shown, and of which content it is. */
  last: { readonly id: string; readonly of: string; readonly view: FairnessView } | null = $state.raw(null);
  trouble = $state("");
  offline = $state(false);
  #id = "";
  #of = "";
  #clock: ReturnType<typeof setTimeout> | undefined;
  #saved: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    api: Pick<Api, "fairness" | "playFairness" | "stopFairness">,
    works: () => readonly Work[],
    begun: (id: string, bot: Bot) => void = () => undefined,
  ) {
    [this.#api, this.#works, this.#begun] = [api, works, begun];
  }
  close(): void {
    this.#asked++;
    clearTimeout(this.#clock);
    clearTimeout(this.#saved);
  }
  get under(): boolean {
    return this.view?.state === "running" || this.view?.state === "waiting";
  }
  /** The text, or what it uses, is another one now; `of` says which version it is. */
  turnTo(work: Work, of: string): void {
    const id = idOf(work);
    this.#of = of;
    if (id === this.#id) {
      if (this.last?.id === id) this.last = { ...this.last, of };
      return;
    }
    [this.#id, this.view, this.trouble] = [id, null, ""];
    this.#look(0);
  }
  choose(bot: Bot): void {
    if (bot === this.bot) return;
    [this.bot, this.view] = [bot, null];
    this.#look(0);
  }
  #look(rest: number): void {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => void this.#take(() => this.#api.fairness(this.#id, this.bot)), rest);
  }
  async #take(ask: () => Promise<FairnessView>): Promise<void> {
    const asked = ++this.#asked;
    const id = this.#id;
    try {
      const view = await ask();
      if (asked !== this.#asked || id !== this.#id) return;
      [this.view, this.trouble, this.offline] = [view, "", false];
      if (view.found) this.last = { id, of: this.#of, view };
      if (this.under) this.#look(LOOK_MS);
    } catch (error) {
      if (asked !== this.#asked || id !== this.#id) return;
      this.offline = error instanceof Trouble && error.status === 0;
      this.trouble = this.offline ? "" : error instanceof Error ? error.message : String(error);
      if (this.offline) this.#look(AGAIN_MS);
    }
  }
  /** Has so many more games played, after those that were. */
  async play(more = GAMES): Promise<void> {
    await this.#begin({ games: Math.min(2_400, (this.view?.games ?? 0) + more) });
  }
  /** A version was saved: on one's own server that is enough to begin. */
  afterSave(): void {
    clearTimeout(this.#saved);
    this.#saved = setTimeout(() => void this.#begin({ games: GAMES, after_save: true }), AFTER_SAVE_MS);
  }
  async #begin(how: Pick<FairnessBody, "games" | "after_save">): Promise<void> {
    clearTimeout(this.#clock);
    await this.#take(() => this.#api.playFairness({ works: this.#works(), bot: this.bot, ...how }));
    if (this.under) this.#begun(this.#id, this.bot);
  }
  async stop(): Promise<void> {
    clearTimeout(this.#clock);
    await this.#take(() => this.#api.stopFairness(this.#id, this.bot));
  }
}

/** "46.7", of a share. */
export const percent = (share: number): string => (100 * share).toFixed(1);
const VERDICTS: Readonly<Record<FairFound["verdict"], string>> = {
  fair: later("fair"),
  "favours Red": later("favours Red"),
  "favours Blue": later("favours Blue"),
  "not settled": later("not settled"),
};
export const verdictOf = ({ verdict }: FairFound): string => say(VERDICTS[verdict]);
/** "fair, 40.5 – 53.0 %": how it stands, on a card. */
export const fairLine = (found: FairFound): string =>
  `${verdictOf(found)}, ${percent(found.score.low)} – ${percent(found.score.high)} %`;
/** What is said while it is played, and when it is done. */
export function fairWords(view: FairnessView): string {
  const { found, state, games, of, place } = view;
  const far = found ? `${Math.round(100 * found.score.low)} – ${Math.round(100 * found.score.high)} %` : "";
  if (state === "waiting") return many("{n} run before yours.", "{n} runs before yours.", place);
  if (state === "running")
    return `${say("Playing {games} of {of}.", { games, of })}${far ? ` ${say("So far Red {far}.", { far })}` : ""}`;
  if (state === "refused") return view.sentence;
  return "";
}
