/** What else was possible, played out: a variation that begins with those orders, on the study board of the game. */
import type { Table } from "../api/client";
import { browserKeep, newId } from "../api/tokens";
import type { Order } from "../api/types";
import { api, branchOff, seats } from "../pages/here";
import { blank, keepStudy, studyOf, withBranch } from "./board";

export const boardOf = (match: string): string => `study/${encodeURIComponent(match)}/board`;

/** Begins it and gives its orders; answers where in Study it is. */
export async function playedOut(
  table: Table,
  position: number,
  orders: readonly Order[],
  words: string,
): Promise<string> {
  const title = seats.of(table.match)?.title ?? "";
  const home = boardOf(table.match);
  const created = await branchOff(table, { position }, `Variation of ${title || "a game"}`, `${home}/${position}`);
  const study = studyOf(browserKeep(), table.match) ?? blank(table.match, title);
  const branch = { match: created.match, watch: created.watch, from: created.forked, name: words.slice(0, 120) };
  keepStudy(browserKeep(), withBranch(study, branch));
  await api.table(created.match, created.token).orders({ id: newId(), position: created.forked, orders });
  return `${home}/${created.forked + 1}/${created.match}`;
}
