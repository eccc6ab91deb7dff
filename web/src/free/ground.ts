/**
 * Draws the ground of a free table as SVG text from its features: meadow, fields, water, roads, woods, houses. Pure, as the town
 * is: shapes come from the table, so that a turned one keeps its trees; only light and shadow are the drawing's.
 */
import type { Feature, Place, Terrain } from "../api/types";
import { pointText, polygon, polyline, type Point } from "../stage/points";
import { hash, rough, soft, swept } from "../board/pencil";
import { alongPath, distance, inside, type Plane } from "./plane";

type Ground = Pick<Terrain, "columns" | "rows" | "features">;
/** A feature on the table in board units, not yet turned, and its number, which salts whatever varies. */
interface Patch {
  readonly kind: string;
  readonly name: string;
  readonly shape: readonly Point[];
  readonly salt: number;
}
type Turn = (points: readonly Point[]) => Point[];

const f = (value: number): string => String(Math.round(value * 10) / 10);
const path = (d: string, name: string, more = ""): string => (d ? `<path d="${d}" class="d-${name}"${more}/>` : "");

/** What lies under what. */
const ORDER = [
  "field",
  "marsh",
  "beach",
  "water",
  "ford",
  "quay",
  "yard",
  "road",
  "runway",
  "ditch",
  "hill",
  "rocks",
  "bridge",
  "hedge",
  "orchard",
  "wood",
  "wall",
  "ruin",
  "house",
];

const patchOf = ({ kind, name, at }: Feature, salt: number): Patch => ({
  kind,
  name,
  salt,
  shape: at.map(({ x, y }) => [x / 100, y / 100]),
});
/** Features without three corners cannot be drawn. */
const drawable = ({ shape }: Patch): boolean => shape.length > 2;

/** One feature as the table draws it, by its number there: it can be drawn over the table without itself. */
export function drawFeature(feature: Feature, number: number, ground: Ground, plane: Plane): string {
  const turn: Turn = (points) => points.map(([x, y]) => plane.point(x * 100, y * 100));
  const patch = patchOf(feature, number);
  if (!drawable(patch)) return "";
  if (patch.kind === "road") return drawRoads([beyond(patch, ground)], turn, `hd-road-${number}`);
  return drawPatch(under(patch.kind) ? beyond(patch, ground) : patch, turn);
}

/** The table, but for features that are drawn over it. */
export function drawTable(ground: Ground, plane: Plane, but: readonly number[] = []): string {
  const { width, height } = plane;
  const turn: Turn = (points) => points.map(([x, y]) => plane.point(x * 100, y * 100));
  const patches = (ground.features ?? [])
    .map(patchOf)
    .filter((patch) => drawable(patch) && !but.includes(patch.salt))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return [
    `<rect width="${f(width)}" height="${f(height)}" fill="var(--meadow)"/>`,
    path(meadow(ground, turn, 5, 46), "meadow-dark"),
    path(meadow(ground, turn, 8, 36), "meadow-pale"),
    path(tufts(ground, turn), "grass"),
    ...patches.filter(({ kind }) => under(kind)).map((patch) => drawPatch(beyond(patch, ground), turn)),
    drawRoads(
      patches.filter(({ kind }) => kind === "road").map((patch) => beyond(patch, ground)),
      turn,
    ),
    ...patches.filter(({ kind }) => kind !== "road" && !under(kind)).map((patch) => drawPatch(patch, turn)),
    `<rect width="${f(width)}" height="${f(height)}" class="d-lamplight"/>`,
  ].join("");
}

const under = (kind: string): boolean => ORDER.indexOf(kind) < ORDER.indexOf("road");

/** What ends at the edge of the table goes on beyond it, so that no shore runs along the edge. */
function beyond(patch: Patch, { columns, rows }: Ground): Patch {
  const push = (at: number, most: number): number => (at <= 0 ? -80 : at >= most ? most + 80 : at);
  return patch.kind === "water" || patch.kind === "road"
    ? { ...patch, shape: patch.shape.map(([x, y]): Point => [push(x, columns / 100), push(y, rows / 100)]) }
    : patch;
}

