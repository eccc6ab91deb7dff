/** What the referee says of a work, as an editor shows it: every fault with its line, its place and what would mend it. */
import { Trouble } from "../api/client";
import type { Pointed, TextRepair, WorkFault, WorkVerdict } from "../api/types";
import { applied } from "./edits";
import { say } from "../language/language";

/** What puts a fault right. */
export type Mend = TextRepair;
/** A fault, or advice, which blocks nothing. */
export interface Flaw {
  readonly sentence: string;
  readonly rule: string;
  /** The line of the text, counted from 1; 0 where it is about the whole, or about another file. */
  readonly line: number;
  /** The field that is meant, as the text has it. */
  readonly field: string;
  readonly place: Pointed | null;
  /** The file that is wrong, where it is not this text but one that it uses. */
  readonly file: string;
  /** The file that this text names and nobody has. */
  readonly missing: string;
  readonly advice: boolean;
  readonly repairs: readonly Mend[];
}
/** A text with a repair made. */
export const mended = (text: string, { changes }: Mend): string =>
  [...changes]
    .sort((one, other) => other.start - one.start)
    .reduce((now, { start, end, text: put }) => applied(now, { from: start, to: end, text: put }), text);

/** How a text stands with the referee. */
export type Standing =
  | { readonly state: "unasked" }
  /** Nobody answered; or somebody did, and why the text was not looked at. */
  | { readonly state: "offline"; readonly why?: string }
  | { readonly state: "sound"; readonly words: string; readonly flaws: readonly Flaw[] }
  | { readonly state: "faulty"; readonly flaws: readonly Flaw[] };

/** A fault that is known without asking. */
export const flaw = (sentence: string, more: Partial<Flaw> = {}): Flaw => ({
  ...{ sentence, rule: "", line: 0, field: "", place: null, file: "", missing: "", advice: false, repairs: [] },
  ...more,
});

/** Why there is no answer: nothing to say where nobody answered. */
export const unanswered = (error: unknown): Standing =>
  error instanceof Trouble && error.status > 0 ? { state: "offline", why: error.message } : { state: "offline" };

/** A file that a text names and that is not here. */
export const missingFlaw = (missing: string, more: Partial<Flaw> = {}): Flaw =>
  flaw(say("{missing} is not among the files here.", { missing }), { ...more, missing });

/** The answer to a text that would be a file of this name. */
export function standingOf(verdict: WorkVerdict, file: string): Standing {
  const flaws = [
    ...verdict.faults.map((fault) => flawOf(fault, file)),
    ...verdict.advice.map((one) => ({ ...flawOf(one, file), advice: true })),
  ];
  return verdict.ok ? { state: "sound", words: verdict.words, flaws } : { state: "faulty", flaws };
}
function flawOf({ where, rule, message, ...told }: WorkFault, own: string): Flaw {
  const [, named = "", line = "0"] = /^([^:\n]*)(?::(\d+))?/.exec(where) ?? [];
  const file = told.file ?? (/\.(toml|txt|map)$/.test(named) && named !== own ? named : "");
  const sentence = message.charAt(0).toUpperCase() + message.slice(1) + (/[.?!]$/.test(message) ? "" : ".");
  return flaw(sentence, {
    ...{ rule, line: file ? 0 : (told.line ?? Number(line)), file },
    ...{ field: told.field ?? "", place: told.place ?? null, repairs: file ? [] : (told.repairs ?? []) },
  });
}

/** "1 fault · line 25", "1 fault · town.txt is missing", "3 faults". */
export function countedFaults(flaws: readonly Flaw[]): string {
  const faults = flaws.filter(({ advice }) => !advice);
  if (faults.length !== 1) return `${faults.length} faults`;
  const [{ line, file, missing }] = faults as [Flaw];
  if (missing) return `1 fault · ${say("{missing} is missing", { missing })}`;
  return `1 fault${line ? ` · line ${line}` : file ? ` · ${file}` : ""}`;
}
