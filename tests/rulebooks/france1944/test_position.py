"""Positions of France 1944 as text: tests/rulebooks/positioned.py says what must hold of them."""

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.france1944 import orders
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.position import POSITIONS
from hulldown.rulebooks.panzerstrike.france1944.state import Flag, Phase
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks import positioned
from tests.rulebooks.france1944.test_records import RECORDS

OPENING = """
book = "france1944"
name = "Your shot"
map = "north"
side = "red"
phase = "shooting"
round = 2

[[unit]]
side = "red"
kind = "heavy"
at = "G4"
facing = "↗"
moved = true

[[unit]]
side = "red"
kind = "medium"
at = "K13"
facing = "↑"
moved = true

[[unit]]
side = "red"
kind = "light"
at = "E6"
facing = "→"

[[unit]]
side = "blue"
kind = "heavy"
at = "T15"
facing = "←"

[[unit]]
side = "blue"
kind = "medium"
at = "L1"
facing = "←"

[[unit]]
side = "blue"
kind = "light"
at = "M5"
facing = "←"
"""
LESSON = '''
book = "france1944"
name = "Round the house"
map = """
name: Round the house
north: up

.,,.##...##.
....##...##.
............
............
............
....##.##...
,...##.##..,
,,........,,
"""
side = "red"
phase = "movement"
round = 1
rolled = [5, 3]
unit = [
  { side = "red", kind = "light", at = "B2", facing = "→" },
  { side = "red", kind = "heavy", at = "B4", facing = "→" },
  { side = "red", kind = "medium", at = "B6", facing = "→" },
  { side = "blue", kind = "medium", at = "I4", facing = "←" },
  { side = "blue", kind = "light", at = "J7", facing = "←" },
]
'''


def test_states_of_recorded_games_are_read_as_they_were_written() -> None:
    for state in positioned.recorded_states(RECORDS, 13):
        positioned.check_round_trip(POSITIONS, state)


@pytest.mark.parametrize("scenario", ["two-flags", "barricades", "ambush"])
def test_states_of_random_games_are_read_as_they_were_written(scenario: str) -> None:
    for state in positioned.random_states(book, scenario, f"position {scenario}", 200, 7):
        positioned.check_round_trip(POSITIONS, state)


def test_the_same_game_follows_from_a_position_that_was_written_and_read() -> None:
    states = [state for state in positioned.recorded_states(RECORDS, 31) if positioned.can_begin(book, state)]
    assert {Phase.ROLL, Phase.MOVEMENT, Phase.SHOOTING} <= {state.phase for state in states}
    for number, state in enumerate(states):
        positioned.check_same_game(book, POSITIONS, state, 8, f"france {number}")


def test_a_game_that_began_with_a_position_is_proved_from_its_record() -> None:
    positioned.check_record(book, POSITIONS, OPENING, 30, "opening")


def test_no_field_of_a_state_can_change_without_a_trace_in_its_text() -> None:
    state = positioned.begun(book, POSITIONS, OPENING)
    changes = {
        "phase": Phase.ROLL, "side": BLUE, "first": BLUE, "round": 3, "rolled": (1, 2), "given": ((1, 0),),
        "flags": (Flag(RED, 5),), "barricades_left": (1, 0), "last_loss": 1, "result": Result(None, "FR-57", "over"),
    }  # fmt: skip
    assert positioned.unheard(POSITIONS, state, changes) == {"dice"}  # what is left of the dice follows from the rest
    unit = {
        "side": BLUE, "kind": "light", "number": 2, "square": 0, "facing": 2, "condition": Condition.DAMAGED,
        "moved": 1, "fired": 2,
    }  # fmt: skip
    assert positioned.unheard_of_units(POSITIONS, state, unit) == set()


def test_spoilt_texts_are_faults_and_nothing_else() -> None:
    assert positioned.check_mutants(book, POSITIONS, OPENING, 150, "opening") > 100
    assert positioned.check_mutants(book, POSITIONS, LESSON, 100, "lesson") > 50


def test_the_opening_has_the_two_shots_that_it_is_made_for() -> None:
    state = positioned.begun(book, POSITIONS, OPENING)
    shots = {order: book.preview(state, order) for order in book.orders(state) if isinstance(order, orders.Fire)}
    chances = {order.unit: float((shots[order].odds or {})["destroyed"]) for order in shots}
    assert chances == {0: pytest.approx(287 / 432), 1: pytest.approx(0.625)}


def test_a_lesson_on_a_board_of_its_own_with_dice_in_the_tray() -> None:
    state = positioned.begun(book, POSITIONS, LESSON)
    assert state.dice == (3, 5)
    assert any(isinstance(order, orders.Move) and order.unit == 0 and order.die == 5 for order in book.orders(state))
    positioned.check_round_trip(POSITIONS, state)


def test_a_compass_word_follows_the_maps_north() -> None:
    worded = OPENING.replace('facing = "↗"', 'facing = "south-east"')  # north is at the left of this map
    assert positioned.begun(book, POSITIONS, worded).units.units[0].facing == 1


