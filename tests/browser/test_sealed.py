"""Sealed dice in two real browsers: one keeps its key, the other leaves it with the host."""

import json
import re
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from hulldown.kernel.checker import DEPOSITED, SEAT, Checker, check
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import (
    against,
    begin_set_up,
    button,
    invite,
    my_turn,
    red_plays_first,
    roll,
    sit_down,
)


def invite_with_key(new_page: NewPage) -> tuple[Page, str]:
    """A match with a friend whose maker keeps the dice key, and the link to send."""
    return invite(new_page, keeps_key=True)


def asked(page: Page, server: Server, rest: str = "") -> httpx.Response:
    """What the server tells this page's seat."""
    match = re.search(r"#/match/([\w-]+)", page.url)
    assert match
    seats = json.loads(page.evaluate("localStorage.getItem('hulldown.seats')"))
    token = next(seat["token"] for seat in seats if seat["match"] == match[1])
    address = f"{server.address}/api/matches/{match[1]}{rest}"
    return httpx.get(address, headers={"Authorization": f"Bearer {token}"}, trust_env=False)


def kept(page: Page) -> dict[str, Any]:
    """What the page has on its shelf."""
    found: dict[str, Any] = page.evaluate(
        """() => JSON.parse(localStorage.getItem(
            Object.keys(localStorage).find((key) => /^hulldown\\.keys\\.[^.]+\\.\\d$/.test(key))))"""
    )
    return found


def checked(page: Page, server: Server) -> Checker:
    return check(asked(page, server, "/record").content.splitlines())


def test_a_game_between_a_kept_key_and_a_deposited_one(new_page: NewPage, server: Server) -> None:
    red, path = invite_with_key(new_page)
    blue = new_page(path)
    sit_down(blue)
    red_plays_first(red, blue)
    button(red, "Place for me").click()
    button(blue, "Place for me").click()
    roll(red)
    assert asked(red, server).json()["dice"]["kept"] == [SEAT, DEPOSITED]
    blue.context.set_offline(True)  # its key is with the host: nobody waits for it
    button(red, "End movement").click()
    button(red, "End turn").click()
    blue.context.set_offline(False)
    roll(blue)
    before = checked(red, server)
    assert before.under[1][SEAT] == before.rolls >= 3
    assert before.under[2][DEPOSITED] >= 1
    button(blue, "End movement").click()
    button(blue, "End turn").click()
    my_turn(red)

    # Red goes away with its key: Red's own dice cannot fall without it, and fall when the page is there again.
    assert len(kept(red)["shown"]) == before.rolls
    address, stored = red.url, red.context.storage_state()
    red.context.close()
    again = new_page(address[address.index("/#") :], stored=stored)
    roll(again)
    assert checked(again, server).rolls == before.rolls + 1
    button(again, "End movement").click()
    button(again, "End turn").click()

    # Blue rolls while Red's page is closed: the dice are called, and wait for Red's browser.
    my_turn(blue)
    stored = again.context.storage_state()
    again.context.close()
    button(blue, re.compile(r"Roll \d dice")).click()
    expect(blue.get_by_text("Blue's dice are called.").first).to_be_attached()
    expect(blue.get_by_text("The dice are called and wait for Red's browser.")).to_be_visible()
    call = asked(blue, server).json()["dice"]["call"]
    assert (call["side"], call["missing"]) == (1, [0])
    back = new_page(address[address.index("/#") :], stored=stored)
    expect(button(blue, "End movement")).to_be_visible()
    expect(blue.get_by_text("The dice are called and wait for Red's browser.")).to_be_hidden()
    rows = asked(back, server, "/record").text
    report = prove(Record.parse(rows), load(json.loads(rows.splitlines()[0])["rulebook"]), [receipt(kept(back))])
    assert (report.status, report.dice) == (0, "sealed")
    assert kept(back)["alarm"] == ""


MARK = re.compile(r"Table mark \w{4}-\w{4} after line \d+")


def dice_panel(page: Page) -> str:
    """What stands behind the shield."""
    return shield(page).inner_text()


def dice_panel_alike(one: Page, other: Page) -> tuple[str, str]:
    """What stands behind both shields, once the same line has come to both."""
    shields = shield(one), shield(other)
    expect(shields[0]).to_contain_text(MARK)
    last = MARK.search(shields[0].inner_text())
    assert last
    expect(shields[1]).to_contain_text(last[0])
    return shields[0].inner_text(), shields[1].inner_text()


def shield(page: Page) -> Locator:
    page.get_by_role("button", name=re.compile("^The dice: ")).click()
    panel = page.get_by_role("region", name="dice")
    expect(panel.get_by_role("listitem").first).to_be_visible()
    return panel


