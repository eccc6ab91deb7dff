import { describe, expect, test } from "vitest";
import { andSeen, hintFor, HINTS, type Sight } from "./hints";
import { readSettings } from "./settings";

const NOTHING: Sight = {
  mine: false,
  left: 0,
  chosen: false,
  reach: false,
  ghost: false,
  dice: 0,
  undoable: false,
  moved: false,
  targets: false,
  aimed: false,
  phone: false,
  window: false,
};
const idFor = (seen: string, sight: Partial<Sight>): string | undefined => hintFor(seen, { ...NOTHING, ...sight })?.id;

describe("hints", () => {
  test("come in the order of a first turn, each when what it speaks of is there", () => {
    expect(idFor("", {})).toBeUndefined();
    expect(idFor("", { mine: true, left: 3 })).toBe("choose");
    expect(idFor("", { mine: true, left: 3, chosen: true, reach: true })).toBe("reach");
    expect(idFor("", { ghost: true, reach: true, dice: 2 })).toBe("face");
    expect(idFor("", { ghost: true, phone: true })).toBe("tap");
    expect(idFor("face", { ghost: true, reach: true, dice: 2 })).toBe("die");
    expect(idFor("", { mine: true, undoable: true, moved: true, chosen: true })).toBe("undo");
    expect(idFor("undo", { mine: true, undoable: true, moved: true })).toBe("end");
    expect(idFor("", { targets: true })).toBe("badge");
    expect(idFor("", { targets: true, aimed: true })).toBe("rule");
  });

  test("each is shown once", () => {
    const all = HINTS.reduce((seen, { id }) => andSeen(seen, id), "");
    expect(all.split(" ")).toHaveLength(HINTS.length);
    expect(andSeen(all, "face")).toBe(all);
    for (const sight of [{ mine: true, left: 1 }, { ghost: true, dice: 2, phone: true }, { targets: true }])
      expect(idFor(all, sight)).toBeUndefined();
  });
});

test("settings of an older page keep what they say, and the rest is as at first", () => {
  expect(readSettings('{"speed": "fast", "hints": false}')).toMatchObject({
    speed: "fast",
    hints: false,
    sound: false,
    sides: "red-blue",
  });
  expect(readSettings('{"sound": "loud"}').sound).toBe(false);
});
