/** The log as it is read: what one piece drove in one go is one line. */
import type { LogLine } from "./lines";

/** A line, and those before it that it closes. */
export interface Folded {
  readonly line: LogLine;
  readonly before: readonly LogLine[];
}

/** The piece that a line drives, where that is all it tells. */
function driven({ kind, told }: LogLine): number | undefined {
  const [stroke, ...more] = told.flatMap(({ strokes }) => strokes);
  return kind === "order" && told.length === 1 && stroke?.type === "drive" && more.length === 0
    ? stroke.piece
    : undefined;
}

export function fold(log: readonly LogLine[]): Folded[] {
  const folded: Folded[] = [];
  for (const line of log) {
    if (line.told.length === 0) continue;
    const [last, piece] = [folded.at(-1), driven(line)];
    if (last && piece !== undefined && driven(last.line) === piece && last.line.heading === line.heading) {
      folded[folded.length - 1] = { line, before: [...last.before, last.line] };
    } else folded.push({ line, before: [] });
  }
  return folded;
}
