/** What a player set for this browser. Each acts at once. */
import { writable, type Writable } from "svelte/store";
import { browserKeep } from "../api/tokens";

export interface Settings {
  speed: "slow" | "normal" | "fast" | "instant";
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "reduced";
  /** The colours of the sides; their shapes are always the same. */
  sides: "red-blue" | "orange-violet" | "black-white";
  names: "edges" | "squares" | "off";
  size: "normal" | "large" | "largest" | "double";
  sound: boolean;
  hand: "right" | "left";
  touch: "twice" | "once";
  fire: "click" | "twice";
  ends: "ask" | "once";
  guide: "open" | "folded" | "off";
  /** A whole battle was played with the guide: it no longer opens by itself. */
  guided: boolean;
  /** The steps of the guide that were seen, by their names. */
  seen: string;
  /** A sentence of advice where the guide has nothing more to say. */
  advice: boolean;
  letters: boolean;
  text: boolean;
  name: string;
}
const DEFAULTS: Settings = {
  speed: "normal",
  theme: "system",
  motion: "system",
  sides: "red-blue",
  names: "edges",
  size: "normal",
  sound: false,
  hand: "right",
  touch: "twice",
  fire: "click",
  ends: "ask",
  guide: "open",
  guided: false,
  seen: "",
  advice: true,
  letters: true,
  text: false,
  name: "",
};
export const SPEEDS: Record<Settings["speed"], number> = { slow: 1.6, normal: 1, fast: 0.4, instant: 0 };

const KEY = "hulldown.settings";
const keep = browserKeep();

export function readSettings(text: string | null): Settings {
  try {
    const data: unknown = JSON.parse(text ?? "{}");
    const found = { ...DEFAULTS } as Record<string, unknown>;
    if (typeof data === "object" && data !== null)
      for (const [key, value] of Object.entries(data))
        if (key in DEFAULTS && typeof value === typeof found[key]) found[key] = value;
    const settings = found as unknown as Settings;
    // An older page had hints, or none.
    if ((data as { hints?: unknown }).hints === false) settings.guide = "off";
    return settings.speed in SPEEDS ? settings : { ...settings, speed: "normal" };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Writable<Settings> = writable(readSettings(keep.getItem(KEY)));
settings.subscribe((value) => {
  try {
    keep.setItem(KEY, JSON.stringify(value));
  } catch {
    // Forgotten with the page, then.
  }
});

/** Keeps the page's theme as set; without the attribute the system decides. */
export function followTheme(root: HTMLElement): void {
  settings.subscribe(({ theme, motion, sides, size }) => {
    if (theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
    root.dataset["motion"] = motion;
    root.dataset["sides"] = sides;
    root.dataset["size"] = size;
  });
}
