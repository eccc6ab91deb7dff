/** What the desk gives a table to show, to play and to hear. Each is one object, read anew whenever something is asked of it. */
import type { Outline, Piece, Stroke } from "../api/types";
import type { BoardEars } from "../board/hand.svelte";
import type { Scene as BoardScene } from "../board/scenery.svelte";
import type { TableEars } from "../free/hand.svelte";
import type { Scene as TableScene } from "../free/scenery.svelte";
import type { Aimed } from "../stage/aims";
import type { Ears, Manner, Reel } from "../stage/ears";
import { PACE } from "../stage/motion";
import type { Pencilled } from "../stage/pencil";
import type { Sign } from "../stage/signs";
import type { Desk } from "./desk.svelte";
import { kindIn } from "./hand.svelte";
import { fallTime, signsOf } from "./lines";
import { cellsOf } from "./onward";
import { heard } from "./heard";

const NONE: readonly Stroke[] = [];
const NO_CELLS: readonly number[] = [];
const NO_SIGNS: readonly Sign[] = [];

/** What the pointer rests on shows its outlines: where a vehicle must stand to hitch or to repair. */
class Resting {
  outlines: readonly Outline[] = $state.raw([]);
  readonly #desk: Desk;
  #unit: number | null = null;

  constructor(desk: Desk) {
    this.#desk = desk;
  }
  async on(unit: number | null): Promise<void> {
    this.#unit = unit;
    this.outlines = [];
    if (unit === null) return;
    const found = await this.#desk.store.ahead(unit);
    if (this.#unit === unit && found) this.outlines = found.outlines.filter(({ mode }) => !mode);
  }
}

class Scene {
  protected readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }
  get terrain(): BoardScene["terrain"] {
    return this.desk.seen.terrain!;
  }
  get picture() {
    return this.desk.looking.picture ?? this.desk.seen.picture!;
  }
  get selected() {
    const { looking, seen } = this.desk;
    return looking.look ? looking.look.piece : seen.selected;
  }
  get pencil(): Pencilled | null {
    return this.desk.pencil.shown;
  }
  get signs() {
    return this.desk.looking.look ? NO_SIGNS : signsOf(this.desk.seen.now.log, this.desk.seen.tray);
  }
  get mine() {
    return this.desk.seen.mine;
  }
  /** What the chosen unit can do, unless something else is shown. */
  protected get now() {
    const { looking, seen, hand } = this.desk;
    return looking.look || seen.playing ? null : hand.survey;
  }
}

export class BoardShows extends Scene implements BoardScene {
  readonly #resting: Resting;

  constructor(desk: Desk, resting: Resting) {
    super(desk);
    this.#resting = resting;
  }
  get survey() {
    return this.desk.looking.look ? this.desk.looking.traces : this.now;
  }
  /** A shot that is looked back at lies there along its own line. */
  override get pencil(): Pencilled | null {
    const { looking, aftermath } = this.desk;
    const shots = looking.look ? looking.past.filter(({ type }) => type === "shot") : aftermath.shot;
    return shots.length > 0
      ? { acts: [{ number: 0, strokes: shots, end: "nothing" }], solid: 0, strength: 1 }
      : super.pencil;
  }
  get spots() {
    return this.desk.looking.look ? NO_CELLS : this.desk.spots;
  }
  get veil() {
    return this.now?.veil ?? NO_CELLS;
  }
  get tile() {
    const { seen, hand } = this.desk;
    return seen.mine ? kindIn(seen.tray?.spots[hand.kind]?.label ?? "") : "";
  }
  get rest() {
    const { rest } = this.desk.seen.now;
    return rest && { unit: rest.unit, cells: cellsOf(rest) };
  }
  get outlines(): readonly Outline[] {
    return this.#resting.outlines;
  }
  get then(): (BoardScene["then"] & object) | null {
    return this.desk.looking.look ? null : this.desk.hand.then;
  }
  get astray(): BoardScene["astray"] & object {
    return this.desk.hand.astray;
  }
}

