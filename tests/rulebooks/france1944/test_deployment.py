"""Setting up the table: the roll-off, flags, barricades, tanks (FR-05 … FR-08, FR-50, FR-63)."""

from typing import Any

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import encode
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.events import Deployed, Hidden, PhaseBegan, Revealed, RolledOff
from hulldown.rulebooks.panzerstrike.france1944.orders import (
    Begin,
    ChooseFirst,
    Deploy,
    EndBarricades,
    Order,
    PlaceBarricade,
    PlaceFlag,
    RollMovement,
)
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from tests.marks import rule
from tests.rulebooks.france1944.cast import Table, setup_of

FIELD = ["." * 12] * 4


def opened(
    rows: list[str] = FIELD,
    red: dict[str, int] | None = None,
    blue: dict[str, int] | None = None,
    first: Side = RED,
    **more: Any,
) -> Table:
    """A table at its first placing: Red has won the roll-off and said who plays first."""
    t = Table(book.start(setup_of(rows, red or {"medium": 1}, blue or {"medium": 1}, **more)))
    t.play(Begin(), (6, 1))
    t.play(ChooseFirst(first))
    return t


def now(t: Table) -> tuple[Phase, Side]:
    return t.state.phase, t.state.side


@rule("FR-05", "FR-H4", "FR-Q06")
def test_the_roll_off_is_repeated_until_one_die_is_higher() -> None:
    """FR-Q06: one small number each, ties again; the winner chooses who plays first."""
    t = Table(book.start(setup_of(FIELD, {"medium": 1}, {"medium": 1})))
    assert t.orders() == [Begin()]
    t.refused(ChooseFirst(RED), "FR-Q06", "nobody has rolled off yet")
    assert t.play(Begin(), (1, 1), (6, 6), (2, 5)) == (RolledOff((1, 6, 2), (1, 6, 5)),)
    assert now(t) == (Phase.CHOICE, BLUE)
    assert t.orders() == [ChooseFirst(RED), ChooseFirst(BLUE)]
    t.refused(Begin(), "FR-Q06", "the sides have rolled off already")
    t.play(ChooseFirst(RED))
    assert now(t) == (Phase.DEPLOYMENT, RED)


@rule("FR-05", "FR-06", "FR-Q06")
@pytest.mark.parametrize("first", Side)
def test_the_first_player_deploys_his_whole_force_then_the_second_then_play_begins(first: Side) -> None:
    """FR-Q06: no turns taken in deploying."""
    t = opened(red={"heavy": 1, "light": 2}, blue={"medium": 3}, first=first)
    places = {RED: ["A1→", "A2→", "A3→"], BLUE: ["L1←", "L2←", "L3←"]}
    kinds = {RED: ["light", "heavy", "light"], BLUE: ["medium"] * 3}
    for side in (first, first.other):
        for kind, place in zip(kinds[side], places[side], strict=True):
            assert now(t) == (Phase.DEPLOYMENT, side)
            t.play(t.deploy(kind, place))
    assert now(t) == (Phase.ROLL, first)
    assert t.state.round == 1
    assert t.orders() == [RollMovement()]


@rule("FR-05", "FR-Q06")
def test_tanks_start_in_the_five_ranks_of_their_own_edge() -> None:
    """FR-Q06: depth 5 without a scenario that says otherwise."""
    t = opened()
    assert t.allows(t.deploy("medium", "E4→"))
    t.refused(t.deploy("medium", "F4→"), "FR-Q06", "F4 is outside Red's first 5 ranks")
    t.refused(Deploy("medium", 48, 2), "FR-07", "square 48 is not on the board")
    t.play(t.deploy("medium", "E4→"))
    assert t.allows(t.deploy("medium", "H1←"))
    t.refused(t.deploy("medium", "G1←"), "FR-Q06", "G1 is outside Blue's first 5 ranks")
    t.refused(t.deploy("medium", "A1←"), "FR-Q06", "A1 is outside Blue's first 5 ranks")


