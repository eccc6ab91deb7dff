import { describe, expect, it } from "vitest";
import { Trouble } from "../api/client";
import type { Work, WorkVerdict } from "../api/types";
import { arrange, strayLink, tooLarge } from "./importing";
import { idOf } from "./works";
import { together } from "./offering";
import { apart, crc32, zipped } from "./zip";

const BOARD = "name: The tannery\r\n\r\n..\r\n";
const SCENARIO = 'name = "Hides"\nmap = "tannery.txt"\n';
const BOOKS = ["france1944", "dynamic"];
const judge = (takes: (works: readonly Work[]) => WorkVerdict) => ({
  check: async (works: readonly Work[]) => takes(works),
});
const yes: WorkVerdict = { ok: true, words: "fine", faults: [], advice: [] };
const no = (where: string, message: string): WorkVerdict => ({
  ok: false,
  words: "",
  faults: [{ where, rule: "", message }],
  advice: [],
});

describe("a link that leads to no work", () => {
  it("is told from one that was cut short, and from a text", () => {
    expect(strayLink("http://x.y/#/open/1.20")).toContain("cut short");
    expect(strayLink("#/work/")).toContain("cut short");
    expect(strayLink("https://x.y/#/match/abc")).toContain("leads to no work");
    expect(["name: Town\n\n..", 'map = "http://x"', "hello", "C://a b"].map(strayLink)).toEqual(["", "", "", ""]);
  });
});

describe("what comes in", () => {
  it("is linked by the names of its files, and the book of the scenario is that of its board", async () => {
    const { arrivals, records } = await arrange(
      [
        { name: "tannery.txt", text: BOARD },
        { name: "hides.toml", text: SCENARIO },
        { name: "game.jsonl", text: '{"a":1}\n' },
      ],
      judge(([work]) => (work!.book === "dynamic" ? yes : no("x:2", "no"))),
      BOOKS,
    );
    expect(records.map(({ name }) => name)).toEqual(["game.jsonl"]);
    expect(arrivals).toHaveLength(1);
    const [{ works, sound, books, missing }] = arrivals as [(typeof arrivals)[0]];
    expect([sound, books, missing]).toEqual([true, ["dynamic"], []]);
    expect(works.map(({ kind, book }) => `${kind} ${book}`)).toEqual(["scenario dynamic", "board dynamic"]);
    expect(works[0]!.uses).toEqual({ "tannery.txt": idOf(works[1]!) });
    expect(works[1]!.text).toBe("name: The tannery\n\n..\n");
  });
  it("says which file is missing, and asks nobody about it", async () => {
    const { arrivals } = await arrange(
      [{ name: "hides.toml", text: SCENARIO }],
      judge(() => yes),
      BOOKS,
    );
    expect(arrivals[0]).toMatchObject({ sound: false, missing: ["tannery.txt"] });
  });
  it("is for the book that it names, or else for the one that finds least wrong", async () => {
    const position = await arrange(
      [{ name: "", text: 'book = "dynamic"\n' }],
      judge(() => yes),
      BOOKS,
    );
    expect(position.arrivals[0]!.works[0]).toMatchObject({ kind: "position", book: "dynamic" });
    const faulty = await arrange(
      [{ name: "", text: 'name = "x"\n' }],
      judge(([work]) => {
        const one = no("x:9", "bad");
        return work!.book === "dynamic" ? one : { ...one, faults: [...one.faults, ...one.faults] };
      }),
      BOOKS,
    );
    expect(faulty.arrivals[0]).toMatchObject({ sound: false, works: [{ book: "dynamic" }] });
  });
  it("that two books take says so", async () => {
    const { arrivals } = await arrange(
      [{ name: "tannery.txt", text: BOARD }],
      judge(() => yes),
      BOOKS,
    );
    expect(arrivals[0]!.books).toEqual(BOOKS);
  });
  it("comes in without a server too, and a ring of files does not turn for ever", async () => {
    const offline = {
      check: async (): Promise<WorkVerdict> => {
        throw new Trouble("offline", "away", 0);
      },
    };
    const { arrivals } = await arrange(
      [
        { name: "a.toml", text: 'chart = "b.toml"\n' },
        { name: "b.toml", text: 'map = "a.toml"\n' },
      ],
      offline,
      BOOKS,
    );
    expect(arrivals.map(({ missing }) => missing)).toEqual([["a.toml"], ["b.toml"]]);
  });
  it("is too large before it is read", () => {
    expect(tooLarge({ name: "a.toml", size: 1 << 20 })).toBe("");
    expect(tooLarge({ name: "a.toml", size: 3 << 20 })).toBe(
      "a.toml has 3.0 MiB; a work has at most 1. It was not read.",
    );
    expect(tooLarge({ name: "a.jsonl", size: 3 << 20 })).toBe("");
  });
});

describe("files in one", () => {
  it("have the sum that all programs reckon", () => {
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  });
  it("stand in it as they are, with an index at the end", () => {
    const data = zipped([
      ["a.toml", "x = 1\n"],
      ["ä.txt", "name: ä\n"],
    ]);
    const view = new DataView(data.buffer);
    expect(view.getUint32(0, true)).toBe(0x04034b50);
    expect(view.getUint16(data.length - 12, true)).toBe(2);
    const index = view.getUint32(data.length - 6, true);
    expect(view.getUint32(index, true)).toBe(0x02014b50);
    expect(new TextDecoder().decode(data)).toContain("a.tomlx = 1\n");
  });
  it("have names that differ", () => {
    expect(apart(["a.toml", "A.toml", "a.toml", "b", "b"])).toEqual(["a.toml", "A-2.toml", "a-3.toml", "b", "b-2"]);
    const alone = [["x.toml", "1"]] as const;
    const pair = [
      ["hides.toml", "2"],
      ["tannery.txt", "3"],
    ] as const;
    expect(together([alone, pair, pair]).map(([name]) => name)).toEqual([
      ...["x.toml", "hides/hides.toml", "hides/tannery.txt", "hides-2/hides.toml", "hides-2/tannery.txt"],
    ]);
  });
});
