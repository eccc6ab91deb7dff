/** Pieces and aims in words, for those who hear them. */
import type { Aim, Piece, Terrain } from "../api/types";
import { chanceOf, percent } from "./odds";

export const COMPASS = [
  "north",
  "north-east",
  "east",
  "south-east",
  "south",
  "south-west",
  "west",
  "north-west",
] as const;

/** The word for a bearing of the map. */
export const compass = (bearing: number, north: number): string =>
  COMPASS[((Math.round((bearing - north) / 45) % 8) + 8) % 8] ?? "north";

const sentenceEnd = /\.$/;

/** "Medium 2, red, facing south, moved 2 steps" */
export function speakPiece({ name, side, pose, wreck, badges }: Piece, terrain: Terrain): string {
  // Some books name the side already: "Blue Medium 2".
  const colour = /^(red|blue)\b/i.test(name) ? "" : `, ${side ? "blue" : "red"}`;
  if (wreck) return `wreck of ${name}${colour}`;
  const way = pose ? `, facing ${compass(pose.bearing, terrain.north)}` : "";
  return `${name}${colour}${way}${badges.map(({ sentence }) => `, ${sentence.replace(sentenceEnd, "")}`).join("")}`;
}

/** "62.5 per cent", or why there is none. */
export function speakAim(aim: Aim): string {
  const chance = chanceOf(aim);
  if (chance !== undefined)
    return [percent(chance).replace(" %", " per cent"), aim.mode, aim.choice].filter(Boolean).join(", ");
  return aim.preview.refusal?.sentence.replace(sentenceEnd, "") ?? "no shot";
}
