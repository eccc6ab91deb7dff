/** Where a rule applied in the battles of this browser, by what each table tells of them. */
import type { Api } from "../api/client";
import type { Seat } from "../api/tokens";
import type { Cited } from "../api/types";

export interface InGames {
  /** How many battles were asked, in how many of them it decided something, and in how many lines. */
  readonly asked: number;
  readonly battles: number;
  readonly lines: number;
  readonly last: { readonly match: string; readonly title: string; readonly position: number };
}

/** The newest battles are asked, so many at a time. */
const MOST = 20;
const AT_ONCE = 4;
const asked = new Map<string, Promise<Record<string, Cited> | null>>();

/** What a match was decided by. A battle that is over is asked once, one that goes on whenever it is looked for. */
function tell(api: Api, { match, token, over }: Seat): Promise<Record<string, Cited> | null> {
  const known = asked.get(match);
  if (known) return known;
  const found = api
    .table(match, token)
    .cited()
    .catch(() => null);
  if (over) asked.set(match, found);
  return found;
}

export async function citedIn(api: Api, seats: readonly Seat[], rule: string): Promise<InGames> {
  const newest = seats.slice(0, MOST);
  const found: (Cited | undefined)[] = [];
  let reached = 0;
  for (let at = 0; at < newest.length; at += AT_ONCE) {
    const told = await Promise.all(newest.slice(at, at + AT_ONCE).map((seat) => tell(api, seat)));
    reached += told.filter((one) => one !== null).length;
    found.push(...told.map((one) => one?.[rule]));
  }
  const first = found.findIndex((one) => one !== undefined);
  const seat = newest[first];
  return {
    asked: reached,
    battles: found.filter((one) => one !== undefined).length,
    lines: found.reduce((sum, one) => sum + (one?.lines ?? 0), 0),
    last: { match: seat?.match ?? "", title: seat?.title ?? "", position: found[first]?.last ?? 0 },
  };
}
