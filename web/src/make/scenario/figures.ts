/** The numbers of a book that a scenario may change, as its charts are told of them. */
import type { ChartFigure } from "../../api/types";
import { api } from "../../pages/here";

const known = new Map<string, Promise<readonly ChartFigure[]>>();

export function figuresOf(book: string): Promise<readonly ChartFigure[]> {
  let found = known.get(book);
  if (!found) {
    found = api.chartForm(book).then(({ figures }) => figures.filter(({ kind }) => kind === "number"));
    found.catch(() => known.delete(book));
    known.set(book, found);
  }
  return found;
}
/** What a campaign's reinforcements are. */
export const REINFORCEMENTS: Readonly<Record<string, readonly string[]>> = {
  escort: ["escort.reinforcement"],
  encircled: ["encircled.relief"],
};
