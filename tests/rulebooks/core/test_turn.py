"""Phases, turns, rounds and how games end (CORE-11, CORE-12, CORE-15, CORE-20 … CORE-24, CORE-169, CORE-176 …)."""

from typing import Any

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import Destroyed, GameEnded, PhaseBegan
from hulldown.rulebooks.panzerstrike.core.orders import Begin, EndMovement, EndTurn, OpenFire, Resolve
from hulldown.rulebooks.panzerstrike.core.setup import Army, value_of
from hulldown.rulebooks.panzerstrike.core.speed import slots
from hulldown.rulebooks.panzerstrike.core.state import Phase
from hulldown.rulebooks.panzerstrike.core.turn import victory_of
from tests.marks import rule
from tests.rulebooks.core.cast import TYPES, Always, Table, field, setup_of, table

SPAA: dict[str, Any] = {"spaa": 3, "lost_spaa": 2, "turn_limit": 30}
FACING = field(3, 8, A1="M1↓", C1="M2↓", A8="m1↑", C8="m2↑")


def result_of(t: Table) -> Result:
    assert t.state.result is not None
    return t.state.result


def destroy(t: Table, name: str) -> None:
    book.evolve(t.state, Destroyed(t.unit(name)))


# Armies (T-01)


@rule("CORE-13", "CORE-16", "CORE-19", "CORE-Q01")
@pytest.mark.parametrize(
    ("army", "value", "many", "coordinated"),
    [
        ({"sherman": 8, "jumbo": 2, "hellcat": 4, "stuart": 5}, 129, 19, 5),
        ({"tiger": 4, "tiger-ii": 2, "pz-iv": 4, "nashorn": 2}, 130, 12, 4),
    ],
)
def test_t_01_the_forces_of_example_1(army: dict[str, int], value: int, many: int, coordinated: int) -> None:
    """CORE-Q01: both are legal under 130, though not equal."""
    assert value_of(TYPES, Army(army, 130)) == value
    state = book.start(setup_of(["." * 24] * 12, army, {"tiger": 1}, total=130, chart=TYPES))
    assert sum(piece.side is RED for piece in state.units.units) == many
    assert slots(state) == coordinated


# Turns and rounds


@rule("CORE-15", "CORE-21", "CORE-23")
@pytest.mark.parametrize("first", Side)
def test_a_round_is_a_turn_of_each_and_a_turn_all_movement_then_all_firing(first: Side) -> None:
    t = table(FACING, side=first, first=first)
    for side, this_round in ((first, 2), (first.other, 2), (first, 3)):
        assert (t.state.phase, t.state.side, t.state.round) == (Phase.MOVEMENT, side, this_round)
        t.refused(EndTurn(), "CORE-15", f"{side.label} has not ended its movement")
        t.refused(OpenFire(), "CORE-21", "has not ended its movement; firing comes after all of it")
        t.end_movement()
        t.refused(EndMovement(), "CORE-21", f"{side.label} has ended its movement")
        own, ahead = ("m1", "A7↑") if side else ("M1", "A2↓")
        t.refused(
            t.move(own, ahead), "CORE-21", f"{side.label} has ended its movement; nothing moves any more in this turn"
        )
        t.end_turn()


@rule("CORE-15", "CORE-21", "CORE-23", "CORE-Q28")
def test_an_order_at_the_wrong_time_hears_what_is_amiss() -> None:
    t = table(FACING)
    for early in (t.announce("M1", "m1"), OpenFire(), Resolve(t.unit("M1"))):
        t.refused(early, "CORE-21", "Red has not ended its movement; firing comes after all of it")
    t.refused(t.start_repair("M1"), "CORE-Q28", "Red has not ended its movement")
    t.end_movement()
    for late in (t.push("M1"), t.lay("M1", "→")):
        t.refused(late, "CORE-21", "Red has ended its movement; nothing moves any more in this turn")
    t.play(t.announce("M1", "m1"))
    t.open_fire()
    t.refused(OpenFire(), "CORE-23", "Red has opened fire; what is on the list is fixed")
    t.refused(t.stop_repair("M1"), "CORE-Q28", "Red has opened fire; crews go out and come back with the announcement")
    t.refused(Begin(), "CORE-Q02", "the lot has been drawn already: Red plays first")
    t.refused(t.deploy("medium", "A1↓"), "CORE-Q02", "all units of both sides stand already")


@rule("CORE-23", "CORE-24")
def test_what_is_announced_is_fired_and_nothing_else() -> None:
    t = table(FACING, phase=Phase.ANNOUNCING)
    assert EndTurn() in t.orders()
    t.refused(OpenFire(), "CORE-23")
    t.play(t.announce("M1", "m1"))
    t.refused(EndTurn(), "CORE-23", "fire is announced for Medium Tank 1; open fire first")
    assert OpenFire() in t.orders()
    t.refused(Resolve(t.unit("M1")), "CORE-23", "Red has not opened fire yet; nothing rolls before all is announced")
    t.open_fire()
    assert t.orders() == [Resolve(t.unit("M1"))]
    t.refused(t.announce("M2", "m1"), "CORE-23", "Red has opened fire; what is on the list is fixed")
    t.refused(Resolve(t.unit("M2")), "CORE-23")
    t.refused(EndTurn(), "CORE-23", "still to be rolled for: Medium Tank 1")
    t.play_with(Resolve(t.unit("M1")), Always())
    assert t.orders() == [EndTurn()]


