/** What a key was pressed on, and what it does to a line that plays. */
import type { Name } from "./commands";
import type { MatchStore } from "./store";

const PLACES = {
  field: "input, textarea, select",
  control: "button, a, summary",
  button: "button, a, summary, [role=button]",
  /** The chip of a unit, or the chip or row of a weapon, that is chosen already. */
  chosen: ':is(.todo, .window, [aria-label="Weapons"]) [aria-pressed="true"], .weapon[aria-pressed="true"]',
} as const;

export const pressedIn = (into: Element | null, place: keyof typeof PLACES): boolean =>
  Boolean(place === "field" ? into?.matches(PLACES.field) : into?.closest(PLACES[place]));

/**
 * While a line plays, Enter, Space and Escape only show its end, unless they press what has the focus; every other key shows the end
 * of all, and acts. Tells whether that was all.
 */
export function skipsFirst(name: Name, onControl: boolean, store: Pick<MatchStore, "skip" | "skipAll">): boolean {
  if (name !== "commit" && name !== "skip" && name !== "back") {
    store.skipAll();
    return false;
  }
  if (!onControl) store.skip();
  return !onControl;
}
