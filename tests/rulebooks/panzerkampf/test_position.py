"""Positions of Panzerkampf as text: tests/rulebooks/positioned.py says what must hold of them."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerkampf import campaign, orders
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.position import POSITIONS
from hulldown.rulebooks.panzerkampf.state import Crate, Ground, LaidBridge, MineField, Phase, State, Where, Window
from tests.marks import rule
from tests.rulebooks import positioned
from tests.rulebooks.panzerkampf.test_records import RECORDS

LESSON = '''
book = "panzerkampf"
name = "Round the farm"
map = """
name = "Round the farm"
width = 60
height = 40

[[feature]]
kind = "house"
name = "farm"
movement = "impassable"
sight = "blocks"
rectangle = [24, 14, 6, 6]

[[feature]]
kind = "wood"
movement = "slow"
sight = "blocks"
rectangle = [12, 27, 10, 8]
"""
side = "red"
phase = "shooting"
round = 1

[[unit]]
side = "red"
kind = "medium-tank"
at = [10, 17]
heading = 90

[[unit]]
side = "red"
kind = "howitzer"
at = [5, 8]
heading = 110

[[unit]]
side = "blue"
kind = "medium-tank"
at = [44.5, 17.125]
heading = 270
hp = 2

[[unit]]
side = "blue"
kind = "at-gun"
at = [46, 30]
heading = 270
'''


def test_states_of_recorded_games_are_read_as_they_were_written() -> None:
    for state in positioned.recorded_states(RECORDS, 29):
        positioned.check_round_trip(POSITIONS, state)


SIGHTS: dict[str, Callable[[State], Any]] = {
    "a window": lambda state: state.window,
    "a mine field": lambda state: state.mines,
    "a crate": lambda state: state.crates,
    "a bridge": lambda state: state.ground.bridges,
    "a plane off the table": lambda state: any(piece.where is Where.AWAY for piece in state.units),
    "a silent weapon": lambda state: any(piece.silent for piece in state.units),
    "command dice": lambda state: state.pool,
    "barrage counters": lambda state: any(state.counters),
    "a trench": lambda state: any(piece.dug_in for piece in state.units),
    "money": lambda state: state.bank,
    "a bought unit": lambda state: len(state.units) > len(campaign.start(state.setup).units),
    "relief on the table": lambda state: any(piece.relief and piece.standing for piece in state.units),
    "a dived submarine": lambda state: any(piece.dived for piece in state.units),
}


def test_whatever_games_have_on_the_table_is_carried() -> None:
    """The first state with each of these, and the same game from it."""
    found: dict[str, State] = {}
    flights = positioned.random_states(book, "dogfight", "flights", 200, 1)
    for state in chain(positioned.recorded_states(RECORDS, 1), flights):
        for sight, seen in SIGHTS.items():
            if sight not in found and seen(state) and positioned.can_begin(book, state):
                found[sight] = state
    assert set(found) == set(SIGHTS)
    for sight, state in found.items():
        positioned.check_round_trip(POSITIONS, state)
        positioned.check_same_game(book, POSITIONS, state, 1, sight)


@pytest.mark.parametrize("scenario", ["convoy", "pocket", "river-crossing", "harbour"])
def test_states_of_random_games_are_read_as_they_were_written(scenario: str) -> None:
    for state in positioned.random_states(book, scenario, f"position {scenario}", 150, 10):
        positioned.check_round_trip(POSITIONS, state)


def test_the_same_game_follows_from_a_position_that_was_written_and_read() -> None:
    states = [state for state in positioned.recorded_states(RECORDS, 197) if positioned.can_begin(book, state)]
    for number, state in enumerate(states):
        positioned.check_same_game(book, POSITIONS, state, 2, f"panzerkampf {number}")


def test_a_game_that_began_with_a_position_is_proved_from_its_record() -> None:
    positioned.check_record(book, POSITIONS, LESSON, 15, "lesson")


def test_no_field_of_a_state_can_change_without_a_trace_in_its_text() -> None:
    state = positioned.begun(book, POSITIONS, LESSON)
    changes = {
        "phase": Phase.MOVEMENT, "side": BLUE, "turn": 3, "chooser": BLUE, "first": BLUE, "chosen": True,
        "edges": ("north", "south"), "relief": "north", "bank": 5, "pool": ("aim",), "counters": (1, 0), "marked": 2,
        "mines": (MineField(0, 5000, 5000),), "crates": (Crate(5000, 5000, 0, 1),), "window": Window(BLUE, ()),
        "result": Result(None, "PK-87", "over"),
    }  # fmt: skip
    assert positioned.unheard(POSITIONS, state, changes) == set()
    unit = {
        "side": BLUE, "kind": "howitzer", "number": 2, "hp": 1, "where": Where.GONE, "x": 1, "y": 1, "heading": 3,
        "wreck": True, "dived": True, "dug_in": True, "camouflaged": True, "dummy": True, "moved": 1,
        "flown": ((1000, 1000, 90, 500),), "done": 1, "digging": 1, "decided": 1, "command": "aim", "commanded": 1,
        "fired": 1, "rounds": (0, 1), "silent": (0,), "edge": "north", "relief": True,
    }  # fmt: skip
    assert positioned.unheard_of_units(POSITIONS, state, unit) == set()
    bridged = state.copy()
    bridged.ground = Ground.of(state.setup, (LaidBridge(5000, 5000, 90),))
    assert "[[bridge]]" in POSITIONS.write(bridged)


def test_spoilt_texts_are_faults_and_nothing_else() -> None:
    assert positioned.check_mutants(book, POSITIONS, LESSON, 60, "lesson") > 40


def test_a_table_of_ones_own_is_written_and_read_again() -> None:
    positioned.check_round_trip(POSITIONS, positioned.begun(book, POSITIONS, LESSON))


def test_the_lessons_gun_has_the_chance_that_the_lesson_tells() -> None:
    state = positioned.begun(
        book, POSITIONS, LESSON.replace("[44.5, 17.125]", "[44, 12]").replace("[10, 17]", "[26.485, 25.485]")
    )
    odds = book.preview(state, orders.Fire(0, 0, 2)).odds or {}
    assert float(1 - odds["nothing"]) == pytest.approx(0.511, abs=0.0005)


SPOILT = [
    ("at = [10, 17]", "at = [5, 9]", "at = [5, 9]", "PK-07"),
    ("at = [10, 17]", "at = [27, 17]", "at = [27, 17]", "PK-07"),
    ("at = [10, 17]", "at = [0.5, 17]", "at = [0.5, 17]", "PK-07"),
    ("at = [10, 17]", "at = [10.0005, 17]", "at = [10.0005, 17]", "PK-04"),
    ("heading = 110", "heading = 400", "heading = 400", ""),
    ("hp = 2", "hp = 9", "hp = 9", "PK-77"),
    ("round = 1", 'round = 2\nfirst = "red"', 'side = "red"', "PK-02"),
    ("round = 1", 'round = 1\nwindow = "blue"', 'window = "blue"', "PK-57"),
    ("round = 1", 'round = 1\npool = ["aim"]', 'pool = ["aim"]', "PK-105"),
    ("hp = 2", "dived = true", "dived = true", "PK-19"),
    ("hp = 2", 'silent = ["75 mm gun"]\nfired = 4', "fired = 4", "PK-02"),
]


@rule("PK-02", "PK-04", "PK-07", "PK-19", "PK-57", "PK-77", "PK-105")
@pytest.mark.parametrize(("old", "new", "points", "broken"), SPOILT)
def test_what_cannot_stand_is_refused_with_line_and_rule(old: str, new: str, points: str, broken: str) -> None:
    assert old in LESSON
    text = LESSON.replace(old, new, 1)
    line, named = positioned.pointed(told := positioned.fault_of(book, POSITIONS, text), text)
    assert line == points, told
    assert broken in named, told


@rule("PK-87")
def test_a_position_that_is_won_already_says_so() -> None:
    lost = LESSON.replace('[[unit]]\nside = "blue"', '[[wreck]]\nside = "blue"').replace("hp = 2", "")
    assert "Blue has no unit left: Red wins. — PK-87" in positioned.fault_of(book, POSITIONS, lost)
