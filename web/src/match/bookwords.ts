/** Orders in the words of the books' lines, as lessons and files have them: `wall M1 I6`, `go B5`, `turret HC1 ↗`, `keep`. */
import { facingIn, poseOrder, sameOrder, squareIn } from "../api/orders";
import type { Order, Survey } from "../api/types";
import { facingsOn } from "../board/facings";
import { facingNamed, pieceNamed, squareNamed, type Ears } from "./naming";
import { say } from "../language/language";

/** What stands on the button that a word alone presses. */
const BUTTONS: Readonly<Record<string, RegExp>> = {
  roll: /^roll/i,
  initiative: /^roll initiative/i,
  keep: /^keep rolling/i,
  stop: /^stop here/i,
};
/** What stands on the deed that a word does with a unit. */
const DEEDS: Readonly<Record<string, RegExp>> = {
  roll: /^(move|roll)/i,
  ambush: /^ambush/i,
  activate: /^activate/i,
  dig: /^dig/i,
  dive: /^dive/i,
  surface: /^surface/i,
};
/** A place and an arrow are two words, however they are written: `G6↘`. */
export const parted = (text: string): string => text.replace(/([A-Za-z]\d+)([↑↗→↘↓↙←↖])/gu, "$1 $2");

/** The same in the words that the text board knows: a wall, a shell in a high arc, fire that is opened. */
export function inOwnWords(words: readonly string[], ears: Ears): string[] {
  const [verb = "", unit = "", ...rest] = words;
  const fires = ears.picture.tray.plan ? "announce" : "fire";
  const lower = verb.toLowerCase();
  if (lower === "wall" && unit) return [fires, unit, "wall", ...rest];
  if (lower === "lob" && unit) return [fires, unit, ...rest, "high"];
  if (lower === "open" && !unit) return ["open", "fire"];
  return [...words];
}

/** The order that such words mean, where they are none of the text board's own; or why there is none. */
export async function bookOrder(words: readonly string[], ears: Ears): Promise<Order | string | undefined> {
  const [first = "", name = "", ...rest] = words;
  const verb = first.toLowerCase();
  const button = !name && ears.picture.tray.buttons.find(({ label }) => BUTTONS[verb]?.test(label));
  if (button) return button.order;
  if (verb === "turn" && name) return underWay(ears, (order) => facingIn(order) === facingNamed(name, ears.terrain));
  const cell = squareNamed(name, ears.terrain);
  if (verb === "go" && ears.terrain.table !== "free") return underWay(ears, (order) => squareIn(order) === cell);
  const piece = name ? pieceNamed(name, ears) : undefined;
  if (!piece || !(verb in DEEDS || verb === "turret" || verb === "reverse")) return undefined;
  const survey = await ears.survey(piece.id);
  if (!survey) return say("The table moved on; ask again.");
  if (verb === "turret") return turretTo(rest[0] ?? "", piece.pose?.bearing ?? 0, survey, ears);
  if (verb === "reverse") return backTo(rest, survey, ears);
  return survey.deeds.find(({ label }) => DEEDS[verb]!.test(label))?.order;
}

/** The next step of the tank under way. */
async function underWay(ears: Ears, is: (order: Order) => boolean): Promise<Order | undefined> {
  const unit = ears.picture.tray.todo[0]?.unit;
  const survey = unit === undefined ? null : await ears.survey(unit);
  const poses = new Set(survey?.bands.flatMap((band) => band.poses ?? []) ?? []);
  const steps = (survey?.bands ?? []).flatMap(({ strides, before }) =>
    (strides ?? []).filter((_, at) => !poses.has(before?.[at] ?? -1)),
  );
  return (steps as Order[]).find((order, at) => is(order) && at === steps.findIndex((one) => sameOrder(one, order)));
}

/** A way in reverse. */
function backTo([name = "", word]: readonly string[], { bands }: Survey, { terrain }: Ears): Order | undefined {
  const square = squareNamed(name, terrain);
  const facing = word === undefined ? undefined : facingNamed(word, terrain);
  for (const band of bands.filter(({ reverse }) => reverse)) {
    const pose = band.poses?.find((one) => one >> 3 === square && (facing === undefined || (one & 7) === facing));
    if (pose !== undefined) return poseOrder(band, pose);
  }
  return undefined;
}

/** The deed that lays a turret where an arrow points. */
function turretTo(word: string, hull: number, { deeds }: Survey, { terrain }: Ears): Order | undefined {
  const facing = facingNamed(word, terrain);
  if (facing === undefined) return undefined;
  const off = (((facingsOn(terrain).bearing(facing) - hull) % 360) + 360) % 360;
  return deeds.find(({ lays }) => lays !== undefined && lays !== null && ((lays % 360) + 360) % 360 === off)?.order;
}
