"""Set-up: who places first, the tiles in turns, the tanks on the border."""

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.squadron import files, library, tiles
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.events import Deployed, HouseFlattened
from hulldown.rulebooks.squadron.orders import Begin, Deploy, Fire, Order, Pass, PlaceTile, RollInitiative, Turn
from hulldown.rulebooks.squadron.setup import Army, Hand, Mat, Setup
from hulldown.rulebooks.squadron.state import Phase
from tests.marks import rule
from tests.rulebooks.squadron.cast import CARDS, Table, figures

OPEN = ("......",) * 6


def setup(
    red: Hand | None = None,
    blue: Hand | None = None,
    rows: tuple[str, ...] = OPEN,
    army: dict[str, int] | None = None,
) -> Setup:
    return Setup(
        "small",
        Mat("A small mat", rows),
        CARDS,
        figures(),
        Army(army or {"t-34-85": 2}, 900),
        Army({"panther-g": 1}, 900),
        red or Hand(),
        blue or Hand(),
    )


def begun(of: Setup, *roll: int) -> Table:
    at = Table(book.start(of))
    at.play(Begin(), roll or (1, 2))
    return at


@rule("SQ-16", "SQ-90", "SQ-Q31")
def test_each_player_has_fifteen_tiles_of_five_kinds() -> None:
    hand = files.usual_hand()
    assert hand.total == 15
    assert all(hand.count(kind) for kind in ("small_house", "large_house", "crater", "hedge", "ruin"))
    state = book.start(library.build("battle"))
    assert [sum(tiles.hand_left(state, side).values()) for side in Side] == [15, 15]


@rule("SQ-17", "SQ-Q29")
@pytest.mark.parametrize(("roll", "first"), [((1, 2), RED), ((7, 3), BLUE)])
def test_the_lower_die_places_first(roll: tuple[int, int], first: Side) -> None:
    at = begun(setup(Hand(hedge=1), Hand(hedge=1)), *roll)
    assert (at.state.phase, book.to_act(at.state)) == (Phase.TILES, first)


@rule("SQ-17", "SQ-18")
def test_tiles_are_placed_in_turns_until_all_are_down() -> None:
    at = begun(setup(Hand(hedge=1, crater=2), Hand(ruin=1)))
    sides = []
    for kind, place in (("hedge", "B2"), ("ruin", "C3"), ("crater", "D4"), ("crater", "E5")):
        sides.append(book.to_act(at.state))
        at.refused(at.deploy("t-34-85", "A1"), "SQ-18", "still to be placed, before any tank")
        at.play(at.tile(kind, place))
    assert sides == [RED, BLUE, RED, RED]
    assert (at.state.phase, book.to_act(at.state)) == (Phase.DEPLOYMENT, RED)
    cells = at.state.ground.cells
    assert [cells[at.hex(place)] for place in ("B2", "C3", "D4", "E5")] == ["%", "r", "O", "O"]


@rule("SQ-16", "SQ-17", "SQ-90", "SQ-Q31")
def test_a_tile_lies_on_an_open_hex_between_the_borders() -> None:
    at = begun(setup(Hand(hedge=2), Hand(hedge=2), rows=("......", ".H....", *OPEN[2:])))
    at.refused(at.tile("hedge", "B2"), "SQ-Q31", "a large house on B2 already")
    at.refused(at.tile("hedge", "A1"), "SQ-Q31", "A1 is on a border")
    at.refused(at.tile("hedge", "C6"), "SQ-Q31", "C6 is on a border")
    at.refused(at.tile("crater", "C3"), "SQ-Q31", "Red has no bomb crater left")
    at.refused(PlaceTile("lake", 8), "SQ-90", "small_house, large_house, crater, hedge, ruin")
    at.refused(PlaceTile("hedge", 36), "SQ-17", "numbered 0 to 35")
    at.play(at.tile("hedge", "C3"))
    at.refused(at.tile("hedge", "C3"), "SQ-Q31", "a hedge on C3 already")


