/** The text board: where everything stands, in sentences. */
import type { Picture, Row, Side, Terrain } from "../api/types";
import { isArea } from "../board/words";
import { groundAt, numberOf, percent, placeName, shortName, sideName, spoken } from "./words";
import { say } from "../language/language";

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
    ...(tray.round > 0 ? [say("Round {round}, {phase}.", { round: tray.round, phase: tray.phase })] : []),
    ...(tray.dice.length > 0
      ? [
          say("Dice: {dice}.", {
            dice: tray.dice
              .map(
                (die) =>
                  `${die.value} ${die.state}${die.unit === null ? "" : say(" by {name}", { name: nameOf(picture, die.unit) })}`,
              )
              .join(", "),
          }),
        ]
      : []),
    ...(tray.purse ? [`${tray.purse}.`] : []),
    ...tray.commands.map(
      ({ sentence, state, value }) => `${sentence.replace(/\.$/, "")}: ${[state, value].filter(Boolean).join(", ")}.`,
    ),
    ...(tray.slots
      ? [
          say("{part} of {all} used, {name}{units}.", {
            part: tray.slots.units.length,
            all: tray.slots.total,
            name: tray.slots.name,
            units:
              tray.slots.units.length > 0
                ? `: ${tray.slots.units.map((unit) => nameOf(picture, unit)).join(", ")}`
                : "",
          }),
        ]
      : []),
    ...tray.todo.map((todo) => todo.sentence),
    ...tray.goals.map((goal, side) => `${sideName(side as Side)}: ${goal}`),
  ].filter((sentence) => sentence !== "");
  return [
    { title: say("State"), lines: state },
    {
      title: say("Volley"),
      lines: tray.plan ? [...tray.plan.rows.map(rowWords), ...tray.plan.totals.map(({ sentence }) => sentence)] : [],
    },
    { title: own === null ? say("Red units") : say("Your units"), lines: told(own === null ? 0 : first) },
    { title: own === null ? say("Blue units") : say("Enemy units"), lines: told(own === null ? 1 : other) },
    {
      title: say("On the ground"),
      lines: [...wrecks, ...picture.marks.filter((mark) => !isArea(mark.kind)).map((mark) => mark.sentence)],
    },
    terrain.table === "free"
      ? {
          title: say("Terrain"),
          lines: (terrain.features ?? []).map(
            ({ sentence, at }) => `${sentence.replace(/\.$/, "")}; ${spanWords(at)}.`,
          ),
        }
      : { title: say("Board by rows"), lines: rows(picture, terrain) },
  ].filter((section) => section.lines.length > 0);
}

/** "Panther 1 fires at Blue Jumbo 2: 41.2 %; adds little." */
export function rowWords({ sentence, note, lost, chance }: Row): string {
  return `${[`${sentence.replace(/\.$/, "")}${chance && !lost ? `: ${percent(numberOf(chance))}` : ""}`, note].filter(Boolean).join("; ")}.`;
}

function nameOf(picture: Picture, unit: number): string {
  return picture.pieces.find((piece) => piece.id === unit)?.name ?? say("unit {unit}", { unit });
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
      runs.push(
        x - 1 === start
          ? `${from} ${here}`
          : say("{from} to {end} {ground}", { from, end: letters({ x: x - 1, y }), ground: here }),
      );
      start = x;
    }
    const there = picture.pieces
      .filter((piece) => piece.pose?.y === y)
      .map((piece) =>
        say("{name}{wreck} on {place}", {
          name: shortName(piece),
          wreck: piece.wreck ? say(" (a wreck)") : "",
          place: piece.pose ? letters(piece.pose) : "",
        }),
      );
    lines.push(
      say("Row {row}: {ground}{units}.", {
        row: y + 1,
        ground: runs.join(", "),
        units: there.length > 0 ? `; ${there.join(", ")}` : "",
      }),
    );
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
  return say("from {one} to {other}", {
    one: placeName({ x: Math.min(...xs), y: Math.min(...ys) }, free),
    other: placeName({ x: Math.max(...xs), y: Math.max(...ys) }, free),
  });
}
