/** Small words and figures of the house: chances, sides, places, compass points. */
import { nameOfCell } from "../board/cells";
import { COMPASS, compass as named } from "../stage/words";
import { facingsOn } from "../board/facings";
import type { Fraction, Opponent, Piece, Pose, Side, Terrain } from "../api/types";

export const SIDES = ["Red", "Blue"] as const;

export function sideName(side: Side): string {
  return SIDES[side];
}
export function sideClass(side: Side | null): string {
  return side === null ? "" : side === 0 ? "red" : "blue";
}

/** "135 of 216": only where the whole is small enough to mean something. */
export function outOf(fraction: Fraction): string {
  const [over, under] = fraction.split("/");
  return under !== undefined && under.length <= 5 ? `${over} of ${under}` : "";
}

export { fraction as numberOf, mainOdds, percent } from "../stage/odds";

export { squareName } from "../board/cells";
/** A cell by its name, or a place on a free table in centimetres. */
export function placeName({ x, y }: { x: number; y: number }, terrain?: Pick<Terrain, "table">): string {
  return terrain?.table === "free"
    ? `${(x / 1000).toFixed(1)}, ${(y / 1000).toFixed(1)}`
    : nameOfCell({ column: x, row: y });
}
/** The word for a bearing on the drawing, by where north lies on it. */
export const compass = (bearing: number, { north }: Pick<Terrain, "north">): string => named(bearing, north);
/** The facing that a word names; none where the table has no such facing. */
export function facingNamed(word: string, terrain: Pick<Terrain, "north" | "table">): number | undefined {
  const short = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
  const lower = word.toLowerCase();
  let at = COMPASS.findIndex((name) => name === lower || name.replace("-", "") === lower);
  if (at < 0) at = short.indexOf(lower);
  if (at < 0) return undefined;
  const facings = facingsOn(terrain);
  return Array.from({ length: facings.many }, (_, facing) => facing).find(
    (facing) => compass(facings.bearing(facing), terrain) === COMPASS[at],
  );
}

export function groundAt(terrain: Terrain, pose: { x: number; y: number }): string {
  if (terrain.table === "free") return "";
  const cell = terrain.cells[pose.y]?.charAt(pose.x) ?? terrain.cells[pose.y * terrain.columns + pose.x] ?? "";
  return terrain.legend[cell] ?? "";
}

export function whereabouts(pose: Pose, terrain: Terrain): string {
  return `${placeName(pose, terrain)}, facing ${compass(pose.bearing, terrain)}`;
}

/** A piece without its side: "Medium 2" of "Blue Medium 2". */
export function shortName(piece: Pick<Piece, "name" | "side">): string {
  const side = `${sideName(piece.side)} `;
  return piece.name.startsWith(side) ? piece.name.slice(side.length) : piece.name;
}
export function fullName(piece: Pick<Piece, "name" | "side">): string {
  return `${sideName(piece.side)} ${shortName(piece)}`;
}

/** "Medium 2, red, K13, facing south, moved; street." */
export function spoken(piece: Piece, terrain: Terrain): string {
  const told = [shortName(piece), sideName(piece.side).toLowerCase()];
  if (piece.pose === null) told.push("not on the board");
  else told.push(piece.wreck ? `a wreck at ${placeName(piece.pose, terrain)}` : whereabouts(piece.pose, terrain));
  for (const badge of piece.badges) told.push(stripped(badge.sentence));
  const ground = piece.pose === null ? "" : groundAt(terrain, piece.pose);
  return `${told.join(", ")}${ground ? `; ${ground}` : ""}.`;
}
function stripped(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** What a cell of this table is called. */
export const cellName = ({ table }: Pick<Terrain, "table">): string =>
  table === "hexes" ? "hex" : table === "free" ? "place" : "square";
export function cellCount(number: number, terrain: Pick<Terrain, "table">): string {
  return count(number, cellName(terrain), terrain.table === "hexes" ? "hexes" : "squares");
}
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "thinking, 2 s of 5" of a bot that has a time for its turn, once it takes a while. */
export function thinking(bot: string | null, seconds: number, bots: readonly Opponent[]): string {
  const [name, level = ""] = bot?.split(/[:+]/) ?? [];
  const whole = bots.find((one) => one.name === name)?.levels[level];
  return whole !== undefined && seconds >= 1 ? `thinking, ${seconds} s of ${whole}` : "";
}

/** A phase for the track: its first word, so that three of them fit into 390 px. */
export function phaseWord(phase: string): string {
  const words: Record<string, string> = {
    movement: "Move",
    shooting: "Fire",
    firing: "Fire",
    counter: "Answer",
    announcing: "Aim",
    deployment: "Deploy",
    "choice of first player": "Choice",
  };
  return words[phase.toLowerCase()] ?? capital(phase);
}

/** What is left undone, short enough for a button: "2 can still fire" where all end alike. */
export function leftWords(left: readonly string[]): string {
  if (left.length < 2) return left[0] ?? "";
  const split = left.map((one) => one.split(" "));
  const shared: string[] = [];
  for (let back = 1; split.every((words) => words.length > back && words.at(-back) === split[0]?.at(-back)); back++)
    shared.unshift(split[0]?.at(-back) ?? "");
  // The number of a hull that two happen to share is no word of theirs.
  while (/^\d+$/.test(shared[0] ?? "")) shared.shift();
  return shared.length > 0 ? `${left.length} ${shared.join(" ")}` : `${left.length} things left`;
}
