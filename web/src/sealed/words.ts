/** The sentences behind the shield. */

import type { DiceView, MatchView, Offer, Side } from "../api/types";
import type { Keeper, Kept } from "./keeper";

const NAMES = ["Red", "Blue"] as const;
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
const TIMES = ["", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

const HOST_KNOWS = "The host cannot change the dice, but could know them.";

const checked = ({ checker }: Keeper): string =>
  `Your browser has checked ${checker.rolls} of ${checker.rolls} ${checker.rolls === 1 ? "roll" : "rolls"}.`;

/** Of a player: what the own key gives. */
function own(keeper: Keeper, side: Side): Said {
  switch (keeper.holder) {
    case "seat":
      if (!keeper.hasKey)
        return {
          tone: "waits",
          text: `Your dice key is in another browser. Play there, or ask ${NAMES[1 - side]!} for new keys.`,
        };
      return {
        tone: "good",
        text: `Nobody could know these dice before they fell, not even the host. ${checked(keeper)}`,
      };
    case "deposited":
      return {
        tone: "good",
        text: `Your dice key is with the host, so the game goes on while you are away. ${HOST_KNOWS} ${checked(keeper)}`,
      };
    case "host":
      return { tone: "plain", text: "The host drew your dice key: these dice rest on its word." };
    default:
      return { tone: "waits", text: "Your dice key is on its way to the host." };
  }
}

/** Of whoever has no key here, beside the table or at one screen for both: what the keys of Red and Blue give. */
function theirs(keeper: Keeper): Said {
  const { states } = keeper.checker;
  const kept = SIDES.filter((side) => states[1 + side] === "seat").map((side) => NAMES[side]);
  if (SIDES.every((side) => states[1 + side] === "host"))
    return {
      tone: "plain",
      text: `The host drew all dice keys: these dice rest on its word. ${checked(keeper)}`,
    };
  const text =
    kept.length === 2
      ? "Red and Blue keep their dice keys: nobody could know these dice before they fell, not even the host."
      : kept.length === 1
        ? `${kept[0]!} keeps its dice key: without it nobody could know these dice before they fell.`
        : `No player keeps a dice key. ${HOST_KNOWS}`;
  return { tone: "good", text: `${text} ${checked(keeper)}` };
}

/** People roll: nothing is claimed of the faces, and the log is checked all the same. */
function typed({ checker }: Keeper): Said {
  const lines = `Your browser has checked ${checker.lines} of ${checker.lines} ${checker.lines === 1 ? "line" : "lines"}: none was changed.`;
  return { tone: "plain", text: `People roll these dice: what fell is as the players reported. ${lines}` };
}

function waits(keeper: Keeper, { dice }: Beside): Said[] {
  const { checker } = keeper;
  const late = keeper.withheld();
  if (late !== null)
    return [
      {
        tone: "alarm",
        text: `The host has had all keys of roll ${checker.number + 1} for ${late} s and has not shown the dice. They can no longer change.`,
      },
    ];
  if (keeper.foreign)
    return [{ tone: "alarm", text: "Dice are called for an order in your name that this browser has not given." }];
  const missing = dice?.call?.missing ?? [];
  if (checker.call && missing.length > 0) {
    const names = missing.map((side) => `${NAMES[side]}'s`).join(" and ");
    return [{ tone: "waits", text: `The dice are called and wait for ${names} browser.` }];
  }
  const awaited = NAMES.filter((_, side) => checker.states[1 + side] === "awaited");
  return awaited.length > 0
    ? [{ tone: "waits", text: `The dice wait until ${awaited.join(" and ")} has taken the seat.` }]
    : [];
}

/** An order in one's own name that another device of the player's has given, or nobody. */
function strange(keeper: Keeper): Said[] {
  const { strange: line } = keeper.kept;
  if (!line) return [];
  const text = `Line ${line} is an order in your name that this browser has not given.`;
  return keeper.holder === "seat" && keeper.hasKey
    ? [
        {
          tone: "alarm",
          text: `${text} Your key stays here. If you gave it elsewhere, ask for new keys; if not, save the record.`,
        },
      ]
    : [{ tone: "plain", text: `${text} If you did not give it elsewhere either, save the record.` }];
}

function asked(keeper: Keeper, { offers = [], dice }: Beside): Said[] {
  const offer =
    keeper.side === null ? undefined : offers.find((one) => one.kind === "keys" && one.side !== keeper.side);
  if (!offer) return [];
  const name = NAMES[offer.side]!;
  // The host's number counts what was asked while this page was closed; the own one cannot be talked down.
  const often = TIMES[Math.max(keeper.kept.asked, dice?.asked[offer.side] ?? 0)];
  const called = keeper.checker.call
    ? ` A roll is called, and is given up if you agree. ${name} and the host together could know how it would fall.`
    : "";
  const time = often ? `, for the ${often} time` : "";
  return [
    { tone: "waits", text: `${name} asks for new dice keys${time}. ${name} may have changed its browser.${called}` },
  ];
}

/** The mark of the table, where somebody else sits who can compare it: no bot, and nobody for whom the host drew. */
function mark({ checker, side }: Keeper, { bots = [null, null] }: Beside): Said[] {
  const others = SIDES.filter((one) => one !== side && bots[one] === null && checker.states[1 + one] !== "host");
  if (others.length === 0) return [];
  const screens = others.map((one) => `${NAMES[one]}'s`).join(" and ");
  const text = `Table mark ${tableMark(checker.hashes.at(-1) ?? "")} after line ${checker.lines}: it must be the same on ${screens} screen.`;
  return [{ tone: "plain", text }];
}

/** What lies before the lines that are checked: those of another game, and what the player went on after. */
function past({ checker, kept }: Keeper): Said[] {
  const forked = `${checker.forked} lines were played elsewhere: their dice are not checked.`;
  const forgiven = `You went on with new keys after this: ${kept.forgiven}`;
  return [...(checker.forked ? [forked] : []), ...(kept.forgiven ? [forgiven] : [])].map((text) => ({
    tone: "plain",
    text,
  }));
}

/** All that the shield says, the most urgent first. */
export function said(keeper: Keeper, beside: Beside = {}): Said[] {
  if (keeper.alarm) {
    const stays = keeper.side === null ? "" : " Your key stays here.";
    return [{ tone: "alarm", text: `${keeper.alarm}${stays} Save the record.` }];
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
  const dice = called ? `, ${called} of them with dice that were called and have not fallen` : "";
  return `Games with this host in this browser: ${games.length}; not finished: ${left.length}${dice}.`;
}
