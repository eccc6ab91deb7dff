import { describe, expect, test, vi } from "vitest";
import { Trouble } from "../../api/client";
import type { Fill, NewMatch, SetupAnswer } from "../../api/types";
import { plainWish } from "../wish";
import { book, judged, line, option, scenario } from "./fake";
import { Making } from "./making.svelte";

const DRAFT = "hulldown.setup";
const PANTHERS = { units: { panther: 2 }, points: 6, flags: 0 };
const OFFLINE = new Trouble("offline", "The table cannot be reached.", 0);

/** A server, a browser and a table; what was begun lies in `begun`. */
function world(more: { last?: NewMatch; been?: boolean; draft?: object } = {}) {
  const kept = new Map<string, string>();
  if (more.draft) kept.set(DRAFT, JSON.stringify(more.draft));
  const begun: NewMatch[] = [];
  const asked: NewMatch[] = [];
  let trouble: Error | null = null;
  const answering = async <T>(value: T): Promise<T> => {
    if (trouble) throw trouble;
    return value;
  };
  const fills: Fill[] = [{ style: "swarm", label: "Swarm", words: "", units: { light: 12 }, points: 12 }];
  const making = new Making({
    api: {
      rulebooks: () => answering([line("france1944"), line("core")]),
      book: (id) => answering(book(id)),
      setup: (wish): Promise<SetupAnswer> => {
        asked.push(wish);
        return answering(judged(wish));
      },
      fills: () => answering(fills),
    },
    keep: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    last: () => more.last ?? null,
    been: () => more.been ?? false,
    name: () => "Ann",
    begin: async (wish) => {
      await answering(null);
      begun.push(wish);
    },
  });
  return { making, kept, begun, asked, fails: (error: Error | null) => void (trouble = error) };
}
const settled = () => vi.waitFor(() => undefined);

describe("opening the page", () => {
  test("is already a game: the first book, a battle of middle length, the plain opponent, Red", async () => {
    const { making, begun } = world();
    await making.open();
    expect(making.wish).toEqual(plainWish("france1944", "plain"));
    await making.press();
    expect(begun).toEqual([{ ...plainWish("france1944", "plain"), name: "Ann" }]);
  });

  test("loses no press of Begin that came before the book", async () => {
    const { making, begun } = world();
    void making.open("core", "long");
    await making.press();
    expect(begun).toEqual([{ ...plainWish("core", "long"), name: "Ann" }]);
  });

  test("has an opponent that thinks for whoever has played before", async () => {
    const { making } = world({ been: true });
    await making.open();
    expect(making.wish.bot).toBe("planner:veteran");
  });

  test("begins where one was: with what was being made, else with what was begun last", async () => {
    const draft = { ...plainWish("core", "long"), red: "heavy=1" };
    const last = { ...plainWish("france1944", "short"), side: 1 as const, name: "Ann" };
    const made = world({ draft, last });
    await made.making.open();
    expect(made.making.wish).toEqual(draft);
    const begun = world({ last });
    await begun.making.open();
    expect(begun.making.wish).toEqual({ ...plainWish("france1944", "short"), side: 1 });
    const opening = world({ last: { rulebook: "core", opening: "first", bot: "greedy" }, been: true });
    await opening.making.open();
    expect(opening.making.wish).toEqual({ ...plainWish("core", "plain"), bot: "planner:veteran" });
  });

  test.each([
    ["core", "long", "core", "long"],
    ["core", "no such battle", "core", "plain"],
    ["no such book", "", "france1944", "plain"],
    ["", "core", "core", "plain"],
    ["", "short", "france1944", "short"],
  ])("an address %j %j leads to %j %j", async (named, battle, rulebook, scenario) => {
    const { making } = world();
    await making.open(named, battle);
    expect(making.wish).toMatchObject({ rulebook, scenario });
  });

  test("an address goes before what was being made, which it keeps where both are the same battle", async () => {
    const draft = { ...plainWish("core", "long"), red: "heavy=1", opponent: "friend" as const };
    const other = world({ draft });
    await other.making.open("core", "short");
    expect(other.making.wish).toEqual({ ...plainWish("core", "short"), opponent: "friend" });
    const same = world({ draft });
    await same.making.open("core", "long");
    expect(same.making.wish).toEqual(draft);
  });

  test("going to a part and back changes nothing", async () => {
    const { making } = world();
    await making.open();
    await making.buy(0, "light", 3);
    const before = making.wish;
    await making.open("france1944", "plain");
    expect(making.wish).toBe(before);
    expect(making.undoable).toBe("added 2 Light");
  });
});

