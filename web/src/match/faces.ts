/** What the three buttons of the dock say in each state: a verb, a few words under it, and the whole sentence. */
import { sameOrder } from "../api/orders";
import type { Button, Deed } from "../api/types";
import { facingsOn } from "../board/facings";
import { arrowOf, inSigns } from "./arrows";
import type { DockState } from "./dock.svelte";
import { commitWords } from "./intent";
import { isTurretOnly } from "./reach";
import { capital, cellName, leftWords, numberOf, percent, shortName } from "./words";
import { later, many, say } from "../language/language";

export interface Face {
  readonly verb: string;
  /** At most two short lines under the verb. */
  readonly under: string;
  /** The whole of it. */
  readonly title: string;
  readonly can: boolean;
  /** Nothing else is left to do. */
  readonly filled?: boolean;
  readonly armed?: boolean;
}
const face = (verb: string, under = "", can = false, more: Partial<Face> = {}): Face => ({
  verb,
  under,
  can,
  title: [verb, under].filter(Boolean).join(": "),
  ...more,
});

/** Why nobody can press anything now, if nobody can. */
function barred(dock: DockState): string {
  const { connection, view, result } = dock.desk.seen.now;
  if (connection === "lost" || connection === "connecting") return say("waiting for the table");
  if (dock.covered) return say("covered");
  if (view?.watching) return say("you are watching");
  return result ? say("the game is over") : "";
}

const DOES: Readonly<Record<string, string>> = {
  roll: later("is rolling"),
  movement: later("is moving"),
  shooting: later("is firing"),
  firing: later("is firing"),
  announcing: later("is announcing"),
  deployment: later("is deploying"),
  counter: later("is answering"),
};
/** "Blue is firing". */
export const busyWith = (dock: DockState): string =>
  `${dock.other} ${say(DOES[dock.tray.phase] ?? later("is to act"))}`;

/** Signs that have room under a verb of the narrowest button. */
const ROOM = 28;
/** The first words of a sentence, as many as have room: the whole stands in the title. */
const clause = (sentence: string): string =>
  firstWords(
    sentence
      .replace(/^there is /, "")
      .replace(/^(Red|Blue) (?=[A-Z])/, "")
      .replace(/^Round \d+: .*$/, "the end of the turn")
      .replace(/^(Red|Blue) (shoots|may counter-attack)\b.*$/, "the end of the phase")
      .replace("has decided something since", "has acted since")
      .replace("what was hidden has been shown", "all has been shown")
      .replace(/^(Red|Blue) chose: /, "")
      .split(/[;:]|\. | and /)[0] ?? "",
  );
function firstWords(text: string): string {
  const words = text.split(" ");
  while (words.length > 1 && words.join(" ").length > ROOM) words.pop();
  return words.join(" ").replace(/(,| (a|an|and|at|by|for|from|in|into|its|of|on|one|the|to|with))+$/, "");
}

export function undoFace(dock: DockState): Face {
  const { undo, undoes, draft, view, result } = dock.desk.seen.now;
  if (dock.covered) return face(say("Undo"), say("after showing"));
  if (dock.undoable)
    return face(say("Undo"), draft.length > 0 ? say("the last change") : clause(undoes), true, {
      title: say("Undo: {undoes}", { undoes }),
    });
  if (view?.watching || result) return face(say("Undo"), barred(dock));
  if (undo === "") return face(say("Undo"), say("nothing yet"));
  const askable = dock.mine && /takeback/.test(undo);
  return face(askable ? say("Ask to undo") : say("Undo"), clause(undo) || say("nothing yet"), askable, {
    title: capital(undo),
  });
}

/** Between two things under a verb: a line ends with it, and none begins with it. */
const STOP = "\u00a0· ";
/** What is left, and what comes next: two short lines. */
const afterEnd = ({ label, still, left, then }: Button): string =>
  [...label.split(" · ").slice(1), still || leftWords(left), then].filter(Boolean).slice(0, 2).join(STOP);

export function endFace(dock: DockState): Face {
  const { ending: end, mine, tray } = dock;
  const why = barred(dock);
  if (why) return face(say("End"), why);
  if (!mine) return face(busyWith(dock), say("you can look at everything"));
  if (!end) return face(dock.placing ? say("Ready") : say("End"), noEnd(dock));
  const [verb = ""] = end.label.split(" · ");
  const title = [end.label, end.then, ...end.left].filter(Boolean).join("\n");
  if (dock.isArmed(end))
    return face(say("{verb} anyway", { verb: verb.split(" ")[0] ?? "" }), leftWords(end.left), true, {
      armed: true,
      title,
    });
  const filled = (tray.todo.length === 0 || dock.spent) && !dock.placing && !dock.usable && !dock.desk.hand.intent;
  const nothing = filled && !tray.window && !end.still && end.left.length === 0 ? say("nothing is left to do") : "";
  // What is left stands in a line, and what comes next in another.
  const after = afterEnd(end);
  const under = [after.includes(STOP) ? "" : nothing, after].filter(Boolean).join(STOP);
  return face(verb, under, true, { filled, title });
}
/** Why nothing can be ended. */
function noEnd(dock: DockState): string {
  if (dock.deploying) return many("{n} piece to place", "{n} pieces to place", dock.beside.length);
  if (dock.placing) return say("something is to be placed");
  const due = dock.due.filter(({ lost }) => !lost);
  if (due.length > 0) return many("{n} shot to roll for", "{n} shots to roll for", due.length);
  if (dock.due.length > 0) return many("{n} lost shot to strike out", "{n} lost shots to strike out", dock.due.length);
  if (dock.only) return say("roll first");
  if (dock.choices.length > 0) return say("choose first");
  return dock.tray.ends || say("ends by itself");
}

