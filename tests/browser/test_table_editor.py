"""Free tables: terrain is drawn, mirrored, mended, shared and played on, by mouse, by keys and by finger."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from hulldown.rulebooks import load
from tests.browser.conftest import NewPage

BARE = '# Mine.\nname = "Two roads"\nwidth = 120   # wide\nheight = 80\n'
PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}


def opened(new_page: NewPage, text: str, **how: Any) -> Page:
    page = new_page("/#/make", **how)
    page.get_by_label("A link, or the text of a work").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("button", name="Change it").click()
    page.wait_for_url("**/#/make/board/*")
    expect(table(page)).to_be_visible()
    return page


def table(page: Page) -> Locator:
    return page.get_by_role("application", name=re.compile("centimetres"))


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """A place in centimetres on the page."""
    found = page.evaluate(
        """([x, y]) => {
          const { a, d, e, f } = document.querySelector(".board svg.play").getScreenCTM();
          return [a * x * 10 + e, d * y * 10 + f];
        }""",
        [x, y],
    )
    return found[0], found[1]


def press(page: Page, *places: tuple[float, float]) -> None:
    for place in places:
        page.mouse.click(*spot(page, *place))


def pull(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*spot(page, *start))
    page.mouse.down()
    page.mouse.move(*spot(page, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    page.mouse.move(*spot(page, *end), steps=2)
    page.mouse.up()


def text_of(page: Page) -> str:
    page.get_by_role("tab", name="Text").click()
    found = str(page.get_by_role("textbox", name=re.compile("^Text of")).input_value())
    page.get_by_role("tab", name=re.compile("^Pieces")).click()
    return found


def undoes(page: Page, what: str) -> None:
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_contain_text(what)


def test_a_table_is_drawn_mirrored_saved_opened_by_link_and_played(new_page: NewPage) -> None:
    page = opened(new_page, BARE)
    # A wood by its corners, the last of them pulled to its place; a road as a path to both edges.
    page.keyboard.press("3")
    press(page, (20, 10), (36, 8), (40, 20), (24, 26), (20, 10))
    undoes(page, "wood added")
    drawn = text_of(page)
    assert drawn == BARE + (
        '\n[[feature]]\nkind = "wood"\nmovement = "slow"\nsight = "blocks"\n'
        "polygon = [[20, 10], [36, 8], [40, 20], [24, 26]]\n"
    )
    page.get_by_role("button", name="Corners").click()
    pull(page, (36, 8), (38.5, 6))
    undoes(page, "corner moved")
    assert text_of(page) == drawn.replace("[36, 8]", "[38.5, 6]")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    assert text_of(page) == drawn
    page.get_by_role("button", name="road", exact=True).click()
    press(page, (0, 40), (50, 46), (60, 40), (60, 40))
    undoes(page, "road added")
    assert "polygon = [[0, 37.99], " in text_of(page)
    # Turned by half everything has its twin, and a twin goes along.
    page.keyboard.press("Escape")
    page.get_by_label("Mirror").select_option("turn")
    page.get_by_role("button", name="Give every piece its twin").click()
    undoes(page, "2 twins added")
    expect(page.get_by_role("tab", name="Pieces 4")).to_be_visible()
    assert "[[100, 70], [84, 72], [80, 60], [96, 54]]" in text_of(page)
    page.get_by_role("button", name="Move", exact=True).click()
    pull(page, (28, 16), (30, 17))
    moved = text_of(page)
    assert "[[22, 11], [38, 9], [42, 21], [26, 27]]" in moved
    assert "[[98, 69], [82, 71], [78, 59], [94, 53]]" in moved
    assert moved.startswith(BARE)
    # Saved, shared, and opened by somebody else, who plays on it.
    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.get_by_role("tab", name="Versions 2")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link that carries it").input_value()
    friend = new_page(link)
    expect(friend.get_by_role("heading", name="Two roads")).to_be_visible()
    friend.get_by_role("button", name="Play it").click()
    expect(friend.locator(".battle")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Try it")).click()
    page.get_by_role("link", name="Back to the editor").click()
    expect(table(page)).to_be_visible()


def test_what_is_wrong_is_shown_at_its_corner_and_mended(new_page: NewPage) -> None:
    page = opened(new_page, load("panzerkampf").library.works("board")["village"])
    before = text_of(page)
    wide = page.get_by_label("Width of the table")
    wide.fill("far")
    wide.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“far” is no measure; write centimetres")
    wide.fill("11,55")
    wide.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("whole centimetres, 1 to 240; 11.55 is none of them")
    assert text_of(page) == before
    wide.fill("118")
    wide.press("Enter")
    expect(page.locator(".lozenge").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Save"))).to_contain_text("faults first")
    page.get_by_role("button", name="Make the table 120 cm wide").first.click()
    expect(page.locator(".lozenge")).to_have_count(0)
    assert text_of(page) == before
    # Where two pieces lie on each other the referee says what holds there, and it is no fault.
    page.get_by_role("button", name=re.compile("^poplars")).click()
    page.get_by_role("button", name="Corners").click()
    pull(page, (99.6, 51.7), (98.4, 45))
    expect(page.get_by_role("region", name="The poplars")).to_contain_text(
        "It lies on the house: there, no way, no view."
    )
    expect(page.get_by_role("button", name=re.compile("^Save"))).to_contain_text("version")
    corner = page.get_by_label("Corner 7, from the left")
    corner.fill("99.65")
    corner.press("Enter")
    assert "[99.65, 45]" in text_of(page)


def test_a_table_is_made_by_keys_and_words_alone(new_page: NewPage) -> None:
    page = opened(new_page, BARE)
    table(page).focus()
    page.keyboard.press("p")
    page.keyboard.press("3")
    expect(page.get_by_role("status").filter(has_text="A wood")).to_be_visible()
    for keys in (("Space",), ("Shift+ArrowRight",) * 6, ("Space", *("Shift+ArrowDown",) * 5), ("Space", "Enter")):
        for key in keys:
            page.keyboard.press(key)
    undoes(page, "wood added")
    assert "polygon = [[60, 40], [66, 40], [66, 45]]" in text_of(page)
    table(page).focus()
    page.keyboard.press("n")
    page.keyboard.press(".")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator(".board [aria-live]")).to_have_text("Corner 1 of the wood, 59.9, 39.")
    assert "polygon = [[59.9, 39], [66, 40], [66, 45]]" in text_of(page)
    table(page).focus()
    page.keyboard.press("Delete")
    expect(page.get_by_role("status").filter(has_text="Three corners are the least")).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^Undo")).click()
    assert text_of(page) == BARE


def test_on_a_phone_a_finger_draws_and_every_target_is_large_enough(new_page: NewPage) -> None:
    page = opened(new_page, BARE, **PHONE)
    page.get_by_role("toolbar", name="Tools").get_by_role("button", name="Rectangle").tap()
    page.get_by_role("button", name="house", exact=True).tap()
    for place in ((40, 20), (70, 50)):
        page.touchscreen.tap(*spot(page, *place))
    undoes(page, "house added")
    small = page.evaluate(
        """() => [...document.querySelectorAll(".editor button")].map((one) => [one, one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
          .map(([one, box]) => `${one.textContent} ${box.width} × ${box.height}`)"""
    )
    assert small == []
    page.get_by_role("button", name="Text").tap()
    found = str(page.get_by_role("textbox", name=re.compile("^Text of")).input_value())
    assert "rectangle = [" in found
