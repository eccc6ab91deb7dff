/** What the prompt line says once something is aimed at: how it is done. */
import type { Piece, Survey, Terrain } from "../api/types";
import type { Intent } from "./intent";
import { cellName, fullName, shortName, squareName } from "./words";

interface Aimed {
  readonly intent: Intent | null;
  /** What the chosen unit can do. */
  readonly survey: Pick<Survey, "aims" | "bands" | "deeds" | "move"> | null;
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
  survey,
  unit,
  target,
  terrain,
  touch,
  planning,
}: Aimed): [who: string, how: string] | null {
  if (!unit) return null;
  if (!intent) return choosing(unit, survey);
  // Both sides may have a Light 1.
  const whom = target && (shortName(target) === shortName(unit) ? fullName(target) : shortName(target));
  const does = planning ? "announce it" : "fire";
  if (intent.kind === "target" && target && !intent.aim.preview.refusal)
    return [
      shortName(unit),
      touch
        ? `tap ${whom} again to ${does}, or another target.`
        : `click ${whom} to ${does}, or rest on another target.`,
    ];
  // On a free table a pull drives at once; what a click has put there waits for the button.
  if (intent.kind === "free" && survey?.move && unit.pose)
    return [
      shortName(unit),
      `${touch ? "press" : "let go or press"} the dark button to drive there; hold still for a corner.`,
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

/** A unit that first decides what it does: its deeds stand at the right of the line. */
function choosing(unit: Piece, survey: Aimed["survey"]): [who: string, how: string] | null {
  if (!survey || survey.bands.length > 0 || survey.move || survey.deeds.length < 2) return null;
  const shots = survey.aims.some(({ preview }) => !preview.refusal);
  const what = shots ? "choose a target, or what else it does, at the right." : "choose what it does, at the right.";
  return [shortName(unit), `${survey.aims.length > 0 && !shots ? "it has no shot; " : ""}${what}`];
}
