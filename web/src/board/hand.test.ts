import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Aim, Band, Survey } from "../api/types";
import { piece, picture, SURVEY, TERRAIN } from "../match/fake";
import type { Aimed } from "../stage/aims";
import { Camera } from "../stage/camera.svelte";
import type { Manner } from "../stage/ears";
import { Film } from "../stage/film.svelte";
import type { Point } from "../stage/points";
import { BoardHand, type BoardEars } from "./hand.svelte";
import { pressed } from "./keys";
import { BoardPointers } from "./pointers.svelte";
import { Scenery, type Scene } from "./scenery.svelte";
import { Turret } from "./turret.svelte";

const KEYS = { turn: () => undefined, step: () => undefined, home: () => undefined, follow: () => undefined };
/** A board with a hand on it and nobody who draws it: what was asked of the match is written down. */
class Table {
  aim: Aimed | null = null;
  readonly told: string[] = [];
  readonly film = new Film();
  readonly scene: { -readonly [field in keyof Scene]: Scene[field] };
  readonly manner: { -readonly [field in keyof Manner]: Manner[field] } = {};
  readonly ears: BoardEars = {
    pick: (unit) => void this.told.push(`pick ${unit}`),
    commit: (aim) => void this.told.push(`commit ${JSON.stringify(aim)}`),
    why: (aim) => this.told.push(`why ${JSON.stringify(aim)}`) > 0,
    mark: ({ kind }) => void this.told.push(`mark ${kind}`),
    redirect: ({ kind }, square) => void this.told.push(`redirect ${kind} ${square}`),
    skip: () => {
      this.told.push("skip");
      this.film.clear();
    },
  };
  readonly scenery: Scenery;
  readonly camera: Camera;
  readonly hand: BoardHand;
  readonly pointers: BoardPointers;

  constructor(survey: Survey | null, over: Partial<Scene> = {}) {
    this.scene = { terrain: TERRAIN, picture: picture(), selected: survey?.unit ?? null, survey, ...over };
    this.scenery = new Scenery(this.scene, this.film, () => 0);
    this.camera = new Camera(() => ({ sheet: this.scenery.layout, unit: 52, models: false }));
    [this.camera.width, this.camera.height] = [900, 700];
    const aim = { get: () => this.aim, set: (next: Aimed | null) => (this.aim = next) };
    this.hand = new BoardHand(this.scenery, this.camera, aim, this.ears, this.manner);
    this.pointers = new BoardPointers(this.camera, this.hand, new Turret(this.hand));
  }
  /** The pixel in the middle of a square, or beside it by so many pixels. */
  at(square: number, dx = 0, dy = 0): Point {
    const [x, y] = this.hand.placeOf(square);
    return [x + dx, y + dy];
  }
  press(type: string, from: Point, ...to: Point[]): void {
    this.pointers.down({ id: 1, type, at: from });
    for (const at of to) this.pointers.move({ id: 1, type, at });
    this.pointers.up({ id: 1, type, at: to.at(-1) ?? from });
  }
  key(key: string, more: { shiftKey?: boolean; code?: string } = {}): boolean {
    return pressed({ key, code: key, shiftKey: false, ...more }, this.hand, KEYS);
  }
}

