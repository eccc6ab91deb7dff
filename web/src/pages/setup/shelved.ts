/** The books with the boards of one's own shelf beside theirs: whatever names one of them brings it along. */
import type { Api } from "../../api/client";
import type { Book, Fill, FillsBody, MapRow, NewMatch, SetupAnswer, Work } from "../../api/types";
import type { Shelf } from "../../make/shelf";
import { say } from "../../language/language";

type Asked = Pick<Api, "rulebooks" | "book" | "setup" | "fills" | "pictures">;

export class Shelved {
  readonly #api: Asked;
  readonly #open: () => Promise<{ readonly shelf: Shelf }>;

  constructor(api: Asked, open: () => Promise<{ readonly shelf: Shelf }>) {
    this.#api = api;
    this.#open = open;
  }
  rulebooks = (): ReturnType<Api["rulebooks"]> => this.#api.rulebooks();
  async book(id: string): Promise<Book> {
    const [book, mine] = await Promise.all([this.#api.book(id), this.#boards(id)]);
    return mine.length > 0 ? { ...book, maps: [...book.maps, ...mine] } : book;
  }
  setup = async (wish: NewMatch): Promise<SetupAnswer> => this.#api.setup(await this.whole(wish));
  fills = async (wish: FillsBody): Promise<Fill[]> => this.#api.fills(await this.whole(wish));

  /** A wish with the works of the shelf that it names. */
  async whole<W extends NewMatch>(wish: W): Promise<W> {
    const named = [wish.board, wish.red, wish.blue, wish.scenario].filter((one) => one?.length === 22);
    if (named.length === 0) return wish;
    const { shelf } = await this.#open();
    const found = named.flatMap((id) => {
      const kept = shelf.of(id!);
      return kept ? shelf.bundle(kept.work) : [];
    });
    return found.length > 0 ? { ...wish, works: once([...(wish.works ?? []), ...found]) } : wish;
  }
  /** The boards of the shelf as rows of the book; one that nobody can read is left out. */
  async #boards(book: string): Promise<MapRow[]> {
    try {
      const { shelf } = await this.#open();
      const rows = shelf.works("board", book).map(async ({ id, work }) => {
        const { map } = await this.#api.pictures(shelf.bundle(work));
        return map ? [{ ...map, id, name: say("{name} · yours", { name: map.name }) }] : [];
      });
      return (await Promise.all(rows)).flat();
    } catch {
      return [];
    }
  }
}
const once = (works: readonly Work[]): Work[] => [
  ...new Map(works.map((work) => [JSON.stringify(work), work])).values(),
];
