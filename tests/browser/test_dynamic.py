"""What the Dynamic rules add to the battle page, each on a set position: high fire, walls, a push, a repair.

A position is a record: units put down on a drawn board, played on with scripted dice, and forked as a game for two at
one screen. From there the dice are the table's own; where a shot must come off, the set-up has dice that see to it.
"""

import re
from collections.abc import Mapping

from playwright.sync_api import expect

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.game import Game
from hulldown.kernel.side import RED
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.orders import (
    Begin,
    ChooseFirst,
    EndMovement,
    EndTurn,
    Order,
    RollMovement,
)
from hulldown.rulebooks.panzerstrike.dynamic.setup import Parabolic, Setup
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import (
    TURN,
    box_of,
    button,
    choose,
    click_on,
    dock,
    fire,
    forecast,
    mark,
    piece,
    point_at,
    reach,
    sit_down_at,
    told,
)
from tests.browser.test_pages import faults
from tests.rulebooks.dynamic.cast import Table, altered, setup_of

DICE = (4, 4)  # movement dice of a turn
THREES = [3] * 13 + [4]


class Script:
    """A game that is played by a script up to a position."""

    def __init__(self, setup: Setup, red: Mapping[str, str], blue: Mapping[str, str]) -> None:
        """Puts the units down: `{"medium": "C3→ C4→"}` are two of a class. Red plays first."""
        self.game = Game(book, setup, ScriptedDice())
        self.play(Begin(), (max(setup.figures.red), min(setup.figures.red)))
        self.play(ChooseFirst(RED))
        for force in (red, blue):
            for kind, poses in force.items():
                for pose in poses.split():
                    self.play(self.table.deploy(kind, pose))

    @property
    def table(self) -> Table:
        """The position, with names for its units."""
        return Table(self.game.state)

    def play(self, order: Order, *rolls: tuple[int, ...]) -> None:
        self.game.dice = ScriptedDice(rolls)
        self.game.play(order)

    def roll(self) -> None:
        self.play(RollMovement(), DICE)

    def to_firing(self) -> None:
        self.roll()
        self.play(EndMovement())

    def pass_turn(self) -> None:
        self.to_firing()
        self.play(EndTurn())


OPEN_ROWS = ("....................",) * 5


def test_a_howitzer_lobs_over_houses_at_what_another_sees(new_page: NewPage, server: Server) -> None:
    """Nearly all faces are threes, and three of eight dice make nine; a car sees the target, the howitzer does not."""
    rows = [*OPEN_ROWS]
    rows[2] = ".....##............."
    entry = Parabolic(choose=3, roll=8, least=5, most=12, half_up_to=0)
    setup = setup_of(
        rows,
        {"heavy-howitzer": 1, "car": 1},
        {"medium": 1, "light": 1},
        chart=altered("heavy-howitzer", parabolic=entry),
        changed={"red": THREES, "ranks": 10},
    )
    script = Script(setup, {"heavy-howitzer": "B3→", "car": "H5→"}, {"medium": "K3←", "light": "T1←"})
    script.to_firing()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Heavy Self-Propelled Howitzer 1")
    ways = dock(page).get_by_role("group", name=re.compile("^What Red Heavy Self-Propelled Howitzer 1 can do"))
    parabolic, contour = (
        ways.get_by_role("button", name="parabolic"),
        page.get_by_role("img", name="parabolic range 5–12"),
    )
    expect(parabolic).to_have_attribute("aria-pressed", "true")  # the one that has a shot is set
    expect(contour).to_be_visible()
    page.keyboard.press("p")
    expect(parabolic).to_have_attribute("aria-pressed", "false")
    expect(contour).to_have_count(0)
    page.keyboard.press("p")
    point_at(page, piece(page, "Blue Medium Tank 1"))
    expect(forecast(page).get_by_text("Seen by Armoured Car 1, by radio")).to_be_visible()
    expect(forecast(page).get_by_text("> 99.9 %").first).to_be_visible()
    expect(forecast(page).get_by_text(re.compile("must add up to exactly 9, the distance"))).to_be_visible()
    expect(page.locator(".spotting.near .radio")).to_have_count(1)
    assert faults(page) == []
    fire(page)
    expect(told(page, re.compile("lobbed at Blue Medium Tank 1, 9 squares, seen by Armoured Car 1"))).to_be_visible()
    expect(dock(page).get_by_text("3, left out")).to_be_attached()
    expect(piece(page, "wreck of Blue Medium Tank 1")).to_have_count(1)


