/** What the hand is about to do on a free table: a way, a thing or an aim that is put, a bomb on its path; and the order it comes to. */
import { alongIn, wayIn, placeIn } from "../api/orders";
import type { Order, Preview, Put, Way } from "../api/types";
import type { Answered } from "./asking";
import { capital } from "../match/words";
import { cm, placeText } from "./plane";
import { say } from "../language/language";

export interface FreeIntent {
  readonly kind: "free";
  readonly what: "way" | "put" | "drop";
  /** On the button that commits it. */
  readonly verb: string;
  readonly figure: string;
  readonly can: boolean;
  readonly orders: readonly Order[];
  readonly preview: Preview;
  /** What is put or dropped, and its rule. */
  readonly label: string;
  readonly rule: string;
}

/** The part of an order that is allowed: all of it, or the nearest that is. */
export const legalOf = ({ order, preview }: Answered): Order | null =>
  preview.refusal ? (preview.refusal.nearest ?? null) : order;

export const wayFigure = ({ cost, move, leaves }: Way): string =>
  leaves ? say("off the table") : say("{cost} of {move} cm", { cost: cm(cost), move: cm(move) });

export function wayIntent(answer: Answered): FreeIntent {
  const order = legalOf(answer);
  const { way } = answer.preview;
  const can = order !== null && wayIn(order).length > 0;
  return {
    kind: "free",
    what: "way",
    verb: say("Move"),
    figure: way ? wayFigure(way) : (answer.preview.refusal?.sentence ?? ""),
    can,
    orders: can && order ? [order] : [],
    preview: answer.preview,
    label: "",
    rule: "",
  };
}

/** A unit that may not stand there is put on the nearest place where it may; what is aimed or laid is not. */
export function laidOrder(answer: Answered, turns: boolean): Order | null {
  const order = turns || !answer.preview.refusal ? legalOf(answer) : null;
  return order?.type === answer.order.type ? order : null;
}

export function putIntent(
  answer: Answered,
  { label, rule, turns = false }: Pick<Put, "label" | "rule"> & { readonly turns?: boolean },
  what: "put" | "drop",
): FreeIntent {
  const { preview } = answer;
  const order = laidOrder(answer, turns);
  const place = placeIn(order);
  const figure = !order
    ? say("not there")
    : place
      ? placeText(place)
      : say("after {length} cm", { length: cm(alongIn(order) ?? 0) });
  const verb = preview.fall ? say("Fire") : turns ? say("Place") : capital(label.split(": ").at(-1) ?? label);
  return { kind: "free", what, verb, figure, can: order !== null, orders: order ? [order] : [], preview, label, rule };
}
