"""Lines of a log are numbered by turns and acts, the same for all and for ever."""

from pathlib import Path

import pytest

from tests.server.conftest import Json, Player, Table
from tests.server.test_records import upload

RECORDS = Path(__file__).parent.parent / "rulebooks"


def numbers(lines: list[Json]) -> list[tuple[int, int]]:
    return [(line["turn"], line["act"]) for line in lines]


@pytest.mark.parametrize(
    "record", ["france1944/records/ambush", "squadron/records/duel", "panzerkampf/records/first-shots"]
)
def test_acts_count_up_within_a_turn_and_set_up_has_none(table: Table, record: str) -> None:
    player = upload(table, (RECORDS / f"{record}.jsonl").read_text())
    lines = player.lines()
    assert {line["act"] for line in lines if not line["round"]} == {0}
    last: dict[int, int] = {}
    for line in lines:
        turn, act = line["turn"], line["act"]
        gist = next((told["act"] for told in line["told"] if "act" in told), None)
        assert (act > 0) == (gist is not None and line["round"] > 0)
        if act:
            assert act in (last.get(turn, 0), last.get(turn, 0) + 1)
            last[turn] = act
    turns = [line["turn"] for line in lines]
    assert turns == sorted(turns)
    assert max(last.values()) > 1


def test_numbers_are_the_same_after_a_restart_and_from_the_middle(table: Table) -> None:
    player = table.hotseat(rulebook="squadron", scenario="duel")
    for _ in range(50):
        player.give()
    first = numbers(player.lines())
    table.client.app.state.matches._live.clear()
    middle = player.get("/lines?from=40").json()
    assert numbers(middle) == first[40:]
    assert numbers(player.lines()) == first


def test_the_sides_have_turns_of_their_own_unless_they_act_by_turns(table: Table) -> None:
    player = table.hotseat(rulebook="france1944", scenario="crossroads")
    player.play_until("roll")
    movers = set()
    for _ in range(30):
        player.give()
    for line in player.lines():
        if line["round"]:
            movers.add((line["turn"], line["mover"]))
    assert {mover for _, mover in movers} <= {0, 1}
    assert len({turn for turn, _ in movers}) == len(movers)
    player = table.hotseat(rulebook="squadron", scenario="duel")
    for _ in range(30):
        player.give()
    assert {line["mover"] for line in player.lines()} == {None}


def test_a_survey_a_preview_and_a_refusal_tell_their_bearings(table: Table) -> None:
    """Panzer Squadron's corners are named in words; a screen has arrows instead."""
    player = table.hotseat(rulebook="squadron", scenario="duel")
    while player.view()["picture"]["tray"]["phase"] != "activation":
        player.give()
    units = [todo["unit"] for todo in player.view()["picture"]["tray"]["todo"]]
    bad = {"type": "Fire", "unit": units[0], "target": 1 - units[0], "corner": 9}
    order = next(bad | {"corner": corner} for corner in range(6) if _compass(player, bad | {"corner": corner}))
    refusal = player.post("/preview", {"order": order}).json()["refusal"]
    spans = [refusal["sentence"][span["start"] : span["end"]] for span in refusal["bearings"]]
    assert set(spans) <= {"north", "north-east", "south-east", "south", "south-west", "north-west"}
    body = {"id": "one", "position": player.view()["head"], "orders": [order]}
    assert player.post("/orders", body).json()["refusal"]["bearings"] == refusal["bearings"]


def _compass(player: Player, order: Json) -> bool:
    refusal = player.post("/preview", {"order": order}).json().get("refusal")
    return refusal is not None and " lies " in refusal["sentence"]
