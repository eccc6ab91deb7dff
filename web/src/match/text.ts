/** The text board: where everything stands, in sentences, and a command line that plays the same game. */
import { cellNamed } from "../board/cells";
import { facingsOn } from "../board/facings";
import { isArea } from "../board/words";
import { readReach, turretDeed } from "../board/state";
import { dieOrder, poseOrder, putOrder, spotOrder, wayOrder } from "../api/orders";
import type { Aim, Order, Picture, Piece, Row, Side, Survey, Terrain } from "../api/types";
import { GRAMMAR } from "./help";
import { wayOrders } from "./intent";
import { byChance, chanceOf, modeOf, squaresIn, towsIn, withTow } from "./reach";
import {
  cellCount,
  cellName,
  compass,
  facingNamed,
  groundAt,
  fullName,
  numberOf,
  percent,
  placeName,
  shortName,
  sideName,
  spoken,
  squareName,
} from "./words";

export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

export function textBoard(picture: Picture, terrain: Terrain, own: Side | null): Section[] {
  const { tray } = picture;
  const first: Side = own ?? tray.side ?? 0;
  const other: Side = first === 0 ? 1 : 0;
  const told = (side: Side): string[] =>
    picture.pieces.filter((piece) => piece.side === side && !piece.wreck).map((piece) => spoken(piece, terrain));
  const wrecks = picture.pieces.filter((piece) => piece.wreck).map((piece) => spoken(piece, terrain));
  const state = [
    tray.prompt,
    ...(tray.round > 0 ? [`Round ${tray.round}, ${tray.phase}.`] : []),
    ...(tray.dice.length > 0
      ? [
          `Dice: ${tray.dice.map((die) => `${die.value} ${die.state}${die.unit === null ? "" : ` by ${nameOf(picture, die.unit)}`}`).join(", ")}.`,
        ]
      : []),
    ...(tray.purse ? [`${tray.purse}.`] : []),
    ...tray.commands.map(
      ({ sentence, state, value }) => `${sentence.replace(/\.$/, "")}: ${[state, value].filter(Boolean).join(", ")}.`,
    ),
    ...(tray.slots
      ? [
          `${tray.slots.units.length} of ${tray.slots.total} used, ${tray.slots.name}${tray.slots.units.length > 0 ? `: ${tray.slots.units.map((unit) => nameOf(picture, unit)).join(", ")}` : ""}.`,
        ]
      : []),
    ...tray.todo.map((todo) => todo.sentence),
    ...tray.goals.map((goal, side) => `${sideName(side as Side)}: ${goal}`),
  ].filter((sentence) => sentence !== "");
  return [
    { title: "State", lines: state },
    {
      title: "Volley",
      lines: tray.plan ? [...tray.plan.rows.map(rowWords), ...tray.plan.totals.map(({ sentence }) => sentence)] : [],
    },
    { title: own === null ? "Red units" : "Your units", lines: told(own === null ? 0 : first) },
    { title: own === null ? "Blue units" : "Enemy units", lines: told(own === null ? 1 : other) },
    {
      title: "On the ground",
      lines: [...wrecks, ...picture.marks.filter((mark) => !isArea(mark.kind)).map((mark) => mark.sentence)],
    },
    terrain.table === "free"
      ? {
          title: "Terrain",
          lines: (terrain.features ?? []).map(
            ({ sentence, at }) => `${sentence.replace(/\.$/, "")}; ${spanWords(at)}.`,
          ),
        }
      : { title: "Board by rows", lines: rows(picture, terrain) },
  ].filter((section) => section.lines.length > 0);
}

/** "Panther 1 fires at Blue Jumbo 2: 41.2 %; adds little." */
export function rowWords({ sentence, note, lost, chance }: Row): string {
  return `${[`${sentence.replace(/\.$/, "")}${chance && !lost ? `: ${percent(numberOf(chance))}` : ""}`, note].filter(Boolean).join("; ")}.`;
}

function nameOf(picture: Picture, unit: number): string {
  return picture.pieces.find((piece) => piece.id === unit)?.name ?? `unit ${unit}`;
}

