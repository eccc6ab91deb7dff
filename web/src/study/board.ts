/**
 * A study of a game: arrows and notes at its moments, and variations, which are games of their own that branch from it. It is kept
 * in this browser, one a game, and goes whole into a link. Whatever a link brings is read as text and never trusted.
 */
import { squareName, cellNamed } from "../board/cells";
import type { Mark, Place, Side, Terrain } from "../api/types";
import { CM, placeText } from "../free/plane";
import { say } from "../language/language";
import type { Keep } from "../api/tokens";

export const MOST_TEXT = 2_000;
const MOST_NOTES = 300;
const MOST_ARROWS = 60;
const MOST_BRANCHES = 40;
const MOST_TITLE = 120;
const MOST_BYTES = 1 << 20;
const KEY = "hulldown.study.";
const TOKEN = /^[A-Za-z0-9_-]{1,120}$/;

/** Red's colour, Blue's, or neither's. */
export type Tone = Side | null;
/** An arrow from one place to another, or a ring where both are the same. */
export interface Arrow {
  readonly from: Place;
  readonly to: Place;
  readonly tone: Tone;
}
/** What is said and drawn at a moment: after so many lines of the game itself, or of a variation by its match. */
export interface Note {
  readonly branch: string;
  readonly at: number;
  readonly text: string;
  readonly arrows: readonly Arrow[];
}
/** A variation: a game that leaves this one after so many lines, and the right to watch it. */
export interface Branch {
  readonly match: string;
  readonly watch: string;
  readonly from: number;
  readonly name: string;
}
export interface Study {
  readonly match: string;
  readonly watch: string;
  readonly title: string;
  readonly notes: readonly Note[];
  readonly branches: readonly Branch[];
}

export const blank = (match: string, title: string): Study => ({ match, watch: "", title, notes: [], branches: [] });

// What changes it. Each gives another study; an empty note is none.

export const noteAt = ({ notes }: Study, branch: string, at: number): Note =>
  notes.find((note) => note.branch === branch && note.at === at) ?? { branch, at, text: "", arrows: [] };

function withNote(study: Study, note: Note): Study {
  const others = study.notes.filter((one) => one.branch !== note.branch || one.at !== note.at);
  const said = note.text.trim() !== "" || note.arrows.length > 0;
  return { ...study, notes: inOrder(said ? [...others, note] : others) };
}
const inOrder = (notes: readonly Note[]): readonly Note[] =>
  [...notes].sort((one, other) => one.at - other.at || one.branch.localeCompare(other.branch)).slice(0, MOST_NOTES);

export const withText = (study: Study, branch: string, at: number, text: string): Study =>
  withNote(study, { ...noteAt(study, branch, at), text: text.slice(0, MOST_TEXT) });

const same = (one: Place, other: Place): boolean => one.x === other.x && one.y === other.y;
const alike = (one: Arrow, other: Arrow): boolean => same(one.from, other.from) && same(one.to, other.to);
/** Draws an arrow; the same one again takes it away, in another colour it takes that. */
export function withArrow(study: Study, branch: string, at: number, arrow: Arrow): Study {
  const note = noteAt(study, branch, at);
  const there = note.arrows.find((one) => alike(one, arrow));
  const others = note.arrows.filter((one) => one !== there);
  const arrows = there?.tone === arrow.tone ? others : [...others, arrow].slice(-MOST_ARROWS);
  return withNote(study, { ...note, arrows });
}
export const withoutArrows = (study: Study, branch: string, at: number): Study =>
  withNote(study, { ...noteAt(study, branch, at), arrows: [] });

export const withBranch = (study: Study, branch: Branch): Study => ({
  ...study,
  branches: [...study.branches.filter(({ match }) => match !== branch.match), branch]
    .sort((one, other) => one.from - other.from)
    .slice(0, MOST_BRANCHES),
});
export const withoutBranch = (study: Study, match: string): Study => ({
  ...study,
  branches: study.branches.filter((branch) => branch.match !== match),
  notes: study.notes.filter(({ branch }) => branch !== match),
});
export const named = (study: Study, match: string, name: string): Study => ({
  ...study,
  branches: study.branches.map((one) => (one.match === match ? { ...one, name: name.slice(0, MOST_TITLE) } : one)),
});

/** One's own study and another of the same game together: nothing of either is lost. */
export function merged(own: Study, other: Study): Study {
  let study: Study = { ...own, watch: own.watch || other.watch, title: own.title || other.title };
  for (const branch of other.branches)
    if (!study.branches.some(({ match }) => match === branch.match)) study = withBranch(study, branch);
  for (const note of other.notes) {
    const mine = noteAt(study, note.branch, note.at);
    const arrows = [...mine.arrows, ...note.arrows.filter((one) => !mine.arrows.some((here) => alike(here, one)))];
    study = withNote(study, { ...mine, text: together(mine.text, note.text), arrows: arrows.slice(0, MOST_ARROWS) });
  }
  return study;
}
function together(mine: string, other: string): string {
  if (mine.includes(other)) return mine;
  return other.includes(mine) ? other : `${mine}\n\n${other}`.slice(0, MOST_TEXT);
}

