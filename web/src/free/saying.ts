/** What is done by words on a free table: the same orders as by hand. */
import { dieOrder, putOrder, wayOrder } from "../api/orders";
import type { Piece, Survey } from "../api/types";
import type { Ears } from "../match/naming";
import { shortName } from "../match/words";
import { say } from "../language/language";

/** "go MT3 left 30 forward 11.4", "aim SG1 40 40", "place MT1 40 70 180": the same orders as by hand. */
export async function onPlane(
  verb: string,
  piece: Piece,
  survey: Survey,
  rest: readonly string[],
  ears: Ears,
): Promise<string> {
  if (verb === "go" || verb === "move") {
    if (!survey.move)
      return say("{piece} cannot move now{why}.", {
        piece: shortName(piece),
        why: survey.refusal ? `: ${survey.refusal.sentence} (${survey.refusal.rule})` : "",
      });
    const { pathIn } = await import("./path");
    const path = pathIn(rest.join(" ").replace(/(\d)\s+(?=[a-z])/gi, "$1, "));
    return typeof path === "string" ? path : ears.order(wayOrder(survey.move, path));
  }
  const [x, y, heading] = rest.map((word) => Number(word.replace(/,$/, "")));
  const name = rest.slice(2).join(" ").toLowerCase();
  const put =
    verb === "place"
      ? survey.puts[0]
      : survey.modes.find((mode) => mode.put && !mode.refusal && (!name || mode.name.toLowerCase().startsWith(name)))
          ?.put;
  if (!put) return say("{piece} has nothing to {verb} now.", { piece: shortName(piece), verb });
  if (x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y))
    return say("Say where in centimetres, for example {verb} {label} 40 40.", { verb, label: piece.label });
  const turned = (((Math.round(heading ?? put.heading) || put.heading) % 360) + 360) % 360;
  return ears.order(putOrder(put, { x: Math.round(x * 1000), y: Math.round(y * 1000) }, turned));
}

/** "use smoke MT1", "use supplies 40 40": a command die. */
export async function useDie(rest: readonly string[], ears: Ears): Promise<string> {
  const { commands } = ears.picture.tray;
  const die = commands.find(({ name }) => name.toLowerCase().startsWith((rest[0] ?? "?").toLowerCase()));
  if (!die)
    return commands.length > 0
      ? say("There is no such die; there is {commands}.", { commands: commands.map(({ name }) => name).join(", ") })
      : say("There are no command dice now.");
  if (die.state !== "ready") return die.sentence;
  if (die.put) {
    const [x, y] = rest.slice(-2).map(Number);
    return Number.isFinite(x) && Number.isFinite(y)
      ? ears.order(putOrder(die.put, { x: Math.round(x! * 1000), y: Math.round(y! * 1000) }, die.put.heading))
      : say("Say where in centimetres, for example use {name} 40 40.", { name: die.name.toLowerCase() });
  }
  const label = rest.at(-1)?.toUpperCase();
  const unit = ears.picture.pieces.find((piece) => piece.label.toUpperCase() === label && die.units.includes(piece.id));
  const order = unit && dieOrder(die, unit.id);
  return order
    ? ears.order(order)
    : say("{name} can be used on {units}.", {
        name: die.name,
        units: die.units.map((id) => ears.picture.pieces.find((piece) => piece.id === id)?.label ?? "").join(", "),
      });
}
