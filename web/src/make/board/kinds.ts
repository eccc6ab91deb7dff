/** What a hand can put down on squares and on hexes, in the order of the tray. */
export interface KindRow {
  /** As legends and pictures name it. */
  readonly kind: string;
  /** Our own sign for it. */
  readonly sign: string;
  /** What stands on its chip, where that is shorter. */
  readonly word: string;
}
const row = (sign: string, kind: string, word = kind): KindRow => ({ sign, kind, word });

export const SQUARES: readonly KindRow[] = [
  row(".", "street"),
  row(":", "square"),
  row(",", "garden"),
  row("#", "house"),
  row("C", "church"),
  row("T", "town hall"),
  row("F", "works"),
  row("=", "wall remains", "remains"),
  row("W", "wall"),
  row("-", "low barricade", "low"),
  row("X", "high barricade", "high"),
];
export const HEXES: readonly KindRow[] = [
  row(".", "open ground", "open"),
  row("h", "small house"),
  row("H", "large house"),
  row("r", "ruined house", "ruin"),
  row("%", "hedge"),
  row("O", "bomb crater", "crater"),
];
/** The last three stand on the ground; France has none of them, nor heights. */
export const STANDING: readonly string[] = SQUARES.slice(8).map(({ kind }) => kind);
export const BUILDINGS: readonly string[] = ["house", "church", "town hall", "works"];
/** What lies below a piece that stands. */
export const beneath = (sign: string): string => (sign === "W" ? "=" : sign === "-" || sign === "X" ? "." : sign);

export const legendOf = (rows: readonly KindRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(rows.map(({ sign, kind }) => [sign, kind]));
