/** The calls of the protocol that Study alone makes; they come with its pages. */
import type { Api, Table } from "../api/client";
import type {
  AnalysisView,
  AnotherView,
  BattlesView,
  CompareAnswer,
  CompareBody,
  OddsAnswer,
  OddsBody,
  Order,
} from "../api/types";

const pathOf = ({ match }: Table): string => `/api/matches/${encodeURIComponent(match)}/analysis`;

/** How far the analysis of a finished game is; asking begins nothing. */
export const analysisOf = (table: Table): Promise<AnalysisView> => table.api.call("GET", pathOf(table), table.token);
/** Begins it. */
export const analyse = (table: Table): Promise<AnalysisView> => table.api.call("POST", pathOf(table), table.token);
const fightOf = (table: Table, order: number): string => `${pathOf(table)}/${order}/battles`;
/** How far the battles are that measure an order's decision; asking begins none. */
export const battlesOf = (table: Table, order: number): Promise<BattlesView> =>
  table.api.call("GET", fightOf(table, order), table.token);
/** Begins them. */
export const fight = (table: Table, order: number): Promise<BattlesView> =>
  table.api.call("POST", fightOf(table, order), table.token);
/** Begins to measure other orders in the place of a decision, or says how far that is. */
export const askAnother = (table: Table, order: number, orders: readonly Order[]): Promise<AnotherView> =>
  table.api.call("POST", `${pathOf(table)}/${order}/another`, table.token, { orders });
const lookAt = (table: Table): string => `${pathOf(table)}/look`;
/** How far a look at the whole game by battles is; asking begins none. */
export const lookOf = (table: Table): Promise<AnalysisView> => table.api.call("GET", lookAt(table), table.token);
/** Begins it, or goes on with it. */
export const askLook = (table: Table): Promise<AnalysisView> => table.api.call("POST", lookAt(table), table.token);
/** Ends it; what was measured is kept. */
export const stopLook = (table: Table): Promise<AnalysisView> =>
  table.api.call("POST", `${lookAt(table)}/stop`, table.token);
/** The exact chances of a shot without a battle. */
export const oddsOf = (api: Api, body: OddsBody): Promise<OddsAnswer> => api.call("POST", "/api/odds", undefined, body);
/** The same duel under every book that has it. */
export const compare = (api: Api, body: CompareBody): Promise<CompareAnswer> =>
  api.call("POST", "/api/compare", undefined, body);
