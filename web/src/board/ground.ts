/**
 * Draws the ground of squares as SVG text: a printed town seen from above, the light in the north-west.
 * Pure: the same map gives the same drawing everywhere. `hash` is the only source of variety, and it is asked about
 * squares of the map, so a turned board keeps its gardens. Colours are tokens, classes are in look/drawings.css.
 */
import { CELL, pointText, polygon, type Point } from "../stage/points";
import { inset, outlinesIn, type Layout, type Part } from "./layout";
import { hash, rough, soft, swept } from "./pencil";
import type { Parts, Room } from "../stage/parts";
import type { Terrain } from "./picture";

const C = CELL;
const HALF = C / 2;

type Kind = "street" | "square" | "garden" | "wall remains" | "house" | "church" | "town hall" | "works";
const BUILT: readonly Kind[] = ["house", "church", "town hall", "works"];
const KINDS: ReadonlySet<string> = new Set<Kind>(["street", "square", "garden", "wall remains", ...BUILT]);

/** Whether something stands on a square of the map. */
export function isBuilt(terrain: Terrain, square: number): boolean {
  const name = terrain.legend[terrain.cells.join("").charAt(square)];
  return BUILT.some((kind) => kind === name);
}

type Test = (x: number, y: number) => boolean;

/** The map as it is drawn, or a part of it: beyond that nothing is. */
interface Plan {
  readonly columns: number;
  readonly rows: number;
  readonly part: Part;
  /** In parts lines are roughened cell by cell, so that those of neighbours meet; 0 where the whole is drawn. */
  readonly by: number;
  readonly whole: Whole;
  readonly is: (...kinds: readonly Kind[]) => Test;
  /** A number between 0 and 1 that belongs to a square. */
  readonly luck: (x: number, y: number, salt: number) => number;
  readonly each: (test: Test, then: (x: number, y: number, left: number, top: number) => void) => void;
}

/** What is known of all of the map, and of no part alone: where houses end in a row of them, and where a block begins. */
interface Whole {
  readonly kinds: readonly (Kind | undefined)[];
  readonly houses: readonly House[];
  readonly islands: Readonly<Partial<Record<Kind, readonly Island[]>>>;
}
type Luck = Plan["luck"];

function planOf(terrain: Terrain, layout: Layout): Plan {
  const { columns, rows } = layout;
  const luck: Luck = (x, y, salt) => {
    const square = layout.square(x, y) ?? 0;
    return hash(square % terrain.columns, Math.floor(square / terrain.columns), salt);
  };
  const kinds = kindsOf(terrain, layout);
  const islands = Object.fromEntries(BUILT.map((kind) => [kind, islandsOf(kind, kinds, layout)]));
  const houses = housesOf(islands["house"]!, kinds, layout, luck);
  return partOf(
    { columns, rows, luck, whole: { kinds, houses, islands } },
    { left: 0, top: 0, right: columns, bottom: rows },
    0,
  );
}
function kindsOf(terrain: Terrain, layout: Layout): (Kind | undefined)[] {
  const signs = terrain.cells.join("");
  const named = new Map<string, Kind>();
  for (const [sign, name] of Object.entries(terrain.legend))
    named.set(sign, KINDS.has(name) ? (name as Kind) : "street");
  const kinds = new Array<Kind | undefined>(layout.columns * layout.rows);
  for (let at = 0; at < kinds.length; at++) {
    const square = layout.flip ? layout.square(at % layout.columns, Math.floor(at / layout.columns)) : at;
    kinds[at] = square === undefined ? undefined : (named.get(signs.charAt(square)) ?? "street");
  }
  return kinds;
}
/** The same map, of which only a part is there. */
function partOf(plan: Pick<Plan, "columns" | "rows" | "whole" | "luck">, part: Part, by: number): Plan {
  const { columns, whole } = plan;
  const { left, top, right, bottom } = part;
  return {
    ...plan,
    ...{ part, by },
    is:
      (...kinds) =>
      (x, y) => {
        if (x < left || y < top || x >= right || y >= bottom) return false;
        const kind = whole.kinds[y * columns + x];
        return kind !== undefined && kinds.includes(kind);
      },
    each(test, then) {
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (test(x, y)) then(x, y, x * C, y * C);
    },
  };
}
// Ids are the page's, so two maps on one page must not share them.
const markOf = (terrain: Terrain, layout: Layout): string => `${terrain.id.replace(/\W/g, "")}-${layout.flip}`;

