/** The sentences behind the shield. */

import type { DiceView, MatchView, Offer, Side } from "../api/types";
import type { Keeper, Kept } from "./keeper";
import { later, many, say } from "../language/language";

const NAMES = [later("Red"), later("Blue")] as const;
const SIDES = [0, 1] as const;

export type Tone = "good" | "plain" | "waits" | "alarm";
export interface Said {
  readonly tone: Tone;
  readonly text: string;
}

/** What the host tells of a table beside its lines. */
export interface Beside {
  readonly dice?: DiceView | undefined;
  readonly offers?: readonly Offer[];
  readonly bots?: MatchView["bots"];
}

/** The first eight digits of the last hash, to be compared with the other screen. */
export function tableMark(hash: string): string {
  return `${hash.slice(0, 4)}-${hash.slice(4, 8)}`;
}

/** How often a side has asked, in words; more than eight times nobody may. */
const TIMES = [
  "",
  "",
  later("second"),
  later("third"),
  later("fourth"),
  later("fifth"),
  later("sixth"),
  later("seventh"),
  later("eighth"),
];

const HOST_KNOWS = later("The host cannot change the dice, but could know them.");

const checked = ({ checker }: Keeper): string =>
  many("Your browser has checked {n} of {n} roll.", "Your browser has checked {n} of {n} rolls.", checker.rolls);

/** Of a player: what the own key gives. */
function own(keeper: Keeper, side: Side): Said {
  switch (keeper.holder) {
    case "seat":
      if (!keeper.hasKey)
        return {
          tone: "waits",
          text: say("Your dice key is in another browser. Play there, or ask {other} for new keys.", {
            other: say(NAMES[1 - side]!),
          }),
        };
      return {
        tone: "good",
        text: say("Nobody could know these dice before they fell, not even the host. {checked}", {
          checked: checked(keeper),
        }),
      };
    case "deposited":
      return {
        tone: "good",
        text: say("Your dice key is with the host, so the game goes on while you are away. {knows} {checked}", {
          knows: say(HOST_KNOWS),
          checked: checked(keeper),
        }),
      };
    case "host":
      return { tone: "plain", text: say("The host drew your dice key: these dice rest on its word.") };
    default:
      return { tone: "waits", text: say("Your dice key is on its way to the host.") };
  }
}

/** Of whoever has no key here, beside the table or at one screen for both: what the keys of Red and Blue give. */
function theirs(keeper: Keeper): Said {
  const { states } = keeper.checker;
  const kept = SIDES.filter((side) => states[1 + side] === "seat").map((side) => say(NAMES[side]));
  if (SIDES.every((side) => states[1 + side] === "host"))
    return {
      tone: "plain",
      text: say("The host drew all dice keys: these dice rest on its word. {checked}", { checked: checked(keeper) }),
    };
  const text =
    kept.length === 2
      ? say("Red and Blue keep their dice keys: nobody could know these dice before they fell, not even the host.")
      : kept.length === 1
        ? say("{side} keeps its dice key: without it nobody could know these dice before they fell.", {
            side: kept[0]!,
          })
        : say("No player keeps a dice key. {knows}", { knows: say(HOST_KNOWS) });
  return { tone: "good", text: `${text} ${checked(keeper)}` };
}

/** People roll: nothing is claimed of the faces, and the log is checked all the same. */
function typed({ checker }: Keeper): Said {
  const lines = many(
    "Your browser has checked {n} of {n} line: none was changed.",
    "Your browser has checked {n} of {n} lines: none was changed.",
    checker.lines,
  );
  return {
    tone: "plain",
    text: say("People roll these dice: what fell is as the players reported. {lines}", { lines }),
  };
}

function waits(keeper: Keeper, { dice }: Beside): Said[] {
  const { checker } = keeper;
  const late = keeper.withheld();
  if (late !== null)
    return [
      {
        tone: "alarm",
        text: say(
          "The host has had all keys of roll {number} for {late} s and has not shown the dice. They can no longer change.",
          { number: checker.number + 1, late },
        ),
      },
    ];
  if (keeper.foreign)
    return [{ tone: "alarm", text: say("Dice are called for an order in your name that this browser has not given.") }];
  const missing = dice?.call?.missing ?? [];
  if (checker.call && missing.length > 0) {
    const text =
      missing.length === 1
        ? say("The dice are called and wait for {side}'s browser.", { side: say(NAMES[missing[0]!]) })
        : say("The dice are called and wait for Red's and Blue's browser.");
    return [{ tone: "waits", text }];
  }
  const awaited = NAMES.filter((_, side) => checker.states[1 + side] === "awaited");
  return awaited.length > 0
    ? [
        {
          tone: "waits",
          text: say("The dice wait until {awaited} has taken the seat.", {
            awaited: awaited.map((one) => say(one)).join(say(" and ")),
          }),
        },
      ]
    : [];
}

