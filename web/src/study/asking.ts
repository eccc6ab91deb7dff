/** A question about a shot as it stands in the address, and its answer as it is drawn. */
import type { Fraction, OddsAnswer, OddsBody } from "../api/types";
import { numberOf } from "../match/words";
import { say } from "../language/language";

const [FIRES, AT, RANGE, ZONE, BESIDE, FIGURES] = ["fires", "at", "range", "zone", "beside", "figures"];
const OWN = [FIRES, AT, RANGE, ZONE, BESIDE, FIGURES];

/** The question that an address asks; what it leaves out the table chooses. */
export function questionIn(rulebook: string, asked: string): OddsBody {
  const fields = new URLSearchParams(asked);
  const range = Number(fields.get(RANGE!) ?? Number.NaN);
  const conditions = Object.fromEntries([...fields].filter(([name]) => !OWN.includes(name)));
  return {
    rulebook,
    attacker: fields.get(FIRES!) ?? "",
    target: fields.get(AT!) ?? "",
    zone: fields.get(ZONE!) ?? "",
    beside: fields.get(BESIDE!) ?? "",
    ...(fields.has(FIGURES!) ? { chart: fields.get(FIGURES!)! } : {}),
    conditions,
    ...(Number.isInteger(range) && range >= 0 && range <= 1000 ? { range } : {}),
  };
}
/** The address of a question. */
export function addressOf({ rulebook, attacker, target, range, zone, beside, chart, conditions }: OddsBody): string {
  const fields = new URLSearchParams();
  if (attacker) fields.set(FIRES!, attacker);
  if (target) fields.set(AT!, target);
  if (range !== undefined && range !== null) fields.set(RANGE!, String(range));
  if (zone) fields.set(ZONE!, zone);
  if (beside) fields.set(BESIDE!, beside);
  if (chart) fields.set(FIGURES!, chart);
  for (const [name, value] of Object.entries(conditions ?? {})) fields.set(name, value);
  return `#/odds/${encodeURIComponent(rulebook)}?${fields}`;
}

/** A chance in percent, with one place where it is neither sure nor impossible: "55.6". */
export function percent(chance: Fraction | null | undefined): string {
  if (chance === null || chance === undefined) return "–";
  const value = 100 * numberOf(chance);
  return value > 0 && value < 100 ? value.toFixed(1) : value.toFixed(0);
}
/** "31 of 54"; nothing to tell where it is sure, or has a long story. */
export function outOf(chance: Fraction): string {
  const [over = "0", under = "1"] = chance.split("/");
  return under === "1" || under.length > 9 ? "" : say("{part} of {all}", { part: over, all: under });
}
/** The chance that one fires for, of a shot in a row of the table. */
export function worstOf(chances: Readonly<Record<string, Fraction>> | null, harm: string): Fraction | null {
  if (!chances) return null;
  return chances[harm] ?? Object.values(chances)[0] ?? null;
}
/** The conditions that say more than the book's own choice: those that were chosen, in words. */
export function conditionsIn({ conditions }: OddsAnswer): string {
  const told = Object.entries(conditions).filter(([, value]) => value !== "off" && value !== "none");
  return told.map(([name, value]) => (value === "on" ? spoken(name) : `${spoken(name)} ${spoken(value)}`)).join(", ");
}
export const spoken = (name: string): string => name.replaceAll("_", " ");
export const nameOf = (answer: OddsAnswer, id: string): string =>
  answer.units.find((unit) => unit.id === id)?.name ?? id;
/** How many shots it takes until what one fires for is as likely as not, three in four, nine in ten. */
export function soonOf(chance: Fraction | null | undefined): string {
  const each = chance ? numberOf(chance) : 0;
  if (each <= 0) return say("No number of such shots does it.");
  if (each >= 1) return say("One shot does it.");
  const shots = [0.5, 0.75, 0.9].map((sure) => Math.ceil(Math.log(1 - sure) / Math.log(1 - each) - 1e-9));
  return say("It takes {two} for one chance in two, {four} for three in four, {ten} for nine in ten.", {
    two: shots[0]!,
    four: shots[1]!,
    ten: shots[2]!,
  });
}
/** The case as a sentence. */
export function caseOf(answer: OddsAnswer): string {
  const ruler = answer.range === 1 ? answer.ruler.replace(/s$/, "") : answer.ruler;
  const more = conditionsIn(answer);
  return say("{one} fires at {other}, {zone}, {range} {ruler} away{more}.", {
    one: nameOf(answer, answer.attacker),
    other: nameOf(answer, answer.target),
    zone: answer.zone,
    range: answer.range,
    ruler,
    more: more ? `, ${more}` : "",
  });
}
/** The table as text that a spreadsheet takes. */
export function csvOf({ ruler, shots, rows, harm }: OddsAnswer): string {
  const lines = rows.map(({ range, shots: row }) =>
    [range, ...row.map((one) => (one ? percent(worstOf(one, harm)) : ""))].join(","),
  );
  return [[ruler, ...shots].join(","), ...lines].join("\n");
}
/** All outcomes of one shot by range, stacked: the worst at the bottom, nothing on top. */
export function stacksOf({ rows }: OddsAnswer, at: number): readonly Stack[] {
  return rows.flatMap(({ range, shots }) => {
    const chances = shots[at];
    if (!chances) return [];
    let from = 0;
    const parts = Object.entries(chances).map(([name, chance]) => {
      const part = { name, from, to: from + numberOf(chance) };
      from = part.to;
      return part;
    });
    return [{ range, parts }];
  });
}
export interface Stack {
  readonly range: number;
  readonly parts: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}
