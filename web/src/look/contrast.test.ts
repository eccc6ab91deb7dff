/** Whether what must be told apart can be: text on its ground, a side from its roofs, what can be reached from what cannot. */
import { describe, expect, test } from "vitest";
import raw from "./tokens.css?raw";

type Tokens = Readonly<Record<string, string>>;
type Three = readonly [number, number, number];

const css = raw.replace(/\s+/g, " ");
function tokensOf(selector: string): Tokens {
  const block = css.slice(css.indexOf(`${selector} {`) + selector.length).split("}")[0]!;
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]));
}
const day = tokensOf(':root, [data-theme="light"]');
const THEMES = [
  ["day", day],
  ["night", { ...day, ...tokensOf('[data-theme="dark"]') }],
] as const;

// ---- colours: of the screen, as light, as they are seen ----
const three = (at: (i: number) => number): Three => [at(0), at(1), at(2)];
function rgb(hex: string): Three {
  const digits = hex.slice(1).length === 3 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
  return three((i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16) / 255);
}
const light = (colour: Three): Three =>
  three((i) => (colour[i]! <= 0.04045 ? colour[i]! / 12.92 : ((colour[i]! + 0.055) / 1.055) ** 2.4));
function contrast(a: string, b: string): number {
  const bright = (hex: string): number => {
    const [red, green, blue] = light(rgb(hex));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low, high] = [bright(a), bright(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}
/** Eyes that see all colours, and the two kinds that do not tell red from green. */
const EYES = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1],
  deutan: [0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1],
} as const;
type Eye = keyof typeof EYES;
function oklab([red, green, blue]: Three): Three {
  const l = Math.cbrt(0.4122 * red + 0.5363 * green + 0.0514 * blue);
  const m = Math.cbrt(0.2119 * red + 0.6807 * green + 0.1074 * blue);
  const s = Math.cbrt(0.0883 * red + 0.2817 * green + 0.63 * blue);
  return [
    0.2105 * l + 0.7936 * m - 0.0041 * s,
    1.978 * l - 2.4286 * m + 0.4506 * s,
    0.0259 * l + 0.7828 * m - 0.8087 * s,
  ];
}
function seen(colour: Three, eye: Eye): Three {
  const [whole, matrix] = [light(colour), EYES[eye]];
  return oklab(
    three((i) =>
      Math.max(0, matrix[3 * i]! * whole[0] + matrix[3 * i + 1]! * whole[1] + matrix[3 * i + 2]! * whole[2]),
    ),
  );
}
function apart(a: Three, b: Three, eye: Eye = "all"): number {
  const [x, y] = [seen(a, eye), seen(b, eye)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}
const chroma = (hex: string): number => Math.hypot(...seen(rgb(hex), "all").slice(1));
/** One colour laid over another. */
const over = (top: string, ground: string, alpha: number): Three =>
  three((i) => rgb(top)[i]! * alpha + rgb(ground)[i]! * (1 - alpha));

const [TEXT, MARK] = [4.5, 3];
const PAIRS: readonly (readonly [string, readonly string[], number])[] = [
  ["text", ["frame", "paper", "paper-2"], TEXT],
  ["ink-2", ["frame", "paper"], TEXT],
  ["ink-3", ["frame"], TEXT],
  ["red-text", ["frame"], TEXT],
  ["blue-text", ["frame"], TEXT],
  ["miss", ["frame"], TEXT],
  ["bounce", ["frame"], TEXT],
  ["hurt", ["frame"], TEXT],
  ["kill", ["frame"], TEXT],
  ["reach", ["casing"], TEXT],
  ["clear", ["casing"], TEXT],
  ["cut", ["casing"], TEXT],
  ["arc", ["casing"], TEXT],
  ["path", ["casing"], TEXT],
  ["pencil", ["street", "meadow", "garden"], TEXT],
  ["tracer", ["tracer-edge"], TEXT],
  ["beak", ["beak-edge"], TEXT],
  ["ink", ["red-light", "blue-light", "badge"], TEXT],
  ["ink", ["red", "blue"], MARK],
  ["mark", ["red", "blue"], MARK],
  ["red", ["red-plate", "halo"], MARK],
  ["blue", ["blue-plate", "halo"], MARK],
  ["clear", ["street", "meadow"], MARK],
  ["cut", ["street", "meadow"], MARK],
  ["reach", ["street", "garden", "meadow"], MARK],
  ["path", ["street", "garden", "meadow"], MARK],
  ["arc", ["street", "meadow"], MARK],
  ["zone", ["street"], MARK],
  ["heat-5", ["meadow"], MARK],
];
const ROOFS = [1, 2, 3, 4, 5, 6].map((n) => `roof-${n}`);
const GROUNDS = ["street", "garden", "meadow", "plaza"];

describe.each(THEMES)("by %s", (theme, tokens) => {
  test("text and marks stand out from what they lie on", () => {
    const faint = PAIRS.flatMap(([front, grounds, least]) =>
      grounds.map((ground) => ({ front, ground, least, is: contrast(tokens[front]!, tokens[ground]!) })),
    ).filter(({ least, is }) => !(is >= least));
    expect(faint).toEqual([]);
  });

  test.each(Object.keys(EYES) as Eye[])("%s eyes tell red from blue", (eye) => {
    expect(apart(rgb(tokens["red"]!), rgb(tokens["blue"]!), eye)).toBeGreaterThan(0.12);
  });

  test.each(Object.keys(EYES) as Eye[])("%s eyes tell a side from every roof", (eye) => {
    const nearest = (side: string): number =>
      Math.min(...ROOFS.map((roof) => apart(rgb(tokens[side]!), rgb(tokens[roof]!), eye)));
    const [red, blue] = theme === "night" ? [0.09, 0.09] : eye === "all" ? [0.21, 0.19] : [0.155, 0.16];
    expect(nearest("red")).toBeGreaterThan(red);
    expect(nearest("blue")).toBeGreaterThan(blue);
  });

  test.each(GROUNDS)("%s in reach stands out from the same under the veil", (ground) => {
    const inside = over(tokens["reach-fill"]!, tokens[ground]!, Number(tokens["reach-alpha"]));
    const outside = over(tokens["spot"]!, tokens[ground]!, Number(tokens["spot-alpha"]));
    expect(apart(inside, outside)).toBeGreaterThanOrEqual(theme === "night" ? 0.15 : 0.11);
  });
});

test("no roof by day is terracotta", () => {
  expect(ROOFS.map((roof) => chroma(day[roof]!)).filter((much) => much > 0.0415)).toEqual([]);
});

test("a veil by day leaves the ground bright", () => {
  expect(Number(day["spot-alpha"])).toBeLessThanOrEqual(0.25);
});
