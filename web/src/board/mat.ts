/** Draws a mat of hexes as SVG text: a meadow as it is printed, faint lines, and the tiles that a map has on it. Pure, as the town is. */
import { hash, soft } from "./pencil";
import { SIDE, WIDE } from "./hexes";
import type { Parts, Room } from "../stage/parts";
import type { Layout } from "./layout";
import type { Point } from "../stage/points";
import type { Terrain } from "./picture";
import { drawTile, hedgeRuns, isTile } from "./tiles";

const f = (value: number): string => String(Math.round(value * 10) / 10);
const path = (d: string, name: string): string => `<path d="${d}" class="d-${name}"/>`;

export function drawMat(terrain: Terrain, layout: Layout): string {
  const all = Array.from({ length: terrain.columns * terrain.rows }, (_, square) => square);
  return drawHexes(all, terrain, layout, blotsOf(terrain, layout));
}
function drawHexes(all: readonly number[], terrain: Terrain, layout: Layout, { dark, pale }: Blots): string {
  const { width, height } = layout;
  const whole = `M0 0H${f(width)}V${f(height)}H0Z`;
  return [
    `<rect width="${f(width)}" height="${f(height)}" fill="var(--meadow)"/>`,
    path(dark.map(({ d }) => d).join(""), "meadow-dark"),
    path(pale.map(({ d }) => d).join(""), "meadow-pale"),
    drawGrass(all, terrain, layout),
    `<path d="${whole}${layout.outline(new Set(all))}" fill-rule="evenodd" class="d-beyond"/>`,
    path(all.map((square) => layout.outline(new Set([square]))).join(""), "hexlines"),
    drawTiles(all, terrain, layout),
    `<rect width="${f(width)}" height="${f(height)}" class="d-lamplight"/>`,
  ].join("");
}

/** Paler and darker grass, and where it lies. */
interface Blot {
  readonly at: Point;
  readonly d: string;
}
interface Blots {
  readonly dark: readonly Blot[];
  readonly pale: readonly Blot[];
}
const blotsOf = (terrain: Terrain, layout: Layout): Blots => ({
  dark: blots(terrain, layout, 5, 34),
  pale: blots(terrain, layout, 8, 26),
});
/** It belongs to the mat, so that a turned board keeps it. */
function blots({ columns, rows }: Terrain, layout: Layout, salt: number, size: number): Blot[] {
  return Array.from({ length: Math.round((columns * rows) / 5) }, (_, k) => {
    const [cx, cy] = layout.point(hash(k, salt, 1) * columns, hash(k, salt, 2) * rows);
    const wide = size * (0.6 + 0.8 * hash(k, salt, 3));
    const d = soft(
      Array.from({ length: 9 }, (_, j): Point => {
        const far = wide * (0.7 + 0.6 * hash(j, k, salt));
        return [cx + 1.7 * far * Math.cos(j * 0.698), cy + far * Math.sin(j * 0.698)];
      }),
    );
    return { at: [cx, cy], d };
  });
}

function drawGrass(all: readonly number[], { columns }: Terrain, layout: Layout): string {
  let [tufts, daisies] = ["", ""];
  for (const square of all)
    for (let k = 0; k < 2; k++) {
      const luck = (salt: number): number => hash((square % columns) * 3 + k, Math.floor(square / columns), salt);
      const [cx, cy] = layout.centre(square);
      const [x, y, size] = [cx + (luck(1) - 0.5) * WIDE, cy + (luck(2) - 0.5) * 1.5 * SIDE, 0.8 + 0.7 * luck(3)];
      for (const [dx, dy] of [
        [-1.8, -5],
        [0.4, -6],
        [2.6, -4.4],
      ] as const)
        tufts += `M${f(x)} ${f(y)}l${f(dx * size)} ${f(dy * size)}`;
      if (luck(4) < 0.12) daisies += `<circle cx="${f(x + 9)}" cy="${f(y)}" r="1.700"/>`;
    }
  return `${path(tufts, "grass")}<g class="d-daisies">${daisies}</g>`;
}

function drawTiles(all: readonly number[], { cells, legend, columns }: Terrain, layout: Layout): string {
  const signs = cells.join("");
  const kindOf = (square: number): string => legend[signs.charAt(square)] ?? "";
  return all
    .filter((square) => isTile(kindOf(square)))
    .map((square) =>
      drawTile(
        kindOf(square),
        layout.centre(square),
        hedgeRuns(layout, square, (other) => kindOf(other) === "hedge", hash(square % columns, square, 8)),
        layout.tilt,
      ),
    )
    .join("");
}

// In parts

const PLAIN: Readonly<Record<string, string>> = {
  "bomb crater": "soil-3",
  "large house": "roof-4",
  "small house": "roof-1",
  "ruined house": "rubble",
  hedge: "garden-line",
};
/** How far beyond a part hexes and blots lie that reach into it. */
const FAR = 2 * WIDE;
/** What of a mat does not change with its tiles; made once for all drawings of it. */
export interface Meadow {
  readonly blots: Blots;
  near(room: Room): readonly number[];
}
export function meadowOf(terrain: Terrain, layout: Layout): Meadow {
  const centres = Array.from({ length: terrain.columns * terrain.rows }, (_, square) => layout.centre(square));
  const known = new Map<string, readonly number[]>();
  return {
    blots: blotsOf(terrain, layout),
    near(room) {
      const key = `${room.left} ${room.top} ${room.right}`;
      const found = known.get(key) ?? centres.flatMap((at, square) => (liesBy(at, room) ? [square] : []));
      known.set(key, found);
      return found;
    },
  };
}
const liesBy = ([x, y]: Point, { left, top, right, bottom }: Room): boolean =>
  x > left - FAR && x < right + FAR && y > top - FAR && y < bottom + FAR;

/** A mat in parts: each is drawn as it is in the whole. */
export function matInParts(terrain: Terrain, layout: Layout, meadow: Meadow): Parts {
  const signs = terrain.cells.join("");
  const key = (room: Room): string =>
    meadow
      .near(room)
      .map((square) => signs.charAt(square))
      .join("");
  const near = (some: readonly Blot[], room: Room): Blot[] => some.filter(({ at }) => liesBy(at, room));
  return {
    key,
    plainKey: key,
    draw(room) {
      const blots = { dark: near(meadow.blots.dark, room), pale: near(meadow.blots.pale, room) };
      return drawHexes(meadow.near(room), terrain, layout, blots);
    },
    plain(room) {
      const runs = new Map<string, string>();
      for (const square of meadow.near(room)) {
        const colour = PLAIN[terrain.legend[signs.charAt(square)] ?? ""];
        const [x, y] = layout.centre(square);
        const [u, v] = [WIDE / 2 - 2, SIDE * 0.8];
        if (colour)
          runs.set(colour, `${runs.get(colour) ?? ""}M${f(x - u)} ${f(y - v)}h${2 * u}v${f(2 * v)}h${-2 * u}z`);
      }
      const ground = `<rect width="${f(layout.width)}" height="${f(layout.height)}" fill="var(--meadow)"/>`;
      return ground + [...runs].map(([colour, d]) => `<path d="${d}" fill="var(--${colour})"/>`).join("");
    },
  };
}
