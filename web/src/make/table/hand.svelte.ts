/** What a pointer and the keys do on the table that is being made. */
import { ARROWS, movesCamera, type Key } from "../../stage/keys";
import type { Point } from "../../stage/points";
import { Pointers, type Pointer, type Press } from "../../stage/pointers.svelte";
import { TOOLS, type TableDesk } from "./desk.svelte";
import { KINDS, SHOWN } from "./kinds";
import { far, middleOf, sidesOf, STEP, CM, type Corner, type Shape } from "./shapes";

type What = "pan" | "corner" | "middle" | "piece" | "turn" | "box" | "pen" | "eye" | "tape";
interface Grab extends Press {
  readonly what: What;
  readonly start: Corner;
  readonly slack: number;
  /** The shape, and its corner, as they were when the hand took them. */
  origin: Shape;
  corner: number;
  /** The piece that is pressed. */
  readonly piece: number | null;
}
/** Pixels from a handle within which it is meant, and from which on a press is a pull. */
const HANDLE = { mouse: 10, touch: 24 } as const;
const PULL = 4;

export class TablePens extends Pointers<Grab> {
  readonly desk: TableDesk;
  #down = 0;

  constructor(desk: TableDesk) {
    super(desk.camera);
    this.desk = desk;
  }

  protected begin(pointer: Pointer): Grab {
    const { desk } = this;
    // A second finger moves the board: what the first one held is as it was.
    if (++this.#down > 1) desk.leave();
    const start = desk.placeAt(pointer.at);
    const slack = desk.reach(HANDLE[pointer.type === "touch" ? "touch" : "mouse"]);
    const [under] = desk.under(start, slack / 2);
    const plain = { type: pointer.type, from: pointer.at, at: pointer.at, pulled: false, start, slack };
    desk.keyed = false;
    return { ...plain, ...this.#meant(start, slack, under ?? null) };
  }
  #meant(start: Corner, slack: number, under: number | null): Pick<Grab, "what" | "origin" | "corner" | "piece"> {
    const { desk } = this;
    const nothing = { origin: desk.shape, corner: -1, piece: under };
    if (this.#down > 1) return { ...nothing, what: "pan" };
    if (desk.tool === "rectangle") return { ...nothing, what: "box" };
    if (desk.draws) return { ...nothing, what: "pen" };
    if (desk.tool === "sight") return { ...nothing, what: "eye" };
    if (desk.tool === "measure") return { ...nothing, what: "tape" };
    if (desk.tool === "corners" && desk.chosen !== null) {
      const corner = nearest(desk.shape, start, slack);
      if (corner >= 0) return { ...nothing, what: "corner", corner };
      const middles = sidesOf(desk.shape).map(([a, b]): Corner => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      const middle = nearest(middles, start, slack);
      if (middle >= 0) return { ...nothing, what: "middle", corner: middle };
    }
    if (under === null) return { ...nothing, what: "pan" };
    // What is chosen already is meant before what lies over it.
    const piece = desk.chosen !== null && desk.under(start, slack / 2).includes(desk.chosen) ? desk.chosen : under;
    const what = desk.tool === "turn" ? "turn" : "piece";
    return { what, corner: -1, piece, origin: desk.sheet.pieces[piece]!.corners };
  }

  protected rest(at: Point): void {
    this.desk.hover(this.desk.placeAt(at));
  }
  protected pull(press: Grab, at: Point): void {
    const { desk } = this;
    if (!press.pulled && this.far(press, at) < (press.type === "touch" ? 2 * PULL : PULL)) return;
    const first = !press.pulled;
    press.pulled = true;
    const to = desk.placeAt(at);
    if (press.what === "pan") return this.pan(press, at);
    if (first) this.#lift(press);
    if (press.what === "corner" || press.what === "middle") desk.liftCorner(press.corner, press.origin, to);
    else if (press.what === "piece") desk.liftPiece(press.origin, [to[0] - press.start[0], to[1] - press.start[1]]);
    else if (press.what === "turn") desk.liftTurn(press.origin, angle(press, to) - angle(press, press.start));
    else if (press.what === "tape" && desk.tape) desk.tape = [desk.tape[0], desk.aim(to)];
    else if (press.what === "eye") desk.eye = desk.aim(to);
    else desk.hover(to);
  }
  /** What happens once, when a press becomes a pull. */
  #lift(press: Grab): void {
    const { desk } = this;
    if ((press.what === "piece" || press.what === "turn") && desk.chosen !== press.piece) desk.choose(press.piece);
    if (press.what === "middle") {
      const [a, b] = sidesOf(press.origin)[press.corner]!;
      press.corner += 1;
      press.origin = press.origin.toSpliced(press.corner, 0, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    }
    const from = desk.aim(press.start);
    if (press.what === "box") {
      desk.leave();
      desk.put(from, 0);
    }
    if (press.what === "tape") desk.tape = [from, from];
  }
  protected release(press: Grab): void {
    const { desk } = this;
    this.#down = Math.max(0, this.#down - 1);
    if (!press.pulled) return this.#tap(press);
    if (press.what === "corner") desk.drop("corner moved");
    else if (press.what === "middle") desk.drop("corner added");
    else if (press.what === "piece") desk.drop("moved");
    else if (press.what === "turn") desk.drop("turned");
    else if ((press.what === "box" || press.what === "pen") && desk.cursor && this.#down === 0)
      desk.put(desk.aim(desk.placeAt(press.at)), press.slack);
  }
  #tap(press: Grab): void {
    const { desk } = this;
    if (press.what === "pen" || press.what === "box") {
      desk.cursor = desk.aim(press.start);
      desk.put(desk.cursor, press.slack);
    } else if (press.what === "corner") desk.choose(desk.chosen, press.corner);
    else if (press.what === "middle") desk.addCorner(press.corner);
    else if (press.what === "eye") desk.eye = desk.aim(press.start);
    else if (press.what === "tape") desk.tape = null;
    else if (press.what === "pan") desk.choose(null);
    else {
      // Pressed again, it is what lies below it.
      const all = desk.under(press.start, press.slack / 2);
      const now = desk.chosen === null ? -1 : all.indexOf(desk.chosen);
      desk.choose(all[(now + 1) % all.length] ?? press.piece);
    }
  }
  protected abandon(): void {
    this.#down = Math.max(0, this.#down - 1);
    this.desk.leave();
  }
}
function nearest(all: readonly Corner[], at: Corner, slack: number): number {
  const gaps = all.map((one) => far(one, at));
  const least = Math.min(...gaps);
  return least <= slack ? gaps.indexOf(least) : -1;
}
function angle({ origin }: Grab, [x, y]: Corner): number {
  const [cx, cy] = middleOf(origin);
  return (Math.atan2(y - cy, x - cx) * 180) / Math.PI;
}

/** Keys that mean something wherever the focus is: tools, kinds, what is taken away. */
export function anywhere(key: Pick<Key, "key" | "shiftKey">, desk: TableDesk): boolean {
  const letter = key.key.toUpperCase();
  const tool = TOOLS.find((one) => one.key === letter);
  const kind = /^\d$/.test(key.key) ? KINDS[(Number(key.key) + 9) % 10] : undefined;
  if (tool && !key.shiftKey) desk.use(tool.id);
  else if (kind && KINDS.indexOf(kind) < SHOWN) desk.take(kind.kind);
  else if (key.key === "Delete") desk.remove();
  else if (key.key === "Backspace" && desk.pen.length === 0) desk.remove();
  else if (key.key === "Escape" || key.key === "Backspace") return desk.back();
  else if (/^[qe]$/i.test(key.key) && desk.chosen !== null && desk.tool === "turn")
    desk.turnBy(letter === "E" ? 5 : -5);
  else return false;
  return true;
}
/** The keys of the table while it has the focus. */
export function pressed(key: Key, desk: TableDesk): boolean {
  const way = ARROWS[key.key];
  const turns = desk.tool === "turn" && /^[qe]$/i.test(key.key) && desk.chosen !== null;
  if (turns) desk.turnBy((key.key.toLowerCase() === "e" ? 1 : -1) * (key.shiftKey ? 1 : 5));
  else if (way) arrow(way, key.shiftKey ? CM : STEP, desk);
  else if (key.key === "Enter" && desk.draws && desk.pen.length > 1 && desk.tool !== "rectangle") desk.finish();
  else if (key.key === " " || key.key === "Enter") space(desk);
  else if (key.key === "," || key.key === ".") step(key.key === "." ? 1 : -1, desk);
  else if (key.key === "PageDown" || key.key === "PageUp") piece(key.key === "PageDown" ? 1 : -1, desk);
  else if (
    /^\d$/.test(key.key) ||
    !movesCamera({ ...key, key: key.key === "v" ? "" : key.key }, desk.camera, camera(desk))
  )
    return anywhere(key, desk);
  return true;
}
const camera = (desk: TableDesk) => ({
  turn: () => undefined,
  step: (by: 1 | -1) => desk.camera.step(by, desk.cursor ? desk.pointOf(desk.cursor) : null),
  home: () => desk.camera.fitAll(),
  follow: () => undefined,
});
/** Where the hand of the keys begins. */
const centre = ({ sheet: { width, height } }: TableDesk): Corner => [
  Math.round(width / 2 / CM) * CM,
  Math.round(height / 2 / CM) * CM,
];
function arrow([dx, dy]: Point, by: number, desk: TableDesk): void {
  desk.keyed = true;
  if (desk.chosen !== null && !desk.draws && desk.tool !== "sight" && desk.tool !== "measure")
    return desk.nudge([dx * by, dy * by]);
  const { width, height } = desk.sheet;
  const [x, y] = desk.cursor ?? centre(desk);
  const at: Corner = [Math.min(Math.max(x + dx * by, 0), width), Math.min(Math.max(y + dy * by, 0), height)];
  desk.cursor = at;
  desk.moved();
  desk.camera.reveal(desk.pointOf(at));
}
function space(desk: TableDesk): void {
  desk.keyed = true;
  const at = (desk.cursor ??= centre(desk));
  if (desk.draws) desk.put(at, 0);
  else if (desk.tool === "sight") desk.eye = at;
  else if (desk.tool === "measure") desk.tape = desk.tape && far(...desk.tape) === 0 ? [desk.tape[0], at] : [at, at];
  else {
    const all = desk.under(at, 0);
    const now = desk.chosen === null ? -1 : all.indexOf(desk.chosen);
    desk.choose(all[(now + 1) % Math.max(1, all.length)] ?? null);
  }
}
/** The next corner of the chosen piece, or the next piece. */
function step(by: 1 | -1, desk: TableDesk): void {
  desk.keyed = true;
  const many = desk.shape.length;
  if (desk.tool !== "corners" || desk.chosen === null || many === 0) return piece(by, desk);
  desk.choose(desk.chosen, ((desk.corner ?? (by > 0 ? -1 : 0)) + by + many) % many);
}
function piece(by: 1 | -1, desk: TableDesk): void {
  desk.keyed = true;
  const many = desk.sheet.pieces.length;
  if (many > 0) desk.choose(((desk.chosen ?? (by > 0 ? -1 : 0)) + by + many) % many);
}