// Where it is kept, and the link that carries it.

export function studyOf(keep: Keep, match: string): Study | null {
  const text = keep.getItem(KEY + match);
  try {
    return text === null ? null : read(text);
  } catch {
    return null;
  }
}
/** Whether there was room for it. */
export function keepStudy(keep: Keep, study: Study): boolean {
  try {
    if (study.notes.length + study.branches.length === 0) keep.removeItem(KEY + study.match);
    else keep.setItem(KEY + study.match, JSON.stringify(study));
    return true;
  } catch {
    return false;
  }
}

export async function packed(study: Study): Promise<string> {
  const { packText } = await import("../make/works");
  return packText(JSON.stringify(study));
}
export async function opened(link: string): Promise<Study> {
  if (!/^\d+\.\d+\./.test(link)) throw new Error(WRONG);
  const { unpackText } = await import("../make/works");
  return read(await unpackText(link, MOST_BYTES));
}

const WRONG = "link: what it carries is not a study of a game";
type Bare = Record<string, unknown>;

function read(text: string): Study {
  const { match, watch, title, notes, branches } = bare(parsed(text));
  return {
    match: signs(match),
    watch: watch === "" ? "" : signs(watch),
    title: words(title, MOST_TITLE),
    notes: inOrder(list(notes, MOST_NOTES).map(noteIn)),
    branches: list(branches, MOST_BRANCHES).map(branchIn),
  };
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(WRONG);
  }
}
function noteIn(value: unknown): Note {
  const { branch, at, text, arrows } = bare(value);
  return {
    branch: branch === "" ? "" : signs(branch),
    at: whole(at),
    text: words(text, MOST_TEXT),
    arrows: list(arrows, MOST_ARROWS).map(arrowIn),
  };
}
function arrowIn(value: unknown): Arrow {
  const { from, to, tone } = bare(value);
  return { from: placeIn(from), to: placeIn(to), tone: tone === 0 || tone === 1 ? tone : null };
}
function placeIn(value: unknown): Place {
  const { x, y } = bare(value);
  return { x: whole(x), y: whole(y) };
}
function branchIn(value: unknown): Branch {
  const { match, watch, from, name } = bare(value);
  return { match: signs(match), watch: signs(watch), from: whole(from), name: words(name, MOST_TITLE) };
}
function bare(value: unknown): Bare {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(WRONG);
  return value as Bare;
}
function list(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new Error(WRONG);
  return value;
}
function signs(value: unknown): string {
  if (typeof value !== "string" || !TOKEN.test(value)) throw new Error(WRONG);
  return value;
}
function words(value: unknown, most: number): string {
  if (typeof value !== "string" || value.length > most) throw new Error(WRONG);
  return value;
}
function whole(value: unknown): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 1_000_000) throw new Error(WRONG);
  return value as number;
}

// Places by name, and what is drawn.

type Ground = Pick<Terrain, "table" | "columns" | "rows">;

export const nameOf = (place: Place, { table, columns }: Ground): string =>
  table === "free" ? placeText(place) : squareName(place.y * columns + place.x, columns);
/** The place of a name: "E5", on a free table centimetres from the left and from the top, "30.5, 20". */
export function placeNamed(name: string, { table, columns, rows }: Ground): Place | undefined {
  let place: Place | undefined;
  if (table === "free") {
    const [, x, y] = /^\s*(\d{1,4}(?:\.\d+)?)\s*[,;\s]\s*(\d{1,4}(?:\.\d+)?)\s*$/.exec(name) ?? [];
    place = x === undefined ? undefined : { x: Math.round(Number(x) * CM), y: Math.round(Number(y) * CM) };
  } else {
    const cell = cellNamed(name.trim().toUpperCase());
    place = cell && { x: cell.column, y: cell.row };
  }
  const inside =
    place && (table === "free" ? place.x <= columns && place.y <= rows : place.x < columns && place.y < rows);
  return inside ? place : undefined;
}
/** "Arrow from C4 to E6", "Ring at C4". */
export const told = ({ from, to }: Arrow, ground: Ground): string =>
  same(from, to)
    ? say("Ring at {place}", { place: nameOf(from, ground) })
    : say("Arrow from {place} to {other}", { place: nameOf(from, ground), other: nameOf(to, ground) });
/** Arrows as the table draws them, over what lies there. */
export const drawn = (arrows: readonly Arrow[], ground: Ground): Mark[] =>
  arrows.map((arrow) => ({
    kind: same(arrow.from, arrow.to) ? "ring" : "arrow",
    at: same(arrow.from, arrow.to) ? [arrow.from] : [arrow.from, arrow.to],
    sentence: told(arrow, ground),
    rule: "",
    side: arrow.tone,
  }));
