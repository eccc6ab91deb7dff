/** A ground that is drawn part by part: only what is looked at, and anew only where it has changed. */
import type { Sheet, View, Frame } from "./view";
import { unitsAt } from "./view";

/** A part of a drawing, in board units. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export interface Parts {
  /** Another one where the drawing of the part is another one. */
  key(room: Room): string;
  plainKey(room: Room): string;
  /** The part as it is drawn in the whole; what goes beyond it is cut off. */
  draw(room: Room): string;
  /** The same from far away: colours alone. */
  plain(room: Room): string;
}
/** A ground cut into rooms of a size; those drawn plainly are larger. */
export interface Cut {
  readonly parts: Parts;
  readonly room: number;
  readonly plainRoom: number;
}
/** Pixels of a cell below which a ground is drawn plainly. */
export const PLAIN_BELOW = 12;

export interface Place {
  readonly id: string;
  readonly room: Room;
}
/** The rooms of a size that a window touches, and those just beside it. */
export function roomsIn({ width, height }: Sheet, size: number, seen: Room, beside = 0): Place[] {
  const first = (at: number): number => Math.max(0, Math.floor((at - beside) / size));
  const last = (at: number, end: number): number => Math.min(Math.ceil(end / size), Math.ceil((at + beside) / size));
  const found: Place[] = [];
  for (let row = first(seen.top); row < last(seen.bottom, height); row++)
    for (let column = first(seen.left); column < last(seen.right, width); column++) {
      const [left, top] = [column * size, row * size];
      found.push({
        id: `${column}-${row}`,
        room: { left, top, right: Math.min(left + size, width), bottom: Math.min(top + size, height) },
      });
    }
  return found;
}
/** The part of the drawing that a window shows. */
export function seenBy(view: View, frame: Frame): Room {
  const [[left, top], [right, bottom]] = [unitsAt(view, [0, 0]), unitsAt(view, [frame.width, frame.height])];
  return { left, top, right, bottom };
}
/** A part on the page. It goes a little under its neighbours, so that no seam shows. */
export function framed({ left, top, right, bottom }: Room, drawn: string): string {
  const [x, y, w, h] = [left - 0.5, top - 0.5, right - left + 1, bottom - top + 1];
  return `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}">${drawn}</svg>`;
}
