/** The dock without its drawing: what is left to do, what may be pressed, and why not. */
import { sameOrder } from "../api/orders";
import type { Button, Order, Piece } from "../api/types";
import type { Desk } from "./desk.svelte";
import { className } from "./figures";
import { commitWords } from "./intent";
import { hasCells, towsIn } from "./reach";
import { cellName, sideName } from "./words";

/** Milliseconds for which a button that ends something with something left waits for its second press. */
const SURE = 4000;

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
  get mine() {
    return this.desk.seen.mine;
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
  /** On a free table weapons have their rows on the unit card. */
  get modes() {
    return this.mine && !this.free ? (this.survey?.modes ?? []) : [];
  }
  get cells() {
    return this.mine && this.survey !== null && hasCells(this.survey, this.desk.hand.firing);
  }
  get tows() {
    return this.mine && this.survey ? towsIn(this.survey) : [];
  }

  // ---- buttons ----
  /** Things to put and command dice that can be used now. */
  get usable() {
    return this.mine && (this.tray.puts.length > 0 || this.tray.commands.some((die) => die.state === "ready"));
  }
  /** A button that is all there is to do stands where Commit stands. */
  get only(): Button | undefined {
    const { window, todo, buttons } = this.tray;
    const more = this.placing || this.usable || window || todo.length > 0 || this.desk.hand.intent;
    return this.mine && !more && buttons.length === 1 ? buttons[0] : undefined;
  }
  /** What is due of a plan has a place of its own. */
  get due() {
    return this.mine && this.tray.plan?.fixed ? this.tray.plan.rows.filter(({ order }) => order) : [];
  }
  get ends(): Button[] {
    if (!this.mine || this.only || this.windowed) return [];
    return this.tray.buttons.filter(({ order }) => !this.due.some((row) => row.order && sameOrder(row.order, order)));
  }
  get words() {
    const { intent } = this.desk.hand;
    return intent && commitWords(intent, this.terrain, this.desk.seen.unit, this.mine && this.desk.seen.planning);
  }
  get undoable() {
    const { view, undo, undoes, draft, result } = this.#now;
    return !view?.watching && ((undo === "" && undoes !== "") || draft.length > 0) && !result;
  }
  /** Why nothing can be committed. */
  get why() {
    const { connection, sending, view, result, selected } = this.#now;
    if (connection === "lost" || connection === "connecting") return "waiting for the table";
    if (sending) return "on its way";
    if (view?.watching) return "you are watching";
    if (result) return "the game is over";
    if (!this.mine) return `${this.other} is to act`;
    if (this.placing)
      return this.tray.spots.length > 0 || selected !== null ? `choose a ${cellName(this.terrain)}` : "choose a piece";
    if (this.windowed) return `choose a ${this.free ? "unit" : "tank"}, or pass`;
    if (selected !== null) return "choose where";
    return this.tray.todo.length > 0 ? "choose a unit" : this.usable ? "choose what to use" : "nothing left to do";
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
  /** Only what ends something: a roll is never thrown by the key that ends a phase. */
  end(): void {
    const ends = /^(end|no more|pass|open fire|stop here)/i;
    const button = this.mine ? this.tray.buttons.find(({ label }) => ends.test(label)) : undefined;
    if (button) this.press(button);
  }
  /** What Enter does when nothing is aimed at. */
  sole(): Order | undefined {
    return this.only?.order;
  }
}
