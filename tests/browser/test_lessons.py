"""Lessons as a newcomer plays them: by pointer where the cue is, by keyboard, and left and come back to."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hand import middle_of, settled, tab_to

WON = "You have won."
BY_TEXT = '{"speed": "instant", "text": true}'
MOST_PRESSES = 12  # in a step


def ask(page: Page) -> Locator:
    return page.get_by_role("region", name="The lesson")


def step_of(page: Page) -> int:
    found = re.search(r"Step (\d+) of", ask(page).get_by_role("heading").inner_text())
    return int(found[1]) if found else 0


def goes_on(page: Page) -> Locator:
    return ask(page).get_by_role("button", name="Go on")


def opened(page: Page) -> None:
    expect(ask(page).get_by_role("heading")).to_contain_text("Step")


def over(page: Page) -> bool:
    return ask(page).get_by_role("heading", name=WON).is_visible()


def press_the_cue(page: Page) -> None:
    """Presses what the ring is round; where there is none yet, waits a little."""
    cue = page.locator("svg.cue")
    page.wait_for_timeout(250)
    if cue.count() != 1 or (box := cue.bounding_box()) is None:
        return
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(80)
    page.mouse.down()
    page.mouse.up()


def press_until(page: Page, step: int) -> None:
    """Presses what the ring is round, where it stays: once to aim, and once to do it."""
    place = None
    for _ in range(3):
        box = page.locator("svg.cue").bounding_box() if page.locator("svg.cue").count() else None
        middle = box and box["x"] + box["width"] / 2  # it pulses
        if step_of(page) == step or middle is None or (place is not None and abs(middle - place) > 2):
            break
        place = middle
        press_the_cue(page)
        page.wait_for_timeout(600)
    expect(ask(page).get_by_role("heading")).to_contain_text(f"Step {step} of")


def play_by_cues(page: Page) -> int:
    """Plays a lesson to its end; in how many steps somebody had to be shown what to do."""
    shown = 0
    opened(page)
    while not over(page):
        step = step_of(page)
        for _ in range(MOST_PRESSES):
            if over(page) or goes_on(page).is_visible() or step_of(page) != step:
                break
            press_the_cue(page)
        else:
            shown += 1
            ask(page).get_by_role("button", name=re.compile("Show me|Try it for me")).click()
            expect(goes_on(page).or_(page.get_by_text(re.compile(rf"Step {step + 2} of|{WON}"))).first).to_be_visible()
        if goes_on(page).is_visible():
            goes_on(page).click()
    return shown


def test_a_first_battle_on_squares_is_won_by_pressing_where_the_cue_is(new_page: NewPage) -> None:
    page = new_page("/#/")
    page.get_by_role("link", name=re.compile("Learn France 1944")).click()
    shown = play_by_cues(page)
    assert shown == 0
    page.get_by_role("link", name="Leave the lesson").click()
    expect(page.get_by_role("link", name=re.compile("Round the house"))).to_contain_text("played")


def test_a_first_battle_is_won_by_keyboard_on_the_text_board(new_page: NewPage) -> None:
    page = new_page("/#/learn/france1944-first", plain=False)
    page.add_init_script(f"""localStorage.setItem("hulldown.settings", '{BY_TEXT}')""")
    page.reload()
    opened(page)
    field = page.get_by_label("Command (? tells all)")
    expect(field).to_be_visible()
    while not over(page):
        step = step_of(page)
        if not goes_on(page).is_visible():
            tab_to(page, field)
            page.keyboard.type("hint\n")
            answers = page.locator(".answers p")
            expect(answers.last).to_contain_text("hint: ")
            said = answers.last.inner_text().removeprefix("hint: ")
            for order in said.removeprefix("Say: ").rstrip(".").split(", then "):
                page.keyboard.type(f"{order}\n")
                expect(answers.last).to_contain_text(f"{order}: ")
        expect(goes_on(page).or_(ask(page).get_by_text(re.compile(rf"Step {step + 1} of|{WON}"))).first).to_be_visible()
        if goes_on(page).is_visible():
            tab_to(page, goes_on(page))
            page.keyboard.press("Enter")
    expect(ask(page).get_by_role("heading", name=WON)).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize(("lesson", "most"), [("dynamic", 1), ("core", 1), ("squadron", 1), ("panzerkampf", 3)])
def test_the_other_first_battles_are_won_by_pressing_where_the_cue_is(
    new_page: NewPage, lesson: str, most: int
) -> None:
    shown = play_by_cues(new_page(f"/#/learn/{lesson}-first"))
    assert shown <= most


@pytest.mark.parametrize(("lesson", "step"), [("squadron", 14), ("panzerkampf", 9)])
def test_a_first_battle_of_each_other_table_is_won_from_its_last_steps(
    new_page: NewPage, lesson: str, step: int
) -> None:
    shown = play_by_cues(new_page(f"/#/learn/{lesson}-first/{step}"))
    assert shown == 0


def test_a_ghost_that_is_let_go_where_it_was_stopped_has_tried(new_page: NewPage) -> None:
    page = new_page("/#/learn/panzerkampf-first")
    opened(page)
    cue = page.locator("svg.cue")
    expect(cue).to_have_count(1)
    press_the_cue(page)  # the tank; then the ring is where it is to be pulled
    expect(page.get_by_text("Pull the model to see the way")).to_be_visible()
    (x, y), (tank, _) = middle_of(cue), middle_of(page.locator(".board").get_by_text("MT1", exact=True).first)
    page.mouse.move(tank, y)
    page.mouse.down()
    page.mouse.move(x - 40, y, steps=5)
    page.mouse.move(x, y, steps=5)
    page.mouse.up()
    expect(ask(page)).to_contain_text("Refused, as it should be")


def test_a_corner_is_set_where_nothing_is_pulled(new_page: NewPage) -> None:
    page = new_page("/#/learn/panzerkampf-first/2")
    opened(page)
    dock, cue = page.get_by_role("region", name="Dock"), page.locator("svg.cue")
    expect(cue).to_have_count(1)
    press_the_cue(page)
    expect(page.get_by_text("Pull the model to see the way")).to_be_visible()
    press_the_cue(page)  # where the corner is to be
    corner = dock.get_by_role("button", name=re.compile("^Corner"))
    expect(corner).to_be_visible()
    page.wait_for_timeout(300)
    box, ring = corner.bounding_box(), cue.bounding_box()
    assert box is not None
    assert ring is not None
    assert ring["x"] <= box["x"] <= box["x"] + box["width"] <= ring["x"] + ring["width"], "the ring is round Corner"
    page.keyboard.press("c")
    expect(dock.get_by_role("button", name=re.compile("^Undo corner"))).to_be_visible()
    page.wait_for_timeout(300)
    press_the_cue(page)  # where the way ends
    dock.get_by_role("button", name=re.compile("^Move")).click()
    expect(ask(page).get_by_role("heading")).to_contain_text("Step 3 of")


def test_a_way_that_is_to_be_pulled_on_a_phone_is_seen_to_its_end(new_page: NewPage) -> None:
    page = new_page("/#/learn/panzerkampf-first/2", width=390, height=844, touch=True)
    opened(page)
    cue, board = page.locator("svg.cue"), page.locator("#board")
    expect(cue).to_have_count(1)
    page.touchscreen.tap(*middle_of(cue))
    expect(page.get_by_text("pull the model")).to_be_visible()
    settled(page)
    page.wait_for_timeout(600)  # where the view was too near, all is shown
    (x, y), seen = middle_of(cue), board.bounding_box()
    assert seen is not None
    assert seen["x"] + 30 < x < seen["x"] + seen["width"] - 60, "there is room to pull on to the east"
    assert seen["y"] + 30 < y < seen["y"] + seen["height"] - 30


def test_a_turret_that_is_to_be_pulled_has_the_ring_round_its_grip(new_page: NewPage) -> None:
    page = new_page("/#/learn/core-first/2")
    opened(page)
    cue = page.locator("svg.cue")
    expect(cue).to_have_count(1)
    press_the_cue(page)
    grip = page.locator("#board g.grip")
    expect(grip).to_be_visible()
    page.wait_for_timeout(300)
    (x, y), (ring_x, ring_y) = middle_of(grip), middle_of(cue)
    assert abs(x - ring_x) + abs(y - ring_y) < 6
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 5, steps=4)
    page.mouse.move(x - 140, y, steps=4)
    page.mouse.up()
    expect(ask(page)).to_contain_text("Refused, as it should be")


def test_a_corner_is_taken_back_by_the_key_that_goes_back_a_step(new_page: NewPage) -> None:
    page = new_page("/#/learn/panzerkampf-first/2")
    opened(page)
    dock, cue = page.get_by_role("region", name="Dock"), page.locator("svg.cue")
    expect(cue).to_have_count(1)
    press_the_cue(page)
    expect(page.get_by_text("Pull the model to see the way")).to_be_visible()
    press_the_cue(page)
    expect(dock.get_by_role("button", name=re.compile("^Corner"))).to_be_visible()
    page.keyboard.press("c")
    undo = dock.get_by_role("button", name=re.compile("^Undo corner"))
    expect(undo).to_be_visible()
    page.keyboard.press("Backspace")
    expect(undo).to_be_hidden()
    assert step_of(page) == 2, "the corner was taken back, not the step"


def test_who_is_under_way_stays_in_the_hand_when_something_else_was_done(new_page: NewPage) -> None:
    page = new_page("/#/learn/squadron-first/6")
    opened(page)
    page.get_by_role("region", name="Dock").get_by_role("button", name=re.compile("^Stop here")).click()
    expect(ask(page)).to_contain_text("That is allowed.")
    expect(page.locator("svg.cue")).to_have_count(1)
    page.wait_for_timeout(600)  # the ring was round the tank, and goes to the hex
    press_until(page, 7)


def test_a_drive_over_several_hexes_is_one_press_and_no_standing_orders_are_given(new_page: NewPage) -> None:
    page = new_page("/#/learn/squadron-first/8")
    opened(page)
    expect(page.locator("svg.cue")).to_have_count(1)
    expect(page.get_by_text("Standing", exact=True)).to_be_hidden()
    expect(ask(page)).to_contain_text("Drive · C7")
    press_the_cue(page)  # who is under way
    expect(page.get_by_text("Rest on a lit hex")).to_be_visible()
    page.wait_for_timeout(300)
    press_until(page, 9)
    expect(page.get_by_role("tabpanel")).to_contain_text("drove to C7")


def test_whom_the_hand_is_not_offered_is_tried_at_by_a_press(new_page: NewPage) -> None:
    page = new_page("/#/learn/squadron-first/7")
    opened(page)
    expect(page.locator("svg.cue")).to_have_count(1)
    press_the_cue(page)
    expect(page.get_by_text("cannot fire any more").first).to_be_visible()
    press_the_cue(page)
    expect(ask(page)).to_contain_text("A shot costs 3 points; 2 are left.")


def test_what_was_not_asked_for_is_said_and_taken_back_and_steps_are_gone_back_to(new_page: NewPage) -> None:
    page = new_page("/#/learn/france1944-first/5")
    opened(page)
    board = page.locator("#board").bounding_box()
    page.keyboard.press(".")
    page.get_by_role("button", name="Drive").or_(page.get_by_role("button", name="End movement")).first.wait_for()
    page.get_by_role("region", name="Dock").get_by_role("button", name=re.compile("^End movement")).click()
    expect(ask(page).get_by_role("heading")).to_contain_text("Step 6 of 12")
    page.keyboard.press("Backspace")
    expect(ask(page).get_by_role("heading")).to_contain_text("Step 5 of 12")
    page.get_by_role("button", name="Step 2, done: go back to it").click()
    expect(ask(page).get_by_role("heading")).to_contain_text("Step 2 of 12")
    assert page.locator("#board").bounding_box() == board
    page.reload()
    expect(ask(page).get_by_role("heading")).to_contain_text("Step 2 of 12")


def test_the_page_of_lessons_says_where_to_begin(new_page: NewPage) -> None:
    page = new_page("/#/learn")
    expect(page.get_by_role("heading", name="Five minutes to your first battle")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Begin: Round the house")).click()
    opened(page)
