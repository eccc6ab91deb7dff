"""What goes on around the rules: looking back, luck, watching, going on without the other, a quick hand."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.game import Game
from hulldown.kernel.side import RED
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.orders import Begin, ChooseFirst, Order, RollMovement
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import (
    button,
    choose,
    dock,
    fire,
    invite,
    middle_of,
    piece,
    reach,
    sit_down,
    sit_down_at,
    told,
)
from tests.rulebooks.france1944.cast import Table, setup_of

SURE = {"small": [5, 6, 6, 6, 6, 6]}  # dice that hit whatever they are thrown at here


def duel(columns: int = 12, rows: int = 5) -> Game[Any, Any, Any]:
    """Red's first movement in an open street, one against one, six squares apart."""
    setup = setup_of(("." * columns,) * rows, {"medium": 1}, {"light": 1}, changed={"ranks": columns // 2, **SURE})
    game: Game[Any, Any, Any] = Game(book, setup, ScriptedDice())

    def play(order: Order, *rolls: tuple[int, ...]) -> None:
        game.dice = ScriptedDice(rolls)
        game.play(order)

    play(Begin(), (6, 5))
    play(ChooseFirst(RED))
    beyond = game.state.ground.grid.names[2 * columns + columns // 2 + 2]
    for kind, pose in (("medium", "C3→"), ("light", f"{beyond}→")):
        play(Table(game.state).deploy(kind, pose))
    play(RollMovement(), (4, 5))
    return game


def to_the_shot(page: Page) -> None:
    page.get_by_role("application").focus()
    page.keyboard.press("n")
    expect(button(page, "End turn")).to_be_visible()
    page.keyboard.press(".")
    page.keyboard.press("t")
    fire(page)


def test_a_shot_by_keys_alone_and_the_luck_of_both_sides(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, duel())
    to_the_shot(page)
    result = page.get_by_role("region", name="Result")
    expect(result.get_by_role("heading", name="Red wins")).to_be_visible()
    expect(result.get_by_role("row", name=re.compile("^Blue lost 1 of 1 units"))).to_contain_text("0 of ")
    expect(result.get_by_role("img", name="Red Medium 1")).to_be_visible()
    luck = result.get_by_role("region", name="Luck")
    expect(luck).to_contain_text("Red hit 1 (1.0 expected), Blue fired no shot.")
    page.get_by_role("tab", name="Log").click()
    expect(told(page, re.compile("Medium 1 fired at Blue Light 1"))).to_be_visible()


def test_a_line_of_the_log_shows_the_table_as_it_was(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, duel())
    medium = piece(page, "Red Medium 1")
    # Where it stands on the board's drawing, however large the drawing is on the screen.
    there = re.compile(re.escape(medium.evaluate("one => one.style.transform")))
    choose(page, "Medium 1")
    expect(reach(page).first).to_be_visible()
    last = middle_of(reach(page).last)
    for _ in range(2):  # the square, then its ghost: with the facing that it has
        page.mouse.click(*last)
    expect(told(page, re.compile("Medium 1 took the"))).to_be_visible()
    expect(medium).not_to_have_attribute("style", there)
    told(page, re.compile("Red rolled 4 and 5")).click()
    expect(page.get_by_role("status").get_by_text(re.compile("as it was"))).to_be_visible()
    expect(page.get_by_role("region", name="A line of the log")).to_contain_text("Red rolled 4 and 5")
    expect(medium).to_have_attribute("style", there)
    page.keyboard.press("Escape")
    expect(page.get_by_text(re.compile("as it was"))).to_be_hidden()
    expect(medium).not_to_have_attribute("style", there)


def test_who_only_watches_takes_no_seat(new_page: NewPage) -> None:
    _, path = invite(new_page)
    watcher, friend = new_page(path), new_page(path)
    watcher.get_by_role("button", name="Only watch").click()
    expect(dock(watcher).get_by_text("You are watching.")).to_be_visible()
    sit_down(friend)
    late = new_page(path)
    expect(late.get_by_role("status").get_by_text("Both seats are taken.")).to_be_visible()


@pytest.fixture
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose players need not wait for each other."""
    running = Server(tmp_path_factory.mktemp("impatient"), "serve", "--patience", "0")
    yield running
    running.stop()


def test_a_bot_plays_on_for_who_does_not_come_back(new_page: NewPage, impatient: Server) -> None:
    host, path = invite(new_page, f"{impatient.address}/#/new/france1944/first-steps")
    friend = new_page(impatient.address + path)
    sit_down(friend)
    button(host, "Roll off").click()
    asked = button(host, "Red plays first")
    go_on = button(host, "Let a bot play on for Blue")
    expect(asked.or_(go_on)).to_be_visible()
    if asked.is_visible():  # Red won the roll, and is to deploy first
        asked.click()
        button(host, "Place for me").click()
    friend.close()
    go_on.click()
    expect(host.get_by_text("Greedy took over for Blue").first).to_be_visible()
    expect(go_on).to_be_hidden()


COUNT = """async ([x, y]) => {
  let many = 0;
  const watch = new MutationObserver((changes) => { for (const one of changes) many += one.addedNodes.length || 1; });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const move = { clientX: x, clientY: y, bubbles: true, pointerType: "mouse", pointerId: 1 };
  (document.elementFromPoint(x, y) ?? document.body).dispatchEvent(new PointerEvent("pointermove", move));
  await new Promise(requestAnimationFrame);
  watch.disconnect();
  return many;
}"""


def test_hovering_redraws_only_what_it_changes_however_large_the_board(new_page: NewPage, server: Server) -> None:
    """1,200 squares: what a hover changes is the way and the forecast, so it takes no longer than on a small board."""
    page = sit_down_at(new_page, server, duel(40, 30))
    choose(page, "Medium 1")
    expect(reach(page).first).to_be_visible()
    boxes = [box for steps in reach(page).all() if (box := steps.bounding_box())]
    assert len(boxes) > 10
    changed = [
        page.evaluate(COUNT, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        for box in (*boxes[::5], *boxes[::5])
    ]
    assert 0 < max(changed) < 60, changed
