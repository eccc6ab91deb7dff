import { describe, expect, test } from "vitest";
import { Interrupted } from "./after";
import { picture, piece, tray } from "./fake";
import { EMPTY } from "./state";
import type { Piece } from "../api/types";

describe("what stays in the hand", () => {
  const deploying = (pieces: Piece[]) =>
    picture({
      pieces,
      tray: tray({
        phase: "deployment",
        todo: pieces.flatMap(({ id, side, pose }) =>
          side === 0 && !pose ? [{ unit: id, sentence: "", chance: null, mode: "" }] : [],
        ),
      }),
    });
  const held = (selected: number, before: Piece[], after: Piece[]): number | null =>
    new Interrupted().inHand({ ...EMPTY, selected, picture: deploying(before) }, deploying(after), () => true);
  const heavy = (id: number, x: number | null): Piece => piece(id, 0, x, 0, { name: `Heavy ${id}` });

  test("once a piece is put down, the next of its kind beside the table", () => {
    const others = [heavy(2, null), piece(3, 0, null), piece(4, 1, null)];
    expect(held(1, [piece(1, 0, null), ...others], [piece(1, 0, 5), ...others])).toBe(3);
  });
  test("the piece itself, where it was the last of its kind or stood there already", () => {
    expect(held(1, [piece(1, 0, null), heavy(2, null)], [piece(1, 0, 5), heavy(2, null)])).toBe(1);
    expect(held(1, [piece(1, 0, 4), piece(3, 0, null)], [piece(1, 0, 5), piece(3, 0, null)])).toBe(1);
  });
});
