import { expect, test } from "vitest";
import { Trouble } from "../../api/client";
import type { Seat } from "../../api/tokens";
import type { MatchView } from "../../api/types";
import { againWords, swapped } from "./again";
import { inOrder, inWords, isMine, isNews, newsOf, onHome, standing, toldOf, type Live } from "./games";
import { readPasted } from "./links";
import { Starting } from "./starting.svelte";

const TOKEN = "abcdefghijklmnopqrstuvwxyz0";

test("a link is opened by what it leads to, and a bare secret is an invitation", () => {
  expect(readPasted(` https://table.example/#/invitation/${TOKEN}\n`)).toEqual({ path: `invitation/${TOKEN}` });
  expect(readPasted(`http://10.0.0.2:8000/#/seat/m1/${TOKEN}`)).toEqual({ path: `seat/m1/${TOKEN}` });
  expect(readPasted(`#/watch/m1/${TOKEN}/33`)).toEqual({ path: `watch/m1/${TOKEN}/33` });
  expect(readPasted(TOKEN)).toEqual({ path: `invitation/${TOKEN}` });
  expect(readPasted("https://table.example/#/replay/m1/12")).toEqual({ path: "replay/m1/12" });
  expect(readPasted('{"type":"setup"}\n{"type":"order"}')).toHaveProperty("record");
});

test("what is no link says so, and how many signs are missing", () => {
  expect(readPasted("#/invitation/abcdefghijklmnopqrs")).toEqual({
    trouble:
      "This is not an invitation, a seat or a record. Links have 27 signs after the last stroke; this one has 19.",
  });
  expect(readPasted("https://elsewhere.example/news")).toHaveProperty("trouble");
  expect(readPasted(`https://elsewhere.example/#/nowhere/${TOKEN}`)).toHaveProperty("trouble");
});

const seat = (match: string, more: Partial<Seat> = {}): Seat => ({
  match,
  token: "t",
  side: 0,
  title: "",
  when: 1,
  ...more,
});
const view = (more: Record<string, unknown> = {}, tray: Record<string, unknown> = {}): MatchView =>
  ({
    rulebook: "dynamic",
    title: "Panzer Strike: Dynamic",
    scenario: "walls-and-blades",
    side: 0,
    both: false,
    watching: false,
    names: ["Ann", "Marten"],
    head: 8,
    result: null,
    closed: "",
    last: [],
    acted: [],
    picture: { pieces: [], marks: [], tray: { side: 0, round: 4, ...tray } },
    ...more,
  }) as unknown as MatchView;
const live = (match: string, shown: MatchView, more: Partial<Seat> = {}): Live => ({
  seat: seat(match, more),
  view: shown,
});

test("your turn comes first, then another's, then what is over, then what cannot be opened", () => {
  const games: Live[] = [
    { seat: seat("lost"), trouble: "There is no such game." },
    live("over", view({ result: { winner: 1, rule: "", sentence: "" } })),
    live("theirs", view({}, { side: 1 })),
    live("mine", view(), { when: 1 }),
    live("newer", view(), { when: 2 }),
  ];
  expect(inOrder(games).map((game) => game.seat.match)).toEqual(["newer", "mine", "theirs", "over", "lost"]);
  expect(games.map(isMine)).toEqual([false, false, false, true, true]);
});

test("a game says how it stands, against whom and in which round", () => {
  expect(standing(live("m", view()))).toBe("Your turn");
  expect(standing(live("m", view({}, { side: 1 })))).toBe("Marten's turn");
  expect(standing(live("m", view({ result: { winner: 1, rule: "", sentence: "" } })))).toBe("Over · you lost");
  expect(standing(live("m", view({ result: { winner: null, rule: "", sentence: "" } })))).toBe("Over · a draw");
  expect(standing(live("m", view({ side: null, both: true })))).toBe("Red's turn");
  expect(standing(live("m", view({ side: null, watching: true })))).toBe("You watch");
  expect(toldOf(live("m", view()), [])).toBe("Panzer Strike: Dynamic · against Marten · round 4");
});

test("what was looked at since is no news, and a game that is over leaves Home when it was looked at", () => {
  expect(isNews(live("m", view(), { looked: 7 }))).toBe(true);
  expect(isNews(live("m", view(), { looked: 8 }))).toBe(false);
  expect(newsOf(live("m", view(), { looked: 7 }))).toBe("#/replay/m/7/on");
  expect(onHome([seat("a"), seat("b", { over: true })]).map(({ match }) => match)).toEqual(["a"]);
});

test("a picture has its position in one sentence", () => {
  const piece = (side: 0 | 1, more = {}) => ({ side, pose: { x: 0, y: 0, bearing: 0 }, wreck: false, ...more });
  const pieces = [piece(0), piece(0), piece(1), piece(1, { wreck: true }), piece(0, { pose: null })];
  const shown = { pieces, tray: { round: 3 } } as unknown as MatchView["picture"];
  expect(inWords("Crossroads", shown)).toBe("Crossroads, round 3: two red and one blue units.");
});

test("the last set-up comes again with the sides swapped, but a ready opening as it was", () => {
  const wish = { rulebook: "dynamic", scenario: "duel", opponent: "bot", bot: "planner/veteran", side: 0 } as const;
  expect(swapped(wish).side).toBe(1);
  expect(swapped({ ...wish, side: 1 }).side).toBe(0);
  expect(againWords(wish, "Duel at the mill")).toBe("Duel at the mill again, sides swapped, against Planner, veteran");
  expect(swapped({ ...wish, opening: "first" }).side).toBe(0);
  expect(swapped({ ...wish, side: null }).side).toBe(null);
  expect(againWords({ ...wish, opponent: "hotseat" }, "Duel")).toBe("Duel again, two at this screen");
});

test("a table that is not reached is waited for, and then it can be tried again", async () => {
  const starting = new Starting(() => Promise.resolve());
  const words: string[] = [];
  let asked = 0;
  const never = (): Promise<void> => {
    asked++;
    words.push(starting.word("hero", "Play now"));
    return Promise.reject(new Trouble("offline", "The table cannot be reached.", 0));
  };
  await starting.go("hero", never);
  expect(words.slice(0, 3)).toEqual([
    "Setting the table …",
    "Waiting for the table … 1 s",
    "Waiting for the table … 2 s",
  ]);
  expect(asked).toBe(7);
  expect([starting.word("hero", "Play now"), starting.word("again", "Play")]).toEqual(["Try again", "Play"]);
  expect(starting.trouble).toBe("The table cannot be reached.");
  await starting.go("hero", () => Promise.resolve());
  expect([starting.word("hero", "Play now"), starting.trouble]).toEqual(["Play now", ""]);
});

test("what the table refuses is told at once", async () => {
  const starting = new Starting(() => Promise.resolve());
  let asked = 0;
  await starting.go("again", () => {
    asked++;
    return Promise.reject(new Trouble("setup/bad", "Blue has no tanks.", 400));
  });
  expect([asked, starting.trouble]).toEqual([1, "Blue has no tanks."]);
});
