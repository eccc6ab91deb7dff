/** "What is this?": the things of the battle screen by where they are found, and what each is for. */
import type { Words } from "./hints";

interface Kind extends Words {
  readonly at: string;
}
const kind = (at: string, lead: string, sentence: string): Kind => ({ at, lead, sentence });

/** On the table. What stands in front comes first. */
const DRAWN: readonly Kind[] = [
  kind(".badge", "A chance.", "It is exact. Without fill: the shot is allowed and comes to nothing."),
  kind(".pin", "An edge pin.", "What it names lies outside the view. A click goes there."),
  kind(
    ".ring .choice",
    "A facing.",
    "The hull would look that way; the figure is what that takes. Without fill: it loses its shot.",
  ),
  kind(".reach .steps", "A price.", "So many steps or points take the chosen unit there."),
  kind(
    ".pencil .number, .pencil .sign",
    "Pencil.",
    "What the enemy did last, numbered as in the log. [ and ] step through it.",
  ),
  kind(".disc", "A landing place.", "The larger, the likelier. Dark: it strikes an enemy. Hatched: one of yours."),
  kind(".mark:not(.zone)", "", ""),
];
/** Around it. */
const FRAME: readonly Kind[] = [
  kind(
    ".overview",
    "The overview.",
    "All of the table. The yellow frame is what you see; click or pull to go elsewhere.",
  ),
  kind(
    ".tools, .steps",
    "The camera.",
    "Closer, farther, all of the table; the last one gives the camera back after you have moved it.",
  ),
  kind(
    ".die-button",
    "A die.",
    "It pays for a move, or is spent already. Press it to move with this one and no other.",
  ),
  kind(".tray", "The tray.", "Dice fall here, and lie here until the next throw; so do points and long moves."),
  kind(".todo .more", "More of them.", "There is no room for all: the list of units has them lit."),
  kind(".todo .pill", "A chip.", "A unit that can still do something, and its best chance. A press chooses it."),
  kind(".ways .pill", "A deed.", "Something the unit can do besides driving and firing, or another way of firing."),
  kind(".standing", "Standing orders.", "When you want to be asked during the enemy's move. They end with the turn."),
  kind(".buttons .undo", "Undo.", "It takes back what it names, as long as no dice have fallen."),
  kind(
    ".buttons .end",
    "The end of something.",
    "It says what comes next and who could still act. With something left it asks once.",
  ),
  kind(".buttons .commit", "Commit.", "It does what is aimed at. Enter does the same."),
  kind(".say", "The prompt line.", "What you are asked now; what happened, for a moment; why something cannot be."),
  kind(".figure", "", "A star means that the figure is the house's and not the print's."),
  kind(".card", "The card.", "Who is chosen, where, and its figures. Behind all ▾ there are more."),
  kind(".forecast", "The forecast.", "What must be rolled, and why. Afterwards, what fell."),
  kind(".log-steps", "Stepping.", "Act by act through the enemy's last turn; ✎ hides the pencil."),
  kind(".log-row", "An act.", "Click it: it opens, and the table shows how it was."),
  kind(".log-head", "A turn.", "It opens and folds."),
  kind(".tabs", "Log, units, rules.", "What has happened, who is left, and what the book says."),
  kind(".force", "A force.", "Each mark is a unit; a hollow one is lost."),
  kind(".aim", "The goal.", "How near each side is to winning."),
  kind(".turn ol", "The phases.", "The dark one is now."),
  kind(".turn", "Whose turn it is.", "Red has a lozenge and blue a disc, here and on the table."),
  kind(".rule", "A rule's tag.", "It opens the rule."),
  kind(".guide", "The guide.", "It says what can be done next. Fold it, and the log has its room."),
  kind(".toprow", "Help, settings, menu.", "What is done beside the game."),
];

/** What a piece is, beside its name and state. */
export const PIECE = "The beak is where its hull points. A yellow rim: it can still act.";

const own = (thing: Element): string => thing.getAttribute("aria-label") || thing.getAttribute("title") || "";
const told = ({ lead, sentence }: Kind, thing: Element): Words => {
  const said = lead ? "" : own(thing);
  return { lead: lead || said.replace(/[.]?$/, "."), sentence };
};

/** What is drawn at a place of the screen, of the table in this box: the smallest thing of the first kind that is there. */
export function drawnAt(table: Element, x: number, y: number): Words | undefined {
  for (const one of DRAWN) {
    const there = [...table.querySelectorAll(one.at)]
      .map((thing) => ({ thing, box: thing.getBoundingClientRect() }))
      .filter(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
      .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height);
    if (there[0]) return told(one, there[0].thing);
  }
  return undefined;
}
/** What a thing of the frame is. */
export function framed(thing: Element): Words | undefined {
  for (const one of FRAME) {
    const found = thing.closest(one.at);
    if (found) return told(one, found);
  }
  return undefined;
}
