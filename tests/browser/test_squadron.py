"""What Panzer Squadron adds to the battle page, each on a set position: tiles, an interrupted move, a turret shot.

A position is a record, played by a script up to there and forked as a game for two at one screen; see `test_dynamic`.
"""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.game import Game
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.orders import Begin, Order, RollInitiative
from hulldown.rulebooks.squadron.setup import Army, Hand, Mat, Setup
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import (
    against,
    asked,
    begin_set_up,
    button,
    choose,
    click_on,
    dock,
    fire,
    forecast,
    mark,
    piece,
    reach,
    sit_down_at,
    told,
)
from tests.browser.test_pages import faults
from tests.rulebooks.squadron.cast import BY_ID, CARDS, Table, figures

OPEN = ("........",) * 7


class Script:
    """A game that is played by a script up to a position: tanks as `{"panzer-iv-h": "D1↓"}`, Red first."""

    def __init__(self, red: dict[str, str], blue: dict[str, str], rows: tuple[str, ...] = OPEN, **more: Any) -> None:
        one, other = (
            Army({card: len(poses.split()) for card, poses in force.items()}, 20_000) for force in (red, blue)
        )
        setup = Setup("drawn", Mat("A drawn mat", rows), CARDS, figures(), one, other, **more)
        self.game = Game(book, setup, ScriptedDice())
        self.play(Begin(), (1, 2))
        self.waiting = [
            [(card, pose) for card, poses in force.items() for pose in poses.split()] for force in (red, blue)
        ]

    @property
    def table(self) -> Table:
        return Table(self.game.state)

    def play(self, order: Order, *rolls: tuple[int, ...]) -> None:
        self.game.dice = ScriptedDice(rolls)
        self.game.play(order)

    def deploy(self) -> "Script":
        """Deploys in turns, and lets Red have the initiative."""
        red, blue = self.waiting
        while red or blue:
            card, pose = (red if self.game.state.side == 0 else blue).pop(0)
            self.play(self.table.deploy(card, pose[:-1], pose[-1]))
        self.play(RollInitiative(), (9, 1))
        return self


def window(page: Page) -> Locator:
    return dock(page).get_by_role("group", name="You may react")


def under_way(points: int, *, sherman: str = "D7↑", panzer: str = "D1↓") -> Script:
    """A Panzer IV has rolled; a Sherman that was not activated yet sees it come."""
    script = Script({"panzer-iv-h": panzer}, {"sherman-76": sherman}).deploy()
    script.play(script.table.roll("PZ1"), (points,))
    return script


def walk(page: Page, *keys: str) -> None:
    """Moves the cursor of the board, which begins where the chosen unit stands."""
    page.get_by_role("application").focus()
    for key in keys:
        page.keyboard.press(key)


def test_a_move_stops_where_the_enemy_may_fire_and_goes_on_after_a_pass(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, under_way(4).game)
    choose(page, "Panzer IV H 1")
    expect(reach(page).first).to_be_visible()
    expect(dock(page).get_by_text("4 of 4 left [3: a shot]")).to_be_visible()
    walk(page, "ArrowUp", "ArrowUp")  # the board is turned: Red's border is at the bottom
    expect(forecast(page)).to_contain_text(re.compile("It (takes 2|has 2) points"))
    page.keyboard.press("Enter")

    expect(window(page)).to_be_visible()  # Blue's window, at one screen
    expect(dock(page)).to_have_class(re.compile("windowed.*blue"))
    expect(dock(page).locator('[aria-live="assertive"]')).to_have_text("You may react: 1 tank. Press A.")
    expect(page.locator("path.way.dotted")).to_have_count(1)  # what is left of the way
    assert faults(page) == []
    page.get_by_role("application").focus()
    page.keyboard.press("a")
    expect(window(page).get_by_role("button", name=re.compile("can fire"))).to_be_focused()
    page.keyboard.press("n")
    expect(told(page, "Blue held its fire")).to_be_visible()
    expect(window(page)).to_be_visible()  # it drove on by itself, and may be fired at again
    page.keyboard.press("n")
    expect(window(page)).to_be_hidden()
    expect(piece(page, "Red Panzer IV H 1")).to_have_attribute("aria-label", re.compile("2 of 4 movement points"))
    expect(button(page, re.compile("^Keep rolling"))).to_be_visible()
    button(page, re.compile("^Stop here")).click()
    expect(asked(page, "Blue", "activate a tank")).to_be_visible()