/** "Row 13: A to C street, D to F house; Medium 2 on K." */
function rows(picture: Picture, terrain: Terrain): string[] {
  const lines: string[] = [];
  for (let y = 0; y < terrain.rows; y++) {
    const runs: string[] = [];
    let start = 0;
    for (let x = 1; x <= terrain.columns; x++) {
      const here = groundAt(terrain, { x: start, y });
      if (x < terrain.columns && groundAt(terrain, { x, y }) === here) continue;
      const from = letters({ x: start, y });
      runs.push(x - 1 === start ? `${from} ${here}` : `${from} to ${letters({ x: x - 1, y })} ${here}`);
      start = x;
    }
    const there = picture.pieces
      .filter((piece) => piece.pose?.y === y)
      .map(
        (piece) => `${shortName(piece)}${piece.wreck ? " (a wreck)" : ""} on ${piece.pose ? letters(piece.pose) : ""}`,
      );
    lines.push(`Row ${y + 1}: ${runs.join(", ")}${there.length > 0 ? `; ${there.join(", ")}` : ""}.`);
  }
  return lines;
}
function letters(pose: { x: number; y: number }): string {
  return placeName(pose).replace(/\d+$/, "");
}

/** "from 3.0, 3.0 to 27.0, 17.0": the box round a shape on a free table. */
function spanWords(at: readonly { readonly x: number; readonly y: number }[]): string {
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  const free = { table: "free" } as const;
  return `from ${placeName({ x: Math.min(...xs), y: Math.min(...ys) }, free)} to ${placeName({ x: Math.max(...xs), y: Math.max(...ys) }, free)}`;
}

/** What the command line can reach. */
export interface Ears {
  readonly picture: Picture;
  readonly terrain: Terrain;
  readonly own: Side | null;
  survey(unit: number): Promise<Survey | null>;
  order(...orders: Order[]): Promise<string>;
  /** Takes what a unit is to do out of the plan, and tells whether there was something. */
  strike(unit: number): Promise<boolean>;
  undo(): Promise<string>;
}

/** One command, answered in a sentence. */
export async function obey(text: string, ears: Ears): Promise<string> {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const [verb = "", ...rest] = words;
  const lower = verb.toLowerCase();
  const { picture, terrain } = ears;
  const buttons = picture.tray.buttons;
  if (lower === "" || lower === "?") {
    const listed = buttons.map((button, at) => `${at + 1} ${button.label}`).join(", ");
    return `${picture.tray.prompt} ${GRAMMAR}${listed ? `. Now: ${listed}` : ""}`;
  }
  if (lower === "undo") return ears.undo();
  if (lower === "end" || lower === "pass" || /^\d+$/.test(lower)) {
    const button =
      lower === "pass"
        ? buttons.find((one) => /^pass/i.test(one.label))
        : lower === "end"
          ? (buttons.find((one) => /^end/i.test(one.label)) ?? buttons[0])
          : buttons[Number(lower) - 1];
    return button
      ? ears.order(button.order)
      : lower === "pass"
        ? "There is nothing to pass on now."
        : "There is nothing to end now.";
  }
  if (/^open fire$/i.test(text.trim())) {
    const button = buttons.find((one) => /^open fire/i.test(one.label));
    return button
      ? ears.order(button.order)
      : picture.tray.plan?.fixed
        ? "Fire is open already; resolve the shots, such as resolve P1."
        : "Nothing is announced that could be fired.";
  }
  if (words.length === 1) return tellSquare(verb, ears);
  const piece = pieceNamed(rest[0] ?? "", ears);
  if (lower === "spot") {
    const square = squareNamed(rest[0] ?? "", terrain);
    const kind = rest.slice(1).join(" ").toLowerCase();
    const spots = picture.tray.spots.find(
      (one) => square !== undefined && one.cells.includes(square) && one.label.toLowerCase().startsWith(kind),
    );
    return spots && square !== undefined
      ? ears.order(spotOrder(spots, square))
      : `${rest[0] ?? "That"} cannot be chosen now.`;
  }
  if (lower === "use") return useDie(rest, ears);
  if (!piece) return `There is no unit ${rest[0] ?? ""} here; units have their hull number, such as L2.`;
  if (lower === "resolve" || lower === "remove") return ofPlan(lower, piece, ears);
  const survey = await ears.survey(piece.id);
  if (!survey) return "The table moved on; ask again.";
  if (terrain.table === "free" && ["go", "move", "aim", "place"].includes(lower))
    return onPlane(lower, piece, survey, rest.slice(1), ears);
  if (lower === "reach") return tellReach(piece, survey, terrain);
  if (lower === "targets") return tellTargets(piece, survey, ears);
  if (lower === "announce" && !picture.tray.plan) return "Shots are not announced now; ? tells what can be done.";
  if (["fire", "announce", "why", "odds"].includes(lower)) {
    const found = aimNamed(piece, survey, rest.slice(1), ears);
    if (typeof found === "string") return found;
    if ((lower === "fire" || lower === "announce") && !found.preview.refusal) return ears.order(found.order);
    return tellAim(found, ears);
  }
  if (["push", "turret", "repair", "do"].includes(lower)) return doDeed(lower, piece, survey, rest.slice(1), ears);
  if (lower === "tow" && towsIn(survey).length === 0)
    return `${shortName(piece)} has nothing hitched that it could tow.`;
  if (lower === "tow") return drive(piece, withTow(survey, towsIn(survey)[0] ?? null), rest.slice(1), ears);
  if (lower === "move" || lower === "place") return drive(piece, withTow(survey, null), rest.slice(1), ears);
  return `"${verb}" is no command. ${GRAMMAR}`;
}

