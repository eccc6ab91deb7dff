"""Where the fields of a TOML text stand, so that a fault can be pointed at, and a repair can replace the fewest signs.

The text was read before: what is no TOML is not found here.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

_BLANK = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_SPACE = re.compile(r"[ \t]*+")
_PART = re.compile(r"""[ \t]*+(?:([\w-]++)|"((?:[^"\\\n]|\\.)*+)"|'([^'\n]*+)')[ \t]*+""")
_STRING = re.compile(
    r""""{3}(?:[^"\\]|\\.|"(?!""))*+"{3,5}|'{3}(?:[^']|'(?!''))*+'{3,5}|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'""", re.DOTALL
)
_BARE = re.compile(r"[^,\]}\n#]*+")


class Span(NamedTuple):
    """A field: where its key begins, and from where to where its value goes. A table ends where its head does."""

    key: int
    start: int
    end: int


@lru_cache(maxsize=8)
def spans_of(text: str) -> Mapping[str, Span]:
    """The fields of a text by their paths, such as `$.unit[2].front`."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: dict[str, Span] = {}
        self.counts: dict[str, int] = {}

    def read(self) -> dict[str, Span]:
        home = "$"
        while self._past(_BLANK) < len(self.text):
            before = self.at
            home = self._head() if self.text[self.at] == "[" else self._pair(home)
            if self.at == before:
                break
        return self.found

    def _past(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def _head(self) -> str:
        """The path of a table, or of the next one of a list."""
        start = self.at
        listed = self.text.startswith("[[", start)
        self.at += 2 if listed else 1
        *above, last = self._key() or ("",)
        home = "$"
        for part in above:
            home = self._newest(f"{home}.{part}")
        home = f"{home}.{last}"
        if listed:
            self.found.setdefault(home, Span(start, start, start))
            self.counts[home] = self.counts.get(home, -1) + 1
        home = self._newest(home)
        self.at += 2 if listed else 1
        self.found.setdefault(home, Span(start, start, self.at))
        return home

    def _newest(self, path: str) -> str:
        return f"{path}[{self.counts[path]}]" if path in self.counts else path

    def _key(self) -> list[str]:
        parts: list[str] = []
        while part := _PART.match(self.text, self.at):
            parts.append(next(word for word in part.groups() if word is not None))
            self.at = part.end()
            if not self.text.startswith(".", self.at):
                break
            self.at += 1
        return parts

    def _pair(self, home: str) -> str:
        key, path = self.at, home
        for part in self._key():
            path = f"{path}.{part}"
        if self.text.startswith("=", self.at):
            self.at += 1
            self._past(_SPACE)
            start = self.at
            self._value(path)
            self.found.setdefault(path, Span(key, start, self.at))
        return home

    def _value(self, path: str) -> None:
        opening = self.text[self.at : self.at + 1]
        if opening == "{":
            self._items(path, "}", keyed=True)
        elif opening == "[":
            self._items(path, "]", keyed=False)
        elif opening in "\"'" and opening:
            self._past(_STRING)
        else:
            start = self.at
            self._past(_BARE)
            self.at = start + len(self.text[start : self.at].rstrip())

    def _items(self, path: str, closing: str, keyed: bool) -> None:
        self.at += 1
        number = 0
        while self._past(_BLANK) < len(self.text) and self.text[self.at] != closing:
            before = self.at
            if keyed:
                self._pair(path)
            else:
                self._value(f"{path}[{number}]")
                self.found[f"{path}[{number}]"] = Span(before, before, self.at)
                number += 1
            self._past(_BLANK)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif self.at == before:
                break
        self.at += 1
