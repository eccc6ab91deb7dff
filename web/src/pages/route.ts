/** Where in the client one is: the part of the address after #. */
export type Route =
  | { readonly page: "home" | "replays" }
  | { readonly page: "new"; readonly book: string; readonly scenario: string }
  | { readonly page: "match" | "replay"; readonly match: string }
  | { readonly page: "watch" | "seat"; readonly match: string; readonly token: string }
  | { readonly page: "invitation"; readonly token: string }
  | { readonly page: "rules"; readonly book: string; readonly rule: string }
  | { readonly page: "unknown"; readonly path: string };

export function routeOf(hash: string): Route {
  const path = hash.replace(/^#?\/?/, "");
  const [page = "", first = "", second = ""] = path.split("/").map(decoded);
  if (page === "") return { page: "home" };
  // An old address names the scenario alone.
  if (page === "new") return second ? { page, book: first, scenario: second } : { page, book: "", scenario: first };
  if (page === "replay" && !first) return { page: "replays" };
  if ((page === "match" || page === "replay") && first) return { page, match: first };
  if ((page === "watch" || page === "seat") && first && second) return { page, match: first, token: second };
  if (page === "invitation" && first) return { page, token: first };
  if (page === "rules") return { page, book: first || "france1944", rule: second };
  return { page: "unknown", path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
