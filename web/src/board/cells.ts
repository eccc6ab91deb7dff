/** A square or hex of the map, counted from zero at the top left. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const NAME = /^([A-Z]{1,3})([1-9][0-9]{0,3})$/;

/** The name that players and the log use: column letters, then the row from 1. A1 is the top left, AA follows Z. */
export function nameOfCell({ column, row }: Cell): string {
  return `${columnLetters(column)}${row + 1}`;
}

/** The cell that bears this name, or undefined when it is not a name. Whether the board reaches so far is not asked. */
export function cellNamed(name: string): Cell | undefined {
  const [, letters, number] = NAME.exec(name) ?? [];
  if (letters === undefined || number === undefined) return undefined;
  return { column: columnLettered(letters), row: Number(number) - 1 };
}

/** The letters over a column. They count like figures of base 26 that have no zero. */
export function columnLetters(column: number): string {
  const last = LETTERS.charAt(column % 26);
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

function columnLettered(letters: string): number {
  return [...letters].reduce((count, letter) => count * 26 + LETTERS.indexOf(letter) + 1, 0) - 1;
}
export const squareName = (square: number, columns: number): string =>
  nameOfCell({ column: square % columns, row: Math.floor(square / columns) });
