/** Pictures of boards: a position, drawn by the code of the battle, as the text of one SVG, and that as a bitmap. */
import { flushSync, mount, unmount, type Component } from "svelte";
import type { Mark, Piece, Terrain } from "../api/types";
import { drawingsFor } from "../look/drawings";
import type { Size, Window } from "../stage/still";

/** What is drawn: a position or a bare board, and the window on it. */
export interface Drawn {
  readonly terrain: Terrain;
  readonly picture?: { readonly pieces: readonly Piece[]; readonly marks: readonly Mark[] } | undefined;
  readonly window?: Window | undefined;
  /** Units that a picture without a window is about, the most important first. */
  readonly round?: readonly number[] | undefined;
  readonly size: Size;
}

const NAMESPACE = "http://www.w3.org/2000/svg";
/** Nothing moves, and what would come by and by is there. */
const STILL = "*{animation:none!important;transition:none!important}";

type Still = Component<Drawn & Record<string, unknown>>;
async function stillOf({ table }: Terrain): Promise<Still> {
  // One after the other: what is imported in one expression has its styles fetched for one of the two.
  if (table === "free") return (await import("../free/TableStill.svelte")).default as unknown as Still;
  return (await import("../board/BoardStill.svelte")).default as unknown as Still;
}

/** The picture as SVG that needs nothing from the page: with its colours, its styles and the drawings it uses. */
export async function svgOf(drawn: Drawn): Promise<string> {
  const Still = await stillOf(drawn.terrain);
  const holder = document.createElement("div");
  const still = mount(Still, { target: holder, props: { ...drawn } });
  flushSync();
  const svg = holder.querySelector("svg")!;
  const defs = document.createElementNS(NAMESPACE, "defs");
  defs.innerHTML = drawingsFor(svg.innerHTML + stylesOf(svg));
  svg.prepend(defs);
  const rules = stylesOf(svg);
  const style = document.createElementNS(NAMESPACE, "style");
  style.textContent = `svg{${tokensOf(rules + svg.innerHTML)}}${rules}${STILL}`;
  svg.prepend(style);
  const text = new XMLSerializer().serializeToString(svg);
  void unmount(still);
  return text;
}

/** The rules of the page that speak of something in a drawing. */
function stylesOf(svg: Element): string {
  const speaks = (selector: string): boolean => {
    try {
      return svg.querySelector(selector) !== null;
    } catch {
      return false;
    }
  };
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSStyleRule && speaks(rule.selectorText))
    .map(({ cssText }) => cssText)
    .join("");
}

/** The tokens that a text refers to, as they are on this page now. */
function tokensOf(text: string): string {
  const now = getComputedStyle(document.documentElement);
  const names = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!));
  return [...names]
    .map((name) => [name, now.getPropertyValue(name).trim()] as const)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}:${value};`)
    .join("");
}

/** Pictures that were drawn, the last ones used at the end. */
const kept = new Map<string, HTMLCanvasElement>();
const MOST_KEPT = 80;
/** One at a time, each in an idle moment. */
let before: Promise<unknown> = Promise.resolve();
const idle = (): Promise<void> =>
  new Promise((go) =>
    typeof requestIdleCallback === "function" ? requestIdleCallback(() => go(), { timeout: 700 }) : setTimeout(go, 30),
  );

/** By what a bitmap is kept: all that it is made from, and how the page looks. */
export function keyOf(drawn: Drawn, density: number): string {
  const { theme = "", sides = "" } = document.documentElement.dataset;
  const night = theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  return JSON.stringify([night, sides, density, drawn]);
}

/** The picture if it is there already. */
export function keptBitmap(key: string): HTMLCanvasElement | undefined {
  const found = kept.get(key);
  if (found) {
    kept.delete(key);
    kept.set(key, found);
  }
  return found;
}

/** The bitmap of a picture, so many pixels of the screen to one of the page. */
export function bitmapOf(drawn: Drawn, key: string, density: number): Promise<HTMLCanvasElement> {
  const turn = before.then(async () => {
    const found = keptBitmap(key);
    if (found) return found;
    await idle();
    const made = await paint(await svgOf(drawn), drawn.size, density);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  });
  before = turn.catch(() => undefined);
  return turn;
}

/** A drawing as a bitmap. */
export async function paint(
  svg: string,
  { width, height }: Pick<Size, "width" | "height">,
  density: number,
): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * density), Math.round(height * density)];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
