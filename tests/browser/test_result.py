"""The end of a battle from everybody's eyes; moments of it, sent to others and played on with a friend."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ROOT, NewPage, Server
from tests.browser.hand import button, dock, sit_down
from tests.browser.test_pages import faults

Json = dict[str, Any]
RECORDS = ROOT / "tests" / "rulebooks"


def record(book: str, name: str) -> str:
    return (RECORDS / book / "records" / f"{name}.jsonl").read_text(encoding="utf-8")


def post(page: Page, server: Server, path: str, token: str = "", **body: Any) -> Json:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    sent = page.request.post(f"{server.address}/api/{path}", data=body or None, headers=headers)
    assert sent.ok, sent.text()
    found: Json = sent.json()
    return found


def uploaded(page: Page, server: Server, book: str, name: str) -> Json:
    headers = {"Content-Type": "application/jsonl"}
    sent = page.request.post(f"{server.address}/api/records", data=record(book, name).encode(), headers=headers)
    assert sent.ok, sent.text()
    found: Json = sent.json()
    return found


def friends(page: Page, server: Server) -> tuple[Json, Json]:
    """Red and Blue of a battle that Blue has just resigned."""
    wish: Json = {"rulebook": "france1944", "scenario": "first-steps", "opponent": "friend", "side": 0, "name": "Heron"}
    red = post(page, server, "matches", **wish)
    blue = post(page, server, f"invitations/{red['invitation']}", name="Marten")
    post(page, server, f"matches/{red['match']}/acts", blue["token"], id="a", position=0, act="resign")
    return red, blue


def result(page: Page) -> Locator:
    return page.get_by_role("region", name="Result")


def test_winner_and_loser_read_the_end_from_their_own_side_and_play_again(new_page: NewPage, server: Server) -> None:
    red_page, blue_page = new_page(), new_page(width=390, height=844)
    red, blue = friends(red_page, server)
    red_page.goto(f"{server.address}/#/seat/{red['match']}/{red['token']}")
    blue_page.goto(f"{server.address}/#/seat/{blue['match']}/{blue['token']}")
    for page, told, other in ((red_page, "You win", "Marten"), (blue_page, "You lost", "Heron")):
        expect(result(page).get_by_role("heading", name=told)).to_be_visible()
        expect(result(page)).to_contain_text("Blue resigned: Red wins.")
        row = result(page).get_by_role("row", name=re.compile(f"^{other} lost 0 of"))
        expect(row).to_contain_text("6 of 6")
        expect(result(page)).to_contain_text("0 orders · 1 minute")
        expect(result(page)).to_contain_text("No shot was fired.")
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    result(red_page).get_by_role("button", name="Rematch").click()
    red_page.wait_for_url(lambda url: not url.endswith(red["match"]))
    expect(dock(red_page)).to_be_visible()
    expect(result(blue_page).get_by_role("status").first).to_have_text("A rematch is set up, with sides swapped.")
    result(blue_page).get_by_role("link", name="To the rematch").click()
    expect(dock(blue_page)).to_be_visible()
    assert blue_page.url.split("/")[-1] == red_page.url.split("/")[-1]


def test_at_one_screen_the_side_wins_and_its_ticks_lead_through_the_battle(new_page: NewPage, server: Server) -> None:
    page = new_page()
    watched = uploaded(page, server, "france1944", "first-steps")
    head = len(record("france1944", "first-steps").splitlines()) - 2
    forked = post(
        page, server, f"matches/{watched['match']}/fork", watched["watch"], position=head - 1, opponent="hotseat"
    )
    post(page, server, f"matches/{forked['match']}/acts", forked["token"], id="a", position=head - 1, act="resign")
    page.goto(f"{server.address}/#/seat/{forked['match']}/{forked['token']}")
    expect(result(page).get_by_role("heading", name=re.compile("^(Red|Blue) wins$"))).to_be_visible()
    expect(result(page)).to_contain_text(re.compile(r"dice for Red|same shots for Red"))
    timeline = page.get_by_role("slider", name="Line of the log")
    expect(timeline).to_have_attribute("aria-valuenow", str(head))
    wide = timeline.bounding_box()
    assert wide is not None
    timeline.click(position={"x": wide["width"] * 9.5 / head, "y": wide["height"] / 2})
    expect(timeline).to_have_attribute("aria-valuenow", "10")
    expect(dock(page)).to_contain_text(f"Line 10 of {head}")
    page.keyboard.press("PageDown")
    expect(timeline).to_have_attribute("aria-valuetext", re.compile("destroyed|Destroyed"))
    page.keyboard.press("End")
    expect(dock(page)).to_contain_text("The last position.")


def test_who_watches_is_told_what_decided_it_and_can_only_watch_again(new_page: NewPage, server: Server) -> None:
    page = new_page()
    watched = uploaded(page, server, "core", "duel")
    page.goto(f"{server.address}/#/watch/{watched['match']}/{watched['watch']}")
    expect(result(page).get_by_role("heading", name="Red wins")).to_be_visible()
    expect(result(page).get_by_role("img", name="Red Heavy Tank 1")).to_be_visible()
    expect(result(page)).to_contain_text("48 of 60")
    expect(result(page)).to_contain_text("11 rounds · 300 orders")
    expect(result(page).get_by_role("button", name="Rematch")).to_have_count(0)
    result(page).get_by_role("button", name="CORE-12").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("CORE-12")
    page.get_by_role("tab", name="Result").click()
    result(page).get_by_role("link", name="Watch again").click()
    expect(page.get_by_role("region", name="Timeline")).to_be_visible()


@pytest.fixture
def running(new_page: NewPage, server: Server) -> tuple[Page, Json, int]:
    """The page of a battle at one screen that goes on: Red is to roll."""
    page = new_page()
    watched = uploaded(page, server, "france1944", "first-steps")
    forked = post(page, server, f"matches/{watched['match']}/fork", watched["watch"], position=39, opponent="hotseat")
    page.goto(f"{server.address}/#/seat/{forked['match']}/{forked['token']}")
    expect(dock(page)).to_be_visible()
    return page, forked, 39


def test_a_moment_is_opened_in_another_browser_which_goes_on_to_the_present(
    new_page: NewPage, running: tuple[Page, Json, int]
) -> None:
    page, match, _ = running
    page.goto(page.url.replace("#/match/", "#/replay/") + "/12")
    timeline = page.get_by_role("slider", name="Line of the log")
    expect(timeline).to_have_attribute("aria-valuenow", "12")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/13")
    page.get_by_role("button", name="This moment").click()
    page.get_by_role("button", name="Share this moment").click()
    link = page.get_by_label("Link to this moment").input_value()
    assert match["token"] not in link
    other = new_page(link)
    other.wait_for_url(f"**/#/replay/{match['match']}/13")
    expect(other.get_by_role("slider", name="Line of the log")).to_have_attribute("aria-valuenow", "13")
    kept = json.loads(other.evaluate("localStorage.getItem('hulldown.seats')"))
    assert [(seat["watching"], seat["token"] in link) for seat in kept] == [(True, True)]
    assert faults(other) == []
    other.get_by_role("link", name="To the present").click()
    expect(dock(other)).to_contain_text("You are watching.")
    # Who plays and opens the link keeps the seat.
    page.goto(link)
    page.wait_for_url("**/13")
    assert match["token"] in page.evaluate("localStorage.getItem('hulldown.seats')")


def test_a_moment_is_played_on_with_a_friend(new_page: NewPage, running: tuple[Page, Json, int]) -> None:
    page, match, head = running
    page.goto(page.url.replace("#/match/", "#/replay/") + f"/{head}")
    page.get_by_role("button", name="This moment").click()
    page.get_by_text("A friend, by link").click()
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Invitation link").input_value()
    assert match["match"] not in page.url
    friend = new_page(link)
    sit_down(friend)
    expect(page.get_by_label("Invitation link")).to_be_hidden()
    # The dice of a side that is to roll fall by the keys of both.
    button(page, "Roll 2 dice").click()
    for one in (page, friend):
        expect(one.locator(".log-part")).to_contain_text(re.compile(r"Red rolled .* for 3 tanks"))
        expect(one.get_by_role("alert")).to_have_count(0)
    expect(button(page, "End movement")).to_be_visible()
