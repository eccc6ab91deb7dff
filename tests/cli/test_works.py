"""`export`, `link`, `open`, and commands that take a file where they take an id."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_shipped_scenario_is_written_changed_linked_and_opened(run: Run, here: Path) -> None:
    assert run("export", "france1944", "scenario", "crossroads").status == 0
    assert run("export", "france1944", "board", "centre").status == 0
    text = (here / "crossroads.toml").read_text()
    (here / "crossroads.toml").write_text(text.replace('"centre"', '"centre.txt"'))
    link = run("link", "crossroads.toml", "--server", "http://table.example/").out
    assert link.startswith("http://table.example/#/open/1.")
    assert link.count("\n") == 1
    opened = run("open", link, "--folder", "got")
    assert opened.out.splitlines() == [
        "got/crossroads.toml: a scenario, Crossroads, for france1944.",
        "got/centre.txt",
    ]
    assert (here / "got" / "crossroads.toml").read_text() == (here / "crossroads.toml").read_text()
    assert run("check", "got/crossroads.toml").status == 0


def test_an_export_overwrites_nothing_and_lists_what_there_is(run: Run, here: Path) -> None:
    (here / "mine.toml").write_text("mine")
    there = run("export", "core", "chart", "types", "--to", "mine.toml")
    assert (there.status, there.err) == (2, "export: 'mine.toml' is there already; name another file with --to\n")
    assert (here / "mine.toml").read_text() == "mine"
    assert run("export", "core", "chart").out.split() == ["generic", "types"]
    assert run("export", "core", "chart", "horses").err.startswith("export: there is no chart 'horses' in core; there")
    assert run("export", "core", "song").status == 2


def test_a_bad_link_is_told_in_one_sentence(run: Run, here: Path) -> None:
    told = run("open", "http://table.example/#/open/1.20.abc")
    assert (told.status, told.err) == (2, "link: it was cut short: 3 of 20 signs are here\n")


def test_units_maps_and_odds_take_files(run: Run, here: Path) -> None:
    run("export", "france1944", "chart", "table-a", "--to", "mine.toml")
    text = (here / "mine.toml").read_text()
    (here / "mine.toml").write_text(text.replace("front = 10", "front = 19", 1))
    assert "19" in run("units", "france1944", "mine.toml").out
    shot = ("odds", "france1944", "--attacker", "heavy", "--target", "heavy", "--range", "9", "--json")
    assert run(*shot, "--chart", "mine.toml").out != run(*shot).out
    run("export", "france1944", "board", "centre")
    assert run("maps", "france1944", "centre.txt").out == run("maps", "france1944", "centre").out
    games = ("--scenario", "first-steps", "--games", "2", "--json")
    assert run("simulate", "france1944", *games, "--chart", "mine.toml").status == 0
    assert run("units", "mine.toml").out == run("units", "france1944", "mine.toml").out
    assert run("maps", "centre.txt").out == run("maps", "france1944", "centre").out
    assert run("units", "france1944", "nothing.toml").err == (
        "nothing.toml: there is no such file; give the path of a file\n"
    )


def test_whoever_runs_a_server_lists_works_and_removes_one(run: Run, here: Path) -> None:
    from hulldown.kernel.work import Work
    from hulldown.server.run import database_url
    from hulldown.server.store import Store

    board = Work("board", "france1944", "name: The tannery\n\n..\n")

    async def keep() -> None:
        store = Store(database_url("shelf.db"))
        await store.open()
        await store.keep_works([board], "CC0", 86_400, 10)
        await store.close()

    assert run("works", "--database", "shelf.db").out == "The shelf is empty.\n"
    asyncio.run(keep())
    assert json.loads(run("works", "--database", "shelf.db", "--json").out) == [
        {
            "id": board.id,
            "kind": "board",
            "book": "france1944",
            "title": "The tannery",
            "licence": "CC0",
            "since": "1970-01-02",
        }
    ]
    assert run("works", "--database", "shelf.db", "--remove", "nothing").status == 2
    assert run("works", "--database", "shelf.db", "--remove", board.id).out == "The shelf is empty.\n"
