"""Two at one screen, and a hidden deployment: what one side hid is not on the screen of the other."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Server
from tests.browser.hand import button, dock, piece, told

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


def nothing_of_red(page: Page) -> None:
    """Neither on the board nor in the log, beside the Undo button or in what the text board tells."""
    expect(dock(page).get_by_text(re.compile("^Blue: put the units down"))).to_be_visible()
    expect(piece(page, "Red")).to_have_count(0)
    assert not SOMEWHERE.search(page.locator("body").inner_text())


def test_what_one_side_hid_is_not_on_the_screen_of_the_other(new_page: NewPage, server: Server) -> None:
    page = sit_down_at_one_screen(new_page, server)
    button(page, "Place for me").click()
    nothing_of_red(page)
    expect(told(page, UNSEEN)).to_have_count(1)  # one line, however many there are
    undo = button(page, re.compile("^Undo"))
    expect(undo).to_be_disabled()
    expect(undo).to_contain_text("the screen is Blue's now; Red hides something")
    page.keyboard.press("z")
    nothing_of_red(page)
    told(page, UNSEEN).first.click()  # looks back at the table after that line
    expect(piece(page, "Red")).to_have_count(0)
    page.keyboard.press("Escape")
    page.reload()
    nothing_of_red(page)
    expect(told(page, UNSEEN)).to_have_count(1)
    page.evaluate('localStorage.setItem("hulldown.settings", JSON.stringify({speed: "instant", text: true}))')
    page.add_init_script('localStorage.setItem("hulldown.settings", JSON.stringify({speed: "instant", text: true}))')
    page.reload()
    expect(page.get_by_role("region", name="Text board")).to_be_visible()
    assert not SOMEWHERE.search(page.locator("body").inner_text())
    button(page, "Place for me").click()
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
    expect(piece(page, "Red")).to_have_count(2)
    button(page, re.compile("^Undo")).click()
    expect(piece(page, "Red")).to_have_count(1)