/** An order in one's own name that another device of the player's has given, or nobody. */
function strange(keeper: Keeper): Said[] {
  const { strange: line } = keeper.kept;
  if (!line) return [];
  const text = say("Line {line} is an order in your name that this browser has not given.", { line });
  return keeper.holder === "seat" && keeper.hasKey
    ? [
        {
          tone: "alarm",
          text: say(
            "{text} Your key stays here. If you gave it elsewhere, ask for new keys; if not, save the record.",
            { text },
          ),
        },
      ]
    : [{ tone: "plain", text: say("{text} If you did not give it elsewhere either, save the record.", { text }) }];
}

function asked(keeper: Keeper, { offers = [], dice }: Beside): Said[] {
  const offer =
    keeper.side === null ? undefined : offers.find((one) => one.kind === "keys" && one.side !== keeper.side);
  if (!offer) return [];
  const name = say(NAMES[offer.side]!);
  // The host's number counts what was asked while this page was closed; the own one cannot be talked down.
  const often = TIMES[Math.max(keeper.kept.asked, dice?.asked[offer.side] ?? 0)];
  const called = keeper.checker.call
    ? say(
        " A roll is called, and is given up if you agree. {name} and the host together could know how it would fall.",
        { name },
      )
    : "";
  const time = often ? say(", for the {often} time", { often: say(often) }) : "";
  return [
    {
      tone: "waits",
      text: say("{name} asks for new dice keys{time}. {name} may have changed its browser.{called}", {
        name,
        time,
        called,
      }),
    },
  ];
}

/** The mark of the table, where somebody else sits who can compare it: no bot, and nobody for whom the host drew. */
function mark({ checker, side }: Keeper, { bots = [null, null] }: Beside): Said[] {
  const others = SIDES.filter((one) => one !== side && bots[one] === null && checker.states[1 + one] !== "host");
  if (others.length === 0) return [];
  const blanks = { mark: tableMark(checker.hashes.at(-1) ?? ""), lines: checker.lines };
  const text =
    others.length === 1
      ? say("Table mark {mark} after line {lines}: it must be the same on {side}'s screen.", {
          ...blanks,
          side: say(NAMES[others[0]!]),
        })
      : say("Table mark {mark} after line {lines}: it must be the same on Red's and Blue's screen.", blanks);
  return [{ tone: "plain", text }];
}

/** What lies before the lines that are checked: those of another game, and what the player went on after. */
function past({ checker, kept }: Keeper): Said[] {
  const forked = say("{forked} lines were played elsewhere: their dice are not checked.", { forked: checker.forked });
  const forgiven = say("You went on with new keys after this: {forgiven}", { forgiven: kept.forgiven });
  return [...(checker.forked ? [forked] : []), ...(kept.forgiven ? [forgiven] : [])].map((text) => ({
    tone: "plain",
    text,
  }));
}

/** All that the shield says, the most urgent first. */
export function said(keeper: Keeper, beside: Beside = {}): Said[] {
  if (keeper.alarm) {
    const stays = keeper.side === null ? "" : say(" Your key stays here.");
    return [{ tone: "alarm", text: say("{alarm}{stays} Save the record.", { alarm: keeper.alarm, stays }) }];
  }
  if (keeper.checker.typed) return [typed(keeper), ...past(keeper)];
  const found = [
    ...waits(keeper, beside),
    ...asked(keeper, beside),
    ...strange(keeper),
    keeper.side === null ? theirs(keeper) : own(keeper, keeper.side),
    ...past(keeper),
    ...mark(keeper, beside),
  ];
  return found.sort((one, other) => Number(other.tone === "alarm") - Number(one.tone === "alarm"));
}

/** What became of the games that this browser has played with this host: a host may stop what it does not like. */
export function tally(games: readonly Kept[]): string {
  const left = games.filter(({ over }) => !over);
  const called = left.filter(({ open }) => open).length;
  if (games.length < 2) return "";
  const dice = called ? say(", {called} of them with dice that were called and have not fallen", { called }) : "";
  return say("Games with this host in this browser: {games}; not finished: {left}{dice}.", {
    games: games.length,
    left: left.length,
    dice,
  });
}
