import { afterEach, describe, expect, it, vi } from "vitest";
import type { Keep } from "../../api/tokens";
import { newId } from "../../api/tokens";
import type { Kept } from "../../sealed/keeper";
import { Claims } from "./claims";

function shelf(): Keep & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
const what = { name: "Kestrel", anchor: "ab", kept: { secret: "cd" } as Kept };

describe("claims that were sent", () => {
  it("are the same for another page of this browser, until they are answered", () => {
    const keep = shelf();
    const made = new Claims(keep).make("one", what);
    expect(new Claims(keep).of("one")).toEqual(made);
    expect(new Claims(keep).of("two")).toBeUndefined();
    new Claims(keep).forget("one");
    expect(new Claims(keep).of("one")).toBeUndefined();
  });
  it("are few, and the oldest go first", () => {
    const claims = new Claims(shelf());
    for (let many = 0; many < 25; many++) claims.make(`invitation ${many}`, what);
    expect(claims.of("invitation 4")).toBeUndefined();
    expect(claims.of("invitation 5")).toBeDefined();
  });
  it("survive a shelf in pieces", () => {
    const keep = shelf();
    keep.setItem("hulldown.claims", "{");
    expect(new Claims(keep).of("one")).toBeUndefined();
    expect(new Claims(keep).make("one", what).id).toBeTruthy();
  });
});

describe("an id", () => {
  afterEach(() => vi.unstubAllGlobals());
  it("is made where a page comes by plain http, and is never the same", () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
    const ids = new Set(Array.from({ length: 50 }, newId));
    expect(ids.size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[\w-]{24}$/);
  });
});
