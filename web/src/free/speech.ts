/** A free table in words: what the hand is about to do, or what lies under it. */
import { wayIn } from "../api/orders";
import type { Fall } from "../api/types";
import { fraction } from "../stage/odds";
import { speakAim, speakPiece } from "../stage/words";
import type { TableHand } from "./hand.svelte";
import { legalOf } from "./intent";
import { pathWords } from "./path";
import { cm, placeText } from "./plane";
import { say } from "../language/language";

export function spoken(hand: TableHand): string {
  const { target, refusal, leading, laying, way, scenery } = hand;
  const { put, slide, entry } = scenery;
  const no = refusal ? ` ${refusal.sentence}.` : "";
  if (target && (hand.keyed || hand.touching)) return `${nameOf(target.unit, hand)}: ${speakAim(target)}.`;
  if (put && laying.spot && hand.question.answer)
    return `${say("{label} at {spot}.", { label: put.label, spot: placeText(laying.spot) })}${no}${
      hand.fall ? ` ${struckWords(hand.fall, hand)}.` : ""
    }`;
  if (leading.sliding && leading.entered && entry)
    return say("{label} at {entered}, heading {bearing} degrees; Enter fixes it.", {
      label: entry.label,
      entered: placeText(leading.entered),
      bearing: leading.entered.bearing,
    });
  if (slide && laying.along !== null) return say("Drop after {along} centimetres.", { along: cm(laying.along) }) + no;
  if (way && (hand.keyed || hand.pinned)) return `${wayWords(hand)}${no}`;
  return hand.keyed && hand.place ? underHand(hand) : "";
}

const nameOf = (unit: number | null, { scenery }: TableHand): string =>
  scenery.pieces.find(({ id }) => id === unit)?.name ?? "";

/** "Medium tank 2 40 per cent, own Scout 1 3.5 per cent" */
const struckWords = ({ struck }: Fall, hand: TableHand): string =>
  struck
    .map(({ unit, chance, friend }) => {
      const tenths = Math.round(1000 * fraction(chance)) / 10;
      return `${friend ? say("own ") : ""}${nameOf(unit, hand)} ${tenths}${say(" per cent")}`;
    })
    .join(", ");

/** "left 30, go 11.4: 11.4 of 18 centimetres, turned 30 of 120 degrees." */
function wayWords({ way, question: { answer } }: TableHand): string {
  if (!way) return "";
  const path = pathWords(wayIn(answer && legalOf(answer)));
  const leaves = way.leaves ? say(" It leaves the table and returns next turn.") : "";
  return `${say("{path}: {cost} of {move} centimetres, turned {turned} of {turn} degrees.", {
    path,
    cost: cm(way.cost),
    move: cm(way.move),
    turned: way.turned,
    turn: way.turn,
  })}${leaves}`;
}

function underHand(hand: TableHand): string {
  const place = hand.place!;
  const piece = hand.pieceAt(place);
  const told = [
    piece ? speakPiece(piece, hand.scenery.terrain, hand.scenery.plane.flip) : "",
    ...hand.scenery.toldAt(place),
  ].filter(Boolean);
  return `${placeText(place)}: ${told.join("; ") || say("open ground")}.`;
}
