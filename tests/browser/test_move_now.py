"""A bot that thinks moves now; one that is late is back after a turn; its reasons are kept, for replays too."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Server
from tests.browser.hand import against, begin_set_up, button, dock, my_turn, roll, set_up
from tests.browser.test_pages import faults


@pytest.fixture
def stubborn(tmp_path: Path) -> Iterator[Server]:
    """Its bots think until they are hurried."""
    running = Server(tmp_path, module="tests.browser.stubborn")
    yield running
    running.stop()


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Server]:
    """Its bots give no answer in time once in battle, and none when they are hurried."""
    running = Server(tmp_path, module="tests.browser.late_bots")
    yield running
    running.stop()


def end_turn(page: Page) -> None:
    expect(button(page, "End movement")).to_be_enabled()
    button(page, "End movement").click()
    button(page, "End turn").click()


def reasons(page: Page) -> tuple[int, list[str]]:
    """Opens every turn, run of lines and line of the log: how many orders have reasons, and those of the last."""
    log = page.get_by_role("log", name="Log")
    shut = log.locator(".log-fold[aria-expanded=false], .log-rest .told, .told[aria-expanded=false]")
    expect(shut.first).to_be_visible()
    for _ in range(200):
        if shut.count() == 0:
            break
        shut.first.click()
    expect(shut).to_have_count(0)
    ask = log.get_by_role("button", name=re.compile(r"^Why\? "))
    expect(ask.first).to_be_visible()
    ask.last.click()
    return ask.count(), log.get_by_role("group", name="What it expected").get_by_role("paragraph").all_inner_texts()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_bot_that_thinks_moves_now(new_page: NewPage, stubborn: Server, width: int, height: int) -> None:
    page = new_page(f"{stubborn.address}/#/new/france1944/first-steps", width=width, height=height)
    against(page, "A bot", "Ace")
    begin_set_up(page)
    expect(dock(page)).to_be_visible()
    set_up(page)
    now, mine = button(page, "Move now"), button(page, re.compile(r"Roll \d dice"))
    expect(now.or_(mine)).to_be_visible()  # whoever plays first
    if now.is_visible():
        page.keyboard.press("m")
    roll(page)
    end_turn(page)

    expect(dock(page).get_by_text(re.compile(r"thinking, \d+ s of 5"))).to_be_visible()
    expect(dock(page).get_by_text("Planner (ace) is thinking.")).to_be_attached()
    expect(now).to_be_visible()
    assert faults(page) == []
    now.focus()
    page.keyboard.press("Enter")
    my_turn(page)
    expect(now).to_be_hidden()
    assert page.evaluate("document.activeElement !== document.body"), "the focus is not lost with the button"

    roll(page)
    end_turn(page)
    expect(now).to_be_visible()
    page.keyboard.press("m")
    my_turn(page)
    page.keyboard.press("m")
    expect(page.get_by_text("No bot is thinking")).to_be_visible()


def test_a_bot_that_is_late_is_told_of_once_and_is_back_in_the_next_turn(new_page: NewPage, late: Server) -> None:
    page = new_page(f"{late.address}/#/new/france1944/first-steps")
    against(page, "A bot", "Recruit")
    begin_set_up(page)
    expect(dock(page)).to_be_visible()
    set_up(page)
    for _ in range(2):
        roll(page)
        end_turn(page)
        my_turn(page)
    log = page.get_by_role("log", name="Log")
    shut = log.locator(".log-fold[aria-expanded=false]")
    while shut.count():
        shut.first.click()
    expect(log.get_by_text("Greedy plays this turn for Planner, which did not answer in time.")).to_have_count(1)
    expect(log.get_by_text("Planner plays again.")).to_have_count(1)


def test_reasons_are_there_after_a_reload_and_in_the_replay(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps")
    against(page, "A bot", "Recruit")
    begin_set_up(page)
    expect(dock(page)).to_be_visible()
    set_up(page)
    for _ in range(2):
        roll(page)
        end_turn(page)
        my_turn(page)
    many, sentences = reasons(page)
    assert many > 1
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z].*\.", sentence), "a reason is a whole sentence"
    assert re.match(r"(About as good|Next best, (a little|clearly) worse): .", sentences[-1])
    page.reload()
    assert reasons(page) == (many, sentences)

    page.goto(page.url.replace("#/match/", "#/replay/"))
    assert reasons(page) == (many, sentences)
    assert faults(page) == []
