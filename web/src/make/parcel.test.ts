import { beforeEach, describe, expect, it } from "vitest";
import type { Work } from "../api/types";
import { Memory } from "./cupboard";
import { Drafts } from "./drafts";
import type { Workshop } from "./here";
import { packed, unpacked } from "./parcel";
import { Shelf } from "./shelf";
import { idOf } from "./works";

const BOARD: Work = { kind: "board", book: "core", text: "name: The tannery\n\n..\n..\n" };
const LATER: Work = { ...BOARD, text: "name: The tannery\n\n..\n##\n", parent: idOf(BOARD) };

describe("a shelf that goes to another device", () => {
  async function device(): Promise<Workshop> {
    const cupboard = new Memory();
    return {
      shelf: await new Shelf(cupboard, () => 1000).open(),
      drafts: new Drafts(cupboard, "tab", null, () => 1000),
      lasting: true,
    };
  }
  let here: Workshop;
  let there: Workshop;
  beforeEach(async () => {
    [here, there] = [await device(), await device()];
    await here.shelf.put([BOARD], { own: true });
    await here.shelf.put([LATER], { own: true });
  });
  const draftOf = async (shop: Workshop): Promise<string[]> => (await shop.drafts.all()).map(({ text }) => text);

  it("stands there as it stood here, versions and drafts with it", async () => {
    await here.drafts.begin({ kind: "army", book: "core", text: "total = 5\n" });
    expect(await unpacked(await packed(here), there)).toEqual({ works: 1, drafts: 1 });
    expect(there.shelf.works().map(({ id }) => id)).toEqual([idOf(LATER)]);
    expect(there.shelf.version(idOf(LATER))).toBe(2);
    expect(await draftOf(there)).toEqual(["total = 5\n"]);
  });
  it("writes over nothing: a draft that went on there is another one", async () => {
    const draft = await here.drafts.begin({ kind: "army", book: "core", text: "total = 5\n" });
    await unpacked(await packed(here), there);
    draft.change("total = 6\n", "total");
    await draft.kept();
    await unpacked(await packed(here), there);
    await unpacked(await packed(here), there);
    expect((await draftOf(there)).sort()).toEqual(["total = 5\n", "total = 6\n"]);
  });
  it("is refused as a whole when it is no shelf", async () => {
    const text = await packed(here);
    await expect(unpacked(text.slice(0, -9), there)).rejects.toThrow("cut short");
    await expect(unpacked("1.5.AAAAA", there)).rejects.toThrow("damaged");
    expect(there.shelf.works()).toEqual([]);
  });
});
