"""Positions: one is set up, asked about and played on from; and one shot without any table."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hulldown.rulebooks import BOOKS, opening_file
from tests.browser.conftest import NewPage

PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}


def opened(new_page: NewPage, book: str, **how: Any) -> Page:
    """A book's first battle as a position of one's own."""
    page = new_page("/#/make", **how)
    page.get_by_label("A link, or the text of a work").fill(opening_file(book, "first").read_text("utf-8"))
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("button", name="Change it").click()
    page.wait_for_url("**/#/make/position/*")
    expect(page.locator(".board svg.play")).to_be_visible()
    return page


def spot(page: Page, name: str) -> tuple[float, float]:
    """The middle of a square, by the names on the rim."""
    found = page.evaluate(
        """([column, row]) => {
          const all = [...document.querySelectorAll(".board *")].filter((one) => one.children.length === 0);
          const box = (text) => all.find((one) => one.textContent.trim() === text).getBoundingClientRect();
          const [x, y] = [box(column), box(row)];
          return [x.left + x.width / 2, y.top + y.height / 2];
        }""",
        [name[0], name[1:]],
    )
    return found[0], found[1]


def mode(page: Page, name: str) -> None:
    page.get_by_role("group", name="Mode").get_by_role("button", name=name, exact=True).first.click()


def text_of(page: Page) -> str:
    return str(page.locator(".ed-tabpanel textarea").input_value())


def test_a_position_is_set_up_asked_about_and_played_on_from(new_page: NewPage) -> None:
    page = opened(new_page, "france1944")
    before = text_of(page)
    # A unit is pulled to another square, and looks where it looked.
    page.mouse.move(*spot(page, "G4"))
    page.mouse.down()
    page.mouse.move(*spot(page, "H5"))
    page.mouse.move(*spot(page, "I9"), steps=3)
    page.mouse.up()
    expect(page.get_by_role("button", name=re.compile("Undo"))).to_contain_text("red heavy 1 to I9")
    assert text_of(page) == before.replace('at = "G4"', 'at = "I9"')
    expect(page.get_by_label("Stands")).to_have_value("I9")
    # Another comes from the tray, and one goes off the board.
    page.keyboard.press("Escape")
    page.get_by_role("group", name="Side", exact=True).get_by_role("button", name="Blue").click()
    page.get_by_role("button", name="Blue Light", exact=True).click()
    page.mouse.click(*spot(page, "Q9"))
    page.mouse.click(*spot(page, "Q9"))
    expect(page.get_by_role("button", name=re.compile("Undo"))).to_contain_text("Light on Q9")
    page.keyboard.press("Escape")
    page.mouse.click(*spot(page, "E6"))
    expect(page.get_by_label("Stands")).to_have_value("E6")
    page.keyboard.press("Delete")
    assert 'at = "E6"' not in text_of(page)
    page.keyboard.press("z")
    assert 'at = "E6"' in text_of(page)
    # The referee is asked; nothing of it changes the text.
    after = text_of(page)
    mode(page, "Ask")
    page.mouse.click(*spot(page, "I9"))
    told = page.get_by_label("Panel")
    expect(told).to_contain_text("Red Heavy 1 → Blue Light 1, side: destroyed 97.3 %")
    page.get_by_role("button", name="Who sees it?").click()
    expect(told).to_contain_text("Blue Light 1 → Red Heavy 1")
    page.get_by_role("button", name="Odds").click()
    page.keyboard.press("Escape")
    page.mouse.click(*spot(page, "S12"))
    expect(told).to_contain_text(re.compile("squares in sight from S12"))
    page.mouse.click(*spot(page, "S15"))
    expect(told).to_contain_text(re.compile("A Red unit on S12"))
    assert text_of(page) == after
    # It is played on from, and stays as it was.
    mode(page, "Play")
    address = page.url
    page.get_by_text("Two at this screen").click()
    page.get_by_role("button", name="Play on").last.click()
    page.wait_for_url("**/#/match/*")
    expect(page.locator(".board svg.play")).to_be_visible()
    page.goto(address)
    expect(page.locator(".board svg.play")).to_be_visible()
    assert text_of(page) == after


def test_one_shot_is_settled_on_a_phone(new_page: NewPage) -> None:
    page = new_page("/#/table", **PHONE)
    page.get_by_role("link", name="One shot").click()
    page.get_by_label("One farther").click()
    page.get_by_label("One farther").click()
    dice = page.get_by_role("region", name="Dice to type")
    expect(dice).to_contain_text("Heavy at Medium, front, 7 squares.")
    expect(page.locator(".narrow")).to_contain_text("55.6 %")
    for face in "543":
        dice.get_by_role("button", name=face, exact=True).tap()
    expect(dice).to_contain_text("12 so far. 2 or more on the last die: destroyed.")
    dice.get_by_role("button", name="2", exact=True).tap()
    dice.get_by_role("button", name=re.compile("^Enter")).tap()
    come = page.get_by_label("What comes of it")
    expect(come).to_contain_text("Heavy at Medium, front, 7 squares: destroyed.")
    come.get_by_role("button", name="FR-39").first.tap()
    expect(come).to_contain_text("Firepower")
    page.get_by_role("button", name="Fire again").tap()
    expect(dice).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_books_positions_are_shown_and_asked_about(new_page: NewPage, book: str, how: dict[str, Any]) -> None:
    page = opened(new_page, book, **how)
    mode(page, "Ask")
    page.get_by_role("button", name="Ask", exact=True).last.click() if how else None
    page.get_by_role("button", name="Odds").click()
    expect(page.get_by_label("Panel")).to_contain_text("Choose who fires")
