import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Table } from "../api/client";
import type { AnalysisView } from "../api/types";
import { Looking } from "./looking.svelte";

const view = (state: AnalysisView["state"], steps: number): AnalysisView => ({
  ...{ state, steps, of: 4, place: 0, sentence: "", analysis: null },
});
/** A server that answers one thing after the other, and notes what it was asked. */
class Fake {
  readonly asked: string[] = [];
  readonly onmore = vi.fn();
  readonly looking: Looking;
  constructor(answers: (AnalysisView | Error)[]) {
    const call = (method: string, path: string): Promise<AnalysisView> => {
      this.asked.push(`${method} ${path.split("/analysis/")[1]}`);
      const next = answers.shift()!;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    };
    this.looking = new Looking({ match: "m", token: "t", api: { call } } as unknown as Table, this.onmore);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is found is not begun; what is begun is followed, and told each time that more is measured", async () => {
  const fake = new Fake([
    ...[view("none", 1), view("running", 1), view("running", 1), view("running", 3), view("done", 4)],
  ]);
  await fake.looking.find();
  expect([fake.asked, fake.looking.busy, fake.looking.view?.steps]).toEqual([["GET look"], false, 1]);
  await fake.looking.ask();
  expect([fake.looking.busy, fake.onmore.mock.calls.length]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(fake.onmore.mock.calls.length).toBe(1);
  await vi.runAllTimersAsync();
  expect(fake.asked).toEqual(["GET look", "POST look", "GET look", "GET look", "GET look"]);
  expect([fake.looking.busy, fake.onmore.mock.calls.length]).toEqual([false, 2]);
});

test("a look that waits for another of the same visitor is asked for again", async () => {
  const fake = new Fake([view("busy", 0), view("running", 0), view("done", 4)]);
  await fake.looking.ask();
  await vi.runAllTimersAsync();
  expect(fake.asked).toEqual(["POST look", "POST look", "GET look"]);
});

test("one that is stopped is not followed any more, and can be gone on with", async () => {
  const fake = new Fake([view("running", 0), view("none", 2), view("done", 4)]);
  await fake.looking.ask();
  await fake.looking.stop();
  await vi.runAllTimersAsync();
  expect(fake.asked).toEqual(["POST look", "POST look/stop"]);
  expect([fake.looking.busy, fake.looking.view?.steps, fake.onmore.mock.calls.length]).toEqual([false, 2, 1]);
  await fake.looking.ask();
  expect(fake.looking.view?.state).toBe("done");
});

test("what fails is told, and nothing is followed", async () => {
  const fake = new Fake([view("running", 0), new Error("The server is gone.")]);
  await fake.looking.ask();
  await vi.runAllTimersAsync();
  expect([fake.looking.trouble, fake.looking.busy]).toEqual(["The server is gone.", false]);
  fake.looking.close();
});