def test_a_person_fires_in_a_window_and_the_mover_changes_the_plan(new_page: NewPage, server: Server) -> None:
    # Whatever falls, the battle goes on: Red has another tank.
    page = sit_down_at(new_page, server, under_way(4, panzer="D1↓ H1↓").game)
    choose(page, "Panzer IV H 1")
    expect(reach(page).first).to_be_visible()
    walk(page, "ArrowUp", "ArrowUp", "Enter")
    chip = window(page).get_by_role("button", name=re.compile("can fire"))
    expect(chip.get_by_text(re.compile(r"^[\d.]+ %$"))).to_be_visible()
    chance = chip.get_by_text(re.compile(r"^[\d.]+ %$")).inner_text()
    expect(button(page, re.compile(f"^Fire.*{re.escape(chance)}"))).to_be_enabled()
    chip.click()
    expect(button(page, re.compile(f"^Fire.*{re.escape(chance)}"))).to_be_enabled()
    expect(page.locator("g.lines path.clear, g.lines path.cut").nth(2)).to_be_attached()  # at least three lines
    expect(
        forecast(page).get_by_role("list", name="Throws, one after the other").get_by_role("listitem")
    ).to_have_count(2)
    assert faults(page) == []
    button(page, re.compile("^Fire")).click()
    expect(told(page, re.compile("Sherman 76 1 fired"))).to_be_visible()
    expect(window(page)).to_be_hidden()
    expect(page.locator("path.way.dotted")).to_have_count(0)  # it was fired at: the way is not gone on with
    expect(piece(page, "Blue Sherman 76 1")).to_have_attribute("aria-label", re.compile("Has been activated"))


def test_escape_gives_up_what_is_left_of_a_way(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, under_way(4).game)
    choose(page, "Panzer IV H 1")
    expect(reach(page).first).to_be_visible()
    walk(page, "ArrowUp", "ArrowUp", "Enter")
    expect(window(page)).to_be_visible()
    expect(page.locator("path.way.dotted")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("path.way.dotted")).to_have_count(0)
    page.keyboard.press("n")
    expect(window(page)).to_be_hidden()
    expect(dock(page).get_by_text("3 of 4 left")).to_be_visible()


def test_standing_orders_pass_by_themselves_for_this_turn(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, under_way(4).game)
    choose(page, "Panzer IV H 1")
    expect(reach(page).first).to_be_visible()
    walk(page, "ArrowUp", "ArrowUp", "ArrowUp", "Enter")
    expect(window(page)).to_be_visible()
    dock(page).get_by_text("Standing orders").click()
    # at one screen the other side looks away meanwhile
    cloth = page.get_by_role("region", name="Curtain")
    expect(cloth).to_contain_text("Red, look away.")
    expect(dock(page).get_by_role("slider")).to_have_count(0)
    cloth.get_by_role("button", name="Not now").click()
    expect(window(page)).to_be_visible()
    dock(page).get_by_text("Standing orders").click()
    hold = cloth.get_by_role("button", name="I am Blue: hold to show")
    hold.focus()
    page.keyboard.down("Enter")
    expect(cloth).to_be_hidden()
    page.keyboard.up("Enter")
    slider = dock(page).get_by_role("slider")
    expect(slider).to_have_value("30")
    assert faults(page) == []
    dock(page).get_by_label("not this turn").check()
    # in the open window, and in those of the next two hexes; it is all one act
    expect(told(page, re.compile(r"(Blue held its fire\..*){3}"))).to_be_visible()
    expect(window(page)).to_be_hidden()
    expect(dock(page).get_by_text("1 of 4 left")).to_be_visible()


def test_a_shot_with_a_turned_turret(new_page: NewPage, server: Server) -> None:
    script = Script({"panzer-iv-h": "A1↓"}, {"sherman-76": "H7↑"}).deploy()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Panzer IV H 1")
    expect(button(page, "Move (D4)")).to_be_visible()
    expect(button(page, "Ambush")).to_be_visible()
    page.get_by_role("application").focus()
    page.keyboard.press("t")
    turned = forecast(page).get_by_role("listitem").filter(has_text="your turret has to turn")
    expect(turned).to_contain_text("− 2")
    turned.hover()  # whoever rests on a line is told its rule
    expect(turned.get_by_role("button", name="Rule SQ-75")).to_be_visible()
    assert faults(page) == []
    fire(page)
    expect(piece(page, "Red Panzer IV H 1")).to_have_attribute("aria-label", re.compile("turret is turned"))


