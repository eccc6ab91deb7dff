/** The games of this browser as they can be watched again: each is asked for when it is to be shown, a few at a time. */
import type { Api } from "../../api/client";
import type { Seat } from "../../api/tokens";
import type { MatchView, Terrain } from "../../api/types";
import { headline } from "../../match/ended";
import { many, say } from "../../language/language";

export interface Game {
  readonly seat: Seat;
  readonly title: string;
  readonly view?: MatchView;
  readonly terrain?: Terrain;
  /** Why it cannot be shown. */
  readonly trouble?: string;
}

export const PAGE = 12;
const AT_ONCE = 4;

export class Shelf {
  games: readonly Game[] = $state.raw([]);
  readonly #api: Pick<Api, "table" | "terrain" | "book">;
  readonly #seats: readonly Seat[];

  constructor(api: Pick<Api, "table" | "terrain" | "book">, seats: readonly Seat[]) {
    this.#api = api;
    this.#seats = seats;
  }
  get left(): number {
    return this.#seats.length - this.games.length;
  }
  /** The next of them. */
  async more(): Promise<void> {
    const from = this.games.length;
    const next = this.#seats.slice(from, from + PAGE).map((seat) => ({ seat, title: seat.title }));
    this.games = [...this.games, ...next];
    const queue = next.map((_, k) => from + k);
    const work = async (): Promise<void> => {
      for (let at = queue.shift(); at !== undefined; at = queue.shift()) await this.#fetch(at);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  forget(match: string): void {
    this.games = this.games.filter(({ seat }) => seat.match !== match);
  }

  async #fetch(at: number): Promise<void> {
    const { seat, title } = this.games[at]!;
    try {
      const view = await this.#api.table(seat.match, seat.token).view();
      const terrain = await this.#api.terrain(view.terrain);
      this.#put(seat, { view, terrain, title: title || (await this.#nameOf(view)) });
    } catch (error) {
      this.#put(seat, { trouble: error instanceof Error ? error.message : String(error) });
    }
  }
  async #nameOf({ rulebook, scenario }: MatchView): Promise<string> {
    try {
      return (await this.#api.book(rulebook)).scenarios.find(({ id }) => id === scenario)?.name ?? scenario;
    } catch {
      return scenario;
    }
  }
  #put(seat: Seat, found: Partial<Game>): void {
    this.games = this.games.map((game) => (game.seat === seat ? { ...game, ...found } : game));
  }
}

/** "You win", "Red wins", "being played". */
export function standing(view: MatchView): string {
  if (view.result) return headline(view.result, view);
  return view.closed ? say("a record without an end") : say("being played");
}
export function rounds({ picture }: MatchView): string {
  return picture.tray.round > 0 ? many("{n} round", "{n} rounds", picture.tray.round) : say("setting up");
}
/** What a picture shows, in one sentence. */
export function described(title: string, { picture }: MatchView): string {
  const left = ([0, 1] as const).map(
    (side) => picture.pieces.filter((piece) => piece.side === side && !piece.wreck && piece.pose).length,
  );
  return say("{title}, round {round}: {red} red and {blue} blue left.", {
    title,
    round: picture.tray.round,
    red: left[0]!,
    blue: left[1]!,
  });
}
