/** This browser's way to the server, and its seats. */
import { Api, type Table } from "../api/client";
import { browserKeep, Seats } from "../api/tokens";
import type { Created, ForkBody, NewMatch } from "../api/types";

export const api = new Api();
export const seats = new Seats(browserKeep());

export function go(path: string): void {
  location.hash = `#/${path}`;
}

/** Keeps the seat of a new match and goes there. */
export function sitDown(created: Created, title: string): void {
  seats.add({
    match: created.match,
    token: created.token,
    side: created.side,
    title,
    when: Date.now(),
    watch: created.watch,
    ...(created.invitation ? { invitation: created.invitation } : {}),
  });
  go(`match/${encodeURIComponent(created.match)}`);
}

/** Whether the server is one for this machine alone: it has nobody to prove anything to. */
const isAlone = (): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/**
 * A new match. Its dice are sealed: with a key of this browser's own, which it keeps or leaves with the host, or, at one
 * screen and against a bot on one's own machine, with keys that the host draws.
 */
export async function begin(wish: NewMatch, title: string, keepsKey = false): Promise<void> {
  const drawn = wish.opponent === "hotseat" || (wish.opponent !== "friend" && isAlone() && !keepsKey);
  await make((keys) => api.create({ ...wish, keys }), title, { drawn, keepsKey });
}

/** A match of its own that goes on from a position of another one, with dice as a new match of that kind has them. */
export async function playOn(table: Table, wish: ForkBody, title: string): Promise<void> {
  const drawn = wish.opponent === "hotseat" || (wish.opponent !== "friend" && isAlone());
  const fork = async (keys: string[]): Promise<Created> => {
    const created = await table.fork({ ...wish, keys });
    forked = created.match;
    return created;
  };
  let forked = "";
  await make(fork, title, { drawn, forked: wish.position });
  seats.change(forked, { forked: wish.position });
}

/** How a match has its dice: whether the host draws, whether the key stays here, how many lines were played elsewhere. */
interface Dice {
  readonly drawn: boolean;
  readonly keepsKey?: boolean;
  readonly forked?: number;
}

async function make(create: (keys: string[]) => Promise<Created>, title: string, dice: Dice): Promise<void> {
  const { keepKey, newKey } = await import("../sealed/attend");
  const { kept, anchor } = newKey(!dice.keepsKey, dice.forked);
  const created = await create(dice.drawn ? [] : [anchor]);
  const found = dice.drawn ? { ...kept, secret: "" } : kept;
  if (created.side !== null) keepKey(browserKeep(), created.match, created.side, found);
  sitDown(created, title);
}

/** Takes the seat of an invitation, with a key for dice that may be sealed: kept here, or left with the host. */
export async function takeSeat(token: string, name: string, title: string, keepsKey = false): Promise<void> {
  const { keepKey, newKey } = await import("../sealed/attend");
  const { kept, anchor } = newKey(!keepsKey);
  const taken = await api.claim(token, name, anchor);
  keepKey(browserKeep(), taken.match, taken.side, kept);
  seats.add({ match: taken.match, token: taken.token, side: taken.side, title, when: Date.now() });
  go(`match/${encodeURIComponent(taken.match)}`);
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
