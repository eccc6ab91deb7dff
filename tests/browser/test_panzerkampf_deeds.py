"""What is laid on a Panzerkampf table and done there, each on a set position: mines, a crate, a bridge, a relief …"""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from hulldown.kernel.dice import SeededDice
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
    Shell,
    TakeTurn,
)
from hulldown.rulebooks.panzerkampf.state import Phase, Unit
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import (
    TWO_FRAMES,
    box_of,
    button,
    cell_size,
    choose,
    deed,
    dock,
    fire,
    forecast,
    mark,
    piece,
    point_at,
    sit_down_at,
    told,
)
from tests.browser.test_panzerkampf import OPEN, Script, pull, spot, table
from tests.rulebooks.panzerkampf.cast import altered, armed, battle, blue, cm, field, lake, move, red


def lay(page: Page, x: float, y: float) -> None:
    """Puts what is in the hand down at a place in centimetres, once it has been looked at."""
    page.mouse.move(*spot(page, x, y), steps=3)
    near = [f"({at - 0.1:.1f}|{at:.1f}|{at + 0.1:.1f})" for at in (x, y)]  # a pixel is about a millimetre
    expect(forecast(page)).to_contain_text(re.compile(", ".join(near)))
    page.wait_for_timeout(300)  # a shot must have been looked at: a faster hand only aims
    page.mouse.down()
    page.mouse.up()


def test_a_mine_field_is_planted_where_it_may_lie(new_page: NewPage, server: Server) -> None:
    units = (red("minelayer", 30, 45), red("medium-tank", 40, 45), blue("infantry", 60, 12, 180))
    sure = altered("minelayer", 0, accuracy=2, attacks=6)
    script = Script(units, chart=sure, **OPEN).play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Minelayer 1")
    page.mouse.move(*spot(page, 30, 44), steps=3)
    expect(table(page).locator(".thing.barred")).to_be_visible()
    expect(forecast(page)).to_contain_text("would lie under")
    lay(page, 30, 40)
    expect(told(page, re.compile("Minelayer 1 planted"))).to_be_visible()
    expect(mark(page, "Mine field of Red Minelayer 1")).to_be_visible()


def test_a_way_over_mines_tells_of_them_and_they_strike(new_page: NewPage, server: Server) -> None:
    spare = blue("infantry", 74, 6, 180)  # whatever the mines do, the battle goes on
    units = (red("minelayer", 30, 37), red("infantry", 60, 50), blue("medium-tank", 30, 23, 180), spare)
    script = Script(units, **OPEN).play(EndMovement())
    if script.game.state.phase is Phase.COUNTER:
        script.play(Pass())
    script.play(Plant(0, 0, *cm(30, 31)), (11, 11))
    script.play(EndTurn())
    page = sit_down_at(new_page, server, script.game)
    pull(page, "Blue Medium tank 1", (30, 32))
    expect(forecast(page)).to_contain_text(re.compile("mine field", re.IGNORECASE))
    page.mouse.up()
    expect(told(page, re.compile("Medium tank 1 .*mine field", re.IGNORECASE)).first).to_be_visible()


def test_a_crate_is_dropped(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 45), blue("infantry", 60, 12, 180))
    page = sit_down_at(new_page, server, Script(units, 11, 11, command=True, limit=2000, **OPEN).game)
    dice = dock(page).get_by_role("group", name="Command dice")
    dice.get_by_role("button", name=re.compile("^Supplies")).first.click()
    lay(page, 20, 40)
    expect(told(page, re.compile("dropped a crate"))).to_be_visible()
    expect(dice.get_by_role("button", name=re.compile("^Supplies"))).to_have_count(1)


def test_a_barrage_is_bought_with_counters(new_page: NewPage, server: Server) -> None:
    # Whatever falls, the battle goes on: Blue has another platoon.
    units = (red("medium-tank", 30, 45), blue("infantry", 60, 12, 180), blue("infantry", 8, 6, 180))
    figures = OPEN | {"changed": OPEN["changed"] | {"barrage": {"counters": 2}}}
    script = Script(units, 12, 12, command=True, limit=2000, **figures).play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    die = dock(page).get_by_role("group", name="Command dice").get_by_role("button", name=re.compile("^Barrage"))
    expect(die).to_contain_text("2 of 2")
    die.click()
    page.mouse.move(*spot(page, 60.2, 12.1), steps=3)
    expect(forecast(page)).to_contain_text(re.compile(r"hits Blue Infantry platoon 1"))
    lay(page, 60, 12)
    expect(told(page, re.compile("barrage aimed at 60.0, 12.0"))).to_be_visible()
    expect(die).to_have_count(0)


