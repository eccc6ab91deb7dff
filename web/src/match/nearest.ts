/** The nearest thing that is allowed instead of what was refused, as few words on a button. */
import { dieIn, placeIn, sameOrder, squareIn, targetIn } from "../api/orders";
import type { Aim, Order, Terrain } from "../api/types";
import { chanceOf } from "./reach";
import { capital, percent, placeName, squareName } from "./words";
import { say } from "../language/language";

export function nearestWords(
  order: Order,
  terrain: Pick<Terrain, "table" | "columns">,
  aims: readonly Aim[],
  name: (unit: number) => string,
): { verb: string; figure: string } {
  const [target, square, place, die] = [targetIn(order), squareIn(order), placeIn(order), dieIn(order)];
  const aim = aims.find((one) => sameOrder(one.order, order));
  const chance = aim && chanceOf(aim);
  if (target !== undefined)
    return {
      verb: say("Take {name}", { name: name(target) }),
      figure: chance === undefined ? "" : percent(chance),
    };
  // "MoveOn" is "move on"; what fires names where it hits, what drives, where it goes.
  const verb = capital(order.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
  const fires = /^fire/i.test(order.type);
  const where =
    square !== undefined ? squareName(square, terrain.columns) : place ? placeName(place, terrain as Terrain) : "";
  const told = [
    where && (fires || place ? say("at {place}", { place: where }) : say("to {place}", { place: where })),
    die === undefined ? "" : say("with the {die}", { die }),
  ];
  return { verb: [verb, ...told].filter(Boolean).join(" "), figure: chance === undefined ? "" : percent(chance) };
}
