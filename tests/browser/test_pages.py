"""Every page by itself: it can be read aloud, it fits a phone, and it keeps what people made."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, NewPage
from tests.browser.hand import begin, invite, my_turn, set_up

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RECORD = ROOT / "tests" / "rulebooks" / "france1944" / "records" / "first-steps.jsonl"
PAGES = {  # and what is there once all of it is
    "/": "All 45 battles",
    "/#/new": "About 45 minutes.",
    "/#/new/dynamic/open-battle/armies": "Tank Hunter",
    "/#/new/dynamic/open-battle/options": "How movement works",
    "/#/new/panzerkampf/harbour/board": "The airfield",
    "/#/replay": "Open a record",
    "/#/rules": "Read it from front to back",
    "/#/rules/squadron/SQ-Q3": "In print:",
    "/#/rules/france1944/FR-37": "Medium 2 cannot hit",
    "/#/rules/panzerkampf/artillery-and-bombs": "Allowed: 54.5",
    "/#/words/core/accuracy": "Figures of all units",
}


def faults(page: Page) -> list[str]:
    """What axe finds. It is put into the page's own world by the test, not by the page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{fault['id']}: {node['html'][:120]}" for fault in found["violations"] for node in fault["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_wrong_with_a_page(new_page: NewPage, path: str, scheme: str) -> None:
    page = new_page(path, scheme=scheme)
    expect(page.get_by_text(PAGES[path]).first).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_axe_finds_nothing_wrong_with_a_battle(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(width=width, height=height)
    begin(page)
    assert faults(page) == []
    set_up(page)
    my_turn(page)
    assert faults(page) == []


def test_axe_finds_nothing_wrong_with_an_invitation_and_its_host(new_page: NewPage) -> None:
    host, path = invite(new_page)
    assert faults(host) == []
    guest = new_page(path)
    expect(guest.get_by_role("button", name=re.compile("^Sit down"))).to_be_visible()
    assert faults(guest) == []


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_a_phone(new_page: NewPage, path: str) -> None:
    page = new_page(path, width=390, height=844)
    expect(page.get_by_text(PAGES[path]).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_record_is_uploaded_watched_and_played_on(new_page: NewPage) -> None:
    page = new_page("/#/replay")
    page.locator("input[type=file]").set_input_files(Path(RECORD))
    expect(page.get_by_role("application")).to_be_visible()
    slider = page.get_by_role("slider").first
    expect(slider).to_be_visible()
    slider.focus()
    page.keyboard.press("End")
    expect(page.get_by_text(re.compile(r"wins\.")).first).to_be_visible()
    page.keyboard.press("Home")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="This moment").click()
    page.get_by_role("button", name=re.compile("^Play on")).click()
    page.wait_for_url("**/#/match/*")
    expect(page.get_by_role("region", name="Dock")).to_be_visible()


def test_a_record_says_first_what_it_proves(new_page: NewPage) -> None:
    page = new_page("/#/replay")
    page.locator("input[type=file]").set_input_files(Path(RECORD))
    table = page.get_by_role("table", name="What this record proves")
    expect(table.get_by_role("row", name=re.compile("^Dice the dice follow from a seed"))).to_be_visible()
    expect(table.get_by_role("row", name=re.compile("^Set-up board as shipped"))).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    expect(table).to_be_hidden()


def test_a_ruling_shows_the_printed_rules_beside_it_and_a_rule_its_rulings(new_page: NewPage) -> None:
    page = new_page("/#/rules/squadron/SQ-Q3")
    article = page.get_by_role("article")
    expect(article).to_contain_text("SQ-Q3")
    expect(article).to_contain_text("Why:")
    article.get_by_role("button", name="SQ-42").click()
    expect(article.get_by_role("region", name="Ruling SQ-Q3")).to_be_visible()
    article.get_by_role("button", name="Ruling SQ-Q3").click()
    expect(article).to_contain_text("In print:")


def test_a_battle_is_still_there_after_the_page_was_closed(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    my_turn(page)
    address = page.url
    page.goto("/".join(address.split("/")[:3]) + "/#/rules")
    page.goto(address)
    page.reload()
    my_turn(page)
