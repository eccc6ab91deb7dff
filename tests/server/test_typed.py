"""Matches whose dice people roll: what is wanted, faces so far, bots, rulings."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from litestar.testing import TestClient

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.wire import plain
from hulldown.rulebooks import BOOKS, load
from hulldown.server.app import create_app
from tests.server.conftest import BOOK, Inside, Json, Player, Table, patiently, wrong

ROLL: Json = {"type": "Begin"}


class Typist:
    """Somebody who rolls real dice, of a cup of its own, and types them."""

    def __init__(self, player: Player, seed: str = "cup") -> None:
        self.player, self.cup, self.asked = player, SeededDice(seed), list[Json]()

    def send(self, orders: list[Json], faces: list[int | None], **more: Any) -> Json:
        position = self.player.view()["head"]
        name = f"{self.cup.seed} {next(self.player.numbers)}"
        answer = self.player.post(
            "/orders", {"id": name, "position": position, "orders": orders, "faces": faces, **more}
        )
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def give(self, *orders: Json) -> Json:
        """Gives orders, and types dice until they are played."""
        faces: list[int | None] = []
        while (answer := self.send([*orders], faces))["status"] == "dice":
            self.asked.append(answer["wanted"])
            faces += self.roll(answer["wanted"])
        return answer

    def roll(self, wanted: Json) -> list[int]:
        found = [due["faces"][self.cup.pick(len(due["faces"]))] for due in wanted["dice"] for _ in range(due["count"])]
        return found[wanted["laid"] :]


def state_of(player: Player) -> Any:
    """The table itself, as a client would find it by its pictures."""
    return player.client.app.state.matches._live[player.match].log.states[-1]


def sampled(player: Player, chooser: SeededDice, book_id: str) -> Json:
    book, state = load(book_id), state_of(player)
    order: Json = plain(book.sample(book.view(state, book.to_act(state)), chooser))
    return order


def first_scenario(book_id: str) -> str:
    return load(book_id).library.scenarios()[0].id


def play(typist: Typist, book_id: str, until_round: int, most: int = 500) -> None:
    """Random orders until a round begins."""
    chooser, book = SeededDice("orders"), load(book_id)
    for _ in range(most):
        state = state_of(typist.player)
        if book.to_act(state) is None or book.turn(state).round >= until_round:
            return
        answer = typist.give(sampled(typist.player, chooser, book_id))
        assert answer["status"] == "accepted", answer
    raise AssertionError("the round does not end")


@contextmanager
def serving(database: str) -> Iterator[Table]:
    with TestClient(create_app(database, Inside(), most_matches_a_minute=10_000)) as client:
        yield Table(client)


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_round_of_each_book_is_played_with_typed_dice_and_outlives_a_restart(book_id: str, database: str) -> None:
    with serving(database) as table:
        created = table.create(rulebook=book_id, scenario=first_scenario(book_id), opponent="hotseat", typed=True)
        typist = Typist(table.player(created))
        assert typist.player.view()["typed"] is True
        assert "dice" not in typist.player.view()
        play(typist, book_id, 2)
        before = typist.player.get("/record").text
    assert {one["rule"] for one in typist.asked} <= set(load(book_id).rules)
    assert all(one["title"] and one["sentence"]["text"].endswith(".") for one in typist.asked)
    with serving(database) as table:
        again = Typist(table.player(created), "another cup")
        assert again.player.get("/record").text == before
        play(again, book_id, 3)
        record = Record.parse(again.player.get("/record").text)
    report = prove(record, load(book_id))
    assert (report.status, report.dice, report.problems) == (3, "typed", ())
    rolls = [roll for row in record.text().splitlines() for roll in json.loads(row).get("rolls", ())]
    assert rolls
    assert all(roll["typed"] == [True] * len(roll["faces"]) for roll in rolls)


def test_nothing_is_stored_before_the_last_face_is_there(table: Table) -> None:
    typist = Typist(table.hotseat(typed=True))
    answer = typist.send([ROLL], [])
    assert (answer["status"], answer["head"], answer["played"]) == ("dice", 0, 0)
    wanted = answer["wanted"]
    assert wanted["rule"] == "FR-Q06"
    assert wanted["dice"] == [{"count": 2, "faces": [1, 2, 3, 4, 5, 6], "labels": ["1", "2", "3", "4", "5", "6"]}]
    assert (wanted["given"], wanted["laid"]) == ([], 0)
    half = typist.send([ROLL], [5])
    assert (half["status"], half["wanted"]["given"], half["wanted"]["laid"]) == ("dice", [5], 1)
    assert typist.player.view()["head"] == 0
    done = typist.send([ROLL], [5, 3])
    assert (done["status"], done["head"], done["played"]) == ("accepted", 1, 1)


def test_a_roll_that_is_even_is_asked_for_again(table: Table) -> None:
    typist = Typist(table.hotseat(typed=True))
    again = typist.send([ROLL], [4, 4])
    assert (again["status"], again["wanted"]["given"], again["wanted"]["laid"]) == ("dice", [4, 4], 0)


@pytest.mark.parametrize(
    ("faces", "told"), [([7, 1], "there is no 7 on it"), ([5, 3, 1], "3 faces, and the order rolls 2 dice")]
)
def test_faces_that_cannot_be_are_refused(table: Table, faces: list[int | None], told: str) -> None:
    typist = Typist(table.hotseat(typed=True))
    answer = typist.send([ROLL], faces)
    assert answer["status"] == "refused"
    assert told in answer["refusal"]["sentence"]
    assert typist.player.view()["head"] == 0


def test_a_die_that_is_rolled_here_falls_once_and_says_so(table: Table) -> None:
    typist = Typist(table.hotseat(typed=True))
    half = typist.send([ROLL], [None])
    assert typist.send([ROLL], [None])["wanted"]["given"] == half["wanted"]["given"]
    (face,) = half["wanted"]["given"]
    typist.send([ROLL], [None, face % 6 + 1])
    line = json.loads(typist.player.get("/record").text.splitlines()[1])
    assert line["rolls"][0]["faces"] == [face, face % 6 + 1]
    assert line["rolls"][0]["typed"] == [False, True]


def test_all_that_is_missing_can_be_rolled_here(table: Table) -> None:
    typist = Typist(table.hotseat(typed=True))
    assert typist.send([ROLL], [], roll_here=True)["status"] == "accepted"
    line = json.loads(typist.player.get("/record").text.splitlines()[1])
    assert all(not any(roll["typed"]) for roll in line["rolls"])


def test_what_a_shot_needs_is_said_in_the_words_of_its_forecast(table: Table) -> None:
    player = table.hotseat(typed=True)
    typist = Typist(player, "shots")
    chooser = SeededDice("shots")
    for _ in range(300):
        typist.give(sampled(player, chooser, BOOK))
        shots = [one for one in typist.asked if one["rule"] == "FR-39"]
        if shots and any("so far. " in told for told in shots[-1]["told"].values()):
            break
    shot = shots[-1]
    assert " → " in shot["title"]
    many = shot["dice"][0]["count"]
    part = next(told for told in shot["told"].values() if "so far. " in told)
    assert part.endswith(": destroyed.")
    assert shot["told"][f"{many}:{6 * many}"].startswith(f"{6 * many}: ")


def test_faces_are_not_typed_where_nobody_rolls(table: Table) -> None:
    answer = Typist(table.hotseat()).send([ROLL], [5, 3])
    assert (answer["status"], answer["head"]) == ("refused", 0)
    assert "nobody types dice" in answer["refusal"]["sentence"]


def test_typed_dice_have_no_keys(table: Table) -> None:
    wish = {"rulebook": BOOK, "scenario": "first-steps", "typed": True, "keys": []}
    wrong(table.client.post("/api/matches", json=wish), 400, "setup/bad")
    player = table.hotseat(typed=True)
    wrong(player.post("/keys", {"draw": "host", "side": 0}), 409, "keys/none")
    assert "no dice keys" in player.act("offer-keys")["refusal"]["sentence"]


# Bots


def waits(player: Player) -> Json:
    patiently(lambda: "waits" in player.view())
    found: Json = player.view()["waits"]
    return found


def test_people_roll_for_a_bot_and_after_a_restart_it_thinks_again(database: str) -> None:
    with serving(database) as table:
        created = table.create(opponent="bot", bot="random", side=0, typed=True)
        mine = Typist(table.player(created))
        while "waits" not in (view := mine.player.view()):
            if view["picture"]["tray"]["side"] == 0:
                assert mine.give(mine.player.order(view))["status"] == "accepted"
        asked, head = waits(mine.player), mine.player.view()["head"]
        assert asked["side"] == 1
        assert asked["wanted"]["dice"]
        other = ROLL
        assert mine.send([other], [])["refusal"]["sentence"].startswith("it is Blue's choice")
    with serving(database) as table:
        mine = Typist(table.player(created), "another cup")
        asked = waits(mine.player)
        assert mine.player.view()["head"] == head
        assert mine.send([asked["order"]], [])["wanted"] == asked["wanted"]
        assert mine.give(asked["order"])["status"] == "accepted"
        line = json.loads(mine.player.get("/record").text.splitlines()[head + 1])
        assert (line["side"], line["rolls"][0]["typed"][0]) == (1, True)


def test_a_bot_that_took_over_waits_for_dice_too(table: Table) -> None:
    """A whole game against a bot: all its dice are typed by the one who sits there."""
    created = table.create(opponent="bot", bot="random", side=1, typed=True, scenario="ambush")
    mine, chooser = Typist(table.player(created)), SeededDice("mine")
    rolled_for_it = 0
    for _ in range(400):
        view = mine.player.view()
        if view["result"] or rolled_for_it > 5:
            break
        if "waits" in view:
            rolled_for_it += mine.give(view["waits"]["order"])["status"] == "accepted"
        elif view["picture"]["tray"]["side"] == 1:
            mine.give(sampled(mine.player, chooser, BOOK))
    assert rolled_for_it > 5


# Taking back, playing on


def test_what_dice_decided_is_taken_back_by_agreement_and_the_log_says_so(table: Table) -> None:
    typist = Typist(table.hotseat(typed=True))
    typist.give(ROLL)
    assert "dice have fallen" in typist.player.act("undo")["refusal"]["sentence"]
    assert typist.player.act("offer-takeback")["status"] == "accepted"
    told = typist.player.lines()[-1]["told"][0]["sentence"]
    assert told == "The last order was taken back at Red's request."
    assert typist.give(ROLL)["status"] == "accepted"


def test_a_rematch_and_a_typed_fork_are_typed_and_another_fork_is_sealed(table: Table) -> None:
    typist = Typist(table.hotseat(typed=True))
    typist.give(ROLL)
    body = {"position": 1, "opponent": "hotseat"}
    typed = table.player(typist.player.post("/fork", body | {"typed": True}).json())
    sealed = table.player(typist.player.post("/fork", body).json())
    assert (typed.view()["typed"], "typed" in sealed.view(), "dice" in sealed.view()) == (True, False, True)
    for player in (typed, sealed):
        record = Record.parse(player.get("/record").text)
        assert prove(record, load(BOOK)).problems == ()
        assert '"typed":[true,true]' in record.text().splitlines()[1]
    typist.player.act("resign")
    typist.player.act("rematch")
    view = typist.player.view()
    assert view["rematch"]
    again = Player(table.client, view["rematch"], typist.player.token)
    assert again.view()["typed"] is True


def test_a_record_of_typed_dice_can_be_uploaded_and_watched(table: Table) -> None:
    typist = Typist(table.hotseat(typed=True))
    typist.give(ROLL)
    typist.player.act("resign")
    answer = table.client.post("/api/records", content=typist.player.get("/record").text)
    watched = Player(table.client, answer.json()["match"], answer.json()["watch"])
    assert watched.view()["typed"] is True
    assert any("as the players reported" in proof["sentence"] for proof in watched.get("/proofs").json())


# Rulings


def rule(player: Player, text: str, why: str = "We measured it again") -> Json:
    view = player.view()
    body = {"id": f"ruled-{next(player.numbers)}", "position": view["head"], "act": "ruled", "table": text, "why": why}
    answer = player.post("/acts", body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_table_that_was_put_right_goes_on_and_outlives_a_restart(book_id: str, database: str) -> None:
    with serving(database) as table:
        created = table.create(rulebook=book_id, scenario=first_scenario(book_id), opponent="hotseat", typed=True)
        typist = Typist(table.player(created))
        play(typist, book_id, 2)
        player = typist.player
        found = player.get("/table").json()
        assert found["position"] == player.view()["head"]
        later = re.sub(r"(?<=^round = )\d+", lambda told: str(int(told[0]) + 1), found["text"], flags=re.MULTILINE)
        assert later != found["text"]
        assert rule(player, later)["status"] == "accepted"
        assert player.get("/table").json()["text"] == later
        line = player.lines(found["position"], found["position"] + 1)[0]
        assert (line["kind"], line["told"][0]["sentence"]) == (
            "act",
            "The players ruled otherwise: We measured it again.",
        )
        assert "ruled otherwise" in player.view()["undo"]
    with serving(database) as table:
        typist = Typist(table.player(created), "another cup")
        assert typist.player.view()["closed"] == ""
        assert typist.player.get("/table").json()["text"] == later
        assert typist.give(sampled(typist.player, SeededDice("on"), book_id))["status"] == "accepted"
        report = prove(Record.parse(typist.player.get("/record").text), load(book_id))
        assert report.problems == ()
        assert [one.sentence for one in report.proofs if "ruled otherwise" in one.sentence]
        fork = typist.player.post("/fork", {"position": typist.player.view()["head"], "opponent": "hotseat"})
        assert fork.status_code == 201, fork.text
        typist.player.act("offer-takeback")
        typist.player.act("offer-takeback")
        assert typist.player.get("/table").json()["text"] == found["text"]


def test_a_ruling_is_judged_and_says_why_not(table: Table) -> None:
    typist = Typist(table.hotseat(typed=True))
    play(typist, BOOK, 1)
    text = typist.player.get("/table").json()["text"]
    for changed, why, told in (
        (text.replace('kind = "', 'kind = "very ', 1), "So it was.", "line "),
        (text, "  ", "in a sentence"),
        ("", "So it was.", "the table"),
    ):
        answer = rule(typist.player, changed, why)
        assert answer["status"] == "refused"
        assert told in answer["refusal"]["sentence"]


def test_only_where_people_roll_can_they_rule_otherwise(table: Table) -> None:
    player = table.hotseat()
    assert "only where people roll" in rule(player, "x")["refusal"]["sentence"]
