"""Recorded games of France 1944: tests/rulebooks/recorded.py says what must hold of them."""

import pytest

from hulldown.rulebooks.panzerstrike.france1944.book import book
from tests.marks import rule
from tests.rulebooks.recorded import Records

RECORDS = Records(book, __file__)
RECORDS.games = {
    "first-steps": RECORDS.whole("first-steps", "greedy", "FR-46"),
    "first-steps-at-random": RECORDS.whole("first-steps", "random", "FR-Q33"),
    "crossroads": RECORDS.whole("crossroads", "greedy", "FR-46"),
    "one-flag": RECORDS.whole("one-flag", "greedy", "FR-57"),
    "two-flags": RECORDS.whole("two-flags", "greedy", "FR-57"),
    "held": RECORDS.whole("hold-the-square", "random", "FR-58"),
    "barricades": RECORDS.whole("barricades", "greedy", "FR-46"),
    "ambush": RECORDS.whole("ambush", "greedy", "FR-46"),
    "taken-back": RECORDS.taken_back("first-steps"),
    "resigned": RECORDS.resigned("one-flag", 60),
    "agreed": RECORDS.agreed("ten-tanks", 110),
}


@pytest.fixture(autouse=True)
def renewed(request: pytest.FixtureRequest) -> None:
    RECORDS.renew(request)


@pytest.mark.parametrize("name", RECORDS.games)
def test_a_recorded_game_verifies_and_replays_bit_for_bit(name: str) -> None:
    RECORDS.check_replay(name)


@rule("FR-46", "FR-57", "FR-58", "FR-Q33")
def test_the_records_end_in_every_way_that_a_game_can_end() -> None:
    assert RECORDS.ends() == {
        (False, "FR-46"),
        (True, "FR-Q33"),
        (False, "FR-57"),
        (False, "FR-58"),
        (False, ""),
        (True, ""),
    }


@pytest.mark.parametrize(
    ("recorded", "happened"),
    [
        ("crossroads", ("MovementRolled", "Moved", "Fired", "Destroyed", "GameEnded")),
        ("one-flag", ("FlagPlaced", "FlagCaptured")),
        ("two-flags", ("FlagPlaced", "FlagCaptured")),
        ("held", ("FlagPlaced", "PhaseBegan")),
        ("barricades", ("BarricadePlaced", "Damaged", "Destroyed")),
        ("ambush", ("Revealed",)),
    ],
)
def test_the_records_hold_what_they_are_kept_for(recorded: str, happened: tuple[str, ...]) -> None:
    RECORDS.check_happened(recorded, happened)


def test_one_record_has_undos_and_takebacks() -> None:
    RECORDS.check_takebacks("taken-back")


@pytest.mark.parametrize(
    ("old", "new"), [('"die":4', '"die":5'), ('"facing":2', '"facing":3'), ('"faces":[3', '"faces":[5')], ids=str
)
def test_a_changed_record_does_not_verify(old: str, new: str) -> None:
    RECORDS.check_changed("first-steps", old, new)


def test_there_are_no_other_records_and_they_are_small() -> None:
    RECORDS.check_folder()


def test_a_record_replays_from_its_own_set_up_alone() -> None:
    RECORDS.check_own_set_up("crossroads", "crossroads")
