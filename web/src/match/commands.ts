/**
 * What a person can do, in one table: the keys, the words of the help page, what the text board is told, what it does and when. The
 * keyboard, the buttons, the text board and the help page all read it.
 */
import type { Desk } from "./desk.svelte";
import { later } from "../language/language";

export interface Command {
  /** Keys, those that go the other way, and those that are pressed together with Ctrl. */
  readonly keys?: readonly string[];
  readonly back?: readonly string[];
  readonly ctrl?: readonly string[];
  /** It acts even where single letters are switched off. */
  readonly always?: boolean;
  /** The keys as the help page and the buttons show them, and what they do. */
  readonly shown?: string;
  readonly tells?: string;
  /** What the text board is told, for example, and the verbs that it knows it by. */
  readonly say?: readonly string[];
  readonly verbs?: readonly string[];
  /** What a key does, and when; without it the key is the table's own. */
  readonly when?: (desk: Desk) => boolean;
  readonly does?: (desk: Desk, by: number) => void;
}

const table = {
  unit: {
    keys: ["."],
    back: [","],
    shown: ". · ,",
    tells: later("next, previous unit with something left to do"),
    does: (desk, by) => desk.walk(by < 0 ? -1 : 1),
  },
  target: {
    keys: ["t"],
    back: ["T"],
    shown: "t · Shift+T",
    tells: later("next, previous target of the chosen unit, best chance first"),
    say: ["targets M2"],
    verbs: ["targets"],
    does: (desk, by) => desk.hand.nextTarget(by < 0 ? -1 : 1),
  },
  cursor: { shown: later("arrows"), tells: later("move the cursor on the board; with Shift by five"), say: ["K13"] },
  commit: {
    keys: ["Enter"],
    always: true,
    shown: "Enter",
    tells: later("do what is shown"),
    does: (desk) => desk.commit(),
  },
  skip: {
    keys: [" "],
    always: true,
    shown: later("Space"),
    tells: later("choose under the cursor; skip what is being played; fire the next announced shot"),
    say: ["resolve P1"],
    verbs: ["resolve"],
    does: (desk) => desk.skip(),
  },
  strike: {
    keys: ["Delete", "Backspace"],
    always: true,
    shown: "Delete",
    tells: later("take what the chosen unit is to do out of the volley"),
    say: ["remove P1"],
    verbs: ["remove"],
    does: (desk) => desk.strike(),
  },
  back: { keys: ["Escape"], always: true, shown: "Esc", tells: later("one step back"), does: (desk) => desk.back() },
  face: { shown: "q · e", tells: later("turn the ghost on the board") },
  deed: {
    keys: ["f"],
    shown: "f",
    tells: later("what else the unit can do: push, command"),
    say: ["do H1 (what else it can do)"],
    verbs: ["do"],
    does: (desk) => desk.hand.nextDeed(),
  },
  turret: {
    keys: ["E"],
    back: ["Q"],
    shown: "Shift+Q · Shift+E",
    tells: later("lay its turret to the left, right"),
    say: ["turret H1 left"],
    verbs: ["turret"],
    does: (desk, by) => desk.board?.layTurret(by < 0 ? -1 : 1),
  },
  gear: {
    keys: ["b"],
    shown: "b",
    tells: later("the other gear, or another end of what is towed"),
    does: (desk) => desk.board?.otherWay(),
  },
  tow: {
    keys: ["k"],
    shown: "k",
    tells: later("tow, or leave what is hitched"),
    say: ["tow HT1 K9 east"],
    verbs: ["tow"],
    does: (desk) => desk.hand.hitch(),
  },
  mode: { keys: ["p"], shown: "p", tells: later("direct or parabolic"), does: (desk) => desk.hand.nextMode() },
  choice: {
    keys: ["d"],
    shown: "d",
    tells: later("which dice, or which corner the gun points over"),
    does: (desk) => desk.hand.nextDice(),
  },
  cells: { keys: ["w"], shown: "w", tells: later("walls as targets"), does: (desk) => desk.hand.showCells() },
  die: {
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    shown: "1 – 6",
    tells: later("choose a die by its value, or the kind of tile to place"),
    does: (desk, value) => desk.chooseDie(value),
  },
  undo: {
    keys: ["z"],
    ctrl: ["z"],
    shown: "z",
    tells: later("undo"),
    say: ["undo"],
    verbs: ["undo"],
    does: (desk) => desk.undo(),
  },
  redo: { keys: ["y"], ctrl: ["y", "Z"], shown: "y", tells: later("redo"), does: (desk) => void desk.store.redo() },
  end: {
    keys: ["n"],
    shown: "n",
    tells: later("end the phase, or pass in a window"),
    say: ["end", "pass", "1, 2, … (a button by its number)"],
    verbs: ["end", "pass"],
    when: (desk) => !desk.barred(),
    does: (desk) => desk.dock?.end(),
  },
  window: {
    keys: ["a"],
    shown: "a",
    tells: later("go to the window that is open"),
    does: (desk) => void desk.dock?.enterWindow(),
  },
  hurry: { keys: ["m"], shown: "m", tells: later("let the bot that thinks move now"), does: (desk) => desk.hurry() },
  why: {
    keys: ["x"],
    shown: "x",
    tells: later("why not?"),
    say: ["why M2 R9", "odds M2 Q13"],
    verbs: ["why", "odds"],
    does: (desk) => desk.board?.why(),
  },
  pencil: {
    keys: ["]"],
    back: ["["],
    shown: "[ · ]",
    tells: later("step through the last turn, back and on; Space shows the act again"),
    does: (desk, by) => desk.pencil.step(by < 0 ? -1 : 1),
  },
  "pencil-away": {
    keys: ["\\"],
    shown: "\\",
    tells: later("hide or show the last turn on the board"),
    does: (desk) => desk.pencil.toggle(),
  },
  log: { keys: ["l"], shown: "l", tells: later("log"), does: (desk) => desk.showTab("log") },
  units: { keys: ["u"], shown: "u", tells: later("units"), does: (desk) => desk.showTab("units") },
  card: { keys: ["i"], shown: "i", tells: later("unit card"), does: (desk) => void (desk.frame.sheet = "full") },
  rule: { keys: ["r"], shown: "r", tells: later("the rule shown last"), does: (desk) => desk.showRule() },
  zoom: {
    keys: ["+"],
    back: ["-"],
    shown: "+ −",
    tells: later("closer, farther"),
    does: (desk, by) => desk.table?.step(by < 0 ? -1 : 1),
  },
  all: { keys: ["0"], shown: "0", tells: later("the whole table"), does: (desk) => desk.table?.all() },
  home: {
    keys: ["Home"],
    always: true,
    shown: "Home",
    tells: later("to the chosen unit"),
    does: (desk) => desk.table?.home(),
  },
  follow: {
    keys: ["v"],
    shown: "v",
    tells: later("the camera follows what is chosen, or keeps still"),
    does: (desk) => desk.table?.follow(),
  },
  names: { shown: "Alt", tells: later("while it is held, the full names of all units") },
  "turn-board": { keys: ["R"], shown: "Shift+R", tells: later("turn the board"), does: (desk) => desk.frame.turn() },
  place: {
    shown: later("on a free table"),
    tells: later(
      "arrows move the hand by 1 cm, with Shift by 1 mm (an aim by 1 mm, with Shift by 1 cm); q · e turn by 5°, with Shift by 1°",
    ),
    say: ["on a free table: go MT3 left 30 forward 11.4, aim SG1 40 40, place MT1 40 70 180, use smoke MT1"],
    verbs: ["go", "aim", "use"],
  },
  corner: { shown: "c · Backspace", tells: later("set a corner of the way, take it back") },
  path: { shown: "=", tells: later("the path as words") },
  best: { shown: "h", tells: later("the best aim point near") },
  help: {
    keys: ["?"],
    shown: "?",
    tells: later("these keys"),
    say: ["?"],
    verbs: ["?"],
    does: (desk) => desk.frame.toggle("help"),
  },
  // What only the text board has a word for: a hand does it on the table.
  reach: { say: ["reach L2"], verbs: ["reach"] },
  move: { say: ["move L2 O14 south 3"], verbs: ["move"] },
  fire: { say: ["fire M2 Q13", "fire HSP1 Q13 high half", "fire AC1 wall K7"], verbs: ["fire"] },
  announce: { say: ["announce P1 J2", "announce P1 wall K7"], verbs: ["announce"] },
  repair: { say: ["repair P1"], verbs: ["repair"] },
  "open fire": { say: ["open fire"], verbs: ["open fire"] },
  push: { say: ["push MD1"], verbs: ["push"] },
  deploy: { say: ["place L1 B4 east"], verbs: ["place"] },
  spot: { say: ["spot D5 hedge"], verbs: ["spot"] },
} as const satisfies Readonly<Record<string, Command>>;

