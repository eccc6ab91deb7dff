"""Positions by the Dynamic rules as text: tests/rulebooks/positioned.py says what must hold of them."""

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerstrike.dynamic import orders
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.position import POSITIONS
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, UnderWay
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks import positioned
from tests.rulebooks.dynamic.test_records import RECORDS

LESSON = '''
book = "dynamic"
name = "Behind the wall"
map = """
name: Behind the wall
north: up

.............
.............
....##.......
....##..W....
....##..W....
........W....
........W....
.............
"""
side = "red"
phase = "movement"
round = 1
rolled = [4, 3]

[[unit]]
side = "red"
kind = "light-howitzer"
at = "A4"
facing = "→"

[[unit]]
side = "red"
kind = "medium"
at = "C6"
facing = "→"

[[unit]]
side = "red"
kind = "light"
at = "C8"
facing = "→"

[[unit]]
side = "blue"
kind = "medium"
at = "K6"
facing = "←"
'''


def test_states_of_recorded_games_are_read_as_they_were_written() -> None:
    for state in positioned.recorded_states(RECORDS, 17):
        positioned.check_round_trip(POSITIONS, state)


OPTIONS = {"turrets": "on", "command": "on", "extra": "on"}


@pytest.mark.parametrize("scenario", ["workshop", "walls-and-blades", "basic-northern"])
def test_states_of_random_games_are_read_as_they_were_written(scenario: str) -> None:
    for state in positioned.random_states(book, scenario, f"position {scenario}", 300, 11, options=OPTIONS):
        positioned.check_round_trip(POSITIONS, state)


def test_the_same_game_follows_from_a_position_that_was_written_and_read() -> None:
    states = [state for state in positioned.recorded_states(RECORDS, 61) if positioned.can_begin(book, state)]
    assert {Phase.ROLL, Phase.MOVEMENT, Phase.FIRING} <= {state.phase for state in states}
    for number, state in enumerate(states):
        positioned.check_same_game(book, POSITIONS, state, 6, f"dynamic {number}")


def test_a_dozer_that_may_go_on_and_dust_are_carried() -> None:
    games = [
        positioned.random_states(book, "walls-and-blades", f"blades {seed}", 400, 1, options=OPTIONS)
        for seed in range(4)
    ]
    seen = [state for game in games for state in game if state.driving or state.ground.dust][:60]
    assert any(state.driving for state in seen)
    assert any(state.ground.dust for state in seen)
    for number, state in enumerate(seen[::6]):
        positioned.check_round_trip(POSITIONS, state)
        positioned.check_same_game(book, POSITIONS, state, 3, f"blades {number}")


def test_a_game_that_began_with_a_position_is_proved_from_its_record() -> None:
    positioned.check_record(book, POSITIONS, LESSON, 30, "lesson")


def test_no_field_of_a_state_can_change_without_a_trace_in_its_text() -> None:
    state = positioned.begun(book, POSITIONS, LESSON)
    changes = {
        "phase": Phase.ROLL, "side": BLUE, "first": BLUE, "round": 3, "rolled": (1, 2), "given": ((4, 0),),
        "driving": UnderWay(0, 4, 1, True), "last_change": 1, "result": Result(None, "DYN-17", "over"),
    }  # fmt: skip
    assert positioned.unheard(POSITIONS, state, changes) == {"dice"}  # what is left of the dice follows from the rest
    unit = {
        "side": BLUE, "kind": "light", "number": 2, "square": 0, "facing": 3, "condition": Condition.DAMAGED,
        "moved": 1, "fired": 1, "broke": 1, "turret": 1, "rested": 1, "command": True,
    }  # fmt: skip
    assert positioned.unheard_of_units(POSITIONS, state, unit) == set()


def test_spoilt_texts_are_faults_and_nothing_else() -> None:
    assert positioned.check_mutants(book, POSITIONS, LESSON, 150, "lesson") > 100


@rule("DYN-159")
def test_the_lessons_wall_stops_the_shot_that_the_lesson_tries() -> None:
    state = positioned.begun(book, POSITIONS, LESSON.replace('"movement"', '"firing"').replace("rolled = [4, 3]", ""))
    refusal = book.refuse(state, orders.Fire(1, 3))
    assert refusal is not None
    assert refusal.rule == "DYN-159"
    fallen = LESSON.replace('"movement"', '"firing"').replace("rolled = [4, 3]", 'fallen = ["I6"]')
    assert book.refuse(positioned.begun(book, POSITIONS, fallen), orders.Fire(1, 3)) is None


SPOILT = [
    ('at = "C8"', 'at = "C6"', 'at = "C6"', "DYN-12"),
    ('at = "C8"', 'at = "E4"', 'at = "E4"', "DYN-61"),
    ('at = "C8"', 'at = "I5"', 'at = "I5"', "DYN-61"),
    ('at = "C8"', 'at = "C8"\nturret = "↗"', 'turret = "↗"', "DYN-95"),
    ('at = "C8"', 'at = "C8"\ncommand = true', "command = true", "DYN-29"),
    ('at = "C8"', 'at = "C8"\ndie = 6', "die = 6", "DYN-26"),
    ("rolled = [4, 3]", "rolled = [4, 3, 3, 3]", "rolled = [4, 3, 3, 3]", "DYN-25"),
    ("rolled = [4, 3]", 'rolled = [4, 3]\ndust = ["A1"]', 'dust = ["A1"]', "DYN-152"),
    ('[[unit]]\nside = "blue"', '[[wreck]]\nside = "blue"', 'phase = "movement"', "DYN-17"),
]


@rule("DYN-12", "DYN-17", "DYN-25", "DYN-26", "DYN-29", "DYN-61", "DYN-95", "DYN-152")
@pytest.mark.parametrize(("old", "new", "points", "broken"), SPOILT)
def test_what_cannot_stand_is_refused_with_line_and_rule(old: str, new: str, points: str, broken: str) -> None:
    assert old in LESSON
    text = LESSON.replace(old, new, 1)
    told = positioned.fault_of(book, POSITIONS, text)
    assert positioned.pointed(told, text) == (points, broken), told