@rule("FR-06", "FR-07")
def test_any_open_square_of_the_ranks_and_any_of_eight_facings_may_be_chosen() -> None:
    t = opened(["#..........." for _ in range(4)], red={"medium": 1, "light": 1})
    deployments = [order for order in t.orders() if isinstance(order, Deploy)]
    assert len(deployments) == 2 * 16 * 8
    assert {order.facing for order in deployments} == set(range(8))
    for facing in (-1, 8):
        t.refused(Deploy("medium", 1, facing), "FR-07", f"facing {facing} is none of the eight")


@rule("FR-06", "FR-08", "FR-14")
def test_a_square_that_is_built_over_or_taken_is_refused() -> None:
    t = opened(["#..........."] + ["." * 12] * 3, red={"medium": 2}, blue={"light": 1}, flags=(1, 0), barricades=1)
    t.play(t.flag("C2"))
    t.play(t.barricade("B2"))
    t.play(EndBarricades())
    t.play(t.deploy("medium", "B1→"))
    t.refused(t.deploy("medium", "A1→"), "FR-Q06", "A1 is built over")
    t.refused(t.deploy("medium", "B1→"), "FR-08", "Red Medium 1 stands on B1")
    t.refused(t.deploy("medium", "B2→"), "FR-Q06", "B2 has a barricade")
    t.refused(t.deploy("medium", "C2→"), "FR-Q06", "C2 has a flag")


@rule("FR-06", "FR-09", "FR-H2")
def test_tanks_of_a_class_are_deployed_in_the_order_of_their_numbers() -> None:
    """Tanks of one class are alike, so an order names the class and the next number stands there."""
    t = opened(red={"light": 2, "heavy": 1})
    t.refused(t.deploy("medium", "A1→"), "FR-06", "Red has no Medium left to deploy")
    t.refused(t.deploy("howitzer", "A1→"), "FR-09", "no class 'howitzer'")
    t.play(t.deploy("light", "A2→"))
    t.play(t.deploy("light", "A1→"))
    assert (t.where("L1"), t.where("L2")) == ("A2→", "A1→")
    t.refused(t.deploy("light", "A3→"), "FR-06", "Red has no Light left to deploy")


@rule("FR-50", "FR-63", "FR-Q29", "FR-H1")
def test_flags_go_down_first_then_barricades_then_tanks() -> None:
    """FR-Q29: and in each stage the first player before the second, so nobody is walled in after deploying."""
    t = opened(first=BLUE, flags=(1, 1), barricades=1)
    stages = []
    placed: list[Order] = [t.flag("L2"), t.flag("A2"), t.barricade("K4"), t.barricade("B4")]
    placed += [t.deploy("medium", "L1←"), t.deploy("medium", "A1→")]
    for order in placed:
        stages.append(now(t))
        t.play(order)
    assert stages == [(phase, side) for phase in (Phase.FLAGS, Phase.BARRICADES, Phase.DEPLOYMENT) for side in (1, 0)]
    assert now(t) == (Phase.ROLL, BLUE)


@rule("FR-06", "FR-H10")
def test_both_sides_deploy_unseen_by_the_option() -> None:
    """The second player sees the first one's tanks when both stand, and not before."""
    t = opened(hidden=True)
    before = t.state
    (deployed, began) = t.play(t.deploy("medium", "A1→"))
    assert isinstance(deployed, Deployed)
    assert isinstance(began, PhaseBegan)
    assert book.hear(before, deployed, RED) == deployed
    for viewer in (BLUE, None):
        assert book.hear(before, deployed, viewer) == Hidden(RED)
        assert book.view(t.state, viewer).tanks.units[t.unit("M1")].square == -1
        assert b'"square":0,' not in encode(book.view(t.state, viewer))
    assert book.view(t.state, RED).tanks.units[t.unit("M1")].square == 0
    events = t.play(t.deploy("medium", "L1←"))
    assert events[1] == Revealed(((0, 0, 2), (1, 11, 6)))
    assert [book.tell(before, told).rules for told in (Hidden(RED), events[1])] == [("FR-H10",)] * 2
    assert book.view(t.state, BLUE) is t.state


