"""Positions of Panzer Squadron as text: tests/rulebooks/positioned.py says what must hold of them."""

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.squadron import orders
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.position import POSITIONS
from hulldown.rulebooks.squadron.state import Activation, Phase, Window
from tests.marks import rule
from tests.rulebooks import positioned
from tests.rulebooks.squadron.test_records import RECORDS

# The Panther has just driven into view of an SU-100 in ambush.
LESSON = '''
book = "squadron"
name = "The Panther comes"
map = """
name: The Panther comes

. . . . . . . . . . .
 . . . . . . . . . . .
. . . h . . . . . . .
 . . . . . . H H . . .
. . . . . . . H . . .
 . . % . . . . . . . .
. . . . . . . . . . .
 . . . . . . . . . . .
. . . . . . . . . . .
"""
side = "blue"
phase = "movement"
round = 1
window = "red"

[active]
unit = "blue panther-g 1"
rolled = 3
left = 2
entered = 1
gear = "forward"

[[unit]]
side = "red"
kind = "t-34-85"
at = "A4"
facing = "↘"

[[unit]]
side = "red"
kind = "su-100"
at = "E2"
facing = "↓"
activated = true
ambush = true

[[unit]]
side = "blue"
kind = "panther-g"
at = "H7"
facing = "↖"
activated = true
'''


def test_states_of_recorded_games_are_read_as_they_were_written() -> None:
    for state in positioned.recorded_states(RECORDS, 7):
        positioned.check_round_trip(POSITIONS, state)


@pytest.mark.parametrize("scenario", ["battle", "village", "hunters"])
def test_states_of_random_games_are_read_as_they_were_written(scenario: str) -> None:
    for state in positioned.random_states(book, scenario, f"position {scenario}", 300, 5):
        positioned.check_round_trip(POSITIONS, state)


def test_the_same_game_follows_from_a_position_that_was_written_and_read() -> None:
    states = [state for state in positioned.recorded_states(RECORDS, 9) if positioned.can_begin(book, state)]
    assert any(state.window for state in states)
    assert any(state.active for state in states)
    for number, state in enumerate(states):
        positioned.check_same_game(book, POSITIONS, state, 6, f"squadron {number}")


def test_a_game_that_began_with_a_position_is_proved_from_its_record() -> None:
    positioned.check_record(book, POSITIONS, LESSON, 40, "lesson")


def test_no_field_of_a_state_can_change_without_a_trace_in_its_text() -> None:
    state = positioned.begun(book, POSITIONS, LESSON)
    changes = {
        "phase": Phase.ACTIVATION, "side": 0, "first": BLUE, "turn": 3, "placed": (("hedge",), ()),
        "active": Activation(0), "window": None, "result": Result(None, "SQ-Q33", "over"),
    }  # fmt: skip
    assert positioned.unheard(POSITIONS, state, changes) == set()
    unit = {
        "side": BLUE, "card": "su-100", "number": 2, "hex": 0, "facing": 3, "turret": 1, "destroyed": True,
        "moving": True, "began": True, "activated": 1, "ambush": 1, "reacted": 1, "broken": 1,
    }  # fmt: skip
    assert positioned.unheard_of_units(POSITIONS, state, unit) == set()
    for change in ({"rolled": 4}, {"left": 1}, {"entered": 2}, {"gear": "reverse"}, {"corners": 1}, {"excused": True}):
        changed = state.copy()
        changed.active = positioned.decoded(state.active, change)
        assert POSITIONS.write(changed) != POSITIONS.write(state), change


def test_spoilt_texts_are_faults_and_nothing_else() -> None:
    assert positioned.check_mutants(book, POSITIONS, LESSON, 200, "lesson") > 100


@rule("SQ-55", "SQ-56")
def test_the_window_has_the_tanks_that_have_a_shot_and_the_lessons_chance() -> None:
    state = positioned.begun(book, POSITIONS, LESSON)
    assert state.window == Window(side=0, units=(0, 1))  # type: ignore[arg-type]
    shot = next(order for order in book.orders(state) if isinstance(order, orders.Fire) and order.unit == 1)
    assert float((book.preview(state, shot).odds or {})["destroyed"]) == pytest.approx(0.57, abs=0.0005)


def test_a_tank_that_waits_keeps_the_marker_with_which_it_began_the_turn() -> None:
    moving = LESSON.replace('facing = "↘"', 'facing = "↘"\nmoving = true')
    assert positioned.begun(book, POSITIONS, moving).units.units[0].began


SPOILT = [
    ('at = "A4"', 'at = "E2"', 'at = "E2"', "SQ-Q4"),
    ('at = "A4"', 'at = "G4"', 'at = "G4"', "SQ-92"),
    ('at = "A4"', 'at = "L4"', 'at = "L4"', "SQ-Q4"),
    ('facing = "↘"', 'facing = "→"', 'facing = "→"', "SQ-41"),
    ('facing = "↓"', 'facing = "↓"\nturret = "↗"', 'turret = "↗"', "SQ-13"),
    ("left = 2", "left = 5", "left = 5", "SQ-32"),
    ('window = "red"', 'window = "blue"', 'window = "blue"', "SQ-58"),
    ("entered = 1", "entered = 0", 'window = "red"', "SQ-58"),
    ("ambush = true", "ambush = 4", "ambush = 4", "SQ-23"),
    ('window = "red"', 'window = "red"\ntile = [{ kind = "hedge", at = "B5" }]', "tile", "SQ-94"),
]


@rule("SQ-13", "SQ-23", "SQ-32", "SQ-41", "SQ-58", "SQ-92", "SQ-94", "SQ-Q4")
@pytest.mark.parametrize(("old", "new", "points", "broken"), SPOILT)
def test_what_cannot_stand_is_refused_with_line_and_rule(old: str, new: str, points: str, broken: str) -> None:
    assert old in LESSON
    text = LESSON.replace(old, new, 1)
    line, named = positioned.pointed(told := positioned.fault_of(book, POSITIONS, text), text)
    assert points in line, told
    assert broken in named, told


@rule("SQ-92", "SQ-Q4")
def test_a_refusal_says_who_stands_where() -> None:
    both, house = (LESSON.replace('at = "A4"', f'at = "{place}"') for place in ("E2", "G4"))
    assert "red t-34-85 1 is on E2 already; there is one tank to a hex" in positioned.fault_of(book, POSITIONS, both)
    assert "red t-34-85 1 is on G4, where a large house is" in positioned.fault_of(book, POSITIONS, house)


@rule("SQ-Q33")
def test_a_position_that_is_won_already_says_so() -> None:
    lost = LESSON.partition("[active]")[0].replace('window = "red"', "") + LESSON.partition("[[unit]]")[2].join(
        ["[[unit]]", ""]
    ).replace('[[unit]]\nside = "blue"', '[[wreck]]\nside = "blue"').replace("activated = true", "")
    lost = lost.replace('phase = "movement"', 'phase = "activation"').replace("ambush = true", "")
    assert "Blue has no intact tank left: Red wins. — SQ-Q33" in positioned.fault_of(book, POSITIONS, lost)
