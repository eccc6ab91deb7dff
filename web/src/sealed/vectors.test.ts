import ts from "typescript";
import { describe, expect, test } from "vitest";
import chainSource from "./chain.ts?raw";
import checkerSource from "./checker.ts?raw";
import shaSource from "./sha256.ts?raw";
import cheatsText from "../../../tests/kernel/golden/sealed/cheats.jsonl?raw";
import depositedText from "../../../tests/kernel/golden/sealed/deposited.jsonl?raw";
import drawnText from "../../../tests/kernel/golden/sealed/drawn.jsonl?raw";
import keptText from "../../../tests/kernel/golden/sealed/kept.jsonl?raw";
import typedText from "../../../tests/kernel/golden/sealed/typed.jsonl?raw";
import throwsText from "../../../tests/kernel/golden/sealed/throws.txt?raw";
import * as arithmetic from "./chain";
import { type Die, hashed, hex, unhex, utf8 } from "./chain";
import * as judging from "./checker";
import { check, Checker, Wrong } from "./checker";
import { sha256 } from "./sha256";
import { judged } from "./told";

// What Python has written, so that both do the same.
const rows = (text: string): string[] => text.trimEnd().split("\n");
const KEPT = rows(keptText);
const CHEATS = rows(cheatsText).map((row) => JSON.parse(row) as { name: string; rows: string[]; wrong: number });
const TYPED = rows(typedText).map((row) => JSON.parse(row) as (typeof CHEATS)[number]);
const SECRETS = [0xaa, 0x11, 0x22].map((byte) => new Uint8Array(32).fill(byte));
const KEY = unhex("4584e84694469c50dce5c0dc1c759aaffd7f07d5cb3df3e1306c7eb1cdca3721")!;
const LAST = {
  kept: "5a07a4551b694a4ea362c5c79b4c0b8aa9243e8b7253dd958e0d0a17df38dc8b",
  deposited: "ac95f5536f0c0b7c5da2b5633604a0de4493ce7b58a9ddb02e94cd125846cb6b",
  drawn: "e4fd326be01a50d97c417a5823bf6413be993905740d5158a16e4c3f69cf70ca",
};
const TEXTS = { kept: keptText, deposited: depositedText, drawn: drawnText };
const CHAINS: Record<number, string[]> = {
  0: [
    "46a21c13503ab46d33503fee3e2919bbc32710e2518779dd994b297eba4dc789",
    "dd8328c6857f1ceaa05e380d7fb0a79af90fbe9c211cdd6213a83c8979523bb5",
    "8a6c24d0bd917bba8487f30ec089b11ba74fa77f75a815080d4bb459d8ae022f",
  ],
  1: [
    "25e1db3fed5051fee10d9b3a518cd763e1c6bfd7166a201c16691b8f817cc93d",
    "ddd4436e1071d24533875b7393d0fd11aa9e3a48af0d71345f9919dc67573746",
    "cf00e1f3fe4487faf22ea6d67974715b70b86fd94f749a19dfba6a3fe650fbad",
  ],
  2: [
    "b002e7cefe4bd79be23a77dd0a6cee671c0125bd49d0ed479ff7d36ab621391e",
    "e621090ca631a8c939116d163525fcc2028d85d69525e4f6bb20646e44794f71",
    "3e64c3765d26f7dd8cbef0ab91313215b488810d55ba3eddf90c5d872e57af84",
  ],
};
const KEYS: Record<number, string> = {
  1: hex(KEY),
  2: "a603ceffd7f51e47ce417f59d172d0cb99855e400ea8ee90b13b086ddea5c1f8",
  4096: "98a7ec132a0cb9294198ce5a899df481be576418a030f65115a764c9389da240",
};
const THROWS: [number, number, Die, string][] = [
  [0, 2, 6, "4 2"],
  [1, 10, 6, "5 4 3 1 5 5 3 2 5 5"],
  [2, 3, 20, "6 3 12"],
  [3, 1, 100, "97"],
  [4, 8, 3_000_000_001, "2343706723 2436131512 2294561785 1579173397 2587257167 504626592 1116505881 1089343045"],
  [5, 20, 6, "5 4 5 4 4 5 2 2 4 5 1 3 3 2 4 3 3 4 5 5"],
  [6, 1, 1, "1"],
  [7, 4, [0, 0, 1, 2, 3, 4], "0 4 3 1"],
  [8, 3, 4_294_967_295, "3981642383 2999187696 4164342198"],
];

