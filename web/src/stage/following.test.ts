import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Stroke } from "../api/types";
import { layoutSquares } from "../board/layout";
import { Camera } from "./camera.svelte";
import { Following, type Subject } from "./following.svelte";
import type { Point } from "./points";

const LARGE = layoutSquares({ columns: 32, rows: 24 }, 0);
const SMALL = layoutSquares({ columns: 24, rows: 18 }, 0);
const at = (column: number, row: number): Point => LARGE.centre(row * 32 + column);
const DRIVE: Stroke = { type: "drive", piece: 1, together: false, poses: [{ x: 1, y: 1, bearing: 0 }] };

/** A table with a camera and nobody who draws it. */
class Table {
  readonly subject: { -readonly [field in keyof Subject]: Subject[field] };
  readonly camera: Camera;
  readonly following: Following;
  where: Point[] = [at(5, 5)];
  happening: Point[] = [at(28, 20)];

  constructor(sheet = LARGE) {
    this.camera = new Camera(() => ({ sheet, unit: 52, models: false }));
    [this.camera.width, this.camera.height] = [1092, 732];
    this.subject = {
      unit: null,
      known: true,
      pressed: false,
      busy: false,
      mine: true,
      points: () => this.where,
      vital: () => this.where.slice(0, 1),
      happens: () => ({ points: this.happening, shot: false }),
    };
    this.following = new Following(this.camera, this.subject);
    this.camera.ontaken = () => this.following.taken();
  }
  choose(unit: number, where: Point, pressed = false): void {
    this.where = [where];
    [this.subject.unit, this.subject.pressed] = [unit, pressed];
    this.following.chosen();
  }
  get view(): readonly number[] {
    return [this.camera.live.x, this.camera.live.y, this.camera.live.cell].map(Math.round);
  }
}
const rest = (time = 250): Promise<unknown> => vi.advanceTimersByTimeAsync(time);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (frame: (now: number) => void) =>
    setTimeout(() => frame(performance.now()), 16),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("choosing", () => {
  test("frames the unit once, in 220 milliseconds", async () => {
    const table = new Table();
    table.choose(1, at(5, 5));
    expect(table.following.moving).toBe(true);
    await rest();
    expect(table.following.moving).toBe(false);
    expect(table.camera.size).toBeCloseTo(44);
    table.following.chosen();
    await rest();
    expect(table.camera.moves).toBe(1);
  });
  test("waits a moment for what the unit can do, so that there is one move and not two", async () => {
    const table = new Table();
    table.subject.known = false;
    table.choose(1, at(5, 5));
    await rest(100);
    expect(table.camera.moves).toBe(0);
    table.subject.known = true;
    table.following.chosen();
    await rest();
    expect(table.camera.moves).toBe(1);
    table.subject.known = false;
    table.choose(2, at(28, 20));
    await rest(600);
    expect(table.camera.moves).toBe(2);
  });
  test("moves nothing where the whole table is large enough", async () => {
    const table = new Table(SMALL);
    table.choose(1, SMALL.centre(3));
    await table.following.watch([DRIVE], "normal");
    await rest();
    expect(table.camera.moves).toBe(0);
  });
  test("cuts where nothing is to move", () => {
    const table = new Table();
    table.camera.still = () => true;
    table.choose(1, at(5, 5));
    expect(table.camera.gliding).toBe(false);
    expect(table.camera.size).toBeCloseTo(44);
  });
  test("draws once a move: the size that it is drawn for is the last one from the start", async () => {
    const table = new Table();
    table.choose(1, at(5, 5));
    await rest(64);
    expect(table.camera.live.cell).toBeLessThan(43);
    expect(table.camera.cell).toBeCloseTo(44);
  });
});

describe("the hand wins", () => {
  test("nothing moves while a finger is down; afterwards the camera goes there", async () => {
    const table = new Table();
    table.camera.press(1);
    table.choose(1, at(5, 5), true);
    await rest();
    expect(table.camera.moves).toBe(0);
    table.camera.release(1);
    table.following.freed();
    await rest();
    expect(table.camera.moves).toBe(1);
  });
  test("a press that becomes a pull is not followed by a move", async () => {
    const table = new Table();
    table.camera.press(1);
    table.choose(1, at(5, 5), true);
    table.following.pulled();
    table.camera.release(1);
    table.following.freed();
    await rest();
    expect(table.camera.moves).toBe(0);
  });
  test("nothing moves while a ghost is out", async () => {
    const table = new Table();
    table.subject.busy = true;
    table.choose(1, at(5, 5));
    table.following.freed();
    await rest();
    expect(table.camera.moves).toBe(0);
  });
  test("a press stops a move where it is", async () => {
    const table = new Table();
    table.choose(1, at(5, 5));
    await rest(64);
    table.camera.press(1);
    const { view } = table;
    await rest();
    expect(table.view).toEqual(view);
  });
  test("after a hand has moved it, choosing on the table leaves the view alone, and by a key it pans", async () => {
    const table = new Table();
    table.camera.zoomBy(5);
    const { view } = table;
    table.choose(1, at(2, 2), true);
    await rest();
    expect(table.view).toEqual(view);
    table.choose(2, at(2, 3));
    await rest();
    expect(table.view).not.toEqual(view);
    expect(table.view[2]).toBe(view[2]);
    table.following.toggle();
    await rest();
    expect(table.camera.held).toBe(false);
    expect(table.camera.size).toBeLessThanOrEqual(56);
  });
  test("zooming by hand stretches what is drawn, and draws it anew when the hand pauses", async () => {
    const table = new Table();
    const before = table.camera.cell;
    table.camera.zoomBy(2);
    expect(table.camera.cell).toBe(before);
    await rest();
    expect(table.camera.cell).toBe(table.camera.live.cell);
  });
});

