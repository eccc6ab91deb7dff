/** The card beside a target: where it stands, and what it says of the dice. */
import type { Gist, Shot, Throw } from "../api/types";
import type { Point } from "./points";
import { later, say } from "../language/language";

type End = Gist["end"];
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How far a card stands off its target at least, in pixels. */
export const GAP = 12;
/** How much further off it may stand, and degrees from the way of the shot, those behind the target first. */
const FURTHER = [1, 2, 3.5];
const AROUND = [0, 30, -30, 60, -60, 85, -85, 110, -110, 135, -135, 160, -160];

/**
 * Where a card stands: on the side away from the gun, off the target by its radius and a gap, never on the line, inside the window. Where
 * that leaves no place, on the side that is nearest to one.
 */
export function placeCard(
  target: Point,
  gun: Point,
  size: { readonly width: number; readonly height: number },
  radius: number,
  window: Box,
): Box {
  const away = Math.atan2(target[1] - gun[1], target[0] - gun[0]);
  const boxes = FURTHER.flatMap((times) =>
    AROUND.map((degrees) => boxAt(target, away + (degrees * Math.PI) / 180, size, radius * times)),
  );
  const clear = (box: Box): boolean => inside(box, window) && !crosses(box, gun, target);
  const moved = boxes.map((box) => pushed(box, window)).filter((box) => !near(box, target, radius));
  return boxes.find(clear) ?? moved.find((box) => !crosses(box, gun, target)) ?? moved[0] ?? pushed(boxes[0]!, window);
}

/** A box in a direction from a place, so that its nearest edge is as far off as it must be. */
function boxAt(
  [x, y]: Point,
  angle: number,
  { width, height }: { width: number; height: number },
  radius: number,
): Box {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  // So far that the box, whose middle lies in that direction, does not come nearer than the radius.
  const across = (width / 2 + radius) / Math.max(Math.abs(dx), 1e-6);
  const far = Math.min(across, (height / 2 + radius) / Math.max(Math.abs(dy), 1e-6));
  return { x: x + dx * far - width / 2, y: y + dy * far - height / 2, width, height };
}
const inside = (box: Box, window: Box): boolean =>
  box.x >= window.x &&
  box.y >= window.y &&
  box.x + box.width <= window.x + window.width &&
  box.y + box.height <= window.y + window.height;
function pushed(box: Box, window: Box): Box {
  const within = (at: number, long: number, from: number, room: number): number =>
    Math.max(from, Math.min(at, from + room - long));
  return {
    ...box,
    x: within(box.x, box.width, window.x, window.width),
    y: within(box.y, box.height, window.y, window.height),
  };
}
/** Whether a box comes nearer to a place than it may. */
function near(box: Box, [x, y]: Point, radius: number): boolean {
  const dx = Math.max(box.x - x, 0, x - box.x - box.width);
  const dy = Math.max(box.y - y, 0, y - box.y - box.height);
  return Math.hypot(dx, dy) < radius - 0.5;
}
/** Whether a line goes through a box. */
export function crosses(box: Box, [ax, ay]: Point, [bx, by]: Point): boolean {
  let [from, to] = [0, 1];
  for (const [a, d, low, high] of [
    [ax, bx - ax, box.x, box.x + box.width],
    [ay, by - ay, box.y, box.y + box.height],
  ] as const) {
    if (d === 0) {
      if (a < low || a > high) return false;
      continue;
    }
    const [t, u] = [(low - a) / d, (high - a) / d];
    from = Math.max(from, Math.min(t, u));
    to = Math.min(to, Math.max(t, u));
  }
  return from <= to;
}

const WORDS: Readonly<Record<End, string>> = {
  missed: later("Missed"),
  held: later("Held"),
  harmed: later("Harmed"),
  destroyed: later("Destroyed"),
  moved: "",
  nothing: later("No effect"),
};
/** The book's word for what a shot did, where it has one; "nothing" and "hit" are told by the end. */
export function wordOf({ outcome, end = "nothing" }: Shot): string {
  const word = outcome.split(": ").at(-1) ?? "";
  if (["nothing", "hit", "no effect"].includes(word) || /^\d+ hits?$/.test(word)) return say(WORDS[end]);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const figure = (value: number): string => (value < 0 ? `−${-value}` : String(value));
export const sumOf = ({ dice, left_out }: Throw): number =>
  dice.reduce((sum, value, at) => sum + (left_out.includes(at) ? 0 : value), 0);

/** "= 9": the sum of several dice; one die is its own, and dice that are tested one by one have none. */
export function totalOf(thrown: Throw, exact: boolean): string {
  if (thrown.passed !== null) return say("{passed} of {dice}", { passed: thrown.passed, dice: thrown.dice.length });
  if (thrown.dice.length < 2 || thrown.needed === null) return "";
  return exact && sumOf(thrown) !== thrown.needed ? "" : `= ${sumOf(thrown)}`;
}

/** "needed 8: just enough". What is added to the dice is in the figure already. */
export function neededOf(thrown: Throw, exact: boolean): string {
  const { needed, passed } = thrown;
  if (needed === null) return "";
  if (passed !== null) return say("{needed} or more each", { needed: figure(needed) });
  if (exact) return say("needed exactly {needed}", { needed: figure(needed) });
  return say("needed {needed}", { needed: figure(needed) }) + nearness(sumOf(thrown) - needed);
}
function nearness(over: number): string {
  return over === 0 ? say(": just enough") : over === -1 ? say(": one short") : "";
}
