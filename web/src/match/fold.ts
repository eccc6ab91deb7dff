/** The log as it is read: a turn is a heading, an act is one line, and what changed nothing for the reader is folded. */
import type { Drive, Gist, Piece, Side } from "../api/types";
import type { LogLine } from "./lines";
import { fullName, shortName, sideName } from "./words";
import { later, many, say } from "../language/language";

export type End = Gist["end"];

export interface ActRow {
  readonly kind: "act";
  /** The place of its last line, by which it is known. */
  readonly key: number;
  /** 0 where armies are set up. */
  readonly number: number;
  readonly lines: readonly LogLine[];
  readonly piece: Piece | undefined;
  readonly side: Side | null;
  /** "Medium 3 → Medium 2", or "Medium 3 drove to K7". */
  readonly text: string;
  /** How it ended, and in which word; what only moved has none. */
  readonly end: End;
  readonly word: string;
}
export interface RestRow {
  readonly kind: "rest";
  readonly key: number;
  readonly numbers: string;
  readonly acts: readonly ActRow[];
  readonly text: string;
}
/** What is no act: dice for a whole side, the end of a phase, or (grey) an act of the table. */
export interface PlainRow {
  readonly kind: "plain";
  readonly key: number;
  readonly lines: readonly LogLine[];
  readonly grey: boolean;
}
export type Row = ActRow | RestRow | PlainRow;

export interface Turn {
  readonly key: number;
  readonly round: number;
  readonly side: Side | null;
  readonly title: string;
  readonly rows: readonly (ActRow | PlainRow)[];
  /** "3 drove, 2 missed". */
  readonly sum: string;
}

const WORSE: readonly End[] = ["nothing", "moved", "missed", "held", "harmed", "destroyed"];
const QUIET: ReadonlySet<End> = new Set<End>(["nothing", "moved"]);
/** From so many on, acts that changed nothing are one line; so many of them are named. */
const FEW = 3;

export const isShot = (end: End): boolean => !QUIET.has(end);
/** The gists of a line, and the worst end among them. */
const gistsOf = ({ told }: LogLine): readonly Gist[] => told.flatMap(({ act }) => (act ? [act] : []));
const worst = (gists: readonly Gist[]): Gist | undefined =>
  gists.reduce<Gist | undefined>(
    (bad, one) => (bad && WORSE.indexOf(bad.end) >= WORSE.indexOf(one.end) ? bad : one),
    undefined,
  );

/** Finds pieces of any time: who is gone has stood there before. */
function finder(log: readonly LogLine[]): (id: number | null) => Piece | undefined {
  const known = new Map<number, Piece | undefined>();
  return (id) => {
    if (id === null) return undefined;
    if (!known.has(id)) {
      let found: Piece | undefined;
      for (let at = log.length - 1; at >= 0 && !found; at--)
        found = log[at]!.picture.pieces.find((piece) => piece.id === id);
      known.set(id, found);
    }
    return known.get(id);
  };
}

export function turnsOf(log: readonly LogLine[]): Turn[] {
  const find = finder(log);
  const turns: { key: number; first: LogLine; rows: (ActRow | PlainRow)[] }[] = [];
  for (const line of log) {
    if (line.told.length === 0) continue;
    let turn = turns.at(-1);
    if (!turn || (line.kind === "order" && turn.key !== line.turn))
      turns.push((turn = { key: line.turn, first: line, rows: [] }));
    enter(turn.rows, line, find);
  }
  return turns.map(({ key, first, rows }) => ({
    key,
    round: first.round,
    side: first.mover,
    title: titleOf(first),
    rows,
    sum: sumOf(rows.filter((row) => row.kind === "act")),
  }));
}

/** Whether a row tells of a unit: it acted, was shot at, or was moved. */
function tellsOf({ lines }: ActRow | PlainRow, unit: number): boolean {
  const told = lines.flatMap((line) => line.told);
  return told.some(
    ({ act, strokes }) =>
      act?.unit === unit ||
      act?.target === unit ||
      strokes.some(
        (stroke) => ("piece" in stroke && stroke.piece === unit) || (stroke.type === "shot" && stroke.target === unit),
      ),
  );
}
/** The turns and rows that tell of one unit. */
export const turnsAbout = (turns: readonly Turn[], unit: number): Turn[] =>
  turns.flatMap((turn) => {
    const rows = turn.rows.filter((row) => tellsOf(row, unit));
    return rows.length > 0 ? [{ ...turn, rows }] : [];
  });

