import type { Book, Label, Piece, UnitRow } from "../api/types";
import { shortName } from "./words";
import { later, say } from "../language/language";

/** The chart's row of a piece, found by what both are called. */
export function unitRow(book: Book | null, piece: Pick<Piece, "silhouette" | "name" | "side">): UnitRow | undefined {
  const name = className(piece).toLowerCase();
  return (
    book?.units.find((row) => row.name.toLowerCase() === name) ??
    book?.units.find((row) => row.id === piece.silhouette || `${row.id}-tank` === piece.silhouette)
  );
}

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly house: boolean;
  /** Who says so. */
  readonly source: string;
  readonly sourceWords: string;
}

/** A figure with its word for the card, of at most nine letters, its word in full, and what it does. */
export interface Labelled extends Figure {
  readonly label: string;
  readonly full: string;
  readonly sentence: string;
}
/** Figures in the order in which they weigh, those first that the book has words for. */
export function labelled(figures: readonly Figure[], labels: Readonly<Record<string, Label>> = {}): Labelled[] {
  const keys = Object.keys(labels);
  const key = ({ name }: Figure): string => name.replaceAll(" ", "_");
  const weight = (figure: Figure): number => (keys.indexOf(key(figure)) + keys.length + 1) % (keys.length + 1);
  return [...figures]
    .sort((one, other) => weight(one) - weight(other))
    .map((figure) => {
      const { short = figure.name, full = figure.name, sentence = "" } = labels[key(figure)] ?? {};
      return { ...figure, label: short, full, sentence };
    });
}

/** The least and the greatest figure of a column among all units of a chart; none where all have the same, or words. */
export function rangeOf(units: readonly UnitRow[], column: string): readonly [number, number] | null {
  const values = units.map((row) => row[column]).filter((value) => typeof value === "number");
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.length > 1 && least < most ? [least, most] : null;
}

const SOURCES: Readonly<Record<string, string>> = {
  book: later("printed in the book"),
  france: later("as in France 1944"),
  house: later("house figure: the print does not give it"),
  print: later("typed from print"),
};

/** The figures of a row in their order, each with whether the house gives it. Speeds and other bonuses wear their sign. */
export function figuresOf(row: UnitRow): Figure[] {
  return Object.entries(row).flatMap(([name, value]) => {
    // Words are figures where somebody stands for them.
    if (typeof value !== "number" && !(row.source?.[name] && typeof value === "string" && value !== "")) return [];
    const signed =
      name === "speed"
        ? `${Number(value) < 0 ? "−" : Number(value) > 0 ? "+" : ""}${Math.abs(Number(value))}`
        : String(value);
    const source = row.source?.[name] ?? "book";
    return [
      {
        name: name.replaceAll("_", " "),
        value: signed,
        house: source === "house",
        source,
        sourceWords: say(SOURCES[source] ?? source),
      },
    ];
  });
}
/** "Heavy" of "Red Heavy 2". */
export function className(piece: Pick<Piece, "name" | "side">): string {
  return shortName(piece).replace(/\s+\d+$/, "");
}
