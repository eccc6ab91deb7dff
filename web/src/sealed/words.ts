/** The sentences behind the shield. */

import type { DiceView, Offer, Side } from "../api/types";
import type { Keeper } from "./keeper";

const NAMES = ["Red", "Blue"] as const;

export type Tone = "good" | "plain" | "waits" | "alarm";
export interface Said {
  readonly tone: Tone;
  readonly text: string;
}

/** The first eight digits of the last hash, to be compared with the other screen. */
export function tableMark(hash: string): string {
  return `${hash.slice(0, 4)}-${hash.slice(4, 8)}`;
}

/** How often a side has asked, in words. */
const TIMES = ["", "", ", for the second time", ", for the third time"];

function key(keeper: Keeper): Said {
  const { checker, side } = keeper;
  const rolls = checker.rolls;
  switch (checker.states[1 + side]) {
    case "seat":
      if (!keeper.hasKey)
        return {
          tone: "waits",
          text: `Your dice key is in another browser. Play there, or ask ${NAMES[1 - side]!} for new keys.`,
        };
      return {
        tone: "good",
        text: `Nobody could know these dice before they fell, not even the host. Your browser has checked ${rolls} of ${rolls} rolls.`,
      };
    case "deposited":
      return {
        tone: "good",
        text: "Your dice key is with the host, so the game goes on while you are away. The host cannot change the dice, but could know them.",
      };
    case "host":
      return { tone: "plain", text: "The host drew your dice key: these dice rest on its word." };
    default:
      return { tone: "waits", text: "Your dice key is on its way to the host." };
  }
}

function waits(keeper: Keeper, dice: DiceView | undefined): Said[] {
  const { checker } = keeper;
  const late = keeper.withheld();
  if (late !== null)
    return [
      {
        tone: "alarm",
        text: `The host has had all keys of roll ${checker.number + 1} for ${late} s and has not shown the dice. They can no longer change.`,
      },
    ];
  if (keeper.strange)
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

function asked(keeper: Keeper, offers: readonly Offer[], times: number): Said[] {
  const offer = offers.find((one) => one.kind === "keys" && one.side !== keeper.side);
  if (!offer) return [];
  const name = NAMES[offer.side]!;
  const often = TIMES[times] ?? `, for the ${times}th time`;
  const called = keeper.checker.call
    ? ` A roll is called, and is given up if you agree. ${name} and the host together could know how it would fall.`
    : "";
  return [
    { tone: "waits", text: `${name} asks for new dice keys${often}. ${name} may have changed its browser.${called}` },
  ];
}

/** All that the shield says, the most urgent first. */
export function said(keeper: Keeper, dice: DiceView | undefined, offers: readonly Offer[] = [], times = 1): Said[] {
  const { checker, side } = keeper;
  if (keeper.alarm) return [{ tone: "alarm", text: `${keeper.alarm} Your key stays here. Save the record.` }];
  const other: Side = side === 0 ? 1 : 0;
  // Where the host drew the other key, nobody sits there who could compare.
  const mark: Said[] =
    checker.states[1 + other] === "host"
      ? []
      : [
          {
            tone: "plain",
            text: `Table mark ${tableMark(checker.hashes.at(-1) ?? "")} after line ${checker.lines}: it must be the same on ${NAMES[other]}'s screen.`,
          },
        ];
  return [...waits(keeper, dice), ...asked(keeper, offers, times), key(keeper), ...mark];
}
