import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GroundQuery, GroundReply, ProspectBody, WorkVerdict } from "../../api/types";
import { Memory } from "../cupboard";
import { Drafts } from "../drafts";
import { Editing } from "../editing.svelte";
import { Shelf } from "../shelf";
import { TableDesk } from "./desk.svelte";
import { NOTHING } from "../prospecting.svelte";
import { anywhere, pressed, TablePens } from "./hand.svelte";

const BARE = '# Mine.\nname = "Two farms"\nwidth = 120\nheight = 80\n';
const HOUSE = '\n[[feature]]\nkind = "house"\nmovement = "impassable"\nsight = "blocks"\nrectangle = [40, 20, 10, 6]\n';
const SOUND: WorkVerdict = { ok: true, words: "a table", faults: [], advice: [] };

async function opened(text: string, answer: (query: GroundQuery) => Partial<GroundReply> = () => ({})) {
  const cupboard = new Memory();
  const shelf = await new Shelf(cupboard).open();
  const draft = await new Drafts(cupboard, "a").begin({ kind: "board", book: "panzerkampf", text });
  const api = { check: async () => SOUND, book: vi.fn(), shipped: vi.fn() };
  const editing = new Editing(draft, shelf, api);
  const asked: ProspectBody[] = [];
  const prospect = async (body: ProspectBody) => (asked.push(body), { ...NOTHING, ...answer(body.query) });
  const desk = new TableDesk(editing, { prospect });
  // Ten pixels a centimetre, and no rim.
  Object.assign(desk.camera, { width: 1224, height: 820 });
  const pens = new TablePens(desk);
  const at = (x: number, y: number, type = "mouse", id = 1) => ({
    id,
    type,
    at: desk.camera.pixelOf([x * 10, y * 10]),
  });
  const press = (x: number, y: number) => (pens.move(at(x, y)), pens.down(at(x, y)), pens.up(at(x, y)));
  const pull = (from: readonly [number, number], to: readonly [number, number]) => {
    pens.down(at(...from));
    pens.move(at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2));
    pens.move(at(...to));
    pens.up(at(...to));
  };
  const key = (name: string, shiftKey = false) => pressed({ key: name, code: "", shiftKey }, desk);
  return { editing, desk, pens, at, press, pull, key, asked };
}
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a pull is one step, however far it went, and its way back is the same text", async () => {
  const { editing, desk, pull } = await opened(BARE + HOUSE);
  pull([44, 23], [51.02, 31.04]);
  expect(editing.text).toBe(BARE + HOUSE.replace("40, 20", "47, 28"));
  expect(editing.page.undo).toHaveLength(1);
  expect(editing.undoing).toBe("house moved");
  editing.undo();
  expect(editing.text).toBe(BARE + HOUSE);
  expect(desk.live).toEqual([]);
});
test("what is pressed with Ctrl goes where it is, and without it to the nearest step or edge", async () => {
  const { desk, pull, editing } = await opened(BARE + HOUSE);
  desk.free = true;
  pull([44, 23], [45.23, 24.37]);
  expect(desk.sheet.pieces[0]!.corners[0]).toEqual([4123, 2137]);
  editing.undo();
  desk.free = false;
  pull([44, 23], [4.2, 23]);
  expect(desk.sheet.pieces[0]!.corners[0]).toEqual([0, 2000]);
});
test("a second finger moves the board, and what the first one held is as it was", async () => {
  const { editing, desk, pens, at } = await opened(BARE + HOUSE);
  pens.down(at(44, 23, "touch"));
  pens.move(at(54, 33, "touch"));
  expect(desk.live).toHaveLength(1);
  pens.down(at(60, 40, "touch", 2));
  expect(desk.live).toEqual([]);
  pens.move(at(70, 50, "touch", 2));
  pens.up(at(54, 33, "touch"));
  pens.up(at(70, 50, "touch", 2));
  expect(editing.text).toBe(BARE + HOUSE);
});
test("a twin is drawn and moved along, in the same step", async () => {
  const { editing, desk, press, pull } = await opened(BARE);
  desk.mirror = "across";
  desk.take("field");
  for (const [x, y] of [
    [10, 10],
    [20, 10],
    [15, 20],
    [10, 10],
  ] as const)
    press(x, y);
  expect(desk.sheet.pieces.map(({ corners }) => corners[0])).toEqual([
    [1000, 1000],
    [10500, 2000],
  ]);
  expect(editing.undoing).toBe("field added");
  desk.use("move");
  pull([15, 13], [17, 13]);
  expect(desk.sheet.pieces.map(({ corners }) => corners[0])).toEqual([
    [1200, 1000],
    [10300, 2000],
  ]);
  expect(editing.page.undo).toHaveLength(2);
});
test("a table that is full says so, and takes nothing more", async () => {
  const { editing, desk } = await opened(BARE + HOUSE.repeat(200));
  desk.choose(0);
  desk.copy();
  expect(desk.trouble).toBe("A table has 200 pieces at most; take one away first.");
  expect(editing.text).toBe(BARE + HOUSE.repeat(200));
});
test("keys choose, move by 0.1 cm and with Shift by 1, and take away", async () => {
  const { editing, desk, key } = await opened(BARE + HOUSE);
  key(".");
  key("ArrowRight");
  key("ArrowDown", true);
  expect(editing.text).toContain("rectangle = [40.1, 21, 10, 6]");
  expect(desk.spoken).toBe("house, piece 1 of 1: impassable, view blocks.");
  key("n");
  key(".");
  key("Delete");
  expect(editing.text).toContain("polygon = [[50.1, 21], [50.1, 27], [40.1, 27]]");
  anywhere({ key: "Delete", shiftKey: false }, desk);
  anywhere({ key: "v", shiftKey: false }, desk);
  anywhere({ key: "Delete", shiftKey: false }, desk);
  expect(editing.text).toBe(BARE);
});
test("the referee is asked of the table as it would be, and an answer about another piece is not shown", async () => {
  const lies = { feature: 1, name: "wood", told: "no way, no view", rule: "PK-R52" };
  const { desk, asked } = await opened(BARE + HOUSE + HOUSE.replace("house", "wood"), () => ({ overlaps: [lies] }));
  desk.choose(0);
  desk.liftPiece(desk.shape, [1000, 0]);
  desk.consider();
  await vi.advanceTimersByTimeAsync(200);
  expect(asked.at(-1)!.works[0]!.text).toContain("rectangle = [50, 20, 10, 6]");
  expect(desk.overlaps).toEqual([lies]);
  desk.consider();
  desk.choose(null);
  desk.consider();
  await vi.advanceTimersByTimeAsync(200);
  expect(desk.overlaps).toEqual([]);
});
