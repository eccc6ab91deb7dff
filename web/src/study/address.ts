/**
 * Where in Study one is: `study`, `study/<game>/<order>`, `study/<game>/board/<lines>/<variation>`,
 * `study/open/<a study in a link>`, `odds/<book>?<question>`, `compare?<names>`.
 */
export type StudyPage =
  | { readonly name: "study" }
  | { readonly name: "analysis"; readonly match: string; readonly order: number | null }
  | { readonly name: "board"; readonly match: string; readonly at: number | null; readonly branch: string }
  | { readonly name: "open"; readonly link: string }
  | { readonly name: "odds"; readonly book: string; readonly asked: string }
  | { readonly name: "compare"; readonly asked: string };

export function pageOf(path: string): StudyPage {
  const [where = "", asked = ""] = path.split("?", 2);
  const [page, first = "", second = "", third = "", fourth = ""] = where.split("/").map(decoded);
  if (page === "odds") return { name: "odds", book: first, asked };
  if (page === "compare") return { name: "compare", asked };
  if (!first) return { name: "study" };
  if (first === "open") return { name: "open", link: second };
  if (second === "board") return { name: "board", match: first, at: numberIn(third), branch: fourth };
  return { name: "analysis", match: first, order: numberIn(second) };
}

const numberIn = (text: string): number | null => (/^\d{1,7}$/.test(text) ? Number(text) : null);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