@rule("SQ-18", "SQ-19", "SQ-Q29")
def test_set_up_has_its_order_and_the_referee_says_where_it_is() -> None:
    at = Table(book.start(setup(Hand(hedge=1), Hand(hedge=1))))
    early: list[Order] = [RollInitiative(), Fire(0, 1, 0), Pass(), Turn(1)]
    for order in (at.tile("hedge", "B2"), at.deploy("t-34-85", "A1"), *early):
        assert at.refused(order, "SQ-Q29", "not been rolled yet who places first").nearest == Begin()
    at.play(Begin(), (1, 2))
    for order in early:
        at.refused(order, "SQ-18", "2 tiles are still to be placed, before any tank")
    at.play(at.tile("hedge", "B2"))
    at.refused(Pass(), "SQ-18", "1 tile is still to be placed")
    at.play(at.tile("hedge", "B3"))
    for order in early:
        at.refused(order, "SQ-19", "3 tanks are still to be placed before the first turn")
    at.refused(at.tile("hedge", "B4"), "SQ-18", "all tiles have been placed already")
    at.refused(Begin(), "SQ-Q29", "already who places first")


@rule("SQ-18", "SQ-19", "SQ-Q30")
def test_tanks_are_deployed_in_turns_on_one_s_own_border() -> None:
    """SQ-Q30: Red's border is the top row, Blue's the bottom one."""
    at = begun(setup())
    assert at.state.phase is Phase.DEPLOYMENT
    at.refused(at.deploy("t-34-85", "A2"), "SQ-19", "not on Red's border, which is row 1")
    at.refused(at.deploy("t-34-85", "A6"), "SQ-19", "not on Red's border")
    at.play(at.deploy("t-34-85", "A1"))
    assert book.to_act(at.state) is BLUE
    at.refused(at.deploy("t-34-85", "A6"), "SQ-19", "Blue has no T-34/85 left to deploy")
    at.play(at.deploy("panther-g", "C6", "↑"))
    assert book.to_act(at.state) is RED
    at.refused(at.deploy("t-34-85", "A1"), "SQ-Q32", "T-34/85 1 is on A1 already")
    at.refused(Deploy("t-34-85", 1, 6), "SQ-41", "no facing 6")
    at.refused(Deploy("t-34-85", 99, 0), "SQ-19", "no hex 99")
    at.refused(Deploy("boat", 1, 0), "SQ-03", "no card 'boat'")
    at.play(at.deploy("t-34-85", "B1"))
    assert (at.state.phase, at.state.turn) == (Phase.INITIATIVE, 1)
    assert [at.where(name) for name in ("TE1", "TE2", "pa1")] == ["A1↓", "B1↓", "C6↑"]
    assert at.orders() == [RollInitiative()]


@rule("SQ-19", "SQ-Q32")
def test_nobody_deploys_in_a_crater_or_a_large_house() -> None:
    at = begun(setup(rows=("OHhr%.", *OPEN[1:])))
    for place, there in (("A1", "bomb crater"), ("B1", "large house")):
        at.refused(at.deploy("t-34-85", place), "SQ-Q32", there)
    for place in ("C1", "D1", "E1", "F1"):
        assert at.allows(at.deploy("t-34-85", place))


@rule("SQ-100", "SQ-101", "SQ-Q32")
def test_a_small_house_under_a_deployed_tank_is_a_ruin() -> None:
    at = begun(setup(rows=("h.....", *OPEN[1:])))
    events = at.play(at.deploy("t-34-85", "A1"))
    assert events == (Deployed(at.unit("TE1"), at.hex("A1"), 2), HouseFlattened(at.hex("A1"), at.unit("TE1")))
    assert at.state.ground.cells[at.hex("A1")] == "r"
    assert book.tell(at.state, events[1]).rules == ("SQ-Q32", "SQ-101")
    at.play(at.deploy("panther-g", "C6", "↑"))
    at.play(at.deploy("t-34-85", "B1"))
    at.play(RollInitiative(), (1, 2))
    at.play(at.activate("pa1"), (2,))
    assert at.modifiers(at.fire("pa1", "TE1"))["SQ-103"] == -2


@rule("SQ-19", "SQ-Q32")
def test_small_houses_are_room_for_tanks() -> None:
    assert book.start(setup(rows=("hhOHHH", *OPEN[1:]))).phase is Phase.BEGIN
    with pytest.raises(Fault, match="Red has 2 tanks and 1 hexes"):
        book.start(setup(rows=("hOOHHH", *OPEN[1:])))


@rule("SQ-30")
def test_in_the_first_turn_all_are_stationary() -> None:
    at = begun(setup(army={"t-34-85": 1}))
    at.play(at.deploy("t-34-85", "A1"))
    at.play(at.deploy("panther-g", "C6", "↑"))
    assert not any(piece.moving or piece.began for piece in at.state.units.units)
