"""What the Core rules add to the battle page, each on a set position: an announced volley, cover, a tow, a repair.

A position is a record, played by a script up to there and forked as a game for two at one screen; see `test_dynamic`.
"""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.game import Game
from hulldown.kernel.side import RED
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.orders import Begin, EndMovement, EndTurn, OpenFire, Order, Resolve
from hulldown.rulebooks.panzerstrike.core.setup import Setup
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import (
    button,
    choose,
    click_on,
    deed,
    dock,
    forecast,
    mark,
    piece,
    point_at,
    reach,
    sit_down_at,
    told,
)
from tests.browser.test_pages import faults
from tests.rulebooks.core.cast import Table, setup_of

OPEN_ROWS = ("....................",) * 10
RANKS = {"ranks": 5}


class Script:
    """A game that is played by a script up to a position."""

    def __init__(self, setup: Setup, red: Mapping[str, str], blue: Mapping[str, str]) -> None:
        """Puts the units down: `{"medium": "C5↓ D5↓"}` are two of a class. Red plays first."""
        self.game = Game(book, setup, ScriptedDice())
        self.play(Begin(), (RED,))
        for force in (blue, red):
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

    def pass_turn(self) -> None:
        self.play(EndMovement())
        self.play(EndTurn())


def volley(page: Page) -> Locator:
    return page.get_by_role("region", name="Volley")


def row(page: Page, told: str) -> Locator:
    """The button of a row, by who fires at what."""
    return volley(page).get_by_role("button", name=re.compile(f"{re.escape(told)}( [\\d.<>]|$)"))


def rest_on(page: Page, what: Locator, shown: Locator) -> None:
    """Points until that shows. What a unit can do makes the dock higher, so the board may still move under a hand."""
    for _ in range(100):
        point_at(page, what)
        page.wait_for_timeout(100)
        if shown.is_visible():
            break
    expect(shown).to_be_visible()


def aim_at(page: Page, target: str) -> None:
    rest_on(page, piece(page, target), forecast(page).get_by_role("heading", name=re.compile(f" at {target}")))


def announce(page: Page, target: str) -> None:
    """A click on a target that has been looked at."""
    aim_at(page, target)
    expect(button(page, re.compile("^Announce"))).to_be_enabled()
    page.wait_for_timeout(300)  # a faster hand only aims
    click_on(page, piece(page, target))


