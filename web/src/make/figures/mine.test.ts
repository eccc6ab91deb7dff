import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Work } from "../../api/types";
import { Memory } from "../cupboard";
import { Shelf } from "../shelf";
import { idOf } from "../works";
import { adoptFigures, allChosen, chosenOf, mineOf, useFigures } from "./mine";

const shop = vi.hoisted(() => ({ shelf: null as unknown }));
vi.mock("../here", () => ({ workshop: () => Promise.resolve(shop) }));

const chart = (...units: string[]): Work => ({
  kind: "chart",
  book: "core",
  text: units.map((id) => `[[unit]]\nid = "${id}"\n`).join("\n"),
});
const [GENERIC, TYPES, LATER] = [chart("heavy", "light"), chart("panther"), chart("panther", "stug")];
const [generic, types, later] = [idOf(GENERIC), idOf(TYPES), idOf(LATER)];

describe("one's own figures of a book with two charts", () => {
  let shelf: Shelf;
  beforeEach(async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    shop.shelf = shelf = await new Shelf(new Memory(), () => 1000).open();
    for (const work of [GENERIC, TYPES, LATER]) await shelf.put([work], { own: true });
  });
  const inUse = async (): Promise<[string, string, boolean][]> =>
    (await mineOf("core")).map(({ chart: stood, id, on }) => [stood, id, on]);

  it("are in use side by side", async () => {
    useFigures("core", "generic", generic, true);
    useFigures("core", "types", types, true);
    useFigures("core", "types", types, false);
    useFigures("squadron", "", types, true);
    expect(await inUse()).toEqual([
      ["generic", generic, true],
      ["types", types, false],
    ]);
    expect(await mineOf("cor")).toEqual([]);
  });
  it("are read as an older page kept them, until something is chosen for their chart", async () => {
    localStorage.setItem("hulldown.figures", JSON.stringify({ core: { id: types, on: true } }));
    expect(await inUse()).toEqual([["", types, true]]);
    useFigures("core", "generic", generic, true);
    expect(await inUse()).toEqual([
      ["", types, true],
      ["generic", generic, true],
    ]);
    useFigures("core", "types", later, false);
    expect((await inUse()).sort()).toEqual([
      ["generic", generic, true],
      ["types", later, false],
    ]);
  });
  it("are those of the chart that an older page meant, and of no other", () => {
    localStorage.setItem("hulldown.figures", JSON.stringify({ core: { id: types, on: true } }));
    expect(chosenOf("core", "types", (id) => id === types)).toEqual({ id: types, on: true });
    expect(chosenOf("core", "generic", () => false)).toBeUndefined();
    expect(chosenOf("core", "", () => false)).toEqual({ id: types, on: true });
  });
  it("come from another device where nothing was chosen for that chart", () => {
    localStorage.setItem("hulldown.figures", JSON.stringify({ core: { id: types, on: true } }));
    const came = { "core/types": { id: later, on: true }, "core/generic": { id: generic, on: true } };
    adoptFigures(came, (id) => shelf.of(id)?.work.text);
    expect(allChosen()).toEqual({ core: { id: types, on: true }, "core/generic": { id: generic, on: true } });
  });
});
