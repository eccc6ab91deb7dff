/** What the hand is about to do: the board's aim, with what makes it an order. */
import { aimAt, type Aimed } from "../stage/aims";
import { readReach, stopAt, stopsTo, type Reach } from "../board/state";
import type { Aim, Band, Deed, Order, Picture, Piece, Spots, Survey, Terrain } from "../api/types";
import type { FreeIntent } from "../free/intent";
import { worthOf } from "../stage/odds";
import { poseOrder, spotOrder } from "../api/orders";
import { squareName } from "./words";
import { many, say } from "../language/language";

export type Intent =
  | {
      readonly kind: "pose";
      readonly pose: number;
      readonly band: Band;
      readonly steps: number;
      readonly trail: number | undefined;
      readonly other: Band | undefined;
      readonly deed: Deed | undefined;
      readonly orders: readonly Order[];
    }
  | { readonly kind: "target"; readonly aim: Aim; readonly orders: readonly Order[] }
  | { readonly kind: "deed"; readonly deed: Deed; readonly orders: readonly Order[] }
  | { readonly kind: "square"; readonly square: number; readonly spots: Spots; readonly orders: readonly Order[] }
  | FreeIntent;

/** The orders that lead to a pose: one, or where the enemy may answer on the way, one for each stride. */
export function wayOrders(reach: Reach, pose: number, way = 0): Order[] {
  const stop = stopAt(reach, pose, way);
  if (!stop?.stride) return stop ? [poseOrder(stop.band, pose)] : [];
  return stopsTo(reach, pose, way).flatMap(({ stride }) => stride ?? []);
}

/** Of several kinds that can be placed on a square, the chosen one is meant where it can. */
export function intentOf(aimed: Aimed | null, survey: Survey | null, picture: Picture | null, kind = 0): Intent | null {
  if (!aimed) return null;
  if (aimed.kind === "pose") {
    const { pose, way = 0 } = aimed;
    const reach = readReach(survey);
    const stop = stopAt(reach, pose, way);
    if (!stop) return null;
    const { band, steps, trail } = stop;
    const all = reach.ways.get(pose) ?? [];
    const deed = aimed.deed === undefined ? undefined : survey?.deeds[aimed.deed];
    const orders = [...wayOrders(reach, pose, way), ...(deed ? [deed.order] : [])];
    return {
      kind: "pose",
      pose,
      band,
      steps,
      trail,
      other: all.length > 1 ? all[(way + 1) % all.length]?.band : undefined,
      deed,
      orders,
    };
  }
  if (aimed.kind === "target") {
    const aim = aimAt(survey, aimed.unit, aimed.cell);
    return aim ? { kind: "target", aim, orders: [aim.order] } : null;
  }
  if (aimed.kind === "deed") {
    const deed = survey?.deeds[aimed.at];
    return deed ? { kind: "deed", deed, orders: [deed.order] } : null;
  }
  const all = picture?.tray.spots ?? [];
  const spots = [all[kind], ...all].find((one) => one?.cells.includes(aimed.square));
  return spots ? { kind: "square", square: aimed.square, spots, orders: [spotOrder(spots, aimed.square)] } : null;
}

/** What a move takes: "5 steps", "3 points". */
export const priceOf = ({ steps, band }: Pick<Extract<Intent, { kind: "pose" }>, "steps" | "band">): string =>
  band.strides?.length ? many("{n} point", "{n} points", steps) : many("{n} step", "{n} steps", steps);

/** The commit button: a verb and its figure, and whether it can be pressed. */
export function commitWords(
  intent: Intent,
  terrain: Terrain,
  unit: Piece | undefined,
  planning = false,
  facing = "",
): { verb: string; figure: string; can: boolean } {
  if (intent.kind === "free") return intent;
  if (intent.kind === "pose") {
    const at = squareName(intent.pose >> 3, terrain.columns);
    if (!unit?.pose) return { verb: say("Place on {at}", { at }), figure: facing, can: true };
    const turns = unit.pose.y * terrain.columns + unit.pose.x === intent.pose >> 3;
    const steps = intent.steps > 0 ? priceOf(intent) : "";
    return {
      verb: turns ? say("Turn") : say("Drive to {at}", { at }),
      figure: [steps, facing].filter(Boolean).join(", "),
      can: true,
    };
  }
  if (intent.kind === "target") {
    const can = !intent.aim.preview.refusal;
    return {
      verb: planning ? say("Announce") : say("Fire"),
      figure: can ? worthOf(intent.aim) : intent.aim.word || say("no shot"),
      can,
    };
  }
  if (intent.kind === "deed") return { verb: say("Do it"), figure: intent.deed.label, can: true };
  return {
    verb: intent.spots.label.split(" · ")[0] ?? "",
    figure: squareName(intent.square, terrain.columns),
    can: true,
  };
}
