import { describe, expect, test } from "vitest";
import { andSeen, hintFor, HINTS, type Sight } from "./hints";
import { readSettings } from "./settings";

const NOTHING: Sight = {
  table: "squares",
  mine: false,
  placing: false,
  left: 0,
  chosen: false,
  reach: false,
  keeps: false,
  rolls: false,
  ghost: false,
  dice: 0,
  undoable: false,
  moved: false,
  targets: false,
  aimed: false,
  touch: false,
  window: false,
  pull: false,
};
const idFor = (seen: string, sight: Partial<Sight>): string | undefined => hintFor(seen, { ...NOTHING, ...sight })?.id;

describe("the guide", () => {
  test("come in the order of a first turn, each when what it speaks of is there", () => {
    expect(idFor("", {})).toBeUndefined();
    expect(idFor("", { mine: true, left: 3 })).toBe("choose");
    expect(idFor("", { mine: true, left: 3, chosen: true, reach: true })).toBe("reach");
    expect(idFor("", { ghost: true, reach: true, dice: 2 })).toBe("face");
    expect(idFor("", { ghost: true, touch: true })).toBe("tap");
    expect(idFor("face", { ghost: true, reach: true, dice: 2 })).toBe("die");
    expect(idFor("", { mine: true, undoable: true, moved: true, chosen: true })).toBe("undo");
    expect(idFor("undo", { mine: true, undoable: true, moved: true })).toBe("end");
    expect(idFor("", { targets: true })).toBe("badge");
    expect(idFor("", { targets: true, aimed: true })).toBe("rule");
  });

  test("speaks of the table and the hand that are there", () => {
    const words = (id: string, sight: Partial<Sight>): string => {
      const { lead, sentence } = HINTS.find((hint) => hint.id === id)!.words({ ...NOTHING, ...sight });
      return `${lead} ${sentence}`;
    };
    expect(words("reach", {})).toContain("green square");
    expect(words("reach", { table: "hexes" })).toContain("green hex");
    expect(words("reach", { table: "hexes", keeps: true })).toContain("keeps points for a shot");
    for (const { id } of HINTS) expect(words(id, { touch: true })).not.toMatch(/click|press R|mouse|hover/i);
  });

  test("each is shown once", () => {
    const all = HINTS.reduce((seen, { id }) => andSeen(seen, id), "");
    expect(all.split(" ")).toHaveLength(HINTS.length);
    expect(andSeen(all, "face")).toBe(all);
    for (const sight of [{ mine: true, left: 1 }, { ghost: true, dice: 2, touch: true }, { targets: true }])
      expect(idFor(all, sight)).toBeUndefined();
  });
});

test("settings of an older page keep what they say, and the rest is as at first", () => {
  expect(readSettings('{"speed": "fast", "hints": false}')).toMatchObject({
    speed: "fast",
    guide: "off",
    sound: false,
    sides: "red-blue",
  });
  expect(readSettings('{"sound": "loud"}').sound).toBe(false);
});
