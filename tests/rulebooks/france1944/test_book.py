"""The book as a whole: its catalogue, what must hold in every state, and its picture."""

import msgspec
import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.state import Flag, Phase, State, Tanks
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.france1944.cast import Table, field, table


def test_the_catalogue_has_all_65_rules_in_order() -> None:
    assert [rule.id for rule in book.rules.printed] == [f"FR-{number:02}" for number in range(1, 66)]
    kinds = {kind: [rule for rule in book.rules if book.rules[rule].kind == kind] for kind in ("advice", "optional")}
    assert kinds == {"advice": ["FR-01"], "optional": ["FR-13", *(f"FR-{number}" for number in range(59, 65))]}


def sound() -> Table:
    return table(field(6, 2, A1="M1→", F1="m1←", C2="b¶", D2="+", E2="#"), rolled=(3, 4))


def test_a_sound_state_has_no_faults() -> None:
    assert list(book.faults(sound().state)) == []


@rule("FR-04", "FR-06", "FR-08", "FR-18", "FR-27", "FR-52", "FR-59")
def test_whatever_must_never_be_true_is_noticed() -> None:
    def faults(t: Table) -> str:
        return " ".join(book.faults(t.state))

    def put(name: str, **changes: object) -> Table:
        t = sound()
        unit = t.unit(name)
        units = list(t.state.tanks.units)
        units[unit] = msgspec.structs.replace(units[unit], **changes)
        t.state.tanks = Tanks(units)
        return t

    assert "FR-08" in faults(put("M1", square=5))
    assert "FR-27" in faults(put("M1", square=10))
    assert "FR-27" in faults(put("M1", square=9))
    assert "FR-52" in faults(put("M1", square=8))
    assert "FR-Q06" in faults(put("M1", square=-1))
    assert "FR-59" in faults(put("M1", condition=Condition.DAMAGED))
    assert "FR-18" in faults(put("M1", moved=2))
    assert "FR-04" in faults(put("M1", side=BLUE))
    t = sound()
    t.state.dice = (3, 4, 5)
    assert "FR-18" in faults(t)
    t = sound()
    t.state.tanks.occupied ^= 1
    assert "masks" in faults(t)


@pytest.mark.parametrize("phase", Phase)
def test_a_state_survives_json_and_its_masks_are_made_anew(phase: Phase) -> None:
    t = sound()
    t.state.phase = phase
    again = decode(encode(t.state), State)
    assert encode(again) == encode(t.state)
    assert again.tanks.occupied == t.state.tanks.occupied
    assert again.ground is t.state.ground, "the ground is made once and shared"
    assert b"occupied" not in encode(t.state)


def test_a_copy_shares_nothing_that_changes() -> None:
    t = sound()
    before = encode(t.state)
    copy = Table(t.state.copy())
    copy.play(copy.move("M1", 3, "B1→"))
    copy.state.flags = (Flag(RED, 0),)
    assert encode(t.state) == before


@pytest.mark.parametrize("phase", [Phase.MOVEMENT, Phase.SHOOTING])
def test_every_legal_order_has_a_chance_to_be_drawn_by_lot(phase: Phase) -> None:
    """A sample is one of the listed orders, and each of them comes up sooner or later."""
    t = table(field(6, 3, C2="H1→", A1="L1!→", F1="m1←", F3="l1←", B3="#"), phase=phase, rolled=(3, 4))
    chooser = SeededDice("lots")
    drawn = {book.sample(t.state, chooser) for _ in range(2_000)}
    assert drawn == set(t.orders())


def test_the_picture_shows_tanks_facings_flags_barricades_buildings_and_wrecks() -> None:
    t = table(
        """
        H1→ .   ,   :   #   +   m1↙
        .   M2↑ R¶  b¶  ×l1 ×L1 l2!→
        """
    )
    assert book.draw(t.state).splitlines() == [
        "     A  B  C  D  E  F  G",
        "  1 H1→ ·  ,  ∙ ▒▒▒ + m1↙",
        "  2  · M2↑R¶ b¶ ×l××L×l2⇒",
    ]