def test_the_choice_of_dice_is_made_before_they_fall(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"heavy-howitzer": 1}, {"medium": 2}, changed={"ranks": 10})
    script = Script(setup, {"heavy-howitzer": "A3→"}, {"medium": "N3← T1←"})
    script.to_firing()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Heavy Self-Propelled Howitzer 1")
    button(page, "parabolic").click()
    point_at(page, piece(page, "Blue Medium Tank 1"))
    tiles = forecast(page).get_by_role("group", name="Which dice").get_by_role("button")
    expect(tiles).to_have_count(2)
    expect(tiles.nth(0)).to_have_attribute("aria-pressed", "true")  # the better one
    page.keyboard.press("d")
    expect(tiles.nth(1)).to_have_attribute("aria-pressed", "true")


def test_a_wall_is_shot_down_and_another_driven_into(new_page: NewPage, server: Server) -> None:
    """With sixes no wall stands; a wall cuts the line to the enemy and is offered as what can be shot instead."""
    setup = setup_of(
        OPEN_ROWS,
        {"medium": 1, "heavy": 1},
        {"medium": 2},
        changed={"red": [5, 6], "ranks": 10},
        walls=(2 * 20 + 6, 4 * 20 + 3),
    )
    script = Script(setup, {"medium": "C3→", "heavy": "C5→"}, {"medium": "L3← T1←"})
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Heavy Tank 1")
    expect(reach(page).first).to_be_visible()
    point_at(page, mark(page, "Wall at D5"))
    expect(forecast(page).get_by_text("Wall at D5: tracks drive into it, guns shoot it down.")).to_be_visible()
    click_on(page, mark(page, "Wall at D5"))
    expect(told(page, re.compile("broke through the wall at D5, stopped there and cannot fire"))).to_be_visible()
    expect(mark(page, "Wall at D5")).to_have_count(0)
    expect(mark(page, "Dust of the wall at D5")).to_have_count(1)
    expect(piece(page, "Red Heavy Tank 1")).to_have_attribute("aria-label", re.compile("Drove into a wall"))
    button(page, "End movement").click()
    expect(button(page, "End turn")).to_be_visible()  # what is chosen before is laid down with the phase
    choose(page, "Medium Tank 1")
    point_at(page, piece(page, "Blue Medium Tank 1"))
    expect(forecast(page).get_by_text(re.compile("the wall at G3 is in the way"))).to_be_visible()
    walls = button(page, re.compile("^Walls"))
    shown = walls.get_attribute("aria-pressed")
    page.keyboard.press("w")
    expect(walls).not_to_have_attribute("aria-pressed", shown or "")
    assert faults(page) == []
    instead = forecast(page).get_by_role("button", name=re.compile("^Shoot the wall at G3"))
    expect(instead).to_be_visible()
    page.keyboard.press("w")
    point_at(page, mark(page, "Wall at G3"))  # a click would only aim, unless the machine is slow
    expect(forecast(page).get_by_role("heading", name=re.compile("the wall at G3"))).to_be_visible()
    fire(page)
    expect(told(page, re.compile("The wall at G3 fell"))).to_be_visible()
    expect(mark(page, "Wall at G3")).to_have_count(0)
    button(page, "End turn").click()
    button(page, TURN).click()
    expect(mark(page, "Dust")).to_have_count(0)  # it has settled


