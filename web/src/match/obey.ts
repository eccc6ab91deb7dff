/** The command line of the text board: one sentence, played or answered like a hand's. Its verbs are those of the table of commands. */
import { spotOrder } from "../api/orders";
import type { Piece, Survey } from "../api/types";
import { tellAim, tellReach, tellSquare, tellTargets } from "./answers";
import { bookOrder, inOwnWords, parted } from "./bookwords";
import { COMMANDS, type Command, type Name } from "./commands";
import { GRAMMAR } from "./help";
import { pieceNamed, squareNamed, type Ears } from "./naming";
import { towsIn, withTow } from "./reach";
import { onPlane, useDie } from "../free/saying";
import { aimNamed, doDeed, drive } from "./saying";
import { rowWords } from "./textboard";
import { shortName } from "./words";
import { say } from "../language/language";

type Answer = string | Promise<string>;
/** A command as it was said: its verb, and the words after it. */
interface Said {
  readonly verb: string;
  readonly rest: string[];
  readonly ears: Ears;
}
type Verb<More extends unknown[] = []> = (said: Said, ...more: More) => Answer;

/** The command that a verb belongs to. */
const verbOf = (verb: string): Name | undefined =>
  (Object.entries(COMMANDS) as [Name, Command][]).find(([, { verbs }]) => verbs?.includes(verb))?.[0];

/** One command, answered in a sentence. */
export async function obey(text: string, ears: Ears): Promise<string> {
  const own = ears.lesson?.orderOf(text);
  if (own) return ears.order(own);
  if (ears.lesson && /^hint$/i.test(text.trim())) return ears.lesson.hint;
  const chosen = ears.lesson && /^choose\s+(\w+)$/i.exec(text.trim());
  if (chosen) return ears.lesson!.choose(chosen[1]!);
  const words = inOwnWords(parted(text).trim().split(/\s+/).filter(Boolean), ears);
  const order = await bookOrder(words, ears);
  if (order !== undefined) return typeof order === "string" ? order : ears.order(order);
  const [first = "?", ...rest] = words;
  const said = { verb: first.toLowerCase(), rest, ears };
  const whole = words.join(" ").toLowerCase();
  const name = /^\d+$/.test(said.verb) ? "end" : (verbOf(whole) ?? verbOf(said.verb));
  const alone = name && ALONE[name];
  if (alone) return alone(said);
  if (words.length <= 1) return tellSquare(first, ears);
  const about = name && ABOUT[name];
  const use = said.verb === "use" ? useDie(rest, ears) : about?.(said);
  if (use !== undefined) return use;
  const piece = pieceNamed(rest[0] ?? "", ears);
  if (!piece)
    return say("There is no unit {name} here; units have their hull number, such as L2.", { name: rest[0] ?? "" });
  const planned = name && PLANNED[name];
  if (planned) return planned(said, piece);
  const survey = await ears.survey(piece.id);
  if (!survey) return say("The table moved on; ask again.");
  const of = { ...said, rest: rest.slice(1) };
  if (ears.terrain.table === "free" && ["go", "move", "aim", "place"].includes(said.verb))
    return onPlane(said.verb, piece, survey, of.rest, ears);
  const unit = name && UNIT[name];
  return unit ? unit(of, piece, survey) : say('"{word}" is no command. {grammar}', { word: first, grammar: GRAMMAR });
}

/** What is said without anything else. */
const ALONE: Partial<Record<Name, Verb>> = {
  help: ({ ears: { picture } }) => {
    const listed = picture.tray.buttons.map((button, at) => `${at + 1} ${button.label}`).join(", ");
    return `${picture.tray.prompt} ${GRAMMAR}${listed ? say(". Now: {listed}", { listed }) : ""}`;
  },
  undo: ({ ears }) => ears.undo(),
  end: ({ verb, ears }) => {
    const { buttons } = ears.picture.tray;
    const named = (is: RegExp) => buttons.find(({ label }) => is.test(label));
    const ends = verb === "end" ? (named(/^end/i) ?? buttons[0]) : buttons[Number(verb) - 1];
    const button = verb === "pass" ? named(/^pass/i) : ends;
    if (button) return ears.order(button.order);
    return verb === "pass" ? say("There is nothing to pass on now.") : say("There is nothing to end now.");
  },
  "open fire": ({ ears }) => {
    const { buttons, plan } = ears.picture.tray;
    const button = buttons.find(({ label }) => /^open fire/i.test(label));
    if (button) return ears.order(button.order);
    return plan?.fixed
      ? say("Fire is open already; resolve the shots, such as resolve P1.")
      : say("Nothing is announced that could be fired.");
  },
};

/** What is said of a place. */
const ABOUT: Partial<Record<Name, Verb>> = {
  spot: ({ rest, ears }) => {
    const square = squareNamed(rest[0] ?? "", ears.terrain);
    const kind = rest.slice(1).join(" ").toLowerCase();
    const spots = ears.picture.tray.spots.find(
      ({ cells, label }) => square !== undefined && cells.includes(square) && label.toLowerCase().startsWith(kind),
    );
    return spots && square !== undefined
      ? ears.order(spotOrder(spots, square))
      : say("{name} cannot be chosen now.", { name: rest[0] ?? say("That") });
  },
};

/** "resolve P1", "remove P1": what is announced is rolled for, or taken out again. */
const PLANNED: Partial<Record<Name, Verb<[Piece]>>> = {
  skip: ({ ears }, piece) => {
    const row = rowOf(piece, ears);
    if (!row) return say("{piece} has announced nothing.", { piece: shortName(piece) });
    return row.order ? ears.order(row.order) : say("Nothing is rolled before all is announced; say open fire.");
  },
  strike: async ({ ears }, piece) => {
    const row = rowOf(piece, ears);
    if (!row) return say("{piece} has announced nothing.", { piece: shortName(piece) });
    return (await ears.strike(piece.id))
      ? `${rowWords(row)} ${say("Removed.")}`
      : say("What is announced and sent can only be taken back: say undo.");
  },
};
const rowOf = ({ id }: Piece, { picture }: Ears) => picture.tray.plan?.rows.find(({ unit }) => unit === id);

/** What is said of a unit, by what it can do. */
const fire: Verb<[Piece, Survey]> = ({ verb, rest, ears }, piece, survey) => {
  const found = aimNamed(piece, survey, rest, ears);
  if (typeof found === "string") return found;
  if ((verb === "fire" || verb === "announce") && !found.preview.refusal) return ears.order(found.order);
  return tellAim(found, ears);
};
const deed: Verb<[Piece, Survey]> = ({ verb, rest, ears }, piece, survey) => doDeed(verb, piece, survey, rest, ears);
const move: Verb<[Piece, Survey]> = ({ rest, ears }, piece, survey) => drive(piece, withTow(survey, null), rest, ears);
const UNIT: Partial<Record<Name, Verb<[Piece, Survey]>>> = {
  reach: ({ ears }, piece, survey) => tellReach(piece, survey, ears.terrain),
  target: ({ ears }, piece, survey) => tellTargets(piece, survey, ears),
  announce: (said, piece, survey) =>
    said.ears.picture.tray.plan
      ? fire(said, piece, survey)
      : say("Shots are not announced now; ? tells what can be done."),
  tow: ({ rest, ears }, piece, survey) => {
    const [tow] = towsIn(survey);
    return tow === undefined
      ? say("{piece} has nothing hitched that it could tow.", { piece: shortName(piece) })
      : drive(piece, withTow(survey, tow), rest, ears);
  },
  fire,
  why: fire,
  deed,
  push: deed,
  turret: deed,
  repair: deed,
  move,
  deploy: move,
};