describe("choosing", () => {
  test("another book keeps opponent and side, and takes its first battle", async () => {
    const { making } = world();
    await making.open();
    making.choose({ bot: "planner:ace", side: null });
    await making.buy(0, "light", 2);
    await making.chooseBook("core");
    expect(making.wish).toEqual({ ...plainWish("core", "plain"), bot: "planner:ace", side: null });
  });

  test("another battle is that battle as it is", async () => {
    const { making, kept } = world();
    await making.open();
    making.chooseBoard("port");
    expect(making.wish.board).toBe("port");
    making.chooseBoard("centre");
    expect(making.wish.board).toBe("");
    making.agree(making.book!.options[0]!, "on");
    expect(making.wish.options).toEqual({ damage: "on" });
    making.agreeAsBattle("damage");
    expect(making.wish.options).toEqual({});
    making.chooseBattle("long");
    expect(making.wish).toEqual(plainWish("france1944", "long"));
    expect(JSON.parse(kept.get(DRAFT) ?? "")).toEqual(making.wish);
  });

  test("quick changes are judged once, and an old answer is not taken for a new one", async () => {
    const { making, asked } = world();
    await making.open();
    await settled();
    expect(making.fresh).toBe(true);
    const before = asked.length;
    making.agree(making.book!.options[0]!, "on");
    making.agree(making.book!.options[1]!, "on");
    expect(making.fresh).toBe(false);
    await vi.waitFor(() => expect(making.fresh).toBe(true));
    expect(asked.slice(before).map(({ options }) => options)).toEqual([{ damage: "on", hidden: "on" }]);
  });
});

describe("buying", () => {
  test("is free within the points, and beyond them the card says why not and what would help", async () => {
    const { making } = world();
    await making.open();
    await making.judge();
    await making.buy(0, "light", 6);
    expect(making.army(0)).toEqual({ heavy: 2, light: 6 });
    await making.buy(0, "light", 7);
    expect(making.army(0)).toEqual({ heavy: 2, light: 6 });
    expect(making.said).toMatchObject({
      side: 0,
      unit: "light",
      refusal: { rule: "FR-03", sentence: "1 points; 0 are left" },
      repair: { label: "raise both to 13" },
    });
    making.mend();
    expect(making.wish).toMatchObject({ red: "heavy=2,light=7", options: { total: "13" } });
    expect(making.said).toBeNull();
  });

  test("can be undone step by step, whole fills at once", async () => {
    const { making } = world();
    await making.open();
    await making.buy(1, "heavy", 0);
    expect(making.undoable).toBe("took away 3 Heavy");
    await making.askFills(1);
    making.fill(1, making.fills[0]!);
    expect(making.army(1)).toEqual({ light: 12 });
    expect(making.undoable).toBe("Swarm for Blue");
    making.undo();
    expect(making.army(1)).toEqual({ light: 1 });
    making.undo();
    expect(making.wish.blue).toBe("");
    making.undo();
    expect(making.undoable).toBe("");
  });

  test("is the same for both where that is wished", async () => {
    const { making } = world();
    await making.open();
    making.link(0, true);
    expect(making.wish.blue).toBe("heavy=2,light=1");
    await making.buy(1, "light", 2);
    expect([making.wish.red, making.wish.blue]).toEqual(["heavy=2,light=2", "heavy=2,light=2"]);
    making.link(0, false);
    await making.buy(1, "light", 0);
    expect([making.wish.red, making.wish.blue]).toEqual(["heavy=2,light=2", "heavy=2"]);
    making.asBattle("armies");
    expect([making.wish.red, making.wish.blue]).toEqual(["", ""]);
  });

  test("from another chart begins with armies of that chart, and can be undone", async () => {
    const { making } = world();
    await making.open();
    await making.buy(0, "light", 2);
    await making.chooseChart(option("chart", { kind: { type: "choice", choices: [] } }), "types");
    expect(making.wish).toMatchObject({ red: "light=4", blue: "light=4", options: { chart: "types" } });
    making.undo();
    expect(making.wish).toMatchObject({ red: "heavy=2,light=2", blue: "", options: {} });
  });

  test("is closed where the battle prescribes its armies", async () => {
    const { making } = world();
    await making.open("france1944", "given");
    await making.buy(0, "heavy", 1);
    expect(making.wish.red).toBe("");
  });
});