@rule("FR-06")
def test_without_the_option_deployment_is_open() -> None:
    t = opened()
    before = t.state
    deployed, _ = t.play(t.deploy("medium", "A1→"))
    assert book.hear(before, deployed, BLUE) == deployed
    assert book.view(t.state, BLUE) is t.state


# Flags


@rule("FR-50", "FR-Q29")
def test_a_flag_stands_on_an_open_square_of_the_own_ranks() -> None:
    """FR-Q29: within 5 ranks of the own edge."""
    t = opened(["#" + "." * 11, *FIELD], flags=(1, 1))
    assert t.allows(t.flag("E3"))
    t.refused(t.flag("F3"), "FR-Q29", "F3 is outside Red's first 5 ranks")
    t.refused(t.flag("L3"), "FR-Q29", "L3 is outside Red's first 5 ranks")
    t.refused(t.flag("A1"), "FR-50", "A1 is built over")
    t.refused(PlaceFlag(60), "FR-50", "square 60 is not on the board")
    t.play(t.flag("E3"))
    t.refused(t.flag("E3"), "FR-Q29", "E3 has a flag already")
    assert t.allows(t.flag("L3"))


@rule("FR-50", "FR-Q29")
def test_two_flags_stand_two_squares_apart_at_least() -> None:
    """FR-Q29: counted as a king walks, so diagonal neighbours are too near."""
    t = opened(flags=(2, 2))
    t.play(t.flag("C2"))
    for near in ("B1", "B2", "D3", "C1"):
        t.refused(t.flag(near), "FR-Q29", f"{near} is nearer than 2 squares to the flag at C2")
    for far in ("C4", "A2", "E4"):
        assert t.allows(t.flag(far))


@rule("FR-53", "FR-Q29")
def test_a_flag_needs_three_open_squares_around_it() -> None:
    """FR-Q29: so that it can be approached."""
    rows = [".#..........", "............", "............", "............"]
    t = opened(rows, flags=(1, 0))
    t.refused(t.flag("A1"), "FR-Q29", "the flag at A1 would have 2 open squares", "it needs 3")
    assert t.allows(t.flag("A4")), "a corner has exactly three"


@rule("FR-53", "FR-Q29")
def test_a_flag_may_not_cut_the_board_in_two() -> None:
    """FR-Q29: every open square must stay reachable."""
    rows = ["............", "..##........", "..##........"]
    t = opened(rows, flags=(1, 0))
    t.refused(t.flag("C1"), "FR-Q29", "C1", "no longer be reached")
    assert t.allows(t.flag("B2"))


@rule("FR-50", "FR-H3")
def test_a_flag_that_leaves_no_room_for_the_next_one_is_refused() -> None:
    """Else a side could make it impossible to set up."""
    t = opened(["." * 12] * 3, flags=(2, 2), changed={"ranks": 2})
    t.refused(t.flag("A2"), "FR-H3", "with a flag at A2", "no place left for the next")
    assert t.allows(t.flag("A1"))


@rule("FR-06", "FR-H3")
def test_flags_and_barricades_leave_room_for_all_tanks() -> None:
    """Each side keeps as many open squares in its ranks as it has tanks."""
    t = opened(["." * 10] * 2, red={"light": 9}, flags=(1, 0), barricades=2)
    t.play(t.flag("A1"))
    t.refused(t.barricade("E1"), "FR-H3", "Red would have 8 open squares for 9 tanks")
    assert t.allows(t.barricade("H2"))


