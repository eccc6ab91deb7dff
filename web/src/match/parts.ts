/** Parts of the battle screen that come when they are needed. */
import type { Tray } from "../api/types";

/** What a free table needs; it comes with the first of them. */
export type Parts = typeof import("../free");

/** What the dock needs for a tray that not every game has. It is there before the table is shown, so that nothing moves then. */
export const dockParts = ({ slots, window, commands }: Pick<Tray, "slots" | "window" | "commands">): Promise<unknown> =>
  Promise.all([
    slots && (slots.keep > 0 ? import("./Points.svelte") : import("./Slots.svelte")),
    window && import("./Standing.svelte"),
    commands.length > 0 && import("../free/Commands.svelte"),
  ]);
