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

/** Cuts the sides into steps and pushes each point a little. The push depends on the point alone, so neighbours agree. */
export function rough(points: readonly Point[], step: number, by: number, salt: number): Point[] {
  return points.flatMap(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    const count = Math.max(1, Math.round(Math.hypot(u - x, v - y) / step));
    return Array.from({ length: count }, (_, k): Point => {
      const [px, py] = [x + ((u - x) * k) / count, y + ((v - y) * k) / count];
      const [qx, qy] = [Math.round(px * 8), Math.round(py * 8)];
      return [px + (hash(qx, qy, salt) - 0.5) * 2 * by, py + (hash(qx, qy, salt + 1) - 0.5) * 2 * by];
    });
  });
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
