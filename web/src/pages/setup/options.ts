/** What the players agree on otherwise than their battle: each option with its value, and what a change of it changes. */
import type { Book, Option } from "../../api/types";
import type { Wish } from "../wish";
import { later } from "../../language/language";

/** Options in the groups in which the book lists them. */
export function grouped(options: readonly Option[]): (readonly [string, readonly Option[]])[] {
  const groups = new Map<string, Option[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups].sort(([one], [other]) => GROUPS.indexOf(one) - GROUPS.indexOf(other));
}
const GROUPS: readonly string[] = [
  later("What decides"),
  later("Before the first turn"),
  later("How movement works"),
  later("How shots work"),
  later("At the table"),
];

/** Two columns of about the same height, each group whole and in its order. */
export function inColumns<T extends readonly [string, readonly Option[]]>(groups: readonly T[]): [T[], T[]] {
  const height = (some: readonly T[]): number => some.reduce((sum, [, rows]) => sum + rows.length + 1, 0);
  const cuts = groups.map((_, at) => at + 1);
  const uneven = (cut: number): number => Math.abs(height(groups.slice(0, cut)) - height(groups.slice(cut)));
  const cut = cuts.reduce((best, one) => (uneven(one) < uneven(best) ? one : best), 1);
  return [groups.slice(0, cut), groups.slice(cut)];
}

/** What the battle says of an option; nothing where it has something of its own that has no word. */
export function battleSays(name: string, book: Book, wish: Wish): string {
  return book.agreed[wish.scenario]?.[name] ?? "";
}
export function valueOf(name: string, book: Book, wish: Wish): string {
  return wish.options[name] ?? battleSays(name, book, wish);
}
/** The wish with an option set; one that is as the battle says is not spoken of. */
export function withOption(wish: Wish, book: Book, name: string, value: string): Wish {
  const { [name]: _, ...others } = wish.options;
  return { ...wish, options: value === battleSays(name, book, wish) ? others : { ...others, [name]: value } };
}
export function withoutOption(wish: Wish, name: string): Wish {
  const { [name]: _, ...others } = wish.options;
  return { ...wish, options: others };
}

/** How an option is written when it is not played with. */
export function offValue({ kind, default: usual }: Option): string {
  if (kind.type === "switch") return "off";
  if (kind.type === "squares") return "none";
  return usual || (kind.type === "number" ? String(kind.least) : "");
}
export function isOn(option: Option, book: Book, wish: Wish): boolean {
  const value = valueOf(option.name, book, wish);
  return value !== "" && value !== offValue(option);
}

/** What would be switched off if this were switched on: whatever excludes it, and whatever it excludes. */
export function rivals(option: Option, book: Book, wish: Wish): Option[] {
  return book.options.filter(
    (other) =>
      other.name !== option.name &&
      (option.excludes.includes(other.name) || other.excludes.includes(option.name)) &&
      isOn(other, book, wish),
  );
}
/** An option changed by hand: where it is now played with, its rivals no longer are. */
export function changed(wish: Wish, book: Book, option: Option, value: string): Wish {
  const next = withOption(wish, book, option.name, value);
  if (!isOn(option, book, next)) return next;
  return rivals(option, book, next).reduce((so, rival) => withOption(so, book, rival.name, offValue(rival)), next);
}
/** What it needs and does not have. */
export function missing(option: Option, book: Book, wish: Wish): Option[] {
  return book.options.filter((other) => option.needs.includes(other.name) && !isOn(other, book, wish));
}

// Numbers

/** "3" or "2:4" as numbers of Red and Blue. */
export function numbersIn(value: string): [number, number] {
  const [red = "", blue = red] = value.split(":");
  return [Number(red) || 0, Number(blue) || 0];
}
export function numbersText(red: number, blue: number): string {
  return red === blue ? String(red) : `${red}:${blue}`;
}
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}
export function within(value: number, { least, most, step }: Bounds): number {
  return Math.min(most, Math.max(least, Math.round(value / step) * step));
}
/** The sums that the battles of the book have, where a number has so many values that nobody wants to walk there. */
export function usualSums(option: Option, book: Book): number[] {
  if (option.kind.type !== "number" || option.kind.most <= 100) return [];
  const sums = Object.values(book.agreed).flatMap((agreed) => numbersIn(agreed[option.name] ?? ""));
  return [...new Set(sums)].filter((sum) => sum > 0).sort((one, other) => one - other);
}
/** What a press on + adds: of large sums not one, but a tenth of the smallest usual one, in round figures. */
export function stride(option: Option, book: Book): number {
  if (option.kind.type !== "number") return 1;
  const smallest = usualSums(option, book)[0] ?? 0;
  return Math.max(option.kind.step, smallest >= 50 ? 10 ** Math.floor(Math.log10(smallest / 5)) : 0);
}
