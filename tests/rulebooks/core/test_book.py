"""The book as a whole: its catalogue, what must hold in every state, and its picture as text."""

from typing import Any

import msgspec
import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import Fired, Outcome
from hulldown.rulebooks.panzerstrike.core.orders import Announce, EndMovement, OpenFire, Push, Resolve
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, Ground, Phase, State, Tracks, UnderWay, Units
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.core.cast import Table, field, table


def test_the_catalogue_has_all_181_rules_in_order() -> None:
    assert [printed.id for printed in book.rules.printed] == [f"CORE-{number:02}" for number in range(1, 182)]


def sound(**more: Any) -> Table:
    words = {
        "A1": "M1↓",
        "B1": "MD1↓",
        "C1": "G1↓",
        "D1": "T1↓",
        "A8": "m1↑",
        "B8": "t1↑",
        "C4": "-",
        "D4": "+",
        "E4": "#",
        "E1": "=",
    }
    return table(field(6, 8, **words), **more)


def test_a_sound_state_has_no_faults() -> None:
    assert list(book.faults(sound().state)) == []


def broken(name: str, more: dict[str, Any] | None = None, **changes: object) -> str:
    """The faults of a state in which a unit is otherwise."""
    t = sound(**(more or {}))
    units = list(t.state.units.units)
    units[t.unit(name)] = msgspec.structs.replace(units[t.unit(name)], **changes)
    t.state.units = Units(units)
    return " ".join(book.faults(t.state))


@rule("CORE-07", "CORE-08", "CORE-12", "CORE-13", "CORE-39")
def test_units_where_none_can_be_are_noticed() -> None:
    assert "CORE-08" in broken("M1", square=1)
    for name in ("E1", "C4", "D4", "E4"):
        assert "CORE-39" in broken("M1", square=sound().square(name))
    assert "CORE-12" in broken("M1", square=-1)
    assert "CORE-07" in broken("M1", facing=8)
    assert "CORE-13" in broken("M1", side=BLUE)
    assert "CORE-13" in broken("M1", kind="spaa")


@rule("CORE-05", "CORE-69", "CORE-102", "CORE-140", "CORE-145", "CORE-150")
def test_markers_that_cannot_be_are_noticed() -> None:
    assert "CORE-05" in broken("M1", condition=Condition.DAMAGED)
    assert broken("M1", condition=Condition.DESTROYED) == ""
    for more in ({"injured": True}, {"timer": 1}, {"waiting": True}, {"tracks": Tracks.IMMOBILE}):
        assert "CORE-05" in broken("M1", condition=Condition.DESTROYED, **more)
    assert broken("M1", tracks=Tracks.IMMOBILE, injured=True) == ""
    assert "CORE-69" in broken("G1", tracks=Tracks.IMMOBILE)
    assert "CORE-102" in broken("M1", tracks=Tracks.SEMI)
    assert broken("M1", {"semi": True}, tracks=Tracks.SEMI) == ""
    assert "CORE-145" in broken("M1", tracks=Tracks.IMMOBILE, timer=6)
    assert "CORE-140" in broken("M1", timer=5)
    assert "CORE-140" in broken("M1", waiting=True)
    assert "CORE-150" in broken("M1", tracks=Tracks.IMMOBILE, timer=5, injured=True)


@rule("CORE-15", "CORE-19", "CORE-22", "CORE-46", "CORE-49", "CORE-75", "CORE-141", "CORE-166")
def test_units_that_did_what_they_cannot_are_noticed() -> None:
    assert "CORE-19" in broken("M1", command=True)
    assert broken("M1", {"command": True}, command=True) == ""
    for later in ({"moved": 3}, {"fired": 3}, {"hurt": 3}, {"stopped": 3}, {"again": 3}):
        assert "CORE-15" in broken("M1", None, **later)
    assert "CORE-22" in broken("T1", fired=1)
    assert "CORE-75" in broken("M1", turned=1)
    assert "CORE-166" in broken("M1", broke=1)
    assert "CORE-166" in broken("T1", moved=1, broke=1)
    assert "CORE-46" in broken("G1", turret=1)
    assert broken("M1", turret=2) == ""
    assert "CORE-49" in broken("M1", turret=3)
    assert "CORE-141" in broken("M1", tracks=Tracks.IMMOBILE, timer=3, showed=4, moved=2)


@rule("CORE-11", "CORE-16", "CORE-22", "CORE-23", "CORE-25", "CORE-164", "CORE-169")
def test_slots_shots_walls_and_victories_that_cannot_be_are_noticed() -> None:
    def faults(t: Table, **changes: object) -> str:
        return " ".join(book.faults(msgspec.structs.replace(t.state, **changes)))

    t = sound()
    tank, dozer, gun, truck, enemy = (t.unit(name) for name in ("M1", "MD1", "G1", "T1", "m1"))
    assert faults(t, coordinated=(tank, dozer)) == ""
    assert "CORE-16" in faults(t, coordinated=(tank, dozer, truck))
    assert "CORE-16" in faults(t, coordinated=(tank, tank))
    assert "CORE-16" in faults(t, coordinated=(gun,))
    assert "CORE-25" in faults(t, driving=UnderWay(tank, 6, 5, False))
    assert "CORE-25" in faults(t, driving=UnderWay(tank, 1, 5, False), phase=Phase.ANNOUNCING)
    shot = AnnouncedShot(tank, enemy, t.square("A8"))
    assert faults(t, announced=(shot,), phase=Phase.ANNOUNCING) == ""
    assert "CORE-23" in faults(t, announced=(shot,))
    assert "CORE-22" in faults(t, announced=(shot, shot), phase=Phase.FIRING)
    assert "CORE-22" in faults(t, announced=(AnnouncedShot(enemy, tank, 0),), phase=Phase.FIRING)
    setup = t.state.ground.setup
    assert "CORE-164" in faults(t, ground=Ground.of(setup, (0,)))
    assert "CORE-164" in faults(t, ground=Ground.of(setup, (4,), (4,)))
    assert "CORE-169" in faults(t, ground=Ground.of(setup, (), (4,)), phase=Phase.COMMAND)
    assert "CORE-11" in faults(table(field(2, 2, A1="M1↓", B2="×m1")))
    t.state.units.occupied ^= 1 << 11
    assert "masks" in faults(t)


