/** What a pointer and the keys do on the board of a scenario. */
import { ARROWS, movesCamera, type Key } from "../../stage/keys";
import type { Point } from "../../stage/points";
import { Pointers, type Pointer, type Press } from "../../stage/pointers.svelte";
import type { ScenarioDesk } from "./desk.svelte";
import { PARTS } from "./scenario";

interface Grab extends Press {
  readonly start: number | null;
  readonly pans: boolean;
}
/** Pixels from which on a press is a pull. */
const PULL = 4;

export class ScenarioPens extends Pointers<Grab> {
  readonly desk: ScenarioDesk;
  #down = 0;

  constructor(desk: ScenarioDesk) {
    super(desk.camera);
    this.desk = desk;
  }
  #cell(at: Point): number | null {
    return this.desk.free ? null : (this.desk.layout.at(this.camera.unitsAt(at)) ?? null);
  }
  protected begin(pointer: Pointer): Grab {
    const { desk } = this;
    // A second finger moves the board.
    if (++this.#down > 1) desk.leave();
    const start = this.#cell(pointer.at);
    desk.keyed = false;
    const pans = this.#down > 1 || start === null || desk.held === "";
    return { type: pointer.type, from: pointer.at, at: pointer.at, pulled: false, start, pans };
  }
  protected rest(at: Point): void {
    this.desk.hover(this.#cell(at));
  }
  protected pull(press: Grab, at: Point): void {
    if (!press.pulled && this.far(press, at) < (press.type === "touch" ? 2 * PULL : PULL)) return;
    const first = !press.pulled;
    press.pulled = true;
    if (press.pans) return this.pan(press, at);
    if (first && press.start !== null && this.desk.pen === null) this.desk.set(press.start);
    const to = this.#cell(at);
    if (to !== null) this.desk.hover(to);
  }
  protected release(press: Grab): void {
    const { desk } = this;
    const second = this.#down > 1;
    this.#down = Math.max(0, this.#down - 1);
    if (press.start === null || second || (press.pans && press.pulled)) return;
    if (press.pans) return desk.press(press.start);
    if (press.pulled || desk.pen !== null || desk.held !== "zone_b") {
      if (!press.pulled) desk.hover(press.start);
      desk.drop();
    } else desk.set(press.start);
  }
  protected abandon(): void {
    this.#down = 0;
    this.desk.leave();
  }
}

/** The keys of the editor wherever the focus is. */
export function anywhere(key: Pick<Key, "key">, desk: ScenarioDesk): boolean {
  const part = PARTS[Number(key.key) - 1];
  if (part) desk.part = part[0];
  else if (key.key === "Delete" || key.key === "Backspace") return desk.clear();
  else if (key.key === "Escape") return desk.back();
  else return false;
  return true;
}
/** The keys of the board while it has the focus. */
export function pressed(key: Key, desk: ScenarioDesk): boolean {
  const way = ARROWS[key.key];
  if (way && !desk.free) {
    const from = desk.cursor ?? Math.floor(desk.rows / 2) * desk.columns + Math.floor(desk.columns / 2);
    if (desk.cursor === null) desk.goTo(from);
    else {
      if (key.shiftKey && desk.pen === null && desk.held) desk.set(from);
      desk.goTo(desk.layout.step(from, ...way));
    }
  } else if ((key.key === " " || key.key === "Enter") && desk.cursor !== null) {
    if (!desk.held) desk.press(desk.cursor);
    else if (desk.pen === null && desk.held === "zone_b") desk.set(desk.cursor);
    else desk.drop();
  } else if (
    !/^\d$/.test(key.key) &&
    movesCamera({ ...key, key: key.key === "v" ? "" : key.key }, desk.camera, camera(desk))
  )
    return true;
  else return anywhere(key, desk);
  return true;
}
const camera = (desk: ScenarioDesk) => ({
  turn: () => undefined,
  step: (by: 1 | -1) =>
    desk.camera.step(by, desk.cursor === null || desk.free ? null : desk.layout.centre(desk.cursor)),
  home: () => desk.camera.fitAll(),
  follow: () => undefined,
});
