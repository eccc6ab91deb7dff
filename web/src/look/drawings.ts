/** Puts the drawings into the page, once, for every <use> and pattern to refer to. */
import pieces from "./pieces.svg?raw";
import terrain from "./terrain.svg?raw";
import "./drawings.css";

const ID = "hd-drawings";

export function putDrawings(page: Document): void {
  if (page.getElementById(ID)) return;
  const holder = page.createElement("div");
  holder.id = ID;
  holder.setAttribute("aria-hidden", "true");
  // Not hidden by `display`, which would take the patterns away too.
  holder.innerHTML = [pieces, terrain].map((sheet) => sheet.replace(/^<!--.*-->\n/, "").replace("<svg", '<svg width="0" height="0"')).join("");
  page.body.prepend(holder);
}

/** The name of a drawing for `href`. What a picture calls simply "heavy" is a tank. */
export function drawingOf(silhouette: string): string {
  const known = (name: string): boolean => pieces.includes(`id="hd-${name}"`);
  const name = [silhouette, `${silhouette}-tank`].find(known) ?? "medium-tank";
  return `#hd-${name}`;
}
