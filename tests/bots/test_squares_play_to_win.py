"""What the players of the square boards foresee of the enemy's answer: who comes, from where, and at whom.

Each position holds in all its images by mirrors and quarter turns, and with the sides exchanged.
"""

from typing import Any

import pytest

from hulldown.bots import make
from hulldown.bots.panzerstrike.exchange import hands, turn_of
from hulldown.bots.panzerstrike.stakes import by_limit, pressed, pressure
from hulldown.bots.players import tactics_of
from hulldown.bots.tactics import Weights
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.outcome.fire import trade
from hulldown.rulebooks import load
from tests.bots.images import exchanged, images
from tests.rulebooks.core import cast as core
from tests.rulebooks.dynamic import cast as dynamic
from tests.rulebooks.france1944 import cast as france

# The heavy tank has houses ahead and at its sides, and no die turns it about and out: it can only back to its shot,
# with the target at exactly 90° of its front.
LANE = """
. . . . # # # #
. . . . # . # #
. . . . . . # #
. . . . # h1↘ # #
. . . . # # # #
. M1→ . . # # # #
. . . . # # # #
"""
BOOKS = (france, dynamic, core)


@pytest.mark.parametrize("cast", BOOKS, ids=lambda cast: cast.book.id)
def test_a_gun_that_can_only_back_into_its_shot_is_foreseen(cast: Any) -> None:
    for drawing in images(LANE):
        for text, mine, gun, side in ((drawing, "M1", "h1", RED), (exchanged(drawing), "m1", "H1", BLUE)):
            at = cast.table(text, side=side)
            found = tactics_of(at.book).return_fire(at.state, at.unit(mine))
            assert found is not None
            assert found.unit == at.unit(gun)
            assert found.chance > 0.1


