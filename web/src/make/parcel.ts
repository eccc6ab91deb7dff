/** A whole shelf on its way to another device: works, drafts and whose figures count, in one text. */
import { adoptFigures, allChosen } from "./figures/mine";
import type { Workshop } from "./here";
import { idOf, isId, packText, unpackText, workIn, type Kind } from "./works";
import type { Work } from "../api/types";

const MOST_BYTES = 48 << 20;
/** What the server takes. */
export const MOST_SIGNS = 3 << 20;

interface Row {
  readonly work: Work;
  readonly own: boolean;
  readonly listed: boolean;
  readonly when: number;
}
interface Leaf {
  readonly id: string;
  readonly work: Work;
  readonly began: string;
}
interface Figures {
  readonly id: string;
  readonly on: boolean;
}
interface Load {
  readonly works: readonly Row[];
  readonly drafts: readonly Leaf[];
  readonly figures: Readonly<Record<string, Figures>>;
}
export interface Came {
  readonly works: number;
  readonly drafts: number;
}

/** All of a shelf, but for the steps that its drafts could take back. */
export async function packed({ shelf, drafts }: Workshop): Promise<string> {
  const works = shelf.all().map(({ work, own, listed, when }): Row => ({ work, own, listed, when }));
  const pages = await drafts.all();
  const text = await packText(
    JSON.stringify({
      works,
      drafts: pages.map(({ id, began, kind, book, text, uses, parent, source }) => ({
        ...{ id, began },
        work: { kind, book, text, uses, parent, source },
      })),
      figures: allChosen(),
    }),
  );
  if (text.length > MOST_SIGNS)
    throw new Error(
      "Your shelf is too large for this way. Download all of it, and drop the files on the other device.",
    );
  return text;
}

/** Puts what came here onto this shelf; nothing that is here is written over. */
export async function unpacked(text: string, { shelf, drafts }: Workshop): Promise<Came> {
  const load = loadIn(await unpackText(text, MOST_BYTES));
  await shelf.adopt(load.works);
  for (const { id, work, began } of load.drafts) {
    const { kind, uses = {}, parent = "", source = "" } = work;
    await drafts.adopt({ id, began, kind: kind as Kind, book: work.book, text: work.text, uses, parent, source });
  }
  adoptFigures(load.figures, (id) => shelf.of(id)?.work.text);
  const before = new Set(load.works.map(({ work }) => work.parent));
  const titles = load.works.filter(({ work, listed }) => listed && !before.has(idOf(work)));
  return { works: titles.length, drafts: load.drafts.length };
}

const DAMAGED = "This shelf arrived damaged. Ask the other device for a new link.";
const listIn = (value: unknown): Record<string, unknown>[] => {
  if (!Array.isArray(value) || value.some((one) => typeof one !== "object" || one === null)) throw new Error(DAMAGED);
  return value as Record<string, unknown>[];
};
/** What was packed, and nothing that it may not have. */
function loadIn(text: string): Load {
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error(DAMAGED);
  }
  const when = (value: unknown): number => (typeof value === "number" ? value : 0);
  const figures = Object.entries((data["figures"] ?? {}) as Record<string, Partial<Figures> | undefined>);
  return {
    works: listIn(data["works"]).map((row) => ({
      work: workIn(row["work"]),
      own: row["own"] === true,
      listed: row["listed"] === true,
      when: when(row["when"]),
    })),
    drafts: listIn(data["drafts"]).map(({ id, work, began }) => {
      if (typeof id !== "string" || !/^[\w-]{1,40}$/.test(id)) throw new Error(DAMAGED);
      const found = workIn(work);
      return { id, work: found, began: typeof began === "string" ? began : found.text };
    }),
    figures: Object.fromEntries(
      figures.flatMap(([book, one]) =>
        one && typeof one.id === "string" && isId(one.id) ? [[book, { id: one.id, on: one.on === true }]] : [],
      ),
    ),
  };
}
