"""What the players of a book may agree on: each option with its kind, its bounds, its rule and one sentence.

The same rows read what was written on a command line, stand in its listings, and choose the widgets of the set-up page.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Self

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.files import Fault
from hulldown.kernel.rule import Catalogue
from hulldown.kernel.wire import plain

LONG = 40  # signs of what was written that are said again
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?")


class Group(StrEnum):
    """What an option is about, in the order in which a page shows them."""

    DECIDES = "What decides"
    BEFORE = "Before the first turn"
    MOVEMENT = "How movement works"
    SHOTS = "How shots work"
    TABLE = "At the table"


class SwitchKind(msgspec.Struct, frozen=True, tag="switch"):
    """On or off."""

    @property
    def possible(self) -> str:
        return "must be on or off"

    def read(self, text: str) -> bool:
        if text not in ("on", "off"):
            raise ValueError
        return text == "on"

    def write(self, value: Any) -> str:
        return "on" if value else "off"


class NumberKind(msgspec.Struct, frozen=True, tag="number"):
    """A number within bounds, whole or in halves; where each side has its own, RED:BLUE is written, or one for both."""

    least: float
    most: float
    step: float = 1
    each_side: bool = False
    unit: str | UnsetType = UNSET  # what is counted, as "cm"

    @classmethod
    def within(cls, kind: Any, each_side: bool = False, unit: str | UnsetType = UNSET) -> Self:
        """The numbers that a type allows, so that its bounds are said once."""
        info = msgspec.inspect.type_info(kind)
        if not isinstance(info, msgspec.inspect.IntType | msgspec.inspect.FloatType):
            raise TypeError(f"{kind} is no number")
        if info.ge is None or info.le is None:
            raise TypeError(f"{kind} has no bounds")
        return cls(info.ge, info.le, info.multiple_of or 1, each_side, unit)

    @classmethod
    def of(cls, owner: type[msgspec.Struct], field: str, each_side: bool = False) -> Self:
        """The numbers that a field of a struct allows."""
        types = {one.name: one.type for one in msgspec.structs.fields(owner)}
        return cls.within(types[field], each_side)

    @property
    def possible(self) -> str:
        what = "a whole number" if self.step == 1 else "a number, in halves at most,"
        sides = ", or two as RED:BLUE" if self.each_side else ""
        return f"is not {what} from {self.least:g} to {self.most:g}{sides}"

    def read(self, text: str) -> Any:
        if not self.each_side:
            return self._number(text)
        red, colon, blue = text.partition(":")
        return {"red": self._number(red), "blue": self._number(blue if colon else red)}

    def _number(self, text: str) -> float:
        if not _NUMBER.fullmatch(text) or ("." in text and self.step == 1):
            raise ValueError
        number = float(text) if "." in text else int(text)
        if not self.least <= number <= self.most or number % self.step:
            raise ValueError
        return number

    def write(self, value: Any) -> str:
        red, blue = value if self.each_side else (value, value)
        return f"{red:g}" if red == blue else f"{red:g}:{blue:g}"


class Choice(msgspec.Struct, frozen=True):
    """A value that may be chosen, and what it is called."""

    value: str
    label: str


class ChoiceKind(msgspec.Struct, frozen=True, tag="choice"):
    """One of a few values with names."""

    choices: tuple[Choice, ...]

    @classmethod
    def of(cls, **labels: str) -> Self:
        return cls(tuple(Choice(value.replace("_", " "), label) for value, label in labels.items()))

    @property
    def possible(self) -> str:
        *most, last = (choice.value for choice in self.choices)
        return f"must be {', '.join(most)} or {last}"

    def read(self, text: str) -> str:
        if all(text != choice.value for choice in self.choices):
            raise ValueError
        return text

    def write(self, value: Any) -> str:
        return str(value)


class SquaresKind(msgspec.Struct, frozen=True, tag="squares"):
    """Any number of squares of the board, as K7,K8 or from corner to corner as A3:B4; `none` for none at all."""

    @property
    def possible(self) -> str:
        return "must be squares as K7,K8 or A3:B4, or none"

    def read(self, text: str) -> list[str]:
        return [] if text == "none" else text.split(",")

    def write(self, value: Any) -> str:
        return ",".join(value) or "none"


SWITCH = SwitchKind()
Kind = SwitchKind | NumberKind | ChoiceKind | SquaresKind


class Option(msgspec.Struct, frozen=True):
    """One thing that players agree on.

    `label` is what it is called where that is not its name. `default` is what it is unless a scenario says otherwise,
    as it would be written; it is empty where every scenario says it, or where it follows from the rest. `needs` are
    options without which it is nothing, `excludes` those that cannot be played with it. `house` says that the print has
    nothing of the kind.
    """

    name: str
    words: str
    kind: Kind
    group: Group
    rules: tuple[str, ...]
    label: str = ""
    default: str = ""
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    house: bool = False

    def read(self, text: str) -> Any:
        """What was written, as a scenario's file has it; what is not possible is answered with what is."""
        try:
            return self.kind.read(text)
        except ValueError:
            raise Fault(f"option {self.name}", f"{text[:LONG]!r} {self.kind.possible}") from None


def declare(catalogue: Catalogue, sheet: type[msgspec.Struct], *options: Option) -> tuple[Option, ...]:
    """The options of a book: whose they are by its rulings, and what they are unless a scenario's file says it."""
    house = {name for ruling in catalogue.rulings if ruling.ground == "house" for name in ruling.options}
    usual = {
        field.name: field.default for field in msgspec.structs.fields(sheet) if field.default is not msgspec.NODEFAULT
    }
    names = {option.name for option in options}
    for option in options:
        for rule in option.rules:
            catalogue[rule]
        if unknown := {*option.needs, *option.excludes} - names:
            raise KeyError(f"{option.name} speaks of {', '.join(sorted(unknown))}, which is no option")
    return tuple(
        msgspec.structs.replace(
            option,
            house=option.name in house,
            label=option.label or option.name.replace("_", " "),
            default=option.default or _written(option, usual.get(option.name)),
        )
        for option in options
    )


def _written(option: Option, value: Any) -> str:
    if value is None:
        return ""
    given = plain(value)
    return option.kind.write(tuple(given.values()) if isinstance(given, dict) else given)


def read_options(options: Mapping[str, str], known: Iterable[Option]) -> dict[str, Any]:
    """What the players agreed otherwise than their scenario."""
    by_name = {option.name: option for option in known}
    for name in options:
        if name not in by_name:
            raise Fault(f"option {name[:LONG]}", f"there is no such option; there is {', '.join(by_name)}")
    return {name: by_name[name].read(text) for name, text in options.items()}


def write_options(values: Mapping[str, Any], known: Iterable[Option]) -> dict[str, str]:
    """The other way round: each option as it would be written; what cannot be written so is left out."""
    found = {option: values.get(option.name) for option in known}
    return {option.name: option.kind.write(value) for option, value in found.items() if value is not None}
