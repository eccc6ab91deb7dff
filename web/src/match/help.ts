/** The table of commands as it is told: on the help page by its keys, by the text board as what can be said. */
import { COMMANDS, type Name } from "./commands";
import { say } from "../language/language";

/** The lines of the help page, each of commands that belong together. */
const LINES: readonly (readonly Name[])[] = [
  ["unit"],
  ["target"],
  ["cursor"],
  ["commit"],
  ["skip"],
  ["strike"],
  ["back"],
  ["face"],
  ["deed", "turret"],
  ["gear", "tow"],
  ["mode", "choice", "cells"],
  ["die"],
  ["undo", "redo"],
  ["end", "window"],
  ["hurry"],
  ["why"],
  ["pencil", "pencil-away"],
  ["log", "units", "card", "rule"],
  ["zoom", "all", "home", "follow"],
  ["turn-board", "names"],
  ["place"],
  ["corner", "path"],
  ["best"],
  ["help"],
];
const joined = (names: readonly Name[], what: "shown" | "tells"): string =>
  names.map((name) => say(COMMANDS[name][what] ?? "")).join(" · ");
export const helpLines = (): (readonly [string, string])[] =>
  LINES.map((names) => [joined(names, "shown"), joined(names, "tells")]);

/** What the text board understands, in the order in which it tells it. */
const SPOKEN: readonly Name[] = [
  "cursor",
  "reach",
  "target",
  "move",
  "fire",
  "announce",
  "strike",
  "repair",
  "open fire",
  "skip",
  "tow",
  "push",
  "turret",
  "deed",
  "why",
  "deploy",
  "spot",
  "place",
  "undo",
  "end",
  "help",
];
export const GRAMMAR = SPOKEN.flatMap((name) => COMMANDS[name].say ?? []).join(" · ");
