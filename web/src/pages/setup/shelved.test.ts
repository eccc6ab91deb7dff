import { expect, test } from "vitest";
import type { Book, MapRow, NewMatch, Work } from "../../api/types";
import { Memory } from "../../make/cupboard";
import { Shelf } from "../../make/shelf";
import { idOf } from "../../make/works";
import { Shelved } from "./shelved";

const BOARD: Work = { kind: "board", book: "core", text: "name: The tannery\n\n..\n" };
const MAP = { id: "tannery", name: "The tannery" } as MapRow;

async function shelved(pictures: () => Promise<{ map: MapRow | null }> = async () => ({ map: MAP })) {
  const shelf = await new Shelf(new Memory()).open();
  await shelf.put([BOARD], { own: true });
  const asked: NewMatch[] = [];
  const api = {
    book: async (id: string) => ({ id, maps: [{ id: "centre" }] }) as unknown as Book,
    setup: async (wish: NewMatch) => (asked.push(wish), {}),
    pictures,
  };
  return {
    asked,
    of: new Shelved(api as unknown as ConstructorParameters<typeof Shelved>[0], async () => ({ shelf })),
  };
}

test("a book has the boards of the shelf that are for it, marked as one's own", async () => {
  const { of } = await shelved();
  expect((await of.book("core")).maps).toMatchObject([
    { id: "centre" },
    { id: idOf(BOARD), name: "The tannery · yours" },
  ]);
  expect((await of.book("dynamic")).maps).toHaveLength(1);
});
test("a wish that names a work of the shelf brings it along, and any other stays as it is", async () => {
  const { of, asked } = await shelved();
  await of.setup({ rulebook: "core", board: idOf(BOARD), works: [BOARD] });
  const plain: NewMatch = { rulebook: "core", board: "centre" };
  await of.setup(plain);
  expect(asked).toEqual([{ rulebook: "core", board: idOf(BOARD), works: [BOARD] }, plain]);
  expect(asked[1]).toBe(plain);
});
test("a board that nobody can read leaves the book as it is", async () => {
  const { of } = await shelved(() => Promise.reject(new Error("away")));
  expect((await of.book("core")).maps).toHaveLength(1);
});
