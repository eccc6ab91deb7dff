/** Two names compared across books, as they stand in the address, and what the answer says in words. */
import type { CompareAnswer, CompareBody, Compared, Facing } from "../api/types";
import { numberOf } from "../match/words";
import { percent } from "./asking";
import { say } from "../language/language";

const NOBODY = "–";
export const PARTS = ["front", "side", "rear"] as const;

/** The question that an address asks; one name alone is no question yet. */
export function comparedIn(asked: string): CompareBody {
  const fields = new URLSearchParams(asked);
  const use: Record<string, string[]> = {};
  for (const text of fields.getAll("use")) {
    const [book = "", one = "", other = ""] = text.split(":");
    if (book) use[book] = [one, other];
  }
  return {
    one: (fields.get("one") ?? "").trim().slice(0, 60),
    other: (fields.get("other") ?? "").trim().slice(0, 60),
    zone: fields.get("zone") ?? PARTS[0],
    use,
  };
}
/** The address of a question. */
export function comparisonOf({ one, other, zone, use }: CompareBody): string {
  const fields = new URLSearchParams({ one, other });
  if (zone && zone !== PARTS[0]) fields.set("zone", zone);
  for (const [book, units] of Object.entries(use ?? {})) fields.append("use", [book, ...units].join(":"));
  return `#/compare?${fields}`;
}
/** The same question with another unit for one of the names in a book. */
export function standing(body: CompareBody, { book, one, other }: Compared, which: 0 | 1, unit: string): CompareBody {
  const units = [one.id, other.id];
  units[which] = unit;
  return { ...body, use: { ...body.use, [book]: units } };
}
/** How far it is, by the book's own ruler: "9 squares", "40 cm or more". */
export const farIn = ({ range, endless }: Facing, ruler: string): string =>
  `${range} ${range === 1 ? ruler.replace(/e?s$/, "") : ruler}${endless ? say(" or more") : ""}`;
/** A chance, or that there is no shot. */
export const told = (chance: Facing["own"]): string => (chance === null ? NOBODY : percent(chance));

/** What the books make of it, in a sentence from fixed forms. */
export function verdictOf({ books }: CompareAnswer, body: CompareBody): string {
  const middles = books.flatMap((book) => {
    const row = book.ranges.find(({ place }) => place === "middle") ?? book.ranges[0];
    return row ? [{ title: book.title, chance: row.own === null ? 0 : numberOf(row.own) }] : [];
  });
  const ranked = middles.sort((one, other) => other.chance - one.chance);
  const [most, least] = [ranked[0], ranked.at(-1)];
  if (!most || !least) return "";
  const named = `${body.other}'s ${body.zone}`;
  const safe = (title: string): string =>
    say("In {title} a {named} is safe from a {one} at middle range.", { title, named, one: body.one });
  const hit = (title: string, chance: number): string =>
    say("In {title} {n} of 100 shots of a {one} at a {named} destroy it at middle range.", {
      title,
      n: (100 * chance).toFixed(0),
      one: body.one,
      named,
    });
  const first = most.chance === 0 ? safe(most.title) : hit(most.title, most.chance);
  if (most === least) return first;
  if (most.chance === least.chance) return `${first} ${say("The other books say the same.")}`;
  return `${first} ${least.chance === 0 ? safe(least.title) : hit(least.title, least.chance)}`;
}
/** All of it as text that a spreadsheet takes. */
export function csvOfComparison({ books }: CompareAnswer, body: CompareBody): string {
  const head = ["book", "where", "range", `${body.one} %`, `${body.other} %`, say("first %"), say("second %")];
  const rows = books.flatMap((book) =>
    book.ranges.map((row) => [
      book.title,
      row.place,
      farIn(row, book.ruler),
      ...[row.own, row.enemy, row.first, row.second].map((chance) => (chance === null ? "" : percent(chance))),
    ]),
  );
  return [head, ...rows].map((row) => row.map(quoted).join(",")).join("\n");
}
const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
