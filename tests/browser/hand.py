"""A hand at the table: what a person does on the battle page, by what they can read there."""

import re

from playwright.sync_api import Locator, Page, expect

TURN = re.compile(r"Roll \d dice")


def dock(page: Page) -> Locator:
    return page.get_by_role("region", name="Dock")


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return dock(page).get_by_role("button", name=name)


def begin(page: Page) -> None:
    """From the home page into the first battle."""
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()


def set_up(page: Page) -> None:
    """Rolls off, chooses to play first where it is asked, and lets the tanks be placed."""
    button(page, "Roll off").click()
    first, place = button(page, "Red plays first"), button(page, "Place for me")
    expect(first.or_(place)).to_be_visible()
    if first.is_visible():
        first.click()
    place.click()
    expect(place).to_be_hidden()


def my_turn(page: Page) -> None:
    expect(button(page, TURN)).to_be_visible(timeout=30_000)


def roll(page: Page) -> None:
    my_turn(page)
    button(page, TURN).click()
    expect(button(page, "End movement")).to_be_visible()


def reach(page: Page) -> Locator:
    """The steps written on the squares that the chosen unit can reach."""
    return page.get_by_role("application").locator("text.steps")


def sit_down(page: Page) -> None:
    """Takes the seat that an invitation offers."""
    page.get_by_role("button", name=re.compile("^Sit down")).click()
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()


def red_plays_first(red: Page, blue: Page) -> None:
    """Red rolls off, and whoever won lets Red play first."""
    button(red, "Roll off").click()
    asked = button(red, "Red plays first")
    expect(asked.or_(dock(red).get_by_text("Blue is to act")).first).to_be_visible()
    button(red if asked.is_visible() else blue, "Red plays first").click()


def tab_to(page: Page, wanted: Locator) -> None:
    """Walks to something with the tabulator alone."""
    expect(wanted).to_be_visible()
    for _ in range(80):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator never came to {wanted}")
