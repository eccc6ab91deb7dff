/** This browser's way to the server, and its seats. */
import { writable } from "svelte/store";
import { Api, Trouble, type Table } from "../api/client";
import { browserKeep, Seats } from "../api/tokens";
import type { BookLine, Created, ForkBody, NewMatch } from "../api/types";
import { Claims } from "./invitation/claims";
import { say, spoken } from "../language/language";

/** Whether the table could not be reached when it was last asked for something. */
export const away = writable(false);
export const api = new Api(async (url, init) => {
  try {
    // The table tells of its books in the language of this page, whatever the browser would rather have.
    const headers = { ...(init?.headers as Record<string, string>), "Accept-Language": spoken() };
    const answer = await fetch(url, { ...init, headers });
    away.set(false);
    return answer;
  } catch (error) {
    away.set(true);
    throw error;
  }
});
export const seats = new Seats(browserKeep());
export const claims = new Claims(browserKeep());

export function go(path: string): void {
  location.hash = `#/${path}`;
}
/** To another page in the place of this one, so that Back leads past it. */
export function goInstead(path: string): void {
  location.replace(`#/${path}`);
}

/** Keeps the seat of a new match and goes there. */
export function sitDown(created: Created, title: string, way: (path: string) => void = go, trial = ""): void {
  seats.add({
    ...(trial ? { trial } : {}),
    match: created.match,
    token: created.token,
    side: created.side,
    title,
    when: Date.now(),
    watch: created.watch,
    ...(created.invitation ? { invitation: created.invitation } : {}),
  });
  way(`match/${encodeURIComponent(created.match)}`);
}

/** Whether the server is one for this machine alone: it has nobody to prove anything to. */
const isAlone = (): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/**
 * A new match. Its dice are sealed: with a key of this browser's own, which it keeps or leaves with the host, or, at one
 * screen and against a bot on one's own machine, with keys that the host draws.
 */
export async function begin(wish: NewMatch, title: string, keepsKey = false): Promise<void> {
  await make((keys) => api.create({ ...wish, keys }), title, diceOf(wish, keepsKey));
  keepWish(wish, title);
}
/** A match that tries out what is being made: it stands in no list, is nobody's last wish, and leads back to the editor. */
export async function tryOut(wish: NewMatch, title: string, trial: string): Promise<void> {
  await make((keys) => api.create({ ...wish, keys }), title, { ...diceOf(wish), trial });
}
const diceOf = ({ opponent }: NewMatch, keepsKey = false): Dice => ({
  drawn: opponent === "hotseat" || (opponent !== "friend" && isAlone() && !keepsKey),
  keepsKey,
});

/** A shot that a ready opening is begun with: by whom and at whom it is aimed; without it the best shooter is chosen. */
export interface FirstShot {
  readonly unit: number;
  readonly target: number;
}
/** How the page of a match that begins with a ready opening begins: with a shot, and with what is said first. */
export interface FirstLook {
  readonly shot: FirstShot | null;
  readonly said: string;
}
/** The match that was begun from a ready opening a moment ago, and how its page begins. */
let opening: ({ readonly match: string } & FirstLook) | null = null;

/** Under this key a browser keeps whose figures count in its new games. */
export const FIGURES = "hulldown.figures";
/** One's own figures of a book, where they count in new games; only who has some waits for what reads them. */
async function ownFigures(book: string): Promise<Required<Pick<NewMatch, "chart" | "works">>[]> {
  if (!browserKeep().getItem(FIGURES)) return [];
  const mine = await import("../make/figures/mine").then(({ mineOf }) => mineOf(book)).catch(() => []);
  return mine.filter(({ on }) => on).map(({ id, works }) => ({ chart: id, works }));
}

/** A book's ready opening, begun at once against Greedy; with one's own figures, where they have all its units. */
export async function beginOpening(
  { id, name, opening: line }: Pick<BookLine, "id" | "name" | "opening">,
  player: string,
  { way = go, shot = null }: { readonly way?: (path: string) => void; readonly shot?: FirstShot | null } = {},
): Promise<void> {
  if (!line) return way(`new/${encodeURIComponent(id)}`);
  const house: NewMatch = {
    rulebook: id,
    opening: line.id,
    opponent: "bot",
    bot: "greedy",
    side: 0,
    name: player || say("You"),
  };
  // Which of several charts has the units of the opening, the table says.
  const own = await ownFigures(id);
  let wish = house;
  const tryEach = async (keys: string[], at = 0): Promise<Created> => {
    wish = { ...house, ...own[at] };
    try {
      return await api.create({ ...wish, keys });
    } catch (error) {
      if (!wish.chart || !(error instanceof Trouble) || error.code !== "setup/bad") throw error;
      return tryEach(keys, at + 1);
    }
  };
  const create = async (keys: string[]): Promise<Created> => {
    const created = await tryEach(keys);
    const said =
      own.length > 0 && !wish.chart
        ? say("Your chart has not all units of this battle, so the house’s figures are used here.")
        : "";
    opening = { match: created.match, shot, said };
    return created;
  };
  await make(create, `${line.name}, ${name}`, diceOf(wish), way);
  keepWish(wish, `${line.name}, ${name}`);
}
/** How the page of a match begins, if that was a ready opening; told once. */
export function openingOf(match: string): FirstLook | null {
  const found = opening?.match === match ? opening : null;
  if (found) opening = null;
  return found;
}

