"""Rules, and the values that cite them: a refusal, a modifier.

A rulebook's `rules.toml` is its catalogue. Code takes a rule out of the catalogue once, at import, so an id that is
not in it fails there, and every refusal, modifier and roll is made from such a `Rule`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from hulldown.kernel.files import Fault, convert, line_of, read_toml

Kind = Literal["base", "optional", "scenario", "advice", "announced"]


class Modifier(msgspec.Struct, frozen=True):
    """One summand of a sum that a rule makes: the log, the odds panel and the bots read the same tuple of them."""

    rule: str
    amount: int
    reason: str


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an order is not allowed: the rule, the facts of this case, and the nearest order that is allowed."""

    rule: str
    sentence: str
    nearest: Any = None

    def __str__(self) -> str:
        return f"{self.sentence} — {self.rule}"


class Rule(msgspec.Struct, frozen=True):
    """One row of a rulebook's ledger, in our words."""

    id: str
    section: str
    kind: Kind
    title: str
    summary: str

    @property
    def binds(self) -> bool:
        """Whether there is something to play: advice and what a book only announces ask for neither code nor tests."""
        return self.kind not in ("advice", "announced")

    def refuse(self, sentence: str, nearest: Any = None) -> Refusal:
        return Refusal(self.id, sentence, nearest)

    def modify(self, amount: int, reason: str) -> Modifier:
        return Modifier(self.id, amount, reason)


class Refused(Exception):
    """An order was given that the rules do not allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Book(msgspec.Struct, frozen=True):
    """The head of a catalogue: which book it is, which version of our reading of it, on what table."""

    id: str
    title: str
    version: str
    table: str


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    book: Book
    rule: list[Rule]


def _wrong(book: Book, rules: list[Rule]) -> Iterator[tuple[int, str]]:
    """What is wrong with a catalogue, and at which of its rules."""
    known: set[str] = set()
    for place, rule in enumerate(rules):
        if rule.id in known:
            yield place, f"the catalogue of {book.id} has the id {rule.id} twice; ids are unique"
        if not rule.title.strip() or not rule.summary.strip():
            yield place, f"{rule.id} needs a title and a summary"
        known.add(rule.id)


class Catalogue(Mapping[str, Rule]):
    """A rulebook's rules by id, in the book's order."""

    def __init__(self, book: Book, rules: list[Rule]) -> None:
        self.book = book
        self._rules = {rule.id: rule for rule in rules}
        for place, message in _wrong(book, rules):
            raise Fault(f"rule {rules[place].id}", message)

    @classmethod
    def load(cls, path: Path) -> "Catalogue":
        text, data = read_toml(path)
        sheet = convert(data, _Sheet, str(path), text)
        for place, message in _wrong(sheet.book, sheet.rule):
            raise Fault(f"{path}:{line_of(text, f'$.rule[{place}].id')}", message)
        return cls(sheet.book, sheet.rule)

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            raise KeyError(
                f"{self.book.id} has no rule {rule_id!r}; `hulldown rules {self.book.id}` lists them"
            ) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)