describe("one's own figures", () => {
  const heavy = book().units[0]!;
  const core = {
    ...book("core"),
    units: [
      { ...heavy, chart: "generic" },
      { ...heavy, id: "light", chart: "generic" },
      { ...heavy, id: "panther", chart: "types" },
    ],
    scenarios: [
      scenario("plain", 45, { chart: "generic" }),
      scenario("east", 50, { chart: "types", red: PANTHERS, blue: PANTHERS }),
    ],
  };
  const own = (chart: string, id: string, ...units: string[]) => ({
    ...{ chart, id, units, version: 1, on: true, works: [] },
  });
  function table(mine: readonly ReturnType<typeof own>[]) {
    const asked: NewMatch[] = [];
    const used: unknown[] = [];
    const kept = new Map<string, string>();
    const making = new Making({
      api: {
        rulebooks: () => Promise.resolve([line("core")]),
        book: () => Promise.resolve(core),
        setup: (wish): Promise<SetupAnswer> => {
          asked.push(wish);
          const sent = { ...judged({ ...wish, scenario: "plain" }), faults: [] as SetupAnswer["faults"] };
          const repair = (side: "red" | "blue") => ({ label: "", wish: { [side]: "panther=1" } });
          const fault = { part: "armies" as const, message: "", rule: "", side: null, option: "" };
          const lost = wish.options?.["chart"] === "types" && !wish.red && !wish.chart;
          return Promise.resolve({
            ...sent,
            faults: lost ? (["red", "blue"] as const).map((side) => ({ ...fault, repair: repair(side) })) : [],
          });
        },
        fills: () => Promise.resolve([]),
      },
      keep: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      last: () => null,
      been: () => false,
      name: () => "Ann",
      begin: () => Promise.resolve(),
      figures: () => Promise.resolve(mine),
      useFigures: (...what) => void used.push(what),
    });
    return { making, asked, used, chart: async () => (await making.judge(), asked.at(-1)!.chart) };
  }
  const both = [own("generic", "mine-generic", "heavy", "light"), own("", "mine-types", "panther")];

  test("are those of the chart that the battle is fought by, also where an older page kept them", async () => {
    const { making, chart, used } = table(both);
    await making.open("core", "plain");
    expect(await chart()).toBe("mine-generic");
    making.chooseBattle("east");
    expect(await chart()).toBe("mine-types");
    making.chooseFigures(false);
    expect(await chart()).toBeUndefined();
    expect(used).toEqual([["core", "types", "mine-types", false]]);
    making.chooseBattle("plain");
    expect([making.mine?.on, await chart()]).toEqual([true, "mine-generic"]);
  });
  test("are those of the chart that was chosen instead, with armies of it", async () => {
    const { making, chart } = table(both);
    await making.open("core", "plain");
    await making.chooseChart(option("chart", { kind: { type: "choice", choices: [] } }), "types");
    expect(making.wish).toMatchObject({ red: "panther=1", blue: "panther=1" });
    expect(await chart()).toBe("mine-types");
  });
  test("of the other chart alone are told not to fit", async () => {
    const { making, chart } = table([both[1]!]);
    await making.open("core", "plain");
    expect([making.mine?.id, making.fitting, await chart()]).toEqual(["mine-types", false, undefined]);
  });
});

describe("Begin", () => {
  test("says what it does", async () => {
    const { making } = world();
    await making.open();
    expect(making.face).toEqual({ does: "begin", label: "Begin" });
    making.choose({ opponent: "friend" });
    expect(making.face).toEqual({ does: "begin", label: "Make the link" });
  });

  test("becomes the repair where there is a fault", async () => {
    const { making, begun } = world({ draft: { ...plainWish("france1944", "plain"), red: "heavy=5" } });
    await making.open();
    await vi.waitFor(() => expect(making.face).toEqual({ does: "repair", label: "raise both to 15" }));
    expect(making.blamed).toBe("armies");
    await making.press();
    expect(making.wish.options).toEqual({ total: "15" });
    expect(begun).toEqual([]);
    await making.judge();
    await making.press();
    expect(begun).toHaveLength(1);
  });

  test("keeps the set-up where the table cannot be reached, and can be tried again", async () => {
    const { making, kept, begun, fails } = world();
    await making.open();
    fails(OFFLINE);
    await making.press();
    expect(making.failure?.sentence).toBe("The table cannot be reached; this set-up is kept.");
    expect(making.face.label).toBe("Try again");
    expect(kept.has(DRAFT)).toBe(true);
    fails(null);
    await making.press();
    expect(begun).toHaveLength(1);
    expect(kept.has(DRAFT)).toBe(false);
  });

  test("opens the page when the table is there again", async () => {
    const { making, fails } = world();
    fails(OFFLINE);
    await making.open("core", "long");
    expect(making.face.label).toBe("Try again");
    fails(null);
    await making.press();
    expect(making.wish).toMatchObject({ rulebook: "core", scenario: "long" });
  });

  test("tells what the server refuses, and who is to blame", async () => {
    const { making, fails } = world();
    await making.open();
    await making.judge();
    fails(new Trouble("setup/bad", "Too many matches are open.", 429));
    expect(await making.press()).toBe("");
    expect(making.failure).toMatchObject({ sentence: "Too many matches are open.", passing: false });
    expect(making.face.label).toBe("Begin");
    making.choose({ side: 1 });
    expect(making.failure).toBeNull();
  });
});