describe("what happens", () => {
  test("is gone to, and the view that was left is come back to when it is one's turn", async () => {
    const table = new Table();
    const { view } = table;
    table.subject.mine = false;
    await Promise.all([table.following.watch([DRIVE], "normal"), rest()]);
    expect(table.camera.sees(at(28, 20))).toBe(true);
    expect(table.camera.size).toBeCloseTo(44);
    table.following.watched();
    await rest(900);
    expect(table.camera.moves).toBe(1);
    table.subject.mine = true;
    table.following.watched();
    await rest(900);
    expect(table.view).toEqual(view);
  });
  test("is left for as long as the card of a shot stands at its target", async () => {
    const table = new Table();
    table.subject.mine = false;
    const { view } = table;
    await Promise.all([table.following.watch([DRIVE], "normal"), rest()]);
    table.subject.happens = () => ({ points: table.happening, shot: true });
    await Promise.all([table.following.watch([DRIVE], "normal"), rest(1500)]);
    table.subject.mine = true;
    table.following.watched();
    await rest(900);
    expect(table.view).not.toEqual(view);
    await rest(1500);
    expect(table.view).toEqual(view);
  });
  test("is gone to no more than once an act, and after a rest", async () => {
    const table = new Table();
    table.subject.mine = false;
    await Promise.all([table.following.watch([DRIVE], "normal"), rest()]);
    table.happening = [at(2, 2)];
    const second = table.following.watch([DRIVE], "normal");
    await rest(400);
    expect(table.camera.moves).toBe(1);
    await rest(600);
    await second;
    expect(table.camera.moves).toBe(2);
  });
  test("of many that hurry, one that comes too soon is not gone to, unless it is a shot", async () => {
    const table = new Table();
    table.subject.mine = false;
    await Promise.all([table.following.watch([DRIVE], "fast"), rest()]);
    table.happening = [at(2, 2)];
    await table.following.watch([DRIVE], "fast");
    expect(table.camera.moves).toBe(1);
    table.subject.happens = () => ({ points: table.happening, shot: true });
    await Promise.all([table.following.watch([DRIVE], "fast"), rest(1000)]);
    expect(table.camera.moves).toBe(2);
  });
  test("moves nothing at instant speed, nor under a finger", async () => {
    const table = new Table();
    table.subject.mine = false;
    await table.following.watch([DRIVE], "instant");
    table.camera.press(1);
    await table.following.watch([DRIVE], "normal");
    expect(table.camera.moves).toBe(0);
  });
  test("a hand that moves the view meanwhile keeps it", async () => {
    const table = new Table();
    table.subject.mine = false;
    await Promise.all([table.following.watch([DRIVE], "normal"), rest()]);
    table.camera.panBy(40, 0);
    const { view } = table;
    table.subject.mine = true;
    table.following.watched();
    await rest(900);
    expect(table.view).toEqual(view);
  });
});

describe("levels", () => {
  test("closer goes from all to work, near and on; farther goes back", async () => {
    const table = new Table();
    const sizes = [1, 1, 1, -1, -1, -1].map((by) => {
      table.camera.step(by as 1 | -1);
      vi.advanceTimersByTime(300);
      return Math.round(table.camera.size);
    });
    expect(sizes).toEqual([44, 64, 90, 64, 44, 30]);
    expect(table.camera.held).toBe(false);
  });
});

describe("a table that is gone", () => {
  test("is not gone to when what a unit can do was waited for", async () => {
    const table = new Table();
    table.subject.known = false;
    table.choose(1, at(5, 5));
    table.following.close();
    await rest(1000);
    expect(table.camera.moves).toBe(0);
  });
  test("is not gone to after a rest between two acts", async () => {
    const table = new Table();
    table.choose(1, at(5, 5));
    await rest();
    void table.following.watch([DRIVE], "normal");
    table.following.close();
    await rest(1000);
    expect(table.camera.moves).toBe(1);
  });
  test("stops where it glides", async () => {
    const table = new Table();
    table.choose(1, at(5, 5));
    await rest(100);
    table.following.close();
    const { view } = table;
    await rest(1000);
    expect(table.view).toEqual(view);
  });
});

describe("stepping through the pencil", () => {
  test("shows each act in its place, and the view that was left afterwards", async () => {
    const table = new Table();
    const left = table.view;
    table.following.step([DRIVE]);
    await rest();
    expect(table.camera.sees(at(28, 20))).toBe(true);
    expect(table.camera.moves).toBe(1);
    expect(table.view).not.toEqual(left);
    table.happening = [at(3, 3)];
    table.following.step([DRIVE]);
    await rest();
    expect([table.camera.sees(at(3, 3)), table.camera.moves]).toEqual([true, 2]);
    table.following.step(null);
    await rest();
    expect(table.view).toEqual(left);
  });
  test("does not move where all of the table is large enough, nor while a finger is down", async () => {
    const table = new Table(SMALL);
    table.following.step([DRIVE]);
    await rest();
    expect(table.camera.moves).toBe(0);
    const large = new Table();
    large.camera.press(1);
    large.following.step([DRIVE]);
    await rest();
    expect(large.camera.moves).toBe(0);
  });
  test("a hand that has moved the view since is not led back", async () => {
    const table = new Table();
    table.following.step([DRIVE]);
    await rest();
    table.following.taken();
    const here = table.view;
    table.following.step(null);
    await rest();
    expect(table.view).toEqual(here);
  });
});
