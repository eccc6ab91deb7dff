/** What else was possible: a variation that begins with those orders or waits for them, and the orders that it began with. */
import type { Table } from "../api/client";
import { browserKeep, newId } from "../api/tokens";
import type { Created, Order } from "../api/types";
import { say } from "../language/language";
import { api, branchOff, seats } from "../pages/here";
import { blank, keepStudy, studyOf, withBranch } from "./board";

export const boardOf = (match: string): string => `study/${encodeURIComponent(match)}/board`;

/** A variation from a position of a game, kept with its study; the way back leads to some page of that. */
async function branched(table: Table, position: number, back: string, name: string): Promise<Created> {
  const title = seats.of(table.match)?.title ?? "";
  const created = await branchOff(table, { position }, `Variation of ${title || "a game"}`, back);
  const study = studyOf(browserKeep(), table.match) ?? blank(table.match, title);
  const called = name || say("Variation {n}", { n: study.branches.length + 1 });
  const branch = { match: created.match, watch: created.watch, from: created.forked, name: called.slice(0, 120) };
  keepStudy(browserKeep(), withBranch(study, branch));
  return created;
}

/** Begins one and gives its orders; answers where in Study it is. */
export async function playedOut(
  table: Table,
  position: number,
  orders: readonly Order[],
  words: string,
): Promise<string> {
  const home = boardOf(table.match);
  const created = await branched(table, position, `${home}/${position}`, words);
  await api.table(created.match, created.token).orders({ id: newId(), position: created.forked, orders });
  return `${home}/${created.forked + 1}/${created.match}`;
}

/** Begins one whose orders are given by hand, and leads back to an order of the analysis; answers where it is played. */
export async function begun(table: Table, position: number, number: number): Promise<string> {
  const { match } = await branched(table, position, `study/${encodeURIComponent(table.match)}/${number}`, "");
  return `match/${encodeURIComponent(match)}`;
}

type RecordLine =
  | { readonly line: "order"; readonly position: number; readonly order: Order }
  | { readonly line: "act"; readonly to?: number | null }
  | { readonly line: "setup" | "end" };
/** The orders of a record after so many lines; those that were taken back do not stand. */
export function ordersIn(record: string, from: number): readonly Order[] {
  let stand: readonly { readonly position: number; readonly order: Order }[] = [];
  for (const text of record.split("\n").filter((one) => one !== "")) {
    const line = JSON.parse(text) as RecordLine;
    if (line.line === "order" && line.position >= from) stand = [...stand, line];
    else if (line.line === "act" && line.to != null) {
      const { to } = line;
      stand = stand.filter(({ position }) => position < to);
    }
  }
  return stand.slice(0, MOST).map(({ order }) => order);
}
const MOST = 50; // orders in one message
