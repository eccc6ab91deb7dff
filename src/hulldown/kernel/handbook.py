"""What stands beside the rules of a book for those who read it: its chapters, its words, and who is akin to whom.

Each book has `chapters.toml` and may have `words.toml` and `constants.toml` beside its `rules.toml`. They explain and
decide nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from hulldown.kernel.files import Fault, convert, line_of, read_toml
from hulldown.kernel.rule import Catalogue

Advice = Annotated[str, msgspec.Meta(min_length=20, max_length=170)]
Where = Literal["card", "pieces", "dice", "table"]


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter as the book is read on screen: from one rule to another, in the book's order."""

    title: str
    first: str
    last: str


class Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a sign or a figure means, and by which rules. `stands_for` are the names under which the
    referee sends it.

    It is met on the card of a unit, on the pieces, on dice or at the table.
    """

    id: str
    name: str
    where: Where
    says: str
    rules: tuple[str, ...] = ()
    sign: str = ""
    stands_for: tuple[str, ...] = ()


class Constant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a die, a table or a number of the book is, and by which rules; `heads` stand over the cells of a table."""

    name: str
    says: str
    rules: tuple[str, ...]
    heads: tuple[str, ...] = ()


class _Chapters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapter: list[Chapter]


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    word: list[Meaning]


class _Kin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kin: list[list[str]]


def chapters_of(rules: Catalogue, path: Path) -> tuple[tuple[Chapter, tuple[str, ...]], ...]:
    """The chapters of a book with their rules; every rule is in one, and in one alone. Without a file all is one."""
    printed = [rule.id for rule in rules.printed]
    if not path.exists():
        return ((Chapter("Rules", printed[0], printed[-1]), tuple(printed)),)
    text, data = read_toml(path)
    found, begun = [], 0
    for place, chapter in enumerate(convert(data, _Chapters, str(path), text).chapter):
        where = f"{path}:{line_of(text, f'$.chapter[{place}].first')}"
        if chapter.first not in printed or chapter.last not in printed:
            raise Fault(where, f"the chapter {chapter.title!r} names a rule that {rules.book.id} does not have")
        if printed.index(chapter.first) != begun or printed.index(chapter.last) < begun:
            raise Fault(
                where, f"the chapter {chapter.title!r} has to begin with {printed[begun]}, the next in the book"
            )
        end = printed.index(chapter.last) + 1
        found.append((chapter, tuple(printed[begun:end])))
        begun = end
    if begun < len(printed):
        raise Fault(str(path), f"no chapter has {printed[begun]}")
    return tuple(found)


def words_of(rules: Catalogue, *paths: Path) -> tuple[Meaning, ...]:
    """The glossary of a book, from its own file and those that it shares; an id or a name that is sent has one word."""
    found: list[Meaning] = []
    for path in paths:
        if not path.exists():
            continue
        text, data = read_toml(path)
        for place, word in enumerate(convert(data, _Words, str(path), text).word):
            for wrong in _wrong_word(word, rules, found):
                raise Fault(f"{path}:{line_of(text, f'$.word[{place}].id')}", wrong)
            found.append(word)
    return tuple(found)


def _wrong_word(word: Meaning, rules: Catalogue, before: Sequence[Meaning]) -> Iterator[str]:
    if any(other.id == word.id for other in before):
        yield f"the word {word.id} is there twice"
    for rule in word.rules:
        if rule not in rules:
            yield f"the word {word.id} names {rule}, which {rules.book.id} does not have"
    for name in word.stands_for:
        for other in before:
            if name in other.stands_for:
                yield f"{name!r} is explained by {other.id} and by {word.id}"


def advice_of(path: Path) -> Mapping[str, str]:
    """A sentence of advice for each phase in which something is chosen."""
    if not path.exists():
        return {}
    text, data = read_toml(path)
    return convert(data, dict[str, Advice], str(path), text)


def constants_of(rules: Catalogue, path: Path) -> Mapping[str, Constant]:
    """By its name in a chart what each die, table and number of the book is."""
    if not path.exists():
        return {}
    text, data = read_toml(path)
    found = convert(data, dict[str, Constant], str(path), text)
    for figure, constant in found.items():
        for rule in constant.rules:
            if rule not in rules:
                raise Fault(str(path), f"{figure} names {rule}, which {rules.book.id} does not have")
    return found


def kin_of(path: Path) -> Mapping[str, tuple[str, ...]]:
    """By rule the ones of other books that say the same or its counterpart."""
    text, data = read_toml(path)
    found: dict[str, tuple[str, ...]] = {}
    for place, row in enumerate(convert(data, _Kin, str(path), text).kin):
        for rule in row:
            if rule in found:
                raise Fault(f"{path}:{line_of(text, f'$.kin[{place}]')}", f"{rule} is in two rows; it has one")
            found[rule] = tuple(other for other in row if other != rule)
    return found
