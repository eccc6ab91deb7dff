"""Whole games between two real browsers, in every book: keys that are kept or deposited, and one page offline.

The orders are those of a bot, and each is sent by the page of the side that gives it: noted and then posted, as by its
hand. Everything else the pages do by themselves.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hulldown import bots
from hulldown.kernel.checker import DEPOSITED, SEAT
from hulldown.kernel.dice import HeldDice
from hulldown.kernel.game import Game, Played
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record, SealedOrder
from hulldown.kernel.sealed import SealedDice
from hulldown.kernel.wire import decode, plain
from hulldown.rulebooks import BOOKS, load
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import against, begin_set_up, dock, sit_down
from tests.browser.test_sealed import asked, dice_panel, kept, receipt
from tests.marks import soak

SHORTEST = {
    "france1944": "first-steps",
    "dynamic": "duel",
    "core": "duel",
    "squadron": "duel",
    "panzerkampf": "first-shots",
}
KEEP = "Keep my dice key in this browser"
MOST_ORDERS = 1_500
# A script at the page's own keeper, which is got hold of when the page next asks what the shield is to say.
LOADED = "() => performance.getEntriesByType('resource').some(({ name }) => /attend-/.test(name))"
CATCH = """async () => {
  const names = performance.getEntriesByType("resource").map((entry) => entry.name);
  const { Attendant } = await import(names.find((name) => /\\/attend-[^/]*\\.js$/.test(name)));
  const { get } = Object.getOwnPropertyDescriptor(Attendant.prototype, "deposited");
  Object.defineProperty(Attendant.prototype, "deposited", {
    get() {
      window.attendant = this;
      return get.call(this);
    },
  });
}"""
CAUGHT = "() => window.attendant?.keeper"
GIVE = """async ({ match, order, position }) => {
  const seats = JSON.parse(localStorage.getItem("hulldown.seats"));
  const { token } = seats.find((seat) => seat.match === match);
  window.attendant.keeper.sending([order], position);
  const answer = await fetch(`/api/matches/${match}/orders`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ id: crypto.randomUUID(), position, orders: [order] }),
  });
  return answer.json();
}"""
KNOWS = "(lines) => window.attendant.keeper.checker.lines >= lines"


class Seats:
    """Two pages at one table, and the game as their record tells it."""

    def __init__(self, server: Server, book_id: str, red: Page, blue: Page) -> None:
        self.server, self.pages = server, (red, blue)
        found = re.search(r"#/match/([\w-]+)", red.url)
        assert found
        self.match = found[1]
        self.book: Any = load(book_id)
        self.bots = [bots.make("greedy", self.book, f"{side}") for side in range(2)]
        first = Record.parse(self.record()).head
        self.game: Game[Any, Any, Any] = Game(self.book, decode(first.setup, self.book.setup_type), HeldDice())
        self.lines = 0

    def record(self) -> str:
        return asked(self.pages[0], self.server, "/record").text

    def follow(self) -> None:
        """Plays what is new in the record."""
        lines = [line for line in Record.parse(self.record()).lines[1:] if hasattr(line, "position")]
        for line in lines[self.lines :]:
            if isinstance(line, SealedOrder):
                self.game.dice = SealedDice.of(line.links) if line.links else HeldDice()
                self.game.play(decode(line.order, self.book.order_type))
        self.lines = len(lines)

    def give(self) -> None:
        """The next order, from the page of the side to act, until it stands in the record with its dice."""
        side = self.game.to_act()
        assert side is not None
        page = self.pages[side]
        page.wait_for_function(KNOWS, arg=self.lines)
        order = plain(self.bots[side].choose(self.book.view(self.game.state, side)))
        answer = page.evaluate(GIVE, {"match": self.match, "order": order, "position": self.lines})
        assert answer["status"] == "accepted", answer
        if "call" in answer:
            page.wait_for_function(KNOWS, arg=answer["head"] + 1)
        self.follow()

    def over(self) -> bool:
        return self.game.to_act() is None

    def check(self, states: tuple[str, str]) -> None:
        """Both have checked every roll, nobody was alarmed, and the record is proved beside what they have seen."""
        played = [entry for entry in self.game.log if isinstance(entry, Played)]
        rolls = sum(bool(entry.rolls) for entry in played)
        assert rolls > 2
        receipts = []
        for page in self.pages:
            page.wait_for_function(KNOWS, arg=self.lines)
            shelf = kept(page)
            assert (shelf["alarm"], shelf["strange"]) == ("", 0)
            assert page.evaluate("window.attendant.keeper.checker.rolls") == rolls
            expect(page.get_by_role("alert")).to_have_count(0)
            receipts.append(receipt(kept(page)))
        report = prove(Record.parse(self.record()), self.book, receipts)
        assert (report.status, report.dice, report.problems) == (0, "sealed", ())
        assert asked(self.pages[0], self.server).json()["dice"]["kept"] == [*states]
        assert f"has checked {rolls} of {rolls} rolls" in dice_panel(self.pages[0])


def two_seats(new_page: NewPage, server: Server, book: str, keeps: tuple[bool, bool]) -> Seats:
    """Both sit down by themselves; whoever keeps the key presses the one switch."""
    red = new_page(f"/#/new/{book}/{SHORTEST[book]}")
    against(red, "A friend, by link", keeps_key=keeps[0])
    begin_set_up(red)
    link = red.get_by_label("Invitation link").input_value()
    blue = new_page(link[link.index("/#") :])
    blue.get_by_text("Dice: your key is left with the table").click()
    blue.get_by_role("switch", name=re.compile(KEEP)).set_checked(keeps[1])
    sit_down(blue)
    expect(dock(red)).to_be_visible()
    for page in (red, blue):
        page.wait_for_function(LOADED)
        page.evaluate(CATCH)
        page.wait_for_function(CAUGHT)
    return Seats(server, book, red, blue)


def begun(seats: Seats, states: tuple[str, str]) -> None:
    """Keys stand there, and those that are not kept are left with the host: nobody presses anything for it."""
    for _ in range(600):
        if asked(seats.pages[0], seats.server).json()["dice"]["kept"] == [*states]:
            break
        seats.pages[0].wait_for_timeout(50)
    seats.follow()


def play(new_page: NewPage, server: Server, book: str, how: str) -> None:
    keeps = {"kept": (True, True), "deposited": (False, False), "offline": (True, False)}[how]
    states = (SEAT if keeps[0] else DEPOSITED, SEAT if keeps[1] else DEPOSITED)
    seats = two_seats(new_page, server, book, keeps)
    begun(seats, states)
    blue, away = seats.pages[1], False
    for _ in range(MOST_ORDERS):
        if seats.over():
            break
        if how == "offline" and away != (seats.game.to_act() == 0):
            away = not away
            blue.context.set_offline(away)
        seats.give()
    blue.context.set_offline(False)
    assert seats.over()
    seats.check(states)


@pytest.mark.parametrize("how", ["kept", "deposited", "offline"])
def test_a_whole_game_in_two_browsers(new_page: NewPage, server: Server, how: str) -> None:
    play(new_page, server, "squadron", how)


@soak
@pytest.mark.parametrize("how", ["kept", "deposited", "offline"])
@pytest.mark.parametrize("book", [*BOOKS])
def test_a_whole_game_of_every_book_in_two_browsers(new_page: NewPage, server: Server, book: str, how: str) -> None:
    play(new_page, server, book, how)
