"""A record that is kept from an earlier version is still the same game, bit for bit, under the name of its version."""

import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.kernel.proof import prove
from hulldown.rulebooks import BOOKS, load
from tests.rulebooks.recorded import Records

HERE = Path(__file__).parent


def later(book_id: str) -> Any:
    """A book whose rules are the same and whose version is another."""
    book: Any = load(book_id)
    rules = copy.copy(book.rules)
    rules.book = msgspec.structs.replace(rules.book, version="99")
    twin = copy.copy(book)
    twin.__class__ = type("Later", (type(book),), {"rules": rules})
    return twin


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_record_of_an_earlier_version_is_proved_and_replays_bit_for_bit(book_id: str) -> None:
    records = Records(later(book_id), str(HERE / book_id / "test_records.py"))
    name = min(records.here.iterdir(), key=lambda path: path.stat().st_size).stem
    records.check_replay(name)
    orders = prove(records.read(name), records.book).proofs[0]
    assert ", legal under version 99 too: all " in orders.sentence