def pull(page: Page, what: Locator, to: Locator) -> None:
    """Drags something to what is drawn on the board."""
    point_at(page, what)
    page.mouse.down()
    point_at(page, to)
    page.mouse.up()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_a_volley_is_announced_changed_kept_and_fired(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"medium": 3}, {"medium": 2, "heavy": 1}, changed=RANKS)
    script = Script(setup, {"medium": "E4↓ F4↓ G4↓"}, {"medium": "E9↑ F9↑", "heavy": "T10↑"})
    script.play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium Tank 1")
    announce(page, "Blue Medium Tank 1")
    expect(row(page, "Medium Tank 1 fires at Blue Medium Tank 1")).to_be_visible()
    expect(mark(page, "Medium Tank 1 fires at Blue Medium Tank 1")).to_have_count(1)  # the arrow stays
    choose(page, "Medium Tank 2")
    announce(page, "Blue Medium Tank 1")
    expect(volley(page).get_by_role("listitem")).to_have_count(2)
    page.get_by_role("application").focus()
    choose(page, "Medium Tank 3")  # and by keys
    page.keyboard.press("t")
    expect(button(page, re.compile("^Announce"))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(volley(page).get_by_role("listitem")).to_have_count(3)
    together = volley(page).get_by_role("group", name="Together at Blue Medium Tank 1")
    expect(together.get_by_text(re.compile(r"destroyed [\d.]+ %"))).to_be_visible()
    expect(button(page, re.compile("Open fire *3 shots"))).to_be_visible()
    assert faults(page) == []

    row(page, "Medium Tank 2 fires at Blue Medium Tank 1").click()  # choose the shooter, and another target
    announce(page, "Blue Medium Tank 2")
    expect(row(page, "Medium Tank 2 fires at Blue Medium Tank 2")).to_be_visible()
    expect(volley(page).get_by_role("listitem")).to_have_count(3)
    page.get_by_role("application").focus()
    page.keyboard.press("z")
    expect(row(page, "Medium Tank 2 fires at Blue Medium Tank 1")).to_be_visible()
    page.keyboard.press("y")
    expect(row(page, "Medium Tank 2 fires at Blue Medium Tank 2")).to_be_visible()
    volley(page).get_by_role("button", name=re.compile("^Medium Tank 3 .*: remove")).click()
    expect(volley(page).get_by_role("listitem")).to_have_count(2)
    expect(row(page, "Medium Tank 2 fires at Blue Medium Tank 2")).to_be_focused()  # what stands in its place
    volley(page).get_by_role("button", name=re.compile("^Medium Tank 2 .*: earlier")).click()
    expect(volley(page).get_by_role("listitem").first).to_contain_text("Medium Tank 2 fires at")

    pull(page, row(page, "Medium Tank 1 fires at Blue Medium Tank 1"), piece(page, "Blue Medium Tank 2"))
    expect(row(page, "Medium Tank 1 fires at Blue Medium Tank 2")).to_be_visible()
    page.get_by_role("application").focus()
    page.keyboard.press("Escape")
    pull(page, mark(page, "Medium Tank 1 fires at Blue Medium Tank 2"), piece(page, "Blue Medium Tank 1"))
    expect(row(page, "Medium Tank 1 fires at Blue Medium Tank 1")).to_be_visible()

    page.reload()  # nothing has been sent, and nothing is lost
    expect(volley(page).get_by_role("listitem")).to_have_count(2)
    expect(volley(page).get_by_role("listitem").first).to_contain_text("Medium Tank 2 fires at")
    tab(page, "Log")
    expect(told(page, re.compile("announced|fires"))).to_have_count(0)
    tab(page, "Volley")
    button(page, re.compile("^Open fire *2 shots")).click()
    expect(dock(page).get_by_text(re.compile("^Red: 2 shots to roll for"))).to_be_visible()
    expect(volley(page).get_by_role("button", name=re.compile("remove"))).to_have_count(0)
    page.get_by_role("application").focus()
    page.keyboard.press("z")  # no die has fallen: the whole list comes back into the hand
    expect(volley(page).get_by_role("button", name=re.compile("remove"))).to_have_count(2)
    button(page, re.compile("^Open fire *2 shots")).click()
    button(page, re.compile("^All")).click()
    expect(dock(page).get_by_text("all shots are fired")).to_be_visible()
    tab(page, "Log")
    expect(told(page, re.compile("^Medium Tank [12] fired at Blue Medium Tank"))).to_have_count(2)


def test_cover_shows_what_is_hidden_what_hides_it_and_the_friend_at_risk(new_page: NewPage, server: Server) -> None:
    """A friend stands before the target: most of it is hidden, and an equal roll strikes the friend."""
    setup = setup_of(OPEN_ROWS, {"medium": 2}, {"medium": 2}, changed=RANKS)
    script = Script(setup, {"medium": "E2↓ E4↓"}, {"medium": "D8↑ T10↑"})
    script.play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    board = page.get_by_role("application")
    choose(page, "Medium Tank 1")
    aim_at(page, "Blue Medium Tank 1")
    expect(board.get_by_role("img", name="hidden part of the target")).to_have_count(1)
    expect(board.locator("path.blocker")).to_have_count(1)
    expect(board.locator(".badge.astray").get_by_text("13.9 %")).to_have_count(1)
    throws = forecast(page).get_by_role("list", name="Throws, one after the other").get_by_role("listitem")
    expect(throws.nth(0)).to_contain_text("First: two dice must make 4 or more: 3 for the distance, 1 for its cover.")
    expect(throws.nth(1)).to_contain_text("Then a die says where it hits")
    expect(throws.nth(2)).to_contain_text(re.compile(r"and a die must beat \d+"))
    expect(forecast(page).get_by_text("27.2 %").first).to_be_visible()
    expect(forecast(page).get_by_text(re.compile("Medium Tank 2: destroyed 9.3 %"))).to_be_visible()
    assert faults(page) == []
    announce(page, "Blue Medium Tank 1")
    expect(volley(page).get_by_text(re.compile("13.9 % to hit Medium Tank 2"))).to_be_visible()
    button(page, re.compile("^Open fire")).click()
    expect(dock(page).get_by_text(re.compile("^Red: 1 shot to roll for"))).to_be_visible()
    page.get_by_role("application").focus()
    page.keyboard.press("Space")
    expect(dock(page).get_by_text(re.compile("^aims: .*needed 4", re.DOTALL))).to_be_attached()
    expect(button(page, "End turn")).to_be_visible()


def test_a_vehicle_pulls_the_gun_that_hangs_on_it(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"half-track": 1, "gun": 1}, {"medium": 1}, changed=RANKS)
    script = Script(setup, {"half-track": "E3↑", "gun": "E4↓"}, {"medium": "T10↑"})
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Half-track 1")
    tow = button(page, re.compile("^tow Fixed Gun 1"))
    expect(tow).to_have_attribute("aria-pressed", "false")
    hitch = page.get_by_role("img", name=re.compile("^to hitch: rear to the gun"))
    rest_on(page, piece(page, "Red Fixed Gun 1"), hitch)
    hook = mark(page, "Red Half-track 1 may pull Fixed Gun 1")
    click_on(page, hook)
    expect(tow).to_have_attribute("aria-pressed", "true")
    page.get_by_role("application").focus()
    page.keyboard.press("k")  # the same by a key
    expect(tow).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("k")
    expect(tow).to_have_attribute("aria-pressed", "true")
    rest_on(page, reach(page).get_by_text("1", exact=True).first, forecast(page).get_by_text("Fixed Gun 1 ends on E3"))
    expect(page.locator("g.piece.ghost")).to_have_count(2)
    assert faults(page) == []
    page.keyboard.press("Enter")
    expect(told(page, re.compile("Half-track 1 .*Fixed Gun 1"))).to_be_visible()
    expect(piece(page, "Red Fixed Gun 1")).to_have_attribute("aria-label", re.compile("towed"))


