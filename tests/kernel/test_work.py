"""Works: named by their content, carried whole in a link."""

import base64
import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import encode
from hulldown.kernel.work import (
    MOST_UNPACKED,
    Work,
    bundle,
    canonical,
    is_drawn,
    kind_of,
    named_files,
    pack,
    title_of,
    unpack,
)

BOARD = Work("board", "france1944", "name: The tannery\nnorth: up\n\n..,,\n..##\n")
SCENARIO = Work("scenario", "france1944", 'name = "Hides"\nmap = "tannery.txt"\n', {"tannery.txt": BOARD.id})
SHIPPED = Path(__file__).parents[2] / "src" / "hulldown" / "rulebooks"
DRAWN = [path for path in sorted(SHIPPED.rglob("maps/*.txt")) if path.stem != "tiles"]  # those of France are pieces
FILES = DRAWN + sorted(SHIPPED.rglob("scenarios/*.toml"))


def test_an_id_has_22_signs_and_says_the_content() -> None:
    content = f"scenario\nfrance1944\ntannery.txt\t{BOARD.id}\n\n{SCENARIO.text}"
    digest = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).decode()
    assert SCENARIO.id == digest[:22]
    others = [
        msgspec.structs.replace(SCENARIO, kind="position"),
        msgspec.structs.replace(SCENARIO, book="dynamic"),
        msgspec.structs.replace(SCENARIO, text=SCENARIO.text + "\n"),
        msgspec.structs.replace(SCENARIO, uses={"tannery.txt": SCENARIO.id}),
        msgspec.structs.replace(SCENARIO, uses={"mill.txt": BOARD.id}),
    ]
    assert len({work.id for work in (SCENARIO, *others)}) == 6


def test_where_it_came_from_is_no_part_of_the_id() -> None:
    assert msgspec.structs.replace(SCENARIO, parent=BOARD.id, source=BOARD.id).id == SCENARIO.id


def test_lines_end_with_one_lf_however_they_were_written() -> None:
    assert canonical("\ufeffa\r\nb\rc\n") == "a\nb\nc\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_kind_and_title_of_every_shipped_file(path: Path) -> None:
    text = path.read_text()
    assert title_of(text)
    assert is_drawn(text) == (path.suffix == ".txt")
    assert kind_of(text, path.name) == ("board" if path.suffix == ".txt" else "scenario")


def test_the_files_that_a_text_names() -> None:
    text = 'map = "tannery.txt"\nchart = "../mine.toml"\nscenario = "crossroads"\nname = "a.toml"\n'
    assert named_files(text, "text") == {"map": "tannery.txt", "chart": "../mine.toml"}
    assert named_files(BOARD.text, "text") == {}


def test_a_link_carries_a_work_and_what_it_uses() -> None:
    assert unpack(f"http://table.example/#/open/{pack([SCENARIO, BOARD])}") == (SCENARIO, BOARD)
    assert unpack(pack([BOARD])) == (BOARD,)


@given(st.text().map(canonical), st.integers(0, 60))
def test_every_text_survives_its_link(text: str, cut: int) -> None:
    link = pack([Work("board", "core", f"name: x\n{text}")])
    assert unpack(link)[0].text == f"name: x\n{text}"
    if 0 < cut < len(link.rpartition(".")[2]):
        with pytest.raises(Fault, match="cut short"):
            unpack(link[:-cut])


def squeezed(data: bytes) -> str:
    packing = zlib.compressobj(9, wbits=-15)
    payload = base64.urlsafe_b64encode(packing.compress(data) + packing.flush()).decode().rstrip("=")
    return f"1.{len(payload)}.{payload}"


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("hello", "not a link that carries a work"),
        ("2.3.abc", "version 2"),
        ("1.9.abc", "cut short: 3 of 9 signs"),
        ("1.2.abc", "1 signs too many"),
        ("1.4.abcd", "damaged"),
        (squeezed(b" " * (MOST_UNPACKED + 1)), "more than 2,097,152 bytes"),
        (squeezed(b"[1]"), "expected 'object'"),
        (squeezed(b"[]"), "it has 0 works"),
        (squeezed(encode([SCENARIO])), "uses tannery.txt, which is missing"),
        (squeezed(encode([BOARD, SCENARIO])), "nothing in it uses the scenario Hides"),
        (squeezed(encode([msgspec.structs.replace(SCENARIO, uses={})])), "not among what it uses"),
        (squeezed(encode([msgspec.structs.replace(BOARD, uses={"a.txt": BOARD.id}), BOARD])), "does not name a.txt"),
        (squeezed(encode([msgspec.structs.replace(BOARD, text="name: x\r\n")])), "end with LF alone"),
        (squeezed(encode([{"kind": "poem", "book": "core", "text": ""}])), "invalid enum value 'poem'"),
        (squeezed(b'[{"kind":"board","book":"core","text":"","uses":{"../x.txt":"' + b"a" * 22 + b'"}}]'), "regex"),
    ],
)
def test_a_bad_link_says_what_is_wrong(link: str, told: str) -> None:
    with pytest.raises(Fault) as caught:
        unpack(link)
    assert told in str(caught.value)


def test_a_work_is_told_once_however_often_it_is_used() -> None:
    text = 'map = "a.txt"\nchart = "b.txt"\n'
    both = Work("scenario", "core", text, {"a.txt": BOARD.id, "b.txt": BOARD.id})
    assert bundle([both, BOARD]) == (both, BOARD)


# The table of examples that the client reads too

EXAMPLES = json.loads((Path(__file__).parent / "works.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", EXAMPLES["works"], ids=lambda row: row["kind"])
def test_a_work_of_the_table_of_examples(row: dict[str, Any]) -> None:
    work = convert(row["work"], Work)
    assert (work.id, kind_of(work.text, "text"), title_of(work.text)) == (row["id"], row["kind"], row["title"])
    assert named_files(work.text, "text") == row["named"]


@pytest.mark.parametrize("row", EXAMPLES["links"])
def test_a_link_of_the_table_of_examples(row: dict[str, Any]) -> None:
    assert unpack(row["link"]) == tuple(convert(work, Work) for work in row["works"])


@pytest.mark.parametrize("row", EXAMPLES["broken"])
def test_a_broken_link_of_the_table_of_examples(row: dict[str, Any]) -> None:
    with pytest.raises(Fault) as caught:
        unpack(row["link"])
    assert str(caught.value) == row.get("wrong", str(caught.value))
