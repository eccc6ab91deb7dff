import { describe, expect, it } from "vitest";
import type { Work } from "../api/types";
import { Full, Memory, Small } from "./cupboard";
import { Drafts, MOST_STEPS, type Wireless } from "./drafts";
import { BACK_MS, Shelf } from "./shelf";
import { setting } from "./edits";
import { idOf } from "./works";

const BOARD: Work = { kind: "board", book: "core", text: "name: The tannery\n\n..\n..\n" };
const SCENARIO: Work = {
  kind: "scenario",
  book: "core",
  text: 'name = "Hides"\nmap = "tannery.txt"\n',
  uses: { "tannery.txt": idOf(BOARD) },
};
const next = (work: Work, text: string): Work => ({ ...work, text, parent: idOf(work) });

describe("the shelf", () => {
  const opened = async (cupboard = new Memory(), clock = { now: 1000 }): Promise<Shelf> =>
    new Shelf(cupboard, () => clock.now++).open();

  it("keeps a work with what it uses, and lists what was put there", async () => {
    const cupboard = new Memory();
    const shelf = await opened(cupboard);
    await shelf.put([SCENARIO, BOARD], { own: true });
    expect(shelf.works().map(({ title }) => title)).toEqual(["Hides"]);
    const again = await opened(cupboard);
    expect(again.bundle(SCENARIO)).toEqual([SCENARIO, BOARD]);
    expect(again.of(idOf(BOARD))).toMatchObject({ listed: false, own: false });
  });
  it("counts the versions of a title, and shows the newest", async () => {
    const shelf = await opened();
    const second = next(BOARD, "name: The tannery\n\n..\n##\n");
    await shelf.put([BOARD], { own: true });
    await shelf.put([second], { own: true });
    expect(shelf.works().map(({ id }) => id)).toEqual([idOf(second)]);
    expect([shelf.version(idOf(BOARD)), shelf.version(idOf(second)), shelf.version("nothing")]).toEqual([1, 2, 0]);
    expect(shelf.newestOf(idOf(BOARD))?.id).toBe(idOf(second));
  });
  it("has the same content once, and what it first came from stays", async () => {
    const shelf = await opened();
    await shelf.put([BOARD], { own: true });
    await shelf.put([{ ...BOARD, parent: idOf(SCENARIO), source: idOf(SCENARIO) }]);
    expect(shelf.works()).toHaveLength(1);
    expect(shelf.works()[0]!.work).toEqual(BOARD);
    await shelf.put([
      { ...SCENARIO, text: 'name = "x"\n', uses: {}, parent: idOf({ ...SCENARIO, text: 'name = "x"\n', uses: {} }) },
    ]);
    expect(shelf.works()).toHaveLength(2);
  });
  it("lets a work be taken off, and put back for ten seconds", async () => {
    const clock = { now: 1000 };
    const cupboard = new Memory();
    const shelf = await opened(cupboard, clock);
    const second = next(BOARD, "name: The tannery\n\n##\n##\n");
    await shelf.put([BOARD], { own: true });
    await shelf.put([second], { own: true });
    await shelf.takeOff(idOf(second));
    expect(shelf.works()).toEqual([]);
    await shelf.takeBack(idOf(second));
    expect(shelf.works()).toHaveLength(1);
    await shelf.takeOff(idOf(second));
    await shelf.put([SCENARIO, BOARD]);
    clock.now += BACK_MS + 1;
    const later = await opened(cupboard, clock);
    expect(later.of(idOf(second))).toBeUndefined();
    expect(later.bundle(SCENARIO)).toHaveLength(2);
  });
  it("lets a work and a draft be taken off where there is no room even for a mark, and be put back", async () => {
    class Packed extends Memory {
      full = false;
      override swap: Memory["swap"] = (box, id, become) =>
        this.#put.swap(box, id, (old) => {
          const made = become(old as never);
          if (this.full && made) throw new Full();
          return made;
        });
      override all: Memory["all"] = (box) => this.#put.all(box);
      readonly #put = new Memory();
    }
    const cupboard = new Packed();
    const shelf = await opened(cupboard);
    const drafts = new Drafts(cupboard, "tab", null, () => 1);
    const second = next(BOARD, "name: The tannery\n\n##\n##\n");
    await shelf.put([BOARD], { own: true });
    await shelf.put([second], { own: true });
    const { id } = await drafts.begin({ ...BOARD, uses: {} });
    cupboard.full = true;
    await shelf.takeOff(idOf(second));
    await drafts.takeOff(id);
    expect([shelf.works(), await cupboard.all("works"), await drafts.all()]).toEqual([[], [], []]);
    cupboard.full = false;
    await shelf.open();
    await shelf.takeBack(idOf(second));
    await drafts.takeBack(id);
    expect((await opened(cupboard)).line(idOf(second)).map((kept) => kept.id)).toEqual([idOf(second), idOf(BOARD)]);
    expect((await drafts.all()).map((page) => page.id)).toEqual([id]);
    await shelf.put([SCENARIO, BOARD], { own: true });
    cupboard.full = true;
    await expect(shelf.takeOff(idOf(second))).rejects.toThrow(Full);
    expect(shelf.of(idOf(BOARD))).toBeDefined();
  });
  it("says what is missing", async () => {
    const shelf = await opened();
    expect(() => shelf.bundle(SCENARIO)).toThrow(/it uses tannery.txt, which is missing/);
  });
  it("says that a small store is full", async () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (kept.size > 0) throw new Error("quota");
        kept.set(key, value);
      },
      removeItem: (key: string) => void kept.delete(key),
      key: (at: number) => [...kept.keys()][at] ?? null,
      get length() {
        return kept.size;
      },
    };
    const shelf = await new Shelf(new Small(store)).open();
    await shelf.put([BOARD]);
    await expect(shelf.put([SCENARIO, BOARD])).rejects.toThrow("no room left");
    expect((await new Shelf(new Small(store)).open()).works()).toHaveLength(1);
  });
});