def test_where_a_towed_gun_can_end_in_two_places_one_is_chosen(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"medium": 1, "gun": 1}, {"medium": 1}, changed=RANKS)
    script = Script(setup, {"medium": "E3↑", "gun": "E4↓"}, {"medium": "T10↑"})
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium Tank 1")
    expect(button(page, re.compile("^tow Fixed Gun 1"))).to_be_visible()
    page.get_by_role("application").focus()
    for key in ("k", "ArrowRight", "ArrowDown", "ArrowDown"):  # the board lies with Red's edge at the bottom: to D1
        page.keyboard.press(key)
    expect(forecast(page).get_by_text("Fixed Gun 1 ends on E2")).to_be_visible()
    page.keyboard.press("b")
    expect(forecast(page).get_by_text("Fixed Gun 1 ends on D2")).to_be_visible()
    expect(page.locator("circle.trail")).to_have_count(1)  # the other end, for a hand
    page.keyboard.press("Enter")
    expect(told(page, re.compile("towing Fixed Gun 1 to D2"))).to_be_visible()


def test_hull_and_turret_are_set_in_one_go_and_the_slot_is_marked(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"medium": 2}, {"medium": 1}, changed=RANKS)
    page = sit_down_at(new_page, server, Script(setup, {"medium": "E3↓ K3↓"}, {"medium": "T10↑"}).game)
    slots = dock(page).get_by_role("group", name="Dice")
    expect(slots).to_contain_text("0 of 2 used")
    choose(page, "Medium Tank 1")
    page.get_by_role("application").focus()
    for key in ("ArrowUp", "ArrowUp"):  # two squares towards the enemy
        page.keyboard.press(key)
    expect(forecast(page).get_by_role("heading", name=re.compile("to E5, facing .*south on the map"))).to_be_visible()
    page.keyboard.press("Shift+E")
    expect(forecast(page).get_by_text(re.compile("Turret to the .*south-west")).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(told(page, re.compile("Medium Tank 1 .* E5"))).to_be_visible()
    expect(told(page, re.compile("turret.* south-west"))).to_be_visible()
    expect(slots).to_contain_text("1 of 2 used")
    expect(slots.locator(".slot.used")).to_have_text("M1")


def test_a_crew_repairs_and_its_timer_counts_down(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"medium": 2}, {"medium": 1}, changed=RANKS)
    script = Script(setup, {"medium": "E5↓ K1↓"}, {"medium": "E7↑"})
    script.pass_turn()
    script.play(EndMovement())
    script.play(script.table.announce("m1", "M1"))
    script.play(OpenFire())
    script.play(Resolve(script.table.unit("m1")), (4, 5), (5,), (0,))  # a hit on the tracks
    script.play(EndTurn())
    script.play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    patient = piece(page, "Red Medium Tank 1")
    expect(patient).to_have_attribute("aria-label", re.compile("Immobilised"))
    choose(page, "Medium Tank 1")
    deed(page, re.compile("^Start repairs")).click()
    expect(row(page, "The crew of Medium Tank 1 starts repairs")).to_be_visible()
    expect(patient.locator(".counts")).to_have_text("5")
    page.get_by_role("application").focus()
    page.keyboard.press("Delete")  # taken out again, and put in again
    expect(patient.locator(".counts")).to_have_count(0)
    button(page, re.compile("^Start repairs")).click()
    expect(patient.locator(".counts")).to_have_text("5")
    assert faults(page) == []
    button(page, re.compile("^End turn")).click()
    for side in ("Blue", "Red"):  # it moves at the end of Red's next turn
        expect(dock(page).get_by_text(re.compile(f"^{side}'s turn: .*long moves"))).to_be_visible()
        button(page, "End movement").click()
        button(page, re.compile("^End turn")).click()
    expect(patient).to_have_attribute("aria-label", re.compile("Repair timer 4"))
    expect(patient.locator(".counts")).to_have_text("4")


