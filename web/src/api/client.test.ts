import { describe, expect, test, vi } from "vitest";
import { Api, Trouble, type Fetcher } from "./client";
import { Seats } from "./tokens";

const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

describe("the client", () => {
  test("sends the token and JSON", async () => {
    const fetcher = vi.fn<Fetcher>().mockResolvedValue(answer({ status: "accepted" }));
    await new Api(fetcher).table("m/1", "secret").orders({ id: "i", position: 3, orders: [{ type: "Go" }] });
    const [url, init] = fetcher.mock.calls[0]!;
    expect(url).toBe("/api/matches/m%2F1/orders");
    expect(init).toMatchObject({
      method: "POST",
      headers: { Authorization: "Bearer secret", "Content-Type": "application/json" },
    });
    expect(JSON.parse(String(init.body))).toEqual({ id: "i", position: 3, orders: [{ type: "Go" }] });
  });

  test("an error is its code and its sentence", async () => {
    const api = new Api(() =>
      Promise.resolve(answer({ error: "match/unknown", sentence: "There is no such match." }, 404)),
    );
    await expect(api.rulebooks()).rejects.toMatchObject({
      code: "match/unknown",
      message: "There is no such match.",
      status: 404,
    });
  });

  test("no answer, and an answer in pieces, are trouble too", async () => {
    const offline = new Api(() => Promise.reject(new TypeError("network")));
    await expect(offline.rulebooks()).rejects.toMatchObject({ code: "offline", passing: true });
    const broken = new Api(() => Promise.resolve(new Response("<html>", { status: 502 })));
    await expect(broken.rulebooks()).rejects.toBeInstanceOf(Trouble);
  });

  test("an answer that is cut off in its midst is none", async () => {
    const cut = new Api(() => Promise.resolve(new Response('{"status":"acc')));
    await expect(cut.table("m", "t").orders({ id: "i", position: 3, orders: [] })).rejects.toMatchObject({
      code: "offline",
      status: 0,
    });
  });

  test("nobody waits for ever for an answer", async () => {
    const waits = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
    const silent: Fetcher = (_, { signal }) =>
      new Promise((_, fail) => (signal?.aborted ? fail(new DOMException("late", "TimeoutError")) : undefined));
    await expect(new Api(silent).table("m", "t").orders({ id: "i", position: 3, orders: [] })).rejects.toMatchObject({
      code: "offline",
    });
    expect(waits).toHaveBeenCalledWith(20_000);
    waits.mockRestore();
  });

  test("terrain is asked for once, and again after a failure", async () => {
    const fetcher = vi
      .fn<Fetcher>()
      .mockRejectedValueOnce(new TypeError())
      .mockImplementation(() => Promise.resolve(answer({ id: "t" })));
    const api = new Api(fetcher);
    await expect(api.terrain("t")).rejects.toBeInstanceOf(Trouble);
    await Promise.all([api.terrain("t"), api.terrain("t")]);
    expect(fetcher).toHaveBeenCalledTimes(2);
  });

  test("all lines come in pieces", async () => {
    const fetcher = vi.fn<Fetcher>((url) => {
      const query = new URL(url, "http://x").searchParams;
      const from = Number(query.get("from"));
      return Promise.resolve(answer(Array.from({ length: Number(query.get("to")) - from }, (_, at) => from + at)));
    });
    expect(await new Api(fetcher).table("m", "t").allLines(20, 250)).toHaveLength(230);
    expect(fetcher).toHaveBeenCalledTimes(3);
  });
});

test("seats are kept, the newest first, and rubbish is ignored", () => {
  const kept = new Map<string, string>();
  const keep = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const seats = new Seats(keep);
  seats.add({ match: "a", token: "1", side: 0, title: "A", when: 1 });
  seats.add({ match: "b", token: "2", side: 1, title: "B", when: 2 });
  seats.change("a", { over: true });
  expect(new Seats(keep).all().map(({ match }) => match)).toEqual(["b", "a"]);
  expect(new Seats(keep).of("a")?.over).toBe(true);
  seats.forget("b");
  expect(seats.of("b")).toBeUndefined();
  for (const rubbish of ["{", "3", '[{"match":1}]']) {
    kept.set("hulldown.seats", rubbish);
    expect(new Seats(keep).all()).toEqual([]);
  }
});
