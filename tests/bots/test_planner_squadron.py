"""What the planner knows of Panzer Squadron: who fires first, who can drive to a shot; and what is kept is right."""

import pytest

from hulldown.bots import make
from hulldown.bots.purse import never
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.rulebook import Weights
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.squadron import battle, driving, tactics
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.state import Phase, State
from hulldown.rulebooks.squadron.tactics import WEIGHTS, value
from tests.rulebooks.squadron.cast import Table, field, table


def worth(at: Table) -> float:
    """What the position is worth to Red."""
    return value(at.state, RED, WEIGHTS)


def test_who_is_to_act_first_is_better_off() -> None:
    at = table(field(12, 5, B3="PZ1↗", H3="te1↙"))
    first = worth(at)
    at.state.side = BLUE
    assert first > worth(at) + 10


def test_an_enemy_in_movement_behind_a_house_is_feared_more_than_one_who_stands_there() -> None:
    """Neither has a shot from where it is; one of them has two dice to drive round the corner."""
    walls = {"G2": "H", "G3": "H", "G4": "H"}
    stands, moves = (table(field(12, 5, **walls, B3="ST1↖", J3=f"te1{mark}↙")) for mark in ("", "~"))
    assert not battle.seen_from(stands.state.ground, 0, stands.hex("J3"), stands.hex("B3"))
    assert worth(stands) > worth(moves) + 5


@pytest.mark.parametrize(("acted", "other"), [("te1", "te2"), ("te2", "te1")])
def test_the_planner_fires_at_the_enemy_who_would_fire_next(acted: str, other: str) -> None:
    at = table(field(12, 9, E5="PZ1↗", H3="te1↙", I4="te2↙"), activated=[acted])
    assert make("planner:veteran/10", book, 1).choose(at.state) == at.fire("PZ1", other)


def test_a_movement_is_looked_at_less_closely_once_it_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """One row may take longer than all the time there is, where nothing is known of the ground yet."""
    at = table(field(12, 5, B3="PZ1↗", H3="te1↙"))
    looked = list[float]()

    def counted(state: State, side: Side, weights: Weights) -> float:
        looked.append(value(state, side, weights))
        return looked[-1]

    monkeypatch.setattr(tactics, "value", counted)
    many = []
    for late in (never, lambda: True):
        looked.clear()
        rows = list(tactics.ways(at.state, WEIGHTS, 400, late))
        many.append((len(rows), len(looked)))
    assert many[0][0] == many[1][0] > 1
    assert many[0][1] > 2 * many[1][1]


def test_the_reach_that_is_kept_is_that_of_the_rules() -> None:
    """In the positions of random games, whoever stands in the way."""
    compared = 0
    for seed in range(6):
        state, dice = book.start(book.library.build("hunters")), SeededDice(seed)
        while book.to_act(state) is not None:
            if state.phase is Phase.MOVEMENT and state.active is not None:
                for gear in driving.gears(state.active):
                    assert battle.reach(state, gear) == driving.reach(state, gear)
                    compared += 1
            for event in book.decide(state, book.sample(state, dice), dice):
                book.evolve(state, event)
    assert compared > 50