/** "go MT3 left 30 forward 11.4", "aim SG1 40 40", "place MT1 40 70 180": the same orders as by hand. */
async function onPlane(
  verb: string,
  piece: Piece,
  survey: Survey,
  rest: readonly string[],
  ears: Ears,
): Promise<string> {
  if (verb === "go" || verb === "move") {
    if (!survey.move)
      return `${shortName(piece)} cannot move now${survey.refusal ? `: ${survey.refusal.sentence} (${survey.refusal.rule})` : ""}.`;
    const { pathIn } = await import("../free/path");
    const path = pathIn(rest.join(" ").replace(/(\d)\s+(?=[a-z])/gi, "$1, "));
    return typeof path === "string" ? path : ears.order(wayOrder(survey.move, path));
  }
  const [x, y, heading] = rest.map((word) => Number(word.replace(/,$/, "")));
  const name = rest.slice(2).join(" ").toLowerCase();
  const put =
    verb === "place"
      ? survey.puts[0]
      : survey.modes.find((mode) => mode.put && !mode.refusal && (!name || mode.name.toLowerCase().startsWith(name)))
          ?.put;
  if (!put) return `${shortName(piece)} has nothing to ${verb} now.`;
  if (x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y))
    return `Say where in centimetres, for example ${verb} ${piece.label} 40 40.`;
  const turned = (((Math.round(heading ?? put.heading) || put.heading) % 360) + 360) % 360;
  return ears.order(putOrder(put, { x: Math.round(x * 1000), y: Math.round(y * 1000) }, turned));
}

/** "use smoke MT1", "use supplies 40 40": a command die. */
async function useDie(rest: readonly string[], ears: Ears): Promise<string> {
  const { commands } = ears.picture.tray;
  const die = commands.find(({ name }) => name.toLowerCase().startsWith((rest[0] ?? "?").toLowerCase()));
  if (!die)
    return commands.length > 0
      ? `There is no such die; there is ${commands.map(({ name }) => name).join(", ")}.`
      : "There are no command dice now.";
  if (die.state !== "ready") return die.sentence;
  if (die.put) {
    const [x, y] = rest.slice(-2).map(Number);
    return Number.isFinite(x) && Number.isFinite(y)
      ? ears.order(putOrder(die.put, { x: Math.round(x! * 1000), y: Math.round(y! * 1000) }, die.put.heading))
      : `Say where in centimetres, for example use ${die.name.toLowerCase()} 40 40.`;
  }
  const label = rest.at(-1)?.toUpperCase();
  const unit = ears.picture.pieces.find((piece) => piece.label.toUpperCase() === label && die.units.includes(piece.id));
  const order = unit && dieOrder(die, unit.id);
  return order
    ? ears.order(order)
    : `${die.name} can be used on ${die.units.map((id) => ears.picture.pieces.find((piece) => piece.id === id)?.label ?? "").join(", ")}.`;
}

/** "resolve P1", "remove P1": what is announced is rolled for, or taken out again. */
async function ofPlan(verb: string, piece: Piece, ears: Ears): Promise<string> {
  const row = ears.picture.tray.plan?.rows.find(({ unit }) => unit === piece.id);
  if (!row) return `${shortName(piece)} has announced nothing.`;
  if (verb === "resolve")
    return row.order ? ears.order(row.order) : "Nothing is rolled before all is announced; say open fire.";
  return (await ears.strike(piece.id))
    ? `${rowWords(row)} Removed.`
    : "What is announced and sent can only be taken back: say undo.";
}

