/** Puts the drawings into the page, once, for every <use> and pattern to refer to. */
import patterns from "./patterns.svg?raw";
import pieces from "./pieces.svg?raw";
import "./drawings.css";

/** The sheets that are at hand; what stands on one kind of table only comes with it. */
const sheets = [pieces, patterns];

export function addSheets(...more: readonly string[]): void {
  sheets.push(...more.filter((sheet) => !sheets.includes(sheet)));
}

export function putDrawings(page: Document): void {
  sheets.forEach((sheet, at) => {
    const id = at === 0 ? "hd-drawings" : `hd-drawings-${at}`;
    if (page.getElementById(id)) return;
    const holder = page.createElement("div");
    holder.id = id;
    holder.className = "hd-drawings";
    holder.setAttribute("aria-hidden", "true");
    // Not hidden by `display`, which would take the patterns away too.
    holder.innerHTML = sheet.replace(/^<!--.*-->\n/, "").replace("<svg", '<svg width="0" height="0"');
    page.body.prepend(holder);
  });
}

/** The name of a drawing for `href`. What a picture calls simply "heavy" is a tank. */
export function drawingOf(silhouette: string): string {
  const known = (name: string): boolean => sheets.some((sheet) => sheet.includes(`id="hd-${name}"`));
  const name = [silhouette, `${silhouette}-tank`].find(known) ?? "medium-tank";
  return `#hd-${name}`;
}

/** The drawings, patterns and clips that a text refers to, and those that they refer to, as markup. */
export function drawingsFor(text: string): string {
  const found = new Map<string, string>();
  const look = (within: string): void => {
    for (const [, id] of within.matchAll(/#(hd-[\w-]+)/g)) {
      const markup = found.has(id!) ? undefined : all().get(id!);
      if (markup === undefined) continue;
      found.set(id!, markup);
      look(markup);
    }
  };
  look(text);
  return [...found.values()].join("");
}

let known: { readonly of: number; readonly all: ReadonlyMap<string, string> } = { of: 0, all: new Map() };
/** Every drawing by its name. */
function all(): ReadonlyMap<string, string> {
  if (known.of !== sheets.length) {
    const page = new DOMParser().parseFromString(`<body>${sheets.join("")}</body>`, "text/html");
    const named = [...page.querySelectorAll("svg > [id], defs > [id]")];
    known = { of: sheets.length, all: new Map(named.map((one) => [one.id, one.outerHTML])) };
  }
  return known.all;
}
