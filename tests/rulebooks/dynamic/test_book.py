"""The book as a whole: its catalogue, what must hold in every state, and its picture as text."""

from typing import Any

import msgspec
import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, Phase, State, UnderWay, Units
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.dynamic.cast import Table, field, table


def test_the_catalogue_has_all_188_rules_in_order() -> None:
    assert [entry.id for entry in book.rules.printed] == [f"DYN-{number:02}" for number in range(1, 189)]


def sound(**more: Any) -> Table:
    words = {
        "A1": "M1→",
        "B1": "MD1→",
        "C1": "G1→",
        "F1": "m1←",
        "F2": "t1←",
        "C2": "-",
        "D2": "+",
        "E2": "#",
        "D1": "=",
    }
    return table(field(6, 2, **words), rolled=(3, 4), **more)


def test_a_sound_state_has_no_faults() -> None:
    assert list(book.faults(sound().state)) == []


def broken(name: str, more: dict[str, Any] | None = None, **changes: object) -> str:
    """The faults of a state in which a unit is otherwise."""
    t = sound(**(more or {}))
    units = list(t.state.units.units)
    units[t.unit(name)] = msgspec.structs.replace(units[t.unit(name)], **changes)
    t.state.units = Units(units)
    return " ".join(book.faults(t.state))


@rule("DYN-10", "DYN-11", "DYN-12", "DYN-18", "DYN-22", "DYN-61", "DYN-186")
def test_units_where_none_can_be_are_noticed() -> None:
    assert "DYN-12" in broken("M1", square=5)
    for square in (3, 8, 9, 10):
        assert "DYN-61" in broken("M1", square=square)
    assert "DYN-18" in broken("M1", square=-1)
    assert "DYN-11" in broken("M1", facing=8)
    assert "DYN-22" in broken("M1", side=BLUE)
    assert "DYN-22" in broken("M1", kind="spaa")
    assert broken("M1", condition=Condition.DAMAGED) == ""
    assert "DYN-186" in broken("M1", {"quick": True}, condition=Condition.DAMAGED)


@rule("DYN-29", "DYN-33", "DYN-75", "DYN-95", "DYN-98", "DYN-115", "DYN-155")
def test_units_that_did_what_they_cannot_are_noticed() -> None:
    assert "DYN-29" in broken("M1", command=True)
    assert broken("M1", {"command": True}, command=True) == ""
    assert "DYN-29" in broken("G1", {"command": True}, command=True)
    assert "DYN-33" in broken("M1", moved=3)
    assert "DYN-115" in broken("M1", moved=2, condition=Condition.DAMAGED)
    assert "DYN-75" in broken("t1", fired=1)
    assert "DYN-155" in broken("M1", broke=1)
    assert "DYN-155" in broken("t1", moved=1, broke=1)
    assert "DYN-95" in broken("M1", turret=1, rested=1)
    assert broken("M1", {"turrets": True}, turret=2) == ""
    assert "DYN-98" in broken("M1", {"turrets": True}, turret=3)
    assert "DYN-98" in broken("m1", {"turrets": True}, turret=1)


@rule("DYN-16", "DYN-17", "DYN-26", "DYN-40", "DYN-149", "DYN-152", "DYN-160")
def test_dice_dozers_walls_and_victories_that_cannot_be_are_noticed() -> None:
    def faults(t: Table, **changes: object) -> str:
        return " ".join(book.faults(msgspec.structs.replace(t.state, **changes)))

    t = sound()
    dozer, tank = t.unit("MD1"), t.unit("M1")
    assert "DYN-26" in faults(t, dice=(3, 4, 5))
    assert "DYN-26" in faults(t, dice=(3,))
    assert "DYN-26" in faults(t, dice=(3,), given=((4, tank),)), "it has not moved"
    assert "DYN-26" in faults(t, dice=(), given=((3, tank), (4, tank)))
    assert "DYN-149" in faults(t, driving=UnderWay(tank, 0, 1, False))
    assert "DYN-26" in faults(t, driving=UnderWay(dozer, 3, 2, False))
    assert "DYN-40" in faults(t, driving=UnderWay(dozer, 0, 2, False))
    setup = t.state.ground.setup
    assert "DYN-152" in faults(t, ground=Ground.of(setup, (0,)))
    assert "DYN-152" in faults(t, ground=Ground.of(setup, (3,), (3,)))
    assert "DYN-160" in faults(t, ground=Ground.of(setup, (), (3,)), phase=Phase.ROLL)
    assert "DYN-16" in broken("m1", condition=Condition.DESTROYED) + faults(table(field(2, 1, A1="M1→", B1="×m1")))
    t.state.units.occupied ^= 1 << 11
    assert "masks" in faults(t)


@pytest.mark.parametrize("phase", Phase)
def test_a_state_survives_json_and_its_masks_are_made_anew(phase: Phase) -> None:
    t = sound()
    t.state.phase = phase
    t.state.driving = UnderWay(t.unit("MD1"), 0, 1, False)
    again = decode(encode(t.state), State)
    assert encode(again) == encode(t.state)
    assert again.units.occupied == t.state.units.occupied
    assert again.ground is t.state.ground, "the ground is made once and shared"
    assert b"occupied" not in encode(t.state)


def test_a_copy_shares_nothing_that_changes() -> None:
    t = sound()
    before = encode(t.state)
    copy = Table(t.state.copy())
    copy.play(copy.move("M1", "A1↗"))
    copy.play(copy.move("MD1", "B2↓"))
    assert encode(t.state) == before


DOZERS = field(7, 3, B2="MD1→", C2="×m2", A1="AC1→", A3="G1→", G1="m1←", G3="l1←", E3="=")


@pytest.mark.parametrize("phase", [Phase.MOVEMENT, Phase.FIRING])
@pytest.mark.parametrize("going_on", [False, True])
def test_every_legal_order_has_a_chance_to_be_drawn_by_lot(phase: Phase, going_on: bool) -> None:
    """A sample is one of the listed orders, and each of them comes up sooner or later."""
    t = table(DOZERS, rolled=(3, 4), turrets=True)
    if going_on:
        t.play(t.push("MD1", 4))
    if phase is Phase.FIRING:
        t.end_movement()
    chooser = SeededDice("lots")
    drawn = {book.sample(t.state, chooser) for _ in range(8_000)}
    assert drawn == set(t.orders())


def test_the_board_as_text_shows_units_walls_barricades_dust_and_wrecks() -> None:
    t = table(
        """
        H1→ .   ,   :   #   +   m1↙
        =   M2↑ ~   -   ×l1 ×L1 l2!→
        """
    )
    assert book.draw(t.state).splitlines() == [
        "     A  B  C  D  E  F  G",
        "  1 H1→ ·  ,  ∙ ▒▒▒ + m1↙",
        "  2  # M2↑ ░  - ×l××L×l2⇒",
    ]


def test_a_survey_of_what_is_no_unit_or_cannot_act_is_empty() -> None:
    t = sound()
    for unit in (-1, 99, t.unit("m1")):
        survey = book.survey(t.state, unit)
        assert (survey.bands, survey.deeds, survey.aims) == ((), (), ())