/** All roads as one: where they meet no edge lies across. Their corners go along one side and come back along the other. */
function drawRoads(roads: readonly Patch[], turn: Turn, clip = "hd-roads"): string {
  const all = roads.map(({ shape }) => polygon(turn(shape))).join("");
  const ruts = roads.map(({ shape }) => {
    const line = turn(middleOf(shape, 0));
    return [4.5, -4.5]
      .map((by) =>
        polyline(
          line.map(([x, y], i): Point => {
            const [[ax, ay], [bx, bz]] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
            const long = Math.hypot(bx - ax, bz - ay) || 1;
            return [x + (by * (ay - bz)) / long, y + (by * (bx - ax)) / long];
          }),
        ),
      )
      .join("");
  });
  return `<clipPath id="${clip}"><path d="${all}"/></clipPath>${path(all, "road-edge")}${path(all, "road")}<g clip-path="url(#${clip})">${path(ruts.join(""), "road-ruts")}</g>`;
}

function meadow({ columns, rows }: Ground, turn: Turn, salt: number, size: number): string {
  const [wide, high] = [columns / 100, rows / 100];
  return Array.from({ length: Math.round((wide * high) / 24_000) }, (_, k) => {
    const [x, y] = [hash(k, salt, 1) * wide, hash(k, salt, 2) * high];
    const far = size * (0.6 + 0.8 * hash(k, salt, 3));
    return soft(
      turn(
        Array.from({ length: 9 }, (_, j): Point => {
          const out = far * (0.7 + 0.6 * hash(j, k, salt));
          return [
            Math.min(Math.max(x + 1.7 * out * Math.cos(j * 0.698), 0), wide),
            Math.min(Math.max(y + out * Math.sin(j * 0.698), 0), high),
          ];
        }),
      ),
    );
  }).join("");
}

function tufts({ columns, rows }: Ground, turn: Turn): string {
  const [wide, high] = [columns / 100, rows / 100];
  return turn(
    Array.from({ length: Math.round((wide * high) / 4800) }, (_, k): Point => [
      hash(k, 3, 1) * wide,
      hash(k, 3, 2) * high,
    ]),
  )
    .map(([x, y]) =>
      [
        [-1.5, -4],
        [0.3, -5],
        [2, -3.6],
      ]
        .map(([dx, dy]) => `M${f(x)} ${f(y)}l${dx} ${dy}`)
        .join(""),
    )
    .join("");
}

function drawPatch(patch: Patch, turn: Turn): string {
  const { kind, shape, salt } = patch;
  const plain = polygon(turn(shape));
  const loose = soft(turn(rough(shape, 12, 1.2, salt)));
  if (kind === "field") return drawField(patch, turn);
  if (kind === "water") return drawWater(plain, salt);
  if (kind === "ford") return path(plain, "ford") + path(ripples(shape, turn, salt), "ford-stones");
  if (kind === "marsh")
    return path(loose, "marsh") + path(reeds(shape, turn, salt), "reeds") + path(loose, "marsh-edge");
  if (kind === "beach") return path(plain, "beach") + path(dots(shape, turn, salt, 9), "sand");
  if (kind === "yard") return path(plain, "yard") + path(plain, "plaza-setts");
  if (kind === "quay") return path(plain, "quay") + path(plain, "plaza-setts") + path(plain, "quay-edge");
  if (kind === "runway") return path(plain, "runway") + path(middle(shape, turn), "runway-line");
  if (kind === "ditch") return path(loose, "ditch") + path(hachures(shape, turn, salt, 7, -1), "ditch-slope");
  if (kind === "hill")
    return (
      path(loose, "hill") +
      path(hachures(shape, turn, salt, 15, -1), "hachure") +
      path(hachures(shape, turn, salt + 1, 8, 1), "hachure-foot")
    );
  if (kind === "rocks") return drawRocks(shape, turn, salt);
  if (kind === "bridge") return drawBridge(shape, turn);
  if (kind === "wood") return drawTrees(shape, turn, salt, 24, 1, true);
  if (kind === "orchard") return drawTrees(shape, turn, salt, 21, 0.15, false);
  if (kind === "hedge") return drawTrees(shape, turn, salt, 9, 0.5, false, true);
  if (kind === "wall")
    return path(swept(turn(shape), 6), "shadow-1") + path(plain, "wall") + path(plain, "wall-courses");
  if (kind === "ruin")
    return (
      path(swept(turn(shape), 4), "shadow-1") +
      path(plain, "ruin-floor") +
      drawRocks(shape, turn, salt, 11) +
      path(plain, "ruin-wall")
    );
  if (kind === "house") return drawHouse(shape, turn, salt);
  return path(plain, "unknown");
}

const spanOf = (shape: readonly Point[]): readonly [x0: number, y0: number, x1: number, y1: number] => {
  const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};
