/** Draws pictures for `make pictures`, and the battle's own board beside one so that a test can compare the two. */
import { flushSync, mount, unmount } from "svelte";
import Board from "../src/board/Board.svelte";
import { layoutOf } from "../src/board/table";
import Table from "../src/free/Table.svelte";
import { planeOf } from "../src/free/plane";
import "../src/look/tokens.css";
import { paint, svgOf, type Drawn } from "../src/pages/drawing";
import type { Picture, Terrain } from "../src/api/types";
import type { Point } from "../src/stage/points";

type Whole = Drawn & { readonly picture: Picture };

const pointOf = ({ table, ...terrain }: Terrain, x: number, y: number): Point =>
  table === "free" ? planeOf(terrain, 0).point(x, y) : layoutOf({ table, ...terrain }, 0).point(x + 0.5, y + 0.5);

/** A picture as WebP, no larger than so many bytes, and where in it each unit stands, from 0 to 1. */
async function draw(drawn: Whole, theme: string, density: number, most: number) {
  document.documentElement.dataset["theme"] = theme;
  const svg = await svgOf(drawn);
  const canvas = await paint(svg, drawn.size, density);
  let [low, high, url] = [0.2, 0.95, ""];
  for (let k = 0; k < 6; k++) {
    const quality = (low + high) / 2;
    const tried = canvas.toDataURL("image/webp", quality);
    const fits = ((tried.length - tried.indexOf(",")) * 3) / 4 <= most;
    if (fits) [low, url] = [quality, tried];
    else high = quality;
  }
  const [left, top, width, height] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "").split(" ").map(Number) as number[];
  const stands = drawn.picture.pieces.flatMap(({ id, pose }) => {
    if (!pose) return [];
    const [x, y] = pointOf(drawn.terrain, pose.x, pose.y);
    return [[id, (x - left!) / width!, (y - top!) / height!] as const];
  });
  return { url, stands };
}

/** The rim of the battle's window, which a picture has not. */
const [LEFT, TOP] = [24, 20];
const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
/** The whole of a table as the battle draws it, and as a picture does: ground, and what lies on it. */
async function compare(drawn: Whole) {
  const { terrain, picture, size } = drawn;
  const holder = document.createElement("div");
  Object.assign(holder.style, { width: `${size.width + LEFT}px`, height: `${size.height + TOP}px` });
  document.body.append(holder);
  const scene = { terrain, picture: { ...picture, tray: { ...picture.tray, todo: [] } }, selected: null, survey: null };
  const table =
    terrain.table === "free"
      ? mount(Table, { target: holder, props: { scene } })
      : mount(Board, { target: holder, props: { scene } });
  for (let k = 0; k < 3; k++) await frame();
  flushSync();
  const battle = layers(holder);
  void unmount(table);
  const page = new DOMParser().parseFromString(await svgOf(drawn), "text/html");
  return { battle, picture: layers(page) };
}
/** What is drawn, without the names by which a page finds it again. */
const layers = (page: ParentNode): string[] =>
  ["ground", "play"].map((layer) =>
    (page.querySelector(`svg.${layer}, g.${layer}`)?.innerHTML ?? "")
      .replaceAll("<!---->", "")
      .replace(/ xmlns="[^"]+"/g, "")
      .replace(/ id="(?!hd-)[^"]+"/, "")
      .trim(),
  );

Object.assign(window, { draw, compare });
