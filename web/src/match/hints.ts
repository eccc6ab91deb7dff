/** The guide: what a person may want to know now, one thing at a time. A step is done by doing it. */
import type { Terrain } from "../api/types";
import { later, say } from "../language/language";

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
        say("Put your pieces down."),
        say("{press} a chip, then a place in your hatched zone. Or leave it to {button}.", {
          press: touch ? say("Tap") : say("Click"),
          button: table === "hexes" ? say("Place all mine") : say("Place for me"),
        }),
      ),
    at: ".todo .pill",
    when: ({ placing }) => placing,
  },
  {
    id: "roll",
    words: ({ touch }) =>
      said(
        say("Roll first."),
        touch
          ? say("The dark button throws the dice. They lie in the tray.")
          : say("The dark button throws the dice; so does Enter. They lie in the tray."),
      ),
    at: ".buttons .commit",
    when: ({ rolls, placing }) => rolls && !placing,
  },
  {
    id: "choose",
    words: ({ touch }) =>
      said(
        say("Yours have a yellow rim."),
        say("{press} one, or its chip below.", { press: touch ? say("Tap") : say("Click") }),
      ),
    at: ".piece:has(.ready)",
    when: ({ mine, left, chosen, placing, window }) => mine && left > 0 && !chosen && !placing && !window,
  },
  {
    id: "window",
    words: () =>
      said(
        say("You may shoot during the enemy's move."),
        say("Choose who, or pass. Standing orders save you the asking."),
      ),
    at: ".buttons .end",
    when: ({ window }) => window,
  },
  {
    id: "reach",
    words: (sight) =>
      sight.keeps
        ? said(
            say("Dark green keeps points for a shot."),
            say("In pale green the gun stays silent. The numbers are points."),
          )
        : said(say("Every green {cell} is in reach.", { cell: cell(sight) }), say("The numbers are steps.")),
    at: ".reach .steps",
    when: ({ reach, ghost }) => reach && !ghost,
  },
  {
    id: "pull",
    words: () => said(say("Pull the model."), say("It turns and drives as far as it may. Hold still for a corner.")),
    at: ".piece:has(.chosen)",
    when: ({ pull, ghost }) => pull && !ghost,
  },
  {
    id: "tap",
    words: () => said(say("Tap aims."), say("The same tap again, or the dark button, does it.")),
    at: ".buttons .commit",
    when: ({ touch, ghost }) => touch && ghost,
  },
  {
    id: "face",
    words: (sight) =>
      sight.touch
        ? said(say("An arrow turns it."), say("Tap one beside the ghost, then the dark button."))
        : said(
            say("Pull to turn."),
            say("Press a green {cell} and pull where the hull shall look. Let go to drive.", { cell: cell(sight) }),
          ),
    at: ".buttons .commit",
    when: ({ ghost, pull }) => ghost && !pull,
  },
  {
    id: "die",
    words: ({ touch }) =>
      said(
        say("The smallest die that reaches is taken."),
        say("{press} another to swap.", { press: touch ? say("Tap") : say("Click") }),
      ),
    at: ".tray",
    when: ({ ghost, dice }) => ghost && dice > 1,
  },
  {
    id: "undo",
    words: ({ touch }) =>
      said(
        say("Changed your mind?"),
        say("{undo} takes it back, as long as no dice have fallen.", {
          undo: touch ? say("Undo") : say("Undo, or Z,"),
        }),
      ),
    at: ".buttons .undo",
    when: ({ mine, undoable, moved }) => mine && undoable && moved,
  },
  {
    id: "end",
    words: () => said(say("Done?"), say("The button says what comes next, and who can still do something.")),
    at: ".buttons .end",
    when: ({ mine, moved, chosen }) => mine && moved && !chosen,
  },
  {
    id: "badge",
    words: ({ touch }) =>
      said(
        say("The badge is the exact chance."),
        touch ? say("Tap it: what must be rolled stands below.") : say("Rest on it: what must be rolled stands above."),
      ),
    at: ".badges .open",
    when: ({ targets, aimed }) => targets && !aimed,
  },
  {
    id: "rule",
    words: ({ touch }) =>
      said(
        say("Everything has its rule."),
        touch ? say("Hold a figure or a sentence.") : say("Press R for that of what was shown last."),
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
  lead: later("The other side acts."),
  sentence: later("Skip shows its end at once. What it did stays on the table in pencil."),
};
export const andSeen = (seen: string, id: string): string =>
  [...new Set([...seen.split(" "), id])].filter(Boolean).join(" ");
export const seenOf = (seen: string): number => HINTS.filter(({ id }) => seen.split(" ").includes(id)).length;
