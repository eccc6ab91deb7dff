"""How much a page is: what a browser is sent for it by gzip, which is all that browsers take over plain http."""

import re

import pytest
from playwright.sync_api import Browser, expect

from hulldown.rulebooks import BOOKS
from tests.browser.conftest import Server
from tests.browser.weight import FIRST, File, opened, watched, weighed

MOST_BYTES = 200_000
DOCK = "section.dock"


def light(files: list[File]) -> None:
    code = [(size, whole) for name, size, whole in files if name.endswith((".js", ".css"))]
    assert all(size < whole for size, whole in code if whole > 400), "something is not packed"
    assert sum(size for _, size, _ in files) <= MOST_BYTES, files[:20]


@pytest.mark.parametrize(
    "path", ["/", "/#/new", "/#/replay", "/#/rules/core", "/#/rules/core/CORE-60", "/#/words/core"]
)
def test_a_page_is_light(browser: Browser, server: Server, path: str) -> None:
    light(weighed(browser, server, "gzip", path, f"text={FIRST[path]}"))


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_is_light(browser: Browser, server: Server, book: str) -> None:
    seat, _ = opened(server, book)
    light(weighed(browser, server, "gzip", seat, DOCK))


@pytest.mark.parametrize("book", ["france1944", "squadron", "panzerkampf"])
def test_an_invitation_to_each_table_is_light(browser: Browser, server: Server, book: str) -> None:
    _, invitation = opened(server, book)
    light(weighed(browser, server, "gzip", invitation, "canvas[data-drawn]"))


@pytest.mark.parametrize("book", ["core", "panzerkampf"])
def test_the_longest_game_opens_with_its_first_lines_and_the_rest_follows(
    browser: Browser, server: Server, book: str
) -> None:
    address = watched(server, book)
    light(weighed(browser, server, "gzip", address, f"{DOCK} .replay-row"))
    page = browser.new_page()
    page.goto(server.address + address)
    line = page.get_by_role("slider", name="Line of the log")
    line.focus()
    expect(line).to_have_attribute("aria-valuemax", re.compile(r"[3-9]\d\d|\d{4}"))
    page.keyboard.press("End")
    many = line.get_attribute("aria-valuemax")
    assert many is not None
    expect(line).to_have_attribute("aria-valuenow", many)
    page.close()