const band = (poses: number[], over: Partial<Band> = {}): Band => ({
  name: "with the 3",
  rule: "r",
  token: 3,
  order: { type: "Move", unit: 0 },
  poses,
  steps: poses.map(() => 1),
  before: poses.map(() => 2),
  ...over,
});
/** Square 1 can be reached facing north, east and south; square 3 facing east alone. */
const MOVES: Survey = { ...SURVEY, unit: 0, bands: [band([1 * 8 + 2, 1 * 8, 1 * 8 + 4, 3 * 8 + 2])] };
const shot = (over: Partial<Aim> = {}): Aim => ({
  unit: 1,
  order: { type: "Fire" },
  preview: { odds: { destroyed: "1/2", nothing: "1/2" } },
  word: "50 %",
  ...over,
});
const SHOOTS: Survey = { ...SURVEY, unit: 0, aims: [shot()] };
const ENEMY = 5;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("choosing", () => {
  test("a press on a piece takes it into the hand", () => {
    const table = new Table(null);
    table.press("mouse", table.at(0));
    expect(table.told).toEqual(["pick 0"]);
  });
  test("a press on nothing lays down the aim, and only the next one the piece", () => {
    const table = new Table(MOVES);
    table.ears.why = () => false;
    table.hand.takeAim({ kind: "pose", pose: 10 }, true);
    table.press("mouse", table.at(20));
    expect([table.aim, table.told]).toEqual([null, []]);
    table.press("mouse", table.at(20));
    expect(table.told).toEqual(["pick null"]);
  });
  test("a press on a square before the survey counts once it is there, and only aims", () => {
    const table = new Table(null, { selected: 0 });
    const acts: (() => void)[] = [];
    table.ears.later = (act) => acts.push(act) > 0;
    table.press("mouse", table.at(1));
    expect(table.told).toEqual([]);
    table.scene.survey = MOVES;
    for (const act of acts) act();
    expect(table.aim).toEqual({ kind: "pose", pose: 10 });
    expect(table.told).toEqual([]);
  });
  test("a press while something plays shows its end first, and means what is there then", () => {
    const table = new Table(null);
    table.film.running = true;
    table.press("mouse", table.at(0));
    expect(table.told).toEqual(["skip", "pick 0"]);
  });
  test("what no longer stands in the survey is no longer aimed at", () => {
    const table = new Table(MOVES);
    table.hand.takeAim({ kind: "pose", pose: 10 }, true);
    table.scene.survey = SHOOTS;
    table.hand.reconsider();
    expect(table.aim).toBeNull();
  });
});

describe("by touch", () => {
  test("the first tap aims and the second on the same square commits", () => {
    const table = new Table(MOVES);
    table.press("touch", table.at(1));
    expect([table.aim, table.told]).toEqual([{ kind: "pose", pose: 10 }, []]);
    table.press("touch", table.at(1));
    expect(table.told).toEqual(['commit {"kind":"pose","pose":10}']);
  });
  test("a tap on another square aims there instead", () => {
    const table = new Table(MOVES);
    table.press("touch", table.at(1));
    table.press("touch", table.at(3));
    expect([table.aim, table.told]).toEqual([{ kind: "pose", pose: 26 }, []]);
  });
  test("one tap moves where that is wanted, and never fires", () => {
    const table = new Table({ ...MOVES, aims: [shot()] });
    table.manner.tapOnce = true;
    table.press("touch", table.at(ENEMY));
    expect(table.told).toEqual([]);
    table.press("touch", table.at(1));
    expect(table.told).toHaveLength(1);
  });
  test("the first touch of an arrow turns the ghost, and a second on the same arrow commits", () => {
    const table = new Table(MOVES);
    const south = (): void => table.press("touch", table.at(1, 0, table.pointers.ring * table.camera.scale));
    table.press("touch", table.at(1));
    south();
    expect([table.aim, table.told]).toEqual([{ kind: "pose", pose: 12 }, []]);
    south();
    expect(table.told).toEqual(['commit {"kind":"pose","pose":12}']);
  });
  test("a finger beside a square means the nearest thing that it could mean", () => {
    const table = new Table(MOVES);
    const half = table.camera.view.cell / 2;
    table.press("touch", table.at(1, 0, half + 12));
    expect(table.aim).toEqual({ kind: "pose", pose: 10 });
  });
  test("a pull moves the board, unless the finger lies on the ghost", () => {
    const table = new Table(MOVES);
    [table.camera.width, table.camera.height] = [400, 300];
    table.camera.zoomBy(3);
    const before = table.camera.live.x;
    table.press("touch", table.at(8), table.at(8, -40));
    expect(table.camera.live.x).not.toBe(before);
    expect(table.told).toEqual([]);
  });
});

