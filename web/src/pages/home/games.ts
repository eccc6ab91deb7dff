/** The games of this browser as Home tells them: which come first, whose turn it is, what happened. */
import type { Seat } from "../../api/tokens";
import type { BookLine, MatchView, Picture, Terrain } from "../../api/types";
import { capital, sideName } from "../../match/words";

/** A game of this browser, as far as it is known. */
export interface Live {
  readonly seat: Seat;
  readonly view?: MatchView;
  readonly terrain?: Terrain;
  /** Why it cannot be opened. */
  readonly trouble?: string;
}

/** Whether this browser is to act. */
export const isMine = ({ view }: Live): boolean =>
  !!view && !view.result && !view.watching && !view.closed && (view.both || view.picture.tray.side === view.side);

/** Your turn, somebody else's, over, and those that cannot be opened; the newest first. */
const rank = (game: Live): number => (game.trouble ? 4 : isMine(game) ? 0 : !game.view ? 1 : game.view.result ? 3 : 2);
export const inOrder = (games: readonly Live[]): Live[] =>
  [...games].sort((one, other) => rank(one) - rank(other) || other.seat.when - one.seat.when);

/** A game that is over leaves Home once it was looked at, and a record was never a game of this browser. */
export const onHome = (seats: readonly Seat[]): Seat[] => seats.filter((seat) => !seat.over);

export function titleOf({ seat, view }: Live): string {
  return seat.title || capital(view?.scenario.replaceAll("-", " ") ?? "A battle");
}

/** How a game stands, in two or three words. */
export function standing(game: Live): string {
  const { view, seat } = game;
  if (game.trouble) return "Cannot be opened";
  if (!view) return "Looking …";
  if (view.result) {
    const { winner } = view.result;
    if (winner === null) return "Over · a draw";
    if (view.both || view.side === null) return `Over · ${sideName(winner)} won`;
    return winner === view.side ? "Over · you won" : "Over · you lost";
  }
  if (view.closed) return "Closed";
  const { side } = view.picture.tray;
  if (view.both) return side === null ? "At this screen" : `${sideName(side)}'s turn`;
  if (view.watching) return "You watch";
  if (isMine(game)) return "Your turn";
  return seat.invitation && view.head === 0 ? "Waits for your friend" : `${view.names[side ?? 0]}'s turn`;
}

/** "Dynamic · against Marten · round 4". */
export function toldOf({ view }: Live, books: readonly BookLine[]): string {
  if (!view) return "";
  const book = books.find(({ id }) => id === view.rulebook)?.name ?? view.title;
  const [red, blue] = view.names;
  const who =
    view.side === null
      ? view.both
        ? "two at this screen"
        : `${red} – ${blue}`
      : `against ${view.names[view.side ? 0 : 1]}`;
  const { round } = view.picture.tray;
  return [book, who, round > 0 ? `round ${round}` : ""].filter(Boolean).join(" · ");
}

/** Whether something has happened since this browser looked at the game. */
export const isNews = ({ seat, view }: Live): boolean => !!view && view.head > (seat.looked ?? 0);

const WORDS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const counted = (many: number): string => WORDS[many] ?? String(many);

/** A position in one sentence: "The northern end, round 3: four red and five blue units." */
export function inWords(name: string, { pieces, tray }: Pick<Picture, "pieces" | "tray">): string {
  const standing = [0, 1].map((side) => pieces.filter((one) => one.side === side && one.pose && !one.wreck).length);
  const [red = 0, blue = 0] = standing;
  const round = tray.round > 0 ? `, round ${tray.round}` : "";
  if (red + blue === 0) return `${name}${round}: nobody on the table yet.`;
  return `${name}${round}: ${counted(red)} red and ${counted(blue)} blue ${red + blue === 1 ? "unit" : "units"}.`;
}
