/** Pieces and aims in words, for those who hear them. */
import type { Aim, Piece, Terrain } from "../api/types";
import { chanceOf, percent } from "./odds";
import { later, say } from "../language/language";

export const COMPASS = [
  later("north"),
  later("north-east"),
  later("east"),
  later("south-east"),
  later("south"),
  later("south-west"),
  later("west"),
  later("north-west"),
] as const;

/** The word for a bearing of the map. */
export const compass = (bearing: number, north: number): string =>
  say(COMPASS[((Math.round((bearing - north) / 45) % 8) + 8) % 8] ?? "north");

const EIGHT = [
  later("up"),
  later("up and right"),
  later("right"),
  later("down and right"),
  later("down"),
  later("down and left"),
  later("left"),
  later("up and left"),
];
/** A bearing of the map as it looks on a table that is turned clockwise by so many quarters. */
export const turnedBy = (bearing: number, quarters: number): number => (((bearing + 90 * quarters) % 360) + 360) % 360;
/** "right, south on the map": where something points on the screen, in degrees from its top, and what the map calls that. */
export const speakWay = (turned: number, word: string): string =>
  say("{way}, {word} on the map", { way: say(EIGHT[Math.round(turned / 45) % 8] ?? ""), word });
/** "facing right, south on the map" */
export const speakFacing = (bearing: number, north: number, quarters: number): string =>
  say("facing {way}", { way: speakWay(turnedBy(bearing, quarters), compass(bearing, north)) });

const sentenceEnd = /\.$/;

/** "Medium 2, red, facing right, south on the map, moved 2 steps" */
export function speakPiece({ name, side, pose, wreck, badges }: Piece, terrain: Terrain, quarters: number): string {
  // Some books name the side already: "Blue Medium 2".
  const colour = /^(red|blue)\b/i.test(name) ? "" : `, ${side ? say("blue") : say("red")}`;
  if (wreck) return say("wreck of {name}", { name: name + colour });
  const way = pose ? `, ${speakFacing(pose.bearing, terrain.north, quarters)}` : "";
  return `${name}${colour}${way}${badges.map(({ sentence }) => `, ${sentence.replace(sentenceEnd, "")}`).join("")}`;
}

/** "62.5 per cent", or why there is none. */
export function speakAim(aim: Aim): string {
  const chance = chanceOf(aim);
  if (chance !== undefined)
    return [percent(chance).replace(" %", say(" per cent")), aim.mode, aim.choice].filter(Boolean).join(", ");
  return aim.preview.refusal?.sentence.replace(sentenceEnd, "") ?? say("no shot");
}
