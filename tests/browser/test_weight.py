"""How much a page is: what the browser is sent for it, as it is sent."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Server

MOST_BYTES = 200_000
SENT = """() => performance.getEntries()
    .filter(one => ["navigation", "resource"].includes(one.entryType) && !/\\.(webp|png)$/.test(one.name))
    .map(one => [one.name, one.encodedBodySize, one.decodedBodySize])"""


def sent(page: Page) -> int:
    """Code, styles and data of the first load; a page of a cold browser, which keeps nothing yet."""
    page.wait_for_load_state("networkidle")
    files = page.evaluate(SENT)
    assert len(files) > 3, files
    code = [(size, whole) for name, size, whole in files if name.endswith((".js", ".css"))]
    assert all(size < whole for size, whole in code if whole > 400), "something is not packed"
    return sum(size for _, size, _ in files)


@pytest.mark.parametrize(
    ("path", "text"), [("/", "Hulldown"), ("/#/new", "Red"), ("/#/replay", "Watch"), ("/#/rules/core", "CORE-01")]
)
def test_a_page_is_light(new_page: NewPage, path: str, text: str) -> None:
    page = new_page(path, plain=False)
    expect(page.get_by_text(text).first).to_be_visible()
    assert sent(page) <= MOST_BYTES


@pytest.mark.parametrize(
    ("book", "scenario"), [("france1944", "crossroads"), ("squadron", "company"), ("panzerkampf", "convoy")]
)
def test_a_battle_a_replay_and_an_invitation_of_each_table_are_light(
    new_page: NewPage, server: Server, book: str, scenario: str
) -> None:
    wish = {"rulebook": book, "scenario": scenario, "opponent": "friend", "side": 0, "keys": []}
    created = httpx.post(f"{server.address}/api/matches", json=wish, trust_env=False).json()
    invitation = new_page(f"/#/invitation/{created['invitation']}", plain=False)
    expect(invitation.locator("canvas[data-drawn]")).to_be_visible()
    assert sent(invitation) <= MOST_BYTES
    battle = new_page(f"/#/seat/{created['match']}/{created['token']}", plain=False)
    expect(battle.get_by_role("region", name="Dock")).to_be_visible()
    assert sent(battle) <= MOST_BYTES