describe("by mouse", () => {
  test("press and pull turns the ghost towards the hand, and letting go commits", () => {
    const table = new Table(MOVES);
    const { cell } = table.camera.view;
    table.pointers.down({ id: 1, type: "mouse", at: table.at(1) });
    table.pointers.move({ id: 1, type: "mouse", at: table.at(1, 0, cell) });
    expect(table.aim).toEqual({ kind: "pose", pose: 12 });
    table.pointers.up({ id: 1, type: "mouse", at: table.at(1, 0, cell) });
    expect(table.told).toEqual(['commit {"kind":"pose","pose":12}']);
  });
  test("a click leaves the ghost with its ring, where there is a choice of facings", () => {
    const table = new Table(MOVES);
    table.press("mouse", table.at(1));
    expect([table.told, table.hand.pinned, table.hand.ringed]).toEqual([[], true, true]);
    table.press("mouse", table.at(3));
    expect(table.told).toEqual(['commit {"kind":"pose","pose":26}']);
  });
  test("a press on the ring turns the ghost and commits", () => {
    const table = new Table(MOVES);
    table.press("mouse", table.at(1));
    table.press("mouse", table.at(1, 0, table.pointers.ring * table.camera.scale));
    expect(table.told).toEqual(['commit {"kind":"pose","pose":12}']);
  });
  test("a shot is fired by a click once it has been looked at; a faster click only aims", () => {
    const table = new Table(SHOOTS);
    table.press("mouse", table.at(ENEMY));
    expect([table.aim, table.told]).toEqual([{ kind: "target", unit: 1 }, []]);
    vi.advanceTimersByTime(249);
    table.press("mouse", table.at(ENEMY));
    expect(table.told).toEqual([]);
    vi.advanceTimersByTime(2);
    table.press("mouse", table.at(ENEMY));
    expect(table.told).toEqual(['commit {"kind":"target","unit":1}']);
  });
  test("where shots need two clicks, the first only aims however long it was looked at", () => {
    const table = new Table(SHOOTS);
    table.manner.fireTwice = true;
    table.hand.hover(ENEMY);
    vi.advanceTimersByTime(500);
    table.press("mouse", table.at(ENEMY));
    expect(table.told).toEqual([]);
    table.press("mouse", table.at(ENEMY));
    expect(table.told).toHaveLength(1);
  });
  test("a target that is refused says why, and nothing is sent", () => {
    const refusal = { rule: "r", sentence: "no line" };
    const table = new Table({ ...SURVEY, unit: 0, aims: [shot({ preview: { refusal } })] });
    table.hand.hover(ENEMY);
    vi.advanceTimersByTime(500);
    table.press("mouse", table.at(ENEMY));
    expect(table.told).toEqual(['why {"kind":"target","unit":1}']);
  });
  test("an arrow is pressed, or pulled to another square", () => {
    const marks = [{ kind: "shot", at: [{ x: 0, y: 3 }, { x: 4, y: 3 }], sentence: "s", rule: "r", side: 0 as const }]; // prettier-ignore
    const table = new Table(null, { picture: picture({ marks }) });
    table.press("mouse", table.at(20));
    table.press("mouse", table.at(20), table.at(20, 20), table.at(ENEMY));
    expect(table.told).toEqual(["mark shot", `redirect shot ${ENEMY}`]);
  });
});