function titleOf({ round, mover }: LogLine): string {
  if (round === 0) return say("Setting up");
  return mover === null ? say("Turn {round}", { round }) : sideName(mover);
}

/** Puts a line where it belongs: into the act before, into a new one, or beside them. */
function enter(rows: (ActRow | PlainRow)[], line: LogLine, find: (id: number | null) => Piece | undefined): void {
  const [last, gists] = [rows.at(-1), gistsOf(line)];
  if (line.kind === "act") return void rows.push({ kind: "plain", key: line.position, lines: [line], grey: true });
  if (gists.length > 0) {
    const same = last?.kind === "act" && (line.act > 0 ? last.number === line.act : supersedes(last, gists, line));
    const lines = same ? (line.act > 0 ? [...last.lines, line] : [line]) : [line];
    const row = actRow(lines, find);
    if (same) rows[rows.length - 1] = row;
    else rows.push(row);
    return;
  }
  const rolled = line.told.some(({ strokes }) => strokes.length > 0);
  if (!rolled && last?.kind === "act" && last.number > 0)
    rows[rows.length - 1] = { ...last, lines: [...last.lines, line] };
  else if (!rolled && last?.kind === "plain" && !last.grey)
    rows[rows.length - 1] = { ...last, key: line.position, lines: [...last.lines, line] };
  else rows.push({ kind: "plain", key: line.position, lines: [line], grey: false });
}
/** While armies are set up in secret a side only counts on: the last figure stands for all. */
const supersedes = (last: ActRow, [gist]: readonly Gist[], line: LogLine): boolean =>
  gist?.unit === null && last.piece === undefined && last.side === line.side;

function actRow(lines: readonly LogLine[], find: (id: number | null) => Piece | undefined): ActRow {
  const gists = lines.flatMap(gistsOf);
  const own = gists.filter(({ unit }) => unit !== null);
  const first = own[0] ?? gists[0]!;
  const deed = own.filter(({ end }) => end === "moved").at(-1) ?? own.at(-1) ?? first;
  const bad = worst(gists)!;
  const last = lines.at(-1)!;
  // When what was placed in secret is shown, one line tells of all of it.
  const units = new Set(last.act === 0 ? own.map(({ unit }) => unit) : []);
  if (units.size > 1) return placedRow(lines, units.size);
  const piece = find(first.unit);
  const who = piece ? shortName(piece) : last.side === null ? "" : sideName(last.side);
  const shot = gists.find(({ end, unit, target, where }) => isShot(end) && (unit !== null || target !== null || where));
  const fired = shot && shot === first;
  return {
    kind: "act",
    key: last.position,
    number: last.act,
    lines,
    piece,
    side: piece?.side ?? last.side,
    text: fired ? `${who} → ${whomOf(shot, piece, find)}` : `${who} ${deed.word}`,
    end: bad.end,
    word: isShot(bad.end) ? bad.word : "",
  };
}
function placedRow(lines: readonly LogLine[], units: number): ActRow {
  const { position, side } = lines.at(-1)!;
  const text = many("{n} unit shown where it was placed", "{n} units shown where they were placed", units);
  return { kind: "act", key: position, number: 0, lines, piece: undefined, side, text, end: "moved", word: "" };
}
function whomOf(
  { target, where }: Gist,
  by: Piece | undefined,
  find: (id: number | null) => Piece | undefined,
): string {
  const piece = find(target);
  if (!piece) return where;
  // Both sides may have a Light 1.
  return piece.side === by?.side || (by && shortName(piece) === shortName(by)) ? fullName(piece) : shortName(piece);
}

/** What lines come to in a few words, "Medium 3 → Medium 2: missed"; nothing where they tell of no act. */
export function inShort(lines: readonly LogLine[], log: readonly LogLine[]): string {
  if (!lines.some((line) => gistsOf(line).length > 0)) return "";
  const { text, word } = actRow(lines, finder(log));
  return word ? `${text}: ${word}` : text;
}