export type Name = keyof typeof table;
export const COMMANDS: Readonly<Record<Name, Command>> = table;

export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}
/** A command that a key gives, and the way it goes or the figure it names. */
export interface Given {
  readonly name: Name;
  readonly by: number;
}

/** The command of a key. The table takes its own keys first; single letters can be switched off. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Pressed, letters = true): Given | undefined {
  if (metaKey || altKey) return undefined;
  for (const [name, command] of Object.entries(COMMANDS) as [Name, Command][]) {
    if (ctrlKey) {
      if (command.ctrl?.includes(key)) return { name, by: 1 };
    } else if (letters || command.always) {
      if (command.keys?.includes(key)) return { name, by: Number(key) || 1 };
      if (command.back?.includes(key)) return { name, by: -1 };
    }
  }
  return undefined;
}
export function give({ name, by }: Given, desk: Desk): void {
  const { when, does } = COMMANDS[name];
  if (!when || when(desk)) does?.(desk, by);
}
/** The key of a button. */
export const keyOf = (name: Name): string => {
  const { shown = "" } = COMMANDS[name];
  return shown.length === 1 ? shown.toUpperCase() : shown;
};

/** The next of a list after the one in the hand, round and round. */
export function stepIn<T>(list: readonly T[], now: T | null | undefined, by: 1 | -1): T | undefined {
  if (list.length === 0) return undefined;
  const at = now === null || now === undefined ? -1 : list.indexOf(now);
  if (at < 0) return by === 1 ? list[0] : list.at(-1);
  return list[(at + by + list.length) % list.length];
}