const within = ([x, y]: Point, shape: readonly Point[]): boolean =>
  inside(
    { x, y },
    shape.map(([u, v]): Place => ({ x: u, y: v })),
  );

/** Places in a shape on jittered rows, from the back to the front. */
function strewn(
  shape: readonly Point[],
  step: number,
  by: number,
  salt: number,
): { readonly at: Point; readonly luck: number }[] {
  const [x0, y0, x1, y1] = spanOf(shape);
  const found: { at: Point; luck: number }[] = [];
  for (let [y, j] = [y0 + step * 0.35, 0]; y < y1; y += step * 0.85, j++)
    for (let [x, i] = [x0 + step * (j % 2 ? 0.85 : 0.35), 0]; x < x1; x += step, i++) {
      const at: Point = [
        x + (hash(i, j, salt) - 0.5) * step * 0.6 * by,
        y + (hash(i, j, salt + 1) - 0.5) * step * 0.5 * by,
      ];
      if (within(at, shape)) found.push({ at, luck: hash(i, j, salt + 2) });
    }
  return found;
}

const FIELDS: readonly (readonly [RegExp, number])[] = [
  [/plough|beet|vine|potato/, 2],
  [/pasture|meadow|clover|garden|sheep|grass/, 3],
];
/** A field has furrows at an angle of its own: along its first side. */
function drawField({ shape, name, salt }: Patch, turn: Turn): string {
  const tint = FIELDS.find(([words]) => words.test(name))?.[1] ?? 1;
  const edge = soft(turn(rough(shape, 9, 1, salt)));
  const [[ax, ay], [bx, by]] = [shape[0]!, shape[1]!];
  const angle = Math.atan2(by - ay, bx - ax);
  const [x0, y0, x1, y1] = spanOf(shape);
  const [cx, cy, far] = [(x0 + x1) / 2, (y0 + y1) / 2, Math.hypot(x1 - x0, y1 - y0) / 2];
  let [rows, seeds] = ["", ""];
  for (let k = -Math.ceil(far / 4.5); k <= far / 4.5; k++) {
    const at = (t: number): Point => [
      cx + t * Math.cos(angle) - k * 4.5 * Math.sin(angle),
      cy + t * Math.sin(angle) + k * 4.5 * Math.cos(angle),
    ];
    const [a, b] = turn([at(-far), at(far)]);
    const line = `M${pointText(a!)}L${pointText(b!)}`;
    if (k % 2) seeds += line;
    else rows += line;
  }
  const clip = `hd-field-${salt}`;
  return `<clipPath id="${clip}"><path d="${edge}"/></clipPath><path d="${edge}" fill="var(--field-${tint})"/><g clip-path="url(#${clip})">${path(rows, "furrow")}${path(seeds, "seeds")}</g>${path(edge, "field-edge")}`;
}

/** A shape with lines along its edge, which follow it inwards. */
function lined(d: string, salt: number, name: string, lines: readonly number[]): string {
  const clip = `hd-${name}-${salt}`;
  const inner = lines.map(
    (far, i) =>
      `<path d="${d}" class="d-${name}-line" stroke-width="${2 * far + 1.2}" opacity="${f(0.65 - 0.13 * i)}"/><path d="${d}" class="d-${name}-in" stroke-width="${2 * far - 1.2}"/>`,
  );
  return `<clipPath id="${clip}"><path d="${d}"/></clipPath>${path(d, `${name}-edge`)}${path(d, name)}<g clip-path="url(#${clip})">${inner.reverse().join("")}</g>`;
}
const drawWater = (d: string, salt: number): string => path(d, "bank") + lined(d, salt, "water", [5, 13, 24, 38]);

function ripples(shape: readonly Point[], turn: Turn, salt: number): string {
  return turn(strewn(shape, 9, 1, salt).map(({ at }) => at))
    .map(([x, y]) => `M${f(x - 2)} ${f(y)}a2 1.600 0 1 0 4 0a2 1.600 0 1 0-4 0`)
    .join("");
}
function dots(shape: readonly Point[], turn: Turn, salt: number, step: number): string {
  return turn(strewn(shape, step, 1, salt).map(({ at }) => at))
    .map(([x, y]) => `M${f(x)} ${f(y)}h.1`)
    .join("");
}
function reeds(shape: readonly Point[], turn: Turn, salt: number): string {
  return turn(strewn(shape, 15, 1, salt).map(({ at }) => at))
    .map(
      ([x, y]) =>
        `M${f(x - 5)} ${f(y)}h10M${f(x)} ${f(y)}v-6M${f(x - 2.5)} ${f(y)}l-1.500-4.500M${f(x + 2.5)} ${f(y)}l1.500-4.500`,
    )
    .join("");
}

