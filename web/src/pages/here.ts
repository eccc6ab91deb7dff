/** This browser's way to the server, and its seats. */
import { Api } from "../api/client";
import { browserKeep, Seats } from "../api/tokens";
import type { Created, NewMatch } from "../api/types";

export const api = new Api();
export const seats = new Seats(browserKeep());

export function go(path: string): void {
  location.hash = `#/${path}`;
}

/** Keeps the seat of a new match and goes there. */
export function sitDown(created: Created, title: string): void {
  seats.add({
    match: created.match,
    token: created.token,
    side: created.side,
    title,
    when: Date.now(),
    watch: created.watch,
    ...(created.invitation ? { invitation: created.invitation } : {}),
  });
  go(`match/${encodeURIComponent(created.match)}`);
}

export async function begin(wish: NewMatch, title: string): Promise<void> {
  sitDown(await api.create(wish), title);
}

export function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