def test_guns_that_come_do_not_all_come_for_the_same_target() -> None:
    """Three guns can come for a light tank, and two others for heavier ones; there are dice for three of them."""
    light, one, other = 0, 1, 2
    worth = [2.0, 3.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    coming = [(gun, [[(light, 0.95)]]) for gun in (3, 4, 5)] + [(6, [[(one, 0.6)]]), (7, [[(other, 0.55)]])]
    shots = turn_of([(gun, []) for gun, _ in coming], coming, (0, 0, 0), worth)
    assert {gun for gun, found in shots if found} == {3, 6, 7}
    assert trade(shots, worth, [1.0] * len(worth)) == pytest.approx(0.95 * 2 + 0.6 * 3 + 0.55 * 3)


def test_a_hand_of_dice_is_not_all_of_one_number() -> None:
    """In three hands together there are as many low, middling and high dice; in each there are some of all."""
    for dice in range(1, 12):
        found = hands(dice)
        assert [len(hand) for hand in found] == [dice] * 3
        assert sorted(die for hand in found for die in hand) == sorted([0, 1, 2] * dice)
        if dice > 1:
            assert all(len(set(hand)) > 1 for hand in found)


def values(cast: Any, drawing: str, side: Side = RED, **more: Any) -> list[float]:
    """What a position is worth to the side to move, in each of its images; and for the other side, exchanged."""
    found = []
    for text in images(drawing):
        for drawn, who in ((text, side), (exchanged(text), side.other)):
            at = cast.table(drawn, side=who, first=who, **more)
            found.append(tactics_of(at.book).value(at.state, who, tactics_of(at.book).WEIGHTS))
    assert max(found) - min(found) < 1e-6
    return found


QUIET: dict[Any, dict[str, Any]] = {
    france: {"round": 12, "last_loss": 3},
    dynamic: {"round": 12, "last_change": 3},
    core: {"round": 12},
}


def pack(ahead: int, columns: int = 20) -> str:
    """Three tanks and a lone one so many columns before them, with houses between them and the only enemy."""
    rows = [["."] * columns for _ in range(5)]
    for number, at in enumerate((0, 2, 4)):
        rows[at][0] = f"M{number + 1}→"
    rows[2][ahead] = "M4→"
    for row in rows:
        row[-4] = "#"
    rows[2][-1] = "m1↓"
    rows[2][-4] = "."
    rows[2][-2] = "#"
    return "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize("cast", BOOKS, ids=lambda cast: cast.book.id)
def test_a_lone_tank_does_not_run_ahead_in_quiet_rounds(cast: Any) -> None:
    with_the_others, ahead, far_ahead = (values(cast, pack(at), **QUIET[cast])[0] for at in (1, 4, 10))
    assert ahead > with_the_others
    assert far_ahead <= ahead + 1e-6


POCKET = """
. . . . . . . .
. . . ×m1 ×m2 . . .
H1→ . . . {0} ×m3 . .
. . . ×m4 ×m5 . . m6←
. . . . . . . .
"""


@pytest.mark.parametrize("cast", BOOKS, ids=lambda cast: cast.book.id)
def test_a_dead_end_of_wrecks_is_no_place_for_a_heavy_tank(cast: Any) -> None:
    """Nobody can fire at anybody here before he has driven, wherever the second tank is."""
    inside = values(cast, POCKET.format("H2→"))[0]
    outside = values(cast, POCKET.replace(". . . {0}", ". . H2→ .").format())[0]
    assert inside < outside


@pytest.mark.parametrize("cast", [france, dynamic], ids=lambda cast: cast.book.id)
def test_no_die_is_spent_on_a_turn_on_the_spot_for_its_own_sake(cast: Any) -> None:
    """Nobody has a way to the other, or can ever be fired at: only the front to the enemy could be won."""
    walled = "\n".join(["M1↑ . . # . . . .", ". . . # . . . .", ". . . # . . . .", ". . . # . . . m1←"])
    for text in images(walled):
        for drawn, side in ((text, RED), (exchanged(text), BLUE)):
            at = cast.table(drawn, side=side, first=side, rolled=(1, 1))
            given = make("planner:veteran/10", at.book, 1).choose(at.state)
            assert at.book.unit_of(given) is None


# A house between two sides, and where one of Red's tanks comes out into sight of the gun.
SHELTERED = """
. . . . . . . . . . . . . .
{1} . . # # {2} . . . . . . . .
{0} . . # # . . . . . . . . m1←
. . . # # . . . . . . . . .
. . . . . . . . . . . . . .
"""
AHEAD = SHELTERED.format("H2→", "H1→", ".")
BEHIND = SHELTERED.format("L2→", ".", ".").replace("m1←", "h1←")


def coming_wins(inside: str, out: str, quiet: int) -> float:
    """What coming out into the gun's sight wins, so many quiet rounds before."""
    return (
        values(france, out, round=quiet + 1, last_loss=1)[0] - values(france, inside, round=quiet + 1, last_loss=1)[0]
    )


def test_ahead_before_a_draw_a_side_comes_and_behind_it_waits() -> None:
    """Twenty quiet rounds are a draw: half a win less for whoever is ahead, half a win more for whoever is behind."""
    out = SHELTERED.format(".", "H1→", "H2→")
    assert coming_wins(AHEAD, out, 19) > coming_wins(AHEAD, out, 10) + 1
    out = SHELTERED.format(".", ".", "L2→").replace("m1←", "h1←")
    assert coming_wins(BEHIND, out, 19) < coming_wins(BEHIND, out, 10) - 0.2


def test_whoever_must_take_a_flag_comes_in_the_last_rounds_and_whoever_has_it_waits() -> None:
    for holder, press in ((RED, -1.0), (BLUE, 1.0)):
        ending = by_limit(12, 12, moves_last=False, winner=holder)
        assert pressure(ending, RED, lead=0.0) == press
        weights = pressed(Weights(), ending, press)
        assert (weights.way > 1) is (press > 0)
        assert weights.hope == 0  # its next turn never comes
    assert pressure(by_limit(12, 5, moves_last=False, winner=BLUE), RED, 0.0) == 0


def test_the_bot_says_that_it_attacks_because_a_draw_is_near() -> None:
    at = france.table(AHEAD, round=18, last_loss=1, rolled=(6, 6))
    bot = make("planner:veteran/5", at.book, 1)
    bot.choose(at.state)
    why = bot.explain()
    assert why is not None
    assert any("Red is ahead and needs more than a draw, so it attacks." in sentence for sentence in why.sentences)
    at = france.table(AHEAD, round=8, last_loss=1, rolled=(6, 6))
    assert tactics_of(at.book).stance(at.state, RED) == ""


@pytest.mark.parametrize(("book", "scenario"), [("france1944", "ten-tanks"), ("dynamic", "open-battle")])
def test_an_army_is_set_up_in_one_place_and_not_always_in_the_same(book: str, scenario: str) -> None:
    places = []
    for seed in range(4):
        rules = load(book)
        state = rules.start(rules.library.build(scenario))
        bots = [make("planner:veteran/5", rules, f"{seed} {side}") for side in Side]
        while rules.turn(state).setting_up or not rules.to_place(state):
            for event in rules.decide(state, bots[rules.turn(state).side].choose(state), SeededDice(seed)):
                rules.evolve(state, event)
            if rules.turn(state).round:
                break
        grid = state.ground.grid
        chart, red = state.ground.chart, [piece for piece in state.units.units if piece.side is RED]
        rows = [grid.xy(piece.square)[1] for piece in red if not getattr(chart[piece.kind], "parabolic", None)]
        middle = sum(rows) / len(rows)
        assert sum(abs(row - middle) for row in rows) / len(rows) < grid.rows / 5
        places.append(round(middle))
    assert len(set(places)) > 1


def test_a_weaker_side_of_core_does_not_leave_a_tank_destroyer_idle() -> None:
    """Its side has too few vehicles to attack, and somewhere shots fall in every round: it comes up all the same."""
    apart = ". . . . . . # . . . . . . . . . # . . . . ."
    drawing = "\n".join([f"LTD1→ {apart} m1←", f"LTD2→ {apart} m2←", f". {apart} m3←", ". " * 23 + "."])
    nearer = drawing.replace("LTD1→ .", ". LTD1→").replace("LTD2→ .", ". LTD2→")
    assert values(core, nearer, round=5)[0] > values(core, drawing, round=5)[0] + 0.001
