import { expect, test, vi } from "vitest";
import type { Seat } from "../api/tokens";
import { momentLink } from "./moment";

vi.stubGlobal("location", { origin: "http://table", pathname: "/" });
const seat: Seat = { match: "m1", token: "secret", side: 0, title: "", when: 0 };
const asked = vi.fn(() => Promise.resolve("asked"));

test("a link to a moment never carries the secret of a seat", async () => {
  expect(await momentLink(seat, 42, asked)).toBe("http://table/#/watch/m1/asked/42");
  expect(asked).toHaveBeenCalledOnce();
  expect(await momentLink({ ...seat, watch: "given" }, 7, asked)).toBe("http://table/#/watch/m1/given/7");
  expect(asked).toHaveBeenCalledOnce();
});

test("who watches hands on what was handed to them", async () => {
  const watching = { ...seat, token: "handed", watching: true, watch: "other" };
  expect(await momentLink(watching, 1, asked)).toBe("http://table/#/watch/m1/handed/1");
});