/** Which way round a shape runs: 1 where its inside lies to the right of each side. */
const round = (shape: readonly Point[]): number =>
  Math.sign(
    shape.reduce((sum, [x, y], i) => {
      const [u, v] = shape[(i + 1) % shape.length]!;
      return sum + x * v - u * y;
    }, 0),
  ) || 1;

/** Strokes across the edge of a shape, inwards (−1) or outwards (1); in the shade they are longer. */
function hachures(shape: readonly Point[], turn: Turn, salt: number, long: number, way: 1 | -1): string {
  const side = round(shape) * way;
  let found = "";
  shape.forEach(([x, y], i) => {
    const [u, v] = shape[(i + 1) % shape.length]!;
    const all = Math.hypot(u - x, v - y);
    const [nx, ny] = [((v - y) / all) * side, ((x - u) / all) * side];
    for (let k = 0; k < all / 3.6; k++) {
      const t = (k * 3.6) / all;
      const [px, py] = [x + (u - x) * t, y + (v - y) * t];
      const [[ax, ay], [bx, by]] = turn([
        [px, py],
        [px + nx, py + ny],
      ]) as [Point, Point];
      const far = long * ((bx - ax) * way + (by - ay) * way > 0 ? 1.15 : 0.65) * (0.6 + 0.6 * hash(k, i, salt));
      found += `M${f(ax)} ${f(ay)}l${f((bx - ax) * far)} ${f((by - ay) * far)}`;
    }
  });
  return found;
}

/** The middle line of a long shape of four corners. */
function middle(shape: readonly Point[], turn: Turn): string {
  if (shape.length !== 4) return "";
  const [a, b, c, d] = shape as readonly [Point, Point, Point, Point];
  const half = (p: Point, q: Point): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const across = Math.hypot(b[0] - a[0], b[1] - a[1]) > Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [from, to] = turn(across ? [half(a, d), half(b, c)] : [half(a, b), half(c, d)]);
  return `M${pointText(from!)}L${pointText(to!)}`;
}

function drawRocks(shape: readonly Point[], turn: Turn, salt: number, step = 13): string {
  const stones = strewn(shape, step, 1, salt).map(({ at: [x, y], luck }) => {
    const size = step * (0.3 + 0.3 * luck);
    return turn(
      Array.from({ length: 6 }, (_, k): Point => {
        const out = size * (0.75 + 0.5 * hash(k, x, y));
        return [x + out * Math.cos(k * 1.047), y + out * Math.sin(k * 1.047)];
      }),
    );
  });
  return (
    path(soft(turn(rough(shape, 9, 1.5, salt))), "rocks") +
    path(stones.map((stone) => polygon(stone.map(([x, y]): Point => [x + 2, y + 2.5]))).join(""), "shadow-1") +
    path(stones.map(polygon).join(""), "stone-lying")
  );
}

function drawBridge(shape: readonly Point[], turn: Turn): string {
  const corners = turn(shape);
  const d = polygon(corners);
  if (corners.length !== 4) return path(d, "deck");
  const [a, b, c, e] = corners as [Point, Point, Point, Point];
  const along = Math.hypot(b[0] - a[0], b[1] - a[1]) > Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [p, q, r, s] = along ? [a, b, e, c] : [b, c, a, e];
  const long = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const at = (m: Point, n: Point, t: number): Point => [m[0] + (n[0] - m[0]) * t, m[1] + (n[1] - m[1]) * t];
  const planks = Array.from(
    { length: Math.floor(long / 4) },
    (_, k) => `M${pointText(at(p, q, (k * 4) / long))}L${pointText(at(r, s, (k * 4) / long))}`,
  ).join("");
  return (
    path(swept(corners, 5), "shadow-1") +
    path(d, "deck") +
    path(planks, "planks") +
    path(`M${pointText(p)}L${pointText(q)}M${pointText(r)}L${pointText(s)}`, "rails")
  );
}

