/** A free table in words: what the hand is about to do, or what lies under it. */
import { wayIn } from "../api/orders";
import type { Fall } from "../api/types";
import { fraction } from "../stage/odds";
import { speakAim, speakPiece } from "../stage/words";
import type { TableHand } from "./hand.svelte";
import { legalOf } from "./intent";
import { pathWords } from "./path";
import { cm, placeText } from "./plane";

export function spoken(hand: TableHand): string {
  const { target, refusal, leading, laying, way, scenery } = hand;
  const { put, slide, entry } = scenery;
  const no = refusal ? ` ${refusal.sentence}.` : "";
  if (target && (hand.keyed || hand.touching)) return `${nameOf(target.unit, hand)}: ${speakAim(target)}.`;
  if (put && laying.spot && hand.question.answer)
    return `${put.label} at ${placeText(laying.spot)}.${no}${hand.fall ? ` ${struckWords(hand.fall, hand)}.` : ""}`;
  if (leading.sliding && leading.entered && entry)
    return `${entry.label} at ${placeText(leading.entered)}, heading ${leading.entered.bearing} degrees; Enter fixes it.`;
  if (slide && laying.along !== null) return `Drop after ${cm(laying.along)} centimetres.${no}`;
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
      return `${friend ? "own " : ""}${nameOf(unit, hand)} ${tenths} per cent`;
    })
    .join(", ");

/** "left 30, go 11.4: 11.4 of 18 centimetres, turned 30 of 120 degrees." */
function wayWords({ way, question: { answer } }: TableHand): string {
  if (!way) return "";
  const path = pathWords(wayIn(answer && legalOf(answer)));
  const leaves = way.leaves ? " It leaves the table and returns next turn." : "";
  return `${path}: ${cm(way.cost)} of ${cm(way.move)} centimetres, turned ${way.turned} of ${way.turn} degrees.${leaves}`;
}

function underHand(hand: TableHand): string {
  const place = hand.place!;
  const piece = hand.pieceAt(place);
  const told = [
    piece ? speakPiece(piece, hand.scenery.terrain, hand.scenery.plane.flip) : "",
    ...hand.scenery.toldAt(place),
  ].filter(Boolean);
  return `${placeText(place)}: ${told.join("; ") || "open ground"}.`;
}
