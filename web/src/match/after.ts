/** The state after a line of the log: what is shown, and what stays in the hand. */
import type { LineMessage, Picture, Piece, Side } from "../api/types";
import { className } from "./figures";
import { follow, logLine, throwIn } from "./lines";
import type { MatchState } from "./state";

/** The orders that stand, of which the last is what an undo takes back. */
export class Standing {
  #orders: { position: number; told: string }[] = [];

  follow(line: LineMessage): void {
    follow(this.#orders, line);
  }
  /** Lines of before, in their order. */
  precede(lines: readonly LineMessage[]): void {
    const stood: { position: number; told: string }[] = [];
    for (const line of lines) follow(stood, line);
    this.#orders = [...stood, ...this.#orders];
  }
  /** What an undo takes back, in a few words. */
  get undoes(): string {
    const last = (this.#orders.at(-1)?.told ?? "").replace(/\.$/, "");
    const [start = ""] = last.split(":");
    return start.split(" ").length > 3 ? start : last;
  }
}

/** Who was in the hand when a window opened, and comes back when it closes. */
export class Interrupted {
  #unit: number | null = null;

  /** Who is in the hand after a picture has followed another. */
  inHand(
    { selected, picture: before }: MatchState,
    picture: Picture,
    acts: (side: Side | null) => boolean,
  ): number | null {
    const { side, todo, window } = picture.tray;
    const was = before?.tray.window ?? "";
    if (window && !was) this.#unit = selected;
    if (side === before?.tray.side && stays(selected, before, picture))
      return nextToPlace(selected, before, picture) ?? selected;
    const back = !window && was && acts(side) && todo.some(({ unit }) => unit === this.#unit);
    return back ? this.#unit : null;
  }
}

/** Whether a unit stays in the hand: in the same phase, and who begins to move, since nobody else can do anything until it has ended. */
function stays(unit: number | null, before: Picture | null | undefined, { pieces, tray }: Picture): boolean {
  const piece = unit === null ? undefined : pieces.find(({ id }) => id === unit);
  const alone = tray.todo.length === 1 && tray.todo[0]?.unit === unit && tray.slots !== null;
  return piece !== undefined && !piece.wreck && (tray.phase === before?.tray.phase || alone);
}

/** After one was put down, the next of its kind that is beside the table. */
function nextToPlace(
  unit: number | null,
  before: Picture | null | undefined,
  { pieces, tray }: Picture,
): number | undefined {
  const was = before?.pieces.find(({ id }) => id === unit);
  const now = pieces.find(({ id }) => id === unit);
  if (!was || was.pose !== null || !now?.pose) return undefined;
  const waits = (piece: Piece): boolean =>
    piece.pose === null && piece.side === now.side && tray.todo.some(({ unit }) => unit === piece.id);
  return pieces.find((piece) => waits(piece) && className(piece) === className(now))?.id;
}

/** What a line changes in what is known; the hand is told apart. */
export function afterLine(state: MatchState, line: LineMessage, picture: Picture): Partial<MatchState> {
  const samePhase = picture.tray.phase === state.picture?.tray.phase;
  const free = picture.tray.dice.some((die) => die.state !== "used" && die.value === state.token);
  return {
    picture,
    position: line.position + 1,
    playing: null,
    log: [...state.log, logLine(line, state.picture)],
    undo: line.undo,
    result: line.result,
    survey: null,
    token: free ? state.token : null,
    thrown: throwIn(line) ?? (samePhase || state.thrown?.throws[0]?.needed !== null ? state.thrown : null),
    note: "",
  };
}
