/** A shot that is asked about without any table: what the form says of it, as the server takes it. */
import type { Book, ShotBody, Terms } from "../../api/types";
import { later, say } from "../../language/language";

export interface Form {
  readonly attacker: string;
  readonly target: string;
  readonly range: number;
  readonly zone: string;
  readonly conditions: Readonly<Record<string, string>>;
}

const MOST_RANGE = 1000;
const SWITCH = ["on", "off"];
/** Words for conditions whose names say too little. */
const WORDS: Readonly<Record<string, string>> = {
  damage: later("Damage is played"),
  damaged: later("The target is damaged"),
  half: later("With the half-die"),
  limits: later("Ranges of the chart hold"),
  quick: later("Quick Start"),
  cover: later("The target is in cover"),
  angled: later("The target stands at an angle"),
  moved: later("The gun has moved"),
  turned: later("The gun has turned"),
  injured: later("The gun's crew is injured"),
  semi: later("Tracks go in two stages"),
  weakened: later("The target's crew is injured"),
  report: later("Reported by radio"),
  colour: later("Hit die"),
  turret: later("The turret has to turn"),
  target_moving: later("The target is moving"),
  obstacle: later("Partly behind an obstacle"),
  hedge: later("Behind a hedge"),
  start: later("The gun began the turn"),
  ruin: later("Ruined house"),
  camouflage: later("The target is camouflaged"),
  smoke: later("The target is in smoke"),
  dug_in: later("The target is dug in"),
  dummy: later("The target has a dummy"),
  crate: later("A crate lies beside the gun"),
  mark: later("The target is marked"),
  dived: later("The target is dived"),
  command: later("Command die"),
};

/** A condition in words. */
export function labelled(name: string): string {
  const plain = name.replaceAll("_", " ");
  return say(WORDS[name] ?? "") || plain.charAt(0).toUpperCase() + plain.slice(1);
}
export const isSwitch = (values: readonly string[]): boolean => values.join() === SWITCH.join();

/** A ruler as it is counted: "squares", of one "square". */
export const ruled = ({ ruler }: Terms, many: number): string =>
  many === 1 ? ruler.replace(/xes$/, "x").replace(/s$/, "") : ruler;

/** A form for a book's first two units, so far apart as most of them can hit. */
export function fresh(book: Book, asked: Partial<Form> = {}): Form {
  const ids = book.units.map(({ id }) => id);
  const known = (id: string | undefined): string | undefined =>
    id !== undefined && (ids.includes(id) || book.shot?.things.includes(id)) ? id : undefined;
  return {
    attacker: known(asked.attacker) ?? ids[0] ?? "",
    target: known(asked.target) ?? ids[1] ?? ids[0] ?? "",
    range: asked.range ?? (book.shot?.ruler === "centimetres" ? 20 : 5),
    zone: asked.zone ?? book.shot?.zones[0] ?? "front",
    conditions: {},
  };
}
export const farther = (form: Form, by: number): Form => ({
  ...form,
  range: Math.max(1, Math.min(MOST_RANGE, Math.round(form.range) + by)),
});
/** A condition as it is now; one that is as usual is not said. */
export function under(form: Form, name: string, value: string): Form {
  const { [name]: _, ...rest } = form.conditions;
  return { ...form, conditions: value === "" ? rest : { ...rest, [name]: value } };
}
export const bodyOf = (rulebook: string, form: Form): ShotBody => ({
  rulebook,
  attacker: form.attacker,
  target: form.target,
  range: form.range,
  zone: form.zone,
  conditions: form.conditions,
});