def test_tiles_are_placed_in_turns_by_hand_and_by_the_table(new_page: NewPage, server: Server) -> None:
    tiles = Hand(small_house=1, hedge=2)
    script = Script({"panzer-iv-h": "A1↓"}, {"sherman-76": "H7↑"}, red_tiles=tiles, blue_tiles=tiles)
    page = sit_down_at(new_page, server, script.game)
    hedge = button(page, re.compile("hedge · 2 left"))
    expect(hedge).to_be_visible()
    page.get_by_role("application").focus()
    page.keyboard.press("2")
    expect(hedge).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowUp")
    expect(page.locator("g.tile use").first).to_be_attached()  # its ghost
    assert faults(page) == []
    page.keyboard.press("Enter")
    expect(mark(page, "Hedge at")).to_have_count(1)
    expect(asked(page, "Blue", "place a tile")).to_be_visible()
    button(page, "Place this one").click()
    expect(asked(page, "Red", "place a tile")).to_be_visible()
    button(page, "Place all mine").click()
    expect(asked(page, "Blue", "place a tile")).to_be_visible()
    button(page, "Place all mine").click()  # at one screen each side has its own press, and then all goes by itself
    expect(asked(page, "(Red|Blue)", "place a tank")).to_be_visible()
    expect(page.locator('[role="application"] g.piece')).to_have_count(0)  # tanks are placed by a press of their own
    button(page, "Place all mine").click()
    expect(page.locator('[role="application"] g.piece')).to_have_count(1)
    button(page, "Place all mine").click()
    expect(asked(page, "Red", "roll for the initiative")).to_be_visible()
    expect(mark(page, "Hedge at")).to_have_count(4)
    expect(mark(page, "Small house at")).to_have_count(2)


def test_a_tile_where_none_can_lie_is_refused_aloud(new_page: NewPage, server: Server) -> None:
    tiles = Hand(small_house=1, hedge=2)
    script = Script({"panzer-iv-h": "A1↓"}, {"sherman-76": "H7↑"}, red_tiles=tiles, blue_tiles=tiles)
    page = sit_down_at(new_page, server, script.game)
    button(page, "Place this one").click()
    click_on(page, mark(page, "Small house at"))  # where the first one lies
    expect(dock(page).get_by_role("alert")).to_be_visible()
    expect(page.locator(".no-sign")).to_be_visible()


def test_a_tank_that_has_broken_down_says_so_when_it_is_to_drive(new_page: NewPage, server: Server) -> None:
    script = Script({"panther-g": "D1↓"}, {"sherman-76": "D7↑"}).deploy()
    script.play(script.table.activate("PA1"), (BY_ID["panther-g"].breakdown,))
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Panther G 1")
    board = page.get_by_role("application").bounding_box()
    assert board
    page.mouse.click(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    expect(dock(page).get_by_role("alert")).to_contain_text("broken down")


def test_a_phone_shows_reach_and_a_window_with_room_for_a_thumb(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, under_way(4).game, width=390, height=844)
    choose(page, "Panzer IV H 1")
    expect(reach(page).first).to_be_visible()
    walk(page, "ArrowUp", "Enter")
    expect(window(page)).to_be_visible()
    for one in window(page).get_by_role("button").all():
        box = one.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["width"] >= 44
        assert box["y"] > 844 * 2 / 3  # in the lowest third
    assert faults(page) == []


def test_a_link_names_the_book_and_the_battle(new_page: NewPage) -> None:
    page = new_page("/#/new/squadron/duel")
    expect(page.get_by_text(re.compile("Panzer Squadron: +Duel in the lane on "))).to_be_visible()
    assert faults(page) == []


def test_a_battle_can_be_set_up_without_tiles_to_place(new_page: NewPage) -> None:
    page = new_page("/#/new/squadron/battle")
    against(page, "Two at this screen")
    page.get_by_role("link", name=re.compile("^Options")).click()
    tiles = page.get_by_role("radiogroup", name="Tiles")
    expect(tiles.get_by_role("radio")).to_have_count(2)
    tiles.get_by_text("none", exact=True).click()
    expect(page.get_by_role("button", name="no tiles")).to_be_visible()
    begin_set_up(page)
    page.get_by_role("button", name="Roll who places first").click()
    expect(page.get_by_text(re.compile("The tanks are placed in turns")).first).to_be_visible()
    assert faults(page) == []


def test_the_card_has_a_history_side(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, under_way(4).game)
    choose(page, "Panzer IV H 1")
    card = page.get_by_role("region", name="Unit", exact=True)
    expect(card.get_by_text("gun", exact=True)).to_be_visible()
    card.get_by_role("button", name="▾").click()
    everything = page.get_by_role("group", name="All about Panzer IV H 1")
    expect(everything.get_by_text("penetration")).to_be_visible()
    everything.get_by_role("button", name="history side").click()
    card = everything
    expect(card.get_by_text("75 mm")).to_be_visible()
    expect(card.get_by_text("7.02 m", exact=True)).to_be_visible()
    expect(card.get_by_text(re.compile("^Dark yellow from the works"))).to_be_visible()
    expect(card.get_by_text("penetration")).to_be_hidden()
