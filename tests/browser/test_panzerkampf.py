"""What Panzerkampf adds to the battle page, each on a set position: a way that is pulled, an aim, a command die.

A position is a record, played by a script up to there and forked as a game for two at one screen; see `test_dynamic`.
"""

import gzip
import re
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.game import Game
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.orders import (
    Begin,
    Deploy,
    EndMovement,
    Order,
    Pass,
    RollCommand,
    SetUpFirst,
    TakeEdge,
    TakeTurn,
)
from hulldown.rulebooks.panzerkampf.state import Phase, Unit
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import (
    begin,
    button,
    choose,
    deed,
    dock,
    forecast,
    middle_of,
    piece,
    point_at,
    settled,
    sit_down_at,
    surveys_held,
    told,
)
from tests.browser.test_pages import faults
from tests.rulebooks.panzerkampf.cast import altered, battle, blue, field, house, move, red


class Script:
    """A game that is played by a script up to Red's first movement, or to where units are still to be deployed."""

    def __init__(self, units: Sequence[Unit], *commands: int, deployed: bool = True, **more: Any) -> None:
        self.game = Game(book, battle(units, **more).setup, ScriptedDice())
        self.play(Begin(), (9, 1))
        self.play(TakeEdge("south"))
        self.play(SetUpFirst(False))
        waiting = list(units)
        while deployed and self.game.state.phase is Phase.DEPLOYMENT:
            kinds = {order.kind for order in book.orders(self.game.state) if isinstance(order, Deploy)}
            at = next(i for i, one in enumerate(waiting) if one.side is self.game.state.side and one.kind in kinds)
            one = waiting.pop(at)
            self.play(Deploy(one.kind, one.x, one.y, one.heading))
        if deployed:
            self.play(TakeTurn(self.game.state.side == 0))
        if commands:
            self.play(RollCommand(), commands)

    def play(self, order: Order, *rolls: tuple[int, ...]) -> "Script":
        self.game.dice = ScriptedDice(rolls)
        self.game.play(order)
        return self


