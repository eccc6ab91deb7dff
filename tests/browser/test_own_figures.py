"""Figures of one's own and armies of one's own: typed, saved, played with, shown to whoever is invited, and printed."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hand import against, begin_set_up, dock
from tests.browser.test_pages import faults

USE = re.compile("^Use these")


def made(page: Page, book: str, door: str, chart: str = "") -> None:
    """A new draft of a book, from its door on the shelf; of the chart that is chosen there, where it has several."""
    page.goto(page.url.split("#")[0] + "#/make")
    page.get_by_label("For").first.select_option(book)
    page.get_by_role("button", name=re.compile(f"^{door}")).first.click()
    if chart:
        page.get_by_role("button", name=re.compile(f"^{chart}")).click()
    page.wait_for_url("**/#/make/*/*")


def cell(page: Page, name: str) -> Locator:
    return page.get_by_label(re.compile(f"^{name},"))


def test_an_owner_types_figures_of_two_books_and_plays_with_them(new_page: NewPage) -> None:
    page = new_page("/")
    made(page, "france1944", "My printed figures")
    heavy = cell(page, "Heavy, front armour")
    heavy.click()
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    expect(cell(page, "Medium, front armour")).to_be_focused()
    page.keyboard.press("=")
    expect(page.get_by_label("Heavy, front armour, typed from print")).to_have_value("12")
    expect(page.get_by_label("Medium, front armour, typed from print")).to_have_value("7")
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Light: x stands there; a whole number from −20 to 99 is needed.")).to_be_visible()
    page.keyboard.press("Escape")
    cell(page, "Heavy, dice|Heavy, gun").click()
    changes = page.locator("section", has=page.get_by_role("heading", name="What your figures change"))
    expect(changes.get_by_text("at its front").first).to_be_visible()
    page.get_by_role("button", name=USE).click()
    expect(page.get_by_role("switch")).to_be_checked()
    assert faults(page) == []

    made(page, "squadron", "My printed figures")
    panther = cell(page, "Panther G, penetration")
    panther.click()
    page.keyboard.type("190")
    page.keyboard.press("Tab")
    page.get_by_role("button", name=USE).click()
    expect(page.get_by_role("switch")).to_be_checked()

    page.goto(page.url.split("#")[0] + "#/new/france1944/crossroads")
    expect(page.get_by_role("radio", name="mine, version 1")).to_be_checked()
    against(page, "A friend, by link")
    begin_set_up(page)
    link = page.get_by_label("Invitation link").input_value()
    guest = new_page(link)
    told = guest.locator("summary").filter(has_text=re.compile(r"printed figures:\s*1 differs from the house"))
    expect(told).to_be_visible()
    told.click()
    expect(guest.get_by_role("listitem").filter(has_text="Heavy, front armour")).to_contain_text(re.compile("10.*12"))

    page.goto(page.url.split("#")[0] + "#/new/squadron")
    expect(page.get_by_role("radio", name="mine, version 1")).to_be_checked()
    against(page, "A bot", "Greedy")
    begin_set_up(page)
    expect(dock(page)).to_be_visible()
    match = page.url.rpartition("/")[2]
    units = page.evaluate(
        """async (match) => {
            const seats = JSON.parse(localStorage.getItem("hulldown.seats"));
            const { token } = seats.find((seat) => seat.match === match);
            const answer = await fetch(`/api/matches/${match}`, { headers: { authorization: `Bearer ${token}` } });
            return (await answer.json()).units;
        }""",
        match,
    )
    row = next(unit for unit in units if unit["id"] == "panther-g")
    assert (row["penetration"], row["source"]["penetration"]) == (190, "print")


def test_own_figures_of_both_charts_of_core_are_in_use_side_by_side(new_page: NewPage) -> None:
    page = new_page("/")
    for chart, called in (("Historical types", "types"), ("Generic", "generic")):
        made(page, "core", "My printed figures", chart)
        first = page.locator(".sheet").get_by_role("textbox").first
        expect(first).to_be_visible()
        first.click()
        page.keyboard.press("=")
        page.get_by_role("button", name=USE).click()
        expect(page.get_by_role("switch", name=f"In my new Core games, {called}")).to_be_checked()
        assert faults(page) == []
    for battle in ("open-battle", "duel"):
        page.goto(page.url.split("#")[0] + f"#/new/core/{battle}")
        expect(page.get_by_role("radio", name="mine, version 1")).to_be_checked()
        expect(page.get_by_text("Your opponent sees how they differ")).to_be_visible()


def test_on_a_phone_a_row_is_typed_with_the_pad(new_page: NewPage) -> None:
    page = new_page("/", 390, 844, touch=True)
    made(page, "france1944", "My printed figures")
    page.get_by_role("button", name=re.compile("^rear")).tap()
    for key in ("1", "2"):
        page.get_by_role("button", name=key, exact=True).tap()
    page.get_by_role("button", name=re.compile("^Next")).tap()
    expect(page.get_by_role("button", name=re.compile("^rear.*12.*house 4"))).to_be_visible()
    page.get_by_role("button", name="same as house").tap()
    expect(page.get_by_role("heading", name="Medium")).to_be_visible()
    small = page.evaluate(
        """() => [...document.querySelectorAll("main button, main select, .pad button")]
            .map((one) => one.getBoundingClientRect())
            .filter(({ width, height }) => width > 0 && (width < 44 || height < 44)).length"""
    )
    assert small == 0
    assert faults(page) == []


def test_an_army_is_built_saved_shared_and_printed(new_page: NewPage) -> None:
    page = new_page("/")
    made(page, "dynamic", "Army")
    heavy = page.get_by_role("group", name="Heavy Tank", exact=True)
    heavy.get_by_role("button", name="One Heavy Tank more").click()
    expect(heavy.get_by_role("status")).to_contain_text("points")
    page.get_by_role("textbox", name="Points agreed").fill("20")
    page.keyboard.press("Tab")
    heavy.get_by_role("button", name="One Heavy Tank more").click()
    expect(page.get_by_text("19 of 20 points, 19 units. 1 left.")).to_be_visible()
    expect(page.get_by_role("button", name="Save version 1")).to_be_enabled()
    page.get_by_role("button", name="Save version 1").click()
    expect(page.get_by_text("Version 1 is on your shelf")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Share").first.click()
    link = page.get_by_label("Link that carries it").input_value()
    other = new_page(link)
    expect(other.get_by_role("heading", name="My army")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("row", name=re.compile("1 × Heavy Tank"))).to_be_visible()
    expect(page.locator(".editor")).to_be_hidden()
    assert page.pdf(format="A4")[:4] == b"%PDF"
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Play with it").click()
    page.wait_for_url("**/#/new/dynamic/*")
    expect(page.get_by_text("16 : 19 points")).to_be_visible()
