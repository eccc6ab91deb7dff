"""Recorded games of Panzer Squadron: tests/rulebooks/recorded.py says what must hold of them."""

import pytest

from hulldown.rulebooks.squadron.book import book
from tests.marks import rule
from tests.rulebooks.recorded import Records

RECORDS = Records(book, __file__)
RECORDS.games = {
    "duel": RECORDS.whole("duel", "greedy", "SQ-Q33", ("Stepped", "Fired", "Destroyed")),
    "duel-at-random": RECORDS.whole("duel", "random", "SQ-Q33"),
    "village": RECORDS.whole("village", "greedy", "SQ-Q33", ("WindowOpened", "WindowClosed", "Ambushed", "Activated")),
    "colmar": RECORDS.whole("colmar", "greedy", "SQ-Q33", ("WindowOpened", "HouseFlattened")),
    "hunters": RECORDS.whole("hunters", "greedy", "SQ-Q33", ("Turned", "SwungBack")),
    "own-ground": RECORDS.whole("first-tiles", "greedy", "SQ-Q33", ("TilePlaced", "TurretsKept")),
    "out-of-time": RECORDS.whole("duel", "random", "SQ-Q33", ("Ambushed",), options={"turns": "2"}),
    "taken-back": RECORDS.taken_back("hunters", 100),
    "resigned": RECORDS.resigned("battle", 60),
    "agreed": RECORDS.agreed("village", 40),
}


@pytest.fixture(autouse=True)
def renewed(request: pytest.FixtureRequest) -> None:
    RECORDS.renew(request)


@pytest.mark.parametrize("name", RECORDS.games)
def test_a_recorded_game_verifies_and_replays_bit_for_bit(name: str) -> None:
    RECORDS.check_replay(name)


@rule("SQ-Q33")
def test_the_records_end_in_every_way_that_a_game_can_end() -> None:
    assert RECORDS.ends() >= {(False, "SQ-Q33"), (False, ""), (True, "")}


@pytest.mark.parametrize(
    ("recorded", "happened"),
    [
        ("duel", ("FirstDrawn", "Deployed", "InitiativeRolled", "MovementRolled", "Fired", "Destroyed", "GameEnded")),
        ("village", ("WindowOpened", "WindowClosed", "Ambushed", "Activated", "ActivationEnded")),
        ("colmar", ("HouseFlattened", "Stepped")),
        ("hunters", ("Turned", "SwungBack")),
        ("own-ground", ("TilePlaced", "TurretsKept")),
    ],
)
def test_the_records_hold_what_they_are_kept_for(recorded: str, happened: tuple[str, ...]) -> None:
    RECORDS.check_happened(recorded, happened)


def test_one_record_has_undos_and_takebacks() -> None:
    RECORDS.check_takebacks("taken-back")


@pytest.mark.parametrize(
    ("old", "new"), [('"points":', '"points":1'), ('"corner":', '"corner":1'), ('"faces":[3', '"faces":[5')], ids=str
)
def test_a_changed_record_does_not_verify(old: str, new: str) -> None:
    RECORDS.check_changed("duel", old, new)


def test_there_are_no_other_records_and_they_are_small() -> None:
    RECORDS.check_folder()


def test_a_record_replays_from_its_own_set_up_alone() -> None:
    RECORDS.check_own_set_up("hunters", "hunters")
