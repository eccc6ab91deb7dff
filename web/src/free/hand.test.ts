import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { placeIn } from "../api/orders";
import type { Order, Preview, Put, Survey, Terrain, Way } from "../api/types";
import { picture, piece, SURVEY } from "../match/fake";
import type { Aimed } from "../stage/aims";
import { Camera } from "../stage/camera.svelte";
import type { Manner } from "../stage/ears";
import { Film } from "../stage/film.svelte";
import type { Point } from "../stage/points";
import { TableHand, type TableEars } from "./hand.svelte";
import { pressed } from "./keys";
import { TablePointers } from "./pointers.svelte";
import { TableScenery, type Scene } from "./scenery.svelte";
import { spoken } from "./speech";

const terrain: Terrain = {
  id: "t",
  name: "The field",
  table: "free",
  columns: 100_000,
  rows: 80_000,
  north: 0,
  legend: {},
  cells: [],
  features: [],
};
const footing = { length: 3000, width: 2000, level: "ground" as const };
const TANK = piece(1, 0, 20_000, 40_000, { name: "Medium tank 1", footing });
const ENEMY = piece(2, 1, 60_000, 40_000, { name: "Medium tank 2", footing });
const MOVE = { type: "Move", unit: 1, path: { blank: "path" } };
const wayTo = (x: number, y: number): Way => ({
  poses: [TANK.pose!, { x, y, bearing: 90 }],
  swept: [],
  slow: [],
  cost: 9000,
  move: 18_000,
  turned: 0,
  turn: 120,
});

const KEYS = { turn: () => undefined, step: () => undefined, home: () => undefined, follow: () => undefined };
/** A free table with a hand on it and nobody who draws it: what was asked of the match is written down. */
class Table {
  aim: Aimed | null = null;
  readonly told: string[] = [];
  readonly asked: Order[] = [];
  answer: (order: Order) => Preview = () => ({ way: wayTo(29_000, 40_000) });
  readonly film = new Film();
  readonly scene: { -readonly [field in keyof Scene]: Scene[field] };
  readonly manner: { -readonly [field in keyof Manner]: Manner[field] } = {};
  readonly ears: TableEars = {
    ask: (order) => {
      this.asked.push(order);
      return Promise.resolve(this.answer(order));
    },
    pick: (unit) => void this.told.push(`pick ${unit}`),
    commit: (aim) => void this.told.push(`commit ${JSON.stringify(aim)}`),
    take: ({ orders }) => void this.told.push(`take ${JSON.stringify(orders)}`),
    refuse: ({ sentence }) => void this.told.push(`refuse ${sentence}`),
    lit: (unit) => void this.told.push(`lit ${unit}`),
  };
  readonly hand: TableHand;
  readonly pointers: TablePointers;

