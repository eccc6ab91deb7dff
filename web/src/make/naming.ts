/** How works are called and told. */
import type { BookLine, Work } from "../api/types";
import { applied, setting, type Edit } from "./edits";
import { fileName, isDrawn, titleOf, type Kind } from "./works";
import { say } from "../language/language";

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  chart: "Figures",
  army: "Army",
  board: "Board",
  scenario: "Scenario",
  position: "Position",
};
/** "Board", "Mat", "Table": what a work is called in its book. */
export function kindWord(kind: Kind, book = ""): string {
  if (kind === "board" && book === "squadron") return "Mat";
  if (kind === "board" && book === "panzerkampf") return "Table";
  return KIND_WORDS[kind];
}
/** What a work is called among those that another one uses; a chart often has no name of its own. */
export function usedWord(work: Work, own: boolean, books: readonly BookLine[]): string {
  if (titleOf(work.text) || work.kind !== "chart") return titleOf(work.text) || fileName(work);
  return own ? say("your chart") : say("a chart of {book}", { book: bookWord(work.book, books) });
}
export const bookWord = (book: string, books: readonly BookLine[]): string =>
  books.find(({ id }) => id === book)?.name ?? book;

/** "24 × 18 squares", where a drawing says it. */
export function sizeWord({ kind, book, text }: Pick<Work, "kind" | "book" | "text">): string {
  if (kind !== "board") return "";
  if (isDrawn(text)) {
    const rows = drawnRows(text);
    const columns = Math.max(0, ...rows.map((row) => row.replaceAll(" ", "").length));
    return rows.length > 0 ? `${columns} × ${rows.length} ${book === "squadron" ? "hexes" : "squares"}` : "";
  }
  const [width, height] = ["width", "height"].map((key) => new RegExp(`^${key}\\s*=\\s*(\\d+)`, "m").exec(text)?.[1]);
  return width && height ? `${width} × ${height} cm` : "";
}
/** The rows of a drawing: what comes after the free line below its head. */
export function drawnRows(text: string): string[] {
  const lines = text.split("\n").filter((line) => !line.startsWith(";"));
  const head = lines.findIndex((line, at) => at > 0 && line.trim() === "");
  return lines.slice(head + 1).filter((line) => line.trim() !== "");
}

/** The change of a text that gives it another name. */
export function renaming(text: string, name: string): Edit {
  const plain = name.replace(/\s+/g, " ").trim().slice(0, 80);
  if (!isDrawn(text)) return setting(text, ["name"], plain);
  const found = /^([ \t]*name[ \t]*:[ \t]*)(.*)$/m.exec(text);
  if (!found) return { from: 0, to: 0, text: `name: ${plain}\n` };
  const from = found.index + found[1]!.length;
  return { from, to: from + found[2]!.length, text: plain };
}
/** What a draft begins as: figures of the house have no name, and one's own have one from the first second. */
export const begun = (kind: Kind, text: string): string =>
  kind === "chart" && !titleOf(text) ? applied(text, renaming(text, "My printed figures")) : text;
