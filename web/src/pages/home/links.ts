/** What was pasted: a link into the client, the text of a record, or neither. */
import { say } from "../../language/language";

export type Pasted = { readonly path: string } | { readonly record: string } | { readonly trouble: string };

/** How many signs a secret has: 160 bits. */
const SIGNS = 27;
/** Pages that a link may lead to, and which part of it is the secret, if there is one. */
const SECRETS: Readonly<Record<string, number>> = { invitation: 1, seat: 2, watch: 2 };
const OPEN = new Set(["match", "replay", "play", "new", "rules", "work", "open"]);

export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed.startsWith("{") && trimmed.includes("\n")) return { record: trimmed };
  const hash = trimmed.indexOf("#/");
  const path = hash >= 0 ? trimmed.slice(hash + 2) : `invitation/${trimmed}`;
  const parts = path.split("/");
  const [page = ""] = parts;
  if (OPEN.has(page) && parts[1]) return { path };
  const secret = parts[SECRETS[page] ?? 0] ?? "";
  if (page in SECRETS && new RegExp(`^[\\w-]{${SIGNS}}$`).test(secret)) return { path };
  const last = hash >= 0 && page in SECRETS ? secret : (trimmed.split("/").at(-1) ?? "");
  return {
    trouble: say(
      "This is not an invitation, a seat or a record. Links have {signs} signs after the last stroke; this one has {found}.",
      { signs: SIGNS, found: last.length },
    ),
  };
}
