/** A line of the log as the board shows it: the table before it, what then happens, and the table after it with its traces. */
import { facingsOn } from "../board/facings";
import type { Aimed } from "../stage/aims";
import { poseAt } from "../board/state";
import type { Drive, Picture, Shot, Stroke, Survey, Terrain } from "../api/types";
import { outcomeWord } from "./spread";
import type { LogLine } from "./lines";
import { many } from "../language/language";

export interface Look {
  readonly line: LogLine;
  /** Missing where the log begins with this line. */
  readonly before: Picture | undefined;
  readonly strokes: readonly Stroke[];
  /** The piece that it is about. */
  readonly piece: number | null;
  /** The way that was driven or the line that was fired along, and where it ends: what a hand would have seen. */
  readonly traces: Survey | null;
  readonly aim: Aimed | null;
}

export function lookAt(
  log: readonly LogLine[],
  position: number,
  terrain: Pick<Terrain, "columns" | "table">,
): Look | undefined {
  const at = log.findIndex((line) => line.position === position);
  const line = log[at];
  if (!line) return undefined;
  const before = log[at - 1]?.picture;
  const strokes = line.told.flatMap((told) => told.strokes);
  const acted = strokes.find((stroke) => stroke.type !== "throw");
  const piece = acted?.piece ?? changed(before, line.picture);
  const traces =
    acted && terrain.table !== "free"
      ? acted.type === "drive"
        ? wayOf(acted, terrain)
        : shotOf(acted, line.picture, terrain.columns)
      : undefined;
  return { line, before, strokes, piece, traces: traces?.survey ?? null, aim: traces?.aim ?? null };
}

/** The one piece that stands otherwise than before. */
function changed(before: Picture | undefined, after: Picture): number | null {
  if (!before) return null;
  const place = (picture: Picture, id: number): string =>
    JSON.stringify(picture.pieces.find((piece) => piece.id === id)?.pose ?? null);
  const moved = after.pieces.filter(({ id }) => place(before, id) !== place(after, id));
  return moved.length === 1 ? moved[0]!.id : null;
}

type Traces = { readonly survey: Survey; readonly aim: Aimed | null };
const NO_ORDER = { type: "" };
const NOTHING: Survey = {
  unit: -1,
  bands: [],
  aims: [],
  veil: [],
  modes: [],
  deeds: [],
  outlines: [],
  refusal: null,
  move: null,
  puts: [],
  entry: null,
  done: "",
  stays: null,
};

function wayOf({ piece, poses }: Drive, terrain: Pick<Terrain, "columns" | "table">): Traces | undefined {
  const way = poses.map((pose) => poseAt(pose, terrain.columns, facingsOn(terrain)));
  const [last] = way.slice(-1);
  if (last === undefined || way.length < 2) return undefined;
  const band = {
    name: many("{n} step", "{n} steps", way.length - 1),
    rule: "",
    token: 0,
    order: NO_ORDER,
    poses: way.slice(1),
    steps: way.slice(1).map((_, k) => k + 1),
    before: way.slice(0, -1),
  };
  return { survey: { ...NOTHING, unit: piece, bands: [band] }, aim: { kind: "pose", pose: last } };
}

function shotOf({ piece, target, outcome, odds, cell }: Shot, picture: Picture, columns: number): Traces | undefined {
  const squareOf = (id: number | null): number | undefined => {
    const pose = picture.pieces.find((one) => one.id === id)?.pose;
    return pose ? pose.y * columns + pose.x : undefined;
  };
  const [start, end] = [squareOf(piece), cell ?? squareOf(target)];
  if (start === undefined || end === undefined) return undefined;
  const aim = {
    unit: target,
    cell,
    order: NO_ORDER,
    // Its line is drawn as the referee had it, in pencil.
    preview: { odds: odds ?? { [outcome]: "1" } },
    word: outcomeWord(outcome),
  };
  return { survey: { ...NOTHING, unit: piece, aims: [aim] }, aim: { kind: "target", unit: target, cell } };
}
