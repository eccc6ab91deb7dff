"""A shot that is asked about, in the terms of a book: its ruler, the parts of its armour, the conditions it knows.

A book declares its question as a struct. The field `range_…` names the ruler, `zone` the parts, and every field beyond
who fires at whom is a condition; from these follow what is validated, what is listed, and how it is written.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self, TypeVar, Union, get_args, get_origin

import msgspec

from hulldown.kernel.dice import Dice
from hulldown.kernel.files import Fault
from hulldown.kernel.forecast import Forecast

RULER = "range_"
SWITCH = ("on", "off")
LONG = 40


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """Who fires at whom, by id, name or letter."""

    THINGS: ClassVar[tuple[str, ...]] = ()  # what may be fired at beside units
    attacker: str
    target: str
    chart: str = ""  # a file with figures of their own; without it those of the book

    @property
    def far(self) -> int:
        return int(getattr(self, RULER + terms_of(type(self)).ruler))

    def at(self, far: int) -> Self:
        """The same from farther away, or nearer."""
        return msgspec.structs.replace(self, **{RULER + terms_of(type(self)).ruler: far})

    def altered(self, key: str, text: str) -> Self:
        """The same with another attacker, target or zone, or under another condition."""
        if key in ("attacker", "target"):
            return msgspec.structs.replace(self, **{key: text})
        return msgspec.structs.replace(self, **_values(type(self), {key: text}))

    def beside(self) -> tuple[str, dict[str, Self]]:
        """What a table of such shots compares, and the shots beside each other: those at each part of the armour."""
        return "zone", {zone: self.altered("zone", zone) for zone in terms_of(type(self)).zones}


Q = TypeVar("Q", bound=Question)


class Terms(msgspec.Struct, frozen=True):
    """What a question is made of: what ranges are counted in, the parts of the armour, the values of each condition."""

    ruler: str
    zones: tuple[str, ...]
    conditions: Mapping[str, tuple[str, ...]]
    things: tuple[str, ...] = ()  # that may be fired at beside units


class ReadyShot(msgspec.Struct, frozen=True):
    """A shot that is asked about, ready to be fired: what its dice come to, by the code of the rules, and its forecast.

    `roll` says what became of the target, by the names that the chances have.
    """

    roll: Callable[[Dice], str]
    forecast: Forecast | None


class Asked(Protocol):
    """What answers a book's questions."""

    @property
    def QUESTION(self) -> type[Question]: ...  # noqa: N802
    def chances(self, question: Any, /) -> Mapping[Any, Fraction]: ...


@cache
def terms_of(kind: type[Question]) -> Terms:
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    rulers = [name.removeprefix(RULER) for name in fields if name.startswith(RULER)]
    zones = tuple(_texts(fields["zone"]))
    told = ("attacker", "target", "chart", "zone", *(RULER + ruler for ruler in rulers))
    conditions = {name: tuple(_texts(one)) for name, one in fields.items() if name not in told}
    return Terms(rulers[0], zones, conditions, kind.THINGS)


def _texts(kind: Any) -> Iterator[str]:
    """The values of a condition, as they are written."""
    if kind is bool:
        yield from SWITCH
    elif get_origin(kind) is Literal:
        yield from map(str, get_args(kind))
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from (str(one.value) for one in kind)
    elif get_origin(kind) is Union:  # with nothing: unless it is said
        yield from (text for one in get_args(kind) if one is not type(None) for text in _texts(one))
    elif get_origin(kind) is Annotated:
        bounds = kind.__metadata__[0]
        yield from map(str, range(bounds.ge, bounds.le + 1))
    else:
        raise TypeError(f"{kind} is no condition that can be written")


def ask(
    kind: type[Q], attacker: str, target: str, far: int, zone: str, conditions: Mapping[str, str], chart: str = ""
) -> Q:
    """A question from what was written; what the book does not know is answered with what it does."""
    asked: dict[str, Any] = {"attacker": attacker, "target": target, "chart": chart, RULER + terms_of(kind).ruler: far}
    return kind(**asked, **_values(kind, {**conditions, "zone": zone}))


def _values(kind: type[Question], texts: Mapping[str, str]) -> dict[str, Any]:
    terms = terms_of(kind)
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    found = {}
    for key, text in texts.items():
        if key == "zone" and text not in terms.zones:
            raise Fault("zone", f"{text[:LONG]!r} is none of {', '.join(terms.zones)}")
        if key != "zone" and text not in terms.conditions.get(key, ()):
            *most, last = (f"{name}={'|'.join(values)}" for name, values in terms.conditions.items())
            raise Fault(f"option {key[:LONG]}", f"the options are {', '.join(most)} and {last}")
        value = text == "on" if terms.conditions.get(key) == SWITCH else text
        found[key] = msgspec.convert(value, fields[key], strict=False)
    return found


def odds_between(
    library: Asked,
    attacker: str,
    target: str,
    far: int,
    zone: str,
    conditions: Mapping[str, str],
    chart: str = "",
) -> Mapping[Any, Fraction]:
    """The exact chances of a shot that is told in words and a number, by the book's figures or those of a chart."""
    return library.chances(ask(library.QUESTION, attacker, target, far, zone, conditions, chart))
