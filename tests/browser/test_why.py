"""Bots explain themselves: whom one plays against is chosen in plain words, and its orders can be asked about."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.hand import against, begin_set_up, button, dock, my_turn, roll, set_up
from tests.browser.test_pages import faults


def test_a_planner_is_chosen_and_says_why_when_its_turn_is_over(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps")
    against(page, "A bot", "Recruit")
    page.get_by_role("button", name="Manner, dice").click()
    page.get_by_label("Manner of Planner").select_option("cautious")
    expect(page.get_by_text("Fears your answer more")).to_be_visible()
    expect(page.get_by_role("button", name="Planner, recruit")).to_be_visible()
    assert faults(page) == []
    begin_set_up(page)
    expect(dock(page)).to_be_visible()
    expect(page.get_by_text("Planner (recruit, cautious)").first).to_be_visible()
    set_up(page)
    log = page.get_by_role("log", name="Log")
    ask = log.get_by_role("button", name=re.compile(r"^Why\? "))
    roll(page)
    expect(button(page, "End movement")).to_be_enabled()
    button(page, "End movement").click()
    button(page, "End turn").click()
    my_turn(page)

    expect(ask).to_have_count(0)  # a line is asked once it is open
    log.locator("li.blue .told").last.click()
    expect(ask.first).to_be_visible()
    ask.last.focus()
    page.keyboard.press("Enter")
    expect(ask.last).to_have_attribute("aria-expanded", "true")
    reasons = log.get_by_role("group", name="What it expected")
    expect(reasons).to_contain_text(re.compile(r"Next best, (a little|clearly) worse: |About as good: "))
    assert faults(page) == []
    page.keyboard.press("Enter")
    expect(reasons).to_be_hidden()
