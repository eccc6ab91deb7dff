import { expect, test } from "vitest";
import type { DockState } from "./dock.svelte";
import { undoFace } from "./faces";

test("what Undo takes back is named in a few words, and in full in its title", () => {
  const said = (undoes: string): string => {
    const dock = { covered: false, undoable: true, desk: { seen: { now: { undoes, draft: [] } } } };
    const { under, title } = undoFace(dock as unknown as DockState);
    expect(title).toBe(`Undo: ${undoes}`);
    return under;
  };
  expect(said("Red shoots")).toBe("the end of the phase");
  expect(said("Blue may counter-attack with two guns")).toBe("the end of the phase");
  expect(said("Round 3: Red begins")).toBe("the end of the turn");
  expect(said("Red chose: the southern edge. Blue sets up")).toBe("the southern edge");
});
