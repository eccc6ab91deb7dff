"""A book to be read: its rules by chapters, its words, and what stands beside one rule. It decides nothing."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

import hulldown.rulebooks
from hulldown.index import rules_index
from hulldown.kernel.handbook import Meaning, chapters_of, kin_of, words_of
from hulldown.kernel.rule import Rule, Ruling
from hulldown.rulebooks import BOOKS, home_of, load
from hulldown.rulebooks.lessons import listed_lessons
from hulldown.server.diagrams import FigureLine, figure_lines
from hulldown.server.protocol import Wrong

SHARED = Path(hulldown.rulebooks.__file__).parent  # what all books have in common
MOST_ALSO = 5  # rules that are named beside one
MOST_PLACES = 24  # that a function may cite, so that being named together still says something


class ChapterLine(msgspec.Struct, frozen=True):
    """A chapter of a book with its rules, in the book's order. Its place in an address is the same in all languages."""

    title: str
    place: str
    rules: tuple[str, ...]


class LessonRef(msgspec.Struct, frozen=True):
    """A lesson that teaches some rules of its book."""

    id: str
    title: str
    minutes: int
    rules: tuple[str, ...]


class Handbook(msgspec.Struct, frozen=True):
    """A book to be read and searched."""

    id: str
    name: str
    title: str
    table: str
    version: str
    chapters: tuple[ChapterLine, ...]
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    words: tuple[Meaning, ...]
    figures: tuple[FigureLine, ...]
    lessons: tuple["LessonRef", ...]


class RuleRef(msgspec.Struct, frozen=True):
    """A rule of some book, named elsewhere."""

    book: str
    name: str
    rule: str
    title: str


class Saying(msgspec.Struct, frozen=True):
    """What the referee says by a rule, as a test brought it about."""

    sentence: str
    refused: bool
    test: str


class Value(msgspec.Struct, frozen=True):
    """A figure of a unit; `house` if the print does not have it."""

    unit: str
    value: str
    house: bool


class Column(msgspec.Struct, frozen=True):
    """The figures of all units in one column of the chart, which stands by a rule."""

    id: str
    name: str
    sentence: str
    values: tuple[Value, ...]


class RuleNotes(msgspec.Struct, frozen=True):
    """What stands beside a rule: what is said by it, what is near it, the figures it gives, its code and its tests."""

    rule: str
    said: Saying | None
    also: tuple[RuleRef, ...]
    kin: tuple[RuleRef, ...]
    columns: tuple[Column, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...]


def place_of(title: str) -> str:
    """ "shooting-and-armour" """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


@cache
def handbook(book_id: str) -> Handbook:
    rules, home = load(book_id).rules, home_of(book_id)
    head = rules.book
    return Handbook(
        id=book_id,
        name=head.called,
        title=head.title,
        table=head.table,
        version=head.version,
        chapters=tuple(
            ChapterLine(chapter.title, place_of(chapter.title), found)
            for chapter, found in chapters_of(rules, home / "chapters.toml")
        ),
        rules=rules.printed,
        rulings=rules.rulings,
        words=words_of(rules, home / "words.toml", SHARED / "words.toml"),
        figures=figure_lines(book_id),
        lessons=tuple(
            LessonRef(one.id, one.title, one.minutes, one.rules) for one in listed_lessons() if one.book == book_id
        ),
    )


@cache
def sayings() -> Mapping[str, Saying]:
    """By rule what the referee says by it; `tests/sayings.py` makes the file."""
    file = resources.files("hulldown").joinpath("sayings.json")
    return msgspec.convert(json.loads(file.read_text(encoding="utf-8")), dict[str, Saying])


@cache
def kin() -> Mapping[str, tuple[str, ...]]:
    return kin_of(SHARED / "kin.toml")


@cache
def _homes() -> Mapping[str, str]:
    """The book of each rule of the house."""
    return {rule: book_id for book_id in BOOKS for rule in load(book_id).rules}


def notes(book_id: str, rule_id: str) -> RuleNotes:
    """What stands beside a rule or a ruling of a book."""
    rules = load(book_id).rules
    if rule_id not in rules:
        first, last = rules.printed[0].id, rules.printed[-1].id
        told = f"There is no rule {rule_id[:40]}; {rules.book.called} has {first} to {last}."
        raise Wrong("page/unknown", told, 404)
    places = rules_index().get(book_id, {}).get(rule_id, {})
    return RuleNotes(
        rule=rule_id,
        said=sayings().get(rule_id),
        also=tuple(_ref(book_id, rule) for rule in _also(book_id, rule_id)),
        kin=tuple(_ref(_homes()[rule], rule) for rule in kin().get(rule_id, ())),
        columns=tuple(_columns(book_id, rule_id)),
        code=tuple(places.get("code", ())),
        tests=tuple(places.get("tests", ())),
    )


def _ref(book_id: str, rule_id: str) -> RuleRef:
    rules = load(book_id).rules
    return RuleRef(book_id, rules.book.called, rule_id, rules[rule_id].title)


def _also(book_id: str, rule_id: str) -> Iterator[str]:
    """Rules that are ruled on or played together with this one: the more often, the nearer."""
    rules = load(book_id).rules
    index = rules_index().get(book_id, {})
    near: Counter[str] = Counter()
    for ruling in rules.rulings:
        if rule_id in ruling.rules:
            near.update(dict.fromkeys(ruling.rules, 2))
    own = index.get(rule_id, {})
    for kind, weight in (("code", 3), ("tests", 1)):
        for place in own.get(kind, ()):
            together = [rule for rule, places in index.items() if place in places.get(kind, ())]
            if len(together) <= MOST_PLACES:
                near.update(dict.fromkeys(together, weight))
    row = list(rules)
    printed = [rule for rule in near if rule != rule_id and not isinstance(rules[rule], Ruling)]
    yield from sorted(printed, key=lambda rule: (-near[rule], abs(row.index(rule) - row.index(rule_id))))[:MOST_ALSO]


def _columns(book_id: str, rule_id: str) -> Iterator[Column]:
    """The columns of the chart that stand by a rule."""
    library = load(book_id).library
    for name, label in library.LABELS.items():
        if label.rule != rule_id:
            continue
        rows = [row for row in library.units() if row.figures.get(name) not in (None, "", ())]
        values = tuple(Value(row.name, _written(row.figures[name]), row.source.get(name) == "house") for row in rows)
        if values:
            yield Column(name, label.full, label.sentence, values)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple):
        return " / ".join(_written(part) for part in value)
    return str(value)