describe("a draft", () => {
  const air = (): (() => Wireless) => {
    const all: Wireless[] = [];
    return () => {
      const one: Wireless = {
        onmessage: null,
        postMessage: (data) => all.forEach((other) => other !== one && other.onmessage?.({ data })),
      };
      all.push(one);
      return one;
    };
  };
  const begun = async (cupboard = new Memory(), clock = { now: 0 }, channel: Wireless | null = null, tab = "a") => {
    const drafts = new Drafts(cupboard, tab, channel, () => (clock.now += 5000));
    return { drafts, draft: await drafts.begin({ kind: "scenario", book: "core", text: SCENARIO.text }) };
  };

  it("is kept with every change, faults included, and can be taken back after a reload", async () => {
    const cupboard = new Memory();
    const { draft } = await begun(cupboard);
    draft.edit(setting(draft.text, ["name"], "Hides 2"), "another name");
    draft.change(`${draft.text}\nred = {`, "typing");
    await draft.kept();
    const again = (await new Drafts(cupboard, "b").open(draft.id))!;
    expect(again.text).toBe('name = "Hides 2"\nmap = "tannery.txt"\n\nred = {');
    expect([again.undo(), again.undo(), again.undo()]).toEqual(["typing", "another name", ""]);
    expect(again.text).toBe(SCENARIO.text);
    expect([again.redo(), again.redo(), again.redo()]).toEqual(["another name", "typing", ""]);
    expect(again.text).toMatch(/red = {$/);
  });
  it("counts what is typed at one go as one step, and keeps 200", async () => {
    const clock = { now: 0 };
    const drafts = new Drafts(new Memory(), "a", null, () => clock.now);
    const draft = await drafts.begin({ kind: "army", book: "core", text: "x" });
    for (const text of ["xa", "xab", "xabc"]) draft.change(text, "typing", { run: "text" });
    expect(draft.page.undo).toHaveLength(1);
    clock.now += 10_000;
    draft.change("xabcd", "typing", { run: "text" });
    expect([draft.undo(), draft.text, draft.undo(), draft.text]).toEqual(["typing", "xabc", "typing", "x"]);
    for (let many = 0; many < 250; many++) draft.change(`${draft.text}${many}`, "more");
    expect(draft.page.undo).toHaveLength(MOST_STEPS);
    while (draft.undo());
    expect(draft.text).toBe(`x${Array.from({ length: 50 }, (_, at) => at).join("")}`);
  });
  it("takes back what it uses together with the text", async () => {
    const { draft } = await begun();
    draft.change(draft.text, "board chosen", { uses: { "tannery.txt": idOf(BOARD) } });
    expect(draft.work.uses).toEqual({ "tannery.txt": idOf(BOARD) });
    draft.undo();
    expect(draft.work.uses).toBeUndefined();
    draft.redo();
    expect(draft.work.uses).toEqual({ "tannery.txt": idOf(BOARD) });
  });
  it("goes on from its version once it is saved", async () => {
    const { drafts, draft } = await begun();
    draft.change('name = "y"\n', "typing");
    expect(draft.changed).toBe(true);
    draft.saved(idOf(draft.work));
    expect(draft.changed).toBe(false);
    await draft.kept();
    expect((await drafts.goOn(draft.work, draft.page.parent)).id).toBe(draft.id);
  });
  it("hears that another tab has gone on with it, and writes nothing over that", async () => {
    const cupboard = new Memory();
    const channel = air();
    const { draft } = await begun(cupboard, { now: 0 }, channel(), "a");
    const other = (await new Drafts(cupboard, "b", channel()).open(draft.id))!;
    other.change("other\n", "typing");
    await other.kept();
    expect(draft.overtaken).toBe(true);
    draft.change("mine\n", "typing");
    expect(draft.text).toBe(SCENARIO.text);
    await draft.takeThatOne();
    expect([draft.text, draft.overtaken]).toEqual(["other\n", false]);
  });
  it("finds so too where tabs cannot hear each other, and keeps its own as a copy", async () => {
    const cupboard = new Memory();
    const { draft } = await begun(cupboard);
    const other = (await new Drafts(cupboard, "b").open(draft.id))!;
    other.change("other\n", "typing");
    await other.kept();
    draft.change("mine\n", "typing");
    await draft.kept();
    expect(draft.overtaken).toBe(true);
    expect((await cupboard.get<{ id: string; text: string }>("drafts", other.id))?.text).toBe("other\n");
    const id = await draft.keepAsCopy();
    expect(id).not.toBe(other.id);
    expect((await cupboard.get<{ id: string; text: string }>("drafts", id))?.text).toBe("mine\n");
  });
  it("says why it is not kept, and tries again with the next change", async () => {
    const cupboard = new Memory();
    const { draft } = await begun(cupboard);
    const { swap } = cupboard;
    cupboard.swap = () => Promise.reject(new Error("no room left"));
    draft.change("more\n", "typing");
    await draft.kept();
    expect(draft.trouble).toBe("no room left");
    cupboard.swap = swap;
    draft.change("more still\n", "typing");
    await draft.kept();
    expect([draft.trouble, (await cupboard.get<{ id: string; text: string }>("drafts", draft.id))?.text]).toEqual([
      "",
      "more still\n",
    ]);
  });
});
