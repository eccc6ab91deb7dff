import { expect, test } from "vitest";
import type { Api } from "../../api/client";
import type { Seat } from "../../api/tokens";
import type { MatchView } from "../../api/types";
import { FakeTable, TERRAIN } from "../../match/fake";
import { PAGE, Shelf, standing } from "./shelf.svelte";

const seat = (match: string, title = "Crossroads"): Seat => ({ match, token: "t", side: 0, title, when: 0 });
function api(broken: string[] = []): Pick<Api, "table" | "terrain" | "book"> {
  const table = (match: string) => ({
    view: () => (broken.includes(match) ? Promise.reject(new Error("It is gone.")) : new FakeTable().view()),
  });
  const book = { scenarios: [{ id: "crossroads", name: "The crossroads" }] };
  return {
    table: table as unknown as Api["table"],
    terrain: () => Promise.resolve(TERRAIN),
    book: () => Promise.resolve(book) as unknown as ReturnType<Api["book"]>,
  };
}

test("games are asked for a dozen at a time, in their order", async () => {
  const shelf = new Shelf(
    api(),
    Array.from({ length: PAGE + 3 }, (_, k) => seat(`m${k}`)),
  );
  await shelf.more();
  expect([shelf.games.length, shelf.left, shelf.games.every(({ view }) => view)]).toEqual([PAGE, 3, true]);
  await shelf.more();
  expect([shelf.games.at(-1)?.seat.match, shelf.left]).toEqual([`m${PAGE + 2}`, 0]);
});

test("a game that cannot be opened says why and keeps its place; one without a title is called as its battle is", async () => {
  const shelf = new Shelf(api(["m1"]), [seat("m0", ""), seat("m1")]);
  await shelf.more();
  expect(shelf.games.map(({ title, trouble }) => [title, trouble])).toEqual([
    ["The crossroads", undefined],
    ["Crossroads", "It is gone."],
  ]);
  shelf.forget("m1");
  expect(shelf.games.length).toBe(1);
});

test("how a game stands is told from the seat", async () => {
  const view = await new FakeTable().view();
  const won: MatchView = { ...view, result: { winner: 0, rule: "", sentence: "Blue resigned: Red wins." } };
  expect([standing(view), standing(won), standing({ ...won, side: null, watching: true })]).toEqual([
    "being played",
    "You win",
    "Red wins",
  ]);
});
