"""Questions without a match, and the shot desk, over the wire."""

from typing import Any

from hulldown.kernel.wire import plain
from hulldown.kernel.work import Work
from hulldown.rulebooks import opening_file
from tests.server.conftest import Table
from tests.server.test_works import CHART, OWN, TOWN

FIRST = opening_file("france1944", "first").read_text("utf-8")
SHOT = {"rulebook": "france1944", "attacker": "heavy", "target": "medium", "range": 7}


def ask(table: Table, query: dict[str, Any], *works: Work) -> Any:
    given = works or (Work("position", "france1944", FIRST),)
    return table.client.post("/api/ask", json={"works": plain(given), "query": query})


def test_a_position_is_asked_about_and_nothing_is_kept(table: Table) -> None:
    told = ask(table, {"ask": "line", "one": "I9", "other": "O12"}).json()
    assert told["reply"]["told"][0][0].startswith("A Red unit on I9 → a Blue unit on O12")
    assert told["reply"]["survey"]["unit"] == told["reply"]["unit"]
    shown = ask(table, {}).json()
    assert [unit["row"] for unit in shown["placed"]] == [f"unit[{at}]" for at in range(6)]
    assert shown["terrain"]["columns"] == 24


def test_a_position_on_a_board_of_ones_own(table: Table) -> None:
    text = FIRST.replace('map = "north"', 'map = "town.txt"')
    own = Work("position", "france1944", text, {"town.txt": TOWN.id})
    assert ask(table, {}, own, TOWN).json()["terrain"]["name"] == "The tannery"
    missing = ask(table, {}, own).json()
    assert missing["error"] == "ask/bad"
    assert "town.txt" in missing["sentence"]


def test_a_question_that_means_nothing_is_refused_in_one_sentence(table: Table) -> None:
    answer = ask(table, {"ask": "fire", "one": "blue whale 1"})
    assert (answer.status_code, answer.json()["error"]) == (400, "ask/bad")
    assert answer.json()["sentence"].startswith("question: there is no unit 'blue whale 1'")
    assert ask(table, {"ask": "dance"}).status_code == 400
    assert ask(table, {}, OWN, TOWN).json()["error"] == "ask/bad"


def shoot(table: Table, **more: Any) -> Any:
    return table.client.post("/api/shot", json=SHOT | more).json()


def test_a_shot_goes_from_the_dice_that_are_wanted_to_what_they_come_to(table: Table) -> None:
    first = shoot(table)
    assert first["wanted"]["dice"] == [{"count": 4, "faces": [1, 2, 3, 4, 5, 6], "labels": list("123456")}]
    assert first["chances"]["destroyed"] == "721/1296"
    begun = shoot(table, faces=[5, 4, 3])
    assert begun["wanted"]["told"]["3:12"] == "12 so far. 2 or more on the last die: destroyed."
    done = shoot(table, faces=[5, 4, 3, 2])
    assert (done["outcome"], done["rule"]) == ("destroyed", "FR-39")
    assert done["sentence"] == "Heavy at Medium, front, 7 squares: destroyed."
    assert done["rolls"] == [{"rule": "FR-39", "title": "Firepower", "faces": [5, 4, 3, 2], "labels": list("5432")}]


def test_dice_can_be_rolled_here_one_or_all(table: Table) -> None:
    one = shoot(table, faces=[None, 4, 3, 2])
    assert one["given"][1:] == [4, 3, 2]
    assert one["given"][0] in range(1, 7)
    again = [shoot(table, faces=[None, None, 3, 2], lot="mine")["given"] for _ in range(2)]
    assert again[0] == again[1]
    rolled = shoot(table, rulebook="core", range=2, roll_here=True)
    assert rolled["outcome"]
    assert rolled["wanted"] is None


def test_a_shot_that_cannot_be_says_why(table: Table) -> None:
    assert shoot(table, range=1)["refusal"]["rule"] == "FR-42"
    assert "there is no 7 on it" in shoot(table, faces=[7, 1, 1, 1])["refusal"]["sentence"]
    assert "2 dice less" in shoot(table, faces=[1] * 6)["refusal"]["sentence"]
    assert "damage=on|off" in shoot(table, conditions={"cheese": "on"})["refusal"]["sentence"]


def test_a_shot_by_ones_own_chart(table: Table) -> None:
    far = {"target": "heavy", "range": 7, "faces": [6, 6, 6, 5]}
    assert shoot(table, **far)["outcome"] == "destroyed"
    assert shoot(table, **far, chart=CHART.id, works=plain([CHART]))["outcome"] == "nothing"
    assert shoot(table, chart="nowhere")["refusal"]["sentence"].startswith("chart: there is no work")


def test_a_battles_table_becomes_a_position_as_it_is_and_as_it_was(table: Table) -> None:
    player = table.player(table.create(opponent="hotseat", scenario="", position=FIRST))
    player.give({"type": "EndTurn"}, position=0)
    now, before = (player.get(f"/table?whole=true{at}").json() for at in ("", "&at=0"))
    assert (now["position"], before["position"]) == (1, 0)
    assert 'side = "blue"' in now["text"].split("[[")[0]
    assert 'side = "red"' in before["text"].split("[[")[0]
    shown = ask(table, {}, Work("position", "france1944", before["text"])).json()
    assert shown["placed"][0]["name"] == "red heavy 1"