SPOILT = [
    ('at = "K13"', 'at = "G4"', 19, "FR-08", "one unit to a square"),
    ('at = "K13"', 'at = "J13"', 19, "FR-27", "house"),
    ('at = "K13"', 'at = "Z99"', 19, "FR-07", "from A1 to X18"),
    ('facing = "↑"', 'facing = "up"', 20, "FR-07", "no facing"),
    ('kind = "medium"\nat = "L1"', 'kind = "mediun"\nat = "L1"', 37, "FR-09", "did you mean 'medium'"),
    ('phase = "shooting"', 'phase = "shoting"', 6, "", "did you mean 'shooting'"),
    ("round = 2", "rund = 2", 7, "", "did you mean 'round'"),
    ("round = 2", "round = 2\nrolled = [3, 4]", 8, "FR-16", "in movement only"),
    ('at = "E6"', 'at = "E6"\ndamaged = true', 27, "FR-59", "without the option"),
    ('at = "E6"', 'at = "E6"\nfired = 5', 23, "FR-Q20", "to come"),
    ('at = "E6"', 'at = "E6"\nnumber = 2', 27, "FR-09", "each once"),
    ('side = "red"\nphase', 'side = "rad"\nphase', 5, "", "none of blue, red"),
    ('map = "north"', 'map = "nort"', 4, "", "did you mean 'north'"),
    ('map = "north"', 'map = "/etc/passwd.txt"', 4, "", "files are not read here"),
    ('map = "north"', 'scenario = "two-flag"', 4, "", "two-flags"),
]


@rule("FR-07", "FR-08", "FR-09", "FR-16", "FR-27", "FR-59")
@pytest.mark.parametrize(("old", "new", "line", "broken", "words"), SPOILT)
def test_what_cannot_stand_is_refused_with_line_and_rule(
    old: str, new: str, line: int, broken: str, words: str
) -> None:
    assert old in OPENING
    told = positioned.fault_of(book, POSITIONS, OPENING.replace(old, new, 1))
    assert told.startswith(f"text:{line}: "), told
    assert words in told
    assert told.endswith(f" — {broken}") if broken else " — " not in told


@rule("FR-18")
def test_a_tray_has_the_dice_that_the_tanks_earn_and_no_other() -> None:
    assert "has 3, 5 — FR-18" in positioned.fault_of(book, POSITIONS, LESSON.replace('"B2", fa', '"B2", die = 4, fa'))
    assert "roll 2 — FR-16" in positioned.fault_of(book, POSITIONS, LESSON.replace("[5, 3]", "[5, 3, 3]"))
    assert "faces" in positioned.fault_of(book, POSITIONS, LESSON.replace("[5, 3]", "[5, 9]"))
    taken = positioned.begun(book, POSITIONS, LESSON.replace('"B2", fa', '"B2", die = 5, fa'))
    assert (taken.dice, taken.given, taken.units.units[0].moved) == ((3,), ((5, 0),), 1)


@rule("FR-46", "FR-57")
def test_a_position_that_is_won_already_says_so() -> None:
    lost = OPENING.replace('[[unit]]\nside = "blue"', '[[wreck]]\nside = "blue"')
    assert "Red has destroyed all of Blue's tanks and wins. — FR-46" in positioned.fault_of(book, POSITIONS, lost)
    flags = OPENING.replace('map = "north"', 'scenario = "two-flags"')
    assert "captured all of Blue's flags and wins. — FR-57" in positioned.fault_of(book, POSITIONS, flags)


def test_units_and_wrecks_are_numbered_in_the_order_of_the_text() -> None:
    wreck = '[[wreck]]\nside = "red"\nkind = "heavy"\nat = "A1"\nfacing = "→"\n\n[[unit]]'
    state = positioned.begun(book, POSITIONS, OPENING.replace("[[unit]]", wreck, 1))
    assert [(unit.kind, unit.number, unit.active) for unit in state.units.units[:3]] == [
        ("heavy", 1, False),
        ("heavy", 2, True),
        ("medium", 1, True),
    ]


@rule("FR-H10")
def test_units_deployed_unseen_begin_no_game_but_are_kept_by_the_text() -> None:
    hidden = [
        state
        for state in positioned.random_states(book, "ambush", "unseen", 60, 1)
        if not positioned.can_begin(book, state)
    ]
    assert hidden
    positioned.check_round_trip(POSITIONS, hidden[-1])
    told = positioned.fault_of(book, POSITIONS, POSITIONS.write(hidden[-1]))
    assert "both sides read a set-up" in told
    assert told.endswith("— FR-H10")


@rule("FR-48", "FR-52")
def test_flags_stand_on_squares_of_their_own_and_are_as_many_as_agreed() -> None:
    flag = '\n[[flag]]\nside = "{}"\nat = "{}"\n'
    flags = [flag.format(side, at) for side, at in (("red", "A3"), ("blue", "X4"))]
    agreed = "\n[options]\nflags = { red = 1, blue = 1 }\n"
    state = positioned.begun(book, POSITIONS, OPENING + "".join(flags) + agreed)
    assert [flag.side for flag in state.flags] == [RED, BLUE]
    positioned.check_round_trip(POSITIONS, state)
    assert "more flags than its 0" in positioned.fault_of(book, POSITIONS, OPENING + flags[0])
    twice = OPENING + flags[0] + flags[1].replace("X4", "A3") + agreed
    assert positioned.fault_of(book, POSITIONS, twice).endswith("A3 is none — FR-52")
