"""Arguments that several commands share, and how they are read."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

from cyclopts import Parameter, Token

from hulldown.cli.misuse import Misuse, misused
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.work import FILES
from hulldown.rulebooks import load

BookId = Annotated[str, Parameter(help="A rulebook's id, as in `hulldown rulebooks`.")]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON, in a shape that stays.")]
Options = Annotated[
    list[str] | None,
    Parameter(
        name="--option",
        help="A choice of the rules, such as damage=on; repeat it for more. `scenarios BOOK ID` lists them.",
    ),
]
BookOrFile = Annotated[str, Parameter(help="A rulebook's id, as in `hulldown rulebooks`, or a file alone.")]
Book = Rulebook[Any, Any, Any]


def whole(kind: Any, tokens: Sequence[Token]) -> int:
    """A whole number, digit for digit; cyclopts itself would round 1.5."""
    token = tokens[0]
    if not re.fullmatch(r"-?[0-9]{1,12}", token.value):
        raise Misuse(f"{token.keyword} is {token.value[:40]!r}; expected a whole number")
    return int(token.value)


Whole = Annotated[int, Parameter(converter=whole)]


def find_book(book_id: str) -> Book:
    with misused():
        return load(book_id)


def book_of_file(book: str, own: str) -> tuple[str, str]:
    """A file that stands alone, where a book is expected, is for the first book that takes it."""
    if own or not book.endswith(FILES):
        return book, own
    from hulldown.rulebooks.works import check_file

    with misused():
        return check_file(Path(book))[0], book


class Row(Protocol):
    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=Row)


def find_row(rows: Iterable[R], row_id: str, what: str) -> R:
    """The row with this id, in capitals or not."""
    known = {row.id: row for row in rows}
    for key, row in known.items():
        if key.lower() == row_id.lower():
            return row
    raise Misuse(f"{what}: there is no {what} {row_id[:40]!r}; there is {', '.join(known)}")


def read_options(given: list[str] | None) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in given or ():
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise Misuse(f"--option: {part[:60]!r} is not a name and a value; write it as damage=on")
        if key in options:
            raise Misuse(f"--option: {key[:40]!r} is given twice; once is enough")
        options[key] = value
    return options
