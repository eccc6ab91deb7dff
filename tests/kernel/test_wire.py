"""JSON of everything: there and back, and harmless when it is hostile."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Preview
from hulldown.kernel.side import BLUE, Side
from hulldown.kernel.wire import decode, encode, plain


class Masked:
    """A class that is not plain data."""

    wire_type: Any = tuple[int, ...]

    def __init__(self, squares: tuple[int, ...]) -> None:
        self.squares = squares
        self.mask = sum(1 << square for square in squares)

    def to_wire(self) -> tuple[int, ...]:
        return self.squares

    @staticmethod
    def from_wire(wire: tuple[int, ...]) -> "Masked":
        return Masked(wire)


class Box(msgspec.Struct):
    side: Side
    chance: Fraction
    masked: Masked


@given(st.fractions())
def test_fractions_go_there_and_back(fraction: Fraction) -> None:
    assert decode(encode(fraction), Fraction) == fraction


def test_a_fraction_is_written_as_people_write_it() -> None:
    assert encode(Preview(odds={"hit": Fraction(10, 72), "missed": Fraction(1)})) == (
        b'{"odds":{"hit":"5/36","missed":"1"}}'
    )


def test_what_is_not_plain_data_says_what_it_is_on_the_wire() -> None:
    text = encode(Box(BLUE, Fraction(1, 3), Masked((0, 200))))
    assert text == b'{"side":1,"chance":"1/3","masked":[0,200]}'
    again = decode(text, Box)
    assert again.masked.mask == 1 | 1 << 200
    assert plain(again) == {"side": 1, "chance": "1/3", "masked": (0, 200)}


def test_what_has_no_wire_form_is_said() -> None:
    with pytest.raises(TypeError, match="object has no wire form"):
        encode(object())


@pytest.mark.parametrize(
    "text",
    ["1/0", "1/00", "1e999999999", "0x10", " 1/2", "1/-2", "1_0", "", "/2", "nan", "9" * 401, "1/" + "9" * 5_000, "٣"],
)
def test_what_is_no_fraction_is_a_fault(text: str) -> None:
    with pytest.raises(Fault, match=r"^JSON: expected a fraction such as '5/36'"):
        decode(encode(text), Fraction)


@pytest.mark.parametrize("text", [b"0.5", b"null", b"[1,2]", b"3"])
def test_a_fraction_is_text(text: bytes) -> None:
    with pytest.raises(Fault, match="expected a fraction"):
        decode(text, Fraction)


@pytest.mark.parametrize("kind", [Any, list, list[Any], dict[str, Any]])
def test_deep_nesting_is_a_fault(kind: Any) -> None:
    for text in (b"[" * 200_000, b'{"a":' * 200_000):
        with pytest.raises(Fault, match=r"the JSON is nested too deeply|expected"):
            decode(text, kind)


@pytest.mark.parametrize("text", [b'"\xff"', b'"\xc3"', b'{"\xed\xa0\x80":1}'])
def test_bad_utf_8_is_a_fault(text: bytes) -> None:
    with pytest.raises(Fault, match=r"^line 3: the JSON is not UTF-8$"):
        decode(text, Any, "line 3")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"{", "input data was truncated"),
        (b"{} {}", "JSON is malformed: trailing characters"),
        (b"NaN", "JSON is malformed"),
        (b"Infinity", "JSON is malformed"),
        (b'"\\ud800"', "truncated|surrogate"),
        (b'{"side":2,"chance":"1","masked":[]}', r"invalid enum value 2 - at '\$.side'"),
        (b'{"side":1,"chance":"x","masked":[]}', r"expected a fraction such as '5/36' - at '\$.chance'"),
        (b'{"side":1,"chance":"1","masked":["a"]}', "expected 'int', got 'str'"),
        (b'{"side":1}', "missing required field 'chance'"),
    ],
)
def test_a_fault_says_where_and_what(text: bytes, says: str) -> None:
    with pytest.raises(Fault, match=f"(?i)^JSON: .*{says}"):
        decode(text, Box if text.startswith(b'{"') else Any)


def test_a_number_without_end_is_a_fault() -> None:
    with pytest.raises(Fault, match="out of range"):
        decode(b"9" * 5_000, int)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_are_a_fault(data: bytes) -> None:
    with suppress(Fault):
        decode(data, Box | None)
