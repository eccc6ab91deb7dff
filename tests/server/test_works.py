"""Works on the server: judged in a process of their own, kept by their content, and played with."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import plain
from hulldown.kernel.work import Kind, Work
from hulldown.rulebooks import BOOKS, load
from hulldown.server.judge import Judge, Question
from hulldown.server.shelf import Shelf
from tests.server.conftest import Player, Table

LIBRARY = load("france1944").library
TOWN = Work("board", "france1944", LIBRARY.works("board")["centre"].replace("The centre", "The tannery"))
OWN = Work(
    "scenario",
    "france1944",
    LIBRARY.works("scenario")["crossroads"].replace('"centre"', '"town.txt"').replace("Crossroads", "Hides"),
    {"town.txt": TOWN.id},
)
CHART = Work(
    "chart", "france1944", LIBRARY.works("chart")["table-a"].replace("front = 10", "front = 19", 1)
)  # the Heavy, as somebody's box has it
ARMY = Work("army", "france1944", 'name = "Lights"\ntotal = 6\ntanks = { light = 6 }\n')


def put(table: Table, *works: Work, licence: str = "") -> Any:
    body = {"works": plain(works), "licence": licence}
    return table.client.put(f"/api/works/{works[0].id}", json=body)


def test_a_work_is_kept_by_its_content_and_the_same_again_is_the_same(table: Table) -> None:
    first = put(table, OWN, TOWN, licence="CC BY 4.0")
    assert first.status_code == 200, first.text
    assert [Work(**work).id for work in first.json()["works"]] == [OWN.id, TOWN.id]
    assert put(table, OWN, TOWN, licence="mine").json() == first.json()
    shown = table.client.get(f"/api/works/{OWN.id}").json()
    assert shown == first.json()
    assert shown["licence"] == "CC BY 4.0"


def test_another_name_is_refused_and_nothing_is_kept(table: Table) -> None:
    answer = table.client.put(f"/api/works/{OWN.id}", json={"works": plain([TOWN])})
    assert (answer.status_code, answer.json()["error"]) == (400, "work/name")
    missing = table.client.get(f"/api/works/{TOWN.id[:19]}")
    assert missing.status_code == 404
    assert missing.json()["sentence"].endswith("Such links end in 22 signs; this one has 19.")


def test_what_cannot_be_played_is_not_kept_and_says_where(table: Table) -> None:
    wrong = msgspec.structs.replace(TOWN, text=TOWN.text.replace(",,,,", ",,Q,", 1))
    answer = put(table, wrong)
    assert (answer.status_code, answer.json()["error"]) == (400, "work/bad")
    assert "the-tannery.txt:" in answer.json()["sentence"]
    verdict = table.client.post("/api/check", json={"works": plain([wrong])}).json()
    assert not verdict["ok"]
    assert verdict["faults"][0]["where"].startswith("the-tannery.txt:")
    assert table.client.post("/api/check", json={"works": plain([OWN, TOWN])}).json() == {
        "ok": True,
        "words": "a scenario, Hides",
        "faults": [],
        "advice": [],
    }


def test_what_is_no_toml_is_told_at_its_line_of_its_own_file(table: Table) -> None:
    """The very first thing that is wrong with a text that is being typed; a work is known by its file in its editor."""
    half = Work("scenario", OWN.book, OWN.text + "red = { heavy = \n", OWN.uses)
    (fault,) = table.client.post("/api/check", json={"works": plain([half, TOWN])}).json()["faults"]
    assert fault["where"] == f"hides.toml:{half.text.count(chr(10))}:17"
    assert (fault["line"], fault.get("file", "")) == (half.text.count("\n"), "")
    chart = Work("chart", OWN.book, LIBRARY.works("chart")["table-a"] + "gun = \n")
    text = OWN.text.replace("map =", 'chart = "mine.toml"\nmap =')
    user = Work("scenario", OWN.book, text, {**OWN.uses, "mine.toml": chart.id})
    (fault,) = table.client.post("/api/check", json={"works": plain([user, chart, TOWN])}).json()["faults"]
    assert (fault["file"], fault["line"]) == ("mine.toml", chart.text.count("\n"))


@pytest.mark.parametrize("kind", ["chart", "army"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = " + "[" * 10_000 + "]" * 10_000, "lists are nested more than 32 deep"),
        ("x = " + "{ a = " * 10_000 + "1" + " }" * 10_000, "lists are nested more than 32 deep"),
        ("x" + ".a" * 10_000 + " = 1", "the key has more than 4 parts"),
        ("[x" + ".a" * 10_000 + "]", "the key has more than 4 parts"),
    ],
    ids=["lists", "braces", "key", "header"],
)
def test_what_is_nested_ten_thousand_deep_is_one_fault_at_its_line(
    table: Table, kind: Kind, text: str, told: str
) -> None:
    deep = Work(kind, "panzerkampf", f'name = "Deep"\n{text}\n')
    answer = table.client.post("/api/check", json={"works": plain([deep])})
    assert answer.status_code == 200, answer.text
    (fault,) = answer.json()["faults"]
    assert (fault["line"], fault["message"]) == (2, told)


def begun(table: Table, **wish: Any) -> Player:
    body = {"rulebook": "france1944", "opponent": "hotseat", **wish}
    answer = table.client.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    return Player(table.client, answer.json()["match"], answer.json()["token"])


def setup_of(player: Player) -> Any:
    return json.loads(player.get("/record").text.splitlines()[0])["setup"]


def test_a_match_is_made_of_works_that_come_with_the_wish(table: Table) -> None:
    works = plain([OWN, TOWN, CHART, ARMY])
    wish = {"scenario": OWN.id, "chart": CHART.id, "red": ARMY.id, "works": works}
    told = table.client.post("/api/setup", json={"rulebook": "france1944", **wish}).json()
    assert told["ok"], told
    assert told["red"]["units"] == {"light": 6}
    setup = setup_of(begun(table, **wish))
    assert setup["works"] == {"scenario": OWN.id, "chart": CHART.id, "red": ARMY.id}
    assert setup["board"]["name"] == "The tannery"
    assert next(row for row in setup["chart"] if row["id"] == "heavy")["front"] == 19


def test_a_match_is_made_of_works_that_the_server_keeps(table: Table) -> None:
    put(table, OWN, TOWN)
    put(table, CHART)
    setup = setup_of(begun(table, scenario=OWN.id, chart=CHART.id))
    assert setup["works"] == {"scenario": OWN.id, "chart": CHART.id}
    setup = setup_of(begun(table, scenario="first-steps", board=TOWN.id, works=plain([TOWN])))
    assert setup["works"] == {"board": TOWN.id}


def test_a_match_of_shipped_things_names_no_works(table: Table) -> None:
    assert "works" not in setup_of(begun(table, scenario="first-steps"))


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_is_played_with_a_chart_of_ones_own(table: Table, book: str) -> None:
    library = load(book).library
    name, text = next(iter(library.works("chart").items()))
    chart = Work("chart", book, text)
    scenario = next(row for row in library.scenarios() if row.chart in (msgspec.UNSET, name))
    player = begun(table, rulebook=book, scenario=scenario.id, chart=chart.id, works=plain([chart]))
    assert setup_of(player)["works"] == {"chart": chart.id}
    assert player.view()["picture"]["pieces"]


def test_a_position_is_a_work_too(table: Table) -> None:
    name, text = next(iter(LIBRARY.works("position").items()))
    place = Work("position", "france1944", text)
    setup = setup_of(begun(table, position=place.id, works=plain([place])))
    assert name == "first"
    assert setup["works"] == {"position": place.id}


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"scenario": "first-steps", "chart": CHART.id}, "there is no work"),
        ({"scenario": OWN.id}, "there is no scenario"),
        ({"scenario": OWN.id, "works": plain([OWN])}, "uses town.txt, which is missing"),
        ({"scenario": "/etc/passwd.toml"}, "files are not read here"),
        ({"scenario": CHART.id, "works": plain([CHART])}, "unit"),
        ({"position": "/etc/secret.toml"}, "files are not read here"),
        ({"board": TOWN.id, "scenario": "/etc/secret.toml", "works": plain([TOWN])}, "files are not read here"),
        ({"board": TOWN.id, "red": "/etc/secret.toml", "works": plain([TOWN])}, "files are not read here"),
    ],
)
def test_a_wish_that_cannot_be_met_says_why(table: Table, wish: Any, told: str) -> None:
    body = {"rulebook": "france1944", "opponent": "hotseat", **wish}
    answer = table.client.post("/api/matches", json=body)
    assert (answer.status_code, answer.json()["error"]) == (400, "setup/bad")
    assert told in answer.json()["sentence"]
    assert "/tmp" not in answer.json()["sentence"]
    checked = table.client.post("/api/setup", json={"rulebook": "france1944", **wish}).json()
    assert not checked["ok"]
    assert "/tmp" not in json.dumps(checked)


def test_a_work_reads_no_file_of_the_machine(table: Table, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("name: secret\n\n....\n")
    text = OWN.text.replace("town.txt", str(secret))
    answer = table.client.post("/api/check", json={"works": plain([Work("scenario", "france1944", text)])}).json()
    assert "not among what it uses" in answer["faults"][0]["message"]


async def judged(seconds: float, *questions: Question) -> list[str]:
    judge, told = Judge(seconds), []
    try:
        for question in questions:
            try:
                told.append((await judge.ask(question)).decode())
            except Fault as fault:
                told.append(str(fault))
    finally:
        await judge.close()
    return told


def test_a_text_that_takes_too_long_ends_its_judge_and_no_other_waits() -> None:
    huge = Work("board", "france1944", "name: big\n\n" + ("." * 200 + "\n") * 200)
    fine = Question("check", works=(TOWN,))
    late, then = asyncio.run(judged(0.0001, Question("check", works=(huge,)), fine))[0], asyncio.run(judged(20, fine))
    assert "was not done with it after 0.0001 seconds" in late
    assert then == ['{"ok":true,"words":"a board of 24 x 18 squares, The tannery","faults":[],"advice":[]}']


@pytest.mark.parametrize("command", [("-c", "raise SystemExit(3)"), ("-m", "hulldown.no_such_module")])
def test_a_referee_whose_process_does_not_start_says_that_and_blames_no_text(
    command: tuple[str, ...], table: Table, capfd: pytest.CaptureFixture[str]
) -> None:
    judge = table.client.app.state.shelf.judge
    for child in judge.children:
        child.command = command
    answer = table.client.post("/api/check", json={"works": plain([TOWN])})
    assert (answer.status_code, answer.json()["error"]) == (503, "judge/absent")
    assert "did not start on this server" in answer.json()["sentence"]
    for child in judge.children:
        child.command = Judge(processes=1).children[0].command
    assert table.client.post("/api/check", json={"works": plain([TOWN])}).json()["ok"]


def test_a_full_shelf_says_so(table: Table) -> None:
    shelf: Shelf = table.client.app.state.shelf
    shelf.most = 1
    assert put(table, OWN, TOWN).json()["error"] == "work/full"
    assert put(table, TOWN).status_code == 200
    assert put(table, CHART).status_code == 507
    assert put(table, TOWN).status_code == 200  # it is there already


def test_what_a_book_ships_is_handed_out_as_files(table: Table) -> None:
    assert table.client.get("/api/rulebooks/france1944/works/board").json() == LIBRARY.works("board")
    assert table.client.get("/api/rulebooks/france1944/works/army").json() == {}
    missing = table.client.get("/api/rulebooks/france1944/works/poem")
    assert (missing.status_code, missing.json()["error"]) == (404, "work/kind")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", ["board", "scenario", "position", "chart"])
def test_a_work_of_every_kind_is_shown(table: Table, book: str, kind: Any) -> None:
    text = next(iter(load(book).library.works(kind).values()))
    shown = table.client.post("/api/pictures", json={"works": plain([Work(kind, book, text)])}).json()
    assert (shown["map"] is not None) == (kind == "board")
    assert (shown["terrain"] is not None) == (kind in ("scenario", "position"))
    assert bool((shown["picture"] or {}).get("pieces")) == (kind in ("scenario", "position"))


def test_what_is_faulty_looks_like_nothing(table: Table) -> None:
    wrong = msgspec.structs.replace(TOWN, text=TOWN.text.replace(",,,,", ",,Q,", 1))
    for works in ([wrong], [OWN, wrong]):
        shown = table.client.post("/api/pictures", json={"works": plain(works)}).json()
        assert shown == {"map": None, "terrain": None, "picture": None}


@pytest.mark.parametrize("book", BOOKS)
def test_a_ready_opening_is_played_with_a_chart_of_ones_own(table: Table, book: str) -> None:
    library = load(book).library
    chart = next(Work("chart", book, text) for text in library.works("chart").values())
    wish = {"rulebook": book, "opening": "first", "chart": chart.id, "works": plain([chart])}
    house, own = setup_of(begun(table, rulebook=book, opening="first")), setup_of(begun(table, **wish))
    assert own.pop("works") == {"chart": chart.id}
    assert own == house


def test_what_a_chart_has_otherwise_counts_in_the_opening(table: Table) -> None:
    wish = {"opening": "first", "chart": CHART.id, "works": plain([CHART])}
    player = begun(table, **wish)
    assert [row["front"] for row in setup_of(player)["chart"] if row["id"] == "heavy"] == [19]
    assert [row["source"]["front"] for row in player.view()["units"] if row["id"] == "heavy"] == ["print"]


def test_an_opening_whose_units_a_chart_does_not_have_is_refused_in_one_sentence(table: Table) -> None:
    lacking = Work("chart", "france1944", CHART.text.replace('id = "light"', 'id = "featherweight"'))
    body = {"rulebook": "france1944", "opponent": "hotseat", "opening": "first"}
    answer = table.client.post("/api/matches", json=body | {"chart": lacking.id, "works": plain([lacking])})
    assert answer.status_code == 400, answer.text
    assert answer.json()["sentence"] == "set-up: chart: it has no Light, and this opening is fought with one."


def test_a_figure_that_is_printed_as_the_house_has_it_is_the_prints_in_battle(table: Table) -> None:
    confirmed = Work("chart", "france1944", CHART.text.replace('gun = "house"', 'gun = "print"', 1))
    wish = {"scenario": "first-steps", "chart": confirmed.id, "works": plain([confirmed])}
    player = begun(table, **wish)
    heavy, *others = player.view()["units"]
    assert (heavy["id"], heavy["gun"]) == ("heavy", LIBRARY.units()[0].figures["gun"])
    assert (heavy["source"]["gun"], heavy["source"]["front"], heavy["source"]["rear"]) == ("print", "print", "book")
    assert {row["source"]["gun"] for row in others} == {"house"}
    assert setup_of(player)["works"] == {"chart": confirmed.id, "printed": ["heavy.gun"]}


@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\u2066", "\x85"])
def test_a_name_with_a_sign_that_cannot_be_seen_is_pointed_at(table: Table, sign: str) -> None:
    def told(*works: Work) -> list[tuple[str, int, str, str]]:
        verdict = table.client.post("/api/check", json={"works": plain(works)}).json()
        return [(one.get("file", ""), one["line"], one["field"], one["message"]) for one in verdict["faults"]]

    sentence = f"{{}} has a sign that cannot be seen, U+{ord(sign):04X}; take it out"
    town = msgspec.structs.replace(TOWN, text=TOWN.text.replace("The tannery", f"The {sign}tannery"))
    [(_, line, field, message)] = told(town)
    assert (town.text.split("\n")[line - 1], field) == (f"name: The {sign}tannery", "name")
    assert message == sentence.format("name")
    chart = msgspec.structs.replace(CHART, text=CHART.text.replace('name = "Light"', f'name = "Li{sign}ght"'))
    [(_, line, field, message)] = told(chart)
    assert (chart.text.split("\n")[line - 1], message) == (f'name = "Li{sign}ght"', sentence.format("unit[2].name"))
    used = msgspec.structs.replace(OWN, uses={"town.txt": town.id})
    assert [(file, message) for file, _, _, message in told(used, town)] == [("town.txt", sentence.format("name"))]
