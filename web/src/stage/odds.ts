/** Chances as figures. */
import type { Aim } from "../api/types";

/** A fraction as a number. */
export function fraction(text: string): number {
  const [over = "0", under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

/** A chance in per cent with one decimal, unless it is whole. What is not certain never reads as 0 or 100. */
export function percent(chance: number): string {
  const tenths = Math.round(chance * 1000) / 10;
  if (tenths === 0 && chance > 0) return "< 0.1 %";
  if (tenths === 100 && chance < 1) return "> 99.9 %";
  return `${Number.isInteger(tenths) ? tenths : tenths.toFixed(1)} %`;
}

/**
 * The outcome that a shot is fired for, and its chance: to destroy the target, or where a book has no such word, the first effect
 * that it names. Where targets lose point by point, it is any effect at all.
 */
export function mainOdds(odds: Readonly<Record<string, string>>): { outcome: string; chance: string } {
  const names = Object.keys(odds);
  if (names.some((name) => / lost$/.test(name))) {
    const [none = "0", all = "1"] = (odds["nothing"] ?? "0").split("/");
    return { outcome: "some effect", chance: `${BigInt(all) - BigInt(none)}/${all}` };
  }
  const outcome = names.includes("destroyed") ? "destroyed" : (names.find((name) => name !== "nothing") ?? "destroyed");
  return { outcome, chance: odds[outcome] ?? "0" };
}

/** The chance that a badge shows: that of what the referee says is wanted. */
export function chanceOf({ preview: { odds, refusal, forecast } }: Aim): number | undefined {
  if (refusal) return undefined;
  const chance = forecast?.chance ?? (odds ? mainOdds(odds).chance : undefined);
  return chance === undefined ? undefined : fraction(chance);
}

/** What a shot is worth in one figure: that chance, or where there is none, that of the first harm it may still do. */
export function worthOf(aim: Aim): string {
  const chance = chanceOf(aim);
  if (chance === undefined) return "";
  const harm = (aim.preview.forecast?.also ?? []).find((one) => fraction(one.chance) > 0);
  return chance === 0 && harm ? `${harm.word} ${percent(fraction(harm.chance))}` : percent(chance);
}

/** What a badge says: the word of the referee, or where that is no chance at all, the harm that the shot may do. */
export const badgeOf = (aim: Aim): string => (chanceOf(aim) === 0 ? worthOf(aim) : aim.word);
