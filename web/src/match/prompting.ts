/** What the prompt line says once something is aimed at: how it is done. */
import type { Piece, Survey, Terrain } from "../api/types";
import { facingsAt, readReach } from "../board/state";
import type { Intent } from "./intent";
import { isTurretOnly } from "./reach";
import { cellName, fullName, shortName, squareName } from "./words";
import { say } from "../language/language";

interface Aimed {
  readonly intent: Intent | null;
  /** What the chosen unit can do. */
  readonly survey: Pick<Survey, "aims" | "bands" | "deeds" | "move"> | null;
  readonly unit: Piece | undefined;
  readonly target: Piece | undefined;
  readonly terrain: Terrain;
  /** By finger and not by mouse; a volley is made, and nothing fired yet; this very shot is announced. */
  readonly touch: boolean;
  readonly planning: boolean;
  readonly announced: boolean;
  /** Nobody else can do anything. */
  readonly last: boolean;
  /** The ghost stays where it is, with its arrows. */
  readonly stays: boolean;
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
  announced,
  last,
  stays,
}: Aimed): [who: string, how: string] | null {
  if (!unit) return null;
  if (!intent) return choosing(unit, survey, touch);
  // Both sides may have a Light 1.
  const whom = target && (shortName(target) === shortName(unit) ? fullName(target) : shortName(target));
  const does = planning ? say("announce it") : say("fire");
  if (announced)
    return [
      shortName(unit),
      last ? say("announced; open fire.") : say("announced; choose who fires next, or open fire."),
    ];
  if (intent.kind === "target" && target && !intent.aim.preview.refusal) {
    const others = survey?.aims.some((one) => one.unit !== target.id && !one.preview.refusal);
    const other = others ? (touch ? say(", or another target") : say(", or rest on another target")) : "";
    return [
      shortName(unit),
      say("{press} to {does}{other}.", {
        press: touch ? say("tap {whom} again", { whom: whom! }) : say("click {whom}", { whom: whom! }),
        does,
        other,
      }),
    ];
  }
  // On a free table a pull drives at once; what a click has put there waits for the button.
  if (intent.kind === "free" && survey?.move && unit.pose)
    return [
      shortName(unit),
      touch
        ? say("press the dark button to drive there; hold still for a corner.")
        : say("let go or press the dark button to drive there; hold still for a corner."),
    ];
  if (intent.kind !== "pose") return null;
  const square = intent.pose >> 3;
  const here = unit.pose && unit.pose.y * terrain.columns + unit.pose.x === square;
  const there = here ? say("it") : (squareName(square, terrain.columns) ?? "");
  const verb = !unit.pose ? say("place it") : here ? say("turn it so") : say("drive there");
  const one = facingsAt(readReach(survey), square).length === 1;
  return [
    shortName(unit),
    howTo(touch || stays, one, touch ? say("tap") : say("click"), there, verb, cellName(terrain)),
  ];
}
/** How a pose is taken: the first press leaves the ghost there with its arrows, unless it can face one way only. */
function howTo(stays: boolean, one: boolean, press: string, there: string, verb: string, cell: string): string {
  if (stays)
    return say("{press} {there} again to {verb}{other}.", {
      press,
      there,
      verb,
      other: one ? "" : say(", or an arrow to face that way"),
    });
  if (one) return say("click {there} to {verb}, or rest on another lit {cell}.", { there, verb, cell });
  return say("click {there}, then the way it shall face; or press and pull.", { there });
}

/** A unit that first decides what it does: its deeds stand at the right of the line, on a phone below it. */
function choosing(unit: Piece, survey: Aimed["survey"], touch: boolean): [who: string, how: string] | null {
  if (!survey || survey.bands.length > 0 || survey.move || survey.deeds.length < 2) return null;
  if (isTurretOnly(survey))
    return [
      shortName(unit),
      touch
        ? say("drag the yellow grip to turn its turret, or choose another unit.")
        : say("pull the yellow grip to turn its turret, or choose another unit."),
    ];
  const shots = survey.aims.some(({ preview }) => !preview.refusal);
  const where = touch ? say("below") : say("at the right");
  const what = shots
    ? say("choose a target, or what else it does, {where}.", { where })
    : say("choose what it does, {where}.", { where });
  return [shortName(unit), `${survey.aims.length > 0 && !shots ? say("it has no shot; ") : ""}${what}`];
}

/** A sentence without its last clause, where a line has no room for it: what can be done comes first. */
export function briefly(sentence: string): string {
  const at = Math.max(sentence.lastIndexOf("; "), sentence.lastIndexOf(", or "));
  return at > 0 ? `${sentence.slice(0, at)}.` : sentence;
}
