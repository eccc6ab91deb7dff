/** Strips of faces: what a throw to come needs, and where what fell lies among them. */
import type { ComingThrow, Faces, Throw } from "../api/types";
import { say } from "../language/language";

export interface Cell {
  readonly first: number;
  readonly last: number;
  readonly end: Faces["end"];
  readonly word: string;
  /** How likely each of its figures is beside the likeliest of the strip, from 0 to 1. */
  readonly tall: number;
  /** How much of the strip's width it has. */
  readonly wide: number;
  readonly ways: number;
  readonly fallen: boolean;
}

/** A strip with more figures than this shows stretches of them. */
export const MOST_CELLS = 12;

const figure = (value: number): string => (value < 0 ? `−${-value}` : String(value));
const spanOf = ({ first, last }: Pick<Faces, "first" | "last">): string =>
  first === last ? figure(first) : `${figure(first)}–${figure(last)}`;
/** Dice without numbers are told by words: their faces are only counted. */
export const isWords = ({ needed, strip = [] }: ComingThrow): boolean =>
  !needed && strip.length > 0 && new Set(strip.map(({ word }) => word)).size === strip.length && strip.length > 1;

/** The cells to draw: one a figure where there is room, else the stretches as they came. */
export function cellsOf(coming: ComingThrow, fallen: readonly number[] = []): Cell[] {
  const strip = coming.strip ?? [];
  const total = strip.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const each = total <= MOST_CELLS && !isWords(coming);
  const most = Math.max(...strip.map(({ first, last, ways }) => ways / (last - first + 1)), 1e-9);
  return strip.flatMap(({ first, last, ways, end, word = "" }) => {
    const figures = last - first + 1;
    const make = (from: number, to: number): Cell => ({
      first: from,
      last: to,
      end,
      word,
      tall: ways / figures / most,
      wide: to - from + 1,
      ways: (ways / figures) * (to - from + 1),
      fallen: fallen.some((one) => from <= one && one <= to),
    });
    return each ? Array.from({ length: figures }, (_, at) => make(first + at, first + at)) : [make(first, last)];
  });
}
/** Sums of several dice are not equally likely: they are drawn as heights. */
export function isUneven({ strip = [] }: ComingThrow): boolean {
  return new Set(strip.map(({ first, last, ways }) => ways / (last - first + 1))).size > 1;
}
export function cellWord(cell: Cell, words: boolean): string {
  return words ? cell.word : spanOf(cell);
}

/** For voice: "6–10 works, 1–5 fails." */
export function speakStrip(coming: ComingThrow): string {
  const words = isWords(coming);
  const said = { works: say("works"), partly: say("does less"), fails: say("fails") };
  const runs: { from: Faces; to: Faces }[] = [];
  for (const one of coming.strip ?? []) {
    const before = runs.at(-1);
    if (before && !words && before.to.end === one.end && before.to.word === one.word) before.to = one;
    else runs.push({ from: one, to: one });
  }
  const parts = runs.map(({ from, to }) =>
    words
      ? `${from.word}, ${say("{part} of {all}", { part: from.ways, all: coming.of ?? 0 })}`
      : `${spanOf({ first: from.first, last: to.last })} ${said[from.end]}`,
  );
  return `${parts.join(", ")}.`;
}

/** What fell, as a figure of the strip: the sum of the dice that count, or each die where each is tested by itself. */
function figuresOf(coming: ComingThrow, { dice, left_out }: Throw): number[] {
  if (isWords(coming) || dice.length === 0) return [];
  if (coming.each) return [...dice];
  return [dice.reduce((sum, value, at) => sum + (left_out.includes(at) ? 0 : value), 0)];
}

/** The throws that were really rolled, with what fell: they are followed as the strips say, as far as that can be told. */
export function followed(throws: readonly ComingThrow[], fell: readonly Throw[]): Map<ComingThrow, readonly number[]> {
  const found = new Map<ComingThrow, readonly number[]>();
  let at = 0;
  for (const one of fell) {
    const coming = throws[at];
    if (!coming) break;
    const figures = figuresOf(coming, one);
    found.set(coming, figures);
    const faces = (coming.strip ?? []).filter(({ first, last }) => figures.some((it) => first <= it && it <= last));
    const words = faces.length > 0 ? faces.map(({ word = "" }) => word) : null;
    const next = throws.findIndex(
      ({ after = [] }, later) =>
        later > at &&
        (after.length === 0 ? later === at + 1 : words !== null && after.some((it) => words.includes(it))),
    );
    if (next < 0) break;
    at = next;
  }
  return found;
}

/** A near thing is said: "just enough", "one short". */
export function nearly(coming: ComingThrow, figures: readonly number[]): string {
  const [figure] = figures;
  if (figure === undefined || figures.length > 1 || !coming.needed || isWords(coming)) return "";
  const works = (value: number): boolean =>
    (coming.strip ?? []).some(({ first, last, end }) => end === "works" && first <= value && value <= last);
  const low = Math.min(...(coming.strip ?? []).map(({ first }) => first));
  if (works(figure) && !works(figure - 1) && figure > low)
    return works(figure + 1) ? say("just enough") : say("exactly");
  if (!works(figure) && works(figure + 1)) return say("one short");
  return !works(figure) && works(figure - 1) ? say("one too many") : "";
}
