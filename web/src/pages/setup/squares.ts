/** Squares as an option has them: "K7,K8", from corner to corner "A3:B4", or "none". */
import { nameOfCell, cellNamed } from "../../board/cells";

export function squaresIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const part of text.split(",")) {
    const [first, last = first] = part.split(":").map((name) => cellNamed(name.trim()));
    if (!first || !last) continue;
    for (let row = Math.min(first.row, last.row); row <= Math.max(first.row, last.row); row++)
      for (let column = Math.min(first.column, last.column); column <= Math.max(first.column, last.column); column++)
        found.add(nameOfCell({ column, row }));
  }
  return found;
}
export function squaresText(squares: Iterable<string>): string {
  return [...squares].join(",") || "none";
}
export function toggled(text: string, square: string): string {
  const squares = new Set(squaresIn(text));
  if (!squares.delete(square)) squares.add(square);
  return squaresText(squares);
}