/** A crown seen from above, with a scalloped rim. */
function crown([x, y]: Point, size: number, salt: number): string {
  const bumps = 7 + Math.floor(3 * hash(x, y, salt));
  const at = (k: number): string =>
    `${f(x + size * Math.cos((k * 2 * Math.PI) / bumps))} ${f(y + size * Math.sin((k * 2 * Math.PI) / bumps))}`;
  const arc = f(size * 0.52);
  return `M${at(0)}${Array.from({ length: bumps }, (_, k) => `A${arc} ${arc} 0 0 1 ${at(k + 1)}`).join("")}Z`;
}
function drawTrees(
  shape: readonly Point[],
  turn: Turn,
  salt: number,
  step: number,
  by: number,
  floor: boolean,
  hedge = false,
): string {
  const edge = soft(turn(rough(shape, 20, 4, salt)));
  // A hedge may be thinner than the step from bush to bush: then it has bushes along its middle.
  const places = hedge ? along(shape, step) : strewn(shape, step, by, salt);
  const trees = places.map(({ at, luck }) => ({
    at: turn([at])[0]!,
    size: hedge ? step * (0.5 + 0.14 * luck) : step * (by < 0.5 ? 0.34 : 0.46 + 0.2 * luck),
    luck,
  }));
  trees.sort((a, b) => a.at[1] - b.at[1]);
  const drop = hedge ? 3 : 6;
  const shadow = trees
    .map(
      ({ at: [x, y], size }) =>
        `M${f(x + drop - size)} ${f(y + drop)}a${f(size)} ${f(size)} 0 1 0 ${f(2 * size)} 0a${f(size)} ${f(size)} 0 1 0 ${f(-2 * size)} 0`,
    )
    .join("");
  const crowns = trees.map(
    ({ at: [x, y], size, luck }) =>
      `${path(crown([x, y], size, salt), `tree-${1 + Math.floor(luck * 3)}`)}${hedge ? "" : path(`M${f(x - size * 0.5)} ${f(y - size * 0.1)}a${f(size * 0.5)} ${f(size * 0.5)} 0 0 1 ${f(size * 0.6)}${f(-size * 0.45)}`, "tree-lit")}`,
  );
  return `${floor ? path(edge, "wood-floor") + path(edge, "wood-edge") : hedge ? path(polygon(turn(shape)), "hedge-bank") : ""}${path(shadow, "shadow-1")}${crowns.join("")}`;
}
/** The middle of a band: halfway between its two long sides, whose corners answer each other. */
function middleOf(shape: readonly Point[], side = shape.length % 2 ? 0 : longSide(shape)): Point[] {
  return Array.from({ length: Math.floor(shape.length / 2) }, (_, i): Point => {
    const [a, b] = [shape[(side + i) % shape.length]!, shape[(side + shape.length - 1 - i) % shape.length]!];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  });
}
function along(shape: readonly Point[], step: number): { readonly at: Point; readonly luck: number }[] {
  const line = middleOf(shape);
  return line.slice(1).flatMap((b, i) => {
    const a = line[i]!;
    const many = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / (step * 0.8)));
    return Array.from({ length: many + (i === line.length - 2 ? 1 : 0) }, (_, k) => ({
      at: [a[0] + ((b[0] - a[0]) * k) / many, a[1] + ((b[1] - a[1]) * k) / many] as Point,
      luck: hash(k, i, Math.round(a[0])),
    }));
  });
}
/** The corner at which a long side of a band begins: the side before it is an end of the band. */
function longSide(shape: readonly Point[]): number {
  const length = (i: number): number => {
    const [a, b] = [shape[i % shape.length]!, shape[(i + 1) % shape.length]!];
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
  };
  const half = shape.length / 2;
  const ends = Array.from({ length: half }, (_, i) => i).sort(
    (a, b) => length(a) + length(a + half) - length(b) - length(b + half),
  );
  return (ends[0] ?? 0) + 1;
}