describe("by keys", () => {
  test("arrows move the cursor, with Shift by five", () => {
    const table = new Table(null);
    table.hand.cursor = 0;
    table.hand.keyed = true;
    table.key("ArrowDown");
    expect(table.hand.cursor).toBe(6);
    table.key("ArrowRight", { shiftKey: true });
    expect(table.hand.cursor).toBe(11);
  });
  test("the cursor aims, E turns clockwise and Q against it, and Enter commits", () => {
    const table = new Table(MOVES);
    table.hand.followChosen();
    table.key("ArrowRight");
    expect(table.aim).toEqual({ kind: "pose", pose: 10 });
    table.key("e");
    expect(table.aim).toEqual({ kind: "pose", pose: 12 });
    table.key("q");
    table.key("q");
    expect(table.aim).toEqual({ kind: "pose", pose: 8 });
    table.key("Enter");
    expect(table.told).toEqual(['commit {"kind":"pose","pose":8}']);
  });
  test("the number pad points as it looks on the screen", () => {
    const table = new Table(MOVES);
    table.hand.takeAim({ kind: "pose", pose: 10 }, true);
    table.key("2", { code: "Numpad2" });
    expect(table.aim).toEqual({ kind: "pose", pose: 12 });
  });
  test("Enter before the survey makes the move once it is there", () => {
    const table = new Table(null, { selected: 0 });
    const acts: (() => void)[] = [];
    table.ears.later = (act) => acts.push(act) > 0;
    table.hand.followChosen();
    table.key("ArrowRight");
    table.key("Enter");
    table.scene.survey = MOVES;
    for (const act of acts) act();
    expect(table.told).toEqual(['commit {"kind":"pose","pose":10}']);
  });
  test("Space chooses under the cursor, unless it did something elsewhere", () => {
    const table = new Table(null);
    table.hand.cursor = 0;
    table.hand.keyed = true;
    table.key(" ");
    table.ears.space = () => true;
    table.key(" ");
    expect(table.told).toEqual(["pick 0"]);
  });
  test("while something plays, Enter is left to whoever plays it", () => {
    const table = new Table(SHOOTS);
    table.film.running = true;
    expect(table.key("Enter")).toBe(false);
    expect(table.told).toEqual([]);
  });
});

describe("on hexes", () => {
  const hexes = { ...TERRAIN, table: "hexes" as const, cells: ["......", "......", "......", "......"] };
  /** The hex 7 facing each of its six corners, and with a gap: what is nearest must be counted round six, not eight. */
  const turns = (facings: number[]): Survey => ({
    ...SURVEY,
    unit: 0,
    bands: [band(facings.map((facing) => 7 * 8 + facing))],
  });
  test("a pull chooses among six facings, the short way round", () => {
    const table = new Table(turns([0, 3]), { terrain: hexes });
    const { cell } = table.camera.view;
    // Straight up lies halfway between the corners 5 and 0.
    table.press("mouse", table.at(7), table.at(7, -cell * 0.1, -cell));
    expect(table.told).toEqual(['commit {"kind":"pose","pose":56}']);
  });
  test("E goes round through all six", () => {
    const table = new Table(turns([0, 1, 2, 3, 4, 5]), { terrain: hexes });
    table.hand.takeAim({ kind: "pose", pose: 61 }, true);
    table.key("e");
    expect(table.aim).toEqual({ kind: "pose", pose: 56 });
  });
});

describe("carried to the board", () => {
  test("what is put down leaves its ghost there, with its ring, until it is committed", () => {
    const table = new Table(MOVES);
    table.pointers.carry({ id: 1, type: "mouse", at: table.at(1) });
    table.pointers.drop({ id: 1, type: "mouse", at: table.at(1) });
    expect([table.aim, table.hand.pinned, table.told]).toEqual([{ kind: "pose", pose: 10 }, true, []]);
  });
  test("what is put down beside it is not aimed at, and where it cannot be the reason is given", () => {
    const table = new Table(MOVES);
    table.pointers.drop({ id: 1, type: "mouse", at: [-10, -10] });
    expect(table.aim).toBeNull();
    table.pointers.drop({ id: 1, type: "mouse", at: table.at(20) });
    expect(table.told).toEqual(['why {"kind":"square","square":20}']);
  });
});

test("a turret is laid by pulling its muzzle, and the deed is committed", () => {
  const deed = (turret: number) => ({ label: `turret ${turret}`, order: { type: "Lay", turret }, rule: "r", ghosts: [], outline: [], lays: 45 * turret }); // prettier-ignore
  const table = new Table({ ...SURVEY, unit: 0, deeds: [deed(7), deed(1)] }, { picture: picture({ pieces: [piece(0, 0, 2, 2)] }) }); // prettier-ignore
  const far = 52 * 0.72 * table.camera.scale;
  table.press("mouse", table.at(14, far), table.at(14, far, far));
  expect(table.told).toEqual(['commit {"kind":"deed","at":1}']);
});
