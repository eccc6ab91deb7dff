"""What is laid on a Panzerkampf table and done there, each in the browser on a set position: mines, a crate, a bridge …"""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from hulldown.kernel.dice import ScriptedDice, SeededDice
from hulldown.kernel.game import Game
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.orders import (
    AssignEdges,
    Begin,
    Deploy,
    EndMovement,
    EndStart,
    EndTurn,
    Pass,
    Plant,
    TakeTurn,
)
from hulldown.rulebooks.panzerkampf.state import Phase, Unit
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import button, choose, click_on, dock, forecast, mark, piece, sit_down_at, told
from tests.browser.test_panzerkampf import OPEN, Script, pull, spot, table
from tests.rulebooks.panzerkampf.cast import altered, battle, blue, cm, field, lake, move, red


expect.set_options(timeout=9_000)  # SCRATCH
_set = Page.set_default_timeout  # SCRATCH
Page.set_default_timeout = lambda self, t: _set(self, 9_000)  # SCRATCH


def see(page: Page, name: str) -> None:
    page.screenshot(path=f"/tmp/shots/{name}.png")


def lay(page: Page, x: float, y: float) -> None:
    """Puts what is in the hand down at a place in centimetres, once it has been looked at."""
    page.mouse.move(*spot(page, x, y), steps=3)
    expect(forecast(page)).to_contain_text(f"{x:.1f}, {y:.1f}")
    page.wait_for_timeout(300)
    page.mouse.down()
    page.mouse.up()


def test_a_mine_field_is_planted_where_it_may_lie(new_page: NewPage, server: Server) -> None:
    units = (red("minelayer", 30, 45), red("medium-tank", 40, 45), blue("infantry", 60, 12, 180))
    sure = altered("minelayer", 0, accuracy=11, attacks=6)
    script = Script(units, chart=sure, **OPEN).play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Minelayer 1")
    page.mouse.move(*spot(page, 30, 44), steps=3)
    expect(table(page).locator(".thing.barred")).to_be_visible()
    expect(table(page).locator(".bars")).to_contain_text("would lie under")
    see(page, "mine-barred")
    page.mouse.move(*spot(page, 30, 40), steps=3)
    see(page, "mine-free")
    lay(page, 30, 40)
    expect(told(page, re.compile("Minelayer 1 planted"))).to_be_visible()
    expect(mark(page, "Mine field of Red Minelayer 1 at 30")).to_be_visible()
    see(page, "mine-laid")


def test_a_way_over_mines_tells_of_them_and_they_strike(new_page: NewPage, server: Server) -> None:
    units = (red("minelayer", 30, 37), red("infantry", 60, 50), blue("medium-tank", 30, 23, 180))
    script = Script(units, **OPEN).play(EndMovement())
    if script.game.state.phase is Phase.COUNTER:
        script.play(Pass())
    script.play(Plant(0, 0, *cm(30, 31)), (11, 11))
    script.play(EndTurn())
    page = sit_down_at(new_page, server, script.game)
    pull(page, "Blue Medium tank 1", (30, 32))
    expect(forecast(page)).to_contain_text(re.compile("mine field", re.IGNORECASE))
    see(page, "mine-way")
    page.mouse.up()
    expect(told(page, re.compile("Medium tank 1 .*mine field", re.IGNORECASE)).first).to_be_visible()
    see(page, "mine-struck")


def test_a_crate_is_dropped(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 45), blue("infantry", 60, 12, 180))
    page = sit_down_at(new_page, server, Script(units, 11, 11, command=True, limit=2000, **OPEN).game)
    dice = dock(page).get_by_role("group", name="Command dice")
    dice.get_by_role("button", name=re.compile("^Supplies")).first.click()
    page.mouse.move(*spot(page, 20, 40), steps=3)
    expect(table(page).locator("path.thing")).to_be_visible()
    see(page, "crate-aim")
    lay(page, 20, 40)
    expect(told(page, re.compile("[Cc]rate"))).to_be_visible()
    expect(dice.get_by_role("button", name=re.compile("^Supplies"))).to_have_count(1)
    see(page, "crate-dropped")


def test_a_barrage_is_bought_with_counters(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 45), blue("infantry", 60, 12, 180))
    figures = OPEN | {"changed": OPEN["changed"] | {"barrage": {"counters": 2}}}
    script = Script(units, 12, 12, command=True, limit=2000, **figures).play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    die = dock(page).get_by_role("group", name="Command dice").get_by_role("button", name=re.compile("^Barrage"))
    expect(die).to_contain_text("2 of 2")
    die.click()
    page.mouse.move(*spot(page, 60.2, 12.1), steps=3)
    expect(forecast(page)).to_contain_text(re.compile(r"Blue Infantry platoon 1\s*[\d.]+ %"))
    see(page, "barrage-aim")
    lay(page, 60, 12)
    expect(told(page, re.compile("[Bb]arrage"))).to_be_visible()
    expect(die).to_have_count(0)
    see(page, "barrage-done")


