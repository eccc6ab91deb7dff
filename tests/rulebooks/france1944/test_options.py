"""The optional rules: damage and barricades (FR-59 … FR-64)."""

import pytest

from hulldown.kernel.side import BLUE
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944 import events
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.events import Damaged, Destroyed
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.france1944.cast import field, table

SHOOTING = Phase.SHOOTING
AT_SIX = field(8, 2, A1="M1→", A2="M2→", G1="m1←", H2="l1←")  # 6 + front 7 = 13


@rule("FR-59", "FR-Q36")
def test_the_options_are_off_unless_chosen() -> None:
    setup = table(AT_SIX).state.ground.setup
    assert (setup.damage, setup.barricades, setup.hidden, setup.flags, setup.turn_limit) == (False, 0, False, (0, 0), 0)
    t = table(AT_SIX, phase=SHOOTING)
    assert t.shoot("M1", "m1", 6, 6, 1) is Verdict.DESTROYED


@rule("FR-59")
@pytest.mark.parametrize(
    ("faces", "verdict"),
    [((6, 5, 1), Verdict.NOTHING), ((6, 6, 1), Verdict.DAMAGED), ((6, 6, 2), Verdict.DESTROYED)],
    ids=["12", "13", "14"],
)
def test_only_an_exact_sum_damages(faces: tuple[int, ...], verdict: Verdict) -> None:
    t = table(AT_SIX, phase=SHOOTING, damage=True)
    assert t.shoot("M1", "m1", *faces) is verdict
    assert t.tank("m1").condition is list(Condition)[list(Verdict).index(verdict)]


@rule("FR-59", "FR-Q19")
def test_a_second_exact_sum_destroys_a_damaged_tank() -> None:
    """FR-Q19: else it would be safer against exact rolls than a sound one is without the option."""
    t = table(AT_SIX, phase=SHOOTING, damage=True)
    assert t.play(t.fire("M1", "m1"), (6, 6, 1))[1:] == (Damaged(t.unit("m1")),)
    # M2 stands one row aside: also 6 squares away, also in front
    assert t.play(t.fire("M2", "m1"), (6, 6, 1))[1:] == (Destroyed(t.unit("m1")),)


@rule("FR-60")
def test_a_damaged_tank_is_marked_on_the_table_and_in_its_state() -> None:
    t = table(AT_SIX, phase=SHOOTING, damage=True)
    assert "m1←" in book.draw(t.state)
    t.shoot("M1", "m1", 6, 6, 1)
    assert "m1⇐" in book.draw(t.state)
    again = decode(encode(t.state), State)
    assert again.tanks.units[t.unit("m1")].condition is Condition.DAMAGED


@rule("FR-61")
def test_a_damaged_tank_takes_no_step_but_fires_all_round() -> None:
    t = table(field(9, 1, E1="M1!→", A1="l1→", I1="l2←"), rolled=(3, 6))
    for pose in ("F1→", "D1→", "E1↘", "E1→"):
        t.refused(t.move("M1", 6, pose), "FR-61", "Medium 1 is damaged and no longer moves")
    t.end_movement()
    assert t.targets("M1") == {"l1", "l2"}


@rule("FR-17", "FR-61", "FR-Q20")
def test_a_damaged_tank_counts_as_active_for_the_dice_but_gets_none() -> None:
    """FR-Q20: five active tanks roll three dice."""
    drawing = field(8, 5, A1="L1!→", A2="L2→", A3="L3→", A4="L4→", A5="L5→", H1="m1←")
    t = table(drawing, phase=Phase.ROLL)
    t.roll(3, 4, 5)
    assert t.moves("L1", 3) == set()
    assert t.moves("L2", 3)


@rule("FR-34", "FR-61")
def test_a_tank_damaged_after_it_moved_fires_all_round_from_its_next_turn() -> None:
    t = table(field(9, 1, E1="M1→", A1="l1→", I1="l2←"), rolled=(3, 4), damage=True)
    t.play(t.move("M1", 3, "E1→"))
    t.end_movement()
    assert t.targets("M1") == {"l2"}
    t.end_turn()
    t.roll(3, 4)
    t.end_movement()
    assert t.shoot("l2", "M1", 6, 5) is Verdict.DAMAGED
    t.end_turn()
    t.roll(3, 4)
    t.end_movement()
    assert t.targets("M1") == {"l1", "l2"}


@rule("FR-62")
def test_damage_stays_and_nothing_in_the_game_mends_it() -> None:
    t = table(field(9, 1, E1="M1!→", A1="m1→"), phase=Phase.ROLL)
    for _ in range(6):
        t.pass_turn()
    assert t.tank("M1").condition is Condition.DAMAGED
    assert not {name for name in vars(events) if "repair" in name.lower() or "mend" in name.lower()}


@rule("FR-64")
def test_a_barricade_closes_the_street_to_tanks_and_shells_of_both_sides() -> None:
    drawing = field(7, 1, A1="M1→", D1="+", G1="m1←")
    t = table(drawing, rolled=(3, 6))
    assert {pose[0] for pose in t.moves("M1", 6)} == {"A", "B", "C"}
    t.end_movement()
    t.refused(t.fire("M1", "m1"), "FR-64", "Medium 1 cannot hit Blue Medium 1", "the barricade at D1")
    t = table(drawing, phase=SHOOTING, side=BLUE)
    t.refused(t.fire("m1", "M1"), "FR-64", "Medium 1 cannot hit Red Medium 1", "the barricade at D1")


@rule("FR-64", "FR-Q15")
@pytest.mark.parametrize(
    ("right", "left", "barricades"), [("+", "+", ("B1", "A2")), ("+", "#", ("B1",)), ("#", "+", ("A2",))], ids=str
)
def test_no_shell_passes_between_a_barricade_and_its_neighbour_at_a_corner(
    right: str, left: str, barricades: tuple[str, ...]
) -> None:
    """FR-Q15: and the refusal names a square where a barricade is."""
    t = table(field(4, 4, A1="M1↘", D4="m1↖", B1=right, A2=left), phase=SHOOTING)
    refusal = t.refused(t.fire("M1", "m1"), "FR-Q15", "barricade", "leave no gap")
    assert any(f"the barricade at {place}" in refusal.sentence for place in barricades), refusal.sentence
