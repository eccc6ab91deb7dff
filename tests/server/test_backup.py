"""Backups of a server that runs: what they hold is whole, and goes on elsewhere, also on another kind of database."""

import asyncio
import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from litestar.testing import TestClient

from hulldown.kernel.files import Fault
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from hulldown.server.app import create_app
from hulldown.server.backup import Copied, back_up, restore
from hulldown.server.run import database_url
from tests.marks import soak_times
from tests.server.conftest import BOOK, Inside, Player, Table
from tests.server.postgres import postgres
from tests.server.test_migrations import OLD, laid
from tests.server.test_vault import play_all_kinds, secrets_in

__all__ = ["postgres"]


def backed_up(database: str, to: Path, public: bool = False) -> Copied:
    return asyncio.run(back_up(database, to, public))


def restored(found: Path, folder: Path) -> str:
    """A new database from a backup."""
    folder.mkdir()
    url = database_url(str(folder / "matches.db"))
    asyncio.run(restore(found, url))
    return url


def test_backups_taken_while_people_play_hold_the_beginning_of_each_log(
    table: Table, database: str, tmp_path: Path
) -> None:
    players, stop = [table.hotseat(), table.hotseat(keys=[])], threading.Event()

    def play(player: Player) -> None:
        while not stop.is_set() and player.view()["result"] is None:
            player.give()

    threads = [threading.Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    heads = list[int]()
    for number in range(soak_times(5, 20)):
        copied = backed_up(database, tmp_path / f"{number}.db")
        assert (copied.matches, copied.secrets) == (2, True)
        heads.append(copied.lines)
    stop.set()
    for thread in threads:
        thread.join(60)
    assert heads == sorted(heads)
    assert heads[-1] > heads[0], "they played meanwhile"
    whole = [player.lines(0, 100) for player in players]
    for number in (0, len(heads) - 1):
        url = restored(tmp_path / f"{number}.db", tmp_path / f"restored {number}")
        with TestClient(create_app(url, Inside())) as client:
            again = [Player(client, player.match, player.token) for player in players]
            for player, lines in zip(again, whole, strict=True):
                found = player.lines(0, 100)
                assert found == lines[: len(found)]
                assert not prove(Record.parse(player.get("/record").text), load(BOOK)).problems
            assert again[0].view()["result"] is not None or again[0].give(name="after")["status"] == "accepted"


def test_a_backup_is_for_its_owner_only_and_a_public_one_has_no_secret(
    table: Table, database: str, tmp_path: Path
) -> None:
    play_all_kinds(table)
    folder = tmp_path / "backups"
    folder.mkdir()
    assert backed_up(database, folder / "public.db", public=True).secrets is False
    assert [path.name for path in folder.iterdir()] == ["public.db"]
    public = (folder / "public.db").read_bytes()
    assert not [secret for secret in secrets_in(tmp_path) if secret.encode() in public]
    backed_up(database, folder / "matches.db")
    assert sorted(path.name for path in folder.iterdir()) == ["matches.db", "matches.secrets.db", "public.db"]
    assert {stat.S_IMODE(os.stat(path).st_mode) for path in folder.iterdir()} == {0o600}
    assert secrets_in(folder) == secrets_in(tmp_path)


def test_matches_move_to_postgresql_and_back(table: Table, database: str, tmp_path: Path, postgres: str) -> None:
    players = play_all_kinds(table)
    records = [player.get("/record").text for player in players]
    backed_up(database, tmp_path / "one.db")
    assert asyncio.run(restore(tmp_path / "one.db", postgres)) == Copied(3, sum(view(one) for one in players), True)
    with TestClient(create_app(postgres, Inside())) as client:
        again = [Player(client, player.match, player.token) for player in players]
        assert [player.get("/record").text for player in again] == records
        again[1].give(name="there")
    backed_up(postgres, tmp_path / "two.db")
    url = restored(tmp_path / "two.db", tmp_path / "back")
    with TestClient(create_app(url, Inside())) as client:
        third = Player(client, players[1].match, players[1].token)
        assert third.view()["head"] == view(players[1]) + 1
        assert third.give(name="here")["status"] == "accepted"


def view(player: Player) -> int:
    head: int = player.view()["head"]
    return head


def test_a_backup_of_an_older_hulldown_is_restored_and_itself_left_as_it_was(tmp_path: Path) -> None:
    laid(OLD[-1], tmp_path)
    before = (tmp_path / "matches.db").read_bytes()
    url = restored(tmp_path / "matches.db", tmp_path / "new")
    assert (tmp_path / "matches.db").read_bytes() == before
    with TestClient(create_app(url, Inside())) as client:
        assert client.get("/healthz").status_code == 200
    with pytest.raises(Fault, match="use the one that serves it"):
        backed_up(database_url(str(tmp_path / "matches.db")), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_what_is_damaged_or_would_be_overwritten_is_refused_in_a_sentence(
    table: Table, database: str, tmp_path: Path
) -> None:
    player = table.hotseat()
    for _ in range(3):
        player.give()
    backed_up(database, tmp_path / "good.db")
    with pytest.raises(Fault, match="nothing is overwritten"):
        backed_up(database, tmp_path / "good.db")
    with pytest.raises(Fault, match="there are matches in it"):
        asyncio.run(restore(tmp_path / "good.db", database))
    with pytest.raises(Fault, match="there is no such backup"):
        asyncio.run(restore(tmp_path / "none.db", database))
    with pytest.raises(Fault, match="there is no folder"):
        backed_up(database, tmp_path / "nowhere" / "x.db")
    (tmp_path / "text.db").write_text("not a database at all, but some text\n" * 40)
    with pytest.raises(Fault, match="no backup of Hulldown's"):
        asyncio.run(restore(tmp_path / "text.db", f"sqlite+aiosqlite:///{tmp_path}/new.db"))
    with sqlite3.connect(tmp_path / "good.db") as hurt:
        hurt.execute("DELETE FROM lines WHERE position = 1")
    hurt.close()
    with pytest.raises(Fault, match=f"the log of match {player.match} has a gap"):
        asyncio.run(restore(tmp_path / "good.db", f"sqlite+aiosqlite:///{tmp_path}/new.db"))
    assert not (tmp_path / "new.db").exists()