def test_a_phone_announces_and_nothing_is_wider_than_it(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"medium": 2}, {"medium": 2}, changed=RANKS)
    script = Script(setup, {"medium": "E4↓ F4↓"}, {"medium": "E9↑ F9↑"})
    script.play(EndMovement())
    page = sit_down_at(new_page, server, script.game, width=390, height=844)
    choose(page, "Medium Tank 1")
    page.keyboard.press("t")
    button(page, re.compile("^Announce")).click()
    page.get_by_role("button", name="Log").click()
    page.get_by_role("tab", name="Volley").click()
    expect(row(page, "Medium Tank 1 fires at Blue Medium Tank 1")).to_be_visible()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.keyboard.press("Escape")
    button(page, re.compile("^Open fire")).click()
    expect(button(page, re.compile("^Fire next"))).to_be_visible()
    assert faults(page) == []


def test_the_text_board_announces_removes_and_resolves(new_page: NewPage, server: Server) -> None:
    setup = setup_of(OPEN_ROWS, {"medium": 2}, {"medium": 2}, changed=RANKS, walls=(6 * 20 + 6,))
    script = Script(setup, {"medium": "E4↓ F4↓"}, {"medium": "E9↑ F9↑"})
    script.play(EndMovement())
    page = sit_down_at(new_page, server, script.game)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Text board").click()
    line, answers = page.get_by_role("textbox", name="Command (? tells all)"), page.locator(".answers")

    def say(command: str, answer: str) -> None:
        line.fill(command)
        line.press("Enter")
        expect(answers.get_by_text(re.compile(f"^{re.escape(command)}: .*{answer}")).last).to_be_visible()

    say("open fire", "Nothing is announced")
    say("announce M1 E9", "Medium Tank 1 fires at Blue Medium Tank 1")
    say("announce M2 wall G7", "Medium Tank 2 fires at the wall at G7")
    say("remove M1", "Removed")
    say("remove M1", "has announced nothing")
    say("repair M1", "nothing to repair")
    say("tow M1 E5", "nothing hitched")
    say("open fire", "opened fire")
    say("resolve M2", "Medium Tank 2 fired at the wall at G7")
