/** Who makes what: each editor adds a row. A kind without one is made as a text. */
import type { Component } from "svelte";
import type { BookLine } from "../api/types";
import { api } from "../pages/here";
import type { Editing } from "./editing.svelte";
import type { Kind } from "./works";

export interface Maker {
  /** What stands on its door. */
  readonly name: string;
  readonly words: string;
  readonly kind: Kind;
  /** The books that it makes things for; without them all. */
  readonly books?: readonly string[];
  /** The drawing on its door: 240 × 104 pixels or more, cropped at its edges. */
  readonly picture: () => Promise<{ readonly default: Component }>;
  /** The editor; it draws itself in the frame, `Editor.svelte`. */
  readonly editor: () => Promise<{ readonly default: Component<{ editing: Editing }> }>;
  /** Where its door leads; without it a draft is begun from the house's file of the book that is chosen there. */
  readonly door?: string;
  /** The text of a new draft, where the book ships nothing of the kind. */
  readonly fresh?: (book: string) => Promise<string>;
  /** The id of the shipped file that a new draft begins as, of those of the kind; without it the first. */
  readonly start?: (book: string, shipped: readonly string[]) => string;
  /** Where a book ships several, which one a draft begins as is chosen below the door. */
  readonly several?: boolean;
  /** What opens below its door, where there is more to choose than a book. */
  readonly begin?: () => Promise<{ readonly default: Component<Beginning> }>;
  /** It is made by another one's door. */
  readonly hidden?: boolean;
}
/** What is to be chosen before a draft begins. */
export interface Beginning {
  readonly books: readonly BookLine[];
  readonly book: string;
  readonly onbegin: (book: string, text: string) => void;
  readonly onclose: () => void;
}
/** A way to begin a draft, and the text that it begins as. */
export interface Way {
  readonly name: string;
  readonly words: string;
  readonly text: (book: string) => string | Promise<string>;
}

export const MAKERS: readonly Maker[] = [
  {
    name: "My printed figures",
    words: "type the chart of the game that you own",
    kind: "chart",
    several: true,
    picture: () => import("./figures/Picture.svelte"),
    editor: () => import("./figures/Figures.svelte"),
  },
  {
    name: "Army",
    words: "points against the limit",
    kind: "army",
    picture: () => import("./army/Picture.svelte"),
    editor: () => import("./army/Army.svelte"),
    fresh: async (book) => (await import("./army/army")).fresh(await api.book(book)),
  },
  {
    name: "Board",
    words: "squares, hexes or a free table",
    kind: "board",
    begin: () => import("./board/Begin.svelte"),
    books: ["france1944", "dynamic", "core", "squadron"],
    picture: () => import("./board/Picture.svelte"),
    editor: () => import("./board/BoardEditor.svelte"),
  },
  {
    name: "Free table",
    hidden: true,
    words: "terrain for Panzerkampf, in centimetres",
    kind: "board",
    books: ["panzerkampf"],
    picture: () => import("./table/Picture.svelte"),
    editor: () => import("./table/TableEditor.svelte"),
    start: (_, shipped) => (shipped.includes("village") ? "village" : (shipped[0] ?? "")),
  },
  {
    name: "Scenario",
    words: "board, forces, goal; is it fair?",
    kind: "scenario",
    begin: () => import("./scenario/Begin.svelte"),
    picture: () => import("./scenario/Picture.svelte"),
    editor: () => import("./scenario/ScenarioEditor.svelte"),
  },
  {
    name: "Real table",
    words: "set up any position, ask about it, play on from there",
    kind: "position",
    picture: () => import("./position/Door.svelte"),
    editor: () => import("./position/PositionEditor.svelte"),
  },
];

export const makerOf = (kind: Kind, book: string): Maker | undefined =>
  MAKERS.find((one) => one.kind === kind && (!one.books || one.books.includes(book)));