  constructor(survey: Survey | null, over: Partial<Scene> = {}) {
    this.scene = {
      terrain,
      picture: picture({ pieces: [TANK, ENEMY] }),
      selected: 1,
      survey,
      movable: ({ id }) => id === 1,
      ...over,
    };
    const scenery = new TableScenery(this.scene, this.film, () => 0);
    const camera = new Camera(() => ({ sheet: scenery.plane, unit: scenery.shortest, models: true }));
    [camera.width, camera.height] = [1000, 800];
    const aim = { get: () => this.aim, set: (next: Aimed | null) => (this.aim = next) };
    this.hand = new TableHand(scenery, camera, aim, this.ears, this.manner, (unit) => this.told.push(`shake ${unit}`));
    this.pointers = new TablePointers(camera, this.hand);
    this.hand.begin();
  }
  at(x: number, y = 40_000): Point {
    return this.hand.pixelOf({ x, y });
  }
  press(type: string, from: Point, ...to: Point[]): void {
    this.pointers.down({ id: 1, type, at: from });
    for (const at of to) this.pointers.move({ id: 1, type, at });
    this.pointers.up({ id: 1, type, at: to.at(-1) ?? from });
  }
  key(key: string, shiftKey = false): boolean {
    return pressed({ key, code: key, shiftKey }, this.hand, KEYS);
  }
  get last(): Order | undefined {
    return this.asked.at(-1);
  }
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const MOVES: Survey = { ...SURVEY, unit: 1, move: MOVE };
const shot = (preview: Preview = { odds: { "1 lost": "1/2", nothing: "1/2" } }) => ({
  unit: 2,
  order: { type: "Fire", unit: 1, target: 2 },
  preview,
  word: "50 %",
  mode: "Gun",
});
const put = (over: Partial<Put> = {}): Put => ({
  label: "Howitzer: aim",
  order: { type: "Aim", unit: 1, x: { blank: "x" }, y: { blank: "y" } },
  rule: "r",
  length: 0,
  width: 0,
  turns: false,
  heading: 0,
  zones: [],
  unit: null,
  silhouette: "",
  ...over,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("before the referee has answered", () => {
  /** A table on which he takes his time. */
  class Slow extends Table {
    readonly waiting: (() => void)[] = [];
    constructor(survey: Survey | null, over: Partial<Scene> = {}) {
      super(survey, over);
      this.ears.ask = (order) => {
        this.asked.push(order);
        return new Promise((done) => this.waiting.push(() => done(this.answer(order))));
      };
    }
    async answers(): Promise<void> {
      for (const done of this.waiting.splice(0)) done();
      await settle();
    }
  }
  test("the ghost is where the hand leads it, with what it costs, and his answer corrects it", async () => {
    const table = new Slow(MOVES);
    await settle();
    table.hand.pull({ x: 30_000, y: 40_000 });
    expect(table.hand.ghost).toEqual({ x: 30_000, y: 40_000, bearing: 90 });
    expect(table.hand.way).toMatchObject({ cost: 10_000, move: 18_000, turned: 0, turn: 120 });
    await table.answers();
    expect(table.hand.ghost).toEqual({ x: 29_000, y: 40_000, bearing: 90 });
    table.hand.pull({ x: 20_000, y: 30_000 });
    expect(table.hand.ghost).toMatchObject({ x: 20_000, y: 30_000 });
  });
  test("the ghost goes no farther than there is movement for", async () => {
    const table = new Slow(MOVES);
    await settle();
    table.hand.pull({ x: 70_000, y: 40_000 });
    expect(table.hand.ghost).toEqual({ x: 38_000, y: 40_000, bearing: 90 });
  });
  test("on the leg on which he has just stopped it, it stops there again", async () => {
    const table = new Slow(MOVES);
    await settle();
    const nearest = { type: "Move", unit: 1, path: [[0, 4000]] };
    table.answer = () => ({
      way: { ...wayTo(24_000, 40_000), cost: 4000 },
      refusal: { rule: "r", sentence: "A house.", nearest },
    });
    table.hand.pull({ x: 30_000, y: 40_000 });
    await table.answers();
    table.hand.pull({ x: 30_500, y: 40_200 });
    expect(table.hand.way!.cost).toBe(4000);
    table.hand.pull({ x: 20_000, y: 30_000 });
    expect(table.hand.way!.cost).toBe(10_000);
  });
  test("where shells may fall goes along with the aim, and on nobody until he says so", async () => {
    const put = {
      label: "Aim",
      order: { type: "Aim", unit: 1, x: { blank: "x" }, y: { blank: "y" } },
      rule: "r",
      length: 0,
      width: 0,
      turns: false,
      heading: 0,
      zones: [],
      unit: 1,
      silhouette: "",
    };
    const table = new Slow({ ...SURVEY, unit: 1 }, { put });
    const struck = [{ unit: 2, chance: "1/2", friend: false }];
    table.answer = () => ({ fall: { dots: [{ x: 41_000, y: 40_000, chance: "1" }], struck, sentence: "" } });
    table.hand.laying.carryTo({ x: 40_000, y: 40_000 });
    await table.answers();
    expect(table.hand.fall!.struck).toEqual(struck);
    table.hand.laying.carryTo({ x: 45_000, y: 41_000 });
    expect(table.hand.fall).toMatchObject({ dots: [{ x: 46_000, y: 41_000 }], struck: [] });
    await table.answers();
    expect(table.hand.fall!.struck).toEqual(struck);
  });
});

describe("a way", () => {
  test("a model that is pulled and let go by the mouse drives there", async () => {
    const table = new Table(MOVES);
    table.press("mouse", table.at(20_000), table.at(25_000), table.at(29_000));
    await settle();
    expect(table.last).toMatchObject({ type: "Move", path: [[0, expect.closeTo(9000, -2)]] });
    expect(table.told).toEqual([`take ${JSON.stringify([table.last])}`]);
  });
  test("by touch the way stays until it is committed", async () => {
    const table = new Table(MOVES);
    table.press("touch", table.at(20_000), table.at(25_000), table.at(29_000));
    await settle();
    expect([table.told, table.hand.pinned]).toEqual([[], true]);
    await table.hand.commit();
    expect(table.told).toHaveLength(1);
  });
  test("holding still while pulling sets a corner, and the next leg begins there", async () => {
    const table = new Table(MOVES);
    table.pointers.down({ id: 1, type: "mouse", at: table.at(20_000) });
    table.pointers.move({ id: 1, type: "mouse", at: table.at(29_000) });
    await vi.advanceTimersByTimeAsync(299);
    expect(table.hand.leading.corners).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2);
    expect(table.hand.leading.corners).toHaveLength(1);
    table.pointers.move({ id: 1, type: "mouse", at: table.at(29_000, 45_000) });
    await settle();
    expect(table.last?.["path"]).toHaveLength(2);
  });
  test("a way that goes too far is driven as far as it is allowed", async () => {
    const nearest = { ...MOVE, path: [[0, 4000]] };
    const table = new Table(MOVES);
    table.answer = () => ({ way: wayTo(24_000, 40_000), refusal: { rule: "r", sentence: "a house", nearest } });
    table.press("mouse", table.at(20_000), table.at(29_000));
    await settle();
    expect(table.told).toEqual([`take ${JSON.stringify([nearest])}`]);
  });
  test("a way that is not allowed at all shakes the model and says why", async () => {
    const table = new Table(MOVES);
    table.answer = () => ({ refusal: { rule: "r", sentence: "it is stuck", nearest: null } });
    table.press("mouse", table.at(20_000), table.at(29_000));
    await settle();
    expect(table.told).toEqual(["shake 1", "refuse it is stuck"]);
  });
  test("a pull before the survey is driven once it is there", async () => {
    const table = new Table(null);
    const acts: (() => void)[] = [];
    table.ears.later = (act) => acts.push(act) > 0;
    table.press("mouse", table.at(20_000), table.at(29_000));
    await settle();
    expect(table.told).toEqual([]);
    table.scene.survey = MOVES;
    table.hand.begin();
    for (const act of acts) act();
    await settle();
    expect(table.told).toHaveLength(1);
  });
  test("the grip before the bow turns the model where it stands", async () => {
    const table = new Table(MOVES);
    const grip = table.hand.camera.pixelOf(table.hand.bow!);
    table.press("mouse", grip, table.at(20_000, 60_000));
    await settle();
    expect(table.last?.["path"]).toEqual([[90, 0]]);
  });
  test("a finger on a small model means the model, though its grip is near", async () => {
    const table = new Table(MOVES);
    const { camera } = table.hand;
    [camera.width, camera.height] = [240, 190];
    const [from, grip] = [table.at(20_000), camera.pixelOf(table.hand.bow!)];
    expect(Math.hypot(from[0] - grip[0], from[1] - grip[1])).toBeLessThan(26);
    table.press("touch", from, table.at(25_000), table.at(29_000));
    await settle();
    expect(table.last?.["path"]).toEqual([[0, expect.closeTo(9000, -3)]]);
  });
  test("what is laid down takes the answer that is on its way along", async () => {
    const table = new Table(MOVES);
    table.press("touch", table.at(20_000), table.at(29_000));
    table.key("Escape");
    await settle();
    expect(table.hand.intent).toBeNull();
  });
});

describe("keys", () => {
  test("arrows lead the way by a centimetre, with Shift by a millimetre; Q and E turn by 5°, with Shift by 1°", async () => {
    const table = new Table(MOVES);
    table.key("ArrowRight");
    expect(table.hand.place).toEqual({ x: 21_000, y: 40_000 });
    table.key("ArrowRight", true);
    expect(table.hand.place).toEqual({ x: 21_100, y: 40_000 });
    table.key("e");
    table.key("Q", true);
    await settle();
    expect(table.last?.["path"]).toEqual([
      [0, 1100],
      [4, 0],
    ]);
    table.key("Enter");
    await settle();
    expect(table.told).toHaveLength(1);
  });
  test("C sets a corner and Backspace takes it back", async () => {
    const table = new Table(MOVES);
    table.key("ArrowRight");
    table.key("c");
    await settle();
    expect(table.hand.leading.corners).toHaveLength(1);
    table.key("Backspace");
    expect(table.hand.leading.corners).toHaveLength(0);
  });
  test("Escape lays down the way and keeps the unit; with nothing led it is not the table's", async () => {
    const table = new Table(MOVES);
    table.key("ArrowRight");
    await settle();
    expect(table.key("Escape")).toBe(true);
    expect([table.hand.leading.path, table.told]).toEqual([[], []]);
    expect(table.key("Escape")).toBe(false);
  });
  test("the way is spoken as words, with what it takes", async () => {
    const table = new Table(MOVES);
    table.key("ArrowRight");
    await settle();
    expect(spoken(table.hand)).toBe("go 1: 9 of 18 centimetres, turned 0 of 120 degrees.");
  });
});

describe("targets", () => {
  const SHOOTS: Survey = { ...SURVEY, unit: 1, aims: [shot()] };
  test("by touch the first tap aims, and a second fires once it has been looked at", async () => {
    const table = new Table(SHOOTS);
    table.press("touch", table.at(60_000));
    expect([table.aim, table.told]).toEqual([{ kind: "target", unit: 2 }, []]);
    table.press("touch", table.at(60_000));
    expect(table.told).toEqual([]);
    vi.advanceTimersByTime(300);
    table.press("touch", table.at(60_000));
    await settle();
    expect(table.told).toEqual(['commit {"kind":"target","unit":2}']);
  });
  test("a click on what is aimed at fires; on what is refused it says why", async () => {
    const table = new Table(SHOOTS);
    table.pointers.move({ id: 1, type: "mouse", at: table.at(60_000) });
    vi.advanceTimersByTime(300);
    table.press("mouse", table.at(60_000));
    await settle();
    expect(table.told).toEqual(['commit {"kind":"target","unit":2}']);
    const shut = new Table({ ...SHOOTS, aims: [shot({ refusal: { rule: "r", sentence: "no line" } })] });
    shut.press("mouse", shut.at(60_000));
    await settle();
    expect(shut.told).toEqual(["refuse no line"]);
  });
  test("a press on another unit takes it into the hand, and on nothing lays it down", () => {
    const table = new Table(null, { movable: () => false });
    table.press("mouse", table.at(60_000));
    table.press("mouse", table.at(80_000));
    expect(table.told).toEqual(["pick 2", "pick null"]);
  });
});

describe("what is put", () => {
  const laid = (over: Partial<Put> = {}): Table => {
    const table = new Table({ ...SURVEY, unit: 1 }, { put: put(over) });
    table.answer = () => ({});
    return table;
  };
  test("a finger lays it down first, and a second touch on it puts it there", async () => {
    const table = laid({ length: 3000, width: 2000 });
    table.press("touch", table.at(50_000));
    await settle();
    expect([table.hand.laying.spot, table.told]).toEqual([{ x: 50_000, y: 40_000 }, []]);
    table.press("touch", table.at(50_000));
    await settle();
    expect(table.told).toEqual(['take [{"type":"Aim","unit":1,"x":50000,"y":40000}]']);
  });
  test("near a base an aim is drawn to its middle, and arrows move it by a millimetre", async () => {
    const table = laid();
    table.pointers.move({ id: 1, type: "mouse", at: table.at(60_300, 40_200) });
    await settle();
    expect(table.last).toMatchObject({ x: 60_000, y: 40_000 });
    table.key("ArrowRight");
    await settle();
    expect(table.last).toMatchObject({ x: 60_100, y: 40_000 });
  });
  test("what can be turned is turned by a pull, and sent with its heading", async () => {
    const order = { ...put().order, heading: { blank: "heading" } };
    const table = laid({ length: 3000, width: 2000, turns: true, order });
    table.press("mouse", table.at(50_000), table.at(50_000, 60_000));
    await settle();
    expect(table.told).toEqual(['take [{"type":"Aim","unit":1,"x":50000,"y":40000,"heading":180}]']);
  });
  test("H carries an aim to the point that is worth most: here between two", async () => {
    const table = laid();
    table.scene.picture = picture({ pieces: [TANK, ENEMY, piece(3, 1, 64_000, 40_000, { footing })] });
    const chance = (order: Order): string => (placeIn(order)?.x === 62_000 ? "1/2" : "1/4");
    table.answer = (order) => ({ fall: { struck: [{ unit: 2, chance: chance(order), friend: false }] } as never });
    table.key("h");
    await settle();
    expect(table.hand.laying.spot).toMatchObject({ x: 62_000, y: 40_000 });
  });
  test("a bomb slides along the path that was flown", async () => {
    const path = [
      { x: 10_000, y: 20_000, bearing: 90 },
      { x: 50_000, y: 20_000, bearing: 90 },
    ];
    const mode = { name: "Bombs", order: { type: "Drop", unit: 1, along: { blank: "along" } }, path };
    const table = new Table({ ...SURVEY, unit: 1, modes: [mode] }, { mode });
    table.answer = () => ({});
    table.pointers.move({ id: 1, type: "mouse", at: table.at(30_000, 50_000) });
    await settle();
    expect(table.last).toMatchObject({ type: "Drop", along: expect.closeTo(20_000, -2) });
  });
});

test("a unit that is lit for a command die is taken for it", () => {
  const table = new Table(null, { lit: [2] });
  table.press("mouse", table.at(60_000));
  expect(table.told).toEqual(["lit 2"]);
});
