import { describe, expect, it, vi } from "vitest";
import examplesText from "../../../tests/kernel/works.json?raw";
import type { Work } from "../api/types";
import {
  Broken,
  canonical,
  fileName,
  filesOf,
  idOf,
  isLink,
  kindOf,
  lacking,
  namedFiles,
  pack,
  stored,
  titleOf,
  unpack,
} from "./works";

// What Python reads alike.
interface Examples {
  readonly works: readonly { work: Work; id: string; kind: string; title: string; named: Record<string, string> }[];
  readonly links: readonly { link: string; works: readonly Work[] }[];
  readonly broken: readonly { link: string; wrong?: string }[];
}
const examples = JSON.parse(examplesText) as Examples;

describe("a work", () => {
  for (const { work, id, kind, title, named } of examples.works)
    it(`is named by its content: ${kind} ${title}`, () => {
      expect(idOf(work)).toBe(id);
      expect([kindOf(work.text), titleOf(work.text), namedFiles(work.text)]).toEqual([kind, title, named]);
    });
  it("has lines that end with one LF", () => expect(canonical("\ufeffa\r\nb\rc\n")).toBe("a\nb\nc\n"));
  it("is a file by its title, and what it uses by the names that it uses", () => {
    const [scenario, board] = examples.links[1]!.works as [Work, Work];
    expect(fileName(board)).toBe("the-tannery.txt");
    expect(filesOf([scenario, board]).map(([name]) => name)).toEqual(["hides.toml", "tannery.txt"]);
  });
});

describe("a link", () => {
  for (const { link, works } of examples.links)
    it(`of ${works.length} works is read as Python wrote it, and what we write is read again`, async () => {
      expect(await unpack(`http://table.example/#/open/${link}`)).toEqual(works);
      expect(await unpack(await pack(works))).toEqual(works);
    });
  for (const { link, wrong } of examples.broken)
    it(`says what is wrong with it: ${wrong ?? link.slice(0, 20)}`, async () => {
      const told = await unpack(link).then(
        () => "",
        (error: unknown) => (error instanceof Broken ? error.message : `not told: ${String(error)}`),
      );
      expect(told).not.toBe("");
      expect(told).not.toMatch(/^not told/);
      if (wrong) expect(told).toBe(wrong);
    });
  it("is made without a browser's help where it has none, and read elsewhere", async () => {
    const { works } = examples.links[1]!;
    vi.stubGlobal("CompressionStream", undefined);
    const link = await pack(works);
    vi.unstubAllGlobals();
    expect(await unpack(link)).toEqual(works);
    expect(stored(new Uint8Array(0))).toEqual(Uint8Array.of(1, 0, 0, 255, 255));
    expect(stored(new Uint8Array(0x10000)).length).toBe(0x10000 + 10);
  });
  it("is known among what is pasted", () => {
    expect(
      [
        `x/#/open/${examples.links[0]!.link}`,
        examples.links[0]!.link,
        "x/#/open/2.4.AAAA",
        "name: 1.2.3 x",
        "http://x/#/work/a",
      ].map(isLink),
    ).toEqual([true, true, true, false, false]);
  });
});

describe("what a work uses and nobody has", () => {
  const board: Work = { kind: "board", book: "core", text: "name: Town\n\n..\n" };
  const using = (uses: Record<string, string>): Work => ({
    ...{ kind: "scenario", book: "core", text: 'name = "Hides"\nmap = "town.txt"\nchart = "types"\n', uses },
  });
  it("is named by its file, also where it was there once", () => {
    expect(lacking([using({ "town.txt": idOf(board) }), board])).toEqual([]);
    expect(lacking([using({ "town.txt": idOf(board) })])).toEqual(["town.txt"]);
    expect(lacking([using({})])).toEqual(["town.txt"]);
  });
});
