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


def red_plays_first(red: Page, blue: Page) -> None:
    """Whoever won the roll-off lets Red play first."""
    asked = [button(page, "Red plays first") for page in (red, blue)]
    for _ in range(50):
        if visible := [choice for choice in asked if choice.is_visible()]:
            visible[0].click()
            return
        red.wait_for_timeout(100)
