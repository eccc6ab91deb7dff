import { expect, test } from "vitest";
import { framed, roomsIn } from "../stage/parts";
import { CELL } from "../stage/points";
import { cutOf, isLarge, stillOf } from "./cut";
import { layoutOf } from "./table";
import type { Terrain } from "./picture";

const LEGEND = { ".": "street", ",": "garden", "#": "house", C: "church" };
const town = (changes: readonly (readonly [number, number, string])[] = []): Terrain => {
  const rows = Array.from({ length: 40 }, () => [..."..".repeat(20)]);
  for (let x = 0; x < 40; x += 7) for (let y = 0; y < 40; y += 6) rows[y]![x] = x % 2 ? "#" : ",";
  for (const [x, y, sign] of changes) rows[y]![x] = sign;
  const cells = rows.map((row) => row.join(""));
  return { id: "t", name: "T", table: "squares", columns: 40, rows: 40, north: 0, legend: LEGEND, cells };
};
const layout = layoutOf(town(), 0);
const ROOM = { left: 12 * CELL, top: 12 * CELL, right: 24 * CELL, bottom: 24 * CELL };
const key = (terrain: Terrain): string => cutOf(terrain, layout).parts.key(ROOM);

test("a part is drawn anew for what is in it, beside it, and for roofs nearby, and for nothing else", () => {
  const before = key(town());
  expect(key(town([[18, 17, ","]]))).not.toBe(before);
  expect(key(town([[11, 15, ","]]))).not.toBe(before);
  expect(key(town([[9, 15, "C"]]))).not.toBe(before);
  expect(key(town([[9, 15, ","]]))).toBe(before);
  expect(key(town([[2, 2, "C"]]))).toBe(before);
});

test("a part has what the whole has there, and two parts share no clip", () => {
  const { parts } = cutOf(town([[14, 14, "C"]]), layout);
  const drawn = parts.draw(ROOM);
  expect(drawn.match(/class="d-cross"/g)).toHaveLength(1);
  const beside = parts.draw({ ...ROOM, left: ROOM.right, right: ROOM.right + 12 * CELL });
  const clips = (text: string): string[] => [...text.matchAll(/<clipPath id="([^"]+)"/g)].map(([, id]) => id!);
  expect(clips(drawn).some((id) => clips(beside).includes(id))).toBe(false);
  expect(framed(ROOM, drawn)).toContain(`viewBox="623.5 623.5 625 625"`);
});

test("from far away there are colours alone", () => {
  const { parts } = cutOf(town(), layout);
  const plain = stillOf({ parts, room: 1, plainRoom: 1 }, { left: 0, top: 0, right: 100, bottom: 100 }, 6, layout);
  expect(plain).toContain("var(--garden)");
  expect(plain).not.toMatch(/<use|clipPath|class=/);
});

test("a mat in parts has each tile in the part where it lies", () => {
  const rows = Array.from({ length: 40 }, (_, y) => ".".repeat(20) + (y === 20 ? "O" : ".") + ".".repeat(19));
  const mat: Terrain = { ...town(), table: "hexes", legend: { ".": "open ground", O: "bomb crater" }, cells: rows };
  const hexes = layoutOf(mat, 0);
  const { parts, room } = cutOf(mat, hexes);
  const [x, y] = hexes.centre(20 * 40 + 20);
  const at = (left: number, top: number) => ({ left, top, right: left + room, bottom: top + room });
  expect(parts.draw(at(x - 200, y - 200))).toContain("hex-crater");
  expect(parts.draw(at(0, 0))).not.toContain("hex-crater");
});

test("only what a window touches is there", () => {
  expect(roomsIn({ width: 1000, height: 1000 }, 300, { left: 310, top: 10, right: 590, bottom: 350 })).toEqual([
    { id: "1-0", room: { left: 300, top: 0, right: 600, bottom: 300 } },
    { id: "1-1", room: { left: 300, top: 300, right: 600, bottom: 600 } },
  ]);
  expect(isLarge({ columns: 24, rows: 32 })).toBe(false);
  expect(isLarge({ columns: 200, rows: 200 })).toBe(true);
});
