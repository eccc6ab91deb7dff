/** Where in the client one is: the part of the address after #. */
export type Route =
  | { readonly page: "home" | "replays" | "table" }
  | { readonly page: "play"; readonly book: string }
  | { readonly page: "new"; readonly book: string; readonly scenario: string; readonly part: Part }
  | { readonly page: "match"; readonly match: string }
  | { readonly page: "replay"; readonly match: string; readonly position: number | null }
  | { readonly page: "watch"; readonly match: string; readonly token: string; readonly position: number | null }
  | { readonly page: "seat"; readonly match: string; readonly token: string }
  | { readonly page: "invitation"; readonly token: string }
  | { readonly page: "rules"; readonly book: string; readonly rule: string }
  | { readonly page: "unknown"; readonly path: string };

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
  if (page === "table") return { page };
  if (page === "replay" && !first) return { page: "replays" };
  if (page === "replay") return { page, match: first, position: positionIn(second) };
  if (page === "match" && first) return { page, match: first };
  if (page === "watch" && first && second) return { page, match: first, token: second, position: positionIn(third) };
  if (page === "seat" && first && second) return { page, match: first, token: second };
  if (page === "invitation" && first) return { page, token: first };
  if (page === "rules") return { page, book: first || "france1944", rule: second };
  return { page: "unknown", path };
}

/** A moment of a game: how many lines of its log have been played. */
function positionIn(text: string): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
