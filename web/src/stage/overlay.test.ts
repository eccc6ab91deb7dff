import { expect, test } from "vitest";
import { momentOf, OVERLAYS, palesOthers, type Layer, type Moment, type Now } from "./overlay";

const REST: Now = { playing: false, held: false, moves: false, fires: false, aim: null, falls: false };
const moment = (now: Partial<Now>): Moment => momentOf({ ...REST, ...now });
const drawn = (of: Moment): Layer[] => [...OVERLAYS[of].layers];

test("each moment has its own overlay, and there is no other", () => {
  expect(moment({})).toBe("rest");
  expect(moment({ moves: true })).toBe("moving");
  expect(moment({ moves: true, aim: "pose" })).toBe("place");
  expect(moment({ fires: true })).toBe("firing");
  expect(moment({ fires: true, aim: "target" })).toBe("target");
  expect(moment({ fires: true, aim: "target", falls: true })).toBe("artillery");
  expect(moment({ moves: true, fires: true, held: true })).toBe("enemy");
  expect(moment({ moves: true, fires: true, aim: "pose", held: true, playing: true })).toBe("watching");
});

test("a unit that can drive and fire shows its reach, until it takes aim", () => {
  expect(moment({ moves: true, fires: true })).toBe("moving");
  expect(moment({ moves: true, fires: true, aim: "target" })).toBe("target");
  expect(moment({ moves: true, fires: true, aim: "deed" })).toBe("moving");
});

test("at rest there is nothing over the ground but rims and pencil", () => {
  expect(drawn("rest")).toEqual(["rims"]);
  expect(OVERLAYS.rest).toMatchObject({ veil: "none", pencil: 1 });
});

test("reach and arc are never drawn together", () => {
  for (const { layers } of Object.values(OVERLAYS)) expect(layers.has("reach") && layers.has("arc")).toBe(false);
});

test("only from a place that is aimed at is the best shot drawn", () => {
  expect((Object.keys(OVERLAYS) as Moment[]).filter((one) => OVERLAYS[one].layers.has("then"))).toEqual(["place"]);
});

test("a line is drawn only to what is aimed at, and none where shells come down", () => {
  expect((Object.keys(OVERLAYS) as Moment[]).filter((one) => OVERLAYS[one].layers.has("lines"))).toEqual(["target"]);
  expect(OVERLAYS.artillery.layers.has("falls")).toBe(true);
});

test("the ground is veiled outside what the moment is about", () => {
  expect(Object.fromEntries(Object.entries(OVERLAYS).map(([one, { veil }]) => [one, veil]))).toEqual({
    rest: "none",
    moving: "reach",
    place: "reach",
    firing: "arc",
    target: "arc",
    artillery: "arc",
    enemy: "sees",
    watching: "none",
  });
});

test("who cannot be shot is pale while a gun is looked along, and at no other time", () => {
  expect((Object.keys(OVERLAYS) as Moment[]).filter(palesOthers)).toEqual(["firing", "target", "artillery"]);
});
