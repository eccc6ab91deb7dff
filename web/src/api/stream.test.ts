import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeWire, line } from "../match/fake";
import { SILENCE, Stream, streamAddress, type Connection } from "./stream";

let wires: FakeWire[];
let heard: number[];
let states: Connection[];
let stream: Stream;
const last = (): FakeWire => wires.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  heard = [];
  states = [];
  stream = new Stream({
    token: "t",
    from: 5,
    chance: () => 0.5,
    open: () => {
      const wire = new FakeWire(() => undefined);
      wires.push(wire);
      return wire;
    },
    events: { line: ({ position }) => heard.push(position), connection: (state) => states.push(state) },
  });
  last().onopen?.();
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
});

describe("a stream", () => {
  test("asks from where it is", () => expect(last().from).toBe(5));

  test("passes lines on in order, once", () => {
    for (const position of [5, 6, 6, 5, 7]) last().say(line(position));
    expect(heard).toEqual([5, 6, 7]);
  });

  test("a gap is never shown: it asks again from the line that is missing", () => {
    last().say(line(5));
    last().say(line(7));
    expect(heard).toEqual([5]);
    vi.advanceTimersByTime(1000);
    last().onopen?.();
    expect(wires.length).toBe(2);
    expect(last().from).toBe(6);
  });

  test("a heartbeat that knows more than came is a gap too", () => {
    last().say({ type: "heartbeat", head: 5 });
    expect(states.at(-1)).toBe("open");
    last().say({ type: "heartbeat", head: 6 });
    expect(states.at(-1)).toBe("lost");
  });

  test("silence is a lost connection", () => {
    vi.advanceTimersByTime(SILENCE + 1);
    expect(states).toContain("lost");
  });

  test("waits longer each time, but not for ever, and can be told to try now", () => {
    const waits: number[] = [];
    for (let at = 0; at < 8; at++) {
      const before = Date.now();
      last().onclose?.();
      const known = wires.length;
      while (wires.length === known) vi.advanceTimersByTime(50);
      waits.push(Date.now() - before);
    }
    expect(waits[0]).toBeLessThan(waits[3]!);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_050);
    last().onclose?.();
    const known = wires.length;
    stream.now();
    expect(wires.length).toBe(known + 1);
  });

  test("what an old connection still says is not heard", () => {
    const old = last();
    const speak = old.onmessage;
    old.onclose?.();
    vi.advanceTimersByTime(1000);
    speak?.({ data: JSON.stringify(line(5)) });
    expect(heard).toEqual([]);
  });

  test("who greeted too late tries again from where it is, and hears no error", () => {
    last().say(line(5));
    last().say({ type: "error", error: "stream/late", sentence: "Too late." });
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBeGreaterThan(1);
    last().onopen?.();
    expect(last().from).toBe(6);
    expect(states).not.toContain("ended");
  });

  test("a bad token ends it", () => {
    last().say({ type: "error", error: "auth/token", sentence: "No." });
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBe(1);
    expect(states.at(-1)).toBe("ended");
  });
});

test("the address follows the page's", () => {
  expect(streamAddress("a b", "http://localhost:8000/#/x")).toBe("ws://localhost:8000/api/matches/a%20b/stream");
  expect(streamAddress("m", "https://h.example/")).toBe("wss://h.example/api/matches/m/stream");
});
