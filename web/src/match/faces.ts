/** What the three buttons of the dock say in each state: a verb, a few words under it, and the whole sentence. */
import type { Button } from "../api/types";
import { facingsOn } from "../board/facings";
import { arrowOf } from "./arrows";
import type { DockState } from "./dock.svelte";
import { commitWords } from "./intent";
import { capital, cellName, count, leftWords, numberOf, percent, shortName } from "./words";

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
  if (connection === "lost" || connection === "connecting") return "waiting for the table";
  if (dock.covered) return "covered";
  if (view?.watching) return "you are watching";
  return result ? "the game is over" : "";
}

const DOES: Readonly<Record<string, string>> = {
  roll: "rolling",
  movement: "moving",
  shooting: "firing",
  firing: "firing",
  announcing: "announcing",
  deployment: "deploying",
  counter: "answering",
};
/** "Blue is firing". */
export const busyWith = (dock: DockState): string => `${dock.other} is ${DOES[dock.tray.phase] ?? "to act"}`;

/** Signs that have room under a verb of the narrowest button. */
const ROOM = 28;
/** The first words of a sentence, as many as have room: the whole stands in the title. */
const clause = (sentence: string): string =>
  firstWords(
    sentence
      .replace(/^there is /, "")
      .replace("has decided something since", "has acted since")
      .replace("what was hidden has been shown", "all has been shown")
      .split(/[;:]| and /)[0] ?? "",
  );
function firstWords(text: string): string {
  const words = text.split(" ");
  while (words.length > 1 && words.join(" ").length > ROOM) words.pop();
  return words.join(" ").replace(/(,| (a|an|and|at|by|for|from|in|into|of|on|the|to|with))+$/, "");
}

export function undoFace(dock: DockState): Face {
  const { undo, undoes, draft, view, result } = dock.desk.seen.now;
  if (dock.covered) return face("Undo", "after showing");
  if (dock.undoable)
    return face("Undo", draft.length > 0 ? "the last change" : clause(undoes), true, { title: `Undo: ${undoes}` });
  if (view?.watching || result) return face("Undo", barred(dock));
  if (undo === "") return face("Undo", "nothing yet");
  const askable = dock.mine && /takeback/.test(undo);
  return face(askable ? "Ask to undo" : "Undo", clause(undo) || "nothing yet", askable, { title: capital(undo) });
}

/** What is left, and what comes next: two short lines. */
const afterEnd = ({ label, still, left, then }: Button): string =>
  [...label.split(" · ").slice(1), still || leftWords(left), then].filter(Boolean).slice(0, 2).join(" · ");

export function endFace(dock: DockState): Face {
  const { ending: end, mine, tray } = dock;
  const why = barred(dock);
  if (why) return face("End", why);
  if (!mine) return face(busyWith(dock), "you can look at everything");
  if (!end) return face(dock.placing ? "Ready" : "End", noEnd(dock));
  const [verb = ""] = end.label.split(" · ");
  const title = [end.label, end.then, ...end.left].filter(Boolean).join("\n");
  if (dock.isArmed(end)) return face(`${verb.split(" ")[0]} anyway`, leftWords(end.left), true, { armed: true, title });
  const filled = (tray.todo.length === 0 || dock.spent) && !dock.placing && !dock.usable && !dock.desk.hand.intent;
  const nothing = filled && !tray.window && !end.still && end.left.length === 0 ? "nothing is left to do" : "";
  const under = [nothing, afterEnd(end)].filter(Boolean).join(" · ");
  return face(verb, under, true, { filled, title });
}
/** Why nothing can be ended. */
function noEnd(dock: DockState): string {
  if (dock.deploying) return `${count(dock.beside.length, "piece")} to place`;
  if (dock.placing) return "something is to be placed";
  if (dock.due.length > 0) return `${count(dock.due.length, "shot")} to roll for`;
  if (dock.only) return "roll first";
  if (dock.choices.length > 0) return "choose first";
  return dock.tray.ends || "ends by itself";
}

export function commitFace(dock: DockState): Face {
  const { desk, mine, terrain, only, due, picture } = dock;
  const { intent } = desk.hand;
  const verb = idleVerb(dock);
  const why = barred(dock);
  if (why) return face(verb, why);
  if (!mine) return face(verb, `${dock.other} is to act`);
  const [row] = due;
  if (row && !intent) {
    const piece = picture.pieces.find(({ id }) => id === row.unit);
    const chance = row.lost ? ", lost" : row.chance ? `, ${percent(numberOf(row.chance))}` : "";
    return face("Fire next", `${piece ? shortName(piece) : ""}${chance}`, true, { title: row.sentence });
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
      facing === null ? "" : `facing ${arrowOf(facing, desk.frame.flip)}`,
    );
    return face(words.verb, words.figure, words.can);
  }
  return face(verb, nothingAimed(dock));
}
/** What would be done here, where nothing is aimed at. */
function idleVerb({ placing, choices, survey, tray, windowed, desk }: DockState): string {
  if (placing) return "Place";
  if (choices.length > 0 && tray.todo.length === 0) return "Choose";
  if (survey && survey.bands.length === 0 && survey.deeds.length > 0 && !survey.move) return "Choose";
  if (windowed || /^(firing|shooting|counter)/.test(tray.phase)) return "Fire";
  if (desk.seen.planning) return "Announce";
  return /movement|activation/.test(tray.phase) ? "Drive" : "Commit";
}
/** Why nothing can be committed. */
function nothingAimed(dock: DockState): string {
  const { desk, tray, terrain, free, survey } = dock;
  const { sending, selected } = desk.seen.now;
  if (sending) return "on its way";
  if (dock.choices.length > 0 && tray.todo.length === 0) return "one of the chips";
  if (dock.placing)
    return tray.spots.length > 0 || selected !== null ? `choose a ${cellName(terrain)}` : "choose a piece";
  if (dock.windowed) return `choose a ${free ? "unit" : "tank"}, or pass`;
  if (selected !== null) {
    if (dock.spent) return "it can do no more";
    if (survey?.aims.some(({ preview }) => !preview.refusal)) return "choose a target";
    if (survey && survey.bands.length > 0) return `choose a green ${cellName(terrain)}`;
    if (free && survey?.move) return "pull the model";
    if (survey && survey.deeds.length + survey.puts.length === 0)
      return survey.aims.length > 0 ? "it has no shot" : "choose another unit";
    return survey && survey.deeds.length < 3
      ? survey.deeds.map(({ label }) => label).join(" or ")
      : "choose what to do";
  }
  return tray.todo.length > 0 ? "choose a unit" : dock.usable ? "choose what to use" : "nothing left to do";
}
