/** What this browser keeps of what people make: one shelf and one set of drafts, opened once for all pages. */
import { newId } from "../api/tokens";
import { api } from "../pages/here";
import { openCupboard, type Cupboard } from "./cupboard";
import { Drafts, type Wireless } from "./drafts";
import { Pictures } from "./pictures";
import { BACK_MS, Shelf } from "./shelf";

export interface Workshop {
  readonly shelf: Shelf;
  readonly drafts: Drafts;
  readonly lasting: boolean;
}
/** What another page has asked of the editor that it goes to: to be shared. */
export const asked: { share: boolean } = { share: false };
/** What works look like. */
export const pictures = new Pictures(api);
let opened: Promise<Workshop> | null = null;

/** The shelf and the drafts, as they are now. */
export async function workshop(): Promise<Workshop> {
  opened ??= open();
  const found = await opened;
  await found.shelf.open();
  return found;
}
async function open(): Promise<Workshop> {
  const cupboard: Cupboard = await openCupboard();
  const air = typeof BroadcastChannel === "function" ? new BroadcastChannel("hulldown.drafts") : null;
  const drafts = new Drafts(cupboard, newId(), air as Wireless | null);
  await drafts.sweep(Date.now() - BACK_MS);
  return { shelf: new Shelf(cupboard), drafts, lasting: cupboard.lasting };
}
