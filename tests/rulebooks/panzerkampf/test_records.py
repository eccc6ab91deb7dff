"""Recorded games of Panzerkampf: tests/rulebooks/recorded.py says what must hold of them."""

import pytest

from hulldown.rulebooks.panzerkampf.book import book
from tests.marks import rule
from tests.rulebooks.recorded import Records

RECORDS = Records(book, __file__)
RECORDS.games = {
    "first-shots": RECORDS.whole("first-shots", "greedy", "PK-87", ("Wrecked", "Destroyed")),
    "convoy": RECORDS.whole("convoy", "greedy", "PK-96", ("EdgesAssigned", "BankGrew", "Fired")),
    "last-support": RECORDS.whole("convoy", "random", "PK-R43"),
    "pocket": RECORDS.whole("pocket", "greedy", "PK-102", ("DugIn", "WindowOpened", "Shelled")),
    "relieved-at-random": RECORDS.whole("pocket", "random", "PK-R46", ("ReliefCame",)),
    "ridge": RECORDS.whole("ridge", "greedy", "PK-R46", ("CommandRolled", "Commanded", "CrateDropped", "Repaired")),
    "dogfight": RECORDS.whole("dogfight", "greedy", "PK-87", ("Bombed", "WindowClosed")),
    "harbour": RECORDS.whole("harbour", "greedy", "PK-R46", ("Dived", "Surfaced")),
    "crossing-taken-back": RECORDS.taken_back("river-crossing", 100),
    "resigned": RECORDS.resigned("bocage", 60),
    "agreed": RECORDS.agreed("dogfight", 40),
}


@pytest.fixture(autouse=True)
def renewed(request: pytest.FixtureRequest) -> None:
    RECORDS.renew(request)


@pytest.mark.parametrize("name", RECORDS.games)
def test_a_recorded_game_verifies_and_replays_bit_for_bit(name: str) -> None:
    RECORDS.check_replay(name)


@rule("PK-87", "PK-96", "PK-102", "PK-R43", "PK-R46")
def test_the_records_end_in_every_way_that_a_game_can_end() -> None:
    won = {(False, rule_of_end) for rule_of_end in ("PK-87", "PK-96", "PK-102", "PK-R43", "PK-R46")}
    assert RECORDS.ends() >= won | {(False, ""), (True, "")}


@pytest.mark.parametrize(
    ("recorded", "happened"),
    [
        (
            "first-shots",
            ("RolledOff", "EdgeTaken", "FirstChosen", "Deployed", "TurnTaken", "Moved", "Fired", "Damaged"),
        ),
        ("convoy", ("EdgesAssigned", "BankGrew")),
        ("pocket", ("DugIn", "WindowOpened", "Shelled")),
        ("relieved-at-random", ("ReliefCame",)),
        ("ridge", ("CommandRolled", "Commanded", "CrateDropped", "Repaired")),
        ("dogfight", ("Bombed", "WindowClosed")),
        ("harbour", ("Dived", "Surfaced")),
        ("crossing-taken-back", ("BridgeLaid", "Planted", "MineStruck")),
    ],
)
def test_the_records_hold_what_they_are_kept_for(recorded: str, happened: tuple[str, ...]) -> None:
    RECORDS.check_happened(recorded, happened)


def test_one_record_has_undos_and_takebacks() -> None:
    RECORDS.check_takebacks("crossing-taken-back")


@pytest.mark.parametrize(
    ("old", "new"), [('"points":', '"points":1'), ('"heading":', '"heading":1'), ('"faces":[', '"faces":[1')], ids=str
)
def test_a_changed_record_does_not_verify(old: str, new: str) -> None:
    RECORDS.check_changed("first-shots", old, new)


def test_there_are_no_other_records_and_they_are_small() -> None:
    RECORDS.check_folder()


def test_a_record_replays_from_its_own_set_up_alone() -> None:
    RECORDS.check_own_set_up("harbour", "harbour", holds="features")