const [WISH, TITLE] = ["hulldown.wish", "hulldown.wish.title"];
/** What was wished for when a match was last begun here, and what that is called. */
export function lastWish(): NewMatch | null {
  try {
    return JSON.parse(browserKeep().getItem(WISH) ?? "null") as NewMatch | null;
  } catch {
    return null;
  }
}
export const lastTitle = (): string => browserKeep().getItem(TITLE) ?? "";
function keepWish(wish: NewMatch, title: string): void {
  try {
    browserKeep().setItem(WISH, JSON.stringify(wish));
    browserKeep().setItem(TITLE, title);
  } catch {
    // Full or forbidden.
  }
}
/** What another page has asked of the next set-up: a friend as the opponent. */
export const asked: { opponent: "" | "friend" } = { opponent: "" };

/** Lets the table judge a record, and goes to watch it. */
export async function watch(record: string, title: string): Promise<void> {
  const made = await api.upload(record);
  seats.add({ match: made.match, token: made.watch, side: null, title, when: Date.now(), watching: true });
  go(`replay/${encodeURIComponent(made.match)}`);
}

/** A match whose dice people roll: it has no keys. */
export async function setTable(wish: NewMatch, title: string): Promise<void> {
  sitDown(await api.create({ ...wish, typed: true }), title);
}

/** A match of its own that goes on from a position of another one, with dice as a new match of that kind has them. */
export async function playOn(table: Table, wish: ForkBody, title: string): Promise<void> {
  const drawn = wish.opponent === "hotseat" || (wish.opponent !== "friend" && isAlone());
  await make((keys) => table.fork({ ...wish, keys }), title, { drawn, forked: wish.position });
}
/**
 * A variation of a game: played at this screen from a position of it, in no list, and leading back to the study. Its dice fall as
 * the host draws them, or as somebody says.
 */
export async function branchOff(
  table: Table,
  { position, typed }: Pick<ForkBody, "position" | "typed">,
  title: string,
  study: string,
): Promise<Created> {
  const wish: ForkBody = { position, opponent: "hotseat", ...(typed ? { typed } : {}) };
  if (!typed)
    return make((keys) => table.fork({ ...wish, keys }), title, { drawn: true, forked: position, trial: study }, stay);
  const created = await table.fork(wish);
  sitDown(created, title, stay, study);
  return created;
}
const stay = (): void => undefined;

/** How a match has its dice: whether the host draws, whether the key stays here, how many lines were played elsewhere. */
interface Dice {
  readonly drawn: boolean;
  readonly keepsKey?: boolean;
  readonly forked?: number;
  /** The editor that it is tried out from. */
  readonly trial?: string;
}

/** What seals the dice comes from the table too. */
async function attending(): Promise<typeof import("../sealed/attend")> {
  try {
    return await import("../sealed/attend");
  } catch {
    throw new Trouble("offline", say("The table cannot be reached. Nothing was begun."), 0);
  }
}

async function make(
  create: (keys: string[]) => Promise<Created>,
  title: string,
  dice: Dice,
  way: (path: string) => void = go,
): Promise<Created> {
  const { keepKey, newKey } = await attending();
  const { kept, anchor } = newKey(!dice.keepsKey, dice.forked);
  const created = await create(dice.drawn ? [] : [anchor]);
  // Dice that were called at a moment had not fallen: the table may go back a little before it, and never beyond.
  const forked = Math.min(kept.forked ?? 0, created.forked);
  const found = { ...kept, forked, ...(dice.drawn ? { secret: "" } : {}) };
  if (created.side !== null) keepKey(browserKeep(), created.match, created.side, found);
  sitDown(created, title, way, dice.trial);
  return created;
}

/**
 * Takes the seat of an invitation, with a key for dice that may be sealed: kept here, or left with the host. The claim is
 * kept before it is sent, so that it can be asked for again if nobody answers, also by another page. So many lines of the
 * match were played in another one.
 */
export async function takeSeat(
  token: string,
  name: string,
  title: string,
  keepsKey = false,
  forked = 0,
): Promise<void> {
  const { keepKey, newKey } = await import("../sealed/attend");
  const claim = claims.of(token) ?? claims.make(token, { name, ...newKey(!keepsKey, forked) });
  try {
    const taken = await api.claim(token, { id: claim.id, name, key: claim.anchor });
    keepKey(browserKeep(), taken.match, taken.side, { ...claim.kept, deposit: !keepsKey });
    seats.add({ match: taken.match, token: taken.token, side: taken.side, title, when: Date.now() });
    claims.forget(token);
    go(`match/${encodeURIComponent(taken.match)}`);
  } catch (error) {
    // Whatever the table has answered for good is not asked again.
    if (!(error instanceof Trouble && error.passing)) claims.forget(token);
    throw error;
  }
}

export function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
