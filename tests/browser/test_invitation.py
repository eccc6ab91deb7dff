"""An invitation between two people: what the guest sees, what the host hears, and that no seat is lost."""

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage, Server
from tests.browser.hand import dock, sit_down
from tests.browser.test_pages import faults

Json = dict[str, Any]
SIT = re.compile("^Sit down as Blue")
SIZES = [(320, 568), (390, 844), (1024, 600), (1440, 900)]


def make(server: Server, book: str = "france1944", scenario: str = "crossroads", **wish: Any) -> Json:
    """A match that waits for Blue; Heron made it."""
    body = {"rulebook": book, "scenario": scenario, "opponent": "friend", "side": 0, "name": "Heron", **wish}
    answer = httpx.post(f"{server.address}/api/matches", json=body, trust_env=False)
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def act(server: Server, created: Json, act: str) -> None:
    headers = {"Authorization": f"Bearer {created['token']}"}
    body = {"id": act, "position": 0, "act": act}
    httpx.post(f"{server.address}/api/matches/{created['match']}/acts", json=body, headers=headers, trust_env=False)


def host_of(new_page: NewPage, created: Json, path: str = "match", **more: Any) -> Page:
    """The browser that made the match: it has the seat and the link."""
    seat = {"side": 0, "title": "", "when": 1} | {
        key: created[key] for key in ("match", "token", "watch", "invitation")
    }
    stored: Any = {"cookies": [], "origins": []}
    page = new_page("/#/rules", stored=stored, **more)
    page.evaluate("seat => localStorage.setItem('hulldown.seats', JSON.stringify([seat]))", seat)
    page.goto(page.url.split("#")[0] + f"#/{path}/{created['match' if path == 'match' else 'invitation']}")
    page.reload()
    return page


def guest(new_page: NewPage, created: Json, **more: Any) -> Page:
    return new_page(f"/#/invitation/{created['invitation']}", **more)


def refused(beside: Page, created: Json) -> Page:
    """A guest whom the table says no to, of which browsers complain; the page is closed with the browser."""
    assert beside.context.browser
    page = beside.context.browser.new_context().new_page()
    page.goto(f"{beside.url.split('#')[0]}#/invitation/{created['invitation']}")
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("book", "scenario"), [("dynamic", "basic-central"), ("panzerkampf", "convoy")])
def test_the_button_is_on_screen_at_every_size(
    new_page: NewPage, server: Server, book: str, scenario: str, scheme: str
) -> None:
    page = guest(new_page, make(server, book, scenario, keys=[]), scheme=scheme)
    sit = page.get_by_role("button", name=SIT)
    expect(page.locator("canvas[data-drawn]")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = sit.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height, (width, height)
        assert box["height"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width in (390, 1440):
            assert faults(page) == []


def test_a_guest_sees_both_armies_and_who_invites(new_page: NewPage, server: Server) -> None:
    created = make(server, options={"hidden": "on"})
    page = guest(new_page, created)
    expect(page.get_by_text("Heron is not at the table now.")).to_be_visible()
    armies = page.get_by_role("list", name="Armies").get_by_role("listitem")
    expect(armies.nth(0)).to_contain_text(re.compile("2 Heavy.*20 points", re.DOTALL))
    expect(armies.nth(1)).to_contain_text("you, 20 points")
    expect(page.get_by_text("Heron deploys here")).to_be_visible()
    expect(page.get_by_text("you deploy here")).to_be_visible()
    expect(page.get_by_text("changed").first).to_be_visible()
    expect(page.get_by_role("link", name="FR-H10").first).to_have_attribute("href", "#/rules/france1944/FR-H10")
    sit_down(page)  # without a name
    headers = {"Authorization": f"Bearer {created['token']}"}
    seen = httpx.get(f"{server.address}/api/matches/{created['match']}", headers=headers, trust_env=False).json()
    assert seen["names"] == ["Heron", "Blue"]


def test_a_seat_whose_answer_got_lost_is_there_after_a_reload(new_page: NewPage, server: Server) -> None:
    page = guest(new_page, make(server, keys=[]))
    sent: list[Json] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.post_data_json or {})
        route.fetch()  # the table has it, and the answer never comes
        return route.abort("internetdisconnected")

    page.route("**/api/invitations/*", lose)
    page.get_by_label("Your name at this table").fill("Kestrel")
    page.get_by_role("button", name=SIT).click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is lost")
    kept = page.evaluate("Object.values(JSON.parse(localStorage.getItem('hulldown.claims')))[0]")
    assert kept["id"] == sent[0]["id"]
    page.unroute("**/api/invitations/*")
    page.reload()
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()
    assert page.evaluate("localStorage.getItem('hulldown.claims')") == "{}"
    assert json.loads(page.evaluate("localStorage.getItem('hulldown.seats')"))[0]["side"] == 1


def test_a_host_sends_the_link_takes_it_back_and_hears_who_sits_down(new_page: NewPage, server: Server) -> None:
    created = make(server)
    host = host_of(new_page, created)
    panel = host.get_by_role("region", name="Invitation")
    expect(panel.get_by_text("Nobody has opened it yet.")).to_be_visible()
    code = panel.get_by_role("button", name="Code to scan: larger")
    before = code.bounding_box()
    expect(code.locator("path")).to_have_attribute("d", re.compile("M"))  # it comes by itself, and nothing moves for it
    assert code.bounding_box() == before
    assert faults(host) == []
    early = refused(host, created)
    expect(early.get_by_text("Heron is at the table.")).to_be_visible()
    expect(panel.get_by_text("Opened just now.")).to_be_visible()

    panel.get_by_role("button", name="Take back").click()
    expect(panel.get_by_text("taken back")).to_be_visible()
    early.get_by_role("button", name=SIT).click()
    expect(early.get_by_role("alert")).to_have_text("Heron has taken this invitation back; ask for a new link.")
    panel.get_by_role("button", name="Make a new link").click()
    link = panel.get_by_label("Invitation link")
    expect(link).not_to_have_value(re.compile(created["invitation"]))

    host.evaluate("Object.defineProperty(document, 'hidden', {get: () => window.away !== false, configurable: true})")
    late = new_page(link.input_value()[link.input_value().index("/#") :])
    late.get_by_label("Your name at this table").fill("Kestrel")
    sit_down(late)
    expect(dock(host).get_by_text("Kestrel has sat down as Blue.")).to_be_visible()
    expect(panel).to_have_count(0)
    expect(host).to_have_title(re.compile(r"^● Kestrel has sat down as Blue\."))
    icon = host.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile("ffd34d"))
    host.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(host).not_to_have_title(re.compile("sat down"))
    expect(icon).not_to_have_attribute("href", re.compile("ffd34d"))


