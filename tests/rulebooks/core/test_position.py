"""Positions by the Core rules as text: tests/rulebooks/positioned.py says what must hold of them."""

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerstrike.core import orders
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.position import POSITIONS
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, Phase, Tracks, UnderWay
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks import positioned
from tests.rulebooks.core.test_records import RECORDS

LESSON = '''
book = "core"
name = "Two Shermans and a Hellcat"
map = """
name: Two Shermans and a Hellcat
north: up

............
.,..##....,.
....##......
....##......
............
............
........#...
.,......#.,.
"""
chart = "types"
side = "red"
phase = "announcing"
round = 1

[[unit]]
side = "red"
kind = "sherman"
at = "B3"
facing = "→"

[[unit]]
side = "red"
kind = "hellcat"
at = "H6"
facing = "→"
turret = "↗"
rested = "→"
moved = true
began = "B7"

[[unit]]
side = "blue"
kind = "panther"
at = "J4"
facing = "←"

[[shot]]
unit = "red hellcat 1"
target = "blue panther 1"
'''


def test_states_of_recorded_games_are_read_as_they_were_written() -> None:
    seen = list(positioned.recorded_states(RECORDS, 37))
    assert any(state.announced for state in seen)
    assert any(state.driving for state in seen)
    assert any(piece.timer for state in seen for piece in state.units.units)
    for state in seen:
        positioned.check_round_trip(POSITIONS, state)


OPTIONS = dict.fromkeys(("command", "speed_die", "free_turrets", "aimed", "semi", "radios", "scatter"), "on")


@pytest.mark.parametrize("scenario", ["gun-line", "workshop", "basic-northern"])
def test_states_of_random_games_are_read_as_they_were_written(scenario: str) -> None:
    for state in positioned.random_states(book, scenario, f"position {scenario}", 400, 19, options=OPTIONS):
        positioned.check_round_trip(POSITIONS, state)


def test_the_same_game_follows_from_a_position_that_was_written_and_read() -> None:
    states = [state for state in positioned.recorded_states(RECORDS, 131) if positioned.can_begin(book, state)]
    assert {Phase.MOVEMENT, Phase.ANNOUNCING, Phase.FIRING} <= {state.phase for state in states}
    for number, state in enumerate(states):
        positioned.check_same_game(book, POSITIONS, state, 5, f"core {number}")


def test_a_game_that_began_with_a_position_is_proved_from_its_record() -> None:
    positioned.check_record(book, POSITIONS, LESSON, 30, "lesson")


def test_no_field_of_a_state_can_change_without_a_trace_in_its_text() -> None:
    state = positioned.begun(book, POSITIONS, LESSON)
    changes = {
        "phase": Phase.FIRING, "side": BLUE, "first": BLUE, "round": 3, "coordinated": (0,),
        "driving": UnderWay(0, 1, 4, True), "hitched": ((0, 1),), "announced": (AnnouncedShot(0, 2, 45),),
        "result": Result(None, "CORE-12", "over"),
    }  # fmt: skip
    assert positioned.unheard(POSITIONS, state, changes) == set()
    unit = {
        "side": BLUE, "kind": "hellcat", "number": 2, "square": 0, "facing": 3, "condition": Condition.DESTROYED,
        "injured": True, "tracks": Tracks.SEMI, "hurt": 1, "timer": 2, "showed": 1, "waiting": True, "stopped": 1,
        "again": 1, "moved": 1, "turned": 1, "fired": 1, "broke": 1, "turret": 1, "rested": 1, "aim": (1, 2),
        "began": 3, "command": True,
    }  # fmt: skip
    assert positioned.unheard_of_units(POSITIONS, state, unit) == set()


def test_every_field_of_an_announced_shot_is_told() -> None:
    state = positioned.begun(book, POSITIONS, LESSON)
    shot = state.announced[0]
    for change in ({"mode": "parabolic"}, {"colour": "green"}, {"spotter": 0}, {"late": True}, {"target": -1}):
        changed = state.copy()
        changed.announced = (positioned.decoded(shot, change),)
        assert POSITIONS.write(changed) != POSITIONS.write(state), change


def test_spoilt_texts_are_faults_and_nothing_else() -> None:
    assert positioned.check_mutants(book, POSITIONS, LESSON, 150, "lesson") > 100


def test_the_lessons_volley_has_the_chance_that_the_lesson_tells() -> None:
    state = positioned.begun(book, POSITIONS, LESSON.partition("[[shot]]")[0])
    shot = next(order for order in book.orders(state) if isinstance(order, orders.Announce) and order.unit == 1)
    assert float((book.preview(state, shot).odds or {})["destroyed"]) == pytest.approx(0.611, abs=0.0005)


SPOILT = [
    ('at = "B3"', 'at = "H6"', 'at = "H6"', "CORE-08"),
    ('at = "B3"', 'at = "E3"', 'at = "E3"', "CORE-39"),
    ('at = "B3"', 'at = "B3"\ntracks = "semi"', 'tracks = "semi"', "CORE-102"),
    ('at = "B3"', 'at = "B3"\ntimer = 2', "timer = 2", "CORE-140"),
    ('at = "B3"', 'at = "B3"\nturned = true', "turned = true", "CORE-75"),
    ('rested = "→"', 'rested = "←"', 'rested = "←"', "CORE-49"),
    ('target = "blue panther 1"', 'target = "blue panther 2"', 'target = "blue panther 2"', ""),
    ('target = "blue panther 1"', "", "[[shot]]", "CORE-22"),
    ('phase = "announcing"', 'phase = "movement"', "[[shot]]", "CORE-23"),
    ('[[unit]]\nside = "blue"', '[[wreck]]\nside = "blue"', 'phase = "announcing"', "CORE-12"),
]


@rule("CORE-08", "CORE-12", "CORE-22", "CORE-23", "CORE-39", "CORE-49", "CORE-75", "CORE-102", "CORE-140")
@pytest.mark.parametrize(("old", "new", "points", "broken"), SPOILT)
def test_what_cannot_stand_is_refused_with_line_and_rule(old: str, new: str, points: str, broken: str) -> None:
    assert old in LESSON
    text = LESSON.replace(old, new, 1)
    told = positioned.fault_of(book, POSITIONS, text)
    assert positioned.pointed(told, text) == (points, broken), told
