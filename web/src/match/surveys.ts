/** What was asked: what units can do, and why something cannot be done. Answers about a table that has moved on mean nothing. */
import { poseOrder, stepOrder } from "../api/orders";
import type { Band, Refusal, Survey } from "../api/types";
import { facingAt, facingsOn } from "../board/facings";
import { withTow } from "./reach";
import { pieceOf, type Keep, type TableCalls } from "./state";

/** After how many milliseconds a survey is asked for again that nobody answered. */
const ASK_AGAIN = 1000;

export class Surveys {
  readonly #keep: Keep;
  readonly #table: TableCalls;
  #asked = new Map<string, Promise<Survey | null>>();
  /** Why a unit cannot go to a square. */
  readonly #bars = new Map<string, Promise<Refusal | null>>();
  /** What was done with a survey before it came. */
  #later: (() => void)[] = [];

  constructor(keep: Keep, table: TableCalls) {
    this.#keep = keep;
    this.#table = table;
  }

  /** The table has moved on. */
  outdated(): void {
    this.#asked.clear();
    this.#bars.clear();
  }
  /** A unit's survey at the head; none when the table moved on meanwhile. */
  of(unit: number): Promise<Survey | null> {
    const { head } = this.#keep.state;
    const key = `${head}:${unit}`;
    const known = this.#asked.get(key);
    if (known) return known;
    const found = this.#table.survey(unit).then(
      (answer) => (answer.position === head ? answer.survey : null),
      () => null,
    );
    this.#asked.set(key, found);
    void found.then((survey) => {
      if (!survey) this.#asked.delete(key);
    });
    return found;
  }
  /** Asks about the chosen unit, until it is answered or the hand moves on. */
  async ask(): Promise<void> {
    const { selected, head } = this.#keep.state;
    if (selected === null || !this.awaited) return;
    const survey = await this.of(selected);
    const now = this.#keep.state;
    if (this.#keep.closed || now.selected !== selected || now.position !== now.head) return;
    if (survey && now.head === head) {
      this.#keep.set({ survey });
      for (const act of this.#later.splice(0)) act();
    } else if (now.head !== head) void this.ask();
    else setTimeout(() => this.#again(selected, head), ASK_AGAIN);
  }
  #again(unit: number, at: number): void {
    const { selected, head } = this.#keep.state;
    if (selected === unit && head === at) void this.ask();
  }
  /** Whether the survey of the chosen unit is still on its way. */
  get awaited(): boolean {
    const { selected, survey, picture } = this.#keep.state;
    if (selected === null || survey || !picture) return false;
    const piece = pieceOf(picture, selected);
    return piece !== undefined && !piece.wreck;
  }
  /** Puts off what needs a survey that is on its way. It is forgotten when the hand or the table moves on. */
  later(act: () => void): boolean {
    if (!this.awaited) return false;
    this.#later.push(act);
    return true;
  }
  forget(): void {
    this.#later = [];
  }

  /** Tells why the chosen unit cannot go to a square. */
  whyNot(square: number, refuse: (refusal: Refusal) => void): boolean {
    const { survey } = this.#keep.state;
    // What can go nowhere at all says why.
    const stays =
      survey &&
      !farthest(withTow(survey, null)) &&
      (survey.stays ?? (survey.aims.length === 0 ? survey.refusal : null));
    if (stays) {
      refuse(stays);
      return true;
    }
    const asked = this.barTo(square);
    void asked?.then((refusal) => refusal && this.#keep.state.survey?.unit === survey?.unit && refuse(refusal));
    return asked !== null;
  }
  /** Asks the referee why the chosen unit cannot go to a square, with the die that goes farthest; once for each square. */
  barTo(square: number): Promise<Refusal | null> | null {
    const { survey, picture, terrain, head } = this.#keep.state;
    const piece = survey && picture ? pieceOf(picture, survey.unit) : undefined;
    const band = survey && farthest(withTow(survey, null));
    if (!piece || !band) return null;
    const pose = square * 8 + (terrain ? facingAt(facingsOn(terrain), piece.pose?.bearing ?? 0) : 0);
    // Of a way that is a batch the step is asked about.
    const order = band.strides?.length ? stepOrder(band, square) : poseOrder(band, pose);
    if (!order) return null;
    const key = `${head}:${piece.id}:${square}`;
    const known = this.#bars.get(key);
    if (known) return known;
    const asked = this.#table.preview(order).then(
      ({ refusal }) => refusal ?? null,
      () => {
        this.#bars.delete(key);
        return null;
      },
    );
    this.#bars.set(key, asked);
    return asked;
  }
}

const farthest = ({ bands }: Survey): Band | undefined =>
  bands
    .filter(({ reverse }) => !reverse)
    .reduce<Band | undefined>((best, one) => (best && best.token >= one.token ? best : one), undefined);
