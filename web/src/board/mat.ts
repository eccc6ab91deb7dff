/** Draws a mat of hexes as SVG text: a meadow as it is printed, faint lines, and the tiles that a map has on it. Pure, as the town is. */
import { hash, soft } from "./pencil";
import { SIDE, WIDE } from "./hexes";
import type { Layout } from "./layout";
import type { Point } from "../stage/points";
import type { Terrain } from "./picture";
import { drawTile, hedgeRuns, isTile } from "./tiles";

const f = (value: number): string => String(Math.round(value * 10) / 10);
const path = (d: string, name: string): string => `<path d="${d}" class="d-${name}"/>`;

export function drawMat(terrain: Terrain, layout: Layout): string {
  const { width, height } = layout;
  const all = Array.from({ length: terrain.columns * terrain.rows }, (_, square) => square);
  const whole = `M0 0H${f(width)}V${f(height)}H0Z`;
  return [
    `<rect width="${f(width)}" height="${f(height)}" fill="var(--meadow)"/>`,
    path(patches(terrain, layout, 5, 34), "meadow-dark"),
    path(patches(terrain, layout, 8, 26), "meadow-pale"),
    drawGrass(all, terrain, layout),
    `<path d="${whole}${layout.outline(new Set(all))}" fill-rule="evenodd" class="d-beyond"/>`,
    path(all.map((square) => layout.outline(new Set([square]))).join(""), "hexlines"),
    drawTiles(all, terrain, layout),
    `<rect width="${f(width)}" height="${f(height)}" class="d-lamplight"/>`,
  ].join("");
}

/** Paler and darker grass. It belongs to the mat, so that a turned board keeps it. */
function patches({ columns, rows }: Terrain, layout: Layout, salt: number, size: number): string {
  return Array.from({ length: Math.round((columns * rows) / 5) }, (_, k) => {
    const [cx, cy] = layout.point(hash(k, salt, 1) * columns, hash(k, salt, 2) * rows);
    const wide = size * (0.6 + 0.8 * hash(k, salt, 3));
    return soft(
      Array.from({ length: 9 }, (_, j): Point => {
        const far = wide * (0.7 + 0.6 * hash(j, k, salt));
        return [cx + 1.7 * far * Math.cos(j * 0.698), cy + far * Math.sin(j * 0.698)];
      }),
    );
  }).join("");
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