export function drawGround(terrain: Terrain, layout: Layout): string {
  return drawPlan(planOf(terrain, layout), layout, markOf(terrain, layout));
}
function drawPlan(plan: Plan, { width, height }: Layout, mark: string): string {
  const built = plan.is(...BUILT);
  const blocks = BUILT.map((kind) => blockOf(plan, kind, mark));
  const trees = plantTrees(plan);
  return [
    `<rect width="${width}" height="${height}" fill="var(--street)"/>`,
    drawStreets(plan),
    drawSquares(plan),
    drawGardens(plan),
    drawPavement(plan, built),
    drawRemains(plan),
    drawGrid(plan),
    `<g class="d-shadow">${blocks.map(({ shadow }) => shadow).join("")}${trees.shadow}</g>`,
    ...blocks.map(({ roof }) => roof),
    trees.crowns,
    `<rect width="${width}" height="${height}" class="d-lamplight"/>`,
  ].join("");
}

/** How many squares round a part the roofs in it depend on, and how many all else. */
const FAR = 4;
const NEAR = 1;
const grown = ({ left, top, right, bottom }: Part, by: number, { columns, rows }: Layout): Part => ({
  ...{ left: Math.max(0, left - by), top: Math.max(0, top - by) },
  ...{ right: Math.min(columns, right + by), bottom: Math.min(rows, bottom + by) },
});
const partIn = ({ left, top, right, bottom }: Room): Part => ({
  ...{ left: Math.round(left / C), top: Math.round(top / C) },
  ...{ right: Math.round(right / C), bottom: Math.round(bottom / C) },
});
/** The ground in parts, each of whole squares. */
export function groundInParts(terrain: Terrain, layout: Layout): Parts {
  const plan = planOf(terrain, layout);
  const { kinds, houses, islands } = plan.whole;
  const mark = markOf(terrain, layout);
  const signs = kinds.map((kind) => SHORT[kind ?? "street"]).join("");
  const roofs = signs.replace(/[^#CTF]/g, " ");
  const textIn = (text: string, { left, top, right, bottom }: Part): string => {
    let found = "";
    for (let y = top; y < bottom; y++) found += text.slice(y * plan.columns + left, y * plan.columns + right);
    return found;
  };
  const housesIn = (part: Part): readonly House[] =>
    houses.filter(({ x, y, w, h }) => touches({ left: x, top: y, right: x + w, bottom: y + h }, part));
  return {
    plainKey: (room) => textIn(signs, partIn(room)),
    key(room) {
      const part = partIn(room);
      const [far, near] = [grown(part, FAR, layout), grown(part, NEAR, layout)];
      const tops = Object.values(islands).flatMap((some) => some.filter(({ box }) => touches(box, near)));
      return [
        textIn(roofs, far),
        textIn(signs, near),
        ...housesIn(near).map(({ x, y, w, h, tint }) => `${x},${y},${w}${h}${tint}`),
        ...tops.map(({ first, last, box }) => `${first.join()} ${last.join()} ${box.left + box.right} ${box.bottom}`),
      ].join(";");
    },
    draw(room) {
      const part = partIn(room);
      const far = grown(part, FAR, layout);
      const own = partOf({ ...plan, whole: { ...plan.whole, houses: housesIn(far) } }, far, C);
      return drawPlan(own, layout, `${mark}-${part.left}-${part.top}`);
    },
    plain: (room) => drawPlain(plan, partIn(room)),
  };
}
const SHORT: Readonly<Record<Kind, string>> = {
  ...{
    street: ".",
    square: ":",
    garden: ",",
    "wall remains": "=",
    house: "#",
    church: "C",
    "town hall": "T",
    works: "F",
  },
};
const PLAIN: readonly (readonly [Kind, string])[] = [
  ["square", "plaza"],
  ["garden", "garden"],
  ["wall remains", "rubble"],
  ["house", "roof-1"],
  ["church", "roof-4"],
  ["town hall", "roof-3"],
  ["works", "flat"],
];
/** From far away: what is what, in its colour. */
function drawPlain({ whole: { kinds }, columns }: Plan, { left, top, right, bottom }: Part): string {
  const runs = new Map<Kind, string>();
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right;) {
      const kind = kinds[y * columns + x] ?? "street";
      const from = x;
      while (x < right && (kinds[y * columns + x] ?? "street") === kind) x++;
      if (kind !== "street")
        runs.set(kind, `${runs.get(kind) ?? ""}M${from * C} ${y * C}h${(x - from) * C}v${C + 0.5}h${(from - x) * C}z`);
    }
  const drawn = PLAIN.map(([kind, colour]) => {
    const d = runs.get(kind);
    return d ? `<path d="${d}" fill="var(--${colour})"/>` : "";
  });
  const [x, y, w, h] = [left * C - 1, top * C - 1, (right - left) * C + 2, (bottom - top) * C + 2];
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="var(--street)"/>${drawn.join("")}`;
}

const f = (value: number): string => String(Math.round(value * 10) / 10);
const path = (d: string, name: string): string => (d ? `<path d="${d}" class="d-${name}"/>` : "");
const use = (id: string, x: number, y: number, size: number): string =>
  `<use href="#hd-${id}" x="${f(x - size / 2)}" y="${f(y - size / 2)}" width="${f(size)}" height="${f(size)}"/>`;

/** Where a wall stood: low courses left standing, and its stones strewn about. */
function drawRemains({ is, luck, each }: Plan): string {
  const remains = is("wall remains");
  let [bed, stones, bricks] = ["", "", ""];
  each(remains, (x, y, left, top) => {
    const upright = (remains(x, y - 1) || remains(x, y + 1)) && !remains(x - 1, y) && !remains(x + 1, y);
    const rim = Array.from({ length: 10 }, (_, k): Point => {
      const [u, v] = [
        (0.34 + 0.14 * hash(x * 11 + k, y, 31)) * C * Math.cos(k * 0.628),
        (0.34 + 0.14 * hash(x * 11 + k, y, 32)) * C * Math.sin(k * 0.628),
      ];
      return [left + HALF + u, top + HALF + v];
    });
    bed += soft(rim);
    for (let k = 0; k < 9; k++) {
      const [along, across] = [(k / 8 - 0.5) * C * 0.92, (hash(x * 13 + k, y, 33) - 0.5) * C * (k % 3 ? 0.7 : 0.16)];
      const [cx, cy] = upright
        ? [left + HALF + across, top + HALF + along]
        : [left + HALF + along, top + HALF + across];
      const [w, h] = [4 + 6 * hash(x * 13 + k, y, 34), 3.5 + 3.5 * hash(x * 13 + k, y, 35)];
      const stone = `M${f(cx - w / 2)} ${f(cy - h / 2)}h${f(w)}l1.500 ${f(h)}h${f(-w - 1)}z`;
      if (luck(x, y, 40 + k) < 0.3) bricks += stone;
      else stones += stone;
    }
  });
  return path(bed, "rubble") + path(stones, "loose") + path(bricks, "loose d-brick");
}

/** Worn streets: pale and dark patches, ruts along the run of the street, handfuls of setts. */
function drawStreets({ is, luck, each, columns, rows }: Plan): string {
  const [pale, dark] = [[] as string[], [] as string[]];
  let [ruts, setts] = ["", ""];
  each(is("street", "square"), (x, y, left, top) => {
    if (luck(x, y, 1) < 0.5) {
      const [cx, cy, r] = [left + luck(x, y, 2) * C, top + luck(x, y, 3) * C, C * (0.25 + 0.4 * luck(x, y, 4))];
      const blob = Array.from({ length: 8 }, (_, k): Point => {
        const q = r * (0.7 + 0.5 * hash(x * 9 + k, y, 6));
        return [cx + q * 1.3 * Math.cos(k * 0.785), cy + q * Math.sin(k * 0.785)];
      });
      (luck(x, y, 7) < 0.5 ? pale : dark).push(soft(blob));
    }
  });
  const [street, paved] = [is("street"), is("street", "square")];
  const open = (x: number, y: number): boolean => x < 0 || y < 0 || x >= columns || y >= rows || paved(x, y);
  each(street, (x, y, left, top) => {
    const [along, across] = [open(x - 1, y) && open(x + 1, y), open(x, y - 1) && open(x, y + 1)];
    const bend = f(3 * luck(x, y, 14) - 1.5);
    for (const at of [0.36, 0.64]) {
      if (along && !across) ruts += `M${left} ${f(top + C * at)}q${HALF} ${bend} ${C} 0`;
      if (across && !along) ruts += `M${f(left + C * at)} ${top}q${bend} ${HALF} 0 ${C}`;
    }
    for (let k = Math.floor(luck(x, y, 17) * 3.6); k > 0; k--)
      setts += `M${f(left + 4 + hash(x * 7 + k, y, 18) * (C - 18))} ${f(top + 7 + hash(x * 7 + k, y, 19) * (C - 14))}q2.500-3 5 0m.8 0q2.500-3 5 0m-8 4.200q2.500-3 5 0`;
  });
  return path(pale.join(""), "worn") + path(dark.join(""), "worn-dark") + path(ruts, "rut") + path(setts, "sett");
}

/** Paved squares, with a border. */
function drawSquares(plan: Plan): string {
  const loops = outlinesIn(plan.is("square"), plan.part);
  const paved = loops.map((loop) => soft(rough(inset(loop, 3), 13, 1, 40, plan.by))).join("");
  return (
    path(paved, "plaza") +
    path(paved, "plaza-setts") +
    path(loops.map((loop) => soft(rough(inset(loop, 9), 13, 0.5, 41, plan.by))).join(""), "plaza-border")
  );
}

/** Gardens with a ragged rim, and in them beds, mown grass and tufts. */
function drawGardens(plan: Plan): string {
  const { is, luck, each } = plan;
  const rim = outlinesIn(is("garden"), plan.part)
    .map((loop) => soft(rough(inset(loop, 1.5), 11, 2.4, 20, plan.by)))
    .join("");
  let [mown, beds, plants, tufts] = ["", "", "", ""];
  each(is("garden"), (x, y, left, top) => {
    if (luck(x, y, 21) < 0.3)
      for (let row = 0; row < 4; row++) {
        const at = top + C * (0.22 + row * 0.18);
        beds += `M${f(left + C * 0.18)} ${f(at)}h${f(C * 0.62)}`;
        for (let k = 0; k < 6; k++) plants += `M${f(left + C * (0.22 + k * 0.105))} ${f(at)}h.1`;
      }
    else
      mown += `M${left + 6} ${f(top + C * 0.3)}q${f(C * 0.4)}-6 ${f(C * 0.78)} 0M${left + 8} ${f(top + C * 0.72)}q${f(C * 0.35)}-5 ${f(C * 0.68)} 0`;
    for (let k = 0; k < 3; k++)
      tufts += `M${f(left + 6 + hash(x * 5 + k, y, 22) * (C - 12))} ${f(top + 8 + hash(x * 5 + k, y, 23) * (C - 12))}l-1.500-4m1.500 4l.5-5m-.5 5l2.400-3.600`;
  });
  return (
    path(rim, "garden-rim") +
    path(rim, "garden") +
    path(mown, "mow") +
    path(beds, "bed") +
    path(plants, "plant") +
    path(tufts, "tuft")
  );
}

function drawPavement(plan: Plan, built: Test): string {
  const kerb = outlinesIn(built, plan.part)
    .map((loop) => polygon(rough(inset(loop, 1), 15, 0.7, 30, plan.by)))
    .join("");
  return path(kerb, "kerb") + path(kerb, "pave") + path(kerb, "slab");
}

/** Hairlines, and a small cross in every corner. */
function drawGrid({ part: { left, top, right, bottom } }: Plan): string {
  let [lines, crosses] = ["", ""];
  for (let x = left + 1; x < right; x++) lines += `M${x * C} ${top * C}V${bottom * C}`;
  for (let y = top + 1; y < bottom; y++) lines += `M${left * C} ${y * C}H${right * C}`;
  for (let y = top + 1; y < bottom; y++)
    for (let x = left + 1; x < right; x++) crosses += `M${x * C - 3} ${y * C}h6m-3-3v6`;
  return path(lines, "grid") + path(crosses, "grid-cross");
}

/** Trees and bushes stand in corners of gardens, so that whoever drives through keeps the middle of the square. */
function plantTrees({ is, luck, each }: Plan): { shadow: string; crowns: string } {
  let [shadow, crowns] = ["", ""];
  each(is("garden"), (x, y, left, top) => {
    const corner = Math.floor(luck(x, y, 25) * 4);
    const [cx, cy] = [left + C * (corner % 2 ? 0.8 : 0.2), top + C * (corner > 1 ? 0.79 : 0.2)];
    const lot = luck(x, y, 24);
    if (lot < 0.34) {
      const size = C * (0.62 + 0.3 * luck(x, y, 26));
      shadow += `<ellipse cx="${f(cx + 6)}" cy="${f(cy + 7)}" rx="${f(size * 0.42)}" ry="${f(size * 0.4)}"/>`;
      crowns += use(`tree-${1 + Math.floor(luck(x, y, 27) * 3)}`, cx, cy, size);
    } else if (lot < 0.55) {
      shadow += `<circle cx="${f(cx + 3)}" cy="${f(cy + 3)}" r="6.500"/>`;
      crowns += use("bush", cx, cy, 18);
    }
  });
  return { shadow, crowns };
}

type Way = "N" | "E" | "S" | "W";
const OPPOSITE: Readonly<Record<Way, Way>> = { N: "S", S: "N", E: "W", W: "E" };

/**
 * Roof planes. Each half-square is cut into four triangles; a triangle faces the nearest square that is not built over
 * (by the larger coordinate): that is the straight skeleton, the true hipped roof of any block.
 */
function hippedRoof(
  has: Test,
  { columns, part: { left, top, right, bottom } }: Plan,
): { faces: Record<Way, string>; ridges: string; hips: string } {
  const faces: Record<Way, string> = { N: "", E: "", S: "", W: "" };
  const facing = new Map<number, Way>();
  const key = (i: number, j: number, side: Way): number => (j * (2 * columns + 1) + i) * 4 + "NESW".indexOf(side);
  const at = (i: number, j: number, side: Way): Way | undefined => facing.get(key(i, j, side));
  const halves: [number, number][] = [];
  for (let j = top * 2; j < bottom * 2; j++)
    for (let i = left * 2; i < right * 2; i++) if (has(i >> 1, j >> 1)) halves.push([i, j]);

  const H = HALF;
  for (const [i, j] of halves) {
    const [x, y, m] = [i * H, j * H, [i * H + H / 2, j * H + H / 2] as Point];
    const triangles: [Way, number, number, Point, Point][] = [
      ["N", 0, -1, [x, y], [x + H, y]],
      ["E", 1, 0, [x + H, y], [x + H, y + H]],
      ["S", 0, 1, [x + H, y + H], [x, y + H]],
      ["W", -1, 0, [x, y + H], [x, y]],
    ];
    for (const [side, dx, dy, a, b] of triangles) {
      const way = downhill(has, i / 2 + 0.25 + dx / 6, j / 2 + 0.25 + dy / 6);
      facing.set(key(i, j, side), way);
      faces[way] += polygon([a, b, m]);
    }
  }

  let [ridges, hips] = ["", ""];
  const seam = (a: Way | undefined, b: Way | undefined, p: Point, q: Point): void => {
    if (!a || !b || a === b) return;
    if (OPPOSITE[a] === b) ridges += `M${pointText(p)}L${pointText(q)}`;
    else hips += `M${pointText(p)}L${pointText(q)}`;
  };
  for (const [i, j] of halves) {
    const [x, y, m] = [i * H, j * H, [i * H + H / 2, j * H + H / 2] as Point];
    seam(at(i, j, "N"), at(i, j, "E"), [x + H, y], m);
    seam(at(i, j, "E"), at(i, j, "S"), [x + H, y + H], m);
    seam(at(i, j, "S"), at(i, j, "W"), [x, y + H], m);
    seam(at(i, j, "W"), at(i, j, "N"), [x, y], m);
    seam(at(i, j, "E"), at(i + 1, j, "W"), [x + H, y], [x + H, y + H]);
    seam(at(i, j, "S"), at(i, j + 1, "N"), [x, y + H], [x + H, y + H]);
  }
  return { faces, ridges, hips };
}

/** Which way water would run from a point of a roof. */
function downhill(has: Test, px: number, py: number): Way {
  let [best, way]: [number, Way] = [9, "N"];
  const [cx, cy] = [Math.floor(px), Math.floor(py)];
  for (let y = cy - 3; y <= cy + 3; y++)
    for (let x = cx - 3; x <= cx + 3; x++) {
      if (has(x, y)) continue;
      const dx = px < x ? x - px : px > x + 1 ? x + 1 - px : 0;
      const dy = py < y ? y - py : py > y + 1 ? y + 1 - py : 0;
      const [wide, high] = [Math.abs(dx), Math.abs(dy)];
      const far = Math.max(wide, high) + Math.min(wide, high) * 1e-3;
      if (far >= best) continue;
      best = far;
      way = wide > high ? (dx > 0 ? "E" : "W") : dy > 0 ? "S" : "N";
    }
  return way;
}

interface House {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly tint: number;
}

const FAMILIES = [
  [1, 2, 6, 1],
  [4, 3, 4, 3],
  [5, 6, 1, 5],
];

/** Divides blocks into houses of 1 × 1 to 2 × 2 squares, each with a tint of its block's family. */
function housesOf(
  islands: readonly Island[],
  kinds: readonly (Kind | undefined)[],
  { columns }: Layout,
  luck: Luck,
): House[] {
  const family = new Uint8Array(kinds.length);
  for (const { first, all } of islands) {
    const which = Math.floor(luck(...first, 5) * 3);
    for (const square of all) family[square] = which;
  }
  const taken = new Uint8Array(kinds.length);
  const houses: House[] = [];
  // As one reads, whichever block it belongs to.
  const squares = Int32Array.from(islands.flatMap(({ all }) => all)).sort();
  for (const square of squares) {
    if (taken[square]) continue;
    const [x, y] = [square % columns, Math.floor(square / columns)];
    const free = (u: number, v: number): boolean =>
      u < columns && kinds[v * columns + u] === "house" && !taken[v * columns + u];
    const lot = luck(x, y, 9);
    const w = lot > 0.25 && free(x + 1, y) ? 2 : 1;
    const h = lot < 0.65 && free(x, y + 1) && (w === 1 || free(x + 1, y + 1)) ? 2 : 1;
    for (let v = 0; v < h; v++) for (let u = 0; u < w; u++) taken[square + v * columns + u] = 1;
    houses.push({ x, y, w, h, tint: FAMILIES[family[square]!]![Math.floor(luck(x, y, 11) * 4)]! });
  }
  return houses;
}

interface Block {
  readonly shadow: string;
  readonly roof: string;
}

/** All buildings of a kind. Neighbouring squares of one kind are one roof. */
function blockOf(plan: Plan, kind: Kind, mark: string): Block {
  const has = plan.is(kind);
  const eaves = outlinesIn(has, plan.part).map((loop) => inset(loop, 4));
  if (!eaves.length) return { shadow: "", roof: "" };
  const shape = eaves.map((loop) => polygon(rough(loop, 26, 0.5, 50, plan.by))).join("");
  const clip = `hd-clip-${kind.replace(" ", "-")}-${mark}`;
  const { inner, outer, shadow } = kind === "works" ? sawtooth(plan, has) : hipped(plan, has, kind, eaves);
  return {
    shadow: `<path d="${eaves.map((loop) => swept(loop, 10)).join("")}"/>${shadow}`,
    roof:
      `<clipPath id="${clip}"><path d="${shape}" clip-rule="evenodd"/></clipPath>` +
      `<g clip-path="url(#${clip})">${inner}</g>${path(shape, "eaves")}${outer}`,
  };
}

interface Roof {
  readonly inner: string;
  readonly outer: string;
  readonly shadow: string;
}

const tinted = ({ x, y, w, h }: Omit<House, "tint">, fill: string): string =>
  `<rect x="${x * C - 1}" y="${y * C - 1}" width="${w * C + 2}" height="${h * C + 2}" fill="var(--${fill})"/>`;

function hipped(plan: Plan, has: Test, kind: Kind, eaves: readonly Point[][]): Roof {
  const houses = kind === "house" ? plan.whole.houses : [];
  const tints: string[] = houses.map((house) => tinted(house, `roof-${house.tint}`));
  if (kind !== "house")
    plan.each(has, (x, y) => tints.push(tinted({ x, y, w: 1, h: 1 }, kind === "church" ? "roof-4" : "roof-3")));
  const { faces, ridges, hips } = hippedRoof(has, plan);
  const { walls, chimneys } = partyWalls(houses, has, plan);
  const [dark, lit] = dormers(plan, has);
  const top =
    kind === "church" ? steeple(plan, has) : kind === "town hall" ? cupola(plan) : { shadow: "", drawing: "" };
  return {
    inner:
      tints.join("") +
      path(faces.N + faces.S, "tiles-h") +
      path(faces.E + faces.W, "tiles-v") +
      path(faces.N, "lit-2") +
      path(faces.W, "lit-1") +
      path(faces.E, "dim-1") +
      path(faces.S, "dim-2") +
      path(walls, "party") +
      path(eaves.map((loop) => polygon(inset(loop, 11))).join(""), "break") +
      path(hips, "hip") +
      path(ridges, "ridge-lit") +
      path(ridges, "ridge"),
    outer: path(dark, "dormer") + path(lit, "dormer d-window-lit") + path(chimneys, "chimney") + top.drawing,
    shadow: top.shadow,
  };
}

function partyWalls(houses: readonly House[], has: Test, { luck }: Plan): { walls: string; chimneys: string } {
  let [walls, chimneys] = ["", ""];
  for (const { x, y, w, h } of houses) {
    const [left, top, wide, high] = [x * C, y * C, w * C, h * C];
    if (has(x + w, y)) {
      walls += `M${left + wide} ${top}v${high}`;
      if (luck(x, y, 60) < 0.7)
        chimneys += `M${left + wide - 3} ${f(top + high * (0.3 + 0.35 * luck(x, y, 61)))}h6.500v8h-6.500z`;
    }
    if (has(x, y + h)) {
      walls += `M${left} ${top + high}h${wide}`;
      if (luck(x, y, 62) < 0.5)
        chimneys += `M${f(left + wide * (0.3 + 0.35 * luck(x, y, 63)))} ${top + high - 3}h8v6.500h-8z`;
    }
  }
  return { walls, chimneys };
}

/** Windows in the outer slopes; some have a light behind them at night. */
function dormers({ luck, each }: Plan, has: Test): [dark: string, lit: string] {
  const drawn: [string, string] = ["", ""];
  const inwards = HALF - 10.5;
  each(has, (x, y, left, top) => {
    for (const [dx, dy, salt] of [
      [0, 1, 70],
      [1, 0, 71],
      [0, -1, 72],
      [-1, 0, 73],
    ] as const) {
      const lot = luck(x, y, salt);
      if (has(x + dx, y + dy) || lot > 0.72) continue;
      const [w, h] = dy ? [7.2, 4.8] : [4.8, 7.2];
      for (const off of lot < 0.3 ? [-10, 10] : [0]) {
        const [cx, cy] = [left + HALF + dx * inwards + (dy ? off : 0), top + HALF + dy * inwards + (dx ? off : 0)];
        drawn[hash(x + off, y, salt + 4) < 0.4 ? 1 : 0] += `M${f(cx - w / 2)} ${f(cy - h / 2)}h${w}v${h}h-${w}z`;
      }
    }
  });
  return drawn;
}

const squareRound = (x: number, y: number, r: number): Point[] => [
  [x - r, y - r],
  [x + r, y - r],
  [x + r, y + r],
  [x - r, y + r],
];

/** Squares that hang together: the first and the last of them as one reads, and the box around them. */
interface Island {
  readonly first: Point;
  readonly last: Point;
  readonly box: Part;
  readonly all: readonly number[];
}
function islandsOf(kind: Kind, kinds: readonly (Kind | undefined)[], { columns }: Layout): Island[] {
  const seen = new Uint8Array(kinds.length);
  const found: Island[] = [];
  for (let start = kinds.indexOf(kind); start >= 0; start = kinds.indexOf(kind, start + 1)) {
    if (seen[start]) continue;
    seen[start] = 1;
    const all = [start];
    const [x, y] = [start % columns, Math.floor(start / columns)];
    let [left, right, last] = [x, x, start];
    for (const square of all) {
      const u = square % columns;
      [left, right, last] = [Math.min(left, u), Math.max(right, u), Math.max(last, square)];
      const beside = [u + 1 < columns ? square + 1 : -1, u > 0 ? square - 1 : -1, square + columns, square - columns];
      for (const next of beside)
        if (next >= 0 && kinds[next] === kind && !seen[next]) {
          seen[next] = 1;
          all.push(next);
        }
    }
    const end: Point = [last % columns, Math.floor(last / columns)];
    found.push({ first: [x, y], last: end, box: { left, top: y, right: right + 1, bottom: end[1] + 1 }, all });
  }
  return found;
}
const touches = (a: Part, b: Part): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
/** Of the blocks of a kind those that reach into the part. */
const islandsIn = ({ whole, part }: Plan, kind: Kind): readonly Island[] =>
  (whole.islands[kind] ?? []).filter(({ box }) => touches(box, part));

interface Top {
  readonly shadow: string;
  readonly drawing: string;
}

/** A church wears its tower at one end, with a pyramid of slate and a cross. */
function steeple(plan: Plan, has: Test): Top {
  let [shadow, drawing] = ["", ""];
  for (const { first } of islandsIn(plan, "church")) {
    const [x, y] = first;
    const right = has(x + 1, y) ? 1 : 0.5;
    const [cx, cy, r] = [(x + right) * C, (y + 0.56) * C, C * 0.36];
    const [nw, ne, se, sw] = squareRound(cx, cy, r) as [Point, Point, Point, Point];
    const m: Point = [cx, cy];
    shadow += `<path d="${swept([nw, ne, se, sw], 26)}"/>`;
    drawing +=
      path(swept([nw, ne, se, sw], 7), "roof-cast") +
      path(polygon([nw, ne, se, sw]), "tower") +
      path(polygon([nw, ne, m]), "lit-2") +
      path(polygon([nw, sw, m]), "lit-1") +
      path(polygon([ne, se, m]), "dim-1") +
      path(polygon([sw, se, m]), "dim-2") +
      path(`M${pointText(nw)}L${pointText(se)}M${pointText(ne)}L${pointText(sw)}`, "hip") +
      path(polygon([nw, ne, se, sw]), "eaves") +
      path(`M${f(cx)} ${f(cy - 9)}V${f(cy + 8)}M${f(cx - 5.5)} ${f(cy - 4)}h11`, "cross-case") +
      path(`M${f(cx)} ${f(cy - 9)}V${f(cy + 8)}M${f(cx - 5.5)} ${f(cy - 4)}h11`, "cross");
  }
  return { shadow, drawing };
}

/** A town hall wears a cupola with a clock over its middle. */
function cupola(plan: Plan): Top {
  let [shadow, drawing] = ["", ""];
  for (const { box } of islandsIn(plan, "town hall")) {
    const [cx, cy] = [((box.left + box.right) / 2) * C, ((box.top + box.bottom) / 2) * C];
    shadow += `<circle cx="${f(cx + 20)}" cy="${f(cy + 22)}" r="12"/>`;
    drawing +=
      `<circle cx="${f(cx + 5)}" cy="${f(cy + 6)}" r="15" class="d-roof-cast"/><circle cx="${f(cx)}" cy="${f(cy)}" r="15" class="d-tower d-stone"/>` +
      `<circle cx="${f(cx)}" cy="${f(cy)}" r="10.500" class="d-clock"/>` +
      path(
        `M${f(cx)} ${f(cy - 6.5)}V${f(cy)}l4.500 2.600M${f(cx)} ${f(cy - 10)}v2M${f(cx)} ${f(cy + 8)}v2M${f(cx - 10)} ${f(cy)}h2M${f(cx + 8)} ${f(cy)}h2`,
        "hands",
      );
  }
  return { shadow, drawing };
}

/** Works have a saw-toothed roof, glazed to the north, and a tall chimney. */
function sawtooth(plan: Plan, has: Test): Roof {
  let [floor, glass, slope, ridge, bars] = ["", "", "", "", ""];
  plan.each(has, (x, y, left, top) => {
    floor += tinted({ x, y, w: 1, h: 1 }, "flat");
    for (const at of [0, HALF]) {
      glass += `M${left} ${top + at}h${C}v8h-${C}z`;
      slope += `M${left} ${f(top + at + HALF * 0.62)}h${C}v${f(HALF * 0.38)}h-${C}z`;
      ridge += `M${left} ${top + at + 8}h${C}`;
      for (let k = 1; k < 6; k++) bars += `M${f(left + (k * C) / 6)} ${top + at}v8`;
    }
  });
  let [shadow, stack] = ["", ""];
  for (const { last } of islandsIn(plan, "works")) {
    const [x, y] = last;
    const [cx, cy] = [(x + 0.72) * C, (y + 0.68) * C];
    shadow += `<path d="${swept(squareRound(cx, cy, 6), 40)}"/>`;
    stack +=
      `<circle cx="${f(cx + 4)}" cy="${f(cy + 5)}" r="9" class="d-roof-cast"/><circle cx="${f(cx)}" cy="${f(cy)}" r="9" class="d-chimney"/>` +
      `<circle cx="${f(cx)}" cy="${f(cy)}" r="4.600" class="d-flue"/>`;
  }
  return {
    inner: floor + path(slope, "dim-1") + path(glass, "glazing") + path(bars, "party") + path(ridge, "ridge"),
    outer: stack,
    shadow,
  };
}
