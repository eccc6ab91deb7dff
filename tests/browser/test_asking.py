"""What a player may ask on the battle page: what a thing is, why a place cannot be reached, what was told of a unit."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage, Server
from tests.browser.hand import button, choose, click_on, dock, forecast, piece, sit_down_at, tab_to
from tests.browser.test_overlay import squares
from tests.browser.test_pages import faults

GUIDE = (
    """localStorage.setItem("hulldown.settings", JSON.stringify({speed: "instant", ends: "once", guide: "folded"}))"""
)


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="Guide")


def test_what_a_thing_is_stands_in_the_guide_and_nothing_is_done(new_page: NewPage, server: Server) -> None:
    script = squares()
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    page.add_init_script(GUIDE)
    page.reload()
    page.get_by_role("button", name="Keys and help").click()
    page.get_by_role("button", name="What is this? click a thing").click()
    expect(dock(page)).to_contain_text("What is this?")
    click_on(page, piece(page, "Blue Light Tank 1"))
    expect(guide(page)).to_contain_text("Light Tank 1.")
    end = button(page, re.compile("^End movement"))
    end.click()
    expect(guide(page)).to_contain_text("The end of something.")
    page.locator(".tray").click()
    expect(guide(page)).to_contain_text("The tray.")
    tab_to(page, end)  # and by keys
    page.keyboard.press("Enter")
    expect(guide(page)).to_contain_text("The end of something.")
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(guide(page)).to_contain_text(re.compile(r"[A-X]\d+: (street|garden|square)"))
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(dock(page)).not_to_contain_text("What is this?")
    expect(end).to_be_enabled()  # nothing has ended
    expect(piece(page, "Blue Light Tank 1")).to_have_count(1)


def test_why_a_place_cannot_be_reached_stands_in_the_forecast_and_is_asked_once(
    new_page: NewPage, server: Server
) -> None:
    script = squares()
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium Tank 1")
    expect(page.locator(".reach .steps").first).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/preview") else None)
    box = page.get_by_role("application").bounding_box()
    assert box
    x, y = box["x"] + box["width"] * 0.55, box["y"] + box["height"] * 0.3
    page.mouse.move(x + 200, y)
    page.mouse.move(x, y, steps=20)
    expect(forecast(page).locator(".grey")).to_have_text(re.compile(r"steps|built over|reach"))
    assert len(asked) == 1, "asked where the hand rests, and not on its way"
    expect(dock(page).get_by_role("alert")).to_have_count(0)


def test_the_log_is_searched_for_a_unit_from_its_card(new_page: NewPage, server: Server) -> None:
    script = squares()
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium Tank 1")
    page.get_by_role("button", name="log of Medium Tank 1").click()
    log = page.get_by_role("log", name="Log")
    only = page.get_by_role("button", name=re.compile("Only Medium Tank 1"))
    expect(only).to_be_visible()
    expect(log.locator(".log-row")).to_have_count(1)
    expect(log).to_contain_text("Medium Tank 1 deployed on")
    only.click()
    expect(only).to_have_count(0)
    expect(log).to_contain_text("rolled")


def test_larger_text_takes_the_layout_that_has_room(new_page: NewPage, server: Server) -> None:
    """At 200 % no button lies under the panel, and the table keeps 300 pixels on a phone."""
    double = GUIDE.replace('guide: "folded"', 'size: "double"')
    script = squares()
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    page.add_init_script(double)
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.get_by_role("application")).to_be_visible()
        commit, table = (page.locator(one).bounding_box() for one in (".buttons .commit", ".table"))
        assert commit
        assert table
        assert commit["x"] + commit["width"] <= (table["x"] + table["width"] if width > 700 else width) + 1
        assert table["height"] >= 300
