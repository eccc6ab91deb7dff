/** What a pointer and the keys do on the board that is being made. */
import { ARROWS, movesCamera, type Key } from "../../stage/keys";
import type { Point } from "../../stage/points";
import { Pointers, type Pointer, type Press } from "../../stage/pointers.svelte";
import type { BoardDesk } from "./desk.svelte";
import { TOOLS } from "./tools";

type What = "pan" | "brush" | "open" | "fill" | "pick" | "eye" | "tape";
interface Grab extends Press {
  readonly what: What;
  readonly start: number | null;
  /** The cell that it was on last. */
  last: number | null;
}
/** Pixels from which on a press is a pull. */
const PULL = 4;

export class BoardPens extends Pointers<Grab> {
  readonly desk: BoardDesk;
  #down = 0;

  constructor(desk: BoardDesk) {
    super(desk.camera);
    this.desk = desk;
  }
  #cell(at: Point): number | null {
    return this.desk.layout.at(this.camera.unitsAt(at)) ?? null;
  }

  protected begin(pointer: Pointer): Grab {
    const { desk } = this;
    // A second finger moves the board: what the first one painted is as it was.
    if (++this.#down > 1) desk.leave();
    const start = this.#cell(pointer.at);
    const what = this.#meant(start);
    desk.keyed = false;
    if (start !== null && what === "brush") desk.brush(start, start);
    return { type: pointer.type, from: pointer.at, at: pointer.at, pulled: false, what, start, last: start };
  }
  #meant(start: number | null): What {
    const { tool, picking } = this.desk;
    if (this.#down > 1 || start === null || tool === "hand") return "pan";
    if (picking || tool === "pick") return "pick";
    if (tool === "rectangle" || tool === "line") return "open";
    if (tool === "sight") return "eye";
    return tool === "measure" ? "tape" : tool;
  }
  protected rest(at: Point): void {
    this.desk.hover(this.#cell(at));
  }
  protected pull(press: Grab, at: Point): void {
    const { desk } = this;
    if (!press.pulled && this.far(press, at) < (press.type === "touch" ? 2 * PULL : PULL)) return;
    const first = !press.pulled;
    press.pulled = true;
    if (press.what === "pan") return this.pan(press, at);
    const to = this.#cell(at);
    if (press.what === "open" && first && press.start !== null && desk.pen === null) desk.set(press.start);
    if (to === null || to === press.last) return;
    if (press.what === "brush" && press.last !== null) desk.brush(press.last, to);
    else if (press.what === "open" || press.what === "eye") desk.hover(to);
    else if (press.what === "tape" && press.start !== null) desk.tape = [press.start, to];
    press.last = to;
  }
  protected release(press: Grab): void {
    const { desk } = this;
    const second = this.#down > 1;
    this.#down = Math.max(0, this.#down - 1);
    const { start, what } = press;
    if (start === null || second) return;
    if (what === "brush") desk.drop();
    else if (what === "open" && (press.pulled || desk.pen !== null)) {
      if (!press.pulled) desk.hover(start);
      desk.drop();
    } else if (what === "open") desk.set(start);
    else if (what === "fill") desk.fill(start);
    else if (what === "pick") desk.pick(start);
    else if (what === "eye") desk.pinned = desk.pinned === press.last ? null : press.last;
    else if (what === "tape" && !press.pulled) desk.tape = null;
  }
  protected abandon(): void {
    this.#down = Math.max(0, this.#down - 1);
    this.desk.leave();
  }
}

/** Keys that mean something wherever the focus is: tools, what the hand holds, what is taken away. */
export function anywhere(key: Pick<Key, "key" | "shiftKey">, desk: BoardDesk): boolean {
  const letter = key.key.toUpperCase();
  const tool = TOOLS.find((one) => one.key === letter);
  const chip = /^\d$/.test(key.key) ? desk.offered[(Number(key.key) + 9) % 10] : undefined;
  if (tool && !key.shiftKey) desk.use(tool.id);
  else if (chip) desk.take(chip.kind);
  else if (key.key === "Delete" || key.key === "Backspace") desk.clear();
  else if (key.key === "Escape") return desk.back();
  else return false;
  return true;
}
/** The keys of the board while it has the focus. */
export function pressed(key: Key, desk: BoardDesk): boolean {
  const way = ARROWS[key.key];
  if (way) arrow(way, key.shiftKey, desk);
  else if (key.key === " " || key.key === "Enter") space(desk);
  else if (
    /^\d$/.test(key.key) ||
    !movesCamera({ ...key, key: key.key === "v" ? "" : key.key }, desk.camera, camera(desk))
  )
    return anywhere(key, desk);
  return true;
}
const camera = (desk: BoardDesk) => ({
  turn: () => undefined,
  step: (by: 1 | -1) => desk.camera.step(by, desk.cursor === null ? null : desk.layout.centre(desk.cursor)),
  home: () => desk.camera.fitAll(),
  follow: () => undefined,
});
const here = (desk: BoardDesk): number =>
  desk.cursor ?? Math.floor(desk.rows / 2) * desk.sheet.columns + Math.floor(desk.sheet.columns / 2);
/** The cursor moves; with Shift a rectangle is stretched. */
function arrow([dx, dy]: Point, stretches: boolean, desk: BoardDesk): void {
  const from = here(desk);
  if (desk.cursor === null) return desk.goTo(from);
  if (stretches && desk.pen === null && desk.tool !== "measure") {
    if (desk.tool !== "rectangle" && desk.tool !== "line") desk.use("rectangle");
    desk.set(from);
  }
  const to = desk.layout.step(from, dx, dy);
  if (desk.tool === "measure") desk.tape = [desk.tape?.[0] ?? from, to];
  desk.goTo(to);
}
function space(desk: BoardDesk): void {
  const at = here(desk);
  desk.goTo(at);
  const { tool } = desk;
  if (tool === "brush") {
    desk.brush(at, at);
    desk.drop();
  } else if (tool === "rectangle" || tool === "line") {
    if (desk.pen === null) desk.set(at);
    else desk.drop();
  } else if (tool === "fill") desk.fill(at);
  else if (tool === "pick") desk.pick(at);
  else if (tool === "sight") desk.pinned = desk.pinned === at ? null : at;
  else if (tool === "measure") desk.tape = [at, at];
}
