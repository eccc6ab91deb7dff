/** Where in the client one is: the part of the address after #. */
export type Route =
  | { readonly page: "home" | "replays" | "table" | "languages" }
  | { readonly page: "play" | "shot"; readonly book: string }
  | { readonly page: "new"; readonly book: string; readonly scenario: string; readonly part: Part }
  | { readonly page: "match"; readonly match: string }
  | { readonly page: "replay"; readonly match: string; readonly position: number | null; readonly plays: boolean }
  | { readonly page: "watch"; readonly match: string; readonly token: string; readonly position: number | null }
  | { readonly page: "seat"; readonly match: string; readonly token: string }
  | { readonly page: "invitation"; readonly token: string }
  | { readonly page: "make"; readonly parcel: string }
  | { readonly page: "position"; readonly match: string; readonly position: number | null; readonly ruling: boolean }
  | { readonly page: "edit"; readonly kind: string; readonly draft: string }
  | { readonly page: "work"; readonly work: string }
  | { readonly page: "open"; readonly link: string }
  | { readonly page: "learn" }
  | { readonly page: "lesson"; readonly lesson: string; readonly step: number | null }
  | { readonly page: "rules"; readonly book: string; readonly place: string }
  | { readonly page: "words"; readonly book: string; readonly place: string }
  | { readonly page: "study" | "odds"; readonly path: string }
  | { readonly page: "unknown"; readonly path: string };

/** A replay whose address ends in this plays at once, and then leads to the table. */
export const PLAYS = "on";

/** What of a set-up has an address of its own. */
const PARTS = ["armies", "options", "board"] as const;
export type Part = (typeof PARTS)[number] | "";

export function routeOf(hash: string): Route {
  const path = hash.replace(/^#?\/?/, "");
  const [page = "", first = "", second = "", third = ""] = path.split("/").map(decoded);
  if (page === "") return { page: "home" };
  if (page === "play" && first) return { page, book: first };
  if (page === "new") {
    const part = PARTS.find((one) => one === third) ?? "";
    // An old address names the scenario alone.
    return second ? { page, book: first, scenario: second, part } : { page, book: "", scenario: first, part };
  }
  if (page === "table") return first === "shot" ? { page: "shot", book: second } : { page };
  if (page === "make") return first && second ? { page: "edit", kind: first, draft: second } : { page, parcel: "" };
  // A shelf that comes from another device.
  if (page === "shelf" && first) return { page: "make", parcel: first };
  if (page === "position" && first)
    return { page, match: first, position: positionIn(second), ruling: second === "ruling" };
  if (page === "work" && first) return { page, work: first };
  // A link that carries its work is read whole, however much of it is here.
  if (page === "open") return { page, link: path.slice("open/".length) };
  if (page === "replay" && !first) return { page: "replays" };
  if (page === "replay") return { page, match: first, position: positionIn(second), plays: third === PLAYS };
  if (page === "study") return { page, path };
  if (page.startsWith("odds") || page.startsWith("compare")) return { page: "odds", path };
  if (page === "match" && first) return { page, match: first };
  if (page === "watch" && first && second) return { page, match: first, token: second, position: positionIn(third) };
  if (page === "seat" && first && second) return { page, match: first, token: second };
  if (page === "invitation" && first) return { page, token: first };
  if (page === "learn" && !first) return { page };
  if (page === "languages") return { page };
  if (page === "learn") return { page: "lesson", lesson: first, step: stepIn(second) };
  if (page === "rules" || page === "words") return { page, book: first || "france1944", place: second };
  return { page: "unknown", path };
}

/** A moment of a game: how many lines of its log have been played. */
function positionIn(text: string): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

/** A step of a lesson, counted from 1. */
function stepIn(text: string): number | null {
  return /^[1-9]\d?$/.test(text) ? Number(text) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