def test_what_an_invitation_says_to_whom(new_page: NewPage, server: Server) -> None:
    created = make(server)
    own = host_of(new_page, created, "invitation")
    expect(own.get_by_text("This is your own invitation. Send it.")).to_be_visible()
    expect(own.get_by_label("Invitation link")).to_have_value(re.compile(created["invitation"]))
    code = own.get_by_role("button", name="Code to scan: larger")
    code.click()
    large = own.get_by_role("button", name="Code to scan: smaller").bounding_box()
    assert large
    assert large["width"] > 400
    own.keyboard.press("Escape")
    expect(code).to_be_visible()
    blue = guest(new_page, created)
    address = blue.url
    sit_down(blue)
    blue.goto(address)
    expect(blue.get_by_role("link", name="To the table")).to_be_visible()
    third = guest(new_page, created)
    expect(third.get_by_text("Both seats are taken.")).to_be_visible()
    third.get_by_role("button", name="Watch").click()
    expect(dock(third).get_by_text("You are watching.")).to_be_visible()
    over = make(server)
    act(server, over, "resign")
    late = guest(new_page, over)
    expect(late.get_by_text("This battle is over: Blue won.")).to_be_visible()
    expect(late.get_by_role("button", name="Watch it")).to_be_visible()
    gone = refused(own, {"invitation": "nowhere"})
    expect(gone.get_by_role("alert")).to_contain_text("no such invitation")


def test_a_seat_goes_to_another_device_by_its_own_link(new_page: NewPage, server: Server) -> None:
    host = host_of(new_page, make(server))
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Your seat on another device").click()
    expect(host.get_by_text("Whoever has it plays for you")).to_be_visible()
    assert faults(host) == []
    link = host.get_by_label("Your private seat").input_value()
    other = new_page(link[link.index("/#") :], width=390, height=844)
    expect(dock(other).get_by_role("button", name=re.compile("^Roll off"))).to_be_visible()
    assert "/seat/" not in other.url
    expect(other.get_by_role("button", name="Make a new link")).to_be_attached()  # it has the seat, not the link
