/** "What is this?": the things of the battle screen by where they are found, and what each is for. */
import type { Words } from "./hints";
import { later, say } from "../language/language";

interface Kind extends Words {
  readonly at: string;
}
const kind = (at: string, lead: string, sentence: string): Kind => ({ at, lead, sentence });

/** On the table. What stands in front comes first. */
const DRAWN: readonly Kind[] = [
  kind(".badge", later("A chance."), later("It is exact. Without fill: the shot is allowed and comes to nothing.")),
  kind(".pin", later("An edge pin."), later("What it names lies outside the view. A click goes there.")),
  kind(
    ".ring .choice",
    later("A facing."),
    later("The hull would look that way; the figure is what that takes. Without fill: it loses its shot."),
  ),
  kind(".reach .steps", later("A price."), later("So many steps or points take the chosen unit there.")),
  kind(
    ".pencil .number, .pencil .sign",
    later("Pencil."),
    later("What the enemy did last, numbered as in the log. [ and ] step through it."),
  ),
  kind(
    ".disc",
    later("A landing place."),
    later("The larger, the likelier. Dark: it strikes an enemy. Hatched: one of yours."),
  ),
  kind(".mark:not(.zone)", "", ""),
];
/** Around it. */
const FRAME: readonly Kind[] = [
  kind(
    ".overview",
    later("The overview."),
    later("All of the table. The yellow frame is what you see; click or pull to go elsewhere."),
  ),
  kind(
    ".tools, .steps",
    later("The camera."),
    later("Closer, farther, all of the table; the last one gives the camera back after you have moved it."),
  ),
  kind(
    ".die-button",
    later("A die."),
    later("It pays for a move, or is spent already. Press it to move with this one and no other."),
  ),
  kind(
    ".tray",
    later("The tray."),
    later("Dice fall here, and lie here until the next throw; so do points and long moves."),
  ),
  kind(".todo .more", later("More of them."), later("There is no room for all: the list of units has them lit.")),
  kind(
    ".todo .pill",
    later("A chip."),
    later("A unit that can still do something, and its best chance. A press chooses it."),
  ),
  kind(
    ".ways .pill",
    later("A deed."),
    later("Something the unit can do besides driving and firing, or another way of firing."),
  ),
  kind(
    ".standing",
    later("Standing orders."),
    later("When you want to be asked during the enemy's move. They end with the turn."),
  ),
  kind(".buttons .undo", later("Undo."), later("It takes back what it names, as long as no dice have fallen.")),
  kind(
    ".buttons .end",
    later("The end of something."),
    later("It says what comes next and who could still act. With something left it asks once."),
  ),
  kind(".buttons .commit", later("Commit."), later("It does what is aimed at. Enter does the same.")),
  kind(
    ".say",
    later("The prompt line."),
    later("What you are asked now; what happened, for a moment; why something cannot be."),
  ),
  kind(".figure", "", later("A star means that the figure is the house's and not the print's.")),
  kind(".card", later("The card."), later("Who is chosen, where, and its figures. Behind all ▾ there are more.")),
  kind(".forecast", later("The forecast."), later("What must be rolled, and why. Afterwards, what fell.")),
  kind(".log-steps", later("Stepping."), later("Act by act through the enemy's last turn; ✎ hides the pencil.")),
  kind(".log-row", later("An act."), later("Click it: it opens, and the table shows how it was.")),
  kind(".log-head", later("A turn."), later("It opens and folds.")),
  kind(".tabs", later("Log, units, rules."), later("What has happened, who is left, and what the book says.")),
  kind(".force", later("A force."), later("Each mark is a unit; a hollow one is lost.")),
  kind(".aim", later("The goal."), later("How near each side is to winning.")),
  kind(".turn ol", later("The phases."), later("The dark one is now.")),
  kind(".turn", later("Whose turn it is."), later("Red has a lozenge and blue a disc, here and on the table.")),
  kind(".rule", later("A rule's tag."), later("It opens the rule.")),
  kind(".guide", later("The guide."), later("It says what can be done next. Fold it, and the log has its room.")),
  kind(".toprow", later("Help, settings, menu."), later("What is done beside the game.")),
];

/** What a piece is, beside its name and state. */
export const PIECE = later("The beak is where its hull points. A yellow rim: it can still act.");

const own = (thing: Element): string => thing.getAttribute("aria-label") || thing.getAttribute("title") || "";
const told = ({ lead, sentence }: Kind, thing: Element): Words => {
  const said = lead ? "" : own(thing);
  return { lead: lead ? say(lead) : said.replace(/[.]?$/, "."), sentence: say(sentence) };
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
