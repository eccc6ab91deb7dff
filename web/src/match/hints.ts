/** The guide: what a person may want to know now, one thing at a time. A step is done by doing it. */
import type { Terrain } from "../api/types";

export interface Sight {
  readonly table: Terrain["table"];
  /** It is this person's choice, on the table and not beside it. */
  readonly mine: boolean;
  readonly placing: boolean;
  readonly left: number;
  readonly chosen: boolean;
  readonly reach: boolean;
  /** Dice are to be thrown before anything else can be done. */
  readonly rolls: boolean;
  /** Part of the reach leaves enough for a shot. */
  readonly keeps: boolean;
  readonly ghost: boolean;
  readonly dice: number;
  readonly undoable: boolean;
  readonly moved: boolean;
  readonly targets: boolean;
  readonly aimed: boolean;
  /** By finger and not by mouse. */
  readonly touch: boolean;
  /** A window is open to this person. */
  readonly window: boolean;
  /** A model on a free table can be pulled. */
  readonly pull: boolean;
}
/** What is told of a step: a bold clause, and a sentence. */
export interface Words {
  readonly lead: string;
  readonly sentence: string;
}
export interface Hint {
  readonly id: string;
  readonly words: (sight: Sight) => Words;
  /** What gets its ticks, as a selector; the first that is there. */
  readonly at: string;
  readonly when: (sight: Sight) => boolean;
}

const said = (lead: string, sentence: string): Words => ({ lead, sentence });
const cell = ({ table }: Sight): string => (table === "hexes" ? "hex" : "square");

export const HINTS: readonly Hint[] = [
  {
    id: "place",
    words: ({ touch, table }) =>
      said(
        "Put your pieces down.",
        `${touch ? "Tap" : "Click"} a chip, then a place in your hatched zone. Or leave it to Place ${table === "hexes" ? "all mine" : "for me"}.`,
      ),
    at: ".todo .pill",
    when: ({ placing }) => placing,
  },
  {
    id: "roll",
    words: ({ touch }) =>
      said("Roll first.", `The dark button throws the dice${touch ? "" : "; so does Enter"}. They lie in the tray.`),
    at: ".buttons .commit",
    when: ({ rolls, placing }) => rolls && !placing,
  },
  {
    id: "choose",
    words: ({ touch }) => said("Yours have a yellow rim.", `${touch ? "Tap" : "Click"} one, or its chip below.`),
    at: ".piece:has(.ready)",
    when: ({ mine, left, chosen, placing, window }) => mine && left > 0 && !chosen && !placing && !window,
  },
  {
    id: "window",
    words: () =>
      said("You may shoot during the enemy's move.", "Choose who, or pass. Standing orders save you the asking."),
    at: ".buttons .end",
    when: ({ window }) => window,
  },
  {
    id: "reach",
    words: (sight) =>
      sight.keeps
        ? said("Dark green keeps points for a shot.", "In pale green the gun stays silent. The numbers are points.")
        : said(`Every green ${cell(sight)} is in reach.`, "The numbers are steps."),
    at: ".reach .steps",
    when: ({ reach, ghost }) => reach && !ghost,
  },
  {
    id: "pull",
    words: () => said("Pull the model.", "It turns and drives as far as it may. Hold still for a corner."),
    at: ".piece:has(.chosen)",
    when: ({ pull, ghost }) => pull && !ghost,
  },
  {
    id: "tap",
    words: () => said("Tap aims.", "The same tap again, or the dark button, does it."),
    at: ".buttons .commit",
    when: ({ touch, ghost }) => touch && ghost,
  },
  {
    id: "face",
    words: (sight) =>
      sight.touch
        ? said("An arrow turns it.", "Tap one beside the ghost, then the dark button.")
        : said("Pull to turn.", `Press a green ${cell(sight)} and pull where the hull shall look. Let go to drive.`),
    at: ".buttons .commit",
    when: ({ ghost, pull }) => ghost && !pull,
  },
  {
    id: "die",
    words: ({ touch }) =>
      said("The smallest die that reaches is taken.", `${touch ? "Tap" : "Click"} another to swap.`),
    at: ".tray",
    when: ({ ghost, dice }) => ghost && dice > 1,
  },
  {
    id: "undo",
    words: ({ touch }) =>
      said("Changed your mind?", `${touch ? "Undo" : "Undo, or Z,"} takes it back, as long as no dice have fallen.`),
    at: ".buttons .undo",
    when: ({ mine, undoable, moved }) => mine && undoable && moved,
  },
  {
    id: "end",
    words: () => said("Done?", "The button says what comes next, and who can still do something."),
    at: ".buttons .end",
    when: ({ mine, moved, chosen }) => mine && moved && !chosen,
  },
  {
    id: "badge",
    words: ({ touch }) =>
      said(
        "The badge is the exact chance.",
        `${touch ? "Tap" : "Rest on"} it: what must be rolled stands ${touch ? "below" : "above"}.`,
      ),
    at: ".badges .open",
    when: ({ targets, aimed }) => targets && !aimed,
  },
  {
    id: "rule",
    words: ({ touch }) =>
      said(
        "Everything has its rule.",
        touch ? "Hold a figure or a sentence." : "Press R for that of what was shown last.",
      ),
    at: "",
    when: ({ aimed }) => aimed,
  },
];

/** The first hint that fits and was not seen yet. */
export function hintFor(seen: string, sight: Sight): Hint | undefined {
  const known = seen.split(" ");
  return HINTS.find(({ id, when }) => !known.includes(id) && when(sight));
}
/** What is said while the other side acts. */
export const WAITING: Words = {
  lead: "The other side acts.",
  sentence: "Skip shows its end at once. What it did stays on the table in pencil.",
};
export const andSeen = (seen: string, id: string): string =>
  [...new Set([...seen.split(" "), id])].filter(Boolean).join(" ");
export const seenOf = (seen: string): number => HINTS.filter(({ id }) => seen.split(" ").includes(id)).length;
