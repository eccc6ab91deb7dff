"""A new game: book, battle and opponent on one page, its parts as pages of their own, and Begin at the foot."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hand import against, begin_set_up, box_of, button, dock
from tests.browser.test_pages import faults

ARMIES = "/#/new/dynamic/open-battle/armies"
BEGIN = re.compile("^(Begin|Make the link)")


def opened(page: Page) -> None:
    """The referee has answered."""
    expect(page.get_by_text(re.compile(r"About \d+ minutes\."))).to_be_visible()


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def many(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


def points(page: Page) -> Locator:
    return page.get_by_role("complementary", name="The force").locator(".points b")


def in_view(page: Page, one: Locator) -> bool:
    box, size = box_of(one), page.viewport_size
    assert size
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_one_card_and_one_button_are_enough(new_page: NewPage) -> None:
    page = new_page("/#/new")
    opened(page)
    expect(page.get_by_role("heading", name="Crossroads")).to_be_visible()
    expect(page.get_by_text("against Greedy")).to_be_visible()
    for name in ("First steps", "Ten tanks"):
        one = page.get_by_role("button", name=re.compile(f"^{name}"))
        assert in_view(page, one)
    before = page.evaluate("scrollY")
    one.click()
    expect(page.get_by_role("heading", name="Ten tanks")).to_be_focused()
    expect(page.get_by_role("button", name=re.compile("^Crossroads 45 min"))).to_be_visible()
    assert page.evaluate("scrollY") == before
    expect(page.get_by_role("button", name="ten tanks a side")).to_be_visible()
    assert page.url.endswith("#/new/france1944/ten-tanks")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()


def test_an_army_is_bought_within_the_points_and_filled_at_once(new_page: NewPage) -> None:
    page = new_page(ARMIES)
    opened(page)
    expect(points(page)).to_have_text("25")
    card(page, "Heavy Tank").get_by_role("button", name="One Heavy Tank more").click()
    expect(card(page, "Heavy Tank").get_by_role("status")).to_contain_text("3 points; none are left")
    expect(many(page, "Heavy Tank")).to_have_text("2")
    card(page, "Heavy Tank").get_by_role("button", name="Rule DYN-20").click()
    expect(card(page, "Heavy Tank")).to_contain_text("DYN-20 · ")
    card(page, "Light Tank").get_by_role("button", name="One Light Tank less").click()
    expect(points(page)).to_have_text("24")
    expect(page.get_by_text("1 left")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_contain_text("took away 1 Light Tank")

    many(page, "Heavy Tank").focus()
    page.keyboard.press("ArrowRight")
    expect(many(page, "Medium Tank")).to_be_focused()
    page.keyboard.press("2")
    expect(many(page, "Medium Tank")).to_have_attribute(
        "aria-valuetext", re.compile("^Medium Tank, 2, 2 points each; 20 of 25 points.")
    )
    page.keyboard.press("-")
    expect(points(page)).to_have_text("18")
    page.keyboard.press("z")
    expect(points(page)).to_have_text("20")

    page.get_by_role("button", name="Swarm").click()
    expect(points(page)).to_have_text(re.compile("^2[45]"))
    swarm = many(page, "Medium Tank").inner_text()
    page.get_by_label("same for both").check()
    page.get_by_role("radiogroup", name="Side").get_by_text("Blue").click()
    expect(many(page, "Medium Tank")).to_have_text(swarm)
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name=re.compile("^Armies"))).to_be_visible()
    page.get_by_role("button", name="Armies back to the battle's").click()
    expect(page.get_by_text("as the battle: 14 a side")).to_be_visible()


def test_what_is_missing_is_named_and_begin_mends_it(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps/armies")
    opened(page)
    page.get_by_role("radiogroup", name="Side").get_by_text("Blue").click()
    for name in ("Heavy", "Medium", "Light"):
        card(page, name).get_by_role("button", name=f"One {name} less").click()
    expect(page.get_by_role("button", name="Fill Blue")).to_be_visible()
    page.get_by_role("button", name="Fill Blue").click()
    expect(page.get_by_role("button", name=BEGIN)).to_be_visible()
    begin_set_up(page)


def test_every_kind_of_option_has_its_widget(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/crossroads")
    opened(page)
    page.get_by_role("button", name="no options").click()
    page.get_by_role("switch", name="Damage").check()
    page.get_by_role("button", name="Barricades: more").click()
    page.get_by_role("radiogroup", name="Edges").get_by_text("long sides").click()
    page.get_by_role("button", name="Flags of Red: more").click()
    expect(page.get_by_label("Flags of Blue", exact=True)).to_have_value("1")
    page.get_by_role("button", name="Flags: the same for both").click()
    page.get_by_role("button", name="Flags of Blue: more").click()
    expect(page.get_by_label("Flags of Red", exact=True)).to_have_value("1")
    expect(page.get_by_text("4 changed")).to_be_visible()
    page.get_by_role("button", name="Rule FR-59").click()
    expect(page.get_by_text("FR-59 · ")).to_be_visible()
    expect(
        page.get_by_text(re.compile(r"^What it changes Crossroads with it on: [\d.]+ rounds instead of"))
    ).to_be_visible()
    page.get_by_role("button", name="Edges: back to the battle's").click()
    expect(page.get_by_text("3 changed")).to_be_visible()
    page.get_by_role("button", name="Flags 2").click()  # as many for both, says the referee, and Begin does it
    expect(page.get_by_label("Flags of Red", exact=True)).to_have_value("2")
    assert faults(page) == []
    page.go_back()
    expect(page.get_by_role("link", name=re.compile("^Options.*damage"))).to_be_visible()
    against(page, "Two at this screen")
    begin_set_up(page)
    button(page, "Roll off").click()


def test_squares_are_put_on_the_board_and_options_switch_each_other_off(new_page: NewPage) -> None:
    page = new_page("/#/new/dynamic/open-battle/options")
    opened(page)
    expect(page.get_by_text("Switches off standing walls.")).to_be_visible()
    low = page.get_by_role("button", name="On the board 0 squares").first
    low.click()
    board = page.get_by_role("application", name=re.compile("^Board: Low barricades"))
    board.focus()
    for key in ("ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_text("1 square", exact=True)).to_be_visible()
    box = box_of(board)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_text("2 squares")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="On the board 2 squares")).to_be_visible()
    page.get_by_role("switch", name="The Quick Start").check()
    expect(page.get_by_role("button", name="On the board 0 squares")).to_have_count(3)
    expect(page.get_by_role("button", name=BEGIN)).to_be_visible()


def test_the_frame_slides_along_the_whole_map(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/crossroads/board")
    opened(page)
    frame, told = page.get_by_role("slider", name="The stretch that is played on"), page.locator("main .caption b")
    expect(frame).to_have_attribute("aria-valuetext", "The centre")
    frame.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="North of the centre")).to_be_visible()  # says the sentence beside Begin
    country = box_of(page.locator("main .map"))
    across, down = country["width"] / 8, country["y"] + country["height"] / 2
    page.mouse.move(country["x"] + 2 * across, down)
    page.mouse.down()
    page.mouse.move(country["x"] + 5 * across, down, steps=6)  # the hand keeps hold of where it took it
    page.mouse.up()
    expect(told).to_have_text("The southern end")
    expect(page.get_by_role("button", name="South ›")).to_be_disabled()
    page.get_by_text("The whole map, from two sets").first.click()
    expect(page.get_by_role("slider")).to_have_count(0)
    page.get_by_text("A stretch of it").click()
    expect(told).to_have_text("The southern end")
    assert faults(page) == []
    begin_set_up(page)
    begun = page.evaluate("JSON.parse(localStorage.getItem('hulldown.wish')).board")
    assert begun == "south"


def test_on_a_phone_there_are_three_steps_and_begin_is_always_there(new_page: NewPage) -> None:
    page = new_page("/#/new", width=390, height=844)
    opened(page)
    begin = page.get_by_role("button", name=BEGIN)
    for step in ("1 · Book", "2 · Battle", "3 · Opponent"):
        page.get_by_role("button", name=re.compile(f"^{step}")).click()
        assert in_view(page, begin)
        assert page.evaluate("document.querySelector('main').scrollHeight") <= 2 * 844
        assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("radiogroup", name="Opponent").get_by_text("A friend, by link").click()
    expect(page.get_by_role("button", name="Make the link")).to_be_visible()
    page.get_by_role("button", name=re.compile("^1 · Book")).click()
    page.get_by_text("Dynamic", exact=True).click()
    expect(page.get_by_role("button", name="2 · Battle The gun line")).to_be_visible()


@pytest.mark.parametrize("part", ["", "/armies", "/options", "/board"])
def test_no_part_of_a_set_up_is_wider_than_the_smallest_phone(new_page: NewPage, part: str) -> None:
    page = new_page(f"/#/new/core/open-battle{part}", width=320, height=640)
    expect(page.locator("main .page").get_by_text("Open battle").first).to_be_attached()
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_set_up_is_kept_over_a_reload(new_page: NewPage) -> None:
    page = new_page("/#/new")
    opened(page)
    page.get_by_text("Panzer Squadron", exact=True).click()
    expect(page.get_by_role("heading", name="The village")).to_be_visible()
    page.get_by_role("radiogroup", name="You are").get_by_text("Blue").click()
    page.get_by_role("link", name=re.compile("^Board")).click()
    page.get_by_text("The bare mat").click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="The bare mat")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="The bare mat")).to_be_visible()
    expect(page.get_by_role("button", name="Blue", exact=True)).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#/new")
    expect(page.get_by_role("button", name="The bare mat")).to_be_visible()


def test_without_the_table_nothing_is_lost(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps")
    opened(page)
    page.route("**/api/matches", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name=BEGIN).click()
    expect(page.get_by_text("The table cannot be reached; this set-up is kept.")).to_be_visible()
    page.unroute("**/api/matches")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url("**/#/match/*")
