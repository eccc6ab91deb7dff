"""Whole games and single gestures on the battle page, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hand import begin, button, dock, my_turn, red_plays_first, roll, set_up

pytestmark = pytest.mark.soak  # they drive a real browser, and are still too sensitive to a busy machine for every run


def test_a_whole_game_against_a_bot_from_the_first_click_to_the_result(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    result = page.get_by_text(re.compile(r"has destroyed all of .* tanks and wins|without a loss: the game is a draw"))
    for _ in range(60):
        turn = button(page, re.compile(r"Roll \d dice"))
        expect(turn.or_(result.first).first).to_be_visible(timeout=60_000)
        if result.first.is_visible():
            break
        turn.click()
        button(page, "End movement").click()
        fire_all(page)
        end = button(page, "End turn")
        expect(end.or_(result.first).first).to_be_visible()
        if end.is_visible():
            end.click()
    expect(result.first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("again", re.IGNORECASE)).first).to_be_visible()


def fire_all(page: Page) -> None:
    """Every tank that can fire takes its best shot: `.` walks to it, `t` to the target, Enter fires."""
    for _ in range(6):
        ready = dock(page).get_by_role("button", name=re.compile("can fire"))
        expect(button(page, "End turn").or_(page.get_by_text("wins.").first).first).to_be_visible()
        if ready.count() == 0:
            return
        many = ready.count()
        ready.first.click()
        page.keyboard.press("t")
        page.wait_for_timeout(300)  # a forecast has to be seen before a shot is fired
        page.keyboard.press("Enter")
        try:
            expect(ready).not_to_have_count(many, timeout=5_000)
        except AssertionError:
            return


def test_a_tank_moves_by_the_keyboard_and_the_move_is_taken_back(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    roll(page)
    for _ in range(3):  # past the Heavy, whose die may give it a single step
        page.keyboard.press(".")
    expect(page.get_by_role("heading", name="Light 1").first).to_be_visible()
    board = page.get_by_role("application")
    board.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter", "Enter"):
        page.keyboard.press(key)
    taken = page.get_by_role("button", name=re.compile(r"Die \d, used"))
    expect(taken).to_have_count(1)
    expect(page.get_by_text(re.compile(r"took the \d: \d of \d steps")).first).to_be_visible()
    expect(button(page, re.compile("^Undo"))).to_be_enabled()
    page.keyboard.press("z")
    expect(taken).to_have_count(0)
    expect(page.get_by_text("Red took back its last order.").first).to_be_visible()


def test_a_tank_moves_by_the_mouse(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    roll(page)
    tank = page.locator('g[aria-label^="Red Light 1"]').bounding_box()
    assert tank is not None
    x, y, cell = tank["x"] + tank["width"] / 2, tank["y"] + tank["height"] / 2, tank["width"]
    page.mouse.click(x, y)
    commit = button(page, re.compile(r"^Move"))
    for dx, dy in ((1.1, 0), (0, 1.1), (0, -1.1), (1.1, 1.1), (1.1, -1.1)):
        page.mouse.move(x + dx * cell, y + dy * cell)
        page.wait_for_timeout(100)
        if commit.is_visible() and commit.is_enabled():
            page.mouse.click(x + dx * cell, y + dy * cell)
            page.mouse.click(x + dx * cell, y + dy * cell)
            break
    expect(page.get_by_role("button", name=re.compile(r"Die \d, used"))).to_have_count(1)


def test_two_people_at_one_screen(new_page: NewPage) -> None:
    page = new_page("/#/new")
    page.get_by_label("Two people at this screen").check()
    page.get_by_role("button", name="Begin").click()
    button(page, "Roll off").click()
    button(page, "Red plays first").click()
    button(page, "Place for me").click()
    expect(page.get_by_text("Blue: put the tanks down").first).to_be_visible()
    button(page, "Place for me").click()
    for side in ("Red", "Blue"):
        expect(dock(page).get_by_text(f"{side}: roll for movement.")).to_be_visible()
        roll(page)
        button(page, "End movement").click()
        button(page, "End turn").click()
    expect(dock(page).get_by_text("Red: roll for movement.")).to_be_visible()


def invite(new_page: NewPage) -> tuple[Page, str]:
    """A match with a friend, and the link to send."""
    page = new_page("/#/new")
    page.get_by_label("A friend, by link").check()
    page.get_by_role("button", name="Begin").click()
    link = page.get_by_label("Invitation link").input_value()
    return page, link[link.index("/#") :]


def test_two_browsers_by_invitation_and_nothing_is_lost_when_one_drops_out(new_page: NewPage) -> None:
    red, path = invite(new_page)
    looking = new_page(path)  # opening an invitation claims nothing
    expect(
        looking.get_by_role("button", name=re.compile("Sit down|Take|Claim|Join", re.IGNORECASE)).first
    ).to_be_visible()
    blue = new_page(path)
    blue.get_by_role("button", name=re.compile("Sit down|Take|Claim|Join", re.IGNORECASE)).first.click()
    blue.wait_for_url("**/#/match/*")
    button(red, "Roll off").click()
    red_plays_first(red, blue)
    button(red, "Place for me").click()
    button(blue, "Place for me").click()
    roll(red)
    blue.context.set_offline(True)
    button(red, "End movement").click()
    button(red, "End turn").click()
    blue.context.set_offline(False)
    blue.reload()
    my_turn(blue)
    roll(blue)
    expect(dock(red).get_by_text(re.compile("Blue is to act")).first).to_be_visible()


def test_a_spectator_sees_all_and_does_nothing(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    my_turn(page)
    seat = page.evaluate("Object.entries(localStorage).map(([key, value]) => value).join(' ')")
    match = re.search(r"#/match/([\w-]+)", page.url)
    assert match
    watch = re.search(r'"watch":"([\w-]+)"', seat)
    assert watch
    spectator = new_page(f"/#/watch/{match[1]}/{watch[1]}")
    expect(spectator.get_by_text(re.compile("watching", re.IGNORECASE)).first).to_be_visible()
    expect(button(spectator, re.compile(r"Roll \d dice"))).to_have_count(0)
    roll(page)
    expect(spectator.get_by_text(re.compile(r"Red rolled \d")).first).to_be_visible()


def test_flags_and_barricades_are_placed_on_the_board(new_page: NewPage) -> None:
    page = new_page("/#/new/one-flag")
    page.get_by_label("Two people at this screen").check()
    page.get_by_role("textbox", name="Barricades").fill("1")
    page.get_by_role("button", name="Begin").click()
    button(page, "Roll off").click()
    button(page, "Red plays first").click()
    for side in ("Red", "Blue"):
        expect(dock(page).get_by_text(f"{side}: set a flag")).to_be_visible()
        button(page, "Place for me").click()
    for side in ("Red", "Blue"):
        expect(dock(page).get_by_text(f"{side}: build up to 1 more barricades")).to_be_visible()
        button(page, re.compile(r"^No more barricades")).click()
    expect(dock(page).get_by_text("Red: put the tanks down")).to_be_visible()
    expect(page.locator('[aria-label^="Red\'s flag at"]')).to_have_count(1)
    expect(page.locator('[aria-label^="Blue\'s flag at"]')).to_have_count(1)


def test_a_hidden_deployment_is_not_shown_to_the_other_browser(new_page: NewPage) -> None:
    red = new_page("/#/new/ambush")
    red.get_by_label("A friend, by link").check()
    red.get_by_role("button", name="Begin").click()
    link = red.get_by_label("Invitation link").input_value()
    blue = new_page(link[link.index("/#") :])
    blue.get_by_role("button", name=re.compile("Sit down|Take|Claim|Join", re.IGNORECASE)).first.click()
    blue.wait_for_url("**/#/match/*")
    button(red, "Roll off").click()
    red_plays_first(red, blue)
    button(red, "Place for me").click()
    expect(red.locator('g[aria-label^="Red Heavy 1"]')).to_have_count(1)
    expect(dock(blue).get_by_text("Blue: put the tanks down")).to_be_visible()
    assert blue.locator('g[aria-label^="Red Heavy 1"]').count() == 0
    button(blue, "Place for me").click()
    expect(blue.locator('g[aria-label^="Red Heavy 1"]')).to_have_count(1)


def test_a_game_is_opened_and_a_turn_played_with_keys_alone(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/match/*")
    expect(button(page, "Roll off")).to_be_visible()
    page.keyboard.press("Enter")
    first, place = button(page, "Red plays first"), button(page, "Place for me")
    expect(first.or_(place)).to_be_visible()
    if first.is_visible():
        first.focus()
        page.keyboard.press("Enter")
    expect(place).to_be_visible()
    place.focus()
    page.keyboard.press("Enter")
    my_turn(page)
    page.keyboard.press("Enter")
    expect(button(page, "End movement")).to_be_visible()
    page.keyboard.press("n")
    expect(button(page, "End turn")).to_be_visible()
    page.keyboard.press("n")
    my_turn(page)