@pytest.mark.parametrize("phase", Phase)
def test_a_state_survives_json_and_its_masks_are_made_anew(phase: Phase) -> None:
    t = sound()
    t.state.phase = phase
    t.state.driving = UnderWay(t.unit("MD1"), 1, 5, False)
    t.state.announced = (AnnouncedShot(t.unit("M1"), t.unit("m1"), t.square("A8")),)
    again = decode(encode(t.state), State)
    assert encode(again) == encode(t.state)
    assert again.units.occupied == t.state.units.occupied
    assert again.ground is t.state.ground, "the ground is made once and shared"
    assert b"occupied" not in encode(t.state)


def test_a_copy_shares_nothing_that_changes() -> None:
    t = sound()
    before = encode(t.state)
    copy = Table(t.state.copy())
    copy.play(copy.move("M1", "A3↓"))
    copy.end_movement()
    copy.play(copy.announce("M1", "m1"))
    assert encode(t.state) == before


@rule("CORE-22", "CORE-Q31")
def test_a_shot_that_was_lost_was_not_fired() -> None:
    """CORE-Q31: so it does not put off a recovery either."""
    t = sound(phase=Phase.ANNOUNCING)
    for outcome, fired in ((Outcome.LOST, 0), (Outcome.SILENT, 0), (Outcome.MISSED, 2)):
        state = Table(t.state.copy())
        state.play(state.announce("M1", "m1"))
        book.evolve(state.state, Fired(state.state.announced[0], outcome))
        assert (state.piece("M1").fired, state.state.announced) == (fired, ())


BUSY = field(6, 9, B2="MD1↓", B3="×m2", A1="AC1↓", C1="G1↓", F1="M1!↓", D1="RV1→", A9="m1↑", F8="l1↑", E5="=")


@pytest.mark.parametrize("semi", [False, True])
@pytest.mark.parametrize("phase", [Phase.MOVEMENT, Phase.ANNOUNCING, Phase.FIRING])
@pytest.mark.parametrize("going_on", [False, True])
def test_every_legal_order_has_a_chance_to_be_drawn_by_lot(phase: Phase, going_on: bool, semi: bool) -> None:
    """A sample is one of the listed orders, and each of them comes up sooner or later."""
    t = table(BUSY, semi=semi, speed_die=semi, aimed=semi)
    if going_on:
        t.play(t.move("AC1", "A2↓"))
        if not semi:
            t.play(Push(t.unit("MD1")))
    if phase is not Phase.MOVEMENT:
        t.play(EndMovement())
    if phase is Phase.FIRING:
        t.play(next(order for order in t.orders() if isinstance(order, Announce)))
        t.play(OpenFire())
    chooser = SeededDice("lots")
    drawn = {book.sample(t.state, chooser) for _ in range(12_000)}
    assert drawn == set(t.orders())


def test_the_board_as_text_shows_units_walls_barricades_dust_and_wrecks() -> None:
    t = table(
        """
        H1→ .   ,   :   #   +   m1↙
        =   M2↑ ~   -   ×l1 ×L1 l2→
        """
    )
    assert book.draw(t.state).splitlines() == [
        "     A  B  C  D  E  F  G",
        "  1 H1→ ·  ,  ∙ ▒▒▒ + m1↙",
        "  2  # M2↑ ░  - ×l××L×l2→",
    ]


@rule("CORE-93")
def test_losses_are_the_wrecks() -> None:
    t = table(field(4, 2, A1="M1↓", B1="×M2", C1="×m2", D1="×m3", A2="m1↑"))
    assert book.losses(t.state) == (1, 2)


@pytest.mark.parametrize("phase", [Phase.MOVEMENT, Phase.ANNOUNCING, Phase.FIRING])
def test_a_survey_of_what_is_no_unit_or_cannot_act_is_empty(phase: Phase) -> None:
    t = sound(phase=phase)
    for unit in (-1, 99, t.unit("m1")):
        survey = book.survey(t.state, unit)
        assert (survey.bands, survey.deeds, survey.aims) == ((), (), ())


def test_an_order_that_fires_is_previewed_with_its_odds() -> None:
    t = sound(phase=Phase.ANNOUNCING)
    assert book.preview(t.state, t.announce("M1", "m1")).odds
    t.play(t.announce("M1", "m1"))
    t.open_fire()
    assert book.preview(t.state, Resolve(t.unit("M1"))).odds
    assert book.preview(t.state, OpenFire()).refusal is not None
