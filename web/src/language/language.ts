/**
 * The words of the client in the language that is chosen here. English stands where it is said, and is complete by that. A catalogue has
 * another sentence for each, with the same blanks, and as many forms of a number as its language has; what it lacks is said in English.
 * It comes before anything is drawn, and to those who chose it alone.
 */
import { browserKeep } from "../api/tokens";

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Readonly<Record<string, string | Forms>>;
export type Blanks = Readonly<Record<string, string | number>>;

/** Each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
const CATALOGUES: Partial<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  de: () => import("./de.json"),
};
const KEY = "hulldown.language";

let [language, words, forms] = ["en" as Language, {} as Catalogue, new Intl.PluralRules("en")];

/** The language that is spoken here. */
export const spoken = (): Language => language;

/** Takes another one; what is on the page already stays as it is. */
export function speak(wished: Language, catalogue: Catalogue): void {
  [language, words, forms] = [wished, catalogue, new Intl.PluralRules(wished)];
}

/** The language that was chosen in this browser: to be waited for before anything is drawn. */
export async function speakAsChosen(root: HTMLElement): Promise<void> {
  const wished = (browserKeep().getItem(KEY) ?? "en") as Language;
  const found = await CATALOGUES[wished]?.().catch(() => null);
  if (found) speak(wished, found.default);
  root.lang = language;
}

/** Keeps what was chosen, for the next page. */
export function choose(wished: Language): void {
  browserKeep().setItem(KEY, wished);
}

const filled = (text: string, blanks: Blanks): string =>
  text.replace(/\{(\w+)\}/g, (blank, name: string) => String(blanks[name] ?? blank));

/** A sentence, with its blanks filled in: say("Step {at} of {all}", { at: 2, all: 12 }). */
export function say(text: string, blanks: Blanks = {}): string {
  const found = words[text];
  return filled(typeof found === "string" ? found : text, blanks);
}

/** A sentence about so many things, {n} of them: many("{n} rule", "{n} rules", 12). */
export function many(one: string, other: string, n: number, blanks: Blanks = {}): string {
  const found = words[other];
  const told = typeof found === "object" ? (found[forms.select(n)] ?? found.other) : undefined;
  return filled(told ?? (n === 1 ? one : other), { n, ...blanks });
}

/** What stands before and after a blank that is more than a word: a key, a link. */
export function around(text: string, blank: string): readonly [string, string] {
  const [before = "", after = ""] = say(text).split(`{${blank}}`);
  return [before, after];
}

/** A text of a table that is made before anybody speaks: `say` is asked when it is shown. */
export const later = <Text extends string>(text: Text): Text => text;
