"""Rules and rulings, and the values that cite them: a refusal, a modifier.

A rulebook's `rules.toml` is its catalogue of what is printed, and `rulings.toml` beside it of what we decided where
nothing is, or not plainly. Code takes a rule or a ruling out of the catalogue once, at import, so an id that is not in
it fails there, and every refusal, modifier and roll is made from such a `Rule`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET

from hulldown.kernel.bearings import Spans
from hulldown.kernel.files import Fault, convert, line_of, read_toml

Kind = Literal["base", "optional", "scenario", "advice", "announced", "ruling"]
Ground = Literal["silent", "ambiguous", "lost", "house"]


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
    bearings: Spans = UNSET  # filled where it is sent

    def __str__(self) -> str:
        return f"{self.sentence} — {self.rule}"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a rulebook's ledger, in our words.

    A geometric one speaks of lines, arcs, zones, facings, reach, distances or places, and has a diagram.
    """

    id: str
    section: str
    kind: Kind
    title: str
    summary: str
    geometric: bool = False

    @property
    def binds(self) -> bool:
        """Whether there is something to play: advice and what a book only announces ask for neither code nor tests."""
        return self.kind not in ("advice", "announced")

    def refuse(self, sentence: str, nearest: Any = None) -> Refusal:
        return Refusal(self.id, sentence, nearest)

    def modify(self, amount: int, reason: str) -> Modifier:
        return Modifier(self.id, amount, reason)


class Ruling(Rule, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What we decided, and why: the question is its title, the decision its summary.

    The text is silent there, ambiguous, or lost; or it is plain, and the house adds to it by options with a name.
    `rules` are the printed ones that it explains, shown beside it wherever it is cited.
    """

    kind: Kind = "ruling"
    rules: tuple[str, ...]
    ground: Ground
    why: str
    options: tuple[str, ...] = ()


class Refused(Exception):
    """An order was given that the rules do not allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


WEIGHTS = ("light", "easy", "middling", "heavy", "heaviest")


class Book(msgspec.Struct, frozen=True):
    """The head of a catalogue: which book it is, which version of our reading of it, on what table.

    On its cover stand a short name, a sentence, and how much there is to learn, from 1 to 5. A `piece` is what one of
    an army is called.
    """

    id: str
    title: str
    version: str
    table: str
    name: str = ""
    sentence: str = ""
    weight: Annotated[int, msgspec.Meta(ge=1, le=len(WEIGHTS))] = 1
    piece: str = "unit"

    @property
    def called(self) -> str:
        return self.name or self.title

    @property
    def weight_word(self) -> str:
        return WEIGHTS[self.weight - 1]


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    book: Book
    rule: list[Rule]


class _Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ruling: list[Ruling]


def _wrong(book: Book, rules: Sequence[Rule], known: set[str]) -> Iterator[tuple[int, str]]:
    """What is wrong with a sheet, and at which of its rows; `known` are the ids of the rows before."""
    for place, rule in enumerate(rules):
        if rule.id in known:
            yield place, f"the catalogue of {book.id} has the id {rule.id} twice; ids are unique"
        if not rule.title.strip() or not rule.summary.strip():
            yield place, f"{rule.id} needs a title and a summary"
        if isinstance(rule, Ruling):
            yield from [(place, told) for told in _wrong_ruling(book, rule, known)]
        known.add(rule.id)


def _wrong_ruling(book: Book, ruling: Ruling, known: set[str]) -> Iterator[str]:
    if not RULING.fullmatch(ruling.id):
        yield f"{ruling.id} is no id of a ruling; it is the book's letters, a dash, a letter and a number, as in SQ-Q3"
    if not ruling.why.strip():
        yield f"{ruling.id} does not say why"
    if not ruling.rules:
        yield f"{ruling.id} explains no rule; name at least one"
    for rule in ruling.rules:
        if rule not in known or RULING.fullmatch(rule):
            yield f"{ruling.id} explains {rule}, which is no printed rule of {book.id}"
    if ruling.ground == "house" and not ruling.options:
        yield f"{ruling.id} is the house's and names no option; what the house adds is an option with a name"


RULING = re.compile(r"[A-Z]+-[A-Z][0-9]+[a-z]?")


class Catalogue(Mapping[str, Rule]):
    """A rulebook's rules by id, in the book's order, then its rulings."""

    def __init__(self, book: Book, rules: Sequence[Rule], rulings: Sequence[Ruling] = ()) -> None:
        self.book = book
        self.printed, self.rulings = tuple(rules), tuple(rulings)
        self._rules: dict[str, Rule] = {rule.id: rule for rule in (*rules, *rulings)}
        known: set[str] = set()
        for sheet in (rules, rulings):
            for place, message in _wrong(book, sheet, known):
                raise Fault(f"rule {sheet[place].id}", message)

    @classmethod
    def load(cls, path: Path) -> "Catalogue":
        text, data = read_toml(path)
        sheet = convert(data, _Sheet, str(path), text)
        known: set[str] = set()
        for place, message in _wrong(sheet.book, sheet.rule, known):
            raise Fault(f"{path}:{line_of(text, f'$.rule[{place}].id')}", message)
        beside = path.with_name("rulings.toml")
        if not beside.exists():
            return cls(sheet.book, sheet.rule)
        text, data = read_toml(beside)
        rulings = convert(data, _Rulings, str(beside), text).ruling
        for place, message in _wrong(sheet.book, rulings, known):
            raise Fault(f"{beside}:{line_of(text, f'$.ruling[{place}].id')}", message)
        return cls(sheet.book, sheet.rule, rulings)

    def about(self, rule_id: str) -> tuple[str, ...]:
        """The rulings that explain a printed rule."""
        return tuple(ruling.id for ruling in self.rulings if rule_id in ruling.rules)

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
