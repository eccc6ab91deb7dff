/** What is done by words on a table of cells: driving, firing, deeds. */
import { poseOrder } from "../api/orders";
import type { Aim, Piece, Survey } from "../api/types";
import { readReach, turretDeed } from "../board/state";
import { wayOrders } from "./intent";
import { facingNamed, pieceNamed, squareNamed, type Ears } from "./naming";
import { modeOf } from "./reach";
import { cellName, shortName, squareName } from "./words";
import { say } from "../language/language";

/** The aim that "Q13", "wall K7", "Q13 high half" names, or why there is none. */
export function aimNamed(piece: Piece, survey: Survey, rest: readonly string[], ears: Ears): Aim | string {
  const words = rest.map((word) => word.toLowerCase());
  const wall = words[0] === "wall";
  const name = rest[wall ? 1 : 0] ?? "nothing";
  const cell = wall ? squareNamed(name, ears.terrain) : undefined;
  const target = wall ? undefined : pieceNamed(name, ears, true);
  const high = words.includes("high") ? survey.modes.at(-1) : words.includes("direct") ? survey.modes[0] : undefined;
  if (high?.refusal) return `${high.refusal.sentence} (${high.refusal.rule}).`;
  if (words.includes("high") && survey.modes.length < 2)
    return say("{piece} has only one way to fire.", { piece: shortName(piece) });
  const mode = high?.name ?? modeOf(survey, "");
  const aims = survey.aims.filter((aim) =>
    wall
      ? aim.unit === null && aim.cell === cell
      : target !== undefined && aim.unit === target.id && (!aim.mode || !mode || aim.mode === mode),
  );
  const aim = words.includes("half") ? aims.find(({ choice }) => choice?.includes("half")) : aims[0];
  if (!aim && aims.length > 0) return say("There is no choice of dice for {name}.", { name });
  return (
    aim ??
    say("{piece} cannot aim at {target} now.", {
      piece: shortName(piece),
      target: wall ? say("a wall on {name}", { name }) : name,
    })
  );
}

/** "push MD1", "turret H1 left", "do H1 2": one of the deeds of a unit. */
export async function doDeed(
  verb: string,
  piece: Piece,
  { deeds, refusal }: Survey,
  rest: readonly string[],
  ears: Ears,
): Promise<string> {
  if (verb === "repair" && !deeds.some(({ label }) => /repair|cycle/i.test(label)))
    return say("{piece} has nothing to repair now{why}.", {
      piece: shortName(piece),
      why: refusal ? `: ${refusal.sentence} (${refusal.rule})` : "",
    });
  const listed = deeds.map(({ label }, at) => `${at + 1} ${label}`).join(", ");
  if (deeds.length === 0) return say("{piece} can do nothing else now.", { piece: shortName(piece) });
  const word = rest[0]?.toLowerCase() ?? "";
  const bearing = piece.parts.find(({ name }) => name === "turret")?.bearing ?? 0;
  const at =
    verb === "turret" && /^(left|right)$/.test(word)
      ? turretDeed(deeds, bearing, word === "left" ? -1 : 1)
      : verb === "do" && /^\d+$/.test(word)
        ? Number(word) - 1
        : deeds.findIndex(
            ({ label }) =>
              (verb === "do"
                ? deeds.length === 1
                : verb === "repair"
                  ? /repair|cycle/i.test(label)
                  : label.toLowerCase().startsWith(verb)) &&
              (word === "" || label.toLowerCase().includes(` ${word}`)),
          );
  const deed = at === undefined ? undefined : deeds[at];
  return deed ? ears.order(deed.order) : say("{piece} can: {listed}.", { piece: shortName(piece), listed });
}

/** "move L2 O14 south 3": where, which way, and with which die. */
export async function drive(piece: Piece, survey: Survey, rest: string[], ears: Ears): Promise<string> {
  const square = squareNamed(rest[0] ?? "", ears.terrain);
  if (square === undefined)
    return say("{name} is no {cell}.", { name: rest[0] ?? say("That"), cell: cellName(ears.terrain) });
  const facing = rest[1] === undefined ? undefined : facingNamed(rest[1], ears.terrain);
  if (rest[1] !== undefined && facing === undefined) return say("{name} is no compass point.", { name: rest[1] });
  const die = rest[2] === undefined ? undefined : Number(rest[2]);
  for (const band of survey.bands) {
    const pose = band.poses?.find((one) => one >> 3 === square && (facing === undefined || (one & 7) === facing));
    if (pose === undefined) continue;
    const payer = die === undefined ? band : survey.bands.find((other) => other.token === die && die >= band.token);
    if (!payer) return say("The {die} does not reach {name}.", { die: die!, name: rest[0] ?? "" });
    if (band.strides?.length) return ears.order(...wayOrders(readReach(survey), pose));
    return ears.order(poseOrder(payer, pose));
  }
  return say("{piece} does not reach {square}{facing} now.", {
    piece: shortName(piece),
    square: squareName(square, ears.terrain.columns),
    facing: facing === undefined ? "" : say(" facing {way}", { way: rest[1] ?? "" }),
  });
}