def test_a_bridge_layer_becomes_a_bridge(new_page: NewPage, server: Server) -> None:
    units = (red("bridge-layer", 30, 39), red("medium-tank", 30, 50), blue("infantry", 60, 12, 180))
    river = OPEN | {"table": field(lake(0, 32, 80, 4), width=80, height=60)}
    script = Script(units, **river).play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Bridge layer 1")
    become = deed(page, re.compile("^Become a bridge"))
    become.hover()
    become.click()
    expect(mark(page, "Laid bridge at 30")).to_be_visible()
    expect(piece(page, "Red Bridge layer 1")).to_have_count(0)


def test_a_submarine_dives_and_sails_and_infantry_digs_in(new_page: NewPage, server: Server) -> None:
    units = (red("submarine", 20, 48), red("infantry", 60, 50), blue("infantry", 60, 12, 180))
    sea = OPEN | {"table": field(lake(0, 0, 40, 60), width=80, height=60)}
    page = sit_down_at(new_page, server, Script(units, **sea).game)
    choose(page, "Submarine 1")
    deed(page, "Dive").click()
    expect(table(page).locator("g.piece.dived")).to_have_count(1)
    pull(page, "Red Submarine 1", (20, 40))
    page.mouse.up()
    expect(told(page, re.compile(r"Submarine 1 .* (7\.9\d?|8|8\.\d+) cm to "))).to_be_visible()
    choose(page, "Infantry platoon 1")
    deed(page, "Dig in").click()
    expect(told(page, re.compile("Infantry platoon 1 .*trench"))).to_be_visible()
    button(page, re.compile("^End the movement")).click()
    button(page, re.compile("^End the turn")).click()
    for name in ("movement", "turn"):
        button(page, re.compile(f"^End the {name}")).click()
    choose(page, "Submarine 1")
    deed(page, "Surface").click()
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
    bank = page.get_by_text(re.compile(r"bank: \d+ points"))
    expect(bank).to_contain_text("200 points")
    button(page, re.compile("^Light tank, 180 points")).click()
    table(page).focus()
    page.keyboard.press("ArrowRight")
    expect(button(page, re.compile(r"^Place .*118\.\d, "))).to_be_enabled()  # drawn to the edge that it must touch
    page.keyboard.press("Enter")
    expect(told(page, re.compile("bought .*Light tank"))).to_be_visible()
    expect(bank).to_contain_text("20 points")


