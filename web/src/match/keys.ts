/** Keys and what they do (UX.md, section 5). The board takes its own first; single letters can be switched off. */
export type Command =
  | {
      do:
        | "undo"
        | "redo"
        | "end"
        | "commit"
        | "skip"
        | "back"
        | "help"
        | "log"
        | "units"
        | "card"
        | "rule"
        | "why"
        | "turn-board"
        | "text"
        | "mode"
        | "choice"
        | "cells"
        | "deed"
        | "strike"
        | "gear"
        | "tow"
        | "window"
        | "hurry";
    }
  | { do: "unit"; by: 1 | -1 }
  | { do: "target"; by: 1 | -1 }
  | { do: "turret"; by: 1 | -1 }
  | { do: "die"; value: number };

export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const LETTERS: Record<string, Command> = {
  z: { do: "undo" },
  u: { do: "units" },
  y: { do: "redo" },
  n: { do: "end" },
  a: { do: "window" },
  m: { do: "hurry" },
  ".": { do: "unit", by: 1 },
  "]": { do: "unit", by: 1 },
  ",": { do: "unit", by: -1 },
  "[": { do: "unit", by: -1 },
  t: { do: "target", by: 1 },
  T: { do: "target", by: -1 },
  l: { do: "log" },
  i: { do: "card" },
  r: { do: "rule" },
  R: { do: "turn-board" },
  x: { do: "why" },
  p: { do: "mode" },
  d: { do: "choice" },
  w: { do: "cells" },
  b: { do: "gear" },
  k: { do: "tow" },
  f: { do: "deed" },
  Q: { do: "turret", by: -1 },
  E: { do: "turret", by: 1 },
  "?": { do: "help" },
};
const ALWAYS: Record<string, Command> = {
  Enter: { do: "commit" },
  " ": { do: "skip" },
  Escape: { do: "back" },
  Delete: { do: "strike" },
  Backspace: { do: "strike" },
};

export function commandOf(pressed: Pressed, letters = true): Command | undefined {
  if (pressed.metaKey || pressed.altKey) return undefined;
  if (pressed.ctrlKey) {
    if (pressed.key === "z") return { do: "undo" };
    return pressed.key === "y" || pressed.key === "Z" ? { do: "redo" } : undefined;
  }
  const always = ALWAYS[pressed.key];
  if (always) return always;
  if (!letters) return undefined;
  if (/^[1-9]$/.test(pressed.key)) return { do: "die", value: Number(pressed.key) };
  return LETTERS[pressed.key];
}

export const HELP: readonly (readonly [string, string])[] = [
  [". or ]  ·  , or [", "next, previous unit with something left to do"],
  ["t · Shift+T", "next, previous target of the chosen unit, best chance first"],
  ["arrows", "move the cursor on the board; with Shift by five"],
  ["Enter", "do what is shown"],
  ["Space", "choose under the cursor; skip what is being played; fire the next announced shot"],
  ["Delete", "take what the chosen unit is to do out of the volley"],
  ["Esc", "one step back"],
  ["q · e", "turn the ghost on the board"],
  ["f · Shift+Q · Shift+E", "what else the unit can do: push, command · lay its turret to the left, right"],
  ["b · k", "the other gear, or another end of what is towed · tow, or leave what is hitched"],
  ["p · d · w", "direct or parabolic · which dice, or which corner the gun points over · walls as targets"],
  ["1 – 6", "choose a die by its value, or the kind of tile to place"],
  ["z · y", "undo · redo"],
  ["n · a", "end the phase, or pass in a window · go to the window that is open"],
  ["m", "let the bot that thinks move now"],
  ["x", "why not?"],
  ["l · u · i · r", "log · units · unit card · the rule shown last"],
  ["+ − 0 · Shift+R", "zoom, fit · turn the board"],
  [
    "on a free table",
    "arrows move the hand by 1 cm, with Shift by 1 mm (an aim by 1 mm, with Shift by 1 cm); q · e turn by 5°, with Shift by 1°",
  ],
  ["c · Backspace · =", "set a corner of the way, take it back · the path as words"],
  ["h", "the best aim point near"],
  ["?", "these keys"],
];

/** The next of a list after the one in the hand, round and round. */
export function stepIn<T>(list: readonly T[], now: T | null | undefined, by: 1 | -1): T | undefined {
  if (list.length === 0) return undefined;
  const at = now === null || now === undefined ? -1 : list.indexOf(now);
  if (at < 0) return by === 1 ? list[0] : list.at(-1);
  return list[(at + by + list.length) % list.length];
}
