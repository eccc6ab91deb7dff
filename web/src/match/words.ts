/** Small words and figures of the house: chances, sides, places, compass points. */
import { nameOfCell } from "../board/cells";
import { compass as named } from "../stage/words";
import type { Fraction, Opponent, Piece, Pose, Side, Terrain } from "../api/types";
import { later, many, say } from "../language/language";

export const SIDES = [later("Red"), later("Blue")] as const;

export function sideName(side: Side): string {
  return say(SIDES[side]);
}
export function sideClass(side: Side | null): string {
  return side === null ? "" : side === 0 ? "red" : "blue";
}

/** "135 of 216": only where the whole is small enough to mean something. */
export function outOf(fraction: Fraction): string {
  const [over, under] = fraction.split("/");
  return under !== undefined && under.length <= 5 ? say("{part} of {all}", { part: over!, all: under }) : "";
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
export function groundAt(terrain: Terrain, pose: { x: number; y: number }): string {
  if (terrain.table === "free") return "";
  const cell = terrain.cells[pose.y]?.charAt(pose.x) ?? terrain.cells[pose.y * terrain.columns + pose.x] ?? "";
  return terrain.legend[cell] ?? "";
}

export function whereabouts(pose: Pose, terrain: Terrain): string {
  return say("{place}, facing {way}", { place: placeName(pose, terrain), way: compass(pose.bearing, terrain) });
}

/** A piece without its side: "Medium 2" of "Blue Medium 2". */
export function shortName(piece: Pick<Piece, "name" | "side">): string {
  const side = `${SIDES[piece.side]} `;
  return piece.name.startsWith(side) ? piece.name.slice(side.length) : piece.name;
}
export function fullName(piece: Pick<Piece, "name" | "side">): string {
  return `${sideName(piece.side)} ${shortName(piece)}`;
}

/** "Medium 2, red, K13, facing south, moved; street." */
export function spoken(piece: Piece, terrain: Terrain): string {
  const told = [shortName(piece), sideName(piece.side).toLowerCase()];
  if (piece.pose === null) told.push(say("not on the board"));
  else
    told.push(
      piece.wreck
        ? say("a wreck at {place}", { place: placeName(piece.pose, terrain) })
        : whereabouts(piece.pose, terrain),
    );
  for (const badge of piece.badges) told.push(stripped(badge.sentence));
  const ground = piece.pose === null ? "" : groundAt(terrain, piece.pose);
  return `${told.join(", ")}${ground ? `; ${ground}` : ""}.`;
}
function stripped(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** What a cell of this table is called. */
export const cellName = ({ table }: Pick<Terrain, "table">): string =>
  table === "hexes" ? say("hex") : table === "free" ? say("place") : say("square");
export function cellCount(number: number, terrain: Pick<Terrain, "table">): string {
  return terrain.table === "hexes" ? many("{n} hex", "{n} hexes", number) : many("{n} square", "{n} squares", number);
}
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
/** A battle that is none of the book's, by the name of its file: "Mill race". */
export const ownBattle = (id: string): string => capital(id.replaceAll("-", " "));

/** "thinking, 2 s of 5" of a bot that has a time for its turn, once it takes a while. */
export function thinking(bot: string | null, seconds: number, bots: readonly Opponent[]): string {
  const [name, level = ""] = bot?.split(/[:+]/) ?? [];
  const whole = bots.find((one) => one.name === name)?.levels[level];
  return whole !== undefined && seconds >= 1 ? say("thinking, {seconds} s of {whole}", { seconds, whole }) : "";
}

/** A phase for the track: its first word, so that three of them fit into 390 px. */
export function phaseWord(phase: string): string {
  const words: Record<string, string> = {
    movement: say("Move"),
    shooting: say("Fire"),
    firing: say("Fire"),
    counter: say("Answer"),
    announcing: say("Aim"),
    deployment: say("Deploy"),
    "choice of first player": say("Choice"),
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
  return shared.length > 0 ? `${left.length} ${shared.join(" ")}` : say("{left} things left", { left: left.length });
}
