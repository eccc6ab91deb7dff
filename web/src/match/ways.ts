/** Chips of the prompt line: what the chosen unit can do beside driving, what can be left to the table, what is asked. */
import { sameOrder } from "../api/orders";
import { COMMANDS, keyOf } from "./commands";
import type { Span } from "../api/types";
import type { DockState } from "./dock.svelte";
import { byChance, cellsShown, chanceOf, modeOf } from "./reach";
import { capital, percent, shortName } from "./words";
import { say } from "../language/language";

export interface Way {
  readonly label: string;
  /** What it says where there is room for one chip. */
  readonly brief?: string;
  readonly bearings?: readonly Span[] | undefined;
  /** What stands behind it in bold, and what is only said. */
  readonly figure?: string;
  readonly said?: string;
  readonly key?: string;
  readonly title?: string;
  readonly pressed?: boolean;
  /** It is closed: a press says why. */
  readonly shut?: boolean;
  /** It is a weapon, or a way to fire: where it is chosen already, Enter fires. */
  readonly weapon?: boolean;
  readonly act: () => void;
  /** A hand rests on it, or no longer. */
  readonly rest?: (on: boolean) => void;
}
/** What belongs together, and what it is called. */
export interface Ways {
  readonly name: string;
  readonly all: readonly Way[];
}

/** What is placed by the table. */
function placed(dock: DockState): Way[] {
  const { store } = dock.desk;
  if (dock.inTurns)
    return [
      { label: say("Place this one"), act: () => void store.placeOne() },
      { label: say("Place all mine"), act: () => void store.placeInTurns() },
    ];
  return dock.placing ? [{ label: say("Place for me"), act: () => void store.placeForMe() }] : [];
}
/** Corners of the way that is led on a free table, and its path as words. */
function legs({ desk: { free } }: DockState): Way[] {
  const corners = free?.corners() ?? null;
  if (!free || corners === null) return [];
  const [set, back] = COMMANDS.corner.shown!.split(" · ");
  const undo = { label: say("Undo corner"), key: back!, act: () => free.uncorner() };
  return [
    { label: say("Corner"), key: set!.toUpperCase(), act: () => free.corner() },
    ...(corners > 0 ? [undo] : []),
    { label: say("path in words"), key: keyOf("path"), act: () => free.spell() },
  ];
}
function volley({ due, desk }: DockState): Way[] {
  return due.length > 1 ? [{ label: say("All {n} shots", { n: due.length }), act: () => void desk.store.doAll() }] : [];
}
/** Where a unit can be put, where there are several ways to do it. */
function puts({ mine, desk, tray }: DockState): Way[] {
  const { things } = desk;
  if (!mine || things.puts.length < 2 || things.puts === tray.puts) return [];
  return things.puts.map(({ label }, at) => ({
    label,
    pressed: at === things.putting,
    act: () => things.choose(at),
  }));
}
/** Ways to fire; on a free table each weapon, with its best chance. Nobody fires while units are placed. */
function modes({ modes, survey, desk, free, placing }: DockState): Way[] {
  const { hand } = desk;
  if (!survey || placing || (modes.length < 2 && !modes.some(({ refusal }) => refusal) && !free)) return [];
  const chosen = free ? (hand.mode?.name ?? "") : modeOf(survey, hand.firing.mode);
  const best = (name: string): string => {
    const [aim] = byChance({ ...survey, aims: survey.aims.filter((one) => one.mode === name && !one.preview.refusal) });
    const chance = aim && chanceOf(aim);
    return free && chance !== undefined ? percent(chance) : "";
  };
  return modes.map(({ name, refusal }) => ({
    label: capital(name),
    figure: best(name),
    said: refusal ? `: ${refusal.sentence}` : "",
    title: refusal?.sentence ?? "",
    pressed: name === chosen,
    shut: Boolean(refusal),
    weapon: true,
    act: () => hand.chooseMode(name),
  }));
}
function others({ survey, cells, tows, deeds, desk, picture, due }: DockState): Way[] {
  const { hand } = desk;
  const { intent, firing } = hand;
  const named = (id: number): string => {
    const piece = picture.pieces.find((one) => one.id === id);
    return piece ? shortName(piece) : "";
  };
  return [
    ...(cells && survey
      ? [{ label: say("Walls"), key: keyOf("cells"), pressed: cellsShown(survey, firing), act: () => hand.showCells() }]
      : []),
    ...(tows.length > 0
      ? [
          {
            label: say("tow {names}", { names: tows.map(named).join(", ") }),
            key: keyOf("tow"),
            pressed: hand.tow !== null,
            act: () => hand.hitch(),
          },
        ]
      : []),
    ...deeds.map((deed, at) => ({
      label: deed.label,
      bearings: deed.bearings,
      pressed: intent?.kind === "deed" && intent.deed === deed,
      act: () => void (desk.barred() || desk.store.order(deed.order)),
      rest: (on: boolean) => hand.aimDeed(on ? at : null),
      ...(at === 0 ? { key: keyOf("deed") } : {}),
      ...(due.some(({ order }) => order && sameOrder(order, deed.order)) ? { brief: say("Fire") } : {}),
    })),
  ];
}
/** What stands beside what ends: another way to go on. */
function besides(dock: DockState): Way[] {
  if (!dock.ending) return [];
  return dock.choices.map((button) => {
    const [label = "", figure = ""] = button.label.split(" · ");
    return { label, figure, act: () => dock.press(button) };
  });
}

export function waysOf(dock: DockState): Ways {
  const own = [...legs(dock), ...puts(dock), ...modes(dock), ...others(dock)];
  const name = say("What {name} can do", { name: dock.desk.seen.unit?.name ?? say("the unit") });
  return {
    name: own.length > 0 ? name : say("What can be done"),
    all: [...own, ...besides(dock), ...volley(dock), ...placed(dock)],
  };
}
