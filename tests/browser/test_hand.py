"""What the hand is helped with: chips that are dragged, hints, a phone's board, settings."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.rulebooks import load
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import (
    TWO_FRAMES,
    begin,
    box_of,
    button,
    cell_size,
    dock,
    middle_of,
    reach,
    roll,
    set_up,
    sit_down_at,
)


def to_deployment(page: Page) -> None:
    begin(page)
    button(page, "Roll off").click()
    first, place = button(page, "Red plays first"), button(page, "Place for me")
    expect(first.or_(place)).to_be_visible()
    if first.is_visible():
        first.click()
    expect(place).to_be_visible()


def test_a_chip_is_dragged_to_the_board_and_waits_there_for_its_facing(new_page: NewPage) -> None:
    page = new_page()
    to_deployment(page)
    chip, board = box_of(button(page, re.compile("^Light"))), box_of(page.get_by_role("application"))
    page.mouse.move(chip["x"] + 20, chip["y"] + 12)
    page.mouse.down()
    page.mouse.move(board["x"] + 110, board["y"] + board["height"] * 0.55, steps=4)
    page.mouse.up()
    commit = button(page, re.compile(r"^Place on"))
    expect(commit).to_be_enabled()
    expect(page.locator('g[aria-label^="Red Light 1"]')).to_have_count(0)
    commit.click()
    expect(page.locator('g[aria-label^="Red Light 1"]')).to_have_count(1)


def test_after_a_piece_is_put_down_the_next_of_its_kind_is_in_the_hand(new_page: NewPage, server: Server) -> None:
    book = load("core")
    game: Game[Any, Any, Any] = Game(book, book.library.build("duel"), SeededDice(3))
    while book.picture(game.state).tray.phase != "deployment":
        game.play(next(iter(game.orders())))
    page = sit_down_at(new_page, server, game)
    chip = dock(page).get_by_role("button", name=re.compile("^Heavy"))
    chip.click()
    place(page)
    expect(button(page, re.compile("^Place choose a piece"))).to_be_visible()  # there is one heavy tank
    board = box_of(page.get_by_role("application"))
    page.mouse.click(board["x"] + board["width"] * 0.5, board["y"] + board["height"] * 0.5)
    expect(dock(page).get_by_role("alert")).to_contain_text("Choose a piece first")

    chip = dock(page).get_by_role("button", name=re.compile("^Medium"))
    chip.click()
    expect(chip).to_contain_text("×4")
    place(page)
    expect(chip).to_contain_text("×3")
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(button(page, re.compile("^Place choose a square"))).to_be_visible()


def place(page: Page) -> None:
    """Puts what is in the hand on the first square of the zone that the cursor comes to."""
    page.get_by_role("application").focus()
    commit = button(page, re.compile("^Place on"))
    ways = ["ArrowLeft"] * 16 + ["ArrowDown"] + ["ArrowRight"] * 32
    for way in ways:
        page.keyboard.press(way)
        page.evaluate(TWO_FRAMES)
        if commit.is_visible():
            break
    page.keyboard.press("Enter")
    expect(commit).to_be_hidden()


def test_a_finger_drags_a_chip_to_the_board(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, touch=True)
    to_deployment(page)
    chip, board = box_of(button(page, re.compile("^Heavy"))), box_of(page.get_by_role("application"))
    finger = page.context.new_cdp_session(page)
    start, end = (chip["x"] + 20, chip["y"] + 12), (board["x"] + 195, board["y"] + board["height"] - 60)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
    for part in (0.1, 0.4, 0.7, 1.0):
        at = {"x": start[0] + (end[0] - start[0]) * part, "y": start[1] + (end[1] - start[1]) * part}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(button(page, re.compile(r"^Place on"))).to_be_enabled()


def test_a_finger_on_an_arrow_turns_the_ghost_and_the_dark_button_drives(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, touch=True)
    begin(page)
    set_up(page)
    roll(page)
    dock(page).get_by_role("button", name=re.compile("Red|can move|die")).last.tap()
    expect(reach(page).first).to_be_visible()
    arrows, commit = page.locator("g.ring path.choice"), button(page, re.compile("^Drive to"))
    for at in range(reach(page).count()):
        page.touchscreen.tap(*middle_of(reach(page).nth(at)))
        expect(commit).to_be_enabled()
        if arrows.count() > 0:
            break
        page.keyboard.press("Escape")
    expect(commit).to_be_enabled()
    facing = commit.inner_text()
    page.touchscreen.tap(*middle_of(arrows.first))
    expect(commit).not_to_have_text(facing)
    expect(commit).to_be_enabled()  # nothing was driven
    commit.tap()
    expect(button(page, re.compile("^Undo"))).to_be_enabled()


def test_the_guide_goes_on_step_by_step_and_is_folded_by_hand(new_page: NewPage) -> None:
    page = new_page(plain=False)
    page.evaluate("localStorage.setItem('hulldown.settings', JSON.stringify({speed: 'instant'}))")
    page.reload()
    begin(page)
    set_up(page)
    roll(page)
    guide = page.get_by_role("region", name="Guide")
    expect(guide).to_contain_text("Yours have a yellow rim.")
    expect(page.locator("svg.ticks")).to_be_visible()
    page.keyboard.press(".")
    expect(guide).to_contain_text("Every green square is in reach.")
    guide.get_by_role("button", name="Back").click()
    expect(guide).to_contain_text("Yours have a yellow rim.")
    before = box_of(page.get_by_role("application"))
    guide.get_by_role("button", name="fold").click()
    assert box_of(guide)["height"] == 28
    assert box_of(page.get_by_role("application")) == before
    expect(page.locator("svg.ticks")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press(".")
    expect(reach(page).first).to_be_visible()
    assert box_of(guide)["height"] == 28  # it never opens by itself
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Show the guide from its beginning").click()
    page.get_by_role("button", name="Close").first.click()
    expect(guide).to_contain_text("is in reach.")


def test_on_a_phone_the_chosen_tank_is_in_the_middle_and_the_overview_leads_back(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, touch=True)
    begin(page)
    set_up(page)
    roll(page)
    overview = page.get_by_role("button", name=re.compile("^Overview"))
    assert cell_size(page) < 38
    dock(page).get_by_role("button", name=re.compile("Red|can move|die")).last.tap()
    expect(overview).to_be_visible()
    assert 44 <= cell_size(page) <= 52
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a[href], select")]
            .filter((one) => one.offsetParent && !one.matches(".skip, .rule, .grab"))
            .map((one) => [one.getBoundingClientRect(), one.ariaLabel ?? one.textContent])
            .filter(([{width, height}]) => width < 43.5 || height < 43.5).map(([, name]) => name)"""
    )
    assert small == []
    overview.focus()
    page.keyboard.press("Enter")
    assert cell_size(page) < 38
