/** What the command line answers when it is asked: what stands somewhere, how far a unit goes, what it could hit. */
import type { Aim, Piece, Survey, Terrain } from "../api/types";
import { isArea } from "../board/words";
import { pieceNamed, squareNamed, type Ears } from "./naming";
import { byChance, chanceOf, squaresIn } from "./reach";
import { cellCount, cellName, fullName, groundAt, percent, placeName, shortName, spoken, squareName } from "./words";
import { say } from "../language/language";

export function tellSquare(name: string, ears: Ears): string {
  const square = squareNamed(name, ears.terrain);
  if (square === undefined) {
    const piece = pieceNamed(name, ears);
    return piece
      ? spoken(piece, ears.terrain)
      : say("{name} is no {cell}, no unit and no command; ? tells the grammar.", {
          name,
          cell: cellName(ears.terrain),
        });
  }
  const place = { x: square % ears.terrain.columns, y: Math.floor(square / ears.terrain.columns) };
  const there = ears.picture.pieces.filter((piece) => piece.pose?.x === place.x && piece.pose.y === place.y);
  const marks = ears.picture.marks.filter(
    (mark) => !isArea(mark.kind) && mark.at.some((at) => at.x === place.x && at.y === place.y),
  );
  const ground = groundAt(ears.terrain, place);
  const told = [...there.map((piece) => spoken(piece, ears.terrain)), ...marks.map((mark) => mark.sentence)];
  return told.length > 0 ? told.join(" ") : say("{place}: {ground}, empty.", { place: placeName(place), ground });
}

export function tellReach(piece: Piece, survey: Survey, terrain: Terrain): string {
  if (survey.move)
    return (
      say("{unit} can move: say go {label} left 30 forward 11.4.", {
        unit: shortName(piece),
        label: piece.label,
      }) + survey.deeds.map(({ label }) => ` ${label}.`).join("")
    );
  const deeds = survey.deeds.map(({ label }) => ` ${label}.`).join("");
  if (survey.bands.length === 0) return say("{unit} cannot go anywhere now.", { unit: shortName(piece) }) + deeds;
  const told = survey.bands.map((band) => {
    const squares = [...new Set((band.poses ?? []).map((pose) => pose >> 3))];
    return `${band.name}: ${squares.map((square) => squareName(square, terrain.columns)).join(" ") || say("nothing more")}`;
  });
  return say("{unit} reaches {cells}. {told}.{deeds}", {
    unit: shortName(piece),
    cells: cellCount(squaresIn(survey), terrain),
    told: told.join(". "),
    deeds,
  });
}

export function tellTargets(piece: Piece, survey: Survey, ears: Ears): string {
  const told = byChance(survey).map((aim) => tellAim(aim, ears));
  return told.length > 0 ? told.join(" ") : say("{unit} has no target now.", { unit: shortName(piece) });
}

export function tellAim(aim: Aim, { picture, terrain }: Pick<Ears, "picture" | "terrain">): string {
  const target = picture.pieces.find((one) => one.id === aim.unit);
  const what = target
    ? `${fullName(target)}${target.pose ? say(" at {place}", { place: placeName(target.pose, terrain) }) : ""}`
    : say("The wall at {cell}", { cell: squareName(aim.cell ?? 0, terrain.columns) });
  const seen = (aim.preview.spotters ?? [])
    .map((id) => picture.pieces.find((one) => one.id === id))
    .find((one) => one !== undefined);
  const name = [
    what,
    aim.mode && aim.mode !== "direct" ? aim.mode : "",
    aim.choice ?? "",
    seen ? say("seen by {name}", { name: shortName(seen) }) : "",
  ]
    .filter(Boolean)
    .join(", ");
  if (aim.preview.refusal) return `${name}: ${aim.preview.refusal.sentence} (${aim.preview.refusal.rule}).`;
  const sum = (aim.preview.modifiers ?? []).map((part) => `${part.reason} ${part.amount}`).join(" + ");
  const chance = chanceOf(aim);
  return `${name}: ${chance === undefined ? say("no chance told") : percent(chance)}${sum ? ` (${sum})` : ""}.`;
}
