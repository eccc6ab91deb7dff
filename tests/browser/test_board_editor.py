"""Boards of squares and mats of hexes: painted, mirrored, mended, shared and played on, by mouse, keys and finger."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from hulldown.rulebooks import load
from tests.browser.conftest import NewPage

PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
CELL = 52
SIDE = 60 / 3**0.5
TOWN = "; Mine.\nname: Two streets\n\n" + "............\n" * 8
MAT = "; Mine.\nname: A lane\n\n" + (". . . . . . . . . .\n . . . . . . . . . .\n" * 4)


def opened(new_page: NewPage, text: str, book: str = "", **how: Any) -> Page:
    page = new_page("/#/make", **how)
    page.get_by_label("A link, or the text of a work").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    if book:
        page.get_by_role("group", name=re.compile("for which game")).get_by_role("button", name=book).click()
    page.get_by_role("button", name="Change it").click()
    page.wait_for_url("**/#/make/board/*")
    expect(board(page)).to_be_visible()
    return page


def board(page: Page) -> Locator:
    return page.get_by_role("application", name=re.compile("squares|hexes"))


def spot(page: Page, name: str) -> tuple[float, float]:
    """The middle of a cell on the page."""
    column, row = ord(name[0]) - 65, int(name[1:]) - 1
    hexes = "hexes" in (board(page).get_attribute("aria-label") or "")
    x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
    if hexes:
        x, y = (column + (row % 2) / 2 + 0.5) * 60, (1.5 * row + 1) * SIDE
    found = page.evaluate(
        """([x, y]) => {
          const { a, d, e, f } = document.querySelector(".board svg.play").getScreenCTM();
          return [a * x + e, d * y + f];
        }""",
        [x, y],
    )
    return found[0], found[1]


def press(page: Page, *cells: str) -> None:
    for cell in cells:
        page.mouse.click(*spot(page, cell))


def pull(page: Page, start: str, end: str) -> None:
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    page.mouse.move(*spot(page, end), steps=4)
    page.mouse.up()


def text_of(page: Page) -> str:
    return str(page.get_by_role("textbox", name=re.compile("^Text of")).input_value())


def undoes(page: Page, what: str) -> None:
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_contain_text(what)


def shared_and_played(page: Page, new_page: NewPage, name: str) -> None:
    """Saved, opened by its link in another browser, and played there and here."""
    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.get_by_role("tab", name=re.compile("Versions 2"))).to_be_visible()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link that carries it").input_value()
    friend = new_page(link)
    expect(friend.get_by_role("heading", name=name)).to_be_visible()
    friend.get_by_role("button", name="Play it").click()
    expect(friend.locator(".battle")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Try it")).click()
    page.get_by_role("link", name="Back to the editor").click()
    expect(board(page)).to_be_visible()


def test_a_board_is_painted_mirrored_saved_opened_by_link_and_played(new_page: NewPage) -> None:
    orchard = load("dynamic").library.works("board")["orchard"]
    page = opened(new_page, orchard, "Dynamic")
    assert text_of(page) == orchard
    before = orchard.split("\n\n")[1].split("\n")
    # A stroke of the brush over four squares is one step, and taking it back gives the same bytes.
    page.keyboard.press("3")
    pull(page, "E1", "H1")
    undoes(page, "garden at E1:H1")
    assert text_of(page) == orchard.replace(before[0], before[0][:4] + ",,,," + before[0][8:], 1)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    assert text_of(page) == orchard
    # Turned by half a block of houses has its twin.
    page.get_by_label("Mirror").select_option("turn")
    page.get_by_role("button", name="house", exact=True).click()
    page.keyboard.press("r")
    page.mouse.move(*spot(page, "O1"))
    page.mouse.down()
    page.mouse.move(*spot(page, "P2"), steps=3)
    expect(page.get_by_role("status").filter(has_text="House, O1:P2, and its twin, I17:J18.")).to_be_visible()
    expect(page.locator("path.twin")).to_be_visible()
    page.mouse.up()
    undoes(page, "house at O1:P2")
    rows = text_of(page).split("\n\n")[1].split("\n")
    assert (rows[0][14:16], rows[1][14:16]) == ("##", "##")
    assert (rows[16][8:10], rows[17][8:10]) == ("##", "##")
    # A house of two storeys needs a sign of its own, and the legend gets it.
    page.get_by_label("Mirror").select_option("none")
    page.get_by_role("button", name="Height: one more").click()
    page.keyboard.press("b")
    press(page, "A18")
    assert "\n  A house 2\n" in text_of(page)
    # The referee tells what each book makes of it, and what is in sight.
    plays = page.get_by_role("region", name="Plays in")
    expect(plays.get_by_text("open squares in the ranks").first).to_be_visible()
    expect(plays.get_by_text("This game has no walls, barricades on the map, or heights.")).to_be_visible()
    page.keyboard.press("e")
    press(page, "H9")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"From H9: \d+ squares in sight\."))).to_be_visible()
    shared_and_played(page, new_page, "The walled orchard")
    # What France does not have is left out of a copy, which is France's.
    plays.get_by_role("button", name="Copy without them").click()
    expect(page.get_by_text(re.compile("Board · .*France 1944 · 24 × 18 squares"))).to_be_visible()
    expect(page.get_by_role("button", name="wall", exact=True)).to_have_count(0)
    assert "W" not in text_of(page).split("\n\n")[1]


def test_a_mat_is_laid_mirrored_saved_opened_by_link_and_played(new_page: NewPage) -> None:
    page = opened(new_page, MAT)
    page.get_by_label("Mirror").select_option("turn")
    page.keyboard.press("e")
    press(page, "B4")
    expect(page.get_by_text("From B4: 79 hexes in sight.").first).to_be_visible()
    # What a tile about to be placed would take away is told before it is placed.
    page.keyboard.press("3")
    page.mouse.move(*spot(page, "D4"))
    expect(page.get_by_role("status").filter(has_text=re.compile(r"79 hexes in sight, then \d+\."))).to_be_visible()
    press(page, "D4")
    undoes(page, "large house at D4")
    rows = text_of(page).split("\n\n")[1].split("\n")
    assert (rows[3], rows[4]) == (" . . . H . . . . . .", ". . . . . . H . . .")
    tiles = page.get_by_role("region", name="Tiles on the mat")
    expect(tiles.get_by_role("listitem").filter(has_text="large house")).to_contain_text("2of 6")
    expect(tiles).to_contain_text("10 free hexes on each border.")
    shared_and_played(page, new_page, "A lane")


def test_what_is_wrong_is_shown_at_its_square_and_mended(new_page: NewPage) -> None:
    page = opened(new_page, TOWN, "Dynamic")
    text = page.get_by_role("textbox", name=re.compile("^Text of"))
    lines = TOWN.split("\n")
    text.fill("\n".join([*lines[:5], "...........", "....Q.......", *lines[7:]]))
    expect(page.locator(".lozenge")).to_have_count(2)
    expect(page.get_by_role("button", name=re.compile("^Save"))).to_contain_text("2 faults first")
    page.get_by_role("button", name="Add a street at its end").click()
    expect(page.locator(".lozenge")).to_have_count(1)
    page.get_by_role("group", name="In its place").get_by_role("button", name="garden").click()
    expect(page.locator(".lozenge")).to_have_count(0)
    assert text_of(page) == TOWN.replace(
        "............\n" * 8, "............\n" * 3 + "....,.......\n" + "............\n" * 4
    )


def test_a_board_is_made_by_keys_and_words_alone(new_page: NewPage) -> None:
    page = opened(new_page, TOWN, "Core")
    board(page).focus()
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board [aria-live]")).to_have_text("G5, street. house is in your hand.")
    for key in ("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown", "Space"):
        page.keyboard.press(key)
    undoes(page, "house at G5:I6")
    expect(page.locator(".board [aria-live]")).to_have_text("House, G5:I6.")
    page.keyboard.press("Delete")
    undoes(page, "street at I6")
    assert text_of(page) == TOWN.replace(
        "............\n" * 8, "............\n" * 4 + "......###...\n......##....\n" + "............\n" * 2
    )


def test_on_a_phone_a_finger_paints_and_every_target_is_large_enough(new_page: NewPage) -> None:
    page = opened(new_page, TOWN, "Dynamic", **PHONE)
    page.get_by_role("toolbar", name="Tools").get_by_role("button", name="Rectangle").tap()
    page.get_by_role("button", name="church", exact=True).tap()
    page.get_by_role("toolbar", name="Tools").get_by_role("button", name="Rectangle").tap()
    for cell in ("C2", "D4"):
        page.touchscreen.tap(*spot(page, cell))
    undoes(page, "church at C2:D4")
    small = page.evaluate(
        """() => [...document.querySelectorAll(".editor button")].map((one) => [one, one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
          .map(([one, box]) => `${one.textContent} ${box.width} × ${box.height}`)"""
    )
    assert small == []


def test_a_board_begins_on_the_shelf_and_in_a_set_up(new_page: NewPage) -> None:
    page = new_page("/#/make")
    page.get_by_role("button", name="Board squares, hexes or a free table").click()
    page.get_by_role("button", name="Hexes", exact=True).click()
    page.get_by_role("button", name="By lot").click()
    page.wait_for_url("**/#/make/board/*")
    expect(page.get_by_text(re.compile("Plays"))).to_be_visible()
    expect(page.get_by_role("region", name="Tiles on the mat")).to_contain_text("8of 8")
    page.goto(page.url.split("#")[0] + "#/new/core/duel")
    page.get_by_role("link", name=re.compile("Board|board")).or_(
        page.get_by_role("button", name="Change the board")
    ).first.click()
    page.get_by_role("button", name="Edit a copy").click()
    page.wait_for_url("**/#/make/board/*")
    expect(board(page)).to_be_visible()