/** The rows as they are shown: runs of acts that changed nothing become one, but for those that must be seen. */
export function folded(
  rows: readonly (ActRow | PlainRow)[],
  seen: (row: ActRow) => boolean,
  opened: ReadonlySet<number>,
): Row[] {
  const shown: Row[] = [];
  let run: ActRow[] = [];
  const close = (): void => {
    const key = run[0]?.key ?? 0;
    if (run.length >= FEW && !opened.has(key)) shown.push(restRow(run));
    else shown.push(...run);
    run = [];
  };
  for (const row of rows) {
    if (row.kind === "act" && QUIET.has(row.end) && !seen(row)) run.push(row);
    else {
      close();
      shown.push(row);
    }
  }
  close();
  return shown;
}

function restRow(acts: readonly ActRow[]): RestRow {
  const [from, to] = [acts[0]!.number, acts.at(-1)!.number];
  return { kind: "rest", key: acts[0]!.key, numbers: from ? `${from}–${to}` : "", acts, text: restOf(acts) };
}
function restOf(acts: readonly ActRow[]): string {
  const names = acts.map(({ piece }) => (piece ? shortName(piece) : ""));
  if (acts[0]!.number === 0) return placedBy(acts);
  if (acts.every(({ end }) => end === "moved")) {
    if (acts.length <= FEW && names.every(Boolean)) return say("{names} drove", { names: listed(names) });
    if (acts.some((act) => isFree(act))) return say("{n} drove", { n: acts.length });
    const far = acts.filter((act) => stepsOf(act) > 1).length;
    const parts = [
      far && say("{n} far", { n: far }),
      acts.length - far && say("{n} one step", { n: acts.length - far }),
    ].filter(Boolean);
    return say("{n} drove: {parts}", { n: acts.length, parts: parts.join(", ") });
  }
  const drove = acts.filter(({ end }) => end === "moved").length;
  return say("{n} others", { n: acts.length }) + (drove ? say(", {n} of them drove", { n: drove }) : "");
}
/** "Red placed 10 units, Blue 9 units": both may set up by turns. */
function placedBy(acts: readonly ActRow[]): string {
  const parts = [...new Set(acts.map(({ side }) => side))].map((side, at) => {
    const units = many("{n} unit", "{n} units", placedIn(acts.filter((act) => act.side === side)));
    return side === null
      ? units
      : at === 0
        ? say("{side} placed {units}", { side: sideName(side), units })
        : `${sideName(side)} ${units}`;
  });
  return parts.join(", ");
}
/** How many units acts of setting up placed: one line may show all that was placed in secret. */
function placedIn(acts: readonly ActRow[]): number {
  const units = new Set(acts.flatMap(({ lines }) => lines.flatMap(gistsOf)).map(({ unit }) => unit));
  units.delete(null);
  return units.size || acts.length;
}
const drivesOf = ({ lines, piece }: ActRow): Drive[] =>
  lines
    .flatMap(({ told }) => told)
    .flatMap(({ strokes }) => strokes)
    .filter((stroke) => stroke.type === "drive" && stroke.piece === piece?.id) as Drive[];
/** On a free table a way has no steps: it is longer than from cell to cell. */
const isFree = (act: ActRow): boolean =>
  drivesOf(act).some(({ poses }) =>
    poses.slice(1).some(({ x, y }, at) => Math.abs(x - poses[at]!.x) > 1 || Math.abs(y - poses[at]!.y) > 1),
  );
export function listed(names: readonly string[]): string {
  return names.length < 2
    ? (names[0] ?? "")
    : say("{names} and {last}", { names: names.slice(0, -1).join(", "), last: names.at(-1)! });
}
/** The steps that an act drove, cell by cell. */
export function stepsOf(act: ActRow): number {
  const steps = ({ poses }: Drive): number =>
    poses.slice(1).filter(({ x, y }, at) => poses[at]!.x !== x || poses[at]!.y !== y).length;
  return drivesOf(act).reduce((sum, drive) => sum + steps(drive), 0);
}

const SUMS: readonly (readonly [End, string])[] = [
  ["moved", later("drove")],
  ["missed", later("missed")],
  ["held", later("held")],
  ["harmed", later("harmed")],
  ["destroyed", later("destroyed")],
];
/** "3 drove, 2 missed". */
export function sumOf(acts: readonly ActRow[]): string {
  if (acts[0]?.number === 0) return many("{n} unit", "{n} units", placedIn(acts));
  return SUMS.map(([end, word]) => [acts.filter((act) => act.end === end).length, word] as const)
    .filter(([many]) => many > 0)
    .map(([many, word]) => `${many} ${say(word)}`)
    .join(", ");
}
