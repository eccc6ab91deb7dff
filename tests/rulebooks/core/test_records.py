"""Recorded games by the Core rules: tests/rulebooks/recorded.py says what must hold of them."""

import pytest

from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.options import OPTIONAL
from tests.marks import rule
from tests.rulebooks.recorded import Records

RECORDS = Records(book, __file__)
ALL_ON = dict.fromkeys(OPTIONAL, "on")
RECORDS.games = {
    "duel": RECORDS.whole("duel", "greedy", "CORE-12"),
    "duel-at-random": RECORDS.whole("duel", "random", "CORE-Q44"),
    "all-options": RECORDS.whole("duel", "greedy", "CORE-12", ("SpeedRolled", "CommandNamed"), options=ALL_ON),
    "basic-northern": RECORDS.whole("basic-northern", "greedy", "CORE-176"),
    "out-of-time": RECORDS.whole("basic-central", "random", "CORE-177", options={"turn_limit": "5"}),
    "gun-line": RECORDS.whole("gun-line", "greedy", "CORE-12", ("TurretTurned", "Destroyed")),
    "workshop": RECORDS.whole("workshop", "greedy", "CORE-12", ("Immobilised", "Repaired", "RepairStarted")),
    "long-arm": RECORDS.whole("long-arm", "greedy", "CORE-12", ("Fired", "Injured")),
    "taken-back": RECORDS.taken_back("duel", 160),
    "resigned": RECORDS.resigned("open-battle", 120),
    "agreed": RECORDS.agreed("whole-front", 150),
}


@pytest.fixture(autouse=True)
def renewed(request: pytest.FixtureRequest) -> None:
    RECORDS.renew(request)


@pytest.mark.parametrize("name", RECORDS.games)
def test_a_recorded_game_verifies_and_replays_bit_for_bit(name: str) -> None:
    RECORDS.check_replay(name)


@rule("CORE-12", "CORE-176", "CORE-177", "CORE-Q44")
def test_the_records_end_in_every_way_that_a_game_can_end() -> None:
    assert RECORDS.ends() >= {
        (False, "CORE-12"),
        (True, "CORE-Q44"),
        (False, "CORE-176"),
        (True, "CORE-177"),
        (False, ""),
        (True, ""),
    }


@pytest.mark.parametrize(
    ("recorded", "happened"),
    [
        ("duel", ("Moved", "TurretTurned", "Announced", "FireOpened", "Fired", "Destroyed", "GameEnded")),
        ("all-options", ("SpeedRolled", "CommandNamed", "Fired")),
        ("workshop", ("Immobilised", "RepairStarted", "Repaired")),
        ("long-arm", ("Fired", "Injured")),
        ("agreed", ("Revealed", "CommandNamed")),
    ],
)
def test_the_records_hold_what_they_are_kept_for(recorded: str, happened: tuple[str, ...]) -> None:
    RECORDS.check_happened(recorded, happened)


def test_one_record_has_undos_and_takebacks() -> None:
    RECORDS.check_takebacks("taken-back")


@pytest.mark.parametrize(
    ("old", "new"), [('"steps":4', '"steps":5'), ('"facing":4', '"facing":5'), ('"faces":[3', '"faces":[5')], ids=str
)
def test_a_changed_record_does_not_verify(old: str, new: str) -> None:
    RECORDS.check_changed("duel", old, new)


def test_there_are_no_other_records_and_they_are_small() -> None:
    RECORDS.check_folder()


def test_a_record_replays_from_its_own_set_up_alone() -> None:
    RECORDS.check_own_set_up("gun-line", "gun-line")
