"""A host that cheats, and a real page that keeps its key: each cheat by its number in the list of cheats."""

import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from hulldown.kernel.sealed import Chain
from tests.browser.cheating import FORGED
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import button, dock, invite
from tests.browser.test_sealed import asked, dice_panel, kept
from tests.server.conftest import Json, Player
from tests.server.test_sealed import BLUE, Keeper

ALARMS = {
    "1 a face is changed": r"cannot be \(line 4\): \S+ shows",
    "2 a link is made up": r"the link of the host is not the next of its chain",
    "2 a link is of another set": r"the link of Blue is not the next of its chain",
    "3 a roll is put in": r"cannot be \(line 4\): \S+ shows",
    "5 another order comes": r"this order was not called",
    "5 an undo comes": r"a roll is called, and must come first",
    "5 a deposit comes": r"a roll is called, and must come first",
    "6 dice without a call": r"this order was not called",
    "11 another key stands in Red's place": r"Another dice key than yours stands in your place",
    "11 the host draws in Red's place": r"Another dice key than yours stands in your place",
    "12 a deposit before all anchors stand": r"not all three keys stand in the log",
    "13 new keys without consent": r"new dice keys to which you have not agreed",
    "13 keys that are not spent": r"the keys are not spent: 0 of 4096 were used",
    "13 nobody is gone": r"took over for nobody who kept a key",
    "14 a field is added": r"Dice are called for an order in your name that this browser has not given",
    "14 a field is changed": r"Dice are called for an order in your name that this browser has not given",
}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("cheats")
    os.environ["HULLDOWN_CHEATS"] = str(folder)
    running = Server(folder, module="tests.browser.cheating")
    yield running
    running.stop()
    del os.environ["HULLDOWN_CHEATS"]


@pytest.fixture(autouse=True)
def honest_at_first(host: Server) -> Iterator[None]:
    yield
    (host.folder / "cheat").unlink(missing_ok=True)


def switch(host: Server, cheat: str) -> None:
    (host.folder / "cheat").write_text(cheat, encoding="utf-8")


def invited(new_page: NewPage, host: Server) -> tuple[Page, str]:
    """Red's page, which keeps its key, and the invitation for Blue."""
    page, path = invite(new_page, f"{host.address}/#/new/france1944/first-steps", keeps_key=True)
    assert kept(page)["secret"]
    return page, path.rpartition("/")[2]


def sit_down_as_blue(client: httpx.Client, invitation: str) -> Keeper:
    """Blue is a program that keeps its key."""
    claimed: Json = client.post(
        f"/api/invitations/{invitation}", json={"name": "Bob", "key": Chain(BLUE).anchor}
    ).json()
    assert claimed["side"] == 1
    return Keeper(Player(client, claimed["match"], claimed["token"]), BLUE, 1)


@pytest.fixture
def client(host: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=host.address, trust_env=False, timeout=60) as found:
        yield found


def seated(new_page: NewPage, host: Server, client: httpx.Client) -> tuple[Page, Keeper]:
    page, invitation = invited(new_page, host)
    blue = sit_down_as_blue(client, invitation)
    expect(button(page, "Roll off")).to_be_visible()
    return page, blue


def alarmed(page: Page, told: str) -> None:
    expect(page.get_by_role("alert").get_by_text(re.compile(told))).to_be_visible()


def roll_off(page: Page, blue: Keeper) -> None:
    """Red orders; Blue shows its link whatever Red does."""
    button(page, "Roll off").click()
    expect(dock(page)).to_be_visible()
    while blue.see().call is None:
        page.wait_for_timeout(20)
    assert blue.show()["status"] == "accepted"


@pytest.mark.parametrize("cheat", [*FORGED])
def test_a_page_finds_a_cheat_and_shows_no_link(
    new_page: NewPage, host: Server, client: httpx.Client, cheat: str
) -> None:
    place, _ = FORGED[cheat]
    switch(host, cheat)
    if place <= 2:  # as soon as somebody sits down
        page, invitation = invited(new_page, host)
        sit_down_as_blue(client, invitation)
    else:
        page, blue = seated(new_page, host, client)
        roll_off(page, blue)
    alarmed(page, ALARMS[cheat])
    dice = asked(page, host).json()["dice"]
    shown = dice["number"] == 1
    assert shown == (place == 4)  # with its last line cheated, the roll was called and answered before
    if not shown:
        assert kept(page)["shown"] == {}
        assert dice["kept"][0] == "seat"
        page.reload()
        alarmed(page, ALARMS[cheat])
        assert asked(page, host).json()["dice"]["number"] == 0


def test_6_lines_that_are_declared_as_played_elsewhere(new_page: NewPage, host: Server) -> None:
    switch(host, "6 declared as played elsewhere")
    page, _ = invited(new_page, host)
    alarmed(page, "The host says that 40 lines were played elsewhere")