/** A house with a hipped roof at its own angle; what has more than four corners has a flat top and slopes all round. */
function drawHouse(shape: readonly Point[], turn: Turn, salt: number): string {
  const corners = turn(shape);
  const d = polygon(corners);
  const tint = [1, 2, 6, 5, 1, 2][Math.floor(hash(salt, 7, 1) * 6)] ?? 1;
  const slopes = corners.length === 4 ? hips(corners as [Point, Point, Point, Point]) : mansard(corners);
  const roof = slopes.faces.map((face) => {
    const [[ax, ay], [bx, by]] = [face[0]!, face[1]!];
    const long = Math.hypot(bx - ax, by - ay) || 1;
    // The light comes from the upper left; a side that runs that way round faces outwards to its left.
    const lit = ((by - ay - (bx - ax)) / long / 1.414) * -slopes.round;
    return `<path d="${polygon(face)}" class="d-${lit > 0 ? "lit" : "dim"}" opacity="${f(Math.abs(lit) * 2.6) === "0" ? 0 : Math.round(Math.abs(lit) * 26) / 100}"/>`;
  });
  return (
    path(swept(corners, 8), "shadow-1") +
    `<path d="${d}" fill="var(--roof-${tint})"/>` +
    roof.join("") +
    path(slopes.hips, "hip") +
    path(slopes.ridge, "ridge") +
    path(d, "eaves") +
    (slopes.chimney
      ? `<path d="M${f(slopes.chimney[0] - 2)} ${f(slopes.chimney[1] - 2)}h4v4h-4z" class="d-chimney"/>`
      : "")
  );
}
interface Slopes {
  readonly faces: readonly (readonly Point[])[];
  readonly hips: string;
  readonly ridge: string;
  readonly round: number;
  readonly chimney?: Point;
}
function hips(corners: [Point, Point, Point, Point]): Slopes {
  const long = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);
  // The first side is a long one.
  const [a, b, c, d] =
    long(corners[0], corners[1]) >= long(corners[1], corners[2])
      ? corners
      : [corners[1], corners[2], corners[3], corners[0]];
  const mid = (p: Point, q: Point, t = 0.5): Point => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
  const part = Math.min(0.5, long(b, c) / 2 / (long(a, b) || 1));
  const [left, right] = [mid(a, d), mid(b, c)];
  const [r, s] = [mid(left, right, part), mid(left, right, 1 - part)];
  return {
    faces: [
      [a, b, s, r],
      [b, c, s],
      [c, d, r, s],
      [d, a, r],
    ],
    hips: [
      [a, r],
      [d, r],
      [b, s],
      [c, s],
    ]
      .map(([p, q]) => `M${pointText(p!)}L${pointText(q!)}`)
      .join(""),
    ridge: `M${pointText(r)}L${pointText(s)}`,
    round: round([a, b, c, d]),
    chimney: mid(r, s, 0.75),
  };
}
function mansard(corners: readonly Point[]): Slopes {
  const way = round(corners);
  const inner = corners.map(([x, y], i): Point => {
    const [[ax, ay], [bx, by]] = [corners.at(i - 1)!, corners[(i + 1) % corners.length]!];
    const [u, v] = [Math.hypot(x - ax, y - ay) || 1, Math.hypot(bx - x, by - y) || 1];
    const [nx, ny] = [-(y - ay) / u - (by - y) / v, (x - ax) / u + (bx - x) / v];
    const size = Math.max(0.5, (nx * nx + ny * ny) / 2);
    return [x + ((6 * nx) / size) * way, y + ((6 * ny) / size) * way];
  });
  const faces = corners.map((a, i): Point[] => [
    a,
    corners[(i + 1) % corners.length]!,
    inner[(i + 1) % inner.length]!,
    inner[i]!,
  ]);
  return {
    faces,
    hips: corners.map((a, i) => `M${pointText(a)}L${pointText(inner[i]!)}`).join("") + polygon(inner),
    ridge: "",
    round: way,
  };
}

/** Where the name of a feature is written: the place inside it that is farthest from its corners and sides. */
export function nameAt({ at }: Feature): Place {
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  const [x0, y0, wide, high] = [
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs) - Math.min(...xs),
    Math.max(...ys) - Math.min(...ys),
  ];
  const room = (place: Place): number =>
    Math.min(
      ...at.map((a, i) =>
        distance(
          place,
          alongPath(
            [a, at[(i + 1) % at.length]!].map((end) => ({ ...end, bearing: 0 })),
            place,
          ).place,
        ),
      ),
    );
  const places = Array.from({ length: 121 }, (_, k): Place => ({
    x: x0 + (wide * ((k % 11) + 0.5)) / 11,
    y: y0 + (high * (Math.floor(k / 11) + 0.5)) / 11,
  })).filter((place) => inside(place, at));
  return places.map((place) => ({ place, room: room(place) })).sort((a, b) => b.room - a.room)[0]?.place ?? at[0]!;
}
/** How large a feature is, in square centimetres. */
export const areaOf = ({ at }: Feature): number =>
  Math.abs(
    at.reduce((sum, { x, y }, i) => {
      const next = at[(i + 1) % at.length]!;
      return sum + x * next.y - next.x * y;
    }, 0),
  ) /
  2 /
  (1000 * 1000);
