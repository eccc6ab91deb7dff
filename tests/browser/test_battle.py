"""Whole games and single gestures on the battle page, in a real browser."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hand import (
    TURN,
    against,
    asked,
    begin,
    begin_set_up,
    box_of,
    button,
    dock,
    invite,
    middle_of,
    my_turn,
    reach,
    red_plays_first,
    roll,
    set_up,
    sit_down,
    surveys_held,
    tab_to,
)

WATCHING = "You are watching this game."
#: Keeps each refusal when it comes, since none stands for longer than six seconds.
REFUSALS = """() => {
  window.refusals = [];
  let stands = false;
  new MutationObserver(() => {
    const alert = document.querySelector('[role="alert"]');
    if (alert && !stands) refusals.push(alert.textContent.trim());
    stands = alert !== null;
  }).observe(document.body, { subtree: true, childList: true });
}"""


def test_a_whole_game_against_a_bot_from_the_first_click_to_the_result(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    result = page.get_by_role("region", name="Result")
    turn = button(page, TURN)
    for _ in range(200):  # a game without losses is a draw long before
        expect(turn.or_(result)).to_be_visible()
        if result.is_visible():
            break
        turn.click()
        button(page, "End movement").click()
        fire_all(page)
        if result.is_hidden():
            button(page, "End turn").click()
    expect(result).to_be_visible()
    expect(page.get_by_role("button", name="Rematch").first).to_be_visible()
    expect(page.get_by_role("link", name="Watch again")).to_be_visible()


def fire_all(page: Page) -> None:
    """Every tank that can fire takes its best shot: `t` goes to the target, Enter fires once the chance is there."""
    ready = button(page, re.compile("can fire"))
    expect(button(page, "End turn").or_(page.get_by_role("region", name="Result"))).to_be_visible()
    while many := ready.count():
        ready.first.click()
        page.keyboard.press("t")
        expect(button(page, re.compile("^Fire"))).to_be_enabled()
        page.keyboard.press("Enter")
        expect(ready).not_to_have_count(many)


def aim_by_keys(page: Page) -> list[str]:
    """Walks the tanks until one can go to a square beside it, and aims there; the keys that it took."""
    page.get_by_role("application").focus()
    for tank in range(1, 4):
        page.keyboard.press(".")
        expect(reach(page).first).to_be_visible()
        for there, back in (("Right", "Left"), ("Down", "Up"), ("Up", "Down"), ("Left", "Right")):
            page.keyboard.press(f"Arrow{there}")
            if button(page, re.compile("^(Drive to|Turn)")).is_visible():
                return ["."] * tank + [f"Arrow{there}"]
            page.keyboard.press(f"Arrow{back}")
    raise AssertionError("no tank can go anywhere")


def test_a_move_and_its_undo_by_keys_that_come_faster_than_the_table_answers(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    roll(page)
    keys = aim_by_keys(page)
    page.reload()
    expect(button(page, "End movement")).to_be_visible()
    page.get_by_role("application").focus()
    taken = page.get_by_role("button", name=re.compile(r"Die \d, used"))
    with surveys_held(page):
        for key in (*keys, "Enter"):
            page.keyboard.press(key)
        expect(taken).to_have_count(0)
    expect(taken).to_have_count(1)
    expect(page.get_by_text(re.compile(r" took the \d: \d of \d steps")).first).to_be_visible()
    expect(page.get_by_role("application")).to_be_focused()
    page.keyboard.press("z")
    expect(taken).to_have_count(0)
    expect(page.get_by_text("Red took back its last order.").first).to_be_visible()


def choose(page: Page) -> None:
    """Clicks a red tank that stands, in its middle."""
    page.mouse.click(*middle_of(page.locator('g[aria-label^="Red "][role="img"].piece').last))
    expect(reach(page).first).to_be_visible()


def test_a_tank_moves_by_the_mouse(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    roll(page)
    choose(page)
    x, y = middle_of(reach(page).get_by_text("1", exact=True).first)
    page.mouse.click(x, y)
    page.mouse.click(x, y)  # on the ghost: with the facing that it has
    expect(page.get_by_role("button", name=re.compile(r"Die \d, used"))).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)  # a good move is not answered by a refusal
    expect(page.get_by_text("has moved already")).to_have_count(0)


def test_a_square_out_of_reach_says_why_where_the_hand_is(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    roll(page)
    choose(page)
    board = box_of(page.get_by_role("application"))
    page.mouse.click(board["x"] + board["width"] - 90, board["y"] + board["height"] / 2)
    expect(dock(page).get_by_role("alert")).to_have_text(re.compile(r"\w.*\.$"))
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.locator(".no-sign")).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_role("tabpanel")).to_contain_text("FR-")
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(reach(page).first).to_be_visible()


def test_two_people_at_one_screen(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps")
    against(page, "Two at this screen")
    begin_set_up(page)
    button(page, "Roll off").click()
    button(page, "Red plays first").click()
    button(page, "Place for me").click()
    expect(asked(page, "Blue", "put the tanks down")).to_be_visible()
    button(page, "Place for me").click()
    for side in ("Red", "Blue"):
        expect(asked(page, side, "roll for movement")).to_be_visible()
        roll(page)
        button(page, "End movement").click()
        button(page, "End turn").click()
    expect(asked(page, "Red", "roll for movement")).to_be_visible()


def dice(page: Page) -> list[str | None]:
    return [die.get_attribute("aria-label") for die in page.get_by_role("button", name=re.compile(r"^Die \d")).all()]


def test_two_browsers_by_invitation_and_nothing_is_lost_when_one_is_killed(new_page: NewPage) -> None:
    red, path = invite(new_page)
    looking = new_page(path)  # opening an invitation claims nothing
    expect(looking.get_by_role("button", name=re.compile("^Sit down"))).to_be_visible()
    blue = new_page(path)
    sit_down(blue)
    red_plays_first(red, blue)
    button(red, "Place for me").click()
    button(blue, "Place for me").click()
    roll(red)
    blue.context.set_offline(True)
    button(red, "End movement").click()
    button(red, "End turn").click()
    blue.context.set_offline(False)
    roll(blue)  # the line came back by itself
    blue.keyboard.press(".")
    expect(reach(blue).first).to_be_visible()
    lay, address, stored = dice(blue), blue.url, blue.context.storage_state()
    blue.context.close()
    expect(red.get_by_text("(away)")).to_be_visible()
    again = new_page(address[address.index("/#") :], stored=stored)
    expect(button(again, "End movement")).to_be_visible()
    assert dice(again) == lay
    button(again, "End movement").click()
    button(again, "End turn").click()
    my_turn(red)


def test_a_spectator_sees_all_and_does_nothing(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    my_turn(page)
    seat = page.evaluate("localStorage.getItem('hulldown.seats')")
    match, watch = re.search(r"#/match/([\w-]+)", page.url), re.search(r'"watch":"([\w-]+)"', seat)
    assert match
    assert watch
    spectator = new_page(f"/#/watch/{match[1]}/{watch[1]}")
    expect(dock(spectator).get_by_text("You are watching.")).to_be_visible()
    expect(button(spectator, TURN)).to_have_count(0)
    roll(page)
    movement_dice = spectator.get_by_role("group", name="Dice").get_by_role("button", name=re.compile(r"^Die \d"))
    expect(movement_dice.first).to_be_visible()  # no more lines come for now: each lets a sentence go
    spectator.evaluate(REFUSALS)
    keys = ("Enter", "n", "z", "1")  # do, end, undo, take a die
    for many, key in enumerate(keys, 1):
        spectator.keyboard.press(key)
        spectator.wait_for_function("many => refusals.length === many", arg=many)
        spectator.keyboard.press("Escape")
        expect(spectator.get_by_role("alert")).to_be_hidden()
    choose(spectator)
    place = middle_of(reach(spectator).first)
    for _ in range(2):  # the first click leaves the ghost there, the second would drive
        spectator.mouse.click(*place)
    spectator.wait_for_function("many => refusals.length === many", arg=len(keys) + 1)
    assert {*spectator.evaluate("refusals")} == {WATCHING}
    table = f"{spectator.url.split('/#')[0]}/api/matches/{match[1]}"
    headers = {"Authorization": f"Bearer {watch[1]}"}
    order = {"id": "mine", "position": 2, "orders": [{"type": "EndMovement"}]}
    for path, body in (("orders", order), ("acts", {"id": "mine", "position": 2, "act": "resign"})):
        answer = spectator.request.post(f"{table}/{path}", headers=headers, data=body)
        assert (answer.status, answer.json()["error"]) == (403, "auth/seat")
    expect(button(page, "End movement")).to_be_visible()  # and the game is where it was
    expect(page.get_by_role("button", name=re.compile(r"Die \d, used"))).to_have_count(0)


def test_flags_and_barricades_are_placed_on_the_board(new_page: NewPage) -> None:
    page = new_page("/#/new/one-flag")
    against(page, "Two at this screen")
    page.get_by_role("link", name=re.compile("^Options")).click()
    page.get_by_role("button", name="Barricades: more").click()
    begin_set_up(page)
    button(page, "Roll off").click()
    button(page, "Red plays first").click()
    for side in ("Red", "Blue"):
        expect(asked(page, side, "set a flag")).to_be_visible()
        button(page, "Place for me").click()
    for side in ("Red", "Blue"):
        expect(asked(page, side, "build up to 1 more barricades")).to_be_visible()
        button(page, re.compile(r"^No more barricades")).click()
    expect(asked(page, "Red", "put the tanks down")).to_be_visible()
    expect(page.locator('[aria-label^="Red\'s flag at"]')).to_have_count(1)
    expect(page.locator('[aria-label^="Blue\'s flag at"]')).to_have_count(1)


def test_a_hidden_deployment_is_not_shown_to_the_other_browser(new_page: NewPage) -> None:
    red, path = invite(new_page, "/#/new/ambush")
    blue = new_page(path)
    sit_down(blue)
    red_plays_first(red, blue)
    button(red, "Place for me").click()
    expect(red.locator('g[aria-label^="Red Heavy 1"]')).to_have_count(1)
    expect(dock(blue).get_by_text("Blue: put the tanks down")).to_be_visible()
    assert blue.locator('g[aria-label^="Red Heavy 1"]').count() == 0
    button(blue, "Place for me").click()
    expect(blue.locator('g[aria-label^="Red Heavy 1"]')).to_have_count(1)


def test_a_game_from_the_first_key_to_a_move(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps")
    tab_to(page, page.get_by_role("button", name="Begin"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/match/*")
    expect(button(page, "Roll off")).to_be_visible()
    page.keyboard.press("Enter")
    first, place = button(page, "Red plays first"), button(page, "Place for me")
    expect(first.or_(place)).to_be_visible()
    if first.is_visible():
        tab_to(page, first)
        page.keyboard.press("Enter")
    tab_to(page, place)
    page.keyboard.press("Enter")
    my_turn(page)
    page.keyboard.press("Enter")
    expect(button(page, "End movement")).to_be_visible()
    tab_to(page, page.get_by_role("application"))
    aim_by_keys(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile(r"Die \d, used"))).to_have_count(1)
    expect(page.get_by_role("application")).to_be_focused()
