"""What a book says to its readers in another language: entries in files beside the English ones.

An entry is named by what it tells, a rule or a step of a lesson, and has the same fields as the English. Its `of` is a
seal of the English that it was made from. When that changes the entry is left aside until somebody has read it again,
so that no rule is told as it once was: a reader sees the English.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import msgspec

from hulldown.kernel.files import Fault, convert, read_toml

Texts = Mapping[str, Mapping[str, str]]  # by what is told its fields
SEAL = "of"
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
Told = TypeVar("Told", bound=msgspec.Struct)


def seal_of(english: Mapping[str, str]) -> str:
    """Changes with the text."""
    told = "\n".join(f"{field} {text}" for field, text in sorted(english.items()))
    return blake2b(told.encode(), digest_size=4).hexdigest()


def entries_in(folder: Path) -> dict[str, dict[str, str]]:
    """All entries of a language, from every file of its folder."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(folder.glob("*.toml")):
        text, data = read_toml(path)
        for name, fields in convert(data, dict[str, dict[str, str]], str(path), text).items():
            if name in found:
                raise Fault(str(path), f"{name!r} is told twice")
            found[name] = fields
    return found


class Translation:
    """A book's texts in a language, as far as they are those of the English that stands now."""

    def __init__(self, english: Texts, entries: Texts) -> None:
        self.english, self._entries = english, entries
        self.missing = tuple(name for name in english if name not in entries)
        self.changed = tuple(
            name for name, fields in entries.items() if name in english and fields.get(SEAL) != seal_of(english[name])
        )
        aside = {*self.changed}
        self._texts = {name: fields for name, fields in entries.items() if name not in aside}

    @property
    def told(self) -> int:
        """How many entries can be read in it."""
        return len(self.english) - len(self.missing) - len(self.changed)

    def text(self, name: str, field: str, english: str) -> str:
        """A text in this language, or the English one."""
        return self._texts.get(name, {}).get(field, english)

    def of(self, name: str, told: Told, *fields: str) -> Told:
        """The same with these of its fields in this language, if it is told in it."""
        found = self._texts.get(name, {})
        return msgspec.structs.replace(told, **{field: found[field] for field in fields if field in found})

    def faults(self) -> Iterator[str]:
        """What is wrong whatever the English says: a name that is nothing's, another field, another figure."""
        for name, fields in self._entries.items():
            if name not in self.english:
                yield f"{name!r} names nothing that the book tells"
                continue
            english = self.english[name]
            if (own := set(fields) - {SEAL}) != set(english):
                yield f"{name!r} has {', '.join(sorted(own))}; the English has {', '.join(sorted(english))}"
                continue
            if name in self.changed:
                continue
            for field, text in english.items():
                if figures(fields[field]) != figures(text):
                    yield f"{name!r}: the figures of its {field} are not those of the English"


def figures(text: str) -> Counter[str]:
    """All figures of a text; a comma in one is a point."""
    return Counter(found.replace(",", ".") for found in NUMBER.findall(text))