def test_a_bridge_layer_becomes_a_bridge(new_page: NewPage, server: Server) -> None:
    units = (red("bridge-layer", 30, 39), red("medium-tank", 30, 50), blue("infantry", 60, 12, 180))
    river = OPEN | {"table": field(lake(0, 32, 80, 4), width=80, height=60)}
    script = Script(units, **river).play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Bridge layer 1")
    deed = button(page, re.compile("^Become a bridge"))
    deed.hover()
    see(page, "bridge-ghost")
    deed.click()
    expect(mark(page, "Laid bridge at 30")).to_be_visible()
    expect(piece(page, "Red Bridge layer 1")).to_have_count(0)
    see(page, "bridge-laid")


def test_a_submarine_dives_and_sails_and_infantry_digs_in(new_page: NewPage, server: Server) -> None:
    units = (red("submarine", 20, 48), red("infantry", 60, 50), blue("infantry", 60, 12, 180))
    sea = OPEN | {"table": field(lake(0, 30, 40, 30), width=80, height=60)}
    page = sit_down_at(new_page, server, Script(units, **sea).game)
    choose(page, "Submarine 1")
    see(page, "submarine")
    button(page, "Dive").click()
    expect(table(page).locator("g.piece.dived")).to_have_count(1)
    pull(page, "Red Submarine 1", (20, 40))
    see(page, "submarine-pulled")
    page.mouse.up()
    expect(told(page, re.compile("Submarine 1 .* 8 cm to 20.0, 40.0"))).to_be_visible()
    choose(page, "Infantry platoon 1")
    button(page, "Dig in").click()
    expect(told(page, re.compile("Infantry platoon 1 .*trench"))).to_be_visible()
    see(page, "dug")
    button(page, re.compile("^End the movement")).click()
    button(page, re.compile("^End the turn")).click()
    for name in ("movement", "turn"):
        button(page, re.compile(f"^End the {name}")).click()
    choose(page, "Submarine 1")
    button(page, "Surface").click()
    expect(table(page).locator("g.piece.dived")).to_have_count(0)


def campaign(units: Sequence[Unit], until: Phase, **more: Any) -> Game[Any, Any, Any]:
    """A campaign that is begun, and set up somehow, until a phase is reached."""
    game: Game[Any, Any, Any] = Game(book, battle(units, **more).setup, SeededDice(7))
    wanted = (Begin, AssignEdges, Deploy, TakeTurn, EndStart, EndMovement, Pass, EndTurn)
    while game.state.phase is not until:
        game.play(next(order for kind in wanted for order in game.orders() if isinstance(order, kind)))
    return game


def test_reinforcements_are_bought_and_put_at_their_edge(new_page: NewPage, server: Server) -> None:
    units = (red("supply-truck", 0, 0), red("medium-tank", 0, 0), red("light-tank", 0, 0), blue("infantry", 0, 0))
    game = campaign(units, Phase.START, campaign="escort", limit=2000)
    page = sit_down_at(new_page, server, game)
    see(page, "escort-start")
    bank = page.get_by_text(re.compile(r"bank: \d+ points"))
    expect(bank).to_contain_text("200 points")
    button(page, re.compile("^Light tank, 180 points")).click()
    table(page).focus()
    page.keyboard.press("ArrowRight")
    see(page, "escort-buy")
    page.keyboard.press("Enter")
    expect(told(page, re.compile("Blue.*Light tank 1"))).to_be_visible()
    expect(bank).to_contain_text("20 points")
    see(page, "escort-bought")


def test_the_large_army_comes_in(new_page: NewPage, server: Server) -> None:
    units = (red("infantry", 0, 0), blue("infantry", 0, 0), blue("medium-tank", 0, 0))
    more: dict[str, Any] = {"relief": {"medium-tank": 2, "light-tank": 1}, "changed": {"encircled": {"relief": 1}}}
    game = campaign(units, Phase.START, table=field(height=120), campaign="encircled", **more)
    page = sit_down_at(new_page, server, game)
    see(page, "relief")
    button(page, "Come in at the west edge").click()
    dock(page).get_by_role("button", name=re.compile("^Medium tank")).click()
    see(page, "relief-hand")
    table(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(told(page, re.compile("Medium tank 1 .*"))).to_be_visible()
    see(page, "relief-come")
    button(page, re.compile("^Place for me")).click()
    expect(dock(page)).to_contain_text("move your units")
