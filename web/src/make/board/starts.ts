/** What a new board begins as: empty, one of the books', or drawn by lot, the same to both sides. */
import { emptyMat, emptyText, readSheet, painted, type Cell } from "./sheet";
import { twinCell } from "./strokes";

/** What lies on the table: each has its own text and editor. */
export type Table = "squares" | "hexes" | "free";
export const tableOf = (book: string): Table =>
  book === "squadron" ? "hexes" : book === "panzerkampf" ? "free" : "squares";

export function emptyBoard(book: string): string {
  if (tableOf(book) === "hexes") return emptyMat("A new mat", 20, 14);
  if (tableOf(book) === "free") return 'name = "A new table"\nwidth = 120\nheight = 80\n';
  return book === "core" ? emptyText("A new board", 24, 32) : emptyText("A new board", 24, 18);
}

type Dice = () => number;
/** A board by lot. Whatever lies on one half lies on the other, turned by half. */
export function boardByLot(book: string, dice: Dice = Math.random): string {
  if (tableOf(book) === "free") return tableByLot(dice);
  const text = emptyBoard(book).replace(/A new (mat|board)/, "By lot");
  return tableOf(book) === "hexes" ? matByLot(text, dice) : townByLot(text, dice);
}
const whole = (dice: Dice, from: number, to: number): number => from + Math.floor(dice() * (to - from + 1));
const pick = <T>(dice: Dice, of: readonly T[]): T => of[whole(dice, 0, of.length - 1)]!;

/** Blocks of houses apart from each other, gardens beside them, and a square in the middle. */
function townByLot(text: string, dice: Dice): string {
  const sheet = readSheet(text, false);
  const { columns, rows } = sheet;
  const strokes = new Map<number, Cell>();
  const put = (x: number, y: number, kind: string): void => {
    if (x < 0 || y < 0 || x >= columns || y >= rows.length) return;
    const at = y * columns + x;
    for (const one of [at, twinCell(at, "turn", sheet)]) if (!strokes.has(one)) strokes.set(one, { kind, height: 1 });
  };
  const [middleX, middleY] = [Math.floor(columns / 2), Math.floor(rows.length / 2)];
  for (let y = middleY - 2; y < middleY + 2; y++) for (let x = middleX - 3; x < middleX + 3; x++) put(x, y, "square");
  for (let top = 1; top < rows.length; top += 5)
    for (let left = 2; left < columns; left += 6) {
      const [w, h] = [whole(dice, 2, 3), whole(dice, 2, 3)];
      const [x0, y0] = [left + whole(dice, 0, 1), top + whole(dice, 0, 1)];
      if (dice() < 0.12) continue;
      const kind = pick(dice, ["house", "house", "house", "house", "works", "church"]);
      for (let y = y0; y < y0 + h; y++) for (let x = x0; x < x0 + w; x++) put(x, y, kind);
      if (dice() < 0.6) for (let x = x0; x < x0 + w; x++) put(x, y0 + h, "garden");
    }
  return painted(text, sheet, strokes);
}
/** The tiles of both hands, away from the borders. */
function matByLot(text: string, dice: Dice): string {
  const sheet = readSheet(text, true);
  const { columns, rows } = sheet;
  const strokes = new Map<number, Cell>();
  const hand = { "small house": 4, "large house": 3, "bomb crater": 3, hedge: 4, "ruined house": 1 };
  for (const [kind, many] of Object.entries(hand))
    for (let i = 0; i < many; i++) {
      const free = (): number => whole(dice, 1, rows.length - 2) * columns + whole(dice, 0, columns - 1);
      let at = free();
      while (strokes.has(at)) at = free();
      for (const one of [at, twinCell(at, "turn", sheet)]) strokes.set(one, { kind, height: 1 });
    }
  return painted(text, sheet, strokes);
}
/** Pieces in the fields of a grid, so that none lies on another, and their twins. */
function tableByLot(dice: Dice): string {
  const KINDS = [
    ["house", "impassable", "blocks"],
    ["wood", "slow", "blocks"],
    ["field", "free", "open"],
    ["orchard", "slow", "blocks"],
    ["hill", "slow", "blocks"],
  ] as const;
  const [width, height] = [120, 80];
  const pieces: string[] = [];
  for (let row = 0; row < 2; row++)
    for (let column = 0; column < 6; column++) {
      if (dice() < 0.3) continue;
      const [kind, movement, sight] = pick(dice, KINDS);
      const [w, h] = [whole(dice, 6, 14), whole(dice, 6, 14)];
      const [x, y] = [column * 20 + whole(dice, 1, 19 - w), row * 20 + whole(dice, 1, 19 - h)];
      for (const [left, top] of [
        [x, y],
        [width - x - w, height - y - h],
      ] as const)
        pieces.push(
          `\n[[feature]]\nkind = "${kind}"\nmovement = "${movement}"\nsight = "${sight}"\nrectangle = [${left}, ${top}, ${w}, ${h}]\n`,
        );
    }
  return `name = "By lot"\nwidth = ${width}\nheight = ${height}\n${pieces.join("")}`;
}
