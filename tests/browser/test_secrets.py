"""Two at one screen, and a hidden deployment: what one side hid is not on the screen of the other."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage, Server
from tests.browser.hand import button, dock, piece, told
from tests.browser.test_pages import faults

WISH = {"rulebook": "dynamic", "scenario": "duel", "opponent": "hotseat", "options": {"hidden": "on"}}
SOMEWHERE = re.compile(r"Tank 1\b[^\n]*\b[A-X]\d")
UNSEEN = "Red placed 3 units in secret."


def sit_down_at_one_screen(new_page: NewPage, server: Server) -> Page:
    page = new_page()
    made: Any = page.request.post(f"{server.address}/api/matches", data=WISH).json()
    page.goto(f"{server.address}/#/seat/{made['match']}/{made['token']}")
    page.wait_for_url("**/#/match/*")
    button(page, "Roll off").click()
    button(page, "Red plays first").click()
    return page


def cloth(page: Page) -> Locator:
    return page.get_by_role("region", name="Curtain")


def show(page: Page, side: str) -> None:
    """Holds the button until the cloth is gone."""
    page.get_by_role("button", name=f"I am {side}: hold to show").hover()
    page.mouse.down()
    expect(cloth(page)).to_be_hidden()
    page.mouse.up()


def nothing_of_red(page: Page) -> None:
    """Neither on the board nor in the log, beside the Undo button or in what the text board tells."""
    expect(dock(page).get_by_text(re.compile("^Blue: put the units down"))).to_be_visible()
    expect(piece(page, "Red")).to_have_count(0)
    assert not SOMEWHERE.search(page.locator("body").inner_text())


def covered(page: Page) -> None:
    """The cloth hangs over all that one side alone may know."""
    expect(cloth(page)).to_contain_text("Red, look away.")
    expect(dock(page)).to_contain_text("The board is covered.")
    for gone in (
        page.get_by_role("application"),
        page.locator(".force"),
        page.locator("#overview > *"),
        piece(page, ""),
    ):
        expect(gone).to_have_count(0)
    for one in button(page, re.compile("^(Undo|End|Ready|Place|Commit)")).all():
        expect(one).to_be_disabled()
    page.get_by_role("tab", name="Units").click()
    expect(page.get_by_role("tabpanel")).to_have_text("The units are covered.")
    page.get_by_role("tab", name="Log").click()
    assert not SOMEWHERE.search(page.locator("body").inner_text())
    assert "Your turn" not in page.title()


def test_a_cloth_hangs_until_the_other_side_holds_the_button(new_page: NewPage, server: Server) -> None:
    page = sit_down_at_one_screen(new_page, server)
    expect(cloth(page)).to_be_hidden()  # nothing is hidden yet
    button(page, "Place for me").click()
    covered(page)
    page.get_by_role("button", name="I am Blue: hold to show").click()  # pressed and let go
    page.wait_for_timeout(1200)
    covered(page)
    show(page, "Blue")
    nothing_of_red(page)
    page.keyboard.press("Escape")
    covered(page)
    hold = page.get_by_role("button", name="I am Blue: hold to show")
    hold.focus()
    page.keyboard.down("Enter")
    expect(cloth(page)).to_be_hidden()
    page.keyboard.up("Enter")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    covered(page)
    assert faults(page) == []


def test_what_one_side_hid_is_not_on_the_screen_of_the_other(new_page: NewPage, server: Server) -> None:
    page = sit_down_at_one_screen(new_page, server)
    button(page, "Place for me").click()
    show(page, "Blue")
    nothing_of_red(page)
    expect(told(page, UNSEEN)).to_have_count(1)  # one line, however many there are
    undo = button(page, re.compile("^Undo"))
    expect(undo).to_be_disabled()
    expect(undo).to_contain_text("the screen is Blue's now")
    page.keyboard.press("z")
    nothing_of_red(page)
    page.reload()
    covered(page)
    show(page, "Blue")
    nothing_of_red(page)
    expect(told(page, UNSEEN)).to_have_count(1)
    page.evaluate('localStorage.setItem("hulldown.settings", JSON.stringify({speed: "instant", text: true}))')
    page.add_init_script('localStorage.setItem("hulldown.settings", JSON.stringify({speed: "instant", text: true}))')
    page.reload()
    show(page, "Blue")
    expect(page.get_by_role("region", name="Text board")).to_be_visible()
    assert not SOMEWHERE.search(page.locator("body").inner_text())
    button(page, "Place for me").click()
    expect(cloth(page)).to_be_hidden()
    expect(told(page, re.compile("all units are shown"))).to_be_visible()
    assert SOMEWHERE.search(page.locator("body").inner_text()), "both stand revealed"


def test_the_side_to_act_sees_what_it_has_put_down(new_page: NewPage, server: Server) -> None:
    page = sit_down_at_one_screen(new_page, server)
    match = re.search(r"match/([\w-]+)", page.url)
    assert match
    table = f"{server.address}/api/matches/{match[1]}"
    seat = page.evaluate("Object.entries(localStorage).map(([, value]) => value).join()")
    token = re.search(r'"token":\s*"([\w-]+)"', seat)
    assert token
    headers = {"Authorization": f"Bearer {token[1]}"}
    placing: Any = page.request.get(f"{table}/placing", headers=headers).json()
    for at, order in enumerate(placing["orders"][:2]):
        body = {"id": f"one {at}", "position": placing["position"] + at, "orders": [order]}
        assert page.request.post(f"{table}/orders", headers=headers, data=body).json()["status"] == "accepted"
        expect(piece(page, "Red")).to_have_count(at + 1)
    page.reload()
    show(page, "Red")
    expect(piece(page, "Red")).to_have_count(2)
    button(page, re.compile("^Undo")).click()
    expect(piece(page, "Red")).to_have_count(1)