def test_7_a_link_is_asked_for_without_a_call(new_page: NewPage, host: Server, client: httpx.Client) -> None:
    page, blue = seated(new_page, host, client)
    switch(host, "7 a link without a call")
    blue.player.act("offer-draw")  # the host has something to tell
    expect(page.get_by_text(re.compile("Blue asks for a draw")).first).to_be_visible()
    assert kept(page)["shown"] == {}


def test_8_9_lines_that_were_seen_are_cut_or_changed(new_page: NewPage, host: Server, client: httpx.Client) -> None:
    page, blue = seated(new_page, host, client)
    roll_off(page, blue)
    expect(
        button(page, re.compile("plays first|Blue")).or_(dock(page).get_by_text("Blue is to act")).first
    ).to_be_visible()
    match = blue.player.match
    assert blue.see().rolls == 1
    page.wait_for_function("Object.values(localStorage).some((one) => one.includes('\"lines\":4'))")
    address, stored = page.url, page.context.storage_state()
    page.context.close()
    host.stop()
    with sqlite3.connect(host.folder / "matches.sqlite") as database:
        database.execute("DELETE FROM lines WHERE match = ? AND position > 1", (match,))
        database.execute("DELETE FROM answers WHERE match = ?", (match,))  # by which an honest host would notice
    again = Server(host.folder, port=host.port, module="tests.browser.cheating")
    host.process = again.process
    page = new_page(address, stored=stored)
    alarmed(page, r"The host shows another game than the one that you have seen \(line 4\). Your key stays here")
    # The same roll is called again, for an order that the host likes better.
    blue = Keeper(Player(client, match, blue.player.token), BLUE, 1)
    shown = kept(page)["shown"]
    seats = page.evaluate("localStorage.getItem('hulldown.seats')")
    token = re.search(rf'"match":"{match}","token":"([^"]+)"', seats)
    assert token
    assert Player(client, match, token[1]).give({"type": "Begin"})["call"] == 1
    page.wait_for_timeout(1_000)
    assert (kept(page)["shown"], asked(page, host).json()["dice"]["call"]["missing"]) == (shown, [0, 1])


def test_10_two_tables_have_two_marks(new_page: NewPage, host: Server, client: httpx.Client) -> None:
    page, blue = seated(new_page, host, client)
    switch(host, "14 a field is added")
    blue.player.act("offer-draw")
    told = dice_panel(page)
    assert f"Table mark {mark(blue)} after line 2" in told
    roll_off(page, blue)
    expect(page.get_by_text(re.compile("Table mark .* after line 3"))).to_be_visible()
    assert mark(blue) not in page.get_by_role("region", name="dice").inner_text()


def mark(keeper: Keeper) -> str:
    last = keeper.see().hashes[-1]
    return f"{last[:4]}-{last[4:8]}"


def test_14_an_order_in_a_seats_name(new_page: NewPage, host: Server, client: httpx.Client) -> None:
    page, blue = seated(new_page, host, client)
    seats = page.evaluate("localStorage.getItem('hulldown.seats')")
    token = re.search(rf'"match":"{blue.player.match}","token":"([^"]+)"', seats)
    assert token
    assert Player(client, blue.player.match, token[1]).give({"type": "Begin"})["call"] == 1
    alarmed(page, "Dice are called for an order in your name that this browser has not given")
    assert blue.show()["status"] == "accepted"
    assert asked(page, host).json()["dice"]["call"]["missing"] == [0]


def test_15_dice_are_withheld(new_page: NewPage, host: Server, client: httpx.Client) -> None:
    page, blue = seated(new_page, host, client)
    switch(host, "15 dice are withheld")
    roll_off(page, blue)
    alarmed(
        page, r"The host has had all keys of roll 1 for 1\d s and has not shown the dice. They can no longer change"
    )
    assert asked(page, host).json()["dice"]["call"]["missing"] == []


def test_15_a_seat_withholds_its_link(new_page: NewPage, host: Server, client: httpx.Client) -> None:
    page, blue = seated(new_page, host, client)
    button(page, "Roll off").click()
    expect(page.get_by_text("The dice are called and wait for Blue's browser.")).to_be_visible()
    assert asked(page, host).json()["waiting"]["side"] == 1
    assert blue.show()["status"] == "accepted"
    expect(page.get_by_text("The dice are called and wait for Blue's browser.")).to_be_hidden()


def test_an_honest_host_alarms_nobody(new_page: NewPage, host: Server, client: httpx.Client) -> None:
    page, blue = seated(new_page, host, client)
    roll_off(page, blue)
    expect(button(page, re.compile("plays first")).or_(dock(page).get_by_text("Blue is to act")).first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert Path(host.folder / "matches.secrets.sqlite").is_file()
