/** How things are drawn as if by hand, and alike on every screen. */
import { pointText, polygon, type Point } from "../stage/points";

/** The only source of variety: it depends on a place alone. */
export function hash(x: number, y: number, salt = 0): number {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(salt | 0, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h ^= h >>> 16;
  return (h >>> 0) / 4294967296;
}

/** A closed curve through the middles of the sides: soft, as if by hand. */
export function soft(points: readonly Point[]): string {
  const middles = points.map(([x, y], i): Point => {
    const [u, v] = points[(i + 1) % points.length]!;
    return [(x + u) / 2, (y + v) / 2];
  });
  return `M${pointText(middles.at(-1)!)}${points.map((point, i) => `Q${pointText(point)} ${pointText(middles[i]!)}`).join("")}Z`;
}

/**
 * Cuts the sides into steps and pushes each point a little. The push depends on the point alone, so neighbours agree. With `by`, sides
 * along the grid are first cut where they pass a multiple of it: then what is drawn of one part of them fits what is drawn of another.
 */
export function rough(points: readonly Point[], step: number, push: number, salt: number, by = 0): Point[] {
  const cut = by ? points.flatMap((point, i) => cutBy(point, points[(i + 1) % points.length]!, by)) : points;
  return cut.flatMap(([x, y], i) => {
    const [u, v] = cut[(i + 1) % cut.length]!;
    const count = Math.max(1, Math.round(Math.hypot(u - x, v - y) / step));
    return Array.from({ length: count }, (_, k): Point => {
      const [px, py] = [x + ((u - x) * k) / count, y + ((v - y) * k) / count];
      const [qx, qy] = [Math.round(px * 8), Math.round(py * 8)];
      return [px + (hash(qx, qy, salt) - 0.5) * 2 * push, py + (hash(qx, qy, salt + 1) - 0.5) * 2 * push];
    });
  });
}
/** A point, and the places between it and the next where a side passes a multiple of `by`. */
function cutBy([x, y]: Point, [u, v]: Point, by: number): Point[] {
  const [from, to] = x === u ? [y, v] : [x, u];
  const found: Point[] = [[x, y]];
  const way = Math.sign(to - from);
  for (
    let at = (way > 0 ? Math.floor(from / by) + 1 : Math.ceil(from / by) - 1) * by;
    (to - at) * way > 0;
    at += by * way
  )
    found.push(x === u ? [x, at] : [at, y]);
  return found;
}

/** The shadow of a prism on the ground: its outline swept along the light. */
export function swept(points: readonly Point[], by: number): string {
  const moved = points.map(([x, y]): Point => [x + by * 0.9, y + by]);
  const sides = points.map((a, i) => {
    const j = (i + 1) % points.length;
    const side = [a, points[j]!, moved[j]!, moved[i]!];
    const area = side.reduce((sum, [x, y], k) => sum + x * side[(k + 1) % 4]![1] - side[(k + 1) % 4]![0] * y, 0);
    return polygon(area < 0 ? side.reverse() : side);
  });
  return polygon(moved) + sides.join("");
}
