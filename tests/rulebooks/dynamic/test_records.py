"""Recorded games by the Dynamic rules: tests/rulebooks/recorded.py says what must hold of them."""

import pytest

from hulldown.rulebooks.panzerstrike.dynamic.book import book
from tests.marks import rule
from tests.rulebooks.recorded import Records

RECORDS = Records(book, __file__)
RECORDS.games = {
    "duel": RECORDS.whole("duel", "greedy", "DYN-17"),
    "duel-at-random": RECORDS.whole("duel", "random", "DYN-17"),
    "quick-start": RECORDS.whole("quick-start", "greedy", "DYN-17"),
    "basic-northern": RECORDS.whole("basic-northern", "greedy", "DYN-173"),
    "out-of-time": RECORDS.whole("basic-central", "random", "DYN-174", options={"turn_limit": "6"}),
    "walls-and-blades": RECORDS.whole("walls-and-blades", "greedy", "DYN-17", ("WallFell", "Pushed")),
    "workshop": RECORDS.whole("workshop", "greedy", "DYN-17", ("Repaired",)),
    "long-arm": RECORDS.whole("long-arm", "greedy", "DYN-17", ("Lobbed",)),
    "miniatures": RECORDS.whole("duel", "greedy", "DYN-17", ("TurretTurned",), options={"turrets": "on"}),
    "taken-back": RECORDS.taken_back("duel"),
    "resigned": RECORDS.resigned("gun-line", 60),
    "agreed": RECORDS.agreed("open-battle", 80, options={"command": "on", "extra": "on", "hidden": "on"}),
}


@pytest.fixture(autouse=True)
def renewed(request: pytest.FixtureRequest) -> None:
    RECORDS.renew(request)


@pytest.mark.parametrize("name", RECORDS.games)
def test_a_recorded_game_verifies_and_replays_bit_for_bit(name: str) -> None:
    RECORDS.check_replay(name)


@rule("DYN-17", "DYN-173", "DYN-174")
def test_the_records_end_in_every_way_that_a_game_can_end() -> None:
    assert RECORDS.ends() >= {
        (False, "DYN-17"),
        (False, "DYN-173"),
        (True, "DYN-174"),
        (False, ""),
        (True, ""),
    }


@pytest.mark.parametrize(
    ("recorded", "happened"),
    [
        ("duel", ("MovementRolled", "Moved", "Fired", "Destroyed", "GameEnded")),
        ("walls-and-blades", ("WallFell", "Pushed", "Destroyed")),
        ("workshop", ("Damaged", "Repaired")),
        ("long-arm", ("Lobbed", "Fired")),
        ("miniatures", ("TurretTurned",)),
        ("agreed", ("Revealed", "CommandNamed")),
    ],
)
def test_the_records_hold_what_they_are_kept_for(recorded: str, happened: tuple[str, ...]) -> None:
    RECORDS.check_happened(recorded, happened)


def test_one_record_has_undos_and_takebacks() -> None:
    RECORDS.check_takebacks("taken-back")


@pytest.mark.parametrize(
    ("old", "new"), [('"steps":4', '"steps":5'), ('"facing":2', '"facing":3'), ('"faces":[3', '"faces":[5')], ids=str
)
def test_a_changed_record_does_not_verify(old: str, new: str) -> None:
    RECORDS.check_changed("duel", old, new)


def test_there_are_no_other_records_and_they_are_small() -> None:
    RECORDS.check_folder()


def test_a_record_replays_from_its_own_set_up_alone() -> None:
    RECORDS.check_own_set_up("walls-and-blades", "walls-and-blades")
