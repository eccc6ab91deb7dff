import { expect, test } from "vitest";
import type { Order, Preview } from "../api/types";
import { Asking } from "./asking";

const order = (x: number): Order => ({ type: "Move", x });
/** A referee who answers when told to. */
function referee(): {
  asked: number[];
  answer: (fail?: boolean) => Promise<void>;
  ask: (order: Order) => Promise<Preview>;
} {
  const asked: number[] = [];
  const waiting: { done: (preview: Preview) => void; fail: () => void }[] = [];
  return {
    asked,
    ask: (one) => {
      asked.push(Number(one["x"]));
      return new Promise((done, fail) => waiting.push({ done, fail: () => fail(new Error("lost")) }));
    },
    answer: async (fail = false) => {
      const next = waiting.shift();
      if (fail) next?.fail();
      else next?.done({});
      await new Promise((tick) => setTimeout(tick));
    },
  };
}

test("one question is under way, and after it only the newest is asked", async () => {
  const { asked, ask, answer } = referee();
  const heard: number[] = [];
  const asking = new Asking(ask, (one) => heard.push(Number(one.order["x"])));
  for (const x of [1, 2, 3, 4]) asking.want(order(x));
  expect(asked).toEqual([1]);
  await answer();
  expect(asked).toEqual([1, 4]);
  await answer();
  expect(heard).toEqual([1, 4]);
});

test("whoever commits waits for the answer to the newest", async () => {
  const { ask, answer } = referee();
  const heard: number[] = [];
  const asking = new Asking(ask, (one) => heard.push(Number(one.order["x"])));
  asking.want(order(1));
  asking.want(order(2));
  let settled = false;
  void asking.settled().then(() => (settled = true));
  await answer();
  expect(settled).toBe(false);
  await answer();
  expect([settled, heard]).toEqual([true, [1, 2]]);
  await asking.settled();
});

test("an answer to what was laid down is not heard, and a lost one does not stop the next", async () => {
  const { asked, ask, answer } = referee();
  const heard: number[] = [];
  const asking = new Asking(ask, (one) => heard.push(Number(one.order["x"])));
  asking.want(order(1));
  asking.drop();
  await answer();
  asking.want(order(2));
  await answer(true);
  asking.want(order(3));
  await answer();
  expect([asked, heard]).toEqual([[1, 2, 3], [3]]);
});