/** All published numbers, by some implementation; fails where one is another. */
function checkVectors({ chain, rollKey, facesOf, numbers, check: judge }: typeof arithmetic & typeof judging): void {
  const chains = SECRETS.map(chain);
  for (const [roll, links] of Object.entries(CHAINS)) {
    expect(chains.map((one) => hex(one[Number(roll)]!))).toEqual(links);
  }
  for (const [roll, key] of Object.entries(KEYS)) {
    expect(hex(rollKey(chains.map((one) => one[Number(roll)]!)))).toBe(key);
  }
  for (const [thrown, count, die, faces] of THROWS) expect(facesOf(KEY, thrown, count, die).join(" ")).toBe(faces);
  let sum = 0;
  for (let thrown = 0; thrown < 20_000; thrown++) sum += facesOf(KEY, thrown, 1, 6)[0]!;
  expect(sum).toBe(69798);
  expect(numbers([4294967291, 4294967292, 4294967295, 2], 6, 2)).toEqual([5, 2]);
  expect(numbers([4294967295, 0], 8, 2)).toEqual([7, 0]);
  for (const [name, last] of Object.entries(LAST)) {
    const found = judge(rows(TEXTS[name as keyof typeof TEXTS]));
    expect([found.hashes.at(-1), found.rolls]).toEqual([last, 3]);
  }
}

test("the hash is the one that everybody knows, at all lengths", async () => {
  for (let length = 0; length < 260; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255);
    expect(hex(sha256(bytes))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
  }
});

test("the published numbers", () => checkVectors({ ...arithmetic, ...judging }));

describe("the published numbers find every mutant of the arithmetic", () => {
  /** The three modules, with some text of theirs replaced. */
  function spoiled(honest: string, mutant: string): typeof arithmetic & typeof judging {
    const whole = [shaSource, chainSource, checkerSource].join("\n");
    expect(whole.split(honest)).toHaveLength(2);
    const bare = whole.replace(honest, mutant).replace(/^import [^;]*;$/gm, "");
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    const exports = {};
    new Function("exports", ts.transpileModule(bare, { compilerOptions: options }).outputText)(exports);
    return exports as typeof arithmetic & typeof judging;
  }

  test("and take the modules as they are", () => checkVectors(spoiled("word < limit", "word < limit ")));

  test.each([
    ["no rejection", "if (word < limit) found", "found"],
    ["multiplied instead of divided", "found.push(word % sides)", "found.push(Math.floor((word * sides) / WORDS))"],
    ["little-endian words", "yield view.getUint32(at)", "yield view.getUint32(at, true)"],
    ["the limit one too high", "word < limit", "word <= limit"],
    ["the limit one too low", "word < limit", "word < limit - 1"],
    [
      "throws counted anew in each roll",
      "const found: number[] = [];\n    for",
      "thrown = 0;\n    const found = [];\n    for",
    ],
    ["throws not counted", "facesOf(key, thrown++, count, die)", "facesOf(key, thrown, count, die)"],
    ["a block for each die", "at < 32; at += 4", "at < 4; at += 4"],
    ["blocks not counted", "u32(block)", "u32(0)"],
    ["links in another order", 'hashed("roll", ...links)', 'hashed("roll", ...[...links].reverse())'],
    ["a link checked against the anchor", "this.tips = shown;", ""],
    ["another tag", 'hashed("dice"', 'hashed("line"'],
  ])("%s", (_, honest, mutant) => {
    const modules = spoiled(honest, mutant);
    expect(() => checkVectors(modules)).toThrow();
  });
});

test("ten thousand throws fall as in Python", () => {
  const told = rows(throwsText);
  expect(told).toHaveLength(100);
  const sides = [6, 8, 10, 12, 20, 100, 3, 1, 2 ** 32 - 1, 3_000_000_001, 2 ** 31 + 1];
  told.forEach((expected, hundred) => {
    let text = "";
    for (let number = hundred * 100; number < hundred * 100 + 100; number++) {
      const key = sha256(utf8(`throw ${number}`));
      const listed = Array.from({ length: key[0]! + 1 }, (_, at) => key[at % 32]! - 128);
      text += `${arithmetic.facesOf(key, key[1]! * 7, 1 + (key[2]! % 40), sides[number % 12] ?? listed).join(" ")}\n`;
    }
    expect(hex(sha256(utf8(text)))).toBe(expected);
  });
});

