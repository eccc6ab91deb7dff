"""The camera: on the largest tables what is done is large enough, and the table moves only when it should."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

import hulldown
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.rulebooks import load
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import box_of, cell_size, click_on, piece, settled, sit_down_at

SIZES = [(1440, 900), (1024, 768), (390, 844)]
LARGEST = {"core": "whole-front", "france1944": "whole-front", "panzerkampf": "pocket"}
LEAST = {"core": 38, "france1944": 38, "panzerkampf": 28}
MOVING = {"movement", "activation"}
SMALLEST_DRAWN = 27.5  # pixels, of which half a one may be lost to rounding


@cache
def moving(book_id: str, scenario: str) -> Game[Any, Any, Any]:
    """A game at the first movement of its first round; all before that is drawn by lot, always the same."""
    book = load(book_id)
    game = hulldown.new_game(book_id, scenario=scenario, seed=3)
    lot = SeededDice(5)
    while (tray := book.picture(game.state).tray).round < 1 or tray.phase not in MOVING or len(tray.todo) < 3:
        game.play(book.sample(game.state, lot))
    return game


def moves(page: Page) -> int:
    """How often the camera has moved by itself."""
    settled(page)
    return int(page.get_by_role("application").get_attribute("data-moves") or 0)


def board_box(page: Page) -> FloatRect:
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    return box


def drawn(page: Page) -> list[float]:
    """The longer side of each piece in the window, in pixels."""
    settled(page)
    found: list[float] = page.get_by_role("application").evaluate(
        """(board) => {
            const window = board.getBoundingClientRect();
            return [...board.querySelectorAll(`g.piece .plate, g.piece > use[href^="#hd-base"]`)]
                .map((one) => one.getBoundingClientRect())
                .filter(({x, y}) => x > window.left && y > window.top && x < window.right && y < window.bottom)
                .map(({width, height}) => Math.max(width, height));
        }"""
    )
    return found


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("book_id", LARGEST)
def test_what_is_chosen_on_the_largest_table_is_large_enough_and_the_board_stays(
    new_page: NewPage, server: Server, book_id: str, width: int, height: int
) -> None:
    game = moving(book_id, LARGEST[book_id])
    page = sit_down_at(new_page, server, game, width=width, height=height)
    assert cell_size(page) < LEAST[book_id], "it opens with all of the table"
    before = board_box(page)
    for turn in range(1, 4):
        page.keyboard.press(".")
        assert cell_size(page) >= LEAST[book_id]
        assert moves(page) <= turn
        pieces = drawn(page)
        assert pieces
        assert min(pieces) >= SMALLEST_DRAWN
        assert board_box(page) == before
    page.keyboard.press("0")
    assert cell_size(page) < LEAST[book_id]
    page.keyboard.press("Home")
    assert cell_size(page) >= LEAST[book_id]
    assert board_box(page) == before


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_piece_is_placed_on_squares_that_are_large_enough(
    new_page: NewPage, server: Server, width: int, height: int
) -> None:
    book, game = load("core"), hulldown.new_game("core", scenario=LARGEST["core"], seed=3)
    lot = SeededDice(5)
    while not book.to_place(game.state):
        game.play(book.sample(game.state, lot))
    page = sit_down_at(new_page, server, game, width=width, height=height)
    page.keyboard.press(".")
    expect(page.get_by_role("application")).to_have_attribute("data-moves", "1")
    assert cell_size(page) >= LEAST["core"]
    page.keyboard.press(".")
    settled(page)
    assert moves(page) == 1, "where another one goes is in view already"


def test_the_camera_never_moves_while_a_button_is_down(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, moving("core", LARGEST["core"]))
    box = board_box(page)
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.keyboard.press(".")
    page.wait_for_timeout(700)
    assert page.get_by_role("application").get_attribute("data-moves") == "0"
    page.mouse.up()
    expect(page.get_by_role("application")).to_have_attribute("data-moves", "1")


def test_after_a_hand_has_moved_the_view_a_press_on_the_board_leaves_it(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, moving("core", LARGEST["core"]))
    follow = page.get_by_role("button", name="The camera follows what is chosen")
    expect(follow).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(".")
    settled(page)
    box = board_box(page)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -200)
    expect(follow).to_have_attribute("aria-pressed", "false")
    before, size = moves(page), cell_size(page)
    labels = [one.get_attribute("aria-label") or "" for one in page.locator("g.piece[aria-label]").all()]
    for label in labels:  # another one of Blue's in the window is pressed
        one = piece(page, label)
        at = one.bounding_box()
        inside = at and box["x"] + 60 < at["x"] < box["x"] + box["width"] - 60
        if at and inside and "blue" in label and box["y"] + 60 < at["y"] < box["y"] + box["height"] - 60:
            click_on(page, one)
            break
    assert (moves(page), cell_size(page)) == (before, size)
    page.keyboard.press("v")
    expect(follow).to_have_attribute("aria-pressed", "true")
    assert cell_size(page) <= 64


def test_the_overview_moves_the_view_by_press_pull_wheel_and_keys(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, moving("core", LARGEST["core"]))
    page.keyboard.press(".")
    overview = page.get_by_role("button", name="Overview")
    first = page.locator("g.piece[aria-label]").first
    places: list[FloatRect] = [box_of(first)]

    def then(act: Callable[[], object]) -> None:
        act()
        places.append(box_of(first))
        assert places[-1] != places[-2]

    box = overview.bounding_box()
    assert box is not None
    then(lambda: overview.click(position={"x": 40, "y": 90}))
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    then(lambda: page.mouse.move(box["x"] + 90, box["y"] + 40, steps=3))
    page.mouse.up()
    then(lambda: page.mouse.wheel(0, -100))
    overview.focus()
    then(lambda: page.keyboard.press("ArrowDown"))
    page.keyboard.press("Enter")
    assert cell_size(page) < 38


def test_a_target_out_of_view_has_a_pin_that_leads_there(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, moving("core", LARGEST["core"]))
    page.keyboard.press(".")
    settled(page)
    overview = page.get_by_role("button", name="Overview")
    overview.click(position={"x": 20, "y": 100})
    pin = page.locator("button.pin")
    expect(pin).to_be_visible()
    pin.click()
    settled(page)
    expect(pin).to_be_hidden()


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_board_of_hexes_turns_by_quarters_and_hands_find_their_way(
    new_page: NewPage, server: Server, quarters: int
) -> None:
    page = sit_down_at(new_page, server, moving("squadron", "battle"))
    table = page.get_by_role("application")
    first = table.locator("svg.rim text").first
    assert (first.text_content() or "").isalpha()
    for _ in range(quarters):
        page.keyboard.press("Shift+R")
    letters = (first.text_content() or "").isalpha()
    assert letters == (quarters % 2 == 0)
    one = page.locator("g.piece[aria-label]").first
    click_on(page, one)
    name = (one.get_attribute("aria-label") or "").split(",")[0]
    expect(page.locator(".card")).to_contain_text(name.removeprefix("Blue ").removeprefix("Red "))
    page.reload()
    expect(table).to_be_visible()
    assert (first.text_content() or "").isalpha() == letters, "it is kept for this match"