/** The aim that "Q13", "wall K7", "Q13 high half" names, or why there is none. */
function aimNamed(piece: Piece, survey: Survey, rest: readonly string[], ears: Ears): Aim | string {
  const words = rest.map((word) => word.toLowerCase());
  const wall = words[0] === "wall";
  const name = rest[wall ? 1 : 0] ?? "nothing";
  const cell = wall ? squareNamed(name, ears.terrain) : undefined;
  const target = wall ? undefined : pieceNamed(name, ears, true);
  const high = words.includes("high") ? survey.modes.at(-1) : words.includes("direct") ? survey.modes[0] : undefined;
  if (high?.refusal) return `${high.refusal.sentence} (${high.refusal.rule}).`;
  if (words.includes("high") && survey.modes.length < 2) return `${shortName(piece)} has only one way to fire.`;
  const mode = high?.name ?? modeOf(survey, "");
  const aims = survey.aims.filter((aim) =>
    wall
      ? aim.unit === null && aim.cell === cell
      : target !== undefined && aim.unit === target.id && (!aim.mode || !mode || aim.mode === mode),
  );
  const aim = words.includes("half") ? aims.find(({ choice }) => choice?.includes("half")) : aims[0];
  if (!aim && aims.length > 0) return `There is no choice of dice for ${name}.`;
  return aim ?? `${shortName(piece)} cannot aim at ${wall ? `a wall on ${name}` : name} now.`;
}

/** "push MD1", "turret H1 left", "do H1 2": one of the deeds of a unit. */
async function doDeed(
  verb: string,
  piece: Piece,
  { deeds, refusal }: Survey,
  rest: readonly string[],
  ears: Ears,
): Promise<string> {
  if (verb === "repair" && !deeds.some(({ label }) => /repair|cycle/i.test(label)))
    return `${shortName(piece)} has nothing to repair now${refusal ? `: ${refusal.sentence} (${refusal.rule})` : ""}.`;
  const listed = deeds.map(({ label }, at) => `${at + 1} ${label}`).join(", ");
  if (deeds.length === 0) return `${shortName(piece)} can do nothing else now.`;
  const word = rest[0]?.toLowerCase() ?? "";
  const bearing = piece.parts.find(({ name }) => name === "turret")?.bearing ?? 0;
  const at =
    verb === "turret" && /^(left|right)$/.test(word)
      ? turretDeed(deeds, bearing, word === "left" ? -1 : 1)
      : verb === "do" && /^\d+$/.test(word)
        ? Number(word) - 1
        : deeds.findIndex(
            ({ label }) =>
              (verb === "do"
                ? deeds.length === 1
                : verb === "repair"
                  ? /repair|cycle/i.test(label)
                  : label.toLowerCase().startsWith(verb)) &&
              (word === "" || label.toLowerCase().includes(` ${word}`)),
          );
  const deed = at === undefined ? undefined : deeds[at];
  return deed ? ears.order(deed.order) : `${shortName(piece)} can: ${listed}.`;
}

async function drive(piece: Piece, survey: Survey, rest: string[], ears: Ears): Promise<string> {
  const square = squareNamed(rest[0] ?? "", ears.terrain);
  if (square === undefined) return `${rest[0] ?? "That"} is no ${cellName(ears.terrain)}.`;
  const facing = rest[1] === undefined ? undefined : facingNamed(rest[1], ears.terrain);
  if (rest[1] !== undefined && facing === undefined) return `${rest[1]} is no compass point.`;
  const die = rest[2] === undefined ? undefined : Number(rest[2]);
  for (const band of survey.bands) {
    const pose = band.poses?.find((one) => one >> 3 === square && (facing === undefined || (one & 7) === facing));
    if (pose === undefined) continue;
    const payer = die === undefined ? band : survey.bands.find((other) => other.token === die && die >= band.token);
    if (!payer) return `The ${die} does not reach ${rest[0] ?? ""}.`;
    if (band.strides?.length) return ears.order(...wayOrders(readReach(survey), pose));
    return ears.order(poseOrder(payer, pose));
  }
  return `${shortName(piece)} does not reach ${squareName(square, ears.terrain.columns)}${facing === undefined ? "" : ` facing ${rest[1]}`} now.`;
}