def test_the_shield_tells_what_the_dice_rest_on_and_gives_a_key_back(new_page: NewPage) -> None:
    red, path = invite_with_key(new_page)
    blue = new_page(path)
    sit_down(blue)
    red_plays_first(red, blue)
    told, also = dice_panel_alike(red, blue)
    assert re.search(r"not even the host. Your browser has checked (\d+) of \1 roll", told)
    assert "The host cannot change the dice, but could know them" in also

    blue.get_by_role("button", name="Keep my key here").click()
    expect(red.get_by_text("Blue asks for new dice keys.").first).to_be_visible()
    button(red, "Allow").click()
    kept_too = blue.get_by_role("region", name="dice").get_by_text("Nobody could know these dice before they fell")
    expect(kept_too).to_be_visible()


def test_on_a_phone_the_dice_are_in_the_menu(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps", width=390, height=844)
    begin_set_up(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Dice", exact=True).click()
    expect(page.get_by_role("region", name="dice").get_by_role("listitem").first).to_be_visible()


def test_whoever_takes_a_seat_may_keep_a_key_too(new_page: NewPage, server: Server) -> None:
    red, path = invite_with_key(new_page)
    blue = new_page(path)
    blue.get_by_text("Dice: your key is left with the table").click()
    keep = blue.get_by_role("switch", name=re.compile("Keep my dice key in this browser"))
    expect(keep).not_to_be_checked()
    keep.check()
    sit_down(blue)
    red_plays_first(red, blue)
    assert asked(blue, server).json()["dice"]["kept"] == [SEAT, SEAT]
    assert "not even the host" in dice_panel(blue)
    assert kept(blue)["secret"] != kept(red)["secret"]


def test_spectators_check_every_line_and_are_told_what_it_shows(new_page: NewPage) -> None:
    red, path = invite_with_key(new_page)
    blue = new_page(path)
    sit_down(blue)
    watcher = new_page(path)
    watcher.get_by_role("button", name="Watch").click()
    red_plays_first(red, blue)
    assert re.search(
        r"Red keeps its dice key: without it nobody .* has checked (\d+) of \1 roll", dice_panel_alike(watcher, red)[0]
    )
    seen = watcher.evaluate("Object.keys(localStorage).filter((key) => key.endsWith('.watch')).length")
    assert seen == 1  # it pins the head


def test_at_one_screen_the_shield_says_that_it_is_the_hosts_word(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps")
    against(page, "Two at this screen")
    begin_set_up(page)
    button(page, "Roll off").click()
    told = dice_panel(page)
    assert "The host drew all dice keys: these dice rest on its word." in told
    assert "Table mark" not in told


def test_against_a_bot_nobody_is_asked_to_compare_marks(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps")
    against(page, "A bot", keeps_key=True)
    begin_set_up(page)
    button(page, "Roll off").click()
    expect(button(page, re.compile("plays first|Place for me")).first).to_be_visible()
    told = dice_panel(page)
    assert "not even the host" in told
    assert "Table mark" not in told


def test_a_game_that_is_played_on_from_a_line_alarms_nobody(new_page: NewPage) -> None:
    page = new_page("/#/new/france1944/first-steps")
    begin_set_up(page)
    button(page, "Roll off").click()
    expect(button(page, re.compile("plays first|Place for me")).first).to_be_visible()
    match = re.search(r"#/match/([\w-]+)", page.url)
    assert match
    page.goto(f"{page.url.partition('#')[0]}#/replay/{match[1]}")
    page.get_by_role("tab", name="Moment").click()
    page.get_by_role("button", name=re.compile("^Play on")).click()
    page.wait_for_url("**/#/match/*")
    told = dice_panel(page)
    assert re.search(r"\d+ lines were played elsewhere: their dice are not checked", told)
    expect(page.get_by_role("alert")).to_have_count(0)


def receipt(shelf: dict[str, Any]) -> str:
    return f"{shelf['seen']['lines']}:{shelf['seen']['hash']}"


def test_a_page_that_is_shown_another_game_says_so_and_shows_nothing(new_page: NewPage, server: Server) -> None:
    red, path = invite_with_key(new_page)
    blue = new_page(path)
    sit_down(blue)
    red_plays_first(red, blue)
    address, stored = red.url, red.context.storage_state()
    red.context.close()
    for entry in stored["origins"][0]["localStorage"]:
        if re.fullmatch(r"hulldown\.keys\.[^.]+\.\d", entry["name"]):
            shelf = json.loads(entry["value"])
            entry["value"] = json.dumps(shelf | {"seen": shelf["seen"] | {"hash": "0" * 64}})
    red = new_page(address[address.index("/#") :], stored=stored)
    expect(red.get_by_text("The host shows another game than the one that you have seen").first).to_be_visible()
    assert "Your key stays here" in red.get_by_role("alert").first.inner_text()
