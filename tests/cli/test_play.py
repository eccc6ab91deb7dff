"""`hulldown play` and `hulldown serve`: an address, a server behind it, and a clean end."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from hulldown.server.app import MATCHES_A_MINUTE
from hulldown.server.run import data_folder, database_url
from tests.cli.conftest import Run, refused

HULLDOWN = (sys.executable, "-m", "hulldown.cli")
OPENER = build_opener(ProxyHandler({}))  # the loopback needs no proxy


@contextmanager
def running(*words: str, home: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A command that serves, its first line, and an interrupt at the end that it must take well."""
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "COLUMNS": "200"}
    process = subprocess.Popen(
        [*HULLDOWN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline(), process
        process.send_signal(signal.SIGINT)
        _, failed = process.communicate(timeout=60)
        assert (process.returncode, failed) == (0, "")
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def address_in(line: str) -> str:
    return next(word for word in line.split() if word.startswith("http://"))


def test_play_serves_on_this_machine_and_keeps_its_games_in_the_data_folder(tmp_path: Path) -> None:
    with running("play", "--no-browser", "--port", "0", home=tmp_path) as (line, _):
        assert line.startswith("Hulldown plays at ")
        assert "Ctrl-C" in line
        address = address_in(line)
        assert address.startswith("http://127.0.0.1:")
        with OPENER.open(address) as page:
            assert b"<html" in page.read()
        with OPENER.open(f"{address}api/rulebooks") as answer:
            assert b"france1944" in answer.read()
    assert (tmp_path / "hulldown" / "matches.db").is_file()


def test_whoever_plays_alone_makes_as_many_matches_as_they_like(tmp_path: Path) -> None:
    wish = b'{"rulebook": "france1944", "scenario": "first-steps", "opponent": "hotseat"}'
    with running("play", "--no-browser", "--port", "0", home=tmp_path) as (line, _):
        call = Request(f"{address_in(line)}api/matches", wish, {"Content-Type": "application/json"})
        for _ in range(MATCHES_A_MINUTE + 1):
            OPENER.open(call).close()


def test_play_takes_another_port_when_its_own_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running("play", "--no-browser", "--port", str(port), home=tmp_path) as (line, _):
            assert line.startswith(f"Port {port} is taken, so this is another one. Hulldown plays at ")
            assert f":{port}/" not in line
            OPENER.open(address_in(line)).close()


def test_serve_says_where_it_listens(tmp_path: Path) -> None:
    with running("serve", "--port", "0", "--database", str(tmp_path / "own.db"), home=tmp_path) as (line, _):
        OPENER.open(address_in(line)).close()
    assert (tmp_path / "own.db").is_file()
    assert not (tmp_path / "hulldown").exists()


def test_what_cannot_be_served_is_one_sentence(run: Run, tmp_path: Path) -> None:
    database = tmp_path / "own.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused(run("serve", "--port", port, "--database", database), 1, port, "--port")
    refused(run("serve", "--port", "99999", "--database", database), 2, "--port is 99999", "from 0 to 65535")
    refused(run("serve", "--workers", "0"), 2, "--workers is 0", "from 1 to 64")
    refused(run("serve", "--log", "all"), 2, "--log is 'all'", "one of problems, requests")
    refused(run("serve", "--proxy", "nginx"), 2, "--proxy: 'nginx' is no address", "10.0.0.1")
    refused(run("serve", "--port", "0", "--database", database, "--metrics", "here"), 1, "here", "--metrics HOST:PORT")
    refused(run("serve", "--port", "x"), 2, "--port", "whole number")
    refused(run("serve", "--port", "0", "--database", tmp_path), 1, str(tmp_path), "database")
    refused(run("serve", "--port", "0", "--database", "nosuch://x"), 1, "'nosuch' is no kind of database", "postgresql")
    (tmp_path / "text.db").write_text("this is no database, and long enough to be told from one" * 9)
    refused(run("serve", "--port", "0", "--database", tmp_path / "text.db"), 1, "no database at all")


def test_a_second_server_on_a_file_refuses_to_start_and_the_first_goes_on(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.db"
    with running("serve", "--port", "0", "--database", str(own), home=tmp_path) as (line, _):
        refused(run("serve", "--port", "0", "--database", own), 1, "another server runs on this database", "--database")
        OPENER.open(address_in(line)).close()
    with running("serve", "--port", "0", "--database", str(own), home=tmp_path) as (line, _):
        OPENER.open(address_in(line)).close()


def test_a_folder_that_is_not_there_is_not_made_by_a_slip_of_the_hand(run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "gmaes" / "own.db"
    refused(run("serve", "--port", "0", "--database", wrong), 1, "there is no folder", "gmaes", "make it first")
    assert not wrong.parent.exists()
    assert database_url(str(wrong), lambda folder: folder == wrong.parent).endswith("gmaes/own.db")
    assert wrong.is_file()


def test_a_database_is_a_path_or_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_folder() == tmp_path / "hulldown"
    assert database_url("") == f"sqlite+aiosqlite:///{tmp_path}/hulldown/matches.db"
    assert database_url(str(tmp_path / "x.db")) == f"sqlite+aiosqlite:///{tmp_path}/x.db"
    assert database_url("postgresql://here/games") == "postgresql+asyncpg://here/games"