def table(page: Page) -> Locator:
    return page.get_by_role("application")


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table, in centimetres, is on the page: by two pieces whose places are spoken."""
    settled(page)
    known = []
    for one in table(page).locator("g.piece[aria-label]:has(.plate)").all():
        told_at = re.search(r"at ([\d.]+), ([\d.]+)$", one.get_attribute("aria-label") or "")
        box = one.locator(".plate").bounding_box()
        assert told_at
        assert box
        known.append((float(told_at[1]), float(told_at[2]), box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    (ax, ay, u, v), (bx, by, s, t) = max(
        ((a, b) for a in known for b in known),
        key=lambda pair: abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1]),
    )
    a, b = complex(bx - ax, by - ay), complex(s - u, t - v)
    there = complex(u, v) + complex(x - ax, y - ay) * b / a
    return there.real, there.imag


def pull(page: Page, name: str, *corners: tuple[float, float]) -> None:
    """Presses a model and pulls it to places in centimetres; it is not let go."""
    point_at(page, piece(page, name).locator(".plate, .foot"))
    page.mouse.down()
    for x, y in corners:
        page.mouse.move(*spot(page, x, y), steps=6)


OPEN: dict[str, Any] = {
    "table": field(house(36, 26, 8, 6), width=80, height=60),
    "changed": {"standard": {"apart": 10}},
}
TANKS = (red("medium-tank", 30, 45), blue("infantry", 30, 12, 180), blue("light-tank", 50, 15, 180))


def standing_at(page: Page, name: str, place: str) -> Locator:
    """A unit by where it stands, however the table lies and whichever way it faces on the screen."""
    return table(page).locator(f'g.piece[aria-label^="{name}, facing"][aria-label$=", at {place}"]')


def test_a_model_is_pulled_round_a_corner_and_drives_when_it_is_let_go(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, Script(TANKS, **OPEN).game)
    pull(page, "Red Medium tank 1")
    ahead, aside = spot(page, 30, 37), spot(page, 34, 37)
    # A hand that rests sets a corner, and on a busy machine every hand rests: it has a clock of its own.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)
    page.mouse.move(*ahead, steps=6)
    page.clock.run_for(250)
    expect(forecast(page)).to_contain_text(re.compile(r"It takes 8(\.\d+)? of 18 cm"))
    expect(table(page).locator(".corner")).to_have_count(0)
    page.clock.run_for(100)
    page.mouse.move(*aside, steps=6)
    page.clock.run_for(100)
    expect(table(page).locator(".corner")).to_have_count(1)
    expect(forecast(page)).to_contain_text(re.compile(r"facing .*east on the map"))
    expect(forecast(page)).to_contain_text(re.compile(r"cm and (89|90|91) of 120°"))
    bars = table(page).locator(".bars")
    expect(bars).to_have_text("")  # figures stand in the forecast
    boxes = [box for bar in bars.locator(".bar").all() if (box := bar.bounding_box())]
    assert [(round(box["width"]), round(box["height"])) for box in boxes] == [(60, 5), (60, 5)]
    assert boxes[0]["x"] + 30 < aside[0] - (aside[0] - ahead[0]) / 4  # behind it, as seen from the pull
    page.mouse.up()
    page.clock.resume()
    expect(
        told(page, re.compile(r"Medium tank 1 drove 1[12](\.\d+)? cm to 3[34]\.\d, 3[67]\.\d, heading .*(89|90|91)°"))
    ).to_be_visible()
    page.keyboard.press("z")
    expect(standing_at(page, "Red Medium tank 1", "30.0, 45.0")).to_have_count(1)


def test_a_pull_into_a_house_stops_before_it_and_says_why(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, Script((red("medium-tank", 40, 40), TANKS[1]), **OPEN).game)
    pull(page, "Red Medium tank 1", (40, 29))
    expect(forecast(page)).to_contain_text(re.compile("house", re.IGNORECASE))
    page.mouse.up()
    expect(told(page, re.compile(r"drove 6\.\d+ cm to 40\.0, 33\.\d"))).to_be_visible()


def test_the_same_path_by_keys_and_by_words(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, Script(TANKS, **OPEN).game)
    choose(page, "Medium tank 1")
    expect(table(page).locator(".grip")).to_be_visible()
    table(page).focus()
    for key in ("ArrowUp",) * 5 + ("c", "ArrowLeft", "ArrowLeft", "Shift+E"):
        page.keyboard.press(key)
        page.wait_for_timeout(60)  # a corner is where the referee has it
    expect(button(page, re.compile("^Move .*7 of 18 cm"))).to_be_enabled()
    page.keyboard.press("=")
    words = page.get_by_role("textbox", name="Path")
    expect(words).to_have_value("go 5, left 90, go 2, right 1")
    words.fill("go five")
    expect(page.get_by_role("alert")).to_contain_text('"go five" is no part of a path')
    words.fill("left 30, go 11.4, right 15")
    expect(button(page, re.compile(r"^Move .*11\.4 of 18 cm"))).to_be_enabled()
    words.press("Enter")
    expect(told(page, re.compile(r"drove 11\.4 cm to 24\.3, 35\.1, heading .*345°"))).to_be_visible()


def test_an_aim_shows_where_shells_may_fall_and_on_whom(new_page: NewPage, server: Server) -> None:
    units = (red("howitzer", 30, 50), red("infantry", 33, 40), blue("medium-tank", 30, 15, 180))
    script = Script(units, **OPEN).play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Self-propelled howitzer 1")
    page.mouse.move(*spot(page, 30.3, 15.2), steps=3)
    expect(forecast(page)).to_contain_text("30.0, 15.0")  # near a base the aim is drawn to its middle
    expect(forecast(page)).to_contain_text(re.compile(r"54\.5 %\s*hits Blue Medium tank 1"))
    expect(table(page).locator("circle.disc").nth(20)).to_be_attached()
    page.mouse.move(*spot(page, 33, 40), steps=3)
    expect(forecast(page)).to_contain_text("hits your own Infantry platoon 1")
    page.keyboard.press("0")  # all of the table
    page.mouse.move(*spot(page, 60, 40), steps=3)
    expect(forecast(page)).to_contain_text("PK-30")
    table(page).focus()
    page.keyboard.press("h")
    expect(forecast(page)).to_contain_text("30.0, 15.0")
    page.keyboard.press("ArrowRight")
    expect(forecast(page)).to_contain_text("30.1, 15.0")
    expect(button(page, re.compile("^Fire"))).to_be_enabled()
    page.wait_for_timeout(300)  # a shot must have been looked at: a faster hand only aims
    page.keyboard.press("Enter")
    expect(told(page, re.compile(r"howitzer 1 aimed at 30\.1, 15\.0"))).to_be_visible()


def test_a_gun_answers_after_the_movement_and_then_the_other_side_fires(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 40), red("infantry", 60, 50), blue("at-gun", 30, 20, 180))
    page = sit_down_at(new_page, server, Script(units, **OPEN).game)
    button(page, re.compile("^End the movement")).click()
    window = dock(page).get_by_role("group", name="You may react")
    expect(window.get_by_role("button", name=re.compile(r"AT-gun team 1"))).to_be_visible()
    expect(dock(page)).to_contain_text("silent when you shoot next")
    window.get_by_role("button", name=re.compile(r"AT-gun team 1")).click()
    expect(forecast(page)).to_contain_text("Red Medium tank 1")
    page.wait_for_timeout(300)
    page.keyboard.press("Enter")
    expect(told(page, re.compile(r"AT-gun team 1 .*Red Medium tank 1"))).to_be_visible()
    expect(dock(page)).to_contain_text(re.compile("Red('s turn)?: fire your weapons"))


def test_weapons_are_chips_and_the_next_one_keeps_the_target(new_page: NewPage, server: Server) -> None:
    tough = altered("infantry", hp=20)  # it outlives the first shot
    units = (red("medium-tank", 30, 40), blue("infantry", 30, 24, 180))
    script = Script(units, chart=tough, **OPEN).play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium tank 1")
    gun, machine_gun = button(page, re.compile("^75 mm gun")), button(page, re.compile("^MG"))
    expect(gun).to_have_attribute("aria-pressed", "true")
    machine_gun.click()
    expect(table(page).locator(".arc")).to_be_visible()
    gun.click()
    page.keyboard.press("t")
    expect(forecast(page)).to_contain_text("Blue Infantry platoon 1")
    page.wait_for_timeout(300)
    page.keyboard.press("Enter")
    expect(gun).to_have_class(re.compile("shut"))
    expect(machine_gun).to_have_attribute("aria-pressed", "true")
    expect(forecast(page)).to_contain_text("Blue Infantry platoon 1")


def test_command_dice_are_clicked_or_pulled_to_a_unit(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 45), red("medium-tank", 40, 45), blue("infantry", 30, 12, 180))
    script = Script(units, 3, 7, command=True, limit=2000, **OPEN)  # smoke, and perfect aim
    page = sit_down_at(new_page, server, script.game)
    dice = dock(page).get_by_role("group", name="Command dice")
    dice.get_by_role("button", name=re.compile("^Smoke")).click()
    expect(table(page).locator(".lit")).to_have_count(2)
    point_at(page, piece(page, "Red Medium tank 2").locator(".plate"))
    page.mouse.down()
    page.mouse.up()
    expect(told(page, re.compile("Medium tank 2 made smoke"))).to_be_visible()
    point_at(page, dice.get_by_role("button", name=re.compile("^Perfect aim")))
    page.mouse.down()
    page.mouse.move(*spot(page, 30, 45), steps=8)
    page.mouse.up()
    expect(told(page, re.compile("Medium tank 1 takes perfect aim"))).to_be_visible()


def test_units_are_put_by_hand_or_by_the_table(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 45), red("infantry", 40, 50), blue("infantry", 30, 12, 180))
    page = sit_down_at(new_page, server, Script(units, deployed=False, **OPEN).game)
    dock(page).get_by_role("button", name=re.compile("^Medium tank")).click()
    expect(table(page).locator(".play > path.zone")).to_be_visible()
    table(page).focus()
    for _ in range(3):  # from the middle of the zone
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("e")
    expect(button(page, re.compile(r"^Place .*37\.0, 47\.5"))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(told(page, re.compile(r"Medium tank 1 deployed at 37\.0, 47\.5, heading .*5°"))).to_be_visible()
    place = button(page, re.compile("^Place for me"))
    for side in ("Blue", "Red"):
        expect(dock(page)).to_contain_text(re.compile(f"{side}('s turn)?: deploy"))
        place.click()
    expect(dock(page)).to_contain_text("first turn")


def test_keys_pressed_before_the_table_has_answered_are_not_lost(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 45), blue("infantry", 30, 12, 180))
    page = sit_down_at(new_page, server, Script(units, deployed=False, **OPEN).game)
    with surveys_held(page):
        dock(page).get_by_role("button", name=re.compile("^Medium tank")).click()
        table(page).focus()
        for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "e", "Enter"):
            page.keyboard.press(key)
        expect(table(page).locator(".play > path.zone")).to_have_count(0)
    expect(told(page, re.compile(r"Medium tank 1 deployed at 37\.0, 47\.5, heading .*5°"))).to_be_visible()


def test_bombs_are_dropped_somewhere_on_the_path_that_was_flown(new_page: NewPage, server: Server) -> None:
    aimed, far = blue("infantry", 30, 20, 180), blue("infantry", 74, 6, 180)  # so that no lucky bomb ends the battle
    units = (red("bomber", 30, 50), red("medium-tank", 60, 50), aimed, far)
    script = Script(units, limit=3000, **OPEN).play(move(0, (0, 40)))
    page = sit_down_at(new_page, server, script.play(EndMovement()).play(Pass()).game)
    choose(page, "Bomber 1")
    deed(page, re.compile("^Bombs")).click()
    page.mouse.move(*spot(page, 34, 24), steps=4)  # beside the path: the drop keeps to it
    expect(forecast(page)).to_contain_text(re.compile(r"after (25\.[5-9]|26|26\.[0-5])\d* cm"))
    expect(forecast(page)).to_contain_text(re.compile(r"hits Blue Infantry platoon 1"))
    page.wait_for_timeout(300)  # a shot must have been looked at: a faster hand only aims
    page.mouse.down()
    page.mouse.up()
    expect(told(page, re.compile("Bomber 1 bombed at 30.0"))).to_be_visible()


def test_a_way_that_is_pulled_before_the_table_has_answered_is_driven(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, Script(TANKS, **OPEN).game)
    goal = spot(page, 33, 38)
    with surveys_held(page):
        point_at(page, piece(page, "Red Medium tank 1").locator(".plate"))
        page.mouse.down()
        page.mouse.move(*goal, steps=4)
        page.mouse.up()
    expect(told(page, re.compile(r"Medium tank 1 drove 7\.62 cm to 33\.0, 38\.0"))).to_be_visible()


def pull_by_touch(page: Page) -> None:
    """Pulls a finger from the red tank to the right."""
    x, y = middle_of(piece(page, "Red Medium tank 1").locator(".plate"))
    hand = page.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + 12 * step, "y": y}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("early", [False, True])
def test_by_touch_a_way_stays_until_it_is_committed(new_page: NewPage, server: Server, early: bool) -> None:
    page = sit_down_at(new_page, server, Script(TANKS, **OPEN).game, width=390, height=844)
    with surveys_held(page) if early else nullcontext():
        choose(page, "Medium tank 1")
        expect(table(page).locator(".grip")).to_have_count(0 if early else 1)
        pull_by_touch(page)
    corner = button(page, re.compile("^Corner"))
    expect(corner).to_be_visible()
    box = corner.bounding_box()
    assert box
    assert box["height"] >= 44
    stood = standing_at(page, "Red Medium tank 1", "30.0, 45.0")
    expect(stood).to_have_count(1)
    button(page, re.compile("^Move")).click()
    expect(stood).to_have_count(0)


def test_the_table_has_no_faults_by_day_by_night_and_on_a_phone(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 40), red("howitzer", 40, 50), blue("at-gun", 30, 20, 180))
    script = Script(units, 3, 12, command=True, limit=2000, **OPEN)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page = sit_down_at(new_page, server, script.game, width=width, height=height)
        choose(page, "Medium tank 1")
        expect(table(page).locator(".grip")).to_be_attached()
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            assert faults(page) == [], (width, scheme)


MOST_BYTES = 200_000  # packed, as a server before this one would send it


def loaded(page: Page, path: str) -> dict[str, int]:
    """Every script and sheet that a page fetches, anew, and how large it is when packed."""
    files: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if "/assets/" in answer.url:
            files[answer.url] = len(gzip.compress(answer.body()))

    page.on("response", weigh)
    page.goto(path)
    page.reload()
    expect(table(page)).to_be_visible()
    page.wait_for_load_state("networkidle")
    return files


def test_a_battle_loads_what_its_table_needs_and_nothing_of_the_others(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, Script(TANKS, **OPEN).game)
    free = loaded(page, page.url)
    page = new_page("/")
    begin(page)
    squares = loaded(page, page.url)
    assert 0 < sum(squares.values()) < MOST_BYTES
    assert 0 < sum(free.values()) < MOST_BYTES
    for files, own, other in ((free, "/free-", "/Board-"), (squares, "/Board-", "/free-")):
        assert any(own in url for url in files)
        assert not any(other in url or "/Setup-" in url or "/Replay-" in url for url in files)