def test_the_large_army_comes_in(new_page: NewPage, server: Server) -> None:
    units = (red("infantry", 0, 0), blue("infantry", 0, 0), blue("medium-tank", 0, 0))
    more: dict[str, Any] = {"relief": {"medium-tank": 2, "light-tank": 1}, "changed": {"encircled": {"relief": 1}}}
    game = campaign(units, Phase.START, table=field(height=120), campaign="encircled", **more)
    page = sit_down_at(new_page, server, game)
    west, more_of_them = (
        button(page, re.compile("^Come in at the .*west.* edge$")),
        button(page, re.compile(r"^\+\d+ more")),
    )
    expect(west.or_(more_of_them).first).to_be_visible()
    if not west.count():
        more_of_them.click()
    west.click()
    dock(page).get_by_role("button", name=re.compile("^Medium tank")).click()
    table(page).focus()
    page.keyboard.press("ArrowUp")
    expect(button(page, re.compile(r"^Place .*5\.0, "))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(told(page, re.compile("Medium tank 1 deployed at 5.0, "))).to_be_visible()
    button(page, re.compile("^Place for me")).click()
    expect(dock(page)).to_contain_text("move your units")


def test_a_plane_comes_back_where_it_is_wanted_and_flies_on(new_page: NewPage, server: Server) -> None:
    units = (red("fighter", 40, 50), red("medium-tank", 60, 50), blue("infantry", 60, 12, 180))
    script = Script(units, limit=3000, **OPEN)
    script.play(move(0, (0, 60))).play(EndMovement())
    script.play(EndTurn()).play(EndMovement()).play(EndTurn())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Fighter 1")
    ghost = table(page).locator("g.piece.ghost")
    expect(ghost).to_have_count(1)
    page.mouse.move(*spot(page, 20, 6), steps=4)  # beside the edge: it keeps to it
    page.mouse.move(*spot(page, 20, 2), steps=2)
    page.mouse.down()  # and not held still, which would set corners
    page.mouse.move(*spot(page, 20, 40), steps=3)
    page.mouse.up()
    expect(told(page, re.compile(r"Fighter 1 .*(19\.9|20\.[01]), (39\.9|40\.[01])"))).to_be_visible()
    page.keyboard.press("z")
    choose(page, "Fighter 1")
    table(page).focus()
    for key in ("ArrowRight", "ArrowRight", "q", "Enter", *["ArrowDown"] * 3):
        page.keyboard.press(key)
    page.keyboard.press("=")
    words = page.get_by_role("textbox", name="Path")
    words.fill("go 36, left 20")
    words.press("Enter")
    expect(told(page, re.compile(r"Fighter 1 .*heading .*155°"))).to_be_visible()


def test_a_game_against_greedy_is_played_to_its_end(new_page: NewPage, server: Server) -> None:
    page = new_page()
    wish = {"rulebook": "panzerkampf", "scenario": "first-shots", "options": {"rounds": "2"}, "side": 0}
    seat = page.request.post(f"{server.address}/api/matches", data=wish).json()
    page.goto(f"{server.address}/#/seat/{seat['match']}/{seat['token']}")
    over = page.get_by_role("region", name="Result")
    asked = dock(page).locator(  # not what is only chosen, as a weapon is
        ".buttons button:enabled:not(.undo):not(.dashed), :is(.ways, .todo) button.pill:not(.more):not([aria-pressed])"
    )
    for _ in range(80):
        expect(asked.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        asked.evaluate_all("([first]) => first?.click()")  # at once: it may be gone in a moment
        page.evaluate(TWO_FRAMES)
    expect(over).to_contain_text(re.compile("(Red|Blue) wins|draw", re.IGNORECASE))


def test_a_line_of_the_log_is_looked_back_at_with_its_way_and_its_falls(new_page: NewPage, server: Server) -> None:
    units = (red("howitzer", 30, 50), red("medium-tank", 40, 45), blue("medium-tank", 30, 15, 180))
    script = Script(units, **OPEN).play(move(1, (30, 10))).play(EndMovement())
    if script.game.state.phase is Phase.COUNTER:
        script.play(Pass())
    script.game.dice = SeededDice(7)
    script.game.play(Shell(0, 0, *cm(30, 15)))
    page = sit_down_at(new_page, server, script.game)
    past = table(page).locator("g.pencil")
    told(page, re.compile("Medium tank 1 drove 10 cm")).click()
    expect(past.locator(".act.way")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(past).to_have_count(0)
    told(page, re.compile("howitzer 1 aimed at")).click()
    expect(past.locator(".act.shot path.sign").first).to_be_visible()


def test_what_closes_a_line_of_sight_is_outlined(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 40, 40), blue("infantry", 40, 15, 180), blue("medium-tank", 60, 20, 180))
    script = Script(units, **OPEN).play(EndMovement())
    if script.game.state.phase is Phase.COUNTER:
        script.play(Pass())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium tank 1")
    point_at(page, piece(page, "Blue Infantry platoon 1").locator(".plate"))
    expect(table(page).locator("path.blocker")).to_be_visible()


def test_a_counter_attack_has_a_chip_for_each_weapon(new_page: NewPage, server: Server) -> None:
    guns = armed("at-gun", {"name": "Gun", "counter_attack": True}, {"name": "MG", "range": 30, "counter_attack": True})
    units = (red("medium-tank", 30, 40), red("infantry", 74, 56), blue("at-gun", 30, 20, 180))
    page = sit_down_at(new_page, server, Script(units, chart=guns, **OPEN).play(EndMovement()).game)
    window = dock(page).get_by_role("group", name="You may react")
    expect(window.get_by_role("button", name=re.compile("AT-gun team 1"))).to_have_count(2)
    chip = window.get_by_role("button", name=re.compile("with its MG; used now, it is silent in your next shooting"))
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(forecast(page)).to_contain_text("Red Medium tank 1")
    fire(page)
    expect(told(page, re.compile("AT-gun team 1.* MG"))).to_be_visible()


def test_on_a_phone_an_overview_shows_the_whole_table(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 45), red("medium-tank", 33, 45), blue("infantry", 30, 12, 180))
    page = sit_down_at(new_page, server, Script(units, **OPEN).game, width=390, height=844)
    choose(page, "Medium tank 1")
    overview = page.get_by_role("button", name=re.compile("^Overview"))
    expect(overview).to_be_visible()
    before = box_of(piece(page, "Red Medium tank 1").locator(".plate"))
    overview.click(position={"x": 10, "y": 10})
    expect(overview).to_be_visible()
    assert box_of(piece(page, "Red Medium tank 1").locator(".plate")) != before
    near = cell_size(page)
    assert near >= 28
    overview.press("Enter")
    assert cell_size(page) < near