describe("cheats", () => {
  test.each(CHEATS.map((cheat) => [cheat.name, cheat] as const))("%s", (_, cheat) => {
    const judge = () => check(cheat.rows);
    if (cheat.wrong === 0) expect(judge().hashes).toHaveLength(cheat.rows.length);
    else expect(judge).toThrow(new RegExp(`^line ${cheat.wrong}: `));
  });

  test.each(TYPED.map((cheat) => [cheat.name, cheat] as const))("of typed dice: %s", (_, cheat) => {
    const judge = () => check(cheat.rows);
    if (cheat.wrong === 0) expect(judge().typed).toBe(true);
    else expect(judge).toThrow(new RegExp(`^line ${cheat.wrong}: `));
  });

  test("lines that were seen and are changed or cut", () => {
    const kept = KEPT;
    expect(() => check(kept.slice(0, 10), [`10:${LAST.kept}`])).toThrow("line 10: changed or cut");
    expect(() => check(kept, [`9:${LAST.kept}`])).toThrow("line 9: changed or cut");
    expect(() => check(kept, ["x"])).toThrow("changed or cut");
  });

  test("what is counted", () => {
    const byName = new Map(CHEATS.map((cheat) => [cheat.name, cheat.rows]));
    const agreed = check(byName.get("13 keys agreed with a call open")!);
    expect([agreed.givenUp, agreed.agreed]).toEqual([[6], [6]]);
    expect(check(rows(drawnText)).unkept).toBe(3);
    expect(check(KEPT).under.slice(1)).toEqual(Array(2).fill({ seat: 3, deposited: 0, host: 0, awaited: 0 }));
    expect(check(byName.get("6 declared as played elsewhere")!)).toMatchObject({ forked: 10, rolls: 0 });
  });
});

describe("a stream", () => {
  const line = (row: string) => [row.slice(0, -75), row.slice(-66, -2)] as const;
  /** The record whose first order is hidden. */
  const hiding = CHEATS.find((cheat) => cheat.name === "a hidden line")!.rows;

  function begun(): Checker {
    const checker = new Checker();
    hiding.slice(0, 3).forEach((row) => checker.take(row));
    return checker;
  }

  test("a hidden line is told by its digest, and checked when it is opened", () => {
    const checker = begun();
    const [text, hash] = line(hiding[3]!);
    checker.conceal(hex(sha256(utf8(text))), hash);
    hiding.slice(4).forEach((row) => checker.tell(...line(row)));
    expect([...checker.hidden.keys()]).toEqual([2]);
    expect(() => checker.open(2, text.replace('"unit":1', '"unit":2'))).toThrow(Wrong);
    checker.open(2, text);
    expect(checker.hidden.size).toBe(0);
    expect(checker.hashes.at(-1)).toBe(hiding.at(-1)!.slice(-66, -2));
  });

  test("what is hidden has a salt, its place and no dice", () => {
    for (const [at, why] of [
      [3, "salt"],
      [5, "salt"],
    ] as const) {
      const checker = new Checker();
      KEPT.slice(0, at).forEach((row) => checker.take(row));
      checker.call = null;
      const [text, hash] = line(KEPT[at]!);
      checker.conceal(hex(sha256(utf8(text))), hash);
      expect(() => checker.open(at - 1, text)).toThrow(why);
    }
  });

  test("with a call open nothing is hidden", () => {
    const checker = new Checker();
    KEPT.slice(0, 5).forEach((row) => checker.take(row));
    expect(checker.call).toMatchObject({ roll: 1, side: 0, position: 3 });
    const digest = sha256(utf8("anything"));
    const before = unhex(checker.hashes.at(-1))!;
    expect(() => checker.conceal(hex(digest), hex(hashed("line", before, digest)))).toThrow("called");
  });
});

describe("the page that works from a file", () => {
  test("says what a record proves", () => {
    const [right, sentences] = judged(keptText, [`10:${LAST.kept}`]);
    expect(right).toBe(true);
    expect(sentences).toEqual([
      "3 rolls were checked",
      "Red's key: kept for 3 rolls, deposited 0, the host's 0",
      "Blue's key: kept for 3 rolls, deposited 0, the host's 0",
      "calls given up: none",
      "new keys agreed: none",
      "receipts compared: 1",
      `last hash: ${LAST.kept}`,
    ]);
    expect(judged(drawnText, [])[1]).toContain("3 rolls rest on the host's word: it drew all keys");
  });

  test("of dice that people typed", () => {
    const [right, sentences] = judged(TYPED.find(({ name }) => name === "a ruling")!.rows.join("\n"), []);
    expect(right).toBe(true);
    expect(sentences[0]).toMatch(/^\d+ rolls are as the players reported$/);
    expect(sentences[1]).toBe("receipts compared: 0");
  });

  test("and where one is wrong", () => {
    const [right, sentences] = judged(CHEATS[0]!.rows.join("\n"), []);
    expect([right, sentences]).toEqual([false, ["Wrong at line 6: TOY-7 shows [5,2]; the keys give [4,2]"]]);
  });
});
