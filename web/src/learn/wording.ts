/** What stands over an ask: the kind of act, and whom it begins with. */
import { squareIn, targetIn, unitIn } from "../api/orders";
import type { LessonStep, Order, Picture, Terrain } from "../api/types";
import { placeName, shortName } from "../match/words";
import { later, say } from "../language/language";

const VERBS: Readonly<Record<string, string>> = {
  Move: later("Drive"),
  Step: later("Drive"),
  Turn: later("Turn"),
  Fire: later("Fire"),
  FireAtWall: later("Fire"),
  Lob: later("High fire"),
  Shell: later("Artillery"),
  Bomb: later("Bombs"),
  Announce: later("Announce"),
  AnnounceWall: later("Announce"),
  OpenFire: later("Open fire"),
  Resolve: later("Roll for a shot"),
  TurnTurret: later("Turret"),
  EndMovement: later("End movement"),
  EndTurn: later("End the turn"),
  EndActivation: later("End the activation"),
  RollMovement: later("Roll"),
  RollInitiative: later("Roll"),
  Ambush: later("Ambush"),
  Pass: later("Pass"),
  Push: later("Push"),
  StartRepair: later("Repair"),
  DigIn: later("Dig in"),
};

/** Who has begun to move, so that nobody else can do anything; none where a choice is open. */
export const underWay = (picture: Picture | null): number | null =>
  picture?.tray.slots && picture.tray.todo.length === 1 ? picture.tray.todo[0]!.unit : null;

/** Where a row of steps leads in one go, from one of its orders on: the last of those that enter a cell, one after the other. */
export function destinationOf(orders: readonly Order[], from: number): Order | undefined {
  const rest = orders.slice(from);
  const end = rest.findIndex((order) => order.type !== "Step");
  return (end < 0 ? rest : rest.slice(0, end)).at(-1);
}

/** "Fire · choose Light 1, then the blue Medium 1"; after some orders of the step what comes next. */
export function kindOf(step: LessonStep, picture: Picture | null, terrain: Terrain | null, given = 0): string {
  const order: Order | undefined = step.attempt?.order ?? step.do[Math.min(given, step.do.length - 1)]?.order;
  const unit = given > 0 && order ? unitIn(order) : step.unit;
  const piece = picture?.pieces.find(({ id }) => id === unit);
  const chosen = piece ? say("choose {unit}", { unit: shortName(piece) }) : "";
  if (!order) return [say("Choose"), piece ? shortName(piece) : ""].filter(Boolean).join(" · ");
  const act = say(VERBS[order.type] ?? order.type);
  const verb = step.attempt ? say("Try it: {act}", { act }) : act;
  const target = picture?.pieces.find(({ id }) => id === targetIn(order));
  const row = step.do.map((one) => one.order);
  const square = squareIn(step.attempt ? order : (destinationOf(row, given) ?? order));
  const then = target
    ? target.side
      ? say("the blue {unit}", { unit: shortName(target) })
      : say("the red {unit}", { unit: shortName(target) })
    : square !== undefined && terrain && terrain.table !== "free"
      ? placeName({ x: square % terrain.columns, y: Math.floor(square / terrain.columns) })
      : "";
  const both = chosen && then ? say("{one}, then {other}", { one: chosen, other: then }) : chosen || then;
  return [verb, both].filter(Boolean).join(" · ");
}

/** What is said about an order that is allowed, but not asked for. */
export const otherwise = (ask: string): string => say("That is allowed. The lesson goes another way: {ask}", { ask });

/** Milliseconds that a sentence takes to be read. */
export const readingTime = (text: string): number => Math.max(2500, 300 * text.split(/\s+/).length);

/** Sentences as parts, with what a newcomer looks for in bold: figures in per cent, and squares. */
export function emphasised(text: string): readonly { readonly text: string; readonly bold: boolean }[] {
  return text
    .split(/(\d+(?:\.\d+)? %|\b[A-Z]{1,2}\d{1,2}\b)/)
    .map((part, at) => ({ text: part, bold: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}