export function commitFace(dock: DockState): Face {
  const { desk, mine, terrain, only, due, picture } = dock;
  const { intent } = desk.hand;
  const verb = idleVerb(dock);
  const why = barred(dock);
  if (why) return face(verb, why);
  if (!mine) return face(verb, say("{other} is to act", { other: dock.other }));
  const [row] = due;
  if (row && !intent) {
    const piece = picture.pieces.find(({ id }) => id === row.unit);
    // A name is not parted from its number.
    const who = piece ? shortName(piece).replace(/ (?=\d+$)/, "\u00a0") : "";
    if (row.lost) return face(say("Strike out"), `${who}, ${row.note}`, true, { title: row.sentence });
    const chance = row.chance ? `, ${percent(numberOf(row.chance))}` : "";
    return face(say("Fire next"), `${who}${chance}`, true, { title: row.sentence });
  }
  if (only) {
    const [does = "", ...more] = only.label.split(" · ");
    return face(does, [...more, only.then].filter(Boolean).join(" · "), true, { title: only.label });
  }
  if (intent) {
    const facing = intent.kind === "pose" ? facingsOn(terrain).bearing(intent.pose & 7) : null;
    const words = commitWords(
      intent,
      terrain,
      desk.seen.unit,
      mine && desk.seen.planning,
      facing === null ? "" : say("facing {facing}", { facing: arrowOf(facing, desk.frame.flip) }),
    );
    if (intent.kind === "deed") return deedFace(dock, intent.deed);
    if (dock.announced) return face(say("Announced"), words.figure);
    return face(words.verb, words.figure, words.can);
  }
  return face(verb, nothingAimed(dock));
}
/** Another deed of the chosen unit; an announced shot has its chance. */
function deedFace({ due, desk }: DockState, { label, bearings, order }: Deed): Face {
  const row = due.find((one) => one.order && sameOrder(one.order, order));
  const figure = row?.lost ? say("lost") : row?.chance ? percent(numberOf(row.chance)) : "";
  if (row) return face(say("Fire"), figure, true, { title: row.sentence });
  return face(say("Do it"), inSigns(label, bearings, desk.frame.flip), true);
}
/** What would be done here, where nothing is aimed at. */
function idleVerb({ placing, choices, survey, tray, windowed, desk }: DockState): string {
  if (placing) return say("Place");
  if (choices.length > 0 && tray.todo.length === 0) return say("Choose");
  if (isTurretOnly(survey)) return say("Turn");
  if (survey && survey.bands.length === 0 && survey.deeds.length > 0 && !survey.move) return say("Choose");
  if (windowed || /^(firing|shooting|counter)/.test(tray.phase)) return say("Fire");
  if (desk.seen.planning) return say("Announce");
  return /movement|activation/.test(tray.phase) ? say("Drive") : say("Commit");
}
/** Why nothing can be committed. */
function nothingAimed(dock: DockState): string {
  const { desk, tray, terrain, free, survey } = dock;
  const { sending, selected } = desk.seen.now;
  if (sending) return say("on its way");
  if (dock.choices.length > 0 && tray.todo.length === 0) return say("one of the chips");
  if (dock.placing) {
    const taken = dock.beside.some(({ id }) => id === selected);
    return tray.spots.length > 0 || taken ? say("choose a {cell}", { cell: cellName(terrain) }) : say("choose a piece");
  }
  if (dock.windowed) {
    if (survey?.aims.some(({ preview }) => !preview.refusal)) return say("choose a target, or pass");
    return free ? say("choose a unit, or pass") : say("choose a tank, or pass");
  }
  if (selected !== null) {
    if (dock.spent) return say("it can do no more");
    if (survey?.aims.some(({ preview }) => !preview.refusal)) return say("choose a target");
    if (survey && survey.bands.length > 0) return say("choose a green {cell}", { cell: cellName(terrain) });
    if (free && survey?.move) return say("pull the model");
    if (isTurretOnly(survey)) return say("pull the yellow grip");
    if (survey && survey.deeds.length + survey.puts.length === 0)
      return survey.aims.length > 0 ? say("it has no shot") : say("choose another unit");
    return survey && survey.deeds.length < 3
      ? survey.deeds.map(({ label, bearings }) => inSigns(label, bearings, desk.frame.flip)).join(say(" or "))
      : say("choose what to do");
  }
  return tray.todo.length > 0
    ? say("choose a unit")
    : dock.usable
      ? say("choose what to use")
      : say("nothing left to do");
}
