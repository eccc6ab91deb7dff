import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Trouble } from "../api/client";
import type { Work, WorkVerdict } from "../api/types";
import { Memory } from "./cupboard";
import { Drafts } from "./drafts";
import { Editing, PATIENCE_MS, REST_MS } from "./editing.svelte";
import { Shelf } from "./shelf";
import { wishWith } from "./trying";
import { idOf } from "./works";

const BOARD: Work = { kind: "board", book: "core", text: "name: The tannery\n\n..\n" };
const TEXT = 'name = "Hides"\nmap = "tannery.txt"\n';
const SOUND: WorkVerdict = { ok: true, words: "a scenario, Hides", faults: [], advice: [] };
const FAULTY: WorkVerdict = {
  ok: false,
  words: "",
  advice: [],
  faults: [{ where: "hides.toml:3", rule: "FR-04", message: "the army costs 13 points" }],
};

async function opened(answer: () => Promise<WorkVerdict> = async () => SOUND) {
  const cupboard = new Memory();
  const shelf = await new Shelf(cupboard).open();
  await shelf.put([BOARD], { listed: false });
  const draft = await new Drafts(cupboard, "a").begin({ kind: "scenario", book: "core", text: TEXT });
  const asked: (readonly Work[])[] = [];
  const api = { check: (works: readonly Work[]) => (asked.push(works), answer()), book: vi.fn(), shipped: vi.fn() };
  return { shelf, asked, editing: new Editing(draft, shelf, api) };
}

describe("a draft in the hand", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is judged once it rests, and an answer to an older text is not its own", async () => {
    const answers: ((verdict: WorkVerdict) => void)[] = [];
    const { editing, asked } = await opened(() => new Promise((go) => answers.push(go)));
    editing.use("tannery.txt", idOf(BOARD));
    for (const sign of ["a", "ab", "abc"]) editing.change(`${TEXT}# ${sign}\n`, "typing", "text");
    await vi.advanceTimersByTimeAsync(REST_MS + 1);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.map(({ kind }) => kind)).toEqual(["scenario", "board"]);
    expect(editing.slow).toBe(false);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(editing.slow).toBe(true);
    editing.change(`${TEXT}# abcd\n`, "typing", "text");
    await vi.advanceTimersByTimeAsync(REST_MS + 1);
    answers[0]!(FAULTY);
    await vi.advanceTimersByTimeAsync(1);
    expect(editing.standing.state).toBe("unasked");
    answers[1]!(SOUND);
    await vi.advanceTimersByTimeAsync(1);
    expect([editing.sound, editing.slow]).toEqual([true, false]);
    editing.close();
  });

  it("names a file that nobody has, asks nobody, and takes one of the shelf in its place", async () => {
    const { editing, asked, shelf } = await opened();
    await vi.advanceTimersByTimeAsync(1);
    expect(editing.faults).toMatchObject([{ missing: "tannery.txt", line: 2, field: "map" }]);
    expect(asked).toEqual([]);
    await shelf.put([BOARD], { own: true });
    expect(editing.fitting("map").map(({ id }) => id)).toEqual([idOf(BOARD)]);
    editing.use("tannery.txt", idOf(BOARD));
    await vi.advanceTimersByTimeAsync(REST_MS + 1);
    expect(editing.sound).toBe(true);
    editing.close();
  });

  it("becomes a version with its parent, and there is nothing to save twice", async () => {
    const { editing, shelf } = await opened();
    editing.use("tannery.txt", idOf(BOARD));
    await vi.advanceTimersByTimeAsync(REST_MS + 1);
    const first = (await editing.save())!;
    expect([editing.version, editing.state, editing.unsaved]).toEqual([1, "version 1", "is version 1"]);
    expect(await editing.save()).toBeNull();
    editing.change(`${TEXT}# more\n`, "typing");
    expect(editing.state).toBe("draft after version 1");
    const second = (await editing.save())!;
    expect(second.work.parent).toBe(first.id);
    expect(shelf.works().map(({ id }) => id)).toEqual([second.id]);
    editing.close();
  });

  it("with faults is no version, and says how many first", async () => {
    const { editing } = await opened(async () => FAULTY);
    editing.use("tannery.txt", idOf(BOARD));
    await vi.advanceTimersByTimeAsync(REST_MS + 1);
    expect(editing.faults).toMatchObject([{ line: 3, rule: "FR-04", sentence: "The army costs 13 points." }]);
    expect(editing.unsaved).toBe("1 fault first");
    expect(await editing.save()).toBeNull();
    editing.close();
  });

  it("says why the referee did not look at it, where the server does", async () => {
    const told = "The referee's process did not start on this server.";
    const { editing } = await opened(() => Promise.reject(new Trouble("judge/absent", told, 503)));
    editing.use("tannery.txt", idOf(BOARD));
    await vi.advanceTimersByTimeAsync(REST_MS + 1);
    expect(editing.standing).toEqual({ state: "offline", why: told });
    editing.close();
  });

  it("is a version without the server too, and is judged when that is back", async () => {
    let away = true;
    const { editing } = await opened(async () => {
      if (away) throw new Trouble("offline", "away", 0);
      return SOUND;
    });
    editing.use("tannery.txt", idOf(BOARD));
    await vi.advanceTimersByTimeAsync(REST_MS + 1);
    expect(editing.standing.state).toBe("offline");
    expect(await editing.save()).not.toBeNull();
    expect(editing.standing).toEqual({ state: "offline" });
    away = false;
    await vi.advanceTimersByTimeAsync(6000);
    expect(editing.sound).toBe(true);
    editing.close();
  });
});

describe("a work is tried out", () => {
  const side = { points: 20 };
  const book = {
    scenarios: [{ id: "middle", minutes: 1, options: [], limit: 20, red: side, blue: side }],
  } as never;
  it.each([
    ["scenario", { scenario: "ID" }],
    ["position", { position: "ID" }],
    ["army", { scenario: "middle", red: "ID" }],
    ["board", { scenario: "middle", board: "ID" }],
    ["chart", { scenario: "middle", chart: "ID" }],
  ] as const)("as a %s in its own battle or the book's usual one", (kind, wish) => {
    const work: Work = { kind, book: "core", text: "" };
    const own = Object.fromEntries(
      Object.entries(wish).map(([key, value]) => [key, value === "ID" ? idOf(work) : value]),
    );
    expect(wishWith([work], book, "")).toEqual({
      ...{ rulebook: "core", works: [work], opponent: "bot", bot: "greedy", side: 0, name: "You" },
      ...own,
    });
  });
});