@rule("CORE-20", "CORE-22")
def test_having_moved_and_fired_is_forgotten_when_the_own_next_turn_begins() -> None:
    t = table(FACING)
    t.play(t.move("M1", "A2↓"))
    t.end_movement()
    t.play(t.announce("M1", "m1"))
    t.open_fire()
    t.play_with(Resolve(t.unit("M1")), Always())
    t.end_turn()
    t.pass_turn()
    assert t.allows(t.move("M1", "A3↓"))
    assert t.state.coordinated == ()
    t.end_movement()
    assert t.allows(t.announce("M1", "m1"))


@rule("CORE-49", "CORE-122", "CORE-133")
def test_the_beginning_of_a_turn_is_remembered_for_the_side_whose_turn_it_is() -> None:
    t = table(field(5, 8, A1="M1↓→", B1="T1↑", B2="G1↓", E8="m1↑→"))
    for name in ("M1", "m1"):
        t.change(name, rested=0, began=0)
    t.state.side = BLUE
    t.pass_turn()
    assert (t.piece("M1").rested, t.piece("M1").began) == (6, t.square("A1"))
    assert (t.piece("m1").rested, t.piece("m1").began) == (0, 0)
    assert [*t.state.hitched] == [(t.unit("T1"), t.unit("G1"))]
    t.pass_turn()
    assert [*t.state.hitched] == []


@rule("CORE-169")
def test_dust_settles_at_the_end_of_the_turn() -> None:
    t = table(field(1, 8, A1="M1↓", A4="~", A8="m1↑"), phase=Phase.ANNOUNCING)
    t.refused(t.announce("M1", "m1"), "CORE-169")
    t.end_turn()
    assert t.dust() == set()
    t.end_movement()
    assert t.targets("m1") == {"M1"}


# How games end


@rule("CORE-11", "CORE-12", "CORE-93", "CORE-Q44")
def test_who_has_destroyed_all_enemy_units_wins_fixed_and_unarmed_ones_too() -> None:
    t = table(field(4, 8, A1="M1↓", B8="m1↑", C8="g1↑", D8="t1↑"))
    for name in ("m1", "g1"):
        destroy(t, name)
        assert victory_of(t.state) is None
    destroy(t, "t1")
    assert victory_of(t.state) == Result(RED, "CORE-12", "All of Blue's units are destroyed, so Red wins.")


@rule("CORE-11", "CORE-12")
def test_the_last_shot_ends_the_game() -> None:
    t = table(field(1, 8, A1="H1↓", A8="t1↑"), phase=Phase.ANNOUNCING)
    t.play(t.announce("H1", "t1"))
    t.open_fire()
    events = t.play_with(Resolve(t.unit("H1")), Always(3))
    assert isinstance(events[-1], GameEnded)
    assert (t.state.phase, result_of(t).winner, result_of(t).rule) == (Phase.OVER, RED, "CORE-12")
    assert t.orders() == []
    assert book.to_act(t.state) is None
    t.refused(EndTurn(), "CORE-12", "the game is over")


FLAK = field(6, 8, A1="M1↓", D1="AA1↓", E1="AA2↓", F1="AA3↓", A8="m1↑", D8="aa1↑", E8="aa2↑", F8="aa3↑")


@rule("CORE-172", "CORE-176", "CORE-Q37")
@pytest.mark.parametrize("side", Side)
def test_two_lost_spaa_lose_the_basic_scenario_by_whomever_they_were_hit(side: Side) -> None:
    """CORE-Q37: also in one's own turn, by one's own shot."""
    t = table(FLAK, side=side, **SPAA)
    for name in ("m1", "aa1"):
        destroy(t, name)
        assert victory_of(t.state) is None
    destroy(t, "aa3")
    assert victory_of(t.state) == Result(RED, "CORE-176", "Blue has lost 2 of its SPAA, so Red wins.")


@rule("CORE-177")
def test_the_basic_scenario_is_drawn_after_its_last_round() -> None:
    t = table(FLAK, round=30, **SPAA)
    assert t.pass_turn() == (PhaseBegan(Phase.MOVEMENT, BLUE, 30),)
    t.pass_turn()
    assert (result_of(t).winner, result_of(t).rule) == (None, "CORE-177")
    assert result_of(t).sentence == "30 rounds are over and nobody has won: the game is a draw."


@rule("CORE-12", "CORE-Q44")
def test_a_game_without_a_scenario_is_drawn_after_sixty_rounds() -> None:
    t = table(FACING, side=BLUE, first=BLUE, round=59)
    for _ in range(3):
        t.pass_turn()
    assert (t.state.side, t.state.round, t.state.result) == (RED, 60, None)
    t.pass_turn()
    assert (result_of(t).winner, result_of(t).rule) == (None, "CORE-Q44")
    assert result_of(t).sentence == "60 rounds are over and nobody has won: the game is a draw."
    t.refused(EndMovement(), "CORE-Q44", "the game is over")
