/** A game that is watched line by line: who may, what lies on its table at the line that is shown, and how it is turned. */
import { setContext } from "svelte";
import type { Table } from "../../api/client";
import type { Seat } from "../../api/tokens";
import type { MatchView, Picture, Terrain } from "../../api/types";
import { logLine } from "../../match/lines";
import { lookAt } from "../../match/look";
import { Turning } from "../../match/turning.svelte";
import { PHONE } from "../../stage/camera.svelte";
import { api, seats, told } from "../here";
import { Replaying } from "./replaying.svelte";

export class Watched {
  readonly id: string;
  /** By what this browser may watch it, if it may. */
  readonly seat: Seat | undefined;
  readonly table: Table | null;
  readonly reel = new Replaying();

  view: MatchView | null = $state.raw(null);
  terrain: Terrain | null = $state.raw(null);
  trouble = $state("");
  /** Marks that somebody drew on the table at this line. */
  marks: Picture["marks"] = $state.raw([]);
  /** Nothing is pointed out. */
  plain = $state(false);
  /** The table's place, and the window. */
  wide = $state(900);
  high = $state(560);
  width = $state(1440);

  readonly turning: Turning;
  /** What the table is to show. */
  readonly scene;

  constructor(id: string) {
    this.id = id;
    this.seat = seats.of(id);
    this.table = this.seat ? api.table(id, this.seat.token) : null;
    const that = this as Watched;
    this.turning = new Turning({
      match: id,
      get side() {
        return that.view?.side === 1 && !that.view.both ? 1 : 0;
      },
      get terrain() {
        return that.terrain;
      },
      get pictures() {
        return that.reel.lines.map((line) => line.picture);
      },
      get box() {
        return [that.wide, that.high] as const;
      },
      get phone() {
        return that.width < PHONE;
      },
    });
    this.scene = {
      get terrain() {
        return that.terrain!;
      },
      get picture() {
        return that.picture!;
      },
      get selected() {
        return that.plain ? null : (that.look?.piece ?? null);
      },
      get survey() {
        return that.terrain?.table === "free" ? null : (that.look?.traces ?? null);
      },
      /** A shot lies there along its own line. */
      get pencil() {
        const shots = that.look?.strokes.filter(({ type }) => type === "shot") ?? [];
        return shots.length > 0
          ? { acts: [{ number: 0, strokes: shots, end: "nothing" as const }], solid: 0, strength: 1 }
          : null;
      },
      get past() {
        return that.look?.strokes ?? [];
      },
    };
  }

  readonly log = $derived.by(() => {
    const { lines } = this.reel;
    return lines.map((line, k) => logLine(line, lines[k - 1]?.picture));
  });
  /** What the line left on the board, once nothing moves. */
  readonly look = $derived.by(() =>
    this.terrain && this.reel.stopped ? lookAt(this.log, this.reel.at - 1, this.terrain) : undefined,
  );
  readonly picture: Picture | undefined = $derived.by(() => {
    const found = this.reel.shown?.picture ?? this.view?.picture;
    return found && this.marks.length > 0 ? { ...found, marks: [...found.marks, ...this.marks] } : found;
  });

  /** What stands on a page around the table asks for it: how the table is turned, and a rule to be read. */
  serve(
    rule: (id: string) => void = (one) => void (location.hash = `#/rules/${this.view?.rulebook ?? ""}/${one}`),
  ): void {
    setContext("quarters", () => this.turning.flip);
    setContext("rule", rule);
  }
  /** Lays the table out, and then what else a page needs of it; what fails is told. */
  async open(then: (view: MatchView, table: Table) => void | Promise<void>): Promise<void> {
    if (!this.table) return;
    try {
      const view = await this.table.view();
      this.terrain = await api.terrain(view.terrain);
      this.view = view;
      await then(view, this.table);
    } catch (error) {
      this.trouble = told(error);
    }
  }
}
