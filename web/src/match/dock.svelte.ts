/** The dock without its drawing: what is left to do, what may be pressed, and why not. */
import { sameOrder } from "../api/orders";
import type { Button, Order, Piece } from "../api/types";
import type { Desk } from "./desk.svelte";
import { commitFace, endFace, undoFace, type Face } from "./faces";
import { className } from "./figures";
import { hasCells, towsIn } from "./reach";
import { sideName } from "./words";
import { say } from "../language/language";

/** Milliseconds for which a button that ends something with something left waits for its second press. */
const SURE = 4000;
/** What ends something: a roll is never thrown by the key that ends a phase. */
const ENDS = /^(end|no more|pass|open fire|stop here|leave|go on)/i;

export class DockState {
  /** The button that was pressed once, with something left, and where. */
  armed: { readonly label: string; readonly at: number } | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  // ---- what there is ----
  get #now(): Desk["seen"]["now"] {
    return this.desk.seen.now;
  }
  get picture() {
    return this.desk.seen.picture!;
  }
  get tray() {
    return this.picture.tray;
  }
  get terrain() {
    return this.desk.seen.terrain!;
  }
  /** Behind the cloth nobody acts. */
  get mine() {
    return this.desk.seen.mine && !this.covered;
  }
  get covered() {
    return this.desk.curtain.hangs;
  }
  /** Who is to act. */
  get other() {
    return this.tray.side === null ? "" : sideName(this.tray.side);
  }
  get free() {
    return this.desk.seen.onPlane;
  }
  get survey() {
    const { seen, looking } = this.desk;
    return seen.playing || looking.look ? null : seen.surveyed;
  }

  // ---- placing ----
  /** What has been on the table and comes back over its edge is not to be placed. */
  get beside(): Piece[] {
    const waits = ({ pose, side, badges }: Piece): boolean =>
      pose === null && side === this.tray.side && !badges.some(({ name }) => name === "away");
    return this.mine ? this.picture.pieces.filter(waits) : [];
  }
  get classes() {
    const found = new Map<string, Piece[]>();
    for (const piece of this.beside) {
      const name = className(piece);
      found.set(name, [...(found.get(name) ?? []), piece]);
    }
    return [...found];
  }
  get deploying() {
    return this.tray.spots.length === 0 && this.beside.some(({ id }) => this.tray.todo.some(({ unit }) => unit === id));
  }
  get placing() {
    return this.deploying || (this.mine && this.tray.spots.length > 0);
  }
  /** On a mat the sides place in turns, one thing each. */
  get inTurns() {
    return this.placing && this.terrain.table === "hexes";
  }

  // ---- windows ----
  get windowed() {
    return this.mine && this.tray.window !== "";
  }
  /** Whoever was asked once knows that it may happen again. */
  get asks() {
    const { view, result, log } = this.#now;
    const { store } = this.desk;
    if (view?.watching || result || this.tray.round === 0) return false;
    if (this.windowed || store.standing !== null) return true;
    return log.some(({ picture: { tray } }) => tray.window !== "" && store.acts(tray.side));
  }

  // ---- what the unit can do ----
  get deeds() {
    return this.mine ? (this.survey?.deeds ?? []) : [];
  }
  get modes() {
    return this.mine ? (this.survey?.modes ?? []) : [];
  }
  get cells() {
    return this.mine && this.survey !== null && hasCells(this.survey, this.desk.hand.firing);
  }
  get tows() {
    return this.mine && this.survey ? towsIn(this.survey) : [];
  }

  /** Nothing is left but to end: the one that is chosen can do no more, and there is no other. */
  get spent() {
    const { survey, tray, desk } = this;
    const { selected } = desk.seen.now;
    if (!survey || selected === null || survey.move || survey.entry) return false;
    const { bands, aims, deeds, puts } = survey;
    const idle = bands.length + deeds.length + puts.length === 0 && aims.every(({ preview }) => preview.refusal);
    return idle && tray.todo.every(({ unit }) => unit === selected);
  }

  // ---- buttons ----
  /** Things to put and command dice that can be used now. */
  get usable() {
    return this.mine && (this.tray.puts.length > 0 || this.tray.commands.some((die) => die.state === "ready"));
  }
  /** What is due of a plan has a place of its own. */
  get due() {
    return this.mine && this.tray.plan?.fixed ? this.tray.plan.rows.filter(({ order }) => order) : [];
  }
  get #buttons(): Button[] {
    if (!this.mine) return [];
    return this.tray.buttons.filter(({ order }) => !this.due.some((row) => row.order && sameOrder(row.order, order)));
  }
  /** What ends the phase, or passes: it has its place, and nothing else ever stands there. */
  get ending(): Button | undefined {
    return this.#buttons.find(({ label }) => ENDS.test(label));
  }
  /** A roll, or another button that is all there is to do, stands where Commit stands. */
  get only(): Button | undefined {
    const { window, todo } = this.tray;
    const [button, ...more] = this.#buttons.filter((one) => one !== this.ending);
    const busy = this.placing || this.usable || window || todo.length > 0 || this.desk.hand.intent || this.ending;
    return !busy && more.length === 0 ? button : undefined;
  }
  /** Several that none of the three places is for are chosen from. */
  get choices(): Button[] {
    return this.#buttons.filter((one) => one !== this.ending && one !== this.only);
  }
  /** The very shot that is aimed at is announced already. */
  get announced(): boolean {
    const { intent } = this.desk.hand;
    return intent?.kind === "target" && this.#now.draft.some((order) => sameOrder(order, intent.aim.order));
  }
  get undoable() {
    const { view, undo, undoes, draft, result } = this.#now;
    return !view?.watching && ((undo === "" && undoes !== "") || draft.length > 0) && !result;
  }
  get faces(): { undo: Face; end: Face; commit: Face } {
    return { undo: undoFace(this), end: endFace(this), commit: commitFace(this) };
  }

  // ---- pressed ----
  isArmed({ label }: Button): boolean {
    return this.armed?.label === label && this.armed.at === this.#now.position;
  }
  /** Does what a button says. One that ends something with something left asks once. */
  press(button: Button): void {
    const { store, settings, seen } = this.desk;
    // Under a line that plays, it is a button of the picture before.
    if (seen.playing && !store.stands(button)) return;
    if (button.left.length > 0 && settings.ends === "ask" && !this.isArmed(button)) {
      this.armed = { label: button.label, at: this.#now.position };
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => (this.armed = null), SURE);
      return;
    }
    this.armed = null;
    void store.order(button.order);
  }
  /** The key that ends: it presses the button, or says that there is nothing to end. */
  end(): void {
    if (this.ending) return this.press(this.ending);
    if (this.desk.barred()) return;
    const sentence = say("Nothing can be ended here: {why}", { why: this.faces.end.under });
    this.desk.store.refuse({ rule: this.tray.rule, sentence, nearest: null });
  }
  /** What Enter does when nothing is aimed at; it never ends anything. */
  sole(): Order | undefined {
    return this.only?.order;
  }
}
