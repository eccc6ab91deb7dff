"""Bearings in sentences. A sentence keeps its compass words, for voice, text and programs; a screen has arrows instead.

The words are found in one place for all sentences, whoever wrote them, and only where something is sent.
"""

import re
from collections.abc import Iterable
from operator import is_
from typing import Any, Literal, TypeVar, cast

import msgspec
from msgspec import UnsetType

WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
HEX_WINDS = {"north-east": 60, "south-east": 120, "south-west": 240, "north-west": 300}  # the corners of a hex
WRITTEN = ("sentence", "label", "prompt", "choice")  # fields in which a struct with bearings has its text
_FOUND = re.compile(
    r"\b(?P<wind>(?:north|south)(?:-(?:east|west))?|east|west)\b"
    r"|(?<=\bheading )(?P<heading>\d+)°|(?<=\bto head )(?P<head>\d+)°|(?<=\bflying )(?P<flying>\d+)°"
    r"|\b(?P<hour>\d+) o'clock"
)
T = TypeVar("T")


class Span(msgspec.Struct, frozen=True):
    """Where in a sentence a bearing stands, in characters, and the bearing on the map: degrees from its upper edge."""

    start: int
    end: int
    bearing: int


Spans = tuple[Span, ...] | UnsetType  # not sent where there are none


class Bare(msgspec.Struct, frozen=True):
    """What holds much, and no sentence with a bearing, so that none is looked for."""


class Compass(msgspec.Struct, frozen=True):
    """How bearings lie on a map: its kind of table, where north is on it, and names in which no bearing is meant."""

    table: Literal["squares", "hexes", "free"]
    north: int = 0
    names: tuple[str, ...] = ()

    def spans(self, sentence: str) -> tuple[Span, ...]:
        """The bearings in a sentence: compass words, headings in degrees, and hours of a clock."""
        named = [place for name in self.names for place in _places(name, sentence)]
        found = [one for one in _FOUND.finditer(sentence) if not any(a <= one.start() < b for a, b in named)]
        return tuple([Span(*one.span(), self._bearing(one)) for one in found])

    def _bearing(self, found: re.Match[str]) -> int:
        if wind := found["wind"]:
            corner = HEX_WINDS.get(wind) if self.table == "hexes" else None
            return (self.north + (45 * WINDS.index(wind) if corner is None else corner)) % 360
        if hour := found["hour"]:
            return 30 * int(hour) % 360
        return int(found["heading"] or found["head"] or found["flying"]) % 360

    def fill(self, value: T) -> T:
        """The same with all its bearings told: in it, and in whatever it holds."""
        return cast(T, self._filled(value))

    def _filled(self, value: Any) -> Any:
        if isinstance(value, Bare):
            return value  # there is much in it, and no bearing
        if isinstance(value, msgspec.Struct):
            return self._filled_struct(value)
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            filled = tuple([self._filled(one) for one in value])
            return value if all(map(is_, filled, value)) else filled
        return value

    def _filled_struct(self, value: Any) -> Any:
        fields = msgspec.structs.asdict(value)
        filled = {name: self._filled(held) for name, held in fields.items()}
        changed = {name: one for name, one in filled.items() if one is not fields[name]}
        if "bearings" in fields and (spans := self.spans(next(fields[name] for name in WRITTEN if name in fields))):
            changed["bearings"] = spans
        return msgspec.structs.replace(value, **changed) if changed else value


def _places(name: str, sentence: str) -> Iterable[tuple[int, int]]:
    return [(one.start(), one.end()) for one in re.finditer(re.escape(name), sentence)]


def compass_of(terrain: Any) -> Compass:
    """How bearings lie on a terrain; a ridge in the east may be called so."""
    names = tuple([feature.name for feature in terrain.features if _FOUND.search(feature.name)])
    return Compass(terrain.table, terrain.north, names)
