/** Dice that somebody lays out as they fell: slots, the one that is next, and what the keys typed so far may mean. */
import type { DiceDue, DiceWanted } from "../../api/types";

/** A face that lies there; null in an order's faces is a die that the server rolls. */
export type Given = readonly (number | null)[];
export interface Slot {
  readonly face: number;
  readonly here: boolean;
}
export interface Laid {
  readonly wanted: DiceWanted;
  /** The faces of the order before this roll, as they were sent. */
  readonly before: Given;
  readonly slots: readonly (Slot | null)[];
  /** The slot that is next. */
  readonly at: number;
  /** The order in which slots were filled: the last is taken back first. */
  readonly filled: readonly number[];
  /** Keys of a face that could still be another. */
  readonly typed: string;
}

/** With more faces than this a die has no button for each. */
export const MOST_BUTTONS = 12;

/** The slots of a roll. What lay there of the same roll stays, where the server rolled one die of it. */
export function begin(wanted: DiceWanted, sent: Given, old: Laid | null = null): Laid {
  const start = wanted.given.length - wanted.laid;
  const known = wanted.given.slice(start).map((face, at): Slot => ({ face, here: sent[start + at] === null }));
  const count = wanted.dice.reduce((sum, due) => sum + due.count, 0);
  const same = old !== null && old.before.length === start && old.slots.length === count ? old : null;
  const slots = Array.from({ length: count }, (_, at) => known[at] ?? same?.slots[at] ?? null);
  const filled = (same?.filled ?? []).filter((at) => at >= known.length);
  return { wanted, before: sent.slice(0, start), slots, at: firstEmpty(slots), filled, typed: "" };
}

const firstEmpty = (slots: Laid["slots"], from = 0): number => {
  const after = slots.findIndex((slot, at) => slot === null && at >= from);
  const found = after >= 0 ? after : slots.indexOf(null);
  return found >= 0 ? found : slots.length - 1;
};

/** The die of a slot. */
export function dieAt({ wanted }: Laid, place: number): DiceDue {
  let left = place;
  for (const due of wanted.dice) {
    if (left < due.count) return due;
    left -= due.count;
  }
  return wanted.dice.at(-1)!;
}
export const missing = ({ slots }: Laid): number => slots.filter((slot) => slot === null).length;
export const labelOf = (due: DiceDue, face: number): string => due.labels[due.faces.indexOf(face)] ?? String(face);

/** Lays a face into the slot that is next, and goes on to the next empty one. */
export function lay(laid: Laid, face: number): Laid {
  const { at, slots } = laid;
  if (slots[at]?.here || !dieAt(laid, at).faces.includes(face)) return { ...laid, typed: "" };
  const after = slots.map((slot, place) => (place === at ? { face, here: false } : slot));
  const filled = [...laid.filled.filter((place) => place !== at), at];
  return { ...laid, slots: after, filled, at: firstEmpty(after, at + 1), typed: "" };
}
export const goTo = (laid: Laid, at: number): Laid =>
  at >= 0 && at < laid.slots.length ? { ...settled(laid), at, typed: "" } : laid;

/** Takes back the key or the die that came last; null, where there is none. */
export function takeBack(laid: Laid): Laid | null {
  if (laid.typed) return { ...laid, typed: laid.typed.slice(0, -1) };
  const at = laid.filled.at(-1);
  if (at === undefined) return null;
  const slots = laid.slots.map((slot, place) => (place === at ? null : slot));
  return { ...laid, slots, at, filled: laid.filled.slice(0, -1) };
}

/** A key of a figure or a word. Where it can only mean one face, that is laid; of words, a figure is their number. */
export function type(laid: Laid, key: string): Laid {
  const due = dieAt(laid, laid.at);
  const typed = laid.typed + key.toLowerCase();
  const fits = due.faces.filter((face) => labelOf(due, face).replace("−", "-").toLowerCase().startsWith(typed));
  if (fits.length === 1) return lay(laid, fits[0]!);
  if (fits.length > 1) return { ...laid, typed };
  const words = due.labels.some((label) => !/^[−\d]+$/.test(label));
  const numbered = words && laid.typed === "" ? due.faces[Number(key) - 1] : undefined;
  if (numbered !== undefined) return lay(laid, numbered);
  // A figure that cannot go on is another die: "1" and then "9" on a die of twelve.
  const before = settled(laid);
  return laid.typed && before !== laid ? type(before, key) : laid;
}
/** What was typed is meant as it stands, if it is a face. */
export function settled(laid: Laid): Laid {
  if (!laid.typed) return laid;
  const due = dieAt(laid, laid.at);
  const face = due.faces.find((one) => labelOf(due, one).replace("−", "-").toLowerCase() === laid.typed);
  return face === undefined ? { ...laid, typed: "" } : lay(laid, face);
}

/** All faces of the order, as far as they lie in a row from the first. */
export function given(laid: Laid): Given {
  const row = laid.slots.slice(0, laid.slots.indexOf(null) >= 0 ? laid.slots.indexOf(null) : undefined);
  return [...laid.before, ...row.map((slot) => (slot!.here ? null : slot!.face))];
}
/** What the dice that lie there come to, if somebody can say. */
export function toldOf({ slots, wanted }: Laid): string {
  const faces = slots.flatMap((slot) => (slot ? [slot.face] : []));
  return wanted.told[`${faces.length}:${faces.reduce((sum, face) => sum + face, 0)}`] ?? "";
}