function tellSquare(name: string, ears: Ears): string {
  const square = squareNamed(name, ears.terrain);
  if (square === undefined) {
    const piece = pieceNamed(name, ears);
    return piece
      ? spoken(piece, ears.terrain)
      : `${name} is no ${cellName(ears.terrain)}, no unit and no command; ? tells the grammar.`;
  }
  const place = { x: square % ears.terrain.columns, y: Math.floor(square / ears.terrain.columns) };
  const there = ears.picture.pieces.filter((piece) => piece.pose?.x === place.x && piece.pose.y === place.y);
  const marks = ears.picture.marks.filter(
    (mark) => !isArea(mark.kind) && mark.at.some((at) => at.x === place.x && at.y === place.y),
  );
  const ground = groundAt(ears.terrain, place);
  const told = [...there.map((piece) => spoken(piece, ears.terrain)), ...marks.map((mark) => mark.sentence)];
  return told.length > 0 ? told.join(" ") : `${placeName(place)}: ${ground}, empty.`;
}

function tellReach(piece: Piece, survey: Survey, terrain: Terrain): string {
  if (survey.move)
    return `${shortName(piece)} can move: say go ${piece.label} left 30 forward 11.4.${survey.deeds.map(({ label }) => ` ${label}.`).join("")}`;
  const deeds = survey.deeds.map(({ label }) => ` ${label}.`).join("");
  if (survey.bands.length === 0) return `${shortName(piece)} cannot go anywhere now.${deeds}`;
  const told = survey.bands.map((band) => {
    const squares = [...new Set((band.poses ?? []).map((pose) => pose >> 3))];
    return `${band.name}: ${squares.map((square) => squareName(square, terrain.columns)).join(" ") || "nothing more"}`;
  });
  return `${shortName(piece)} reaches ${cellCount(squaresIn(survey), terrain)}. ${told.join(". ")}.${deeds}`;
}

function tellTargets(piece: Piece, survey: Survey, ears: Ears): string {
  const told = byChance(survey).map((aim) => tellAim(aim, ears));
  return told.length > 0 ? told.join(" ") : `${shortName(piece)} has no target now.`;
}

export function tellAim(aim: Aim, { picture, terrain }: Pick<Ears, "picture" | "terrain">): string {
  const target = picture.pieces.find((one) => one.id === aim.unit);
  const what = target
    ? `${fullName(target)}${target.pose ? ` at ${placeName(target.pose, terrain)}` : ""}`
    : `The wall at ${squareName(aim.cell ?? 0, terrain.columns)}`;
  const seen = (aim.preview.spotters ?? [])
    .map((id) => picture.pieces.find((one) => one.id === id))
    .find((one) => one !== undefined);
  const name = [
    what,
    aim.mode && aim.mode !== "direct" ? aim.mode : "",
    aim.choice ?? "",
    seen ? `seen by ${shortName(seen)}` : "",
  ]
    .filter(Boolean)
    .join(", ");
  if (aim.preview.refusal) return `${name}: ${aim.preview.refusal.sentence} (${aim.preview.refusal.rule}).`;
  const sum = (aim.preview.modifiers ?? []).map((part) => `${part.reason} ${part.amount}`).join(" + ");
  const chance = chanceOf(aim);
  return `${name}: ${chance === undefined ? "no chance told" : percent(chance)}${sum ? ` (${sum})` : ""}.`;
}

function squareNamed(name: string, terrain: Terrain): number | undefined {
  const cell = cellNamed(name.toUpperCase());
  if (!cell || cell.column >= terrain.columns || cell.row >= terrain.rows) return undefined;
  return cell.row * terrain.columns + cell.column;
}

/** A unit by hull number or by where it stands; of two with the same number the own one, or the enemy's for targets. */
export function pieceNamed(
  name: string,
  ears: Pick<Ears, "picture" | "terrain" | "own">,
  enemy = false,
): Piece | undefined {
  const { picture, terrain } = ears;
  const upper = name.toUpperCase();
  const side = ears.own ?? picture.tray.side;
  const wanted = (piece: Piece): boolean => side === null || (piece.side === side) !== enemy;
  const labelled = picture.pieces.filter((piece) => piece.label.toUpperCase() === upper);
  const byLabel = labelled.find(wanted) ?? (enemy ? undefined : labelled[0]);
  if (byLabel) return byLabel;
  const square = squareNamed(name, terrain);
  return picture.pieces.find(
    (piece) => piece.pose !== null && square === piece.pose.y * terrain.columns + piece.pose.x && !piece.wreck,
  );
}

export function poseWords(pose: number, terrain: Terrain): string {
  return `${squareName(pose >> 3, terrain.columns)}, facing ${compass(facingsOn(terrain).bearing(pose & 7), terrain)}`;
}