@rule("FR-06", "FR-50", "FR-H3")
def test_a_set_up_without_room_for_its_tanks_or_flags_is_refused_before_it_begins() -> None:
    """Nobody shall find out in the middle of placing that it cannot be done."""
    with pytest.raises(Fault) as caught:
        opened(["." * 10] * 2, red={"light": 11})
    assert caught.value.rule == "FR-H3"
    assert "Red has 11 tanks and 10 open squares" in caught.value.message
    for rows, red in ((["." * 10] * 2, {"light": 10}), ([".#........"] * 2, {"light": 1})):
        with pytest.raises(Fault) as caught:
            opened(rows, red=red, flags=(1, 0))
        assert caught.value.rule == "FR-H3"
        assert "1 red and 0 blue flags" in caught.value.message


# Barricades


@rule("FR-63")
def test_a_barricade_stands_on_any_street_square() -> None:
    """In either side's ranks and between them; paved squares are streets too."""
    t = opened([".:,#........", *FIELD], barricades=2)
    for place in ("A1", "B1", "F3", "L5"):
        assert t.allows(t.barricade(place))
    t.refused(t.barricade("C1"), "FR-63", "C1 is a garden", "streets")
    t.refused(t.barricade("D1"), "FR-63", "D1 is built over")
    t.refused(PlaceBarricade(60), "FR-63", "square 60 is not on the board")
    t.play(t.barricade("F3"))
    assert now(t) == (Phase.BARRICADES, RED)
    t.refused(t.barricade("F3"), "FR-Q29", "F3 has a barricade already")
    t.play(t.barricade("F4"))
    assert now(t) == (Phase.BARRICADES, BLUE)
    assert t.state.ground.barricades == (t.square("F3"), t.square("F4"))


@rule("FR-63")
def test_barricades_may_be_left_in_the_box() -> None:
    t = opened(barricades=3)
    t.play(t.barricade("F1"))
    t.play(EndBarricades())
    assert now(t) == (Phase.BARRICADES, BLUE)
    t.play(EndBarricades())
    assert now(t) == (Phase.DEPLOYMENT, RED)
    assert t.state.ground.barricades == (t.square("F1"),)
    t.refused(PlaceBarricade(0), "FR-H1", "both sides have built their barricades already")


@rule("FR-50", "FR-63")
def test_a_barricade_does_not_stand_on_a_flag() -> None:
    t = opened(flags=(1, 0), barricades=1)
    t.play(t.flag("B2"))
    t.refused(t.barricade("B2"), "FR-Q29", "B2 has a flag already")


@rule("FR-53", "FR-Q29")
def test_a_barricade_may_not_wall_anything_in() -> None:
    """FR-Q29: neither a part of the board nor the last squares around a flag."""
    t = opened(["............", "..##........", "..##........"], flags=(1, 0), barricades=2)
    t.play(t.flag("A3"))
    t.refused(t.barricade("C1"), "FR-Q29", "C1", "no longer be reached")
    t.refused(t.barricade("B3"), "FR-Q29", "the flag at A3 would have 2 open squares", "it needs 3")
    t.refused(t.barricade("B1"), "FR-Q29", "B1", "no longer be reached")  # C1 would be a diagonal squeeze away
    assert t.allows(t.barricade("A1"))


@rule("FR-27", "FR-53", "FR-Q29", "FR-Q07")
def test_a_barricade_closes_a_diagonal_gap_and_a_flag_does_not() -> None:
    """FR-Q29 with FR-Q07: nothing squeezes between two closed squares that touch at a corner."""
    rows = ["....#.......", "............"]
    t = opened(rows, flags=(1, 0), barricades=1, changed={"ranks": 6, "flag_neighbours": 0})
    assert t.allows(t.flag("F2")), "tanks still pass from E2 to F1"
    t.play(t.flag("A1"))
    t.refused(t.barricade("F2"), "FR-Q29", "F2", "no longer be reached")
    assert t.allows(t.barricade("G2"))
