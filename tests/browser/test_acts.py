"""What the enemy did: one line an act in the log, his last turn in pencil, and a shot that ends at its target."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from hulldown.kernel.game import Game, Played
from hulldown.kernel.gist import settled
from hulldown.kernel.picture import Drive, Shot
from hulldown.kernel.record import Record
from hulldown.kernel.replay import steps
from hulldown.kernel.rulebook import Told
from hulldown.kernel.wire import plain
from hulldown.rulebooks import load
from tests.browser.conftest import ROOT, NewPage, Server
from tests.browser.hand import dock, piece, sit_down_at

TABLES = {"squares": ("france1944", "ambush"), "hexes": ("squadron", "hunters"), "free": ("panzerkampf", "ridge")}
tables = pytest.mark.parametrize("table", TABLES)
AnyGame = Game[Any, Any, Any]


def games(table: str) -> Iterator[AnyGame]:
    """A recorded game on such a table, order by order; each is the same game as it stood then."""
    book, record = TABLES[table]
    for _, game in steps(Record.read(ROOT / "tests" / "rulebooks" / book / "records" / f"{record}.jsonl"), load(book)):
        yield game


def told_by(game: AnyGame, place: int) -> tuple[Told, ...]:
    """How an order of a game is told."""
    book, state = game.rulebook, game.rulebook.start(game.setup)
    told = []
    for at, entry in enumerate(game.log[: place + 1]):
        assert isinstance(entry, Played)
        for event in entry.events:
            if at == place:
                told.append(book.tell(state, event))
            book.evolve(state, event)
    return settled(told)


def strokes_of(game: AnyGame, place: int) -> list[Any]:
    return [stroke for told in told_by(game, place) for stroke in told.strokes]


def after_a_drive(table: str) -> AnyGame:
    """Where a side is on, just after the other has driven; later than the first round."""
    for game in games(table):
        turn, side = game.rulebook.turn(game.state), game.to_act()
        if turn.round < 2 or side is None or game.rulebook.window(game.state) is not None:
            continue
        first = len(game.log)
        while first and game.log[first - 1].side is side.other:
            first -= 1
        if any(isinstance(stroke, Drive) for at in range(first, len(game.log)) for stroke in strokes_of(game, at)):
            return game
    raise AssertionError("nobody drove")


def before_a_shot(table: str) -> tuple[AnyGame, Any]:
    """A game before a direct shot at a unit, and the order that fires it."""
    whole = list(games(table))[-1]
    for place in range(len(whole.log)):
        for stroke in strokes_of(whole, place):
            if isinstance(stroke, Shot) and stroke.target is not None and not stroke.high:
                entry = whole.log[place]
                assert isinstance(entry, Played)
                return next(game for game in games(table) if len(game.log) == place), plain(entry.order)
    raise AssertionError("nobody fired")


def board(page: Page) -> Locator:
    return page.get_by_role("application")


@tables
def test_the_last_turn_lies_on_the_table_in_pencil_and_is_stepped_through(
    new_page: NewPage, server: Server, table: str
) -> None:
    page = sit_down_at(new_page, server, after_a_drive(table))
    acts = board(page).locator("g.pencil g.act")
    expect(acts.first).to_be_visible()
    expect(board(page).locator("g.pencil g.act.way").first).to_be_visible()
    expect(board(page).locator("g.pencil .solid")).to_have_count(0)
    log = page.get_by_role("log", name="Log")
    steps = log.get_by_role("group", name="Step through the last turn")
    expect(steps).to_contain_text("all")
    page.keyboard.press("]")
    row = log.locator("li[aria-current]")
    expect(row).to_have_count(1)
    number = row.locator(".log-number").inner_text()
    for mark in board(page).locator("g.pencil .solid").all():
        assert mark.get_attribute("data-act") == number, "the numbers are those of the log"
    sentence = row.locator(".sr").first.inner_text()
    expect(dock(page).locator(".prompt")).to_contain_text(" ".join(sentence.split()[:2]))
    page.keyboard.press("[")
    expect(row).to_have_count(0)
    page.keyboard.press("\\")
    expect(board(page).locator("g.pencil")).to_have_count(0)
    steps.get_by_role("button", name="Pencil").click()
    expect(acts.first).to_be_visible()


@tables
def test_an_act_is_one_line_that_opens(new_page: NewPage, server: Server, table: str) -> None:
    page = sit_down_at(new_page, server, after_a_drive(table))
    log = page.get_by_role("log", name="Log")
    expect(log.get_by_text("Setting up")).to_be_visible()
    expect(log.locator(".log-details")).to_have_count(0)
    expect(log.locator("button.rule")).to_have_count(0)
    page.get_by_label("rule tags").check()
    expect(log.locator("button.rule").first).to_be_visible()
    page.get_by_label("rule tags").uncheck()
    log.locator("li.red .told, li.blue .told").last.click()
    expect(log.locator(".log-details").first).to_be_visible()
    expect(log.locator(".log-details button.rule").first).to_be_visible()


def apart(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@tables
def test_a_shot_ends_at_its_target(new_page: NewPage, server: Server, table: str) -> None:
    """The dice fall on a card beside the target and off it; only what is harmed bursts; the sign stays."""
    game, order = before_a_shot(table)
    page = sit_down_at(new_page, server, game, plain=False)
    page.evaluate('localStorage.setItem("hulldown.settings", JSON.stringify({speed: "slow", hints: false}))')
    page.reload()
    expect(dock(page)).to_be_visible()
    seat = page.evaluate("Object.values(localStorage).join()")
    token, match = re.search(r'"token":\s*"([\w-]+)"', seat), re.search(r"match/([\w-]+)", page.url)
    assert token
    assert match
    address = f"{server.address}/api/matches/{match[1]}/orders"
    headers = {"Authorization": f"Bearer {token[1]}"}
    body = {"id": "the shot", "position": len(game.log), "orders": [order]}
    assert page.request.post(address, headers=headers, data=body).json()["status"] == "accepted"
    card = board(page).locator("g.card.ended")
    expect(card).to_be_visible()
    expect(card.locator("g.die").first).to_be_visible()
    word = card.locator("text.out").text_content()
    assert word
    shown, frame = card.locator("rect.bg").bounding_box(), board(page).bounding_box()
    assert shown is not None
    assert frame is not None
    assert frame["x"] <= shown["x"]
    assert shown["x"] + shown["width"] <= frame["x"] + frame["width"]
    state = game.state
    names = game.rulebook.units(state)
    target = piece(page, names[order["target"]].name).first.locator("use").first.bounding_box()
    assert target is not None
    assert apart(shown, target), "never on the target"
    end = re.search(r"end-(\w+)", card.get_attribute("class") or "")
    assert end
    if end[1] in ("missed", "held"):
        expect(board(page).locator("path.burst")).to_have_count(0)
    expect(card).to_have_count(0)
    if end[1] != "destroyed":  # what is destroyed may be gone
        expect(board(page).locator(f'g.sign[data-end="{end[1]}"]')).to_have_count(1)
