"""What is told before a shot and after it, on squares, hexes and the free table, in a box that never grows."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from hulldown.kernel.record import Record
from hulldown.kernel.replay import steps
from hulldown.rulebooks.panzerkampf.orders import EndMovement
from hulldown.rulebooks.panzerstrike.france1944.book import book as france
from tests.browser.conftest import ROOT, NewPage, Server
from tests.browser.hand import box_of, choose, fire, forecast, sit_down_at
from tests.browser.test_pages import faults
from tests.browser.test_panzerkampf import OPEN, Script, spot, table
from tests.browser.test_squadron import Script as Squadron
from tests.rulebooks.panzerkampf.cast import blue, red

SIZES = [(1440, 900), (1024, 768), (390, 844)]
HEIGHTS = {1440: 318, 1024: 262, 390: 72}
FIRING = 86  # a position of the record in which Blue has shots


def in_its_box(page: Page) -> None:
    """Whatever is told, the forecast's place has its height, and what does not fit scrolls inside it."""
    wide = page.viewport_size["width"] if page.viewport_size else 0
    place = page.locator(".side .fc")
    assert abs(box_of(place)["height"] - HEIGHTS[wide]) < 1
    assert place.evaluate("box => getComputedStyle(box).overflowY") == "auto"


def cells(page: Page, end: str) -> Locator:
    return forecast(page).locator(f".strip i.{end}")


def counted(some: Locator) -> tuple[int, int]:
    """In how many throws cells of a strip fall, and of how many."""
    told = [re.search(r": (\d+) of (\d+)", one.get_attribute("title") or "") for one in some.all()]
    found = [(int(one[1]), int(one[2])) for one in told if one]
    return sum(ways for ways, _ in found), found[0][1]


def firing(new_page: NewPage, server: Server, width: int, height: int) -> Page:
    record = Record.read(ROOT / "tests" / "rulebooks" / "france1944" / "records" / "crossroads.jsonl")
    game = next(game for _, game in steps(record, france) if len(game.log) == FIRING)
    page = sit_down_at(new_page, server, game, width=width, height=height)
    page.get_by_role("application").focus()
    return page


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_shot_on_squares_is_told_and_then_what_happened(
    new_page: NewPage, server: Server, width: int, height: int
) -> None:
    page = firing(new_page, server, width, height)
    in_its_box(page)
    page.keyboard.press(".")
    best = forecast(page).get_by_role("button", name=re.compile(r"^Best shot: .* \d"))
    expect(best).to_be_visible()
    in_its_box(page)
    best.click()
    expect(forecast(page)).to_contain_text(re.compile(r"Roll \d+ or more with \w+ dice: \d+ for the distance"))
    in_its_box(page)
    ways, of = counted(cells(page, "works"))
    chance = forecast(page).locator(".big > b").inner_text().removesuffix(" %")
    assert abs(float(chance) - 100 * ways / of) <= 0.05
    assert cells(page, "fails").count() > 0
    assert faults(page) == []
    fire(page)
    expect(forecast(page).get_by_role("heading", name="What happened")).to_be_visible()
    expect(forecast(page).locator(".strip i.fallen")).to_have_count(1)
    in_its_box(page)


def test_a_line_has_its_rule_for_whoever_rests_on_it(new_page: NewPage, server: Server) -> None:
    page = firing(new_page, server, 1440, 900)
    page.keyboard.press(".")
    page.keyboard.press("t")
    distance = forecast(page).get_by_role("listitem").filter(has_text="distance, in squares")
    tag = distance.get_by_role("button", name="Rule FR-36")
    expect(tag).to_have_css("opacity", "0")
    distance.hover()
    expect(tag).to_have_css("opacity", "1")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_shot_on_hexes_has_two_throws(new_page: NewPage, server: Server, width: int, height: int) -> None:
    script = Squadron({"panzer-iv-h": "A1↓"}, {"sherman-76": "H7↑"}).deploy()
    page = sit_down_at(new_page, server, script.game, width=width, height=height)
    choose(page, "Panzer IV H 1")
    page.get_by_role("application").focus()
    page.keyboard.press("t")
    throws = forecast(page).get_by_role("list", name="Throws, one after the other").get_by_role("listitem")
    expect(throws.nth(0)).to_contain_text(re.compile(r"First: roll \d+( or more)? on a D10"))
    expect(throws.nth(1)).to_contain_text(re.compile(r"Then: \d+ \+ D100 must beat \d+"))
    expect(throws.nth(0).locator(".strip i")).to_have_count(10)
    in_its_box(page)
    first, second = (counted(throws.nth(at).locator("i.works")) for at in (0, 1))
    if throws.count() == 2:  # all hits pierce alike
        chance = forecast(page).locator(".big > b").inner_text().removesuffix(" %")
        assert abs(float(chance) - 100 * first[0] / first[1] * second[0] / second[1]) <= 0.05
    assert faults(page) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_dark_places_of_a_shell_are_the_chance_to_hit(
    new_page: NewPage, server: Server, width: int, height: int
) -> None:
    units = (red("howitzer", 30, 50), red("infantry", 33, 40), blue("medium-tank", 30, 15, 180))
    script = Script(units, **OPEN).play(EndMovement())
    page = sit_down_at(new_page, server, script.game, width=width, height=height)
    choose(page, "Self-propelled howitzer 1")
    table(page).focus()
    page.keyboard.press("h")
    expect(forecast(page)).to_contain_text(re.compile(r"54\.5 %\s*hits Blue Medium tank 1"))
    expect(forecast(page)).to_contain_text("1 to 5: it falls on the point. 6 to 11: 1 to 6 cm off")
    expect(table(page).locator("circle.disc")).to_have_count(73)
    assert table(page).locator("circle.disc.enemy").count() > 1
    expect(table(page).get_by_text("all within 6 cm")).to_be_attached()
    in_its_box(page)
    assert faults(page) == []


def test_a_shell_on_a_friend_is_hatched_and_said(new_page: NewPage, server: Server) -> None:
    units = (red("howitzer", 30, 50), red("infantry", 33, 40), blue("medium-tank", 30, 15, 180))
    page = sit_down_at(new_page, server, Script(units, **OPEN).play(EndMovement()).game)
    choose(page, "Self-propelled howitzer 1")
    page.mouse.move(*spot(page, 33, 40), steps=3)
    expect(forecast(page)).to_contain_text("hits your own Infantry platoon 1")
    expect(table(page).locator("circle.disc.friend").first).to_be_attached()
    expect(table(page).locator("circle.disc.enemy")).to_have_count(0)
