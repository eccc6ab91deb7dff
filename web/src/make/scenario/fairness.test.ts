import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Trouble } from "../../api/client";
import type { FairFound, FairnessBody, FairnessView, Work } from "../../api/types";
import { idOf } from "../works";
import { AFTER_SAVE_MS, FairnessDesk, fairWords, percent } from "./fairness.svelte";
import { forget, remember, runs } from "./runs";

const work = (text: string): Work => ({ kind: "scenario", book: "dynamic", text });
const found: FairFound = {
  bot: "greedy",
  games: 7,
  red: 3,
  blue: 4,
  draws: 0,
  rounds: 9,
  lost: 4,
  first: null,
  broken: [],
  remark: "",
  verdict: "not settled",
  without_luck: false,
  score: { low: 0.2, mid: 3 / 7, high: 0.7 },
};
const view = (state: FairnessView["state"], more: Partial<FairnessView> = {}): FairnessView => ({
  ...{ state, games: 0, of: 0, place: 0, sentence: "", why: "", found: null },
  ...more,
});

describe("a run", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  function desk(answers: readonly (FairnessView | Error)[]) {
    const left = [...answers];
    const next = async (): Promise<FairnessView> => {
      const answer = left.shift() ?? view("none");
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const api = {
      fairness: vi.fn<(id: string, bot: string) => Promise<FairnessView>>(next),
      playFairness: vi.fn<(body: FairnessBody) => Promise<FairnessView>>(next),
      stopFairness: vi.fn<(id: string, bot: string) => Promise<FairnessView>>(next),
    };
    const begun = vi.fn();
    return { api, begun, desk: new FairnessDesk(api, () => [work("a")], begun) };
  }
  test("is looked at while it is under way, and what is known stays when it is stopped", async () => {
    const going = view("running", { games: 7, of: 240, found });
    const {
      api,
      begun,
      desk: one,
    } = desk([view("none"), going, going, view("done", { games: 7, why: "stopped", found })]);
    one.turnTo(work("a"), "version 1");
    await vi.advanceTimersByTimeAsync(0);
    await one.play();
    expect(api.playFairness).toHaveBeenCalledWith({ works: [work("a")], bot: "greedy", games: 240 });
    expect(begun).toHaveBeenCalledWith(idOf(work("a")), "greedy");
    await vi.advanceTimersByTimeAsync(1000);
    expect(api.fairness).toHaveBeenCalledTimes(2);
    await one.stop();
    expect(one.under).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(api.fairness).toHaveBeenCalledTimes(2);
    expect(one.view?.why).toBe("stopped");
    // Another text has no result of its own; that of the one before is still there, and says of what it is.
    one.turnTo(work("b"), "");
    expect([one.view, one.last?.of]).toEqual([null, "version 1"]);
    one.close();
  });
  test("begins by itself a moment after a save, and only then says so to the server", async () => {
    const { api, desk: one } = desk([view("none"), view("waiting", { of: 240, place: 3 })]);
    one.turnTo(work("a"), "");
    await vi.advanceTimersByTimeAsync(0);
    one.afterSave();
    await vi.advanceTimersByTimeAsync(AFTER_SAVE_MS - 1);
    expect(api.playFairness).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(api.playFairness).toHaveBeenCalledWith({ works: [work("a")], bot: "greedy", games: 240, after_save: true });
    expect(fairWords(one.view!)).toBe("3 runs before yours.");
    one.close();
  });
  test("waits for a server that is away, and tells what a server refuses", async () => {
    const away = new Trouble("offline", "away", 0);
    const { desk: one } = desk([away, view("none"), new Trouble("fairness/busy", "Another scenario of yours …", 409)]);
    one.turnTo(work("a"), "");
    await vi.advanceTimersByTimeAsync(0);
    expect(one.offline).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect([one.offline, one.view?.state]).toEqual([false, "none"]);
    await one.play();
    expect(one.trouble).toBe("Another scenario of yours …");
    one.close();
  });
});

test("what is told while it is played", () => {
  expect(fairWords(view("running", { games: 7, of: 240, found }))).toBe("Playing 7 of 240. So far Red 20 – 70 %.");
  expect(fairWords(view("running", { games: 0, of: 240 }))).toBe("Playing 0 of 240.");
  expect(percent(0.4666)).toBe("46.7");
});

test("runs are remembered by content and bot, until they are over", () => {
  const kept = new Map<string, string>();
  const keep = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const run = { id: "x", bot: "greedy", title: "Quays", draft: "d" } as const;
  remember(run, keep);
  remember({ ...run, title: "Quays again" }, keep);
  remember({ ...run, bot: "planner:recruit" }, keep);
  expect(runs(keep).map(({ title, bot }) => [title, bot])).toEqual([
    ["Quays", "planner:recruit"],
    ["Quays again", "greedy"],
  ]);
  forget(run, keep);
  expect(runs(keep)).toHaveLength(1);
  kept.set("hulldown.fairness", "{broken");
  expect(runs(keep)).toEqual([]);
});
