/** The games of this browser as Home tells them: which come first, whose turn it is, what happened. */
import type { Seat } from "../../api/tokens";
import type { BookLine, MatchView, Picture, Terrain } from "../../api/types";
import { ownBattle } from "../../match/words";
import { PLAYS } from "../route";
import { later, many, say } from "../../language/language";

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

/** A game that is over leaves Home once it was looked at, a record was never a game of this browser, and what tries something out leads back to its editor. */
export const onHome = (seats: readonly Seat[]): Seat[] => seats.filter((seat) => !seat.over && !seat.trial);

export function titleOf({ seat, view }: Live): string {
  return seat.title || ownBattle(view?.scenario ?? "") || say("A battle");
}

/** How a game stands, in two or three words. */
export function standing(game: Live): string {
  const { view, seat } = game;
  if (game.trouble) return say("Cannot be opened");
  if (!view) return say("Looking …");
  if (view.result) {
    const { winner } = view.result;
    if (winner === null) return say("Over · a draw");
    if (view.both || view.side === null) return winner ? say("Over · Blue won") : say("Over · Red won");
    return winner === view.side ? say("Over · you won") : say("Over · you lost");
  }
  if (view.closed) return say("Closed");
  const { side } = view.picture.tray;
  if (view.both) return side === null ? say("At this screen") : side ? say("Blue's turn") : say("Red's turn");
  if (view.watching) return say("You watch");
  if (isMine(game)) return say("Your turn");
  return seat.invitation && view.head === 0
    ? say("Waits for your friend")
    : say("{name}'s turn", { name: view.names[side ?? 0] ?? "" });
}

/** "Dynamic · against Marten · round 4". */
export function toldOf({ view }: Live, books: readonly BookLine[]): string {
  if (!view) return "";
  const book = books.find(({ id }) => id === view.rulebook)?.name ?? view.title;
  const [red, blue] = view.names;
  const who =
    view.side === null
      ? view.both
        ? say("two at this screen")
        : `${red} – ${blue}`
      : say("against {name}", { name: view.names[view.side ? 0 : 1] ?? "" });
  const { round } = view.picture.tray;
  return [book, who, round > 0 ? say("round {round}", { round }) : ""].filter(Boolean).join(" · ");
}

/** Whether something has happened since this browser looked at the game. */
export const isNews = ({ seat, view }: Live): boolean => !!view && view.head > (seat.looked ?? 0);

/** Where what has happened since is played, and then the table follows. */
export const newsOf = ({ seat }: Live): string =>
  `#/replay/${encodeURIComponent(seat.match)}/${seat.looked ?? 0}/${PLAYS}`;

const WORDS = later("no one two three four five six seven eight nine ten eleven twelve");
const counted = (n: number): string => say(WORDS).split(" ")[n] ?? String(n);

/** A position in one sentence: "The northern end, round 3: four red and five blue units." */
export function inWords(name: string, { pieces, tray }: Pick<Picture, "pieces" | "tray">): string {
  const standing = [0, 1].map((side) => pieces.filter((one) => one.side === side && one.pose && !one.wreck).length);
  const [red = 0, blue = 0] = standing;
  const where = tray.round > 0 ? say("{board}, round {round}", { board: name, round: tray.round }) : name;
  if (red + blue === 0) return say("{where}: nobody on the table yet.", { where });
  return many("{where}: {red} red and {blue} blue unit.", "{where}: {red} red and {blue} blue units.", red + blue, {
    where,
    red: counted(red),
    blue: counted(blue),
  });
}