def test_a_dozer_pushes_a_wreck_and_goes_on(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"dozer": 1, "light": 1}, {"medium": 1}, changed={"ranks": 10})
    script = Script(setup, {"dozer": "C3→", "light": "D3→"}, {"medium": "K3←"})
    script.pass_turn()
    script.to_firing()
    script.play(script.table.fire("m1", "L1"), (6, 6, 6))
    script.play(EndTurn())
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium Tank with Dozer 1")
    push = button(page, re.compile("^Push"))
    expect(push.first).to_be_visible()
    point_at(page, piece(page, "wreck of Red Light Tank 1"))
    expect(page.locator("g.piece.ghost")).to_have_count(2)  # the dozer and the wreck where they would end
    expect(forecast(page).get_by_text("The wreck of Red Light Tank 1 ends on E3.")).to_be_visible()
    assert faults(page) == []
    click_on(page, piece(page, "wreck of Red Light Tank 1"))
    expect(told(page, re.compile("pushed the wreck of Light Tank 1 to E3: 2 of 3 steps"))).to_be_visible()
    button(page, re.compile("^Undo")).click()
    expect(told(page, re.compile("Red took back its last order"))).to_be_visible()
    page.get_by_role("application").focus()
    choose(page, "Medium Tank with Dozer 1")
    expect(push.first).to_be_visible()
    page.keyboard.press("f")  # the same by keys
    expect(page.locator("g.piece.ghost")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(told(page, re.compile("pushed the wreck of Light Tank 1 to E3")).nth(1)).to_be_visible()
    expect(button(page, re.compile("^Red Medium Tank with Dozer 1: .* can go on"))).to_be_visible()


def test_a_repair_from_the_damage_to_the_end_of_its_marker(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"light": 1, "recovery": 1}, {"medium": 1}, changed={"ranks": 10})
    script = Script(setup, {"light": "F3→", "recovery": "C3→"}, {"medium": "K3←"})
    script.pass_turn()
    script.to_firing()
    script.play(script.table.fire("m1", "L1"), (2, 3, 4))  # range 5 + front 4, exactly
    page = sit_down_at(new_page, server, script.game)
    patient, helper = piece(page, "Red Light Tank 1"), piece(page, "Red Recovery Vehicle 1")
    expect(patient).to_have_attribute("aria-label", re.compile("Damaged: it fires but no longer moves"))
    button(page, "End turn").click()
    button(page, TURN).click()
    choose(page, "Recovery Vehicle 1")
    expect(reach(page).first).to_be_visible()
    page.get_by_role("application").focus()
    for key in ("ArrowRight", "ArrowRight"):  # to E3, behind the light tank: any die brings it there
        page.keyboard.press(key)
    expect(forecast(page).get_by_role("heading", name=re.compile("to E3, facing .*east on the map"))).to_be_visible()
    page.keyboard.press("Enter")
    expect(helper).to_have_attribute(
        "aria-label", re.compile("repairs Light Tank 1 at the end of Red's next fire phase")
    )
    expect(mark(page, "Red Recovery Vehicle 1 repairs")).to_have_count(1)
    assert faults(page) == []
    for _ in ("Red", "Blue", "Red"):
        button(page, "End movement").click()
        button(page, "End turn").click()
        expect(button(page, TURN)).to_be_visible()
        if told(page, re.compile("Recovery Vehicle 1 repaired Light Tank 1")).count():
            break
        button(page, TURN).click()
    expect(told(page, re.compile("repaired Light Tank 1: both had stayed still and silent"))).to_be_visible()
    expect(patient).not_to_have_attribute("aria-label", re.compile("Damaged|repairs"))
    expect(mark(page, "Red Recovery Vehicle 1 repairs")).to_have_count(0)


def test_a_command_tank_is_named_by_enter_and_by_the_button(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"heavy": 1, "medium": 1}, {"light": 1}, changed={"ranks": 10}, command=True)
    page = sit_down_at(new_page, server, Script(setup, {"heavy": "C3→", "medium": "C4→"}, {"light": "R3←"}).game)
    expect(dock(page).get_by_text("Red: choose the tank that commands.")).to_be_visible()
    choose(page, "Medium Tank 1")
    expect(button(page, re.compile("^Do it.*Medium Tank 1 commands"))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(told(page, re.compile("Red named Medium Tank 1 its command tank"))).to_be_visible()
    expect(piece(page, "Red Medium Tank 1")).to_have_attribute("aria-label", re.compile("Command tank"))
    choose(page, "Light Tank 1")
    button(page, re.compile("^Do it.*Light Tank 1 commands")).click()
    button(page, TURN).click()
    expect(page.get_by_role("button", name=re.compile("of the command tank"))).to_have_count(1)


def test_a_turret_is_laid_by_keys(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"heavy": 1}, {"light": 1}, changed={"ranks": 10}, turrets=True)
    script = Script(setup, {"heavy": "C3→"}, {"light": "R3←"})
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Heavy Tank 1")
    expect(button(page, re.compile("^Turret to the .*north-east"))).to_be_visible()
    expect(page.locator("g.grip")).to_have_count(1)
    page.get_by_role("application").focus()
    page.keyboard.press("Shift+Q")
    expect(forecast(page).get_by_role("heading", name=re.compile("Turret to the .*north-east"))).to_be_visible()
    page.keyboard.press("Enter")
    expect(told(page, re.compile("laid its turret to the .*north-east"))).to_be_visible()


