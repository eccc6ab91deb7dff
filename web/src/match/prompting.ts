/** What the prompt line says once something is aimed at: how it is done. */
import type { Piece, Terrain } from "../api/types";
import type { Intent } from "./intent";
import { cellName, shortName, squareName } from "./words";

interface Aimed {
  readonly intent: Intent | null;
  readonly unit: Piece | undefined;
  readonly target: Piece | undefined;
  readonly terrain: Terrain;
  /** By finger and not by mouse; a volley is made, and nothing fired yet. */
  readonly touch: boolean;
  readonly planning: boolean;
}
/** Who, and how it is done; none where the question of the table says enough. */
export function promptFor({
  intent,
  unit,
  target,
  terrain,
  touch,
  planning,
}: Aimed): [who: string, how: string] | null {
  if (!unit || !intent) return null;
  const does = planning ? "announce it" : "fire";
  if (intent.kind === "target" && target && !intent.aim.preview.refusal)
    return [
      shortName(unit),
      touch
        ? `tap ${shortName(target)} again to ${does}, or another target.`
        : `click ${shortName(target)} to ${does}, or rest on another target.`,
    ];
  if (intent.kind !== "pose") return null;
  const there = squareName(intent.pose >> 3, terrain.columns);
  const here = unit.pose && unit.pose.y * terrain.columns + unit.pose.x === intent.pose >> 3;
  const verb = !unit.pose ? `place it on ${there}` : here ? "turn it" : `drive to ${there}`;
  return [
    shortName(unit),
    touch
      ? `tap ${here ? "it" : there} again to ${verb}, or an arrow to turn it.`
      : here
        ? `click to turn it so, or rest on another lit ${cellName(terrain)}.`
        : `click to ${verb}, pull to turn it, or rest on another lit ${cellName(terrain)}.`,
  ];
}
