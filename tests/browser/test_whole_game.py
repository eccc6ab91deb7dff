"""Whole games on one screen: nothing of the frame moves, nothing is cut, and a refusal is told once.

A page has the seat of Red against Greedy. Its hand chooses, aims, and presses on the board, the pointer held down now
and then; the orders that go on with the game are Greedy's, given with the page's own seat. A script in the page looks
at every frame that is drawn.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hulldown import bots
from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.record import OrderLine, Record
from hulldown.kernel.replay import begin, script
from hulldown.kernel.side import RED
from hulldown.kernel.wire import decode, plain
from hulldown.rulebooks import load
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import TWO_FRAMES, cell_size
from tests.browser.test_frame import CUT, OVER, SIZES
from tests.marks import soak

SHORTEST = {
    "france1944": "first-steps",
    "dynamic": "duel",
    "core": "duel",
    "squadron": "duel",
    "panzerkampf": "first-shots",
}
#: A duel of Panzer Squadron is over before it has a second round.
TWO_ROUNDS = SHORTEST | {"squadron": "hunters"}
#: Played to the end by `make test`; the others by `make soak`, and two rounds of them here.
PLAYED_OUT = ("france1944", "squadron")
LONG = {
    "france1944": "whole-front",
    "dynamic": "open-battle",
    "core": "whole-front",
    "squadron": "battle",
    "panzerkampf": "pocket",
}
MOST_ORDERS = 3_000
LEAST_CELL, LEAST_MODEL = 38, 28  # pixels, of what is chosen
#: What keeps its place and its size in every phase, by what a player calls it.
PARTS = {
    "top bar": "header.top",
    "board": "main.table",
    "overview": ".map-slot",
    "prompt line": ".say",
    "tray": ".tray",
    "tray row": ".tray-row",
    "Undo": ".undo",
    "End": ".end",
    "Commit": ".commit",
    "card": ".side > .card",
    "forecast": ".fc",
    "result": ".result",
    "log": ".log-part",
    "guide": ".guide",
    "handle": ".grab",
}
AT_THE_END = {"top bar", "board", "overview", "prompt line", "result", "log"}  # which has a frame of its own
DESK_ONLY, PHONE_ONLY = {"card", "log", "guide", "overview"}, {"tray row", "handle"}
#: Looks at each frame, and keeps what is wrong with it, once.
SAMPLER = (
    """(() => {
  localStorage.setItem("hulldown.settings", JSON.stringify({ speed: "instant", ends: "once" }));
  const parts = PARTS, cut = CUT, over = OVER;
  const sampler = (window.sampler = { position: 0, frames: 0, boxes: {}, faults: [] });
  const told = new Set();
  const fault = (what, detail) => {
    if (told.has(what)) return;
    told.add(what);
    const prompt = document.querySelector(".say .prompt")?.textContent.trim();
    sampler.faults.push(`after ${sampler.position} lines, "${prompt}": ${what}${detail ?? ""}`);
  };

  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "line") sampler.position = message.position + 1;
      });
    }
  };

  const still = () => {
    for (const [name, selector] of Object.entries(parts)) {
      const box = document.querySelector(`.battle ${selector}`)?.getBoundingClientRect();
      if (!box || box.width === 0) continue;
      // On a phone the tray is as wide as its dice: it and the chips share a row, which is a part of its own.
      const wide = name === "tray" && document.querySelector(".battle.phone") ? "" : box.width;
      const now = [box.x, box.y, wide, box.height].join(" ");
      const first = (sampler.boxes[document.querySelector(".battle.over") ? `${name} at the end` : name] ??= now);
      if (now !== first) fault(`the ${name} moved`, `: ${first} became ${now}`);
    }
  };

  const whole = () => {
    for (const one of cut()) fault(`cut: ${one}`);
    for (const one of over()) fault(`over a piece: ${one}`);
  };

  const refusals = () => {
    const alerts = [...document.querySelectorAll('[role="alert"]')];
    if (alerts.length > 1) fault(`${alerts.length} alerts`);
    if (document.querySelectorAll(".no-sign").length > 1) fault("two signs of a refusal");
    const sentence = alerts[0]?.textContent.trim();
    if (!sentence) return;
    for (const name of [".log-part", ".fc", ".card", ".guide"])
      if (document.querySelector(name)?.textContent.includes(sentence)) fault(`a refusal also in ${name}: ${sentence}`);
  };

  let held = null;
  const moves = () => document.querySelector("[data-moves]")?.dataset.moves;
  const hold = () => (held = moves());
  addEventListener("pointerdown", hold, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (camera(), (held = null)), true);
  const camera = () => {
    if (held !== null && moves() !== held) fault("the camera moved with the pointer down");
  };

  // A change is looked at in the frame that draws it, and in the one after it.
  let looks = 2;
  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(() => (looks = 2)).observe(document.body, {
      subtree: true, childList: true, characterData: true, attributes: true,
    }),
  );
  const look = () => {
    if (!document.querySelector(".battle")) return;
    sampler.frames++;
    still();
    camera();
    if (looks-- <= 0) return;
    whole();
    refusals();
  };
  // Texts are fitted into their boxes when these are measured, after scripts and before anything is seen, and one that
  // is fitted may give another box another size. So each frame gives the outermost of some boxes another size, which
  // gives another to the one in it, and so on: each is told of after all that the one before it came with.
  addEventListener("DOMContentLoaded", () => {
    const outer = document.body.appendChild(document.createElement("div"));
    outer.style.cssText = "position: fixed; visibility: hidden; pointer-events: none";
    let [size, box] = [1, outer];
    for (let deep = 0; deep < 5; deep++) {
      const inner = box.appendChild(document.createElement("div"));
      inner.style.position = "absolute";
      new ResizeObserver(() => (inner.style.width = `${size}px`)).observe(box);
      box = inner;
    }
    new ResizeObserver(look).observe(box);
    const frame = () => {
      outer.style.width = `${(size = 3 - size)}px`;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
})()""".replace("PARTS", repr(PARTS))
    .replace("CUT", CUT)
    .replace("OVER", OVER)
)
#: Waits until the page has drawn a position.
DRAWN = """async (head) => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  while (sampler.position < head) await frame();
  await frame();
  await frame();
  return sampler.faults;
}"""
#: What is told of a page in which something is wrong, and what makes it wrong.
BREAKS = {
    "the tray moved": "() => { document.querySelector('.tray').style.height = '67px'; }",
    "the prompt line moved": "() => { document.querySelector('.dock').style.paddingTop = '1px'; }",
    "cut: button": "() => { document.querySelector('.end').style.textOverflow = 'ellipsis'; }",
    "cut: prompt": "() => { document.querySelector('.prompt').style.maxWidth = '9px'; }",
    "2 alerts": "() => { for (const _ of 'ab') { const one = document.createElement('b'); one.role = 'alert'; "
    "one.textContent = 'No.'; document.querySelector('.say').append(one); } }",
    "a refusal also in .fc": "() => { document.querySelector('.fc').append('No.'); }",
    "the camera moved with the pointer down": "() => { "
    "document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); "
    "document.querySelector('[data-moves]').dataset.moves = '99'; }",
}


class Table:
    """A page with a seat against Greedy, and the game as its record tells it."""

    def __init__(self, new_page: NewPage, server: Server, book_id: str, scenario: str, size: str) -> None:
        width, height = SIZES[size]
        self.size = size
        self.page: Page = new_page(width=width, height=height)
        self.page.add_init_script(SAMPLER)
        wish = {"rulebook": book_id, "scenario": scenario, "opponent": "bot", "bot": "greedy", "side": 0}
        made = self.page.request.post(f"{server.address}/api/matches", data=wish)
        assert made.ok, made.text()
        seat = made.json()
        self.path = f"{server.address}/api/matches/{seat['match']}"
        self.token = {"Authorization": f"Bearer {seat['token']}"}
        # A page of another address, so that it is loaded anew, with the script in it.
        self.page.goto(f"{server.address}/?whole#/seat/{seat['match']}/{seat['token']}")
        expect(self.page.get_by_role("application")).to_be_visible()
        self.book: Any = load(book_id)
        self.bot = bots.make("greedy", self.book, "whole")
        self.game = begin(Record.parse(self.record()), self.book, ScriptedDice())
        self.least = LEAST_MODEL if self.book.terrain(self.game.state).table == "free" else LEAST_CELL
        self.head = self.given = 0

    def record(self) -> str:
        got = self.page.request.get(f"{self.path}/record", headers=self.token)
        assert got.ok, got.text()
        return got.text()

    def follow(self) -> None:
        """Plays what is new in the record, and looks at the page when it has drawn it."""
        lines = [line for line in Record.parse(self.record()).lines[1:] if hasattr(line, "position")]
        for line in lines[self.head :]:
            if isinstance(line, OrderLine):
                self.game.dice = script(line)
                self.game.play(decode(line.order, self.book.order_type))
        self.head = len(lines)
        assert self.page.evaluate(DRAWN, self.head) == []

    def over(self) -> bool:
        return self.game.to_act() is None

    def round(self) -> int:
        number: int = self.book.picture(self.game.state).tray.round
        return number

    def step(self) -> None:
        """The hand does something, Greedy's order for this seat is given, or the other side's is awaited."""
        if self.game.to_act() is not RED:
            assert self.page.evaluate(DRAWN, self.head + 1) == []
            return
        self.try_hand()
        order = plain(self.bot.choose(self.book.view(self.game.state, RED)))
        self.given += 1
        body = {"id": f"whole-{self.given}", "position": self.head, "orders": [order]}
        answer = self.page.request.post(f"{self.path}/orders", headers=self.token, data=body).json()
        assert answer["status"] in ("accepted", "stale"), answer  # stale: the hand on the page was faster

    def try_hand(self) -> None:
        """Before some of the orders: chooses and aims, or presses somewhere while the choice changes."""
        turn = self.given % 8
        if turn == 0:
            self.page.keyboard.press(".")
            if self.page.locator("main.table .piece .chosen").count():
                assert cell_size(self.page) >= self.least
            self.page.keyboard.press("t")
        elif turn == 4:
            box = self.page.locator("main.table").bounding_box()
            assert box
            self.page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.12)
            self.page.mouse.down()
            self.page.keyboard.press(".")
            self.page.evaluate(TWO_FRAMES)
            self.page.mouse.up()
        self.page.evaluate(TWO_FRAMES)

    def play(self, rounds: int | None = None) -> None:
        self.follow()
        while not self.over() and (rounds is None or self.round() <= rounds):
            assert self.given < MOST_ORDERS
            self.step()
            self.follow()

    def was_watched(self) -> None:
        """The script has looked at every part that this size has, and at more frames than there were orders."""
        assert self.page.evaluate("sampler.frames") > self.given
        seen = {*self.page.evaluate("Object.keys(sampler.boxes)")}
        absent = DESK_ONLY if self.size == "phone" else PHONE_ONLY
        at_the_end = AT_THE_END - absent | {"log"}  # which on a phone lies in the sheet until then
        ended = {f"{name} at the end" for name in at_the_end} if self.over() else set()
        assert seen == {*PARTS} - {"result"} - absent | ended


def test_each_fault_of_the_frame_is_noticed(new_page: NewPage, server: Server) -> None:
    table = Table(new_page, server, "france1944", SHORTEST["france1944"], "wide")
    table.follow()
    for told, breaks in BREAKS.items():
        table.page.evaluate(breaks)
        faults = table.page.evaluate(DRAWN, 0)
        assert any(told in fault for fault in faults), (told, faults)


@pytest.mark.parametrize(
    "book_id", [one if one in PLAYED_OUT else pytest.param(one, marks=pytest.mark.soak) for one in SHORTEST]
)
def test_a_whole_game_moves_nothing_and_cuts_nothing(new_page: NewPage, server: Server, book_id: str) -> None:
    table = Table(new_page, server, book_id, SHORTEST[book_id], "wide")
    table.play()
    expect(table.page.get_by_role("region", name="Result")).to_be_visible()
    assert table.page.evaluate(DRAWN, table.head) == []
    table.was_watched()


@pytest.mark.parametrize(
    ("book_id", "size"),
    [(book, size) for book in TWO_ROUNDS for size in SIZES if size != "wide" or book not in PLAYED_OUT],
)
def test_two_rounds_move_nothing_and_cut_nothing(new_page: NewPage, server: Server, book_id: str, size: str) -> None:
    table = Table(new_page, server, book_id, TWO_ROUNDS[book_id], size)
    table.play(2)
    table.was_watched()


def test_the_end_of_a_battle_moves_nothing_on_a_phone(new_page: NewPage, server: Server) -> None:
    table = Table(new_page, server, "squadron", SHORTEST["squadron"], "phone")
    table.play()
    expect(table.page.locator(".timeline-row button").first).to_be_visible()
    assert table.page.evaluate(DRAWN, table.head) == []
    table.was_watched()


@soak
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("book_id", LONG)
def test_a_long_game_moves_nothing_and_cuts_nothing(new_page: NewPage, server: Server, book_id: str, size: str) -> None:
    table = Table(new_page, server, book_id, LONG[book_id], size)
    table.play()
    table.was_watched()