def test_the_text_board_lobs_and_fires_at_walls(new_page: NewPage, server: Server) -> None:
    setup = setup_of(
        OPEN_ROWS,
        {"car": 1, "heavy-howitzer": 1},
        {"medium": 2},
        changed={"ranks": 10},
        walls=(4 * 20 + 4,),
    )
    script = Script(setup, {"car": "B5→", "heavy-howitzer": "B3→"}, {"medium": "Q3← T1←"})
    script.to_firing()
    page = sit_down_at(new_page, server, script.game)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Text board").click()
    line = page.get_by_role("textbox", name="Command (? tells all)")
    answers = page.locator(".answers")

    def say(command: str, answer: str) -> None:
        line.fill(command)
        line.press("Enter")
        expect(answers.get_by_text(re.compile(answer)).last).to_be_visible()

    say("E5", "Wall at E5: tracks drive into it")
    say("odds HSP1 Q3 high half", "parabolic, .*half-die.*%")
    say("fire HSP1 Q3 high half", "lobbed at Blue Medium Tank 1")
    say("fire AC1 wall E5", "fired at the wall at E5")
    say("push AC1", "can do nothing else now")


def test_a_fixed_gun_is_turned_by_the_arrow_beside_it(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"gun": 1, "light": 1}, {"light": 1}, changed={"ranks": 10})
    script = Script(
        setup, {"gun": "C5→", "light": "A1→"}, {"light": "R3←"}
    )  # on the edge, where arrows have to keep in
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Fixed Gun 1")
    arrows = page.locator('[role="application"] .choice')
    expect(arrows).to_have_count(2)
    point_at(page, arrows.nth(1))
    turned = forecast(page).get_by_role("heading", name=re.compile("to C5, facing .*south-east on the map"))
    expect(turned).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    expect(
        told(page, re.compile("Fixed Gun 1 turned on C5 to face .*south-east on the map and cannot"))
    ).to_be_visible()


def test_a_phone_aims_high_and_axe_finds_nothing_wrong(new_page: NewPage, server: Server) -> None:
    """Nor when dice have fallen: they and their sum, light on a dark tray, stay on it."""
    setup = setup_of(OPEN_ROWS, {"heavy-howitzer": 1}, {"medium": 2}, changed={"ranks": 10})
    script = Script(setup, {"heavy-howitzer": "A3→"}, {"medium": "N3← T1←"})
    script.to_firing()
    page = sit_down_at(new_page, server, script.game, width=390, height=844)
    choose(page, "Heavy Self-Propelled Howitzer 1")
    expect(button(page, "parabolic")).to_be_visible()
    page.keyboard.press("t")
    expect(forecast(page).get_by_role("group", name="Which dice").get_by_role("button")).to_have_count(2)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    fire(page)
    tray = dock(page).get_by_role("group", name="Dice")
    expect(tray.locator(".sum")).to_be_visible()
    around = box_of(tray)
    for one in tray.locator(".cube, .sum").all():
        box = box_of(one)
        assert around["x"] <= box["x"], (around, box)
        assert box["x"] + box["width"] <= around["x"] + around["width"], (around, box)
        assert around["y"] <= box["y"], (around, box)
        assert box["y"] + box["height"] <= around["y"] + around["height"], (around, box)
    assert faults(page) == []