export class TableShows extends Scene implements TableScene {
  get survey(): TableScene["survey"] {
    return this.now;
  }
  get mode() {
    return this.desk.looking.look ? null : (this.desk.hand.mode ?? null);
  }
  get put(): (TableScene["put"] & object) | null {
    return this.desk.things.put;
  }
  get lit() {
    return this.desk.things.die?.units ?? NO_CELLS;
  }
  get past() {
    const { looking, aftermath } = this.desk;
    return looking.look ? looking.past : aftermath.shot;
  }
  movable = (piece: Piece): boolean => {
    const { mine, tray } = this.desk.seen;
    return mine && (tray?.todo.some(({ unit }) => unit === piece.id) ?? false);
  };
}

/** What plays: a line that has arrived, or one that is looked back at. */
export class Plays implements Reel {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }
  get strokes() {
    const { looking, seen } = this.#desk;
    return looking.look ? looking.strokes : (seen.playing?.strokes ?? NONE);
  }
  get speed() {
    const { looking, seen, settings } = this.#desk;
    return looking.look ? settings.speed : (seen.playing?.speed ?? "normal");
  }
  get pace(): number | undefined {
    const { looking, seen } = this.#desk;
    return looking.look ? undefined : seen.playing?.pace;
  }
  get still(): boolean | undefined {
    const { motion } = this.#desk.settings;
    return motion === "system" ? undefined : motion === "reduced";
  }
  /** Dice fall in the dock, and what they decide waits for them. */
  onstroke(stroke: Stroke): Promise<void> | undefined {
    const { settings, seen } = this.#desk;
    if (settings.sound && stroke.type === "throw") heard("dice", stroke.dice.length);
    if (settings.sound && stroke.type === "shot") heard("gun");
    if (stroke.type !== "throw") return undefined;
    const pace = seen.playing?.pace ?? PACE[seen.playing?.speed ?? "normal"];
    return new Promise((fallen) => setTimeout(fallen, fallTime(stroke) * pace));
  }
  done(): void {
    if (this.#desk.looking.look) this.#desk.looking.filming = false;
    else this.#desk.store.skip();
  }
}

export interface Given {
  readonly board: BoardScene;
  readonly table: TableScene;
  readonly reel: Reel;
  readonly manner: Manner;
  readonly boardEars: BoardEars;
  readonly tableEars: TableEars;
  aim(): Aimed | null;
  setAim(aim: Aimed | null): void;
}

export function givenTo(desk: Desk): Given {
  const resting = new Resting(desk);
  const { store, looking, hand } = desk;
  const ears: Ears = {
    pick: (unit) => desk.pick(unit),
    commit: (aim, at) => desk.commitAim(aim, at),
    hover: (unit) => void resting.on(unit),
    look: (unit) => store.surveyOf(unit),
    skip: () => store.skipAll(),
    later: (act) => store.later(act),
    enter: () => desk.doOnly(),
    space: () => desk.resolveNext(),
    refuse(refusal, at) {
      desk.refuse(refusal, at);
    },
  };
  return {
    board: new BoardShows(desk, resting),
    table: new TableShows(desk),
    reel: new Plays(desk),
    manner: {
      get names() {
        return desk.settings.names;
      },
      get named() {
        return desk.frame.named;
      },
      get tapOnce() {
        return desk.settings.touch === "once";
      },
      get fireTwice() {
        return desk.settings.fire === "twice";
      },
    },
    boardEars: {
      ...ears,
      why: (what, at) => desk.why(what, at),
      over: (square) => desk.wondering.over(square),
      mark: (mark) => desk.pressMark(mark),
      get redirect() {
        return desk.redirectMark;
      },
    },
    tableEars: {
      ...ears,
      ask: (order) => store.preview(order),
      take: (intent, at) => desk.take(intent, at),
      lit: (unit) => desk.things.use(unit),
    },
    aim: () => (looking.look ? (desk.seen.onPlane ? null : looking.aim) : hand.aim),
    setAim(aim) {
      if (!looking.look) hand.aim = aim;
    },
  };
}
