"""Seeds and dice keys are apart from the matches: in a file of their own, which a backup can leave out."""

import asyncio
import json
import logging
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from litestar.testing import TestClient

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from hulldown.server.app import create_app
from hulldown.server.database import Database
from hulldown.server.vault import KeyRow, Vault, vault_url
from tests.server.conftest import BOOK, Inside, Player, Table, wrong
from tests.server.test_sealed import BLUE, RED, Keeper, friends, mover

MATCHES, SECRETS = "matches.db", "matches.secrets.db"


def secrets_in(folder: Path) -> list[str]:
    """Every seed and every secret that the host has."""
    with sqlite3.connect(folder / SECRETS) as database:
        found = database.execute("SELECT secret FROM secret_keys UNION SELECT seed FROM secret_seeds").fetchall()
    return [secret for (secret,) in found]


def written(folder: Path, name: str) -> bytes:
    """All that is on the disk of a database, its write-ahead log included."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.name.startswith(name))


def play_all_kinds(table: Table) -> list[Player]:
    """A deposit and a key of the host, keys of the host alone, and a seed, each with some dice."""
    red, blue = friends(table, blue=None)
    Keeper(red, RED, 0).deposit()
    mover(red, blue).give()
    drawn, seeded = table.hotseat(keys=[]), table.hotseat()
    for player in (drawn, seeded):
        player.give()
    return [red, drawn, seeded]


def test_secrets_have_a_file_of_their_own_that_is_for_its_owner_only(table: Table, tmp_path: Path) -> None:
    play_all_kinds(table)
    secrets = secrets_in(tmp_path)
    assert len(secrets) == 3 + 3 + 1
    assert RED.hex() in secrets
    everything = written(tmp_path, MATCHES)
    assert not [secret for secret in secrets if secret.encode() in everything]
    files = [path for path in tmp_path.iterdir() if path.name.startswith("matches")]
    assert len(files) >= 4  # each with its write-ahead log
    assert {stat.S_IMODE(os.stat(path).st_mode) for path in files} == {0o600}


def test_secrets_are_in_no_export_log_or_error(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    players, told = play_all_kinds(table), ""
    for player in players:
        for rest in ("", "/lines", "/record", "/first", "/proofs", "/why"):
            told += player.get(rest).text
        told += player.post("/keys", {"deposit": RED.hex(), "side": 0}).text
        told += player.post("/keys", {"deposit": RED.hex() + "0", "side": 0}).text
        told += player.post("/keys", {"deposit": RED.hex(), "link": BLUE.hex(), "side": 0}).text
        told += player.post("/keys", {"call": "0" * 64, "link": RED.hex(), "side": 0}).text
    # A database that breaks, while a secret is on its way into it.
    with sqlite3.connect(tmp_path / SECRETS) as database:
        database.execute("ALTER TABLE secret_keys RENAME TO gone")
        database.execute("ALTER TABLE secret_seeds RENAME TO lost")
    wish = {"rulebook": BOOK, "scenario": "first-steps", "opponent": "hotseat"}
    for sealed in (True, False):
        broken = table.client.post("/api/matches", json=wish | ({"keys": []} if sealed else {}))
        wrong(broken, 503, "store/failed")
        told += broken.text
    with sqlite3.connect(tmp_path / SECRETS) as database:
        database.execute("ALTER TABLE gone RENAME TO secret_keys")
        database.execute("ALTER TABLE lost RENAME TO secret_seeds")
    out, err = capfd.readouterr()
    heard = told + caplog.text + out + err
    assert "the database failed" in caplog.text
    secrets = secrets_in(tmp_path)
    assert len(secrets) == 7
    assert not [secret for secret in secrets if secret in heard]
    assert RED.hex() not in heard


def test_a_seed_is_told_when_the_game_is_over(table: Table, tmp_path: Path) -> None:
    player = table.hotseat()
    player.give()
    (seed,) = secrets_in(tmp_path)
    player.act("resign")
    assert json.loads(player.get("/record").text.splitlines()[-1])["seed"] == seed


# A backup


def copied(folder: Path, *names: str) -> Path:
    """A backup of a server that runs, as `docs/fair-dice.md` has it."""
    backup = folder / "backup"
    backup.mkdir()
    for name in names:
        with sqlite3.connect(folder / name) as database:
            database.execute(f"VACUUM INTO '{backup / name}'")
    return backup


def opened(folder: Path) -> TestClient[Any]:
    return TestClient(create_app(f"sqlite+aiosqlite:///{folder}/{MATCHES}", Inside(), most_matches_a_minute=10_000))


def test_a_backup_without_secrets_opens_and_says_what_cannot_go_on(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    red, drawn, seeded = play_all_kinds(table)
    over = table.hotseat()
    over.give()
    over.act("resign")
    folder = copied(tmp_path, MATCHES)
    before = {player.match: player.get("/record").text for player in (red, drawn, seeded, over)}
    with opened(folder) as client:
        (said,) = [record.getMessage() for record in caplog.records if "secrets" in record.getMessage()]
        assert said == (
            f"the secrets of these matches are not here ({folder / SECRETS} is new): "
            "dice fall again once new keys were agreed on, and matches with dice of a seed can only be watched"
        )
        red, drawn, seeded, over = (Player(client, old.match, old.token) for old in (red, drawn, seeded, over))
        for player in (red, drawn, seeded, over):
            assert player.get("/record").text == before[player.match]
        # Sealed dice: new keys, and on it goes.
        while (answer := drawn.give())["status"] == "accepted":
            pass
        assert answer["refusal"]["sentence"] == "the host does not have its dice keys any more; ask for new keys"
        assert drawn.act("offer-keys")["status"] == "accepted"
        for side in (0, 1):
            assert drawn.post("/keys", {"draw": "host", "side": side}).json()["status"] == "accepted"
        assert drawn.give()["played"] == 1
        assert prove(Record.parse(drawn.get("/record").text), load(BOOK)).problems == ()
        # A seed: the game can be watched and played on with others.
        assert seeded.view()["closed"].startswith(
            "The seed of this game's dice is not here any more, so it cannot go on."
        )
        body = {"id": "x", "position": 1, "orders": [{"type": "Begin"}]}
        wrong(seeded.post("/orders", body), 409, "match/over")
        fork = seeded.post("/fork", {"position": 1, "opponent": "hotseat", "keys": []})
        assert fork.status_code == 201
        # What is over needs no secret any more.
        assert over.view()["closed"] == ""
        assert prove(Record.parse(over.get("/record").text), load(BOOK)).status == 0


def test_a_backup_with_its_secrets_goes_on_as_if_nothing_had_happened(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _, drawn, seeded = play_all_kinds(table)
    folder = copied(tmp_path, MATCHES, SECRETS)
    with opened(folder) as client:
        assert "secrets" not in caplog.text
        assert {stat.S_IMODE(os.stat(folder / name).st_mode) for name in (MATCHES, SECRETS)} == {0o600}
        for old in (drawn, seeded):
            player = Player(client, old.match, old.token)
            head = player.view()["head"]
            while player.view()["head"] < head + 3:
                assert player.give()["status"] == "accepted"


# The vault itself


def test_a_secret_whose_line_was_never_written_replaces_no_other(tmp_path: Path) -> None:
    """Two servers draw for the same place; one of them is too late with its line, and its key is nobody's."""

    async def race() -> list[KeyRow]:
        database = Database(sql.make_url(f"sqlite+aiosqlite:///{tmp_path}/{MATCHES}"))
        vault = Vault(database)
        await vault.open()
        assert await vault.is_empty()
        for anchor in ("a", "b", "a"):
            await vault.put("m", [KeyRow(anchor, f"secret of {anchor}")])
        await vault.put("n", [], "seed")
        assert not await vault.is_empty()
        assert [await vault.seed(match) for match in ("m", "n")] == ["", "seed"]
        found = await vault.keys("m")
        await vault.close()
        await database.close()
        return found

    assert {row.anchor: row.secret for row in asyncio.run(race())} == {"a": "secret of a", "b": "secret of b"}


def test_the_vault_lies_beside_the_matches() -> None:
    for matches, secrets in {"/x/matches.db": "/x/matches.secrets.db", "/x/games": "/x/games.secrets"}.items():
        assert vault_url(sql.make_url(f"sqlite+aiosqlite:///{matches}")).database == secrets
