"""What is sent compressed, to whom, and what never is."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from hulldown.server import client as built
from hulldown.server.packing import LEAST_BYTES, accepted
from tests.server.conftest import Table

BROTLI = {"Accept-Encoding": "gzip, deflate, br"}
ZIPPED = {"Accept-Encoding": "gzip"}
PLAIN = {"Accept-Encoding": "identity"}


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", ()),
        ("identity", ()),
        ("gzip", ("gzip",)),
        ("gzip, deflate, br", ("br", "gzip")),
        ("br;q=0.5, gzip;q=0.8", ("gzip", "br")),
        ("br;q=0, gzip;q=0.1", ("gzip",)),
        ("*", ("br", "gzip")),
        ("*;q=0, gzip", ("gzip",)),
        ("identity;q=1, gzip;q=0.5", ()),
        ("GZIP ; q = 1.0", ("gzip",)),
        ("gzip;q=nonsense, ,;=", ()),
        ("x-gzip", ()),
    ],
)
def test_the_packings_that_a_header_takes(header: str, found: tuple[str, ...]) -> None:
    assert accepted(header) == found


@pytest.fixture
def client_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built client: a page with both packings, a script with one, a picture with none."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    for name, text, packings in (
        ("index.html", b"<p>page", (".br", ".gz")),
        ("checker.html", b"<p>checker", (".br", ".gz")),
        ("assets/a.js", b"script()", (".gz",)),
        ("assets/a.webp", b"picture", ()),
    ):
        (folder / name).write_bytes(text)
        for suffix in packings:
            (folder / f"{name}{suffix}").write_bytes(suffix.encode())
    monkeypatch.setattr(built, "BUILT", folder)
    return folder


@pytest.mark.parametrize(
    ("path", "headers", "packing", "kind"),
    [
        ("/", BROTLI, "br", "text/html"),
        ("/", ZIPPED, "gzip", "text/html"),
        ("/", PLAIN, None, "text/html"),
        ("/some/address", BROTLI, "br", "text/html"),
        ("/checker.html", BROTLI, "br", "text/html"),
        ("/assets/a.js", BROTLI, "gzip", "text/javascript"),
        ("/assets/a.webp", BROTLI, None, "image/webp"),
    ],
)
def test_a_file_is_sent_as_the_browser_takes_it(
    table: Table, client_at: Path, path: str, headers: dict[str, str], packing: str | None, kind: str
) -> None:
    with table.client.stream("GET", path, headers=headers) as answer:
        body = b"".join(answer.iter_raw())
        told = answer.headers
    suffix = {"br": ".br", "gzip": ".gz", None: ""}[packing]
    name = path.lstrip("/") if "." in path else "index.html"
    assert body == (client_at / f"{name}{suffix}").read_bytes()
    assert told.get("content-encoding") == packing
    assert told["content-type"].startswith(kind)
    assert int(told["content-length"]) == len(body)
    assert told["vary"] == "Accept-Encoding"


def test_a_packed_file_has_no_address_of_its_own(table: Table, client_at: Path) -> None:
    for path in ("/index.html.br", "/assets/a.js.gz"):
        assert table.client.get(path).status_code == 404


def raw(table: Table, path: str, headers: dict[str, str]) -> tuple[bytes, Any]:
    with table.client.stream("GET", path, headers=headers) as answer:
        return b"".join(answer.iter_raw()), answer.headers


def test_a_large_answer_is_packed_and_says_the_same(table: Table) -> None:
    plain, told = raw(table, "/api/rulebooks/france1944", PLAIN)
    assert "content-encoding" not in told
    assert told["vary"] == "accept-language, Accept-Encoding"
    packed, told = raw(table, "/api/rulebooks/france1944", BROTLI)
    assert (told["content-encoding"], told["vary"], int(told["content-length"])) == (
        "gzip",
        "accept-language, Accept-Encoding",
        len(packed),
    )
    assert told["x-content-type-options"] == "nosniff"
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 3


def test_a_record_is_packed_and_comes_out_whole(table: Table) -> None:
    player = table.hotseat()
    for _ in range(8):
        player.give()
    path = f"/api/matches/{player.match}/record"
    plain, _ = raw(table, path, PLAIN | player.headers)
    packed, told = raw(table, path, ZIPPED | player.headers)
    assert told["content-encoding"] == "gzip"
    assert "attachment" in told["content-disposition"]
    assert gzip.decompress(packed) == plain
    assert [json.loads(line) for line in plain.splitlines()]


def test_a_small_answer_is_not_packed(table: Table) -> None:
    body, told = raw(table, "/api/matches/nowhere", ZIPPED)
    assert len(body) < LEAST_BYTES
    assert "content-encoding" not in told


def test_an_answer_with_a_token_in_it_is_never_packed(table: Table) -> None:
    """Its words could be chosen by somebody else, and the length of both together would tell of the token."""
    created = table.create(opponent="friend", name="x" * 40)
    body, told = raw(table, f"/api/invitations/{created['invitation']}", BROTLI)
    assert len(body) > LEAST_BYTES
    assert created["watch"].encode() in body
    assert "content-encoding" not in told


def test_no_route_that_tells_a_token_packs(table: Table) -> None:
    """Every answer that has a secret in it, by the names of its fields."""
    secret = {"token", "invitation", "watch"}
    for route in table.client.app.routes:
        for handler in getattr(route, "route_handlers", ()):
            kind = handler.parsed_fn_signature.return_type.annotation
            if secret & set(getattr(kind, "__struct_fields__", ())):
                assert "plain" in handler.opt, handler.handler_name
