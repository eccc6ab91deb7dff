"""What a command shows: tables, bars and JSON on stdout, progress on stderr.

All fits into 80 columns. In a narrower terminal a table that would be cut is told row by row.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text

MOST_SAID = 600
LEAST = 8  # columns that any terminal has
EIGHTHS = " ▏▎▍▌▋▊▉"


def clean(text: str, most: int = MOST_SAID) -> str:
    """Text from a file or a command line, made safe for a terminal: one line, no control characters, not too long."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in " ".join(text[: 4 * most].split()))
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def say(sentence: str) -> None:
    """A sentence on stderr; if nobody listens there, so be it."""
    with suppress(OSError):
        print(clean(sentence), file=sys.stderr, flush=True)


def console(stderr: bool = False) -> "Console":
    from rich.console import Console

    class Page(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Page(stderr=stderr, highlight=False, markup=False, emoji=False)


def show(*things: "str | Text | Table") -> None:
    """Prints each on lines of its own; words wrap at the width of the terminal."""
    page = console()
    for thing in things:
        for part in _fitting(thing, page):
            page.print(part)


def width() -> int:
    """The columns of the terminal."""
    return console().width


def room(most: int, beside: int = 0) -> int:
    """How many columns there are for a thing that wants so many, with others beside it on the line."""
    return max(LEAST, min(most, width() - beside))


def _fitting(thing: "str | Text | Table", page: "Console") -> "Iterator[str | Text | Table]":
    """The thing itself, or a table that is too wide as its rows, one below the other."""
    from rich.table import Table

    if isinstance(thing, Table) and _is_cut(thing, page):
        yield from _row_by_row(thing)
    else:
        yield thing


def _is_cut(sheet: "Table", page: "Console") -> bool:
    """Whether a table would lose letters or digits at this width."""
    written = [str(part) for column in sheet.columns for part in (column.header, *column.cells)]
    return _signs(segment.text for segment in page.render(sheet)) < _signs(written)


def _signs(parts: Iterable[str]) -> int:
    return sum(sign.isalnum() for part in parts for sign in part)


def _row_by_row(wide: "Table") -> "Iterator[Text | Table]":
    """Each row under its first cell, with the name of each column before what stands in it."""
    from rich.table import Table
    from rich.text import Text

    title, *names = [str(column.header) for column in wide.columns]
    for number, (head, *cells) in enumerate(zip(*(column.cells for column in wide.columns), strict=True)):
        yield Text(("\n" if number else "") + f"{title} {str(head).strip()}".strip(), style="bold")
        rows = Table.grid(padding=(0, 2, 0, 0))
        rows.add_column(no_wrap=True)
        rows.add_column()
        for name, cell in zip(names, cells, strict=True):
            if str(cell).strip():
                rows.add_row(f"  {name}", str(cell).strip())
        yield rows


def show_drawing(lines: Iterable["str | Text"]) -> None:
    """Prints lines as they are: a board is never wrapped."""
    page = console()
    for line in lines:
        page.print(line, soft_wrap=True)


def show_json(value: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def heading(text: str) -> "Text":
    from rich.text import Text

    return Text(text, style="bold")


def table(*columns: str, right: Sequence[str] = (), keep: Sequence[str] = ()) -> "Table":
    """An empty table with these columns; numbers stand at the right, and what is kept is never broken or shortened."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True, header_style="bold", show_edge=False)
    for name in columns:
        made.add_column(name, justify="right" if name in right else "left", no_wrap=name in keep or name in right)
    return made


def bar(share: Fraction | float, width: int = 10) -> str:
    """A bar of eighths of a character; only nothing shows nothing, and only certainty fills it."""
    eighths = round(share * width * 8)
    if 0 < share < 1:
        eighths = min(max(eighths, 1), width * 8 - 1)
    full, rest = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


def percent(share: Fraction | float) -> float:
    return round(float(share * 100), 2)


def progress(what: str) -> "Progress":
    """A bar on stderr, if that is a terminal. It has no thread of its own: workers may be forked beside it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn(what),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        auto_refresh=False,
        disable=not sys.stderr.isatty(),
    )
