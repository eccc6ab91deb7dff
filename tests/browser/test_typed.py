"""At the real table: dice are typed and tapped, a table is put right by hand."""

import json
import re
from itertools import cycle
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay
from hulldown.kernel.wire import plain
from hulldown.rulebooks import load
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import button, dock

TITLES = {
    "france1944": ("Panzer Strike: France 1944", "first-steps"),
    "dynamic": ("Panzer Strike: Dynamic", ""),
    "core": ("Panzer Strike: Core", ""),
    "squadron": ("Panzer Squadron", ""),
    "panzerkampf": ("Panzerkampf", ""),
}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
SHOT = """book = "france1944"
scenario = "first-steps"
side = "red"
phase = "shooting"
round = 3

[[unit]]
side = "red"
kind = "heavy"
at = "E9"
facing = "→"
moved = true

[[unit]]
side = "blue"
kind = "light"
at = "G9"
facing = "←"
moved = true
"""


def set_table(new_page: NewPage, book: str, **how: Any) -> Page:
    page = new_page("/#/table", **how)
    title, battle = TITLES[book]
    page.get_by_label(title, exact=True).check()
    if battle:
        page.get_by_label("Battle").select_option(battle)
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()
    return page


class Seat:
    """The seat of a page, for what a hand would need long for."""

    def __init__(self, page: Page, server: Server) -> None:
        match = page.url.rpartition("/")[2]
        seats = page.evaluate("localStorage.getItem('hulldown.seats')")
        token = next(one["token"] for one in json.loads(seats) if one["match"] == match)
        self.page, self.address = page, f"{server.address}/api/matches/{match}"
        self.headers = {"Authorization": f"Bearer {token}"}

    def view(self) -> Any:
        return self.page.request.get(self.address, headers=self.headers).json()

    def post(self, rest: str, body: Any) -> Any:
        return self.page.request.post(self.address + rest, headers=self.headers, data=body).json()

    def record(self) -> Record:
        return Record.parse(self.page.request.get(f"{self.address}/record", headers=self.headers).text())


class Hand:
    """Somebody who rolls, taps what fell, and presses what there is to press."""

    def __init__(self, page: Page, server: Server, book: str = "france1944") -> None:
        self.page, self.seat, self.book = page, Seat(page, server), load(book)
        self.faces, self.chooser, self.rolls = cycle((4, 1, 5, 2, 3, 0)), SeededDice("a hand"), 0
        self.typed = page.get_by_role("region", name="Dice to type")
        self.enter = self.typed.get_by_role("button", name=re.compile("^Enter"))

    def roll(self) -> None:
        """Taps a face for each empty slot, and commits."""
        faces = self.typed.locator(".face")
        while self.enter.is_disabled():
            faces.nth(next(self.faces) % faces.count()).click()
        self.enter.click()
        self.rolls += 1

    def press(self, order: Any) -> bool:
        """Presses the button of the dock that gives this order, if there is one."""
        tray = self.seat.view()["picture"]["tray"]
        for one in tray["buttons"]:
            verb = one["label"].split(" · ")[0]
            found = dock(self.page).get_by_role("button", name=re.compile(f"^{re.escape(verb)}"))
            if one["order"] == order and found.count() and found.first.is_enabled():
                found.first.click()
                return True
        return False

    def step(self) -> None:
        """One order: by its button where it has one, else as the free hand of a client would send it."""
        head = self.seat.view()["head"]
        game = replay(self.seat.record(), self.book)
        side = game.to_act()
        assert side is not None
        order = plain(self.book.sample(game.view(side), self.chooser))
        if not self.press(order):
            body = {"id": f"hand-{head}", "position": head, "orders": [order], "roll_here": True}
            answer = self.seat.post("/orders", body)
            assert answer["status"] == "accepted", answer
        while self.seat.view()["head"] == head:
            if self.typed.is_visible():
                self.roll()
            self.page.wait_for_timeout(20)

    def play_until(self, round_: int, most: int = 600) -> None:
        for _ in range(most):
            tray = self.seat.view()["picture"]["tray"]
            if tray["round"] >= round_:
                return
            self.step()
        raise AssertionError("the turn does not end")


def begun(server: Server, position: str) -> str:
    """The address of a seat at a table in the middle of a game."""
    wish = {"rulebook": "france1944", "position": position, "opponent": "hotseat", "typed": True}
    with httpx.Client(base_url=server.address, trust_env=False) as client:
        made = client.post("/api/matches", json=wish).json()
    return f"/#/seat/{made['match']}/{made['token']}"


def test_a_shot_is_typed_from_slot_to_slot_and_the_table_put_right(new_page: NewPage, server: Server) -> None:
    page = new_page(begun(server, SHOT))
    dock(page).locator(".todo button").first.click()
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    typed = page.get_by_role("region", name="Dice to type")
    expect(typed).to_contain_text("Red Heavy 1 → Blue Light 1")
    expect(typed.get_by_role("button", name=re.compile("^Die 1 of 4: empty"))).to_be_visible()
    page.keyboard.type("61")
    expect(typed).to_contain_text("7 so far")
    page.keyboard.press("Backspace")
    expect(typed).to_contain_text("6 so far")
    typed.get_by_role("button", name="Roll one for me").click()
    expect(typed.get_by_role("button", name=re.compile("^Die 2 of 4: .*rolled here"))).to_be_visible()
    page.keyboard.type("65")
    page.keyboard.press("Enter")
    expect(typed).to_be_hidden()
    seat = Seat(page, server)
    (roll,) = json.loads(seat.record().text().splitlines()[1])["rolls"]
    assert (roll["typed"], roll["faces"][0], roll["faces"][2:]) == ([True, False, True, True], 6, [6, 5])
    page.get_by_role("button", name=re.compile("^The dice: People roll these dice")).click()
    expect(page.locator(".drawer")).to_contain_text("as the players reported. Your browser has checked 1 of 1 line")


def test_dice_are_tapped_on_a_phone_and_the_table_is_put_right(new_page: NewPage, server: Server) -> None:
    page = set_table(new_page, "france1944", **PHONE)
    hand = Hand(page, server)
    button(page, "Roll off").click()
    expect(hand.typed.locator(".face")).to_have_count(6)
    sizes = hand.typed.locator(".face").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert sizes == [54] * 6
    hand.roll()
    expect(hand.typed).to_be_hidden()
    hand.play_until(1)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="We ruled otherwise").click()
    table = page.get_by_label("The table")
    expect(table).to_have_value(re.compile("^side = "))
    text = table.input_value()
    table.fill(text.replace('kind = "', 'kind = "very ', 1))
    page.get_by_label("What was ruled").fill("We forgot a round")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".drawer").get_by_role("alert")).to_contain_text("there is no 'very heavy'")
    table.fill(re.sub(r"(?m)^round = 1", "round = 2", text))
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".drawer")).to_have_count(0)
    record = hand.seat.record()
    assert "The players ruled otherwise: We forgot a round." in "".join(
        one.sentence for one in prove(record, hand.book).proofs
    )


@pytest.mark.soak
@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("book", TITLES)
def test_a_turn_of_each_book_is_played_with_typed_dice(
    new_page: NewPage, server: Server, book: str, how: dict[str, Any]
) -> None:
    page = set_table(new_page, book, **how)
    hand = Hand(page, server, book)
    hand.play_until(2)
    assert hand.rolls
    report = prove(hand.seat.record(), hand.book)
    assert (report.status, report.dice, report.problems) == (3, "typed", ())
